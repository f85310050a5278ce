"""`pitboss rules new`: a commented starter file for a wager of one's own."""

from __future__ import annotations

import re
from pathlib import Path

from pitboss.cli import command
from pitboss.cli.screen import print_json
from pitboss.errors import PitbossError
from pitboss.rulebook.load import LAW, OWN, fold

STARTER = LAW / "starter.toml"


def write_starter(name: str, folder: Path, *, as_json: bool) -> None:
    """Write FOLDER/KEY.toml, never over another file, and say what to do next."""
    key, title = key_and_title(name)
    path = folder / f"{key}.toml"
    text = STARTER.read_text("utf-8").replace("@KEY@", key).replace("@TITLE@", title)
    text = text.replace("#   pitboss ", f"#   {command()} ")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        if path.exists():
            raise PitbossError(f"{path} is there already; choose another name.") from None
        raise PitbossError(f"{folder} is not a folder.") from None
    except OSError as error:
        raise PitbossError(f"{path} cannot be written: {error.strerror}.") from None
    shown = _quoted(str(folder))
    commands = [
        f"{command()} rules check --rulebook {shown}",
        f"{command()} rules show {OWN}/{key} --rulebook {shown}",
    ]
    if as_json:
        print_json({"file": str(path), "id": f"{OWN}/{key}", "name": title, "next": commands})
        return
    print(f"Wrote {path}. Change its hands, pays and citation; then try")
    for line in commands:
        print(f"  {line}")


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
        raise PitbossError(f"{name!r} is too long a name: 60 letters are the most.")
    if key == "jurisdiction":
        raise PitbossError(
            "'jurisdiction' cannot name a wager: jurisdiction.toml is a file of its own."
        )
    return key, said.replace("-", " ").title() if said == key else said


def _quoted(text: str) -> str:
    return text if re.fullmatch(r"[\w./~+:@%-]+", text) else f'"{text}"'
