"""Whatever stands in a submission, it is read or refused: no value ends the program."""

import tomllib
from typing import Any

import pytest

from pitboss.rulebook.load import Rulebook
from pitboss.submission.file import read
from pitboss.submission.table_form import KEYS
from pitboss.submission.wager_form import OWN_KEYS
from tests.submission.forms import RIVERBEND, one_table

WRONG = (
    "7",
    "-1",
    "true",
    "false",
    '""',
    '"nothing"',
    "[]",
    "[1]",
    '["x"]',
    "{}",
    "{ x = 1 }",
    "1.5",
)


def faults(book: Rulebook, text: str) -> list[str]:
    tomllib.loads(text)
    found: list[Any] = read(book, text)[1]
    return [str(fault) for fault in found]


@pytest.mark.parametrize("key", KEYS)
def test_any_value_of_a_table(book: Rulebook, key: str) -> None:
    lines = one_table().split("\n")
    lines = [line for line in lines if not line.startswith(f"{key} =") and "wagers" not in line]
    for value in WRONG:
        text = "\n".join([*lines[:3], f"{key} = {value}", *lines[3:]])
        assert all("house" not in fault.split(":")[0] for fault in faults(book, text))
    assert faults(book, "\n".join([*lines[:3], f'{key} = "nothing"', *lines[3:]])) or key in (
        "id",
        "name",
    )


@pytest.mark.parametrize("key", [*OWN_KEYS, "configuration", "envy", "A-1"])
def test_any_value_of_a_wager(book: Rulebook, key: str) -> None:
    for value in WRONG:
        faults(book, one_table(f"jackpot_party = {{ {key} = {value} }}"))
    assert faults(book, one_table(f"jackpot_party = {{ {key} = [1] }}"))


@pytest.mark.parametrize(
    "key", ["house", "readings", "acknowledge", "approved", "table", "superseded", "permission"]
)
def test_any_value_of_the_house(book: Rulebook, key: str) -> None:
    lines = [line for line in RIVERBEND.split("\n")[:2] if not line.startswith(f"{key} =")]
    for value in WRONG:
        faults(book, "\n".join([*lines, f"{key} = {value}"]))
    assert faults(book, "\n".join([*lines, f"{key} = 7"]))
