"""The committed proofs are valid, and one that no longer is gets noticed."""

import ast
import json
import os
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

import pitboss
from pitboss.analysis.proof_files import (
    ENGINE,
    SOURCE,
    left_over,
    proof_file,
    provable,
    prove_wagers,
    read_file,
    rule_digest,
    why_stale,
)
from pitboss.analysis.proof_text import header, read_proof, show_proof
from pitboss.analysis.shipped_sheets import left_over_sheets, sheet_file, why_sheet_stale
from pitboss.package_data import shipped
from pitboss.sheets.game_sheet import (
    game_sheet_file,
    left_over_game_sheets,
    why_game_sheet_stale,
)
from pitboss.solvers.proofs import (
    game_file,
    game_proof,
    left_over_games,
    read_game_proof,
    solved_game,
    solved_games,
    why_game_stale,
)
from tests.conftest import Ask

ROOT = Path(__file__).resolve().parents[2]
PROOFS = ROOT / "proofs"
MOST = 1_500_000


# the committed files


def test_every_proof_is_there_and_fresh(book: pitboss.Rulebook) -> None:
    stale = {}
    for wager in provable(book.wagers):
        path = proof_file(PROOFS, wager)
        text = path.read_text("utf-8") if path.exists() else None
        if why := why_stale(book, wager, text, readings=True):
            stale[wager.id] = why
    assert not stale, "make them again: ./run prove --all-readings"
    assert left_over(book, PROOFS) == []
    assert shipped("proofs") == PROOFS


def test_no_sheet_that_is_kept_is_stale(book: pitboss.Rulebook) -> None:
    stale = {}
    for wager in provable(book.wagers):
        text = read_file(sheet_file(PROOFS, wager))
        if text is not None and (why := why_sheet_stale(book, wager, text)):
            stale[wager.id] = why
    for game, made in solved_games(book):
        text = read_file(game_sheet_file(PROOFS, game))
        if text is not None and (why := why_game_sheet_stale(book, made, text)):
            stale[game.id] = why
    assert not stale, "make them again: ./run prove --all-readings"
    assert [*left_over_sheets(book, PROOFS), *left_over_game_sheets(book, PROOFS)] == []


def test_proofs_stay_small() -> None:
    files = [*PROOFS.rglob("*.txt"), *PROOFS.rglob("*.toml"), *PROOFS.rglob("*.json")]
    assert sum(path.stat().st_size for path in files) < MOST


def test_proofs_read_back_as_written() -> None:
    for path in PROOFS.rglob("*.txt"):
        text = path.read_text("utf-8")
        assert show_proof(read_proof(text)) == text, path


def test_a_handful_is_proved_again(book: pitboss.Rulebook) -> None:
    """Byte for byte, of the wagers on up to three open cards."""
    quick = {"player.first_two", "player.first_three", "dealer.upcard"}
    chosen = random.Random(633).sample([w for w in provable(book.wagers) if {*w.sees} <= quick], 8)
    made = {
        wager.id: show_proof(proof)
        for wager, proof in prove_wagers(book, (), [(w, True) for w in chosen], jobs=1)
    }
    for wager in chosen:
        assert made[wager.id] == proof_file(PROOFS, wager).read_text("utf-8"), wager.id


def test_counts_add_up_and_returns_follow_from_them() -> None:
    for path in PROOFS.rglob("*.txt"):
        for figures in read_proof(path.read_text("utf-8")).figures:
            assert figures.ways
            assert sum(many for _, many in figures.ways.outcomes) == figures.ways.total
            assert figures.returns + figures.edge in (0, 1)


def test_21_plus_3_is_what_the_readme_works_out() -> None:
    """Counts by hand: proofs/README.md."""
    text = (PROOFS / "colorado/21-plus-3.txt").read_text("utf-8")
    six = next(f for f in read_proof(text).figures if f.at.decks == 6)
    assert six.ways
    assert [many for _, many in six.ways.outcomes] == [10_368, 26_312, 155_520, 292_896, 4_528_224]
    assert str(six.edge) == "4059/125333"
    worked = (PROOFS / "README.md").read_text("utf-8")
    for _, many in six.ways.outcomes:
        assert f"{many:,}" in worked


