"""`pitboss rules check`: every fault of every rule file, then what is worth a second look."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from pitboss.cli import DONE, FAULTS
from pitboss.cli.screen import MARK, Screen, count, folders, heading, print_json
from pitboss.rulebook.load import read_all
from pitboss.rulebook.read import Fault, Place
from pitboss.rulebook.schema import Wager


def check_rules(given: Sequence[Path], *, as_json: bool) -> int:
    """Check the user's own rules, or the law where none are given."""
    from pitboss.wagers.check import inspect

    book, found = read_all(folders(given))
    broken = {fault.place.file for fault in found}
    entries = [
        entry
        for entry in book.entries
        if entry.place.file not in broken and (not book.own or entry.place.file in book.own)
    ]
    wagers = [e for e in entries if isinstance(e, Wager)]
    more, findings = inspect(book, wagers)
    faults = _sorted([*found, *more])
    counts = {
        "files": len({e.place.file for e in entries} | broken),
        "wagers": len(wagers),
        "games": len(entries) - len(wagers),
        "paytables": sum(len(w.paytables) for w in wagers),
        "readings": len({key for e in entries for key in e.readings}),
    }
    if as_json:
        print_json(
            {
                "faults": [_located(f.place, f.message) for f in faults],
                "findings": [
                    _located(f.place, f.message) | {"wager": f.wager_id} for f in findings
                ],
                "counts": counts,
            }
        )
        return FAULTS if faults else DONE
    screen = Screen()
    for fault in faults:
        screen.print(_line(fault.place, fault.message), soft_wrap=True)
    if findings:
        screen.print(heading("Findings: no faults, but worth a second look"))
        for finding in findings:
            message = f"{finding.wager_id}: {finding.message}"
            screen.print(_line(finding.place, message), soft_wrap=True)
        screen.print()
    checked = (
        f"{count(counts['files'], 'file')}: {count(counts['wagers'], 'wager')}, "
        f"{count(counts['games'], 'game')}, {count(counts['paytables'], 'pay table')}, "
        f"{count(counts['readings'], 'reading')}"
    )
    verdict = count(len(faults), "fault") if faults else "no faults"
    screen.print(
        f"{checked}. {verdict[0].upper()}{verdict[1:]}, {count(len(findings), 'finding')}.",
        soft_wrap=True,
    )
    return FAULTS if faults else DONE


def _sorted(faults: Sequence[Fault]) -> list[Fault]:
    unique = dict.fromkeys(faults)
    files = list(dict.fromkeys(f.place.file for f in unique))
    return sorted(unique, key=lambda f: (files.index(f.place.file), f.place.line))


def _located(place: Place, message: str) -> dict[str, str | int]:
    return {"file": place.file, "line": place.line, "message": message}


def _line(place: Place, message: str) -> Text:
    return Text.assemble((f"{place}: ", MARK), message)
