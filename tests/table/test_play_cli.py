"""`pitboss play`, `replay` and `verify` as a person types them."""

from __future__ import annotations

import io
import json
import re
import shlex
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.errors import NotAllowed
from pitboss.library.open_table import open_table
from pitboss.log import print_log
from pitboss.rulebook.load import load
from pitboss.table.houses.default_house import Wish, file_house
from pitboss.table.houses.offers import why_not
from tests.soak import soak
from tests.table.floor import games_by_procedure

Type = Callable[..., tuple[int, str, str]]
PROGRESSIVE = ("--in", "colorado", "--wager", "21-plus-3-progressive")


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
    assert "Nothing can be undone" in out
    assert "Type stand, hit, double, double for less or surrender; ? for the rule." in out


def test_rounds_that_go_on_without_a_bankroll_say_so(at_terminal: Type) -> None:
    asked = ("play", "--auto", "20", "--seed", "1", "--bankroll")
    _, out, _ = at_terminal(*asked, "20")
    lost = re.search(r"Bankroll: \$20 at the start, lost \$(\d+); the rounds went on after it", out)
    assert lost
    assert int(lost[1]) > 20
    assert re.search(r"at the start, lost \$\d+\.$", at_terminal(*asked, "1000")[1], re.MULTILINE)


def test_stakes_are_refused_before_any_is_placed(at_terminal: Type, tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    typed = "$600\n$5\n$0.003\n0\n$10\n$200\n$5\nq\n"
    status, out, _ = at_terminal(
        *("play", "--wager", "perfect-pairs", "--seed", "7", "--log", str(log)), typed=typed
    )
    assert status == 0
    assert "Blackjack stakes are $10 to $500 here, not $600." in out
    assert "Blackjack stakes are $10 to $500 here, not $5." in out
    assert "'$0.003' is not an amount of money" in out
    assert "takes $1 to $100 at this table, not $200" in out
    assert "Your hands stand." in out
    assert [x for x in log.read_text().splitlines() if x.startswith("bet ")] == [
        "bet box=1 player=player wager=blackjack cents=1000",
        "bet box=1 player=player wager=perfect-pairs cents=500",
    ]
    assert at_terminal("verify", str(log))[0] == 0


@pytest.mark.parametrize(
    ("game", "typed", "says"),
    [
        ("blackjack", "0", "Blackjack needs a stake of $10 to $500; q leaves."),
        ("ante-up-21", "10|0", "Ante needs a stake of $10 to $500; q leaves."),
        ("blackjack-switch", "0", "a stake of $10 to $500 on each of two hands; q leaves."),
    ],
)
def test_nothing_is_offered_only_where_it_is_taken(
    at_terminal: Type, game: str, typed: str, says: str
) -> None:
    """A box without its stake is left out, if there are several."""
    lines = [*typed.split("|"), "abc", "q", ""]
    _, out, _ = at_terminal("play", game, "--seed", "7", typed="\n".join(lines))
    assert says in " ".join(out.split())
    assert "0 for none" not in out
    _, out, _ = at_terminal(
        "play", "--in", "PA", "--boxes", "2", "--seed", "7", typed="abc\n0\n0\nq\n"
    )
    assert "Box 1, Blackjack [$10, 0 for none]:" in out
    assert "Enter for the one shown, 0 for none, tip 5" in " ".join(out.split())
    assert "Nobody has bet." in out


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
        *("play", "--in", "colorado", "--wager", "21-plus-3-progressive"), typed=""
    )
    assert status == 0
    assert "21+3 Progressive, progressive: $" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--wager", "top-3"), "Top 3 needs Three Card Poker (three-card-poker) at the table"),
        (("--wager", "perfect-pear"), "Did you mean perfect-pairs?"),
        (("--wager", "perfect-pairs=C"), "No pay table of Perfect Pairs is called 'C'"),
        (("--decks", "9"), "not 9"),
        (("--decks", "0"), "not 0"),
        (("--in", "colorado", "--term", "player_cards=face down"), "player_cards must be"),
        ((*PROGRESSIVE, "--reading", "amount=abc"), "amount: 'abc' is not an amount"),
        ((*PROGRESSIVE, "--reading", "amount=0"), "an amount must be more than"),
        (("--boxes", "9"), "The layout has 7. The house may file --term hands_per_player=7."),
        (("3-card-shine", "--boxes", "3"), "a player may bet on one box here, not on 3.\n"),
        (("--wager", "21-plus-3"), "wager of Colorado, not of Pennsylvania. Try "),
        (("--wager", "buzzer-beater"), "play pennsylvania/hybrid-blackjack --wager buzzer-beater"),
        (("--in", "colorado", "--wager", "pai-jack-bonus"), "is a wager of Pai Jack, not of"),
        (("pai-jack", "--wager", "pai-jack-bet"), "is part of Pai Jack: every table has it"),
        (("--wager", "hit-and-run"), "prints no pay table"),
        (("pai-jak",), "Did you mean pai-jack"),
        (("perfect-pairs",), "Perfect Pairs is a wager, not a game. Try "),
        (("trilux-blackjack",), "choose colorado/trilux-blackjack or south_dakota"),
        (("pai-jack", "--in", "pennsylvania"), "Try colorado/pai-jack."),
        (("--term", "soft_17"), "--term takes KEY=VALUE"),
        (("--term", "foo=1"), "No term of Blackjack is called 'foo'. Choose "),
        (("--reading", "A-1=x"), "at this table is called 'A-1'. There are none."),
        (("--term", "soft_17=hit"), "soft_17 must be 'stand', not 'hit'"),
        (("--reading", "Z-9=yes"), "No reading or option at this table is called 'Z-9'"),
        (("--in", "new_hampshire", "--reading", "F-6=never"), "F-6 must be"),
        (("--boxes", "0"), "--boxes must be 1 or more"),
        (("--in", "colorado", "--boxes", "2"), "--term hands_per_player=2"),
        (("--jurisdiction", "ohio"), "No jurisdiction is called 'ohio'"),
        (("--bankroll", "$0.003"), "is not an amount of money"),
        (("--bankroll", "0"), "--bankroll must be more than $0"),
        (("--auto", "0"), "--auto must be 1 or more"),
        (("--json",), "--json needs --auto"),
        (("--log", "."), "already exists"),
        (("--log", "no/such/folder/x.log"), "cannot be written"),
    ],
)
def test_what_play_refuses(at_terminal: Type, arguments: tuple[str, ...], says: str) -> None:
    status, out, err = at_terminal("play", *arguments)
    assert (status, bool(out)) == (2, "--json" in arguments)
    assert says in err
    assert "Traceback" not in err


