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
    file.write_text("house = {\n[[")
    assert run(["submission", "check", str(file)]) == 2
    assert "line 1" in capsys.readouterr().err
