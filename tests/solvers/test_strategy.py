"""`pitboss strategy` and `pitboss.strategy`: figures, charts, one hand, and what is refused."""

from __future__ import annotations

import io
import json
import re
import time
import xml.etree.ElementTree as Xml
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.cli import run
from pitboss.errors import NotAllowed, NotationError
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.blackjack_strategy import Strategy
from pitboss.solvers.option_effects import other_choices
from pitboss.solvers.strategy_request import StrategyRequest, asked_game
from pitboss.solvers.strategy_sheet import solve_game
from tests.conftest import Ask
from tests.counts.referee import read
from tests.soak import soak
from tests.solvers.shoes import shoe_of

SIX = ("strategy", "pennsylvania/blackjack", "--term", "surrender=none")

Six = tuple[dict[str, Any], str]


@pytest.fixture(scope="module")
def six(tmp_path_factory: pytest.TempPathFactory) -> Six:
    """The sheet of six decks with one hand, and its charts as CSV."""
    file = tmp_path_factory.mktemp("six") / "charts.csv"
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        assert run([*SIX, "--json", "--csv", str(file), "--hand", "10 6", "--up", "10"]) == 0
    assert err.getvalue() == f"Wrote {file}\n"
    return json.loads(out.getvalue()), file.read_text("utf-8")


def test_json_has_the_figures_of_the_schema(six: Six) -> None:
    form, _ = six
    assert form["schema"] == "pitboss.strategy/1"
    assert (form["game"], form["decks"]) == ("pennsylvania/blackjack", 6)
    assert form["terms"]["surrender"] == "none"
    assert form["expectation"].startswith("-0.00402870236")
    assert len(form["expectation"].lstrip("-0.")) >= 15
    risk = -float(form["expectation"]) / float(form["average_staked"])
    assert float(form["element_of_risk"]) == pytest.approx(risk, rel=1e-12)
    assert float(form["standard_deviation"]) == pytest.approx(1.154, abs=0.001)
    assert 0 < float(form["error"]) <= 1e-12
    assert form["chart"]["8 8"] == "PPPPPPPPPP"
    assert form["total_dependent"]["chart"]["hard"]["16"] == "SSSSSHHHHH"
    assert float(form["total_dependent"]["expectation"]) < float(form["expectation"])
    assert [each["word"] for each in form["choices"]] == ["hit", "stand", "double"]
    assert form["choices"][0]["value"].startswith("-0.5346755")


@pytest.mark.parametrize(
    ("hand", "up", "says"),
    [
        (["10", "6"], "10", "Write cards as text, such as '10 6', not ['10', '6']."),
        ("10 6", 10, "Write cards as text, such as '10 6', not 10."),
        ("10 x", "10", "'x' is not a rank"),
        ("10", "10", "A hand has two or more cards"),
        ("10 9 8", "10", "a total of at most 21"),
        ("As As As As As", "10", "a total of at most 21|no As left"),
    ],
)
def test_a_hand_that_cannot_be_read_or_dealt_is_refused(hand: str, up: str, says: str) -> None:
    made = pitboss.strategy("pennsylvania/blackjack", decks=1)
    for asked in (made.best, made.choices):
        with pytest.raises(pitboss.PitbossError) as refused:
            asked(hand, up)
        assert any(each in str(refused.value) for each in says.split("|"))


@pytest.mark.parametrize("game", ["switch-hands", "blackjack-switch", "blackjack-burnout"])
def test_a_hand_of_two_parts_is_read_as_any_other(game: str) -> None:
    """Cards may be separated by commas, and what is not text is refused."""
    made = pitboss.strategy(game)
    one, other = (
        ("10,6 / 9", "10 6/9") if game == "blackjack-burnout" else ("5,6/10,6", "5 6 / 10 6")
    )
    assert made.choices(one, "10") == made.choices(other, "10")
    with pytest.raises(NotationError, match="Write cards as text, such as '10 6', not 16"):
        made.choices(16, "10")  # type: ignore[arg-type]


def test_the_hand_that_switch_hands_refuses_is_named() -> None:
    with pytest.raises(NotationError, match="as '5 6 / 10 6', not '5 6 / 10'"):
        pitboss.strategy("switch-hands").choices("5 6 / 10", "10")


def test_what_the_chart_costs_is_less_than_each_exception_says(six: Six) -> None:
    """12 of a ten and a 2 is hit against a 4 in six decks, though 12 is stood on."""
    form, _ = six
    found = {(each["hand"], each["up"]): each for each in form["exceptions"]}
    assert found["2 10", "4"]["best"] == "hit"
    assert found["2 10", "4"]["chart"] == "stand"
    assert all(float(each["gain"]) > 0 for each in found.values())