# -- every game -----------------------------------------------------------------------------------


by_procedure = pytest.mark.parametrize("game", games_by_procedure())


SOLVED = ("colorado/3-card-shine", "colorado/ante-up-21", "colorado/blackjack-switch")
"""Games whose best play takes long to find: every day tests/solvers lets them play alone."""


@pytest.mark.parametrize("rounds", ["8", soak("25")])
@pytest.mark.parametrize(
    "game", [soak(game) if game in SOLVED else game for game in games_by_procedure()]
)
def test_every_game_plays_by_itself_and_its_log_verifies(
    at_terminal: Type, tmp_path: Path, game: str, rounds: str
) -> None:
    """With as many side wagers of its own section as may stand together."""
    log = tmp_path / "auto.log"
    book = load()
    rule = book.game(game)
    wagers: list[str] = []
    for key in rule.wagers:
        wager = book.wager(f"{rule.jurisdiction}/{key}")
        if wager.role == "side" and not why_not(wager, rule):
            with suppress(NotAllowed):  # some may not be offered together
                file_house(book, rule, Wish(wagers=[*wagers, key]))
                wagers.append(key)
    status, out, err = at_terminal(
        *("play", game, *(word for key in wagers for word in ("--wager", key))),
        *("--auto", rounds, "--seed", "3", "--json", "--log", str(log)),
    )
    assert (status, err) == (0, "")
    made = json.loads(out)
    assert made["game"] == rule.key
    assert {*wagers} <= {each["key"] for each in made["wagers"] if each["rounds"]}
    assert at_terminal("verify", str(log))[0] == 0


