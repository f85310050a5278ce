"""Every command has help with examples that it takes, and prints JSON where it prints a result."""

import json
import re
import shlex
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from cyclopts import App

from pitboss.cli.app import app, names
from pitboss.store.database import address
from pitboss.store.store import Store
from tests.conftest import Ask

LOG = "x.log"
ASKED = {
    "audit": "",
    "compare": "colorado/21-plus-3",
    "db attest": "head.txt",
    "db audit": "--data house",
    "db backup": "copy.sqlite3 --data house",
    "db check": "--data house",
    "db export": "--data house",
    "db head": "--data house",
    "db migrate": "--data house",
    "db restore": "copy.sqlite3 --data other",
    "db rotate": "--data house",
    "evidence": "--table own --from 2027-02-01 --to 2027-02-07 --out own.zip --data house",
    "evidence verify": "own.zip",
    "par": "colorado/21-plus-3 --brief",
    "people": "--data house",
    "people reset": "Ada --data house",
    "play": f"--wager perfect-pairs --auto 3 --log {LOG}",
    "prove": "colorado/21-plus-3 --folder proofs",
    "referee": 'colorado/blackjack --shoe "10s 10s 9s 9s As"',
    "replay": f"{LOG} --round 2 --as player",
    "rules": "--jurisdiction colorado",
    "rules check": "rulebook",
    "rules coverage": "633c.1",
    "rules diff": "trilux-bonus --between colorado south_dakota",
    "rules duties": "pai-jack",
    "rules new": "lucky-sevens",
    "rules readings": "--low",
    "rules search": "straight flush",
    "rules show": "perfect-pairs",
    "simulate": "pennsylvania/blackjack --strategy basic --rounds 2000",
    "strategy": "pennsylvania/blackjack",
    "submission check": "house.toml",
    "submission diff": "house.toml next.toml",
    "submission new": "house.toml --from demo --jurisdiction new_hampshire",
    "submission write": "house.toml --out documents",
    "verify": LOG,
}
"""Command → what it is asked; all but one that serves print a result."""
FIRST = ["rules new", "play", "db migrate", "db backup", "submission new"]
"""They make what others read."""
LONG = ["audit", "evidence", "evidence verify", "simulate"]
"""Minutes, where proofs are out of date: tests/proofs reads its findings. Evidence needs a house
that has dealt: tests/submission has one. What is simulated is read in tests/simulate.
"""


def commands(here: App = app, before: str = "") -> Iterator[str]:
    """Every command by its words."""
    for name in names(here):
        if name == "help" or name == "list":  # another way to say the same
            continue
        inner = [each for each in names(here[name]) if each != "help"]
        if not inner or here[name].default_command:
            yield f"{before}{name}"
        yield from commands(here[name], f"{before}{name} ")


def test_these_are_all_commands() -> None:
    assert sorted(commands()) == sorted([*ASKED, "serve"])


@pytest.mark.parametrize("command", [*ASKED, "serve", "db"])
def test_help_has_examples_that_parse(ask: Ask, command: str) -> None:
    status, out, err = ask(*command.split(), "--help")
    assert (status, err) == (0, "")
    examples = re.findall(r"^  pitboss (.*)$", out, re.MULTILINE)
    assert examples
    for example in examples:
        assert example.startswith(command)
        app.parse_args(shlex.split(example), exit_on_error=False, print_error=False)