def test_the_screen_shows_the_edge_and_the_chart(ask: Ask) -> None:
    status, out, _ = ask(*SIX)
    assert status == 0
    assert "0.402870% of one unit of the main stake" in out
    assert "16    S   S   S   S   S   H   H   H   H   H" in out
    _, out, _ = ask("strategy", "pennsylvania/blackjack", "--hand", "A 7", "--up", "9")
    assert "A 7 against 9" in out
    assert "hit " in out


def test_a_hypothetical_game_is_marked_everywhere(ask: Ask, tmp_path: Path) -> None:
    given = ("strategy", "pennsylvania/blackjack", "--decks", "1", "--term", "soft_17=hit")
    status, _, err = ask(*given)
    assert status == 2
    assert "soft_17 must be 'stand', not 'hit'" in err
    assert "To solve it anyway, use pitboss strategy --hypothetical." in err
    _, out, _ = ask(*given, "--hypothetical")
    assert "Hypothetical: soft_17=hit" in out
    html, svg = tmp_path / "page.html", tmp_path / "chart.svg"
    _, out, _ = ask(*given, "--hypothetical", "--json", "--html", str(html), "--svg", str(svg))
    assert json.loads(out)["hypothetical"] == ["soft_17=hit"]
    assert "Hypothetical" in html.read_text("utf-8")
    drawn = Xml.parse(svg).getroot()
    words = ["".join(each.itertext()) for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert "Hypothetical: soft_17=hit" in words
    letters = "SHDdPRr-"  # in the cells, and once each in the legend
    assert len([word for word in words if word in letters]) == (17 + 9 + 10) * 10 + len(letters)


@pytest.mark.parametrize("unthinkable", [("--term", "soft_17=maybe"), ("--decks", "0")])
def test_what_no_hypothetical_game_has_is_refused_without_advice(
    ask: Ask, unthinkable: tuple[str, ...]
) -> None:
    status, _, err = ask("strategy", "pennsylvania/blackjack", *unthinkable)
    assert status == 2
    assert "hypothetical" not in err


def test_a_term_that_the_table_does_not_deal_by_may_be_chosen_in_a_hypothetical_game(
    ask: Ask,
) -> None:
    game = ("strategy", "colorado/buffalo-blackjack-bonus-2", "--decks", "7", "--hypothetical")
    status, out, err = ask(*game, "--options", "--json", "--hand", "10 6", "--up", "10")
    assert (status, err) == (0, "")
    assert {"soft_17", "surrender"} <= {each["key"] for each in json.loads(out)["options"]}
    status, _, err = ask(*game, "--term", "wagers=none")
    assert status == 2
    assert "No term is called 'wagers'" in err


@pytest.mark.parametrize(
    ("game", "terms", "readings"),
    [
        ("south_dakota/blackjack", {"peek": "none"}, {}),
        soak("south_dakota/trilux-blackjack", {"peek": "ten"}, {}),
        soak("new_hampshire/blackjack", {}, {"A-7": "draw to 18"}),
        ("colorado/21-hold-em", {"surrender": "early"}, {}),
    ],
)
def test_every_option_has_a_deviation_and_a_hit_frequency(
    game: str, terms: dict[str, str], readings: dict[str, str]
) -> None:
    """Not far from those of the usual terms."""
    usual = pitboss.strategy(game)
    made = pitboss.strategy(game, terms=terms, readings=readings)
    assert made.expectation != usual.expectation
    assert made.standard_deviation == pytest.approx(usual.standard_deviation, abs=0.1)
    assert made.hit_frequency == pytest.approx(usual.hit_frequency, abs=0.1)


def test_csv_has_both_charts(six: Six) -> None:
    _, charts = six
    assert "pennsylvania/blackjack,6d,hard,16,S,S,S,S,S,H,H,H,H,H\n" in charts
    assert "pennsylvania/blackjack,6d,cards,8 8,P,P,P,P,P,P,P,P,P,P\n" in charts


def test_a_chart_of_ones_own_is_weighed(six: Six, ask: Ask, tmp_path: Path) -> None:
    form, _ = six
    lines = [
        line
        for part, rows in form["total_dependent"]["chart"].items()
        for line in (f"[{part}]", *(f'{row} = "{cells}"' for row, cells in rows.items()))
    ]
    path = tmp_path / "mine.toml"
    path.write_text("\n".join(lines), "utf-8")
    _, out, _ = ask(*SIX, "--json", "--hand", "10 6", "--up", "10", "--chart", str(path))
    own = float(json.loads(out)["own_chart"]["expectation"])
    assert own == pytest.approx(float(form["total_dependent"]["expectation"]), abs=1e-14)
    path.write_text("\n".join(lines).replace('16 = "SSSSS', '16 = "XSSSS', 1), "utf-8")
    status, _, err = ask(*SIX, "--chart", str(path))
    assert status == 2
    assert "hard 16 against 2 is 'X'" in err


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--decks", "9"), "Blackjack is dealt from 1, 2, 3, 4, 5, 6, 7 or 8 decks, not 9"),
        (("--decks", "1", "--shoe", "1d"), "Give decks or a shoe, not both."),
        (("--decks", "1", "--remove", "A A A A A"), "the shoe has no A left to take out"),
        (("--shoe", "0d + 10s 10s 10s 10s"), "is too small: a round"),
        (("--hand", "10 6"), "--hand and --up go together"),
        (("--hand", "10 6", "--up", "10 9"), "The upcard is one card"),
        (("--hand", "10", "--up", "9"), "A hand has two or more cards"),
        (("--hand", "10 6 9", "--up", "9"), "two or more cards and a total of at most 21"),
        (("--decks", "1", "--hand", "As As", "--up", "9"), "the shoe has no As left"),
        (("--term", "soft17=hit"), "No term of Blackjack is called 'soft17'"),
        (("--reading", "X-1=a"), "No reading of Blackjack is called 'X-1'"),
        (("--hypothetical", "--term", "peek=often"), "peek must be"),
        (("--json", "--csv", "-"), "choose one"),
    ],
)
def test_bad_input_is_refused_in_one_message(ask: Ask, given: tuple[str, ...], said: str) -> None:
    status, out, err = ask("strategy", "pennsylvania/blackjack", *given)
    assert (status, bool(out)) == (2, "--json" in given)
    assert said in err
    assert len(err.splitlines()) == 1