def test_the_engine_is_all_that_decides_a_figure() -> None:
    """What sheet.py imports, and what that imports, is in its digest or only carries data."""
    carries = {"errors", "log", "rulebook/load", "rulebook/schema", "rulebook/paytable",
               "rulebook/toml_values", "rulebook/entries", "rulebook/rule_faults",
               "rulebook/forms", "rulebook/__init__", "progressive/events", "chips",
               "procedure/round", "procedure/steps", "procedure/verbs"}  # fmt: skip
    listed = {p.relative_to(SOURCE).as_posix() for each in ENGINE for p in SOURCE.glob(each)}
    seen: set[str] = set()
    waiting = ["analysis/sheet"]
    while waiting:
        name = waiting.pop()
        if name in seen or name in carries:
            continue
        seen.add(name)
        for node in ast.walk(ast.parse((SOURCE / f"{name}.py").read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pitboss."):
                module = (node.module or "").split(".")[1:]
                for parts in (module, *([*module, a.name] for a in node.names)):
                    if (SOURCE / "/".join(parts)).with_suffix(".py").is_file():
                        waiting.append("/".join(parts))
    assert {f"{name}.py" for name in seen} <= listed


# games


def test_every_solved_game_has_its_proof_and_it_is_fresh(book: pitboss.Rulebook) -> None:
    stale = {}
    for game, made in solved_games(book):
        path = game_file(PROOFS, game)
        text = path.read_text("utf-8") if path.exists() else None
        if why := why_game_stale(book, made, text):
            stale[game.id] = why
    assert not stale, "make them again: ./run prove"
    assert left_over_games(book, PROOFS) == []


def test_a_game_is_proved_again(book: pitboss.Rulebook) -> None:
    game = book.game("south_dakota/blackjack")
    assert game_proof(book, solved_game(book, game)) == game_file(PROOFS, game).read_text("utf-8")


def test_six_decks_are_proved_at_what_the_literature_says() -> None:
    """−0.402870 % without surrender, which is among the options."""
    path = PROOFS / "games/pennsylvania/blackjack.toml"
    found = read_game_proof(path.read_text("utf-8"))
    (none,) = [each for each in found["options"] if each["choice"] == "none"]
    assert none["key"] == "surrender"
    assert none["expectation"].startswith("-0.00402870236")


@pytest.mark.parametrize(
    ("game", "expectation", "deviation", "hits"),
    [
        ("ante-up-21", "-0.0360198809", "0.997199231", "0.475788994"),
        ("3-card-21-n-done", "-0.0089520833", "1.192548017", "0.485707719"),
    ],
)
def test_what_six_decks_of_a_game_are_worth(
    game: str, expectation: str, deviation: str, hits: str
) -> None:
    """`tests/solvers` solves them again with `--soak`, and shoes of few ranks without."""
    text = (PROOFS / f"games/colorado/{game}.toml").read_text("utf-8")
    figures = read_game_proof(text)["figures"]
    assert figures["expectation"].startswith(expectation)
    assert figures["standard_deviation"].startswith(deviation)
    assert figures["hit_frequency"].startswith(hits)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("average_staked = ", "average_stoked = ", "changed since it was written"),
        ("pitboss game proof", "a game proof", "not a proof"),
    ],
)
def test_a_tampered_game_proof_is_noticed(
    ask: Ask, tmp_path: Path, old: str, new: str, why: str
) -> None:
    name = "games/colorado/blackjack.toml"
    copy = tmp_path / name
    copy.parent.mkdir(parents=True)
    here = ("colorado/blackjack", "--check", "--folder", str(tmp_path))
    assert "missing" in ask("prove", *here)[1]
    text = (PROOFS / name).read_text("utf-8")
    copy.write_text(text.replace(old, new, 1), "utf-8")
    status, out, _ = ask("prove", *here)
    assert status == 1
    assert why in out.replace("\n", " ")
    copy.write_text(text, "utf-8")
    assert ask("prove", *here) == (0, "1 proof, all up to date.\n", "")


