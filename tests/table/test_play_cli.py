"""`pitboss play`, `replay` and `verify` as a person types them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.cli import run

Type = Callable[..., tuple[int, str, str]]


@pytest.fixture
def at_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Type:
    """Run a command and type these lines; give status, stdout and stderr."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("PITBOSS_RULEBOOK", raising=False)

    def answer(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = run(arguments)
        said = capsys.readouterr()
        return status, said.out, said.err

    return answer


def test_a_lesson_is_the_same_every_time_and_its_log_verifies(
    at_terminal: Type, tmp_path: Path
) -> None:
    logs = []
    for name in ("one.log", "two.log"):
        path = tmp_path / name
        status, out, err = at_terminal(
            *("play", "--wager", "perfect-pairs", "--seed", "7", "--log", str(path)),
            typed="\n\nstand\n$20\n0\nstand\n",
        )
        assert (status, err) == (0, "")
        assert "A lesson: the shoes of seed 7" in out
        assert "after 2 rounds" in out
        logs.append(path.read_text())
        status, out, _ = at_terminal("verify", str(path))
        assert status == 0
        assert "2 rounds" in out
        assert len(out.splitlines()) == 1
    assert logs[0] == logs[1]
    assert 'source="seed 7"' in logs[0]


def test_questions_undo_and_illegal_words(at_terminal: Type) -> None:
    typed = "?\n$3\n$20\n\n?\nundo\nfold\nstand\n"  # $3 is under the limit
    status, out, _ = at_terminal("play", "--wager", "perfect-pairs", "--seed", "7", typed=typed)
    assert status == 0
    assert "Other winning hands pay even money." in out  # ? at a stake shows the game's terms
    assert "58 Pa. Code § 633a.10" in out
    assert "what is dealt is dealt" in out
    assert "'fold' is not legal for box 1: stand, hit, double or surrender" in out


def test_stakes_are_refused_before_any_is_placed(at_terminal: Type, tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    typed = "$600\n$5\n$0.003\n0\n$10\n$200\n$5\nq\n"
    status, out, _ = at_terminal(
        *("play", "--wager", "perfect-pairs", "--seed", "7", "--log", str(log)), typed=typed
    )
    assert status == 0
    assert "That is $600; you have $500." in out
    assert "Blackjack stakes are $10 to $500 here, not $5." in out
    assert "'$0.003' is not an amount of money" in out
    assert "takes $1 to $100 at this table, not $200" in out
    assert "Your hands stand as they lie." in out
    assert [x for x in log.read_text().splitlines() if x.startswith("bet ")] == [
        "bet box=1 player=player wager=blackjack cents=1000",
        "bet box=1 player=player wager=perfect-pairs cents=500",
    ]
    assert at_terminal("verify", str(log))[0] == 0


@pytest.mark.parametrize("stop", [EOFError, KeyboardInterrupt])
def test_leaving_in_the_middle_ends_with_the_balance(
    at_terminal: Type, monkeypatch: pytest.MonkeyPatch, stop: type[BaseException], tmp_path: Path
) -> None:
    lines = iter(["", ""])

    def typing(*_: object) -> str:
        for line in lines:
            return line
        raise stop

    monkeypatch.setattr("builtins.input", typing)
    log = tmp_path / "left.log"
    status, out, err = at_terminal(
        *("play", "--wager", "perfect-pairs", "--seed", "7", "--log", str(log))
    )
    assert (status, err) == (0, "")
    assert out.rstrip().splitlines()[-1].startswith("You leave with $")
    assert at_terminal("verify", str(log))[0] == 0


def test_auto_sums_up_with_the_proof_beside_it(at_terminal: Type, tmp_path: Path) -> None:
    log = tmp_path / "auto.log"
    command = ("play", "--wager", "perfect-pairs", "--wager", "kings-bounty", "--auto", "400")
    status, out, err = at_terminal(*command, "--seed", "1", "--json", "--log", str(log))
    assert (status, err) == (0, "")
    made = json.loads(out)
    assert made["rounds"] == 400
    assert made["source"] == "seed 1"
    main, pairs, _ = made["wagers"]
    assert main["exact_without_meters"] is None
    assert (pairs["rounds"], pairs["staked"]) == (400, "2000.00")
    assert abs(pairs["z"]) < 4.5
    status, out, _ = at_terminal(*command)
    assert status == 0
    assert "proved" in out
    assert at_terminal("verify", str(log))[0] == 0


def test_a_meter_is_shown(at_terminal: Type) -> None:
    status, out, _ = at_terminal(
        *("play", "--jurisdiction", "colorado", "--wager", "21-plus-3-progressive"), typed=""
    )
    assert status == 0
    assert "21+3 Progressive, progressive: $" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--wager", "top-3"), "Top 3 needs three-card-poker at the table"),
        (("--wager", "perfect-pear"), "Did you mean perfect-pairs?"),
        (("--wager", "perfect-pairs=C"), "No pay table of Perfect Pairs is called 'C'"),
        (("--decks", "9"), "not 9"),
        (("--jurisdiction", "ohio"), "No jurisdiction is called 'ohio'"),
        (("--bankroll", "$0.003"), "is not an amount of money"),
        (("--bankroll", "0"), "must be above nothing"),
        (("--auto", "0"), "one round or more"),
        (("--json",), "--json goes with --auto"),
        (("--log", "."), "there already"),
        (("--log", "no/such/folder/x.log"), "cannot be written"),
    ],
)
def test_what_play_refuses(at_terminal: Type, arguments: tuple[str, ...], says: str) -> None:
    status, out, err = at_terminal("play", *arguments)
    assert (status, out) == (2, "")
    assert says in err
    assert "Traceback" not in err