def test_removing_an_ace_costs_the_player_and_a_five_helps() -> None:
    whole = pitboss.strategy("pennsylvania/blackjack", decks=1).expectation
    without = {
        card: pitboss.strategy("pennsylvania/blackjack", decks=1, remove=card).expectation
        for card in ("A", "5")
    }
    assert without["A"] < whole < without["5"]


def test_every_game_of_standard_blackjack_is_solved(book: pitboss.Rulebook) -> None:
    for game in ("colorado/blackjack", "south_dakota/blackjack", "new_hampshire/blackjack"):
        made = pitboss.strategy(game, book=book)
        assert -0.01 < made.expectation < 0
    trilux = pitboss.strategy("colorado/trilux-blackjack", book=book)
    assert trilux.expectation == pitboss.strategy("colorado/blackjack", book=book).expectation


HANDS = tuple(f"{a} {b}" for a in range(2, 11) for b in range(2, 11))


@pytest.mark.parametrize(
    ("game", "hands"),
    [
        ("pennsylvania/blackjack", HANDS),
        ("blackjack-switch", tuple(f"{hand} / 10 6" for hand in HANDS)),
    ],
)
def test_a_bot_is_answered_fast(game: str, hands: tuple[str, ...]) -> None:
    made = pitboss.strategy(game)
    asked = [(hand, str(up)) for hand in hands for up in range(2, 11)] * 30
    for hand, up in asked:
        made.best(hand, up)
    began = time.process_time()
    for hand, up in asked:
        made.best(hand, up)
    assert len(asked) / (time.process_time() - began) > 100_000


SWITCH = ("strategy", "blackjack-switch", "--term", "split_hands=2")
OF_FIVE_RANKS = (*SWITCH, "--shoe", shoe_of("A", "5", "6", "8", "10"))


@pytest.mark.parametrize(
    ("given", "hand", "row"),
    [
        (OF_FIVE_RANKS, "6 10", "...SS.H.SH"),
        soak(SWITCH, "2 10", "HHHHSHHHHH", id="whole decks"),  # a dealer's 22 pushes
    ],
)
def test_30_2105_blackjack_switch_on_the_sheet(
    ask: Ask, given: tuple[str, ...], hand: str, row: str
) -> None:
    _, out, _ = ask(*given, "--json", "--hand", "10 6 / 5 10", "--up", "10")
    form = json.loads(out)
    assert form["per"] == "one unit of the two equal stakes, before the deal"
    assert form["choices"][0]["word"] == "switch"
    assert 0.7 < float(form["standard_deviation"]) < 0.9  # two hands of 1.15, that move together
    assert form["chart"][hand] == row
    assert "total_dependent" not in form
    status, out, _ = ask(*given)
    assert status == 0
    assert f"{hand:7}{'   '.join(row)}" in out
    status, _, err = ask(*given, "--hand", "10 6 5 / 10", "--up", "10")
    assert (status, err) == (
        2,
        "pitboss: two hands are written as '10 6 / 5 10', not '10 6 5 / 10'.\n",
    )