def test_a_game_that_no_solver_covers_cannot_be_proved(
    book: pitboss.Rulebook, ask: Ask, tmp_path: Path
) -> None:
    covered = {game.id for game, _ in solved_games(book)}
    for game in (each for each in book.games if each.id not in covered):
        status, _, err = ask("prove", game.id, "--folder", str(tmp_path))
        assert status == 2
        assert "not been solved yet" in err


# what --check notices


def test_a_proof_is_made_and_kept(ask: Ask, tmp_path: Path) -> None:
    here = ("perfect-pairs", "--folder", str(tmp_path))
    status, out, err = ask("prove", *here)
    assert (status, err) == (0, "")
    assert out.startswith("pennsylvania/perfect-pairs  proved: new\nProved 1 wager in 16 settings")
    file = tmp_path / "pennsylvania/perfect-pairs.txt"
    before = file.stat().st_mtime_ns
    assert ask("prove", *here)[0] == 0
    assert file.stat().st_mtime_ns == before
    assert ask("prove", *here, "--check") == (0, "1 proof, all up to date.\n", "")


@pytest.mark.parametrize("command", [("audit",), ("prove", "--check")])
def test_a_folder_of_proofs_that_is_not_there_is_noticed_at_once(
    ask: Ask, tmp_path: Path, command: tuple[str, ...]
) -> None:
    none = tmp_path / "none"
    said = ask(*command, "--folder", str(none))
    assert said == (2, "", f"pitboss: There is no folder {none}.\n")


def test_a_missing_file_is_noticed(ask: Ask, tmp_path: Path) -> None:
    status, out, _ = ask("prove", "top-3", "--check", "--folder", str(tmp_path), "--json")
    assert status == 1
    (stale,) = json.loads(out)["stale"]
    assert (stale["wager"], stale["why"]) == ("pennsylvania/top-3", "missing")


@pytest.mark.parametrize(("old", "new"), [("1,", "2,"), ("edge", "egde"), ("name ", "nome ")])
def test_a_tampered_file_is_noticed(ask: Ask, tmp_path: Path, old: str, new: str) -> None:
    here = ("perfect-pairs", "--folder", str(tmp_path))
    ask("prove", *here)
    file = tmp_path / "pennsylvania/perfect-pairs.txt"
    good = file.read_text("utf-8")
    file.write_text(good.replace(old, new, 1), "utf-8")
    status, out, _ = ask("prove", *here, "--check")
    assert status == 1
    assert "perfect-pairs.txt: changed since it was written" in out.replace("\n", " ")
    assert ask("prove", *here)[0] == 0
    assert file.read_text("utf-8") == good


def test_a_file_that_is_no_proof_is_noticed(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "pennsylvania").mkdir()
    (tmp_path / "pennsylvania/perfect-pairs.txt").write_bytes(b"\xff\xfe nothing")
    status, out, _ = ask("prove", "perfect-pairs", "--check", "--folder", str(tmp_path))
    assert status == 1
    assert "not a proof" in out