@pytest.mark.parametrize("lines", [12, soak(40)])
@by_procedure
def test_every_game_is_played_by_hand_to_the_end(
    at_terminal: Type, tmp_path: Path, game: str, lines: int
) -> None:
    """Enter, always Enter; then the player is gone."""
    log = tmp_path / "hand.log"
    status, out, err = at_terminal(
        *("play", game, "--seed", "3", "--log", str(log)), typed="\n" * lines + "?\nq\n"
    )
    assert (status, err) == (0, "")
    assert out.rstrip().splitlines()[-1].startswith("You leave with $")
    assert at_terminal("verify", str(log))[0] == 0
    assert at_terminal("replay", str(log), "--as", "player")[0] == 0


def test_a_game_of_one_jurisdiction_needs_no_jurisdiction(at_terminal: Type) -> None:
    assert "Pai Jack, Colorado" in at_terminal("play", "Pai Jack")[1]
    assert "Switch Hands, Pennsylvania" in at_terminal("play", "switch-hands", "--in", "PA")[1]
    assert "Blackjack, South Dakota" in at_terminal("play", "--in", "south_dakota")[1]


def test_what_is_filed_is_stated(at_terminal: Type) -> None:
    command = ("play", "ante-up-21")
    assert "Filed for this table: reading B-18 is 'first hand'" in at_terminal(*command)[1]
    assert "reading B-18" not in at_terminal(*command, "--reading", "B-18=no splitting")[1]


def test_a_fee_that_equals_a_part_of_the_stake_is_not_asked(
    at_terminal: Type, tmp_path: Path
) -> None:
    log = tmp_path / "x.log"
    _, out, _ = at_terminal(
        *("play", "switch-hands", "--seed", "3", "--log", str(log)), typed="12\n$20\nq\n"
    )
    assert "whole multiples of $5, not $12" in out
    assert "Switch Hands ante: $4, exactly 1/5 × the blackjack stake" in out
    assert "wager=switch-hands-ante cents=400" in log.read_text()


def test_a_card_is_not_taken_for_its_like_that_lies_face_down(at_terminal: Type) -> None:
    """Seed 3 has a king of diamonds among the switch cards and another in the hand."""
    _, out, _ = at_terminal("play", "switch-hands", "--seed", "3", typed="$20\nq\n")
    assert out.count("You  15  $20\n┌───┐ ┌───┐\n│K♦ │ │5♣ │") == 2