def test_30_2105_either_hand_may_be_given_up_early(ask: Ask) -> None:
    """Before anything else, so that the values are from before the hole card is read."""
    given = (*OF_FIVE_RANKS, "--term", "surrender=early", "--json", "--up", "10", "--hand")
    _, out, _ = ask(*given, "10 6 / 10 6")
    found = {each["word"]: float(each["value"]) for each in json.loads(out)["choices"]}
    assert found["surrender both"] == -1.0 == max(found.values())
    assert found["surrender first"] == found["surrender second"] > found["no"] == found["switch"]
    _, out, _ = ask(*given, "A 10 / 6 10")
    found = {each["word"]: float(each["value"]) for each in json.loads(out)["choices"]}
    assert {*found} == {"no", "switch", "surrender second"}  # a natural is not given up


@pytest.mark.parametrize("game", [each.id for each in pitboss.load().games])
def test_no_option_of_a_game_is_refused(book: Rulebook, game: str) -> None:
    for key, choice, other in other_choices(book, StrategyRequest(game)):
        with suppress(NotAllowed):  # it does not go with the others
            asked_game(book, other)
            try:
                solve_game(book, other)
            except NotAllowed as error:
                pytest.fail(f"{key}={choice}: {error}")


def test_30_2105_whole_decks_of_blackjack_switch() -> None:
    made = pitboss.strategy("blackjack-switch")
    assert made.best("10 6 / 5 10", "10") == "switch"
    assert made.by_cards["2 10"] == "HHHHSHHHHH"  # a dealer's 22 pushes


def test_30_2105_one_hand_that_the_shoe_cannot_deal_is_refused() -> None:
    made = pitboss.strategy("blackjack-switch", remove="K K K K " * 6)
    with pytest.raises(NotationError, match="the shoe has no K left"):
        made.best("K 6", "10")


def test_where_nothing_is_split_a_chart_plays_pairs_by_their_totals() -> None:
    made = pitboss.strategy("colorado/blackjack", terms={"split_hands": "1"}, hypothetical=True)
    assert isinstance(made, Strategy)
    assert made.by_totals[0].pairs["8"] == "PPPPPPPPPP"  # it does no harm
    assert made.exceptions == ()


def test_30_2105_blackjack_switch_as_pages(ask: Ask, tmp_path: Path) -> None:
    html, svg, csv = (tmp_path / name for name in ("page.html", "chart.svg", "chart.csv"))
    written = ("--html", str(html), "--svg", str(svg), "--csv", str(csv))
    status, _, err = ask(*OF_FIVE_RANKS, *written)
    assert (status, err) == (0, "")
    assert "Blackjack Switch" in html.read_text("utf-8")
    Xml.parse(svg)
    assert csv.read_text("utf-8").count("\n") == 1 + 54


def test_30_1099_52_3_card_shine_is_an_exact_fraction(ask: Ask) -> None:
    """Queen, 6 and 4 is the weakest hand to play, as at Three Card Poker with 5, 4 and 1 for the
    bonus, of which 3.37 % is quoted.
    """
    _, out, _ = ask("strategy", "3-card-shine", "--json", "--hand", "Qs 6h 4d")
    form = json.loads(out)
    assert form["expectation"] == "-686689/20358520"
    assert form["error"] == "0"
    assert form["chart"] == {"weakest hand played": "Q 6 4", "strongest hand folded": "Q 6 3"}
    assert [each["word"] for each in form["choices"]] == ["play", "fold"]
    for given, said in (
        (("--hand", "Qs 6h 4d", "--up", "10"), "has no upcard: leave out --up"),
        (("--hand", "Q 6 4"), "a hand has 3 cards of the pack with their suits"),
        (("--svg", "chart.svg"), "has no chart by upcards"),
        (("--decks", "2"), "3 Card Shine is dealt from 1 deck, not 2"),
    ):
        status, _, err = ask("strategy", "3-card-shine", *given)
        assert status == 2
        assert said in err


def test_30_1099_52_a_small_pack_is_worth_what_the_search_finds() -> None:
    """Every deal and both answers at the table, kept in tests/counts/referee.tsv."""
    for search in (each for each in read() if each.house.game == "3-card-shine"):
        made = pitboss.strategy("3-card-shine", shoe=f"0d + {search.cards}")
        assert made.expectation == search.best