def test_a_changed_rule_is_noticed(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert ask("rules", "new", "Lucky Sevens", "--folder", "mine")[0] == 0
    rule = tmp_path / "mine/lucky-sevens.toml"
    here = ("lucky-sevens", "--rulebook", "mine", "--folder", "out")
    assert ask("prove", *here)[0] == 0
    assert ask("prove", *here, "--check")[0] == 0
    text = rule.read_text("utf-8")
    rule.write_text("# a comment changes nothing\n" + text, "utf-8")
    assert ask("prove", *here, "--check")[0] == 0
    pays = re.search(r'"(\d+) to 1"', text)
    assert pays
    rule.write_text(text.replace(pays[0], f'"{int(pays[1]) + 1} to 1"', 1), "utf-8")
    status, out, _ = ask("prove", *here, "--check")
    assert status == 1
    assert "the rule changed" in out


def test_a_changed_engine_is_noticed(book: pitboss.Rulebook) -> None:
    wager = book.wager("perfect-pairs")
    text = proof_file(PROOFS, wager).read_text("utf-8")
    other = show_proof(replace(read_proof(text), made_from="0" * 64))
    assert header(other)["whole"] == "yes"
    assert why_stale(book, wager, other) == "the engine or the settings changed"


def test_a_left_over_file_is_noticed_and_removed(ask: Ask, tmp_path: Path) -> None:
    for path in (each for each in PROOFS.rglob("*") if each.is_file()):
        copy = tmp_path / path.relative_to(PROOFS)
        copy.parent.mkdir(exist_ok=True, parents=True)
        copy.write_bytes(path.read_bytes())
    gone = tmp_path / "colorado/no-such-wager.txt"
    gone.write_text("x", "utf-8")
    (tmp_path / "own").mkdir()
    (tmp_path / "own/lucky-sevens.txt").write_text("not the law's", "utf-8")
    status, out, _ = ask("prove", "--check", "--folder", str(tmp_path))
    assert status == 1
    assert "its wager no longer exists" in out.replace("\n", " ")
    assert ask("prove", "--folder", str(tmp_path))[0] == 0
    assert not gone.exists()
    assert (tmp_path / "own/lucky-sevens.txt").exists()


def test_readings_once_proved_are_kept(ask: Ask, tmp_path: Path) -> None:
    here = ("upcard-luck", "--folder", str(tmp_path), "--jobs", "1")
    file = tmp_path / "pennsylvania/upcard-luck.txt"
    ask("prove", *here)
    assert "reading D-42" not in file.read_text("utf-8")
    ask("prove", *here, "--all-readings")
    with_readings = file.read_text("utf-8")
    assert "reading D-42 = for 1: 3 of 3 settings change" in with_readings
    file.write_text(with_readings.replace("edge", "egde"), "utf-8")
    ask("prove", *here)
    assert file.read_text("utf-8") == with_readings


def test_two_processes_prove_the_same(book: pitboss.Rulebook) -> None:
    wanted = [(book.wager(name), True) for name in ("perfect-pairs", "upcard-luck", "top-3")]
    wanted = [(w, others) for w, others in wanted if w.jurisdiction == "pennsylvania"]
    one = {w.id: show_proof(p) for w, p in prove_wagers(book, (), wanted, jobs=1)}
    two = {w.id: show_proof(p) for w, p in prove_wagers(book, (), wanted, jobs=2)}
    assert one == two
    assert len(one) == 3


def test_prose_is_no_part_of_the_rule(book: pitboss.Rulebook) -> None:
    wager = book.wager("perfect-pairs")
    assert rule_digest(book, replace(wager, notes=("new",))) == rule_digest(book, wager)
    assert rule_digest(book, replace(wager, decks=(6,))) != rule_digest(book, wager)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["perfect-pear"], "Did you mean perfect-pair"),
        (["pennsylvania/hit-and-run"], "prints no pay table"),
        (["perfect-pairs", "--jobs", "0"], "--jobs must be 1 or more"),
    ],
)
def test_refusals(ask: Ask, arguments: list[str], says: str) -> None:
    status, _, err = ask("prove", *arguments)
    assert status == 2
    assert says in err


def test_a_folder_that_cannot_be_written_is_reported(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    status, _, err = ask("prove", "perfect-pairs", "--folder", os.fspath(tmp_path / "file"))
    assert status == 2
    assert "cannot be" in err
