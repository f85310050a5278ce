"""`pitboss rules check` and `pitboss rules new`: every fault in every file, and a starter file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.text import Text

from pitboss.cli.exit_status import DONE, FAULTS
from pitboss.cli.files import make_folder, new_file
from pitboss.cli.parameters import SETUP, Json, NoRules, Setup, folders
from pitboss.cli.screen import MARK, Screen, heading, print_json, tell
from pitboss.errors import PitbossError, command, count, sentence
from pitboss.rulebook.load import LAW, OWN, fold, read_all
from pitboss.rulebook.schema import Entry, Wager
from pitboss.rulebook.toml_values import Fault, FilePlace


def check(
    *paths: Annotated[Path, Parameter(help="Folders or files to check; by default the law.")],
    setup: Setup = SETUP,
) -> int:
    """`pitboss rules check`."""
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
        f"{checked}. {sentence(verdict)}, {count(len(findings), 'finding')}.",
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


# -- a commented starter file for a new wager ------------------------------------------------------


STARTER = LAW / "starter.toml"


def new(
    name: Annotated[str, Parameter(help="The name of the wager.")],
    /,
    *,
    folder: Annotated[Path, Parameter(help="Where to write it.")] = Path("rulebook"),
    json: Json = False,
    rulebook: NoRules = (),
) -> None:
    """`pitboss rules new`."""
    key, title = key_and_title(name)
    path = folder / f"{key}.toml"
    law, place = (folder.name, folder.parent) if _is_law(folder) else (OWN, folder)
    given = f"--rulebook {_quoted(str(place))}"
    commands = [
        f"{command()} rules check {given}",
        f"{command()} par {law}/{key} {given}",
        f"{command()} play {f'--in {law} ' * (law != OWN)}--wager {law}/{key} {given}",
    ]
    text = STARTER.read_text("utf-8").replace("@KEY@", key).replace("@TITLE@", title)
    make_folder(folder)
    with new_file(path) as file:
        file.write(text.replace("@COMMANDS@", "\n#   ".join(commands)))
    form = {"file": str(path), "id": f"{law}/{key}", "name": title, "next": commands}
    words = f"Wrote {path}. Change its hands, pays and citation; then try"
    tell(form, "\n  ".join([words, *commands]), as_json=json)


def _is_law(folder: Path) -> bool:
    """Whether a folder is named after a jurisdiction, so that its files belong to that
    jurisdiction.
    """
    return (LAW / folder.name / "jurisdiction.toml").is_file()


def key_and_title(name: str) -> tuple[str, str]:
    """The key and the printed name of a wager.

    >>> key_and_title("Lucky Sevens"), key_and_title("lucky-sevens")
    (('lucky-sevens', 'Lucky Sevens'), ('lucky-sevens', 'Lucky Sevens'))
    >>> key_and_title("21+3")
    ('21-plus-3', '21+3')
    """
    said = " ".join(name.split())
    key = fold(said)
    if not re.fullmatch(r"[A-Za-z0-9+&'’!., _-]+", said) or not re.search(r"[a-z0-9]", key):
        raise PitbossError(
            f"{name!r} cannot name a wager: use letters a to z, digits, spaces and hyphens, "
            'as in "Lucky Sevens".'
        )
    if len(key) > 60:
        raise PitbossError(f"{name!r} is too long: use at most 60 letters.")
    if key == "jurisdiction":
        raise PitbossError(
            "'jurisdiction' cannot name a wager: jurisdiction.toml describes the jurisdiction."
        )
    return key, said.replace("-", " ").title() if said == key else said


def _quoted(text: str) -> str:
    return text if re.fullmatch(r"[\w./~+:@%-]+", text) else f'"{text}"'
