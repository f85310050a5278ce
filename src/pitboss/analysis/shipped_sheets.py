"""Sheets that come with pitboss: the parts that take long to compute, for each wager at its default
setting.

There is one file per wager under `sheets/` of the proofs. Its first line has a digest of everything
that it was made from and one of the rest; if either has changed, the sheet is computed again.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from pitboss.analysis.proof_files import SOURCE, engine_version, read_file, rule_digest
from pitboss.analysis.proof_text import text_digest
from pitboss.analysis.sensitivity import is_cheap
from pitboss.analysis.setting import Setting, open_choices, setting
from pitboss.analysis.sheet import Sheet, meters_at, outcomes_of
from pitboss.cache_files import digest_of
from pitboss.package_data import shipped
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Wager
from pitboss.wagers.card_holders import own_play

FORMAT: Final = "pitboss sheet 1"
COMPARES: Final = ("analysis/*.py", "solvers/**/*.py", "sheets/*.py")
"""Source that compares a sheet with others, besides what decides its own figures."""


@dataclass(frozen=True, slots=True)
class ShippedSheet:
    """What was worked out for one setting."""

    setting: Setting
    counted: dict[str, Any]
    """Ways by line and multiplier, their total, what one way is, and how many were examined."""
    compared: dict[str, Any]
    """The comparisons with other sheets, as the form has them."""

    @property
    def sheet(self) -> Sheet | None:
        """The sheet itself; `None` if it has meters, because it is then counted quickly."""
        if meters_at(self.setting):
            return None
        ways = {(line, times): many for line, times, many in self.counted["ways"]}
        rest = (self.counted[key] for key in ("total", "counting", "looked"))
        outcomes = outcomes_of(self.setting, ways, self.counted["total"])
        return Sheet(self.setting, outcomes, *rest)


def shipped_sheet(book: Rulebook, there: Setting) -> ShippedSheet | None:
    """What an up-to-date file has for a setting; `None` without one, or for another setting."""
    wager = there.wager
    text = read_file(sheet_file(shipped("proofs"), wager))
    if text is None or not _is_usual(book, there) or why_sheet_stale(book, wager, text):
        return None
    return ShippedSheet(there, **unsealed(text))


def _is_usual(book: Rulebook, there: Setting) -> bool:
    """Whether a setting is the default one of its wager."""
    usual = setting(book, there.wager.id)
    same = there.offer.digest == usual.offer.digest
    return same and replace(there, offer=usual.offer) == usual


def takes_long(there: Setting) -> bool:
    """Whether a full sheet of this setting is worth keeping."""
    bound = there.offer
    played = own_play(bound) or bool(there.wager.presses)
    return bool(bound.lines) and (played or bool(meters_at(there)) or not is_cheap(there))


def sheet_file(folder: Path, wager: Wager) -> Path:
    """The file of a wager's sheet."""
    return folder / "sheets" / wager.jurisdiction / f"{wager.key}.json"


def left_over_sheets(book: Rulebook, folder: Path) -> list[Path]:
    """Files of wagers that no longer exist, or whose sheet takes no time."""
    long = (w for w in book.wagers if w.paytables and takes_long(setting(book, w.id)))
    known = {sheet_file(folder, wager) for wager in long}
    return sorted(path for path in folder.glob("sheets/*/*.json") if path not in known)


def sheet_text(book: Rulebook, sheet: Sheet, compared: dict[str, Any]) -> str:
    """The text of a file."""
    counted = {
        "ways": [[*o.key, o.ways] for o in sheet.outcomes],
        "total": sheet.total,
        "counting": sheet.counting,
        "looked": sheet.looked,
    }
    kept = {"counted": counted, "compared": compared}
    return sealed(_made_from(book, sheet.setting.wager), kept)


def why_sheet_stale(book: Rulebook, wager: Wager, text: str | None) -> str:
    """Why the file of a sheet is out of date; empty if it is not."""
    return why_unlike(_made_from(book, wager), text)


def _made_from(book: Rulebook, wager: Wager) -> str:
    """SHA-256 of the rule, its readings and their choices, the engine and the setting."""
    choices = open_choices(book, wager)
    readings = [book.readings[key].moves_no_figure for key in choices if key in book.readings]
    there = setting(book, wager.id)
    terms = there.game.id, dict(there.terms.texts), there.stake, there.policy
    parts = rule_digest(book, wager), engine_version(), comparing_version(), choices, readings
    return text_digest(*parts, *terms)


@cache
def comparing_version() -> str:
    """A digest of the source of everything that compares sheets."""
    return digest_of(SOURCE, (path for pattern in COMPARES for path in SOURCE.glob(pattern)))


# -- the files -------------------------------------------------------------------------------------


def sealed(made_from: str, kept: dict[str, Any]) -> str:
    """The text of a file: what it was made from and its own digest in the first line, then data."""
    body = json.dumps(kept, ensure_ascii=False, indent=1)
    return f"{FORMAT} {made_from} {text_digest(body)}\n{body}\n"


def unsealed(text: str) -> dict[str, Any]:
    """The data of a file that is up to date."""
    kept: dict[str, Any] = json.loads(text.partition("\n")[2])
    return kept


def why_unlike(made_from: str, text: str | None) -> str:
    """Why a file is not what would be written now; empty if it is."""
    if text is None:
        return "missing"
    head, _, body = text.partition("\n")
    seal = text_digest(body.removesuffix("\n"))
    if head == f"{FORMAT} {made_from} {seal}":
        return ""
    whole = head.endswith(f" {seal}")
    return "the rule or the engine changed" if whole else "changed since it was written"
