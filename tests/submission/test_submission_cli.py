"""The `pitboss submission` commands."""

import json
from pathlib import Path

import pytest

from pitboss.cli import run
from tests.conftest import Ask
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
                "message": "Top 3 needs Three Card Poker (three-card-poker) at the table.",
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
        ("house = {\n[[", f"{file}:1: not readable as TOML: a key is missing before this point: "),
        ('house = { name = "A\n', f"{file}:1: not readable as TOML: a quote is not closed: "),
        (
            RIVERBEND.replace("2027-02-01", "2027-02-30"),
            f"{file}:1: not readable as TOML: there is no such date or time: ",
        ),
        ("\nhouse = [", f"{file}:2: not readable as TOML: a value is missing, "),
    ):
        file.write_text(text)
        assert run(["submission", "check", str(file)]) == 1
        said = capsys.readouterr().out
        assert said.startswith(says), said
        assert said.endswith(f"\n{file}: 1 fault.\n")


def test_diff_lists_faults_in_the_order_of_the_lines(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(
        one_table('x = { paytable = "A" }', readings='A-1 = "for 7"') + "\ncolour = 1\n"
    )
    status, _, said = ask("submission", "diff", str(file), str(file))
    lines = [
        int(line.partition(f"{file}:")[2].partition(":")[0]) for line in said.split("\n")[1:-1]
    ]
    half = len(lines) // 2
    assert status == 2
    assert lines[:half] == sorted(lines[:half])
    assert len({*lines}) > 1


def test_new_from_nowhere_says_what_it_takes(ask: Ask, tmp_path: Path) -> None:
    there = str(tmp_path / "nowhere")
    said = ask("submission", "new", str(tmp_path / "x.toml"), "--from", there)[2]
    assert said == (
        f"pitboss: There is no folder {there}: --from takes demo, the folder of a house or a "
        "database URL.\n"
    )


def test_write_refuses_a_file_for_its_folder_at_once(ask: Ask, tmp_path: Path) -> None:
    file, out = tmp_path / "none.toml", tmp_path / "doc.toml"
    out.touch()
    said = ask("submission", "write", str(file), "--out", str(out))[2]
    assert said == f"pitboss: {out} is a file: name a folder.\n"  # the submission is not read


def test_new_takes_no_empty_name(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    said = ask("submission", "new", str(file), "--from", "demo", "--name", "")[2]
    assert said.startswith("pitboss: name must have 1 to 60 letters")
    assert not file.exists()


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
