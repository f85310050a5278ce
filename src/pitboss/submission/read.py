"""A submission read from its file: the records, and every fault of form."""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, time
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

from pitboss.errors import PitbossError
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.search import jurisdiction
from pitboss.submission.page import Page, Raw
from pitboss.submission.places import Path as KeyPath
from pitboss.submission.places import lines_of
from pitboss.submission.records import Approval, FilingFault, Permission, Submission, Superseded
from pitboss.submission.table_form import read_table
from pitboss.submission.wager_form import read_reading

KEYS: Final = (
    "house", "readings", "acknowledge", "approved", "table", "superseded", "permission",
)  # fmt: skip
HOUSE: Final = ("name", "jurisdiction", "revision", "effective", "zone", "day_starts")
NEVER: Final = date(1970, 1, 1)


def read_file(book: Rulebook, path: Path) -> tuple[Submission, list[FilingFault]]:
    """The submission of a file, with its faults of form."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise PitbossError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise PitbossError(f"{path} cannot be read: it is not UTF-8 text.") from None
    return read(book, text, str(path))


def read(
    book: Rulebook, text: str, file: str = "submission.toml"
) -> tuple[Submission, list[FilingFault]]:
    """The submission of a text, with its faults of form; what has a fault is left out."""
    try:
        raw: Raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PitbossError(f"{file}: {error}") from None
    page = Page(file, lines_of(text))
    page.known(raw, (), KEYS)
    house = page.need(raw, (), "house", dict, {})
    page.known(house, ("house",), HOUSE)
    name = page.need(house, ("house",), "name", str, "?")
    law = page.need(house, ("house",), "jurisdiction", str, "")
    revision = page.need(house, ("house",), "revision", int, 1)
    if revision < 1:
        page.fault(("house", "revision"), f"revision must be 1 or more, not {revision}.")
    effective = page.need(house, ("house",), "effective", date, NEVER)
    if law:
        _check_law(page, book, law)
    readings = page.get(raw, (), "readings", dict, {})
    for key, said in readings.items():
        read_reading(page, book, key, said, ("readings", key))
    readings = {key: said for key, said in readings.items() if key in book.readings}
    tables = _listed(page, raw, "table")
    if not tables and "table" not in raw:
        page.fault((), "no table is filed: a table begins with [[table]].")
    _check_unique(page, tables)
    linked = _linked(tables)
    filed = [
        read_table(page, book, each, ("table", n), law, readings, linked)
        for n, each in enumerate(tables)
    ]
    made = Submission(
        name=name,
        jurisdiction=law,
        revision=revision,
        effective=effective,
        tables=tuple(each for each in filed if each),
        acknowledged=tuple(_texts(page, raw, "acknowledge")),
        approved=_approval(page, raw, ()),
        history=tuple(_superseded(page, raw, revision)),
        permissions=tuple(_permissions(page, raw)),
        zone=_zone(page, house),
        day_starts=page.get(house, ("house",), "day_starts", time, time(0)),
        file=file,
        digest=hashlib.sha256(text.encode()).hexdigest(),
        text=text,
        lines=page.lines,
    )
    return made, page.faults


def _check_unique(page: Page, tables: Sequence[Raw]) -> None:
    """A fault at the last of several tables with one id or one name."""
    for key in ("id", "name"):
        values = [each.get(key) for each in tables]
        for value, many in Counter(str(each) for each in values if each is not None).items():
            if many > 1:
                last = max(n for n, each in enumerate(values) if str(each) == value)
                says = f"{many} tables have the {key} {value!r}: choose another for each."
                page.fault(("table", last, key), says)


def _check_law(page: Page, book: Rulebook, law: str) -> None:
    try:
        jurisdiction(book, law)
    except PitbossError as error:
        page.refused(("house", "jurisdiction"), error)


def _zone(page: Page, house: Raw) -> str:
    """The time zone of the house, by its name in the tz database."""
    zone = page.get(house, ("house",), "zone", str, "UTC")
    try:
        ZoneInfo(zone)
    except (OSError, ValueError, KeyError):
        said = f"no time zone is called {zone!r}: write one such as America/Denver."
        page.fault(("house", "zone"), said)
        return "UTC"
    return zone


def _listed(page: Page, raw: Raw, key: str) -> list[Raw]:
    found = page.get(raw, (), key, list, [])
    if any(not isinstance(each, dict) for each in found):
        page.fault((key,), f"write each {key} as [[{key}]], not as a list of values.")
    return [each for each in found if isinstance(each, dict)]


def _texts(page: Page, raw: Raw, key: str) -> Iterator[str]:
    for each in page.get(raw, (), key, list, []):
        if isinstance(each, str):
            yield each
        else:
            page.fault((key,), f"{key} must be a list of strings, without {each!r:.60}.")


def _linked(tables: list[Raw]) -> frozenset[str]:
    """The names of meters that more than one table has."""
    found: Counter[str] = Counter()
    for each in tables:
        wagers = each.get("wagers")
        values: list[Any] = list(wagers.values()) if isinstance(wagers, dict) else []
        named = [w.get("meter") for w in values if isinstance(w, dict)]
        found.update({name for name in named if isinstance(name, str)})
    return frozenset(name for name, many in found.items() if many > 1)


def _approval(page: Page, raw: Raw, at: KeyPath) -> Approval | None:
    if "approved" not in raw:
        return None
    given = page.get(raw, at, "approved", dict, {})
    here = (*at, "approved")
    page.known(given, here, ("by", "on", "document"))
    return Approval(
        page.need(given, here, "by", str, "?"),
        page.need(given, here, "on", date, NEVER),
        page.need(given, here, "document", str, "?"),
    )


def _superseded(page: Page, raw: Raw, revision: int) -> Iterator[Superseded]:
    for n, each in enumerate(_listed(page, raw, "superseded")):
        at = ("superseded", n)
        page.known(each, at, ("revision", "effective", "says", "approved"))
        number = page.need(each, at, "revision", int, 0)
        if number >= revision:
            page.fault(
                (*at, "revision"), f"a superseded revision comes before {revision}, not {number}."
            )
        yield Superseded(
            number,
            page.need(each, at, "effective", date, NEVER),
            page.get(each, at, "says", str, ""),
            _approval(page, each, at),
        )


def _permissions(page: Page, raw: Raw) -> Iterator[Permission]:
    for n, each in enumerate(_listed(page, raw, "permission")):
        at = ("permission", n)
        page.known(each, at, ("table", "wager", "by"))
        yield Permission(
            page.need(each, at, "table", str, "?"),
            page.need(each, at, "wager", str, "?").replace("_", "-"),
            page.need(each, at, "by", str, "?"),
        )
