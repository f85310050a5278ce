"""`pitboss rules new` writes a file that passes the checker and never overwrites one."""

import io
import json
from pathlib import Path

import pytest

from pitboss import load
from pitboss.cli import run
from pitboss.cli.rule_files import key_and_title
from tests.soak import soak


@pytest.mark.parametrize(
    "name", ["21+3 Deluxe", soak("Lucky Sevens"), "lucky-sevens", soak("Dealer's Choice")]
)
def test_a_starter_passes_and_can_be_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    folder = tmp_path / "own rules"
    assert run(["rules", "new", name, "--folder", str(folder)]) == 0
    key, title = key_and_title(name)
    book = load(folder)
    assert book.wager(f"own/{key}").name == title
    assert run(["rules", "check", "--rulebook", str(folder)]) == 0
    assert "No faults" in capsys.readouterr().out
    assert run(["rules", "show", key, "--rulebook", str(folder)]) == 0
    assert title in capsys.readouterr().out


@pytest.mark.parametrize(("folder", "law"), [("", "own"), ("colorado", "colorado")])
def test_the_commands_it_suggests_work(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    folder: str,
    law: str,
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    place = tmp_path / "rulebook" / folder
    assert run(["rules", "new", "Lucky Sevens", "--folder", str(place), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["file"] == str(place / "lucky-sevens.toml")
    assert said["id"] == f"{law}/lucky-sevens"
    assert [line.split()[1] for line in said["next"]] == ["rules", "par", "play"]
    for command in said["next"]:
        assert command in Path(said["file"]).read_text("utf-8")
        assert run(command.split()[1:]) == 0


def test_a_wager_of_ones_own_is_never_played_as_the_laws(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["rules", "new", "Perfect Pairs", "--folder", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert f"play --wager own/perfect-pairs --rulebook {tmp_path}" in said
    assert run(["play", "--wager", "own/perfect-pairs", "--rulebook", str(tmp_path)]) == 2
    assert "Pennsylvania has its own Perfect Pairs" in capsys.readouterr().err


def test_the_default_folder_is_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["rules", "new", "lucky"]) == 0
    assert (tmp_path / "rulebook" / "lucky.toml").is_file()
    assert "pitboss rules check --rulebook rulebook" in capsys.readouterr().out


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "lucky.toml").write_text("mine")
    assert run(["rules", "new", "lucky", "--folder", str(tmp_path)]) == 2
    assert "lucky.toml already exists" in capsys.readouterr().err
    assert (tmp_path / "lucky.toml").read_text() == "mine"
    assert run(["rules", "new", "lucky", "--folder", str(tmp_path / "lucky.toml")]) == 2
    assert "is a file: name a folder." in capsys.readouterr().err
    assert run(["rules", "new", "lucky", "--folder", str(tmp_path / "lucky.toml" / "in")]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize(
    "name", ["", "  ", "---", "../up", "a/b", "Café", "x" * 80, "jurisdiction"]
)
def test_a_name_that_cannot_be_one_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert run(["rules", "new", "--folder", str(tmp_path), "--", name]) == 2
    said = capsys.readouterr()
    assert said.err.startswith("pitboss: ")
    assert len(said.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