def test_new_hampshire_without_tens_has_tens_in_its_chart(ask: Ask) -> None:
    """Decks without tens still have jacks, queens and kings, which pair by rank (reading A-6).

    With fewer cards that break it, sixteen is hit that is given up in whole decks.
    """
    made = pitboss.strategy("new_hampshire/blackjack", readings={"A-6": "tens out"})
    assert made.by_cards["10 10"] == "SSSSSSSSSS"
    assert made.expectation < -0.01
    assert made.best("K 6", "J") == "hit"
    assert pitboss.strategy("new_hampshire/blackjack").best("K 6", "J") == "surrender"
    assert "split" in made.choices("Q Q", "6")
    assert "split" not in made.choices("Q J", "6")
    given = ("strategy", "new_hampshire/blackjack", "--reading", "A-6=tens out")
    status, _, err = ask(*given, "--hand", "10 6", "--up", "J")
    assert status == 2
    assert "the shoe has no 10 left" in err


def test_early_surrender_is_advised() -> None:
    made = pitboss.strategy("colorado/blackjack", terms={"surrender": "early"})
    assert [made.best(hand, "A") for hand in ("10 6", "10 7", "A 10", "10 10")] == [
        "surrender",
        "surrender",
        "stand",
        "stand",
    ]
    assert made.by_cards["6 10"][-1] == "R"


def test_what_each_option_of_the_house_moves(ask: Ask) -> None:
    """Each is the difference of two sheets; what the law fixes is no option."""
    _, out, _ = ask("strategy", "colorado/blackjack", "--options", "--json")
    form = json.loads(out)
    moved = {(each["key"], each["choice"]): float(each["change"]) for each in form["options"]}
    assert moved["soft_17", "stand"] > 0
    assert moved["double_after_split", "no"] < 0
    assert moved["surrender", "early"] > moved["surrender", "late"] > 0
    assert not {key for key, _ in moved} & {"burn", "delivery", "insurance_amount", "natural_pays"}
    other = pitboss.strategy("colorado/blackjack", terms={"soft_17": "stand"}).expectation
    change = float(other) - float(form["expectation"])
    assert moved["soft_17", "stand"] == pytest.approx(change, abs=1e-15)
    _, out, _ = ask("strategy", "colorado/blackjack", "--options")
    assert "double_after_split" in out
    assert "player gains" in out
    assert "−0." in out
    assert not re.search(r" -\d", out)


def test_a_suit_may_be_given_with_any_card() -> None:
    made = pitboss.strategy("pennsylvania/blackjack")
    assert made.best("10s 6h", "As") == made.best("10 6", "A")
    assert made.choices("10s 6h", "As") == made.choices("10 6", "A")


def test_30_2109_the_sheet_says_what_straight_jack_returns_by_the_play(ask: Ask) -> None:
    """Per unit of the wager: by the main game's best play, for itself, and for both."""
    _, out, _ = ask("strategy", "straight-jack-blackjack", "--json")
    (wager,) = json.loads(out)["wagers_by_play"]
    assert (wager["wager"], wager["table"]) == ("colorado/straight-jack", "Pay table")
    assert wager["per"] == "one unit of the wager, beside one unit of the main stake"
    plays = {each["play"]: each for each in wager["returns"]}
    assert [*plays] == ["best for the main game", "for itself", "for both together"]
    assert plays["for itself"]["wager"].startswith("-0.058471943150")
    _, out, _ = ask("strategy", "straight-jack-blackjack")
    assert "Straight Jack, Pay table: by how the hand is played" in out
    assert "for itself −5.847194% −2.639426%" in " ".join(out.split())


def test_standing_on_a_long_hand_is_worth_what_its_total_is() -> None:
    """One more card cannot hurt it, so no play stands on it; but a player may ask."""
    made = pitboss.strategy("pennsylvania/blackjack")
    long, short = made.choices("2 2 2 2", "10"), made.choices("2 2 4", "10")
    assert long["stand"] == pytest.approx(short["stand"], abs=0.02)
    assert made.best("2 2 2 2", "10") == max(long, key=lambda word: long[word]) == "hit"


@pytest.mark.parametrize(
    "game", ["pennsylvania/blackjack", "colorado/blackjack-switch", "pai-jack"]
)
def test_a_solved_game_is_shown_in_a_line(book: Rulebook, game: str) -> None:
    shown = repr(solve_game(book, StrategyRequest(game)))
    assert re.fullmatch(r"<best play of [a-z]+/[a-z-]+, \dd>", shown)
