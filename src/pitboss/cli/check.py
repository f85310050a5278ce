"""`pitboss rules check`: every fault in every rule file, then what deserves a second look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from pitboss.cli.parameters import SETUP, Setup, folders
from pitboss.cli.screen import MARK, Screen, count, heading, print_json
from pitboss.cli.status import DONE, FAULTS
from pitboss.rulebook.load import read_all
from pitboss.rulebook.schema import Entry, Wager
from pitboss.rulebook.toml_values import Fault, FilePlace


def check(
    *paths: Annotated[Path, Parameter(help="Folders or files to check; by default the law.")],
    setup: Setup = SETUP,
) -> int:
    """Check rule files: every fault with file and line, then what deserves a second look."""
    from pitboss.wagers.findings import inspect

    book, found = read_all(folders((*setup.rulebook, *paths)))
    entries = [e for e in book.entries if not book.own or e.place.file in book.own]
    broken = {id(entry) for entry in _broken(entries, found)}
    sound = [entry for entry in entries if id(entry) not in broken]
    wagers = [e for e in sound if isinstance(e, Wager)]
    more, findings = inspect(book, wagers)
    faults = _sorted([*found, *more])
    counts = {
        "files": len({e.place.file for e in entries} | {f.place.file for f in found}),
        "wagers": len(wagers),
        "games": len(sound) - len(wagers),
        "paytables": sum(len(w.paytables) for w in wagers),
        "readings": len({key for e in sound for key in e.readings}),
    }
    if setup.json:
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
        screen.print(heading("Findings: not faults, but worth a second look"))
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


def _broken(entries: Sequence[Entry], faults: Sequence[Fault]) -> Iterator[Entry]:
    """The entries that contain a fault: the last to begin at its line or above."""
    for fault in faults:
        above = [e for e in entries if e.place.file == fault.place.file]
        above = [e for e in above if e.place.line <= fault.place.line]
        start = max((e.place.line for e in above), default=0)
        yield from (e for e in above if e.place.line == start)


def _sorted(faults: Sequence[Fault]) -> list[Fault]:
    unique = dict.fromkeys(faults)
    files = list(dict.fromkeys(f.place.file for f in unique))
    return sorted(unique, key=lambda f: (files.index(f.place.file), f.place.line))


def _located(place: FilePlace, message: str) -> dict[str, str | int]:
    return {"file": place.file, "line": place.line, "message": message}


def _line(place: FilePlace, message: str) -> Text:
    return Text.assemble((f"{place}: ", MARK), message)
