"""`pitboss rules new`: a commented starter file for a new wager."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from pitboss.cli.files import make_folder, new_file
from pitboss.cli.parameters import Json, NoRules
from pitboss.cli.screen import tell
from pitboss.errors import PitbossError, command
from pitboss.rulebook.load import LAW, OWN, fold

STARTER = LAW / "starter.toml"


def new(
    name: Annotated[str, Parameter(help="The name of the wager.")],
    /,
    *,
    folder: Annotated[Path, Parameter(help="Where to write it.")] = Path("rulebook"),
    json: Json = False,
    rulebook: NoRules = (),
) -> None:
    """Write a commented starter file for a wager of your own."""
    key, title = key_and_title(name)
    path = folder / f"{key}.toml"
    law, place = (folder.name, folder.parent) if _is_law(folder) else (OWN, folder)
    given = f"--rulebook {_quoted(str(place))}"
    commands = [
        f"{command()} rules check {given}",
        f"{command()} par {law}/{key} {given}",
        f"{command()} play {f'--in {law} ' * (law != OWN)}--wager {key} {given}",
    ]
    text = STARTER.read_text("utf-8").replace("@KEY@", key).replace("@TITLE@", title)
    make_folder(folder)
    with new_file(path) as file:
        file.write(text.replace("@COMMANDS@", "\n#   ".join(commands)))
    form = {"file": str(path), "id": f"{law}/{key}", "name": title, "next": commands}
    words = f"Wrote {path}. Change its hands, pays and citation; then try"
    tell(form, "\n  ".join([words, *commands]), as_json=json)


def _is_law(folder: Path) -> bool:
    """A folder named after a jurisdiction: its files belong to that jurisdiction."""
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
