"""What helps a person at a terminal: short rules, paging, steps, and progress."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

import pytest

from pitboss.cli.screen import Screen
from tests.conftest import Ask

STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A terminal of 24 lines, as far as the program can tell."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("COLUMNS", "80")
    return monkeypatch


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))


@pytest.mark.parametrize(
    ("command", "lines", "says"),
    [
        (
            "blackjack",
            "?",
            ["stake               $10 to $500", "soft 17             Dealer stands"],
        ),
        ("blackjack", "|?", ["Perfect pair      25 to 1", "stake       $1 to $100"]),
        ("pai-jack", "?", ["Five cards set as", "player bust  A hand over 21 loses"]),
        ("ante-up-21", "|?", ["rules show colorado/ante-up-21-ante"]),
    ],
)
def test_the_rule_fits_the_screen(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, command: str, lines: str, says: list[str]
) -> None:
    typed(monkeypatch, *lines.split("|"), "q")
    wager = ["--wager", "perfect-pairs"] if command == "blackjack" else []
    status, out, err = ask("play", command, *wager, "--seed", "7")
    assert (status, err) == (0, "")
    (told,) = re.findall(r"\]:\s*\n((?:.*\n)*?The full rule: .*\n)", out.partition("q to quit.")[2])
    assert len(told.splitlines()) < 24
    for words in says:
        assert words in told


def test_what_becomes_of_a_collected_stake_is_told_by_the_reading_in_force(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    for filed, says in (("for 1", "the pay is all"), ("to 1", "the stake is returned")):
        typed(monkeypatch, "", "?", "q")
        out = ask("play", "--wager", "jackpot-party", "--reading", f"A-1={filed}")[1]
        assert says in out.partition("if it wins")[2].splitlines()[0]


def test_who_sets_a_hand_is_told_which_and_how(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    """30-2112(6): five cards, three high and two low."""
    typed(monkeypatch, "", "?", "q")
    out = ask("play", "pai-jack", "--seed", "3")[1]
    assert "You, set: " in out
    told = " ".join(out.split())
    for words in (
        "Name the two cards of your low hand, as in the list; the other three are your high hand.",
        "The high hand is three cards, 21 or less.",
        "The low hand is two cards, never more than the high hand.",
    ):
        assert words in told


def test_a_stake_on_each_of_two_hands_says_so(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    """30-2105: every player plays two hands with equal wagers."""
    typed(monkeypatch, "?", "q")
    out = ask("play", "blackjack-switch", "--seed", "3")[1]
    assert "Blackjack [$10 on each of two hands]:" in out
    assert "$10 to $500 on each of two hands" in out
    typed(monkeypatch, "q")
    assert "Blackjack [$10]:" in ask("play", "colorado/blackjack")[1]


def test_a_pay_table_is_drawn_once(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "q")
    out = ask("play", "21-hold-em")[1]
    assert out.count("Royal Flush") == 1
    assert out.count("Paid as 21-Hold 'em.") == 2


def test_what_is_longer_than_the_terminal_is_paged(terminal: pytest.MonkeyPatch) -> None:
    paged: list[str] = []
    terminal.setattr("pydoc.pager", paged.append)
    Screen().page("short")
    assert paged == []
    Screen().page(*(f"line {n}" for n in range(24)))
    assert paged[0].splitlines()[-1] == "line 23"


def test_a_replay_is_stepped_through(
    ask: Ask, terminal: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    log = str(tmp_path / "x.log")
    assert ask("play", "--auto", "3", "--seed", "7", "--log", log)[0] == 0
    whole = len(ask("replay", log, "--json")[1])
    assert whole > 0
    typed(terminal, "", "", "r", "q")
    status, out, _ = ask("replay", log)
    shown = STYLE.sub("", out)
    assert status == 0
    assert "Enter for the next event, r for the rest of the round, q to stop." in shown
    assert "Round 1 ends" in shown
    assert "Round 2," in shown
    assert "Round 2 ends" not in shown


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ('referee colorado/blackjack --shoe "10s 10s 9s 9s As"', "Searching"),
        ("play --auto 200", "200/200"),
    ],
)
def test_progress_is_shown_on_a_terminal(
    ask: Ask, terminal: pytest.MonkeyPatch, command: str, says: str
) -> None:
    terminal.setattr("pitboss.cli.progress.AFTER", 0.0)  # these are done in less than a second
    words = [*shlex.split(command), "--json"]
    assert says in STYLE.sub("", ask(*words)[2])
    terminal.delenv("FORCE_COLOR")
    assert ask(*words)[2] == ""