def test_a_fixed_stake_is_yes_or_no(at_terminal: Type, tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    wager = ("--in", "colorado", "--wager", "21-plus-3-progressive")
    _, out, _ = at_terminal(*("play", *wager, "--seed", "3", "--log", str(log)), typed="\nyes\nq\n")
    assert "21+3 Progressive $1, yes or no [no]:" in out
    assert "wager=21-plus-3-progressive cents=100" in log.read_text()


def test_a_bet_for_the_dealer_goes_beside_the_stake(at_terminal: Type, tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    _, out, _ = at_terminal(
        *("play", "pai-jack", "--seed", "9", "--log", str(log)), typed="tip 50\n20\n20 tip 5\nq\n"
    )
    assert "with $50 for the dealer" in out
    assert "is at most $20, not $50" in " ".join(out.split())
    lines = log.read_text().splitlines()
    assert [line for line in lines if line.startswith(("bet ", "tip "))] == [
        "bet box=1 player=player wager=pai-jack-bet cents=2000",
        "tip box=1 player=player wager=pai-jack-bet cents=500",
    ]
    assert at_terminal("verify", str(log))[0] == 0


def test_several_boxes_of_one_player(at_terminal: Type, tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    _, out, _ = at_terminal(
        *("play", "--boxes", "2", "--seed", "7", "--log", str(log)), typed="$20\n$30\nq\n"
    )
    assert "Box 2, Blackjack [$10, 0 for none]:" in out
    assert [x for x in log.read_text().splitlines() if x.startswith("bet ")] == [
        "bet box=1 player=player wager=blackjack cents=2000",
        "bet box=2 player=player wager=blackjack cents=3000",
    ]
    _, out, _ = at_terminal("play", "--boxes", "2", "--seed", "7", typed="0\n$30\nq\n")
    assert "after 1 round" in out  # a box may be left out


def test_a_slip_is_validated_at_once(at_terminal: Type, tmp_path: Path) -> None:
    """Every win of Jackpot Party is validated by reading G-2; seed 3 has one within 40 rounds."""
    log = tmp_path / "x.log"
    wager = ("--wager", "jackpot-party", "--reading", "G-2=every win", "--seed", "3")
    status, out, _ = at_terminal("play", *wager, "--log", str(log), typed="\nyes\n" + "\n" * 200)
    assert status == 0
    assert "on Jackpot Party, waits for a floor" in out
    assert "is validated by floor: player is paid" in out
    assert at_terminal("verify", str(log))[0] == 0


def test_face_down_cards_of_the_dealer_are_drawn_as_backs(at_terminal: Type) -> None:
    _, out, _ = at_terminal("play", "3-card-shine", "--seed", "7", typed="\n\nfold\n")
    assert "│▒▒▒│ │▒▒▒│ │▒▒▒│" in out
    assert "You: play ($10 more) or fold?" in out
    assert "Ante $10: folded. Lost $10." in out


@pytest.mark.parametrize("ways", ["\n\n", "\n\nq\n"])
def test_one_who_leaves_adds_nothing(at_terminal: Type, tmp_path: Path, ways: str) -> None:
    """Three cards of 23 may only be split or given up."""
    log = tmp_path / "x.log"
    command = ("play", "3-card-21-n-done", "--seed", "4", "--bankroll", "20", "--log", str(log))
    _, out, _ = at_terminal(*command, typed=ways)
    assert "You: surrender." in out
    assert "Three Card 21 $5: surrendered. Your $5 is returned." in out
    assert out.count("You  23, bust  $10") == 3  # two questions, and how it ended
    assert "You leave with $5, $15 down" in out
    assert "\nstake " not in log.read_text()
    assert at_terminal("verify", str(log))[0] == 0


@by_procedure
@pytest.mark.parametrize("lines", [4, soak(2)])
def test_leaving_never_overdraws(at_terminal: Type, game: str, lines: int) -> None:
    command = ("play", game, "--seed", "4", "--bankroll", "21")
    status, out, _ = at_terminal(*command, typed="\n" * lines)
    assert status == 0
    assert "You add" not in out.partition("as they lie.")[2]


def test_double_for_less(at_terminal: Type) -> None:
    command = ("play", "--seed", "7")
    _, out, _ = at_terminal(*command, typed="20\ndouble for less\n0\n$5\n")
    assert "Blackjack, $1 to $19.50 [$1]:" in out
    assert "Add at least $1: your choice cannot be taken back." in out
    assert "You add $5 on Blackjack" in out
    assert "Bankroll $475\nBlackjack [$20]:" in out  # the main stake, as before
    _, out, _ = at_terminal(*command, "--bankroll", "27.50", typed="20\ndouble for less\n\n")
    assert "You add $1 on Blackjack" in out
    _, out, _ = at_terminal(*command, "--bankroll", "20.50", typed="20\ndouble for less\n")
    assert "You, 15: stand, hit or surrender? [stand]" in out
    assert "double for less needs $1 more; you have $0.50." in out


def test_an_amount_of_a_wager_is_filed(at_terminal: Type) -> None:
    for said in ("5", "$5"):
        _, out, _ = at_terminal("play", *PROGRESSIVE, "--reading", f"amount={said}", typed="\n")
        assert "21+3 Progressive $5, yes or no" in out


def test_further_antes_are_switched_on(at_terminal: Type, tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    command = ("play", "--in", "new_hampshire", "--seed", "4")
    typed = "20\nyes\n\n\nstand\n"
    assert "Go-For-It second ante" not in at_terminal(*command, typed=typed)[1]
    on = ("--reading", "go-for-it=on", "--log", str(log))
    _, out, _ = at_terminal(*command, *on, typed=typed)
    assert "Go-For-It second ante $20, yes or no [no]:" in out
    assert "Go-For-It second ante $20: dealer busts with 22, 1 to 1. Won $20." in out
    assert at_terminal("verify", str(log))[0] == 0


def test_a_wager_of_no_law_is_played_at_any_blackjack(at_terminal: Type, tmp_path: Path) -> None:
    own, log = str(tmp_path / "rulebook"), str(tmp_path / "x.log")
    assert at_terminal("rules", "new", "Lucky Sevens", "--folder", own)[0] == 0
    wager = ("--wager", "lucky-sevens", "--rulebook", own)
    for where in ("pennsylvania", "colorado"):
        assert at_terminal("play", "--in", where, *wager, "--auto", "5")[0] == 0
    status, _, err = at_terminal("play", *wager, "--auto", "5", "--log", log)
    assert (status, err) == (0, "")
    assert at_terminal("verify", log, "--rulebook", own)[0] == 0
    refused = at_terminal("verify", log)[2]
    assert "No wager or game is called" in refused
    assert "with the release, and the --rulebook folder, that made it" in refused
    status, _, err = at_terminal("play", "pai-jack", *wager)
    assert (status, "Pai Jack offers pai-jack-bonus, not Lucky Sevens" in err) == (2, True)


def test_what_else_is_played_here(at_terminal: Type) -> None:
    for where, key in (("pennsylvania", "super-4"), ("colorado", "straight-jack")):
        out = at_terminal("play", "--in", where)[1]
        assert key in " ".join(out.split()).partition("with --wager: ")[2].partition(". ")[0]


def test_words_at_the_table(at_terminal: Type) -> None:
    _, out, _ = at_terminal("play", "pai-jack", "--seed", "1", typed="10 tip 5\n")
    assert "Pai Jack bet $5 for the dealer: Pai Jack, 3 to 2. $12.50 to the dealer." in out
    _, out, _ = at_terminal("play", "--seed", "7", typed="\n?\n")
    assert "soft 17, stand: The dealer draws to 16" in out
    _, out, _ = at_terminal("play", "--wager", "blazing-7s", "--auto", "2")
    assert "without meters" in out
    assert "meter meter" not in out
    assert "by basic strategy" in out
    assert "by basic strategy" not in at_terminal("play", "pai-jack", "--auto", "2")[1]


def test_the_referee_refuses_what_it_cannot_deal_or_finish(at_terminal: Type) -> None:
    few, many = "10s 10s 9s 9s", "2s 3s 4s 5s 6s 7s 8s 9s"
    status, _, err = at_terminal("referee", "pai-jack", "--shoe", few)
    assert (status, err) == (2, "pitboss: 4 cards are too few to deal a round of Pai Jack.\n")
    status, _, err = at_terminal("referee", "colorado/blackjack", "--shoe", many)
    assert (status, "40,320 orders" in err, "--long" in err) == (2, True, True)
    assert at_terminal("referee", "colorado/blackjack", "--long", "--shoe", few)[0] == 0


# -- replay and verify ----------------------------------------------------------------------------


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
    assert "A card to dealer, face down" not in out
    assert "Round 1 ends" in out
    assert "player player $" not in out
    assert "Round 2" not in out
    for who in ("player", "dealer"):
        status, out, _ = at_terminal("replay", str(lesson), "--round", "1", "--as", who)
        assert "A card is burned, face down" in out
        assert "A card to dealer, face down" in out
    status, _, err = at_terminal("replay", str(lesson), "--as", "bob")
    assert (status, "No one at this table is called 'bob'" in err) == (2, True)
    status, _, err = at_terminal("replay", str(lesson), "--round", "4")
    assert (status, err) == (2, "pitboss: The log has 3 rounds; there is no round 4.\n")


def test_an_irregularity_has_a_kind_of_event_and_one_of_its_own(
    at_terminal: Type, tmp_path: Path
) -> None:
    at = open_table("south_dakota/blackjack", seed=3)
    at.bet("blackjack", "$10")
    at.deal()
    at.table.irregular("other", None, "play on", "flora", "a spilled drink")
    (log := tmp_path / "spilled.log").write_text(print_log(at.log))
    _, out, _ = at_terminal("replay", str(log), "--json")
    told = [each["event"] for each in json.loads(out)["events"]]
    assert [(each["what"], each["by"]) for each in told if each["kind"] == "irregular"] == [
        ("other", "flora")
    ]
    assert {each["kind"] for each in told} >= {"log", "round", "card", "irregular"}


@pytest.mark.parametrize(
    ("change", "status", "says"),
    [
        (lambda text: text[: len(text) // 2], 2, "cut off in the middle of a line"),
        (
            lambda text: text[: text.index("\nanswer") + 1],
            0,
            "an open table: round 1 is waiting for",
        ),
        (lambda text: text[: text.index("\nclose rounds") + 1], 0, "not closed after round 3"),
        (
            lambda text: text[: text.index("\ncard to=dealer") + 1],
            1,
            "the log says 'closed', which is refused: The log ends before the round does.",
        ),
        (lambda text: text.replace("pairs cents=500", "pairs cents=600", 1), 1, "the rules say"),
        (lambda text: text.replace("back=0", "back=9000", 1), 1, "the rules say"),
        (lambda text: text.replace("rulebook=", "rulebook=f", 1), 1, "made under rulebook f"),
        (lambda text: text.replace("procedure=black", "procedure=x"), 1, "the rules say 'chain="),
        (lambda text: "", 2, "not a log"),
        (lambda text: "hello\n", 2, "not a log"),
        (lambda text: text.replace("closed", "clo sed", 1), 2, "is not a valid log line"),
        (
            lambda text: text.replace("jack cents=1000", "jack cents=abc", 1),
            2,
            "cents must be a whole number",
        ),
        (lambda text: text.replace("box=1", "box=q", 1), 2, "box must be a whole number"),
        (lambda text: text.replace("\n", "\r\n"), 2, "lines end with CRLF, as on Windows"),
        (lambda text: text + "\n", 2, "is empty: a log has one event on every line"),
        (lambda text: re.sub("card=[^ ]+", "card=Zz", text, count=1), 2, "lesson.log, line "),
    ],
)
def test_verify_finds_what_was_done_to_a_log(
    at_terminal: Type, lesson: Path, change: Callable[[str], str], status: int, says: str
) -> None:
    text = lesson.read_text()
    changed = change(text)
    assert changed != text
    lesson.write_bytes(changed.encode())
    found, out, err = at_terminal("verify", str(lesson))
    assert found == status
    assert says in out + err
    assert "invalid literal" not in out + err
    assert len((out + err).splitlines()) == 1 + ("made under rulebook" in says)
    assert "Traceback" not in err


def test_verify_says_what_is_refused_and_how_many_differences_there_are(
    at_terminal: Type, lesson: Path
) -> None:
    text = lesson.read_text()
    first, rest = re.split(r"(?=^round number=2)", text, flags=re.MULTILINE)
    twice = re.findall(r"^round number=1.*\n", first, re.MULTILINE)[0]
    lesson.write_text(f"{first.replace(twice, twice * 2)}{rest}")
    out = at_terminal("verify", str(lesson))[1]
    assert re.search(r"which is refused: Betting is open: deal this round first\.", out)
    lesson.write_text(text.replace("back=0", "back=9000"))
    assert re.search(r" \(\d+ more; --json lists them\)$", at_terminal("verify", str(lesson))[1])


def test_a_table_to_try_is_tried_with_the_same_rules(at_terminal: Type, tmp_path: Path) -> None:
    own = tmp_path / "rulebook"
    assert at_terminal("rules", "new", "Blue Moon", "--folder", str(own))[0] == 0
    (own / "pennsylvania").mkdir()
    (rule,) = own.glob("*.toml")
    rule.rename(own / "pennsylvania" / rule.name)
    for typed in (("--rulebook", str(own)), (f"--rulebook={own}",)):
        asked = ("play", "--wager", "blue-moon", *typed, "--in", "colorado", "--auto", "1")
        status, _, err = at_terminal(*asked)
        assert status == 2
        tried = re.search(r"Try pitboss (.*)$", err)
        assert tried, err
        assert at_terminal(*shlex.split(tried[1]), "--auto", "1")[0] == 0


def test_replay_shows_what_comes_before_a_fault_and_names_it(
    at_terminal: Type, lesson: Path
) -> None:
    text = lesson.read_text()
    lesson.write_text(text.replace("back=0", "back=9000", 1))
    status, out, _ = at_terminal("replay", str(lesson))
    assert status == 1
    assert "Round 1, 0 cards dealt" in out
    assert "the log says 'result box=1" in out.replace("\n", " ")
    lesson.write_text(text[: text.index("\nend number=2") + 8])
    status, out, _ = at_terminal("replay", str(lesson))
    assert status == 1
    assert "Round 1 ends" in out
    assert "round 2 ends" not in out
    assert "cut off in the middle of a line" in out.replace("\n", " ")
    status, _, err = at_terminal("replay", str(lesson), "--round", "3")
    assert status == 2
    assert re.fullmatch(
        r"pitboss: The log can be followed to line \d+, in round 2\. "
        r"Line \d+: the log is cut off in the middle of a line\.\n",
        err,
    )


def test_a_log_of_other_rules_names_them_first(at_terminal: Type, tmp_path: Path) -> None:
    own, log = str(tmp_path / "mine"), str(tmp_path / "own.log")
    at_terminal("rules", "new", "Blue Moon", "--folder", own)
    asked = ("--rulebook", own, "--wager", "blue-moon", "--auto", "1", "--log", log)
    assert at_terminal("play", *asked)[0] == 0
    status, _, err = at_terminal("replay", log)
    assert status == 2
    assert err.startswith(f"pitboss: {log}: The log was made under rulebook ")
    assert "No wager or game is called 'pennsylvania/blue-moon'" in err


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


def test_enter_alone_never_folds_and_adds_nothing(at_terminal: Type, tmp_path: Path) -> None:
    """30-1099.52(9), (10): a raise and a fold are both the player's own word."""
    log = tmp_path / "x.log"
    command = ("play", "3-card-shine", "--seed", "7", "--log", str(log))
    _, out, _ = at_terminal(*command, typed="\n\n\n\nplay\nq\n")
    said = " ".join(out.split())
    assert said.count("There is no default here. Type play ($10 more) or fold.") == 2
    assert "answer ask=1 word=play" in log.read_text().replace('"', "")
    assert "folded" not in out


def test_every_setting_is_listed_with_its_totals_and_chosen_by_number(
    at_terminal: Type, tmp_path: Path
) -> None:
    """30-2112(6): three cards high, two low; the low hand does not outrank the high one."""
    log = tmp_path / "x.log"
    command = ("play", "pai-jack", "--seed", "3", "--log", str(log))
    _, out, _ = at_terminal(*command, typed="\n\n\n\n\n3\nq\n")
    assert "   1  Kc Qc  high 15, low 20  foul\n" in out
    assert "   3  Kc 6s  high 19, low 16\n" in out
    assert "You, set: a number from 1 to 10 or house way? [house way]" in out
    assert 'word="Kc 6s"' in log.read_text()


def test_a_foul_is_set_only_by_those_who_say_so_twice(at_terminal: Type, tmp_path: Path) -> None:
    log = tmp_path / "x.log"
    command = ("play", "pai-jack", "--seed", "3", "--log", str(log))
    _, out, _ = at_terminal(*command, typed="\n" * 5 + "11\n1\n\n1\nyes\nq\n")
    assert "Type a number from 1 to 10 or house way; ? for the rule." in out
    assert out.count("Kc Qc is a foul. Set it so? yes or no [no]:") == 2
    assert log.read_text().count('word="Kc Qc"') == 1
    assert "cards in your hand" in out


def test_what_is_too_dear_is_not_offered(at_terminal: Type) -> None:
    command = ("play", "--seed", "7", "--bankroll", "25")
    _, out, _ = at_terminal(*command, typed="tip 1000\n20\ndouble\nq\n")
    assert "Blackjack [$10]:\nYou have $25.\nBlackjack [$10]:" in out
    assert "double ($" not in out
    assert "double needs $20 more; you have $5." in out


def test_a_question_breaks_between_words(
    at_terminal: Type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    _, out, _ = at_terminal("play", "--seed", "3", typed="\nq\n")
    asked = out.partition("You, ")[2].partition("[stand]")[0]
    assert max(map(len, asked.splitlines())) <= 40
    words = "20: stand, hit, double ($10 more), double for less, split ($10 more) or surrender?"
    assert asked.split() == words.split()


def test_a_tip_that_cannot_be_paid_is_not_dropped_silently(
    at_terminal: Type, tmp_path: Path
) -> None:
    log = tmp_path / "x.log"
    command = ("play", "pai-jack", "--seed", "9", "--bankroll", "20", "--log", str(log))
    _, out, _ = at_terminal(*command, typed="20 tip 5\n15\nq\n")
    said = " ".join(out.split())
    assert "$5 for the dealer is kept; tip 0 drops it." in said
    assert "Pai Jack bet with $5 for the dealer [$10]:" in said
    assert "tip box=1 player=player wager=pai-jack-bet cents=500" in log.read_text()