def test_every_result_is_printed_as_json_alone(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Store.migrate(house := address(data=Path("house")))
    with Store.open(house, write=True) as store:
        store.people.add("Ada", "admin", "seven suited sevens")
        signed, public = store.head(), store.keys.public
        said = f"{signed.head}\nsigned with key 1, {public}: {signed.signature}"
        Path("head.txt").write_text(said)
    for command in [*FIRST, *(each for each in ASKED if each not in (*FIRST, *LONG))]:
        status, out, err = ask(*shlex.split(f"{command} {ASKED[command]} --json"))
        assert (status, err) == (0, ""), command
        assert json.loads(out), command
        if command == "submission new":
            filed = Path("house.toml").read_text("utf-8")
            Path("next.toml").write_text(filed.replace("revision = 1", "revision = 2"), "utf-8")
    for command in LONG:
        assert "--json" in ask(*command.split(), "--help")[1]


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("--port 99999", "--port must be 1 to 65535, or 0 for any free port, not 99999."),
        ("--port -1", "--port must be 1 to 65535, or 0 for any free port, not -1."),
        ("--origin pit", "--origin must be an address like https://pit.example, not 'pit'."),
        ("--people-per-address 0", "--people-per-address must be 1 or more, not 0."),
    ],
)
def test_a_server_with_impossible_options_is_not_started(
    ask: Ask, tmp_path: Path, option: str, says: str
) -> None:
    data = tmp_path / "house"
    assert ask("serve", *option.split(), "--data", str(data)) == (2, "", f"pitboss: {says}\n")
    assert not data.exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("par nosuch", "No wager or game is called 'nosuch'. pitboss rules lists them all."),
        ("compare nosuch", "No wager or game is called 'nosuch'. pitboss rules lists them all."),
        ("rules show nosuch", "No wager or game is called 'nosuch'. pitboss rules lists them all."),
        ("prove nosuch", "No wager or game is called 'nosuch'. pitboss rules lists them all."),
        ("strategy nosuch", "No game is called 'nosuch'. pitboss rules lists them all."),
        ("simulate nosuch", "No game is called 'nosuch'. pitboss rules lists them all."),
        (
            "strategy pennsylvania/perfect-pairs",
            "Perfect Pairs is a wager, not a game. Try pitboss strategy pennsylvania/blackjack",
        ),
        (
            "rules duties perfect-pairs",
            "Perfect Pairs is a wager, not a game. "
            "Try pitboss rules duties pennsylvania/blackjack --with perfect-pairs",
        ),
        (
            "simulate blackjack --rounds -4",
            "--rounds takes a whole number such as 1000000 or 1e6, not",
        ),
        ("db check --data no", "no/pitboss.sqlite3. To create one: pitboss db migrate --data "),
        ("db check --database sqlite:///b", "To create one: pitboss db migrate --database sqlite:"),
    ],
)
def test_a_refusal_says_what_to_do(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, says: str
) -> None:
    """On stderr, and as JSON where that is requested."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PITBOSS_COMMAND", raising=False)
    status, out, err = ask(*words.split())
    assert (status, out) == (2, "")
    assert err.startswith("pitboss: ")
    assert says in err
    status, out, told = ask(*words.split(), "--json")
    assert (status, told) == (2, err)
    assert json.loads(out) == {"error": err.removeprefix("pitboss: ").rstrip("\n")}


def leaves(here: App = app, *before: str) -> Iterator[tuple[list[str], App]]:
    """Every command that takes options."""
    for name in names(here):
        if here[name].default_command:
            yield [*before, name], here[name]
        yield from leaves(here[name], *before, name)


def test_every_option_for_a_number_says_so(ask: Ask) -> None:
    tried = 0
    for words, here in leaves():
        options = here.assemble_argument_collection()
        needed = [
            word
            for each in options
            if each.required
            for word in ([each.name, "x"] if each.name.startswith("--") else ["x"])
        ]
        for each in options:
            kinds = {int, float} & {each.hint, *get_args(each.hint)}
            if kinds and each.name.startswith("--"):
                takes = "a whole number" if int in kinds else "a number"
                status, _, err = ask(*words, *needed, each.name, "x")
                assert status == 2
                assert err.startswith(f"pitboss: {each.name} takes {takes}, not 'x'.\n"), words
                tried += 1
            if int in kinds and each.name.startswith("--"):
                status, _, err = ask(*words, *needed, each.name, "2.5")
                assert status == 2
                assert err.startswith(f"pitboss: {each.name} takes {takes}, not '2.5'.\n"), words
    assert tried > 30


@pytest.mark.parametrize("typed", ["--port {} --data house", "--data house --port={}"])
def test_a_port_in_use_is_refused_with_a_command_that_works(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        status, out, err = ask("serve", *typed.format(port).split())
    assert (status, out) == (2, "")
    said = re.fullmatch(rf"pitboss: Port {port} is in use. Try pitboss serve (.*)\n", err)
    assert said, err
    free = re.sub(r"\D", "", said[1])
    assert said[1] == typed.format(free)
    assert free != str(port)
    assert not Path("house").exists()