@pytest.fixture
def lesson(at_terminal: Type, tmp_path: Path) -> Path:
    path = tmp_path / "lesson.log"
    at_terminal(
        *("play", "--wager", "perfect-pairs", "--auto", "3", "--seed", "9", "--log", str(path))
    )
    return path


def test_replay_shows_a_round_as_each_may_see_it(at_terminal: Type, lesson: Path) -> None:
    status, out, _ = at_terminal("replay", str(lesson), "--round", "1")
    assert status == 0
    assert "a card to dealer face down" not in out
    assert "round 1 ends" in out
    assert "round 2" not in out
    for who in ("player", "dealer"):
        status, out, _ = at_terminal("replay", str(lesson), "--round", "1", "--as", who)
        assert "a card to burn face down" in out
        assert "a card to dealer face down" in out
    status, _, err = at_terminal("replay", str(lesson), "--round", "4")
    assert (status, err) == (2, "pitboss: The log has 3 rounds; there is no round 4.\n")


@pytest.mark.parametrize(
    ("change", "status", "says"),
    [
        (lambda text: text[: len(text) // 2], 2, "cut off in the middle of a line"),
        (lambda text: text[: text.index("\nanswer") + 1], 1, "it was cut short"),
        (lambda text: text[: text.index("\nclose rounds") + 1], 1, "not closed after round 3"),
        (lambda text: text[: text.index("\ncard to=dealer") + 1], 1, "The log ends before"),
        (lambda text: text.replace("pairs cents=500", "pairs cents=600", 1), 1, "the rules say"),
        (lambda text: text.replace("back=0", "back=9000", 1), 1, "the rules say"),
        (lambda text: text.replace("rulebook=", "rulebook=f", 1), 2, "made under rulebook f"),
        (lambda text: text.replace("procedure=blackjack/1", "procedure=x/1"), 2, "procedure x/1"),
        (lambda text: "", 2, "not a log"),
        (lambda text: "hello\n", 2, "not a log"),
        (lambda text: text.replace("closed", "clo sed", 1), 2, "is not an event"),
    ],
)
def test_verify_finds_what_was_done_to_a_log(
    at_terminal: Type, lesson: Path, change: Callable[[str], str], status: int, says: str
) -> None:
    text = lesson.read_text()
    changed = change(text)
    assert changed != text
    lesson.write_text(changed)
    found, out, err = at_terminal("verify", str(lesson))
    assert found == status
    assert says in out + err
    assert len((out + err).splitlines()) == 1
    assert "Traceback" not in err


def test_files_that_are_no_logs(at_terminal: Type, tmp_path: Path) -> None:
    binary = tmp_path / "x.png"
    binary.write_bytes(b"\x89PNG\xff\xfe\n")
    for command in ("verify", "replay"):
        for path, says in ((binary, "not text"), (tmp_path, "cannot be read")):
            status, out, err = at_terminal(command, str(path))
            assert (status, out) == (2, "")
            assert says in err
        assert at_terminal(command, str(tmp_path / "none.log"))[0] == 2


def test_verify_as_json(at_terminal: Type, lesson: Path) -> None:
    status, out, _ = at_terminal("verify", str(lesson), "--json")
    assert status == 0
    assert json.loads(out)["faults"] == []
    lesson.write_text(lesson.read_text().replace("back=0", "back=1", 1))
    status, out, _ = at_terminal("verify", str(lesson), "--json")
    assert status == 1
    assert json.loads(out)["faults"][0]["line"] > 1
