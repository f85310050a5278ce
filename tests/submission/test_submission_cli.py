"""The `pitboss submission` commands."""

import json
from pathlib import Path

import pytest

from pitboss.cli import run
from tests.submission.forms import RIVERBEND, one_table


def test_check_prints_faults_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "house.toml"
    file.write_text(one_table('top_3 = { paytable = "A", limits = "$1 to $50" }'))
    assert run(["submission", "check", str(file), "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {
        "faults": [
            {
                "file": str(file),
                "line": 9,
                "clause": "58 Pa. Code § 633c.7(a)",
                "message": "Top 3 needs three-card-poker at the table.",
            }
        ],
        "acknowledge": [],
    }


def test_check_says_that_a_submission_may_be_filed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "house.toml"
    file.write_text(RIVERBEND)
    assert run(["submission", "check", str(file)]) == 0
    assert capsys.readouterr().out == "Riverbend, revision 3: 3 tables, no faults.\n"


def test_check_names_the_line_that_is_no_toml(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "house.toml"
    for text, says in (
        ("house = {\n[[", f"{file}:1: this is not TOML at column 10: invalid initial character"),
        ('house = { name = "A\n', f"{file}:1: this is not TOML at column 20: the line ends before"),
        (
            RIVERBEND.replace("2027-02-01", "2027-02-30"),
            f"{file}:1: this is not TOML at column 88: there is no such date.",
        ),
        ("\nhouse = [", f"{file}:2: this is not TOML at its end: invalid value."),
    ):
        file.write_text(text)
        assert run(["submission", "check", str(file)]) == 1
        said = capsys.readouterr().out
        assert said.startswith(says), said
        assert said.endswith(f"\n{file}: 1 fault.\n")


def test_check_refuses_a_revision_that_is_no_higher_than_the_one_it_replaces(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = tmp_path / "old.toml", tmp_path / "new.toml"
    old.write_text(one_table())
    for number, status in ((2, 1), (3, 1), (4, 0)):
        new.write_text(one_table().replace("revision = 3", f"revision = {number}"))
        assert run(["submission", "check", str(new), "--replaces", str(old)]) == status
        said = capsys.readouterr().out
        is_said = f"{new}:1: revision 3 is in force; the next must be 4 or higher." in said
        assert is_said == bool(status)
