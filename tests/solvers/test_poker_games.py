"""`pitboss strategy` for the games that cross blackjack with poker."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

import pitboss
from pitboss.errors import NotAllowed
from pitboss.solvers.ante_up import AnteUpStrategy
from pitboss.solvers.strategy_request import StrategyRequest
from pitboss.solvers.strategy_sheet import solve_game
from pitboss.solvers.three_card import ThreeCardStrategy
from tests.conftest import Ask
from tests.soak import soak
from tests.solvers.shoes import shoe_of


def refused(ask: Ask, *given: str) -> str:
    """The one line that says why nothing is computed."""
    status, out, err = ask("strategy", *given)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    return err


def test_30_2112_pai_jack_is_an_exact_fraction_and_the_house_way_costs(ask: Ask) -> None:
    _, out, _ = ask("strategy", "pai-jack", "--json", "--hand", "10 9 5 3 A")
    form = json.loads(out)
    assert form["expectation"] == "-16441063699/996661525860"
    assert form["house_way"] == {
        "expectation": "-172052646/5537008477",
        "cost": "14528412581/996661525860",
    }
    assert (form["error"], form["average_staked"], form["upcards"]) == ("0", "1/1", [])
    assert len(form["chart"]) == 1993
    assert form["chart"]["10 9 5 4 A"] == "10 9"  # the example of (9)(b): A-5-4 high
    assert form["chart"]["10 10 3 2 A"] == "Pai Jack"
    assert form["chart"]["10 10 10 9 8"] == "bust"  # (7)
    words = [each["word"] for each in form["choices"]]
    assert (words[0], len(words)) == ("10 9", 7)
    lost = Fraction(form["choices"][0]["value"]) - Fraction(form["choices"][3]["value"])
    assert words[3] == "5 3"  # the house way: A-10-9 high
    assert f"{float(lost):.6f}" == "0.499008"


def test_30_2112_pai_jack_on_the_screen_and_as_a_page(ask: Ask, tmp_path: Path) -> None:
    _, out, _ = ask("strategy", "pai-jack")
    assert "1.649614% of one unit of the main stake" in out
    assert "3.107321%, 1.457708 points more" in out
    assert "10 9 low, not 5 3: 0.4990 of the stake better" in out
    _, out, _ = ask("strategy", "pai-jack", "--hand", "Ks 9h 5d 3c As")
    assert "Ks 9h    −0.093802" in out
    page = tmp_path / "page.html"
    ask("strategy", "pai-jack", "--html", str(page))
    text = page.read_text("utf-8")
    assert "10 9 low, not 5 3" in text
    assert "By the house way</th><td>3.107321%" in text
    assert text.count("<tr>") > 1993


def test_30_2112_what_pai_jack_refuses(ask: Ask) -> None:
    said = refused(ask, "pai-jack", "--hand", "10 9 5 4")
    assert "a hand has 5 cards of the pack, as in '10 9 5 4 A'" in said
    assert "a hand has 5 cards" in refused(ask, "pai-jack", "--hand", "As As 9h 5d 4c")
    assert "a hand has 5 cards" in refused(ask, "pai-jack", "--hand", "A A A A A")
    up = refused(ask, "pai-jack", "--hand", "10 9 5 4 A", "--up", "10")
    assert "Pai Jack has no upcard: leave out --up." in up
    assert "10 or more" in refused(ask, "pai-jack", "--shoe", "0d + As Ks 2d 3d 4d 5d 6d 7d 8d")
    assert "single cards" in refused(ask, "pai-jack", "--shoe", "1d + As")
    assert "dealt from 1 deck, not 2" in refused(ask, "pai-jack", "--decks", "2")
    assert "no chart by upcards" in refused(ask, "pai-jack", "--svg", "chart.svg")


def test_30_2112_11_i_a_foul_found_late_is_set_again_to_suit_the_dealer(ask: Ask) -> None:
    """Reading B-52 would let everyone foul and then see the dealer's hand first."""
    _, out, _ = ask("strategy", "pai-jack", "--json", "--reading", "B-52=when hands are examined")
    assert f"{float(Fraction(json.loads(out)['expectation'])):.4%}" == "1.6863%"


def test_30_2104_21_hold_em_is_a_blackjack_and_an_exact_poker(ask: Ask) -> None:
    _, out, _ = ask("strategy", "21-hold-em", "--json", "--hand", "Kh 7d / 6s 5s")
    form = json.loads(out)
    blackjack, poker = form["parts"]["B-J"], form["parts"]["PK"]
    assert poker["expectation"] == "-22331/108290"
    both = float(blackjack["expectation"]) + float(Fraction(poker["expectation"]))
    assert form["per"] == "one unit of the two equal stakes, before the deal"
    assert float(form["expectation"]) == pytest.approx(both / 2, abs=1e-15)
    assert form["choices"] == [{"word": "fold", "value": "-2/1"}, {"word": "bet", "value": "-9/4"}]
    assert len(form["bet_first_card"]) == 169
    assert form["bet_first_card"]["K 9 suited"] == (
        "suit of the board: 2 3 4 5 6 7 8 10 J Q A; other suits: 7 8 9 10 J Q K A"
    )
    assert form["bet_first_card"]["9 2"] == "any suit: 2 9"
    standard = pitboss.strategy("colorado/blackjack", decks=1)
    assert float(blackjack["expectation"]) == pytest.approx(float(standard.expectation), abs=1e-15)


def test_30_2104_21_hold_em_on_the_screen(ask: Ask) -> None:
    _, out, _ = ask("strategy", "21-hold-em")
    assert "PK alone            20.621479% of its stake, 1.755298 units on average" in out
    assert "a pair on the board" in out
    assert "bet on 100.0% of first cards" in out
    _, out, _ = ask("strategy", "21-hold-em", "--hand", "10 6", "--up", "10")
    assert "10 6 against 10" in out


def test_30_2104_what_21_hold_em_refuses(ask: Ask) -> None:
    said = refused(ask, "21-hold-em", "--hand", "K 7 / 7")
    assert "two community cards and one or two of one's own with their suits" in said
    assert "as in 'Kh 7d / 7s'" in refused(ask, "21-hold-em", "--hand", "Kh 7d / 7s 6s 5s")
    assert "has no Kh left" in refused(ask, "21-hold-em", "--hand", "Kh 7d / Kh")
    assert "leave out --up" in refused(ask, "21-hold-em", "--hand", "Kh 7d / 7s", "--up", "10")
    assert "go together" in refused(ask, "21-hold-em", "--hand", "10 6")
    assert "too small" in refused(ask, "21-hold-em", "--shoe", "0d + 10s 10h 9s 9h")


@pytest.mark.parametrize(
    ("shoe", "expectation", "best", "chart", "totals", "alone"),
    [
        (
            ("--shoe", shoe_of("A", "5", "6", "7", "10")),
            "32.790558%",
            ["split", "surrender"],
            {"6 6 10": "...PPP..PP", "A 5 6": "...PPH..PH"},
            {"18": "...SSS..SS"},
            "−53.016480%",
        ),
        soak(
            (),
            "−0.895208%",
            ["surrender", "split"],
            {"6 6 10": "PPPPPPPPRR", "A 5 6": "PPPPPPPHHH"},
            {"12": "HHSSSHHHHH"},
            "16.600416%",
            id="six decks",
        ),
    ],
)
def test_30_2111_three_cards_and_the_compulsory_bonus(
    ask: Ask,
    tmp_path: Path,
    shoe: tuple[str, ...],
    expectation: str,
    best: list[str],
    chart: dict[str, str],
    totals: dict[str, str],
    alone: str,
) -> None:
    svg, csv, page = (tmp_path / name for name in ("chart.svg", "chart.csv", "page.html"))
    given = ("strategy", "3-card-21-n-done", *shoe, "--hand", "10 6 6", "--up", "10")
    written = ("--svg", str(svg), "--csv", str(csv), "--html", str(page))
    _, out, _ = ask(*given, "--json", *written)
    form = json.loads(out)
    main, bonus = form["parts"]["Three Card 21"], form["parts"]["3 Card Bonus"]
    both = float(main["expectation"]) + float(Fraction(bonus["expectation"]))
    assert float(form["expectation"]) == pytest.approx(both / 2, abs=1e-15)
    assert f"{both / 2:.6%}" == expectation
    assert [each["word"] for each in form["choices"]] == best
    assert {hand: form["chart"][hand] for hand in chart} == chart
    assert "2 9 10" not in form["chart"]  # a 21 without a pair is paid (6)
    assert totals.items() <= form["by_total"]["hard"].items()
    assert len(form["bonus_tables"]) == 5
    assert f"6 6 10,{','.join(chart['6 6 10'])}" in csv.read_text("utf-8")
    assert "over 21" in svg.read_text("utf-8")
    assert f"3 Card Bonus alone</th><td>{alone} of its stake" in page.read_text("utf-8")


def test_30_2111_the_bonus_is_what_its_own_sheet_says(ask: Ask) -> None:
    made = pitboss.strategy("3-card-21-n-done", decks=8)
    assert isinstance(made, ThreeCardStrategy)
    assert "Pay Table 2" not in made.bonus  # reading B-40: six decks only
    _, out, _ = ask("par", "three-card-bonus", "--decks", "8", "--table", "4", "--json")
    assert made.bonus["Pay Table 4"] == Fraction(-62173, 372255)
    assert "exactly 62173/372255" in out


def test_30_2111_one_hand() -> None:
    made = pitboss.strategy("3-card-21-n-done")
    assert made.best("6 5 / 10 6", "10") == "double"
    assert {*made.choices("10 2 3 2", "10")} == {"stand", "hit"}
    assert {*made.choices("7 7 7", "6")} == {"take the pay", "keep"}
    assert made.choices("10 9 2", "6") == {"take the pay": 1.0}
    assert {*made.choices("A 5 / A 6", "6")} == {"stand"}  # a split ace has one card


def test_30_2111_a_natural_that_is_certain_leaves_nothing_to_decide() -> None:
    """A 21 is taken before the dealer looks, so its pay is certain even then."""
    tens = "0d + " + "10s " * 16
    aces = pitboss.strategy("3-card-21-n-done", shoe=f"{tens}As As")
    assert aces.choices("10 10 A", "A")["take the pay"] == 1.0
    fives = pitboss.strategy("3-card-21-n-done", shoe=f"{tens}5s 5s As")
    with pytest.raises(NotAllowed, match="certain to have a natural"):
        fives.choices("5 5 10", "A")


def test_30_2111_what_is_refused(ask: Ask) -> None:
    game = "3-card-21-n-done"
    assert "a hand has three cards or more" in refused(ask, game, "--hand", "10 6", "--up", "10")
    assert "its own cards first" in refused(ask, game, "--hand", "6 5 / 10", "--up", "10")
    assert "less than 21" in refused(ask, game, "--hand", "10 6 4 A", "--up", "10")
    assert "go together" in refused(ask, game, "--hand", "10 6 2")
    twice = refused(ask, game, "--hypothetical", "--term", "split_hands=4")
    assert "no pair is split again" in twice


@pytest.mark.parametrize(
    ("shoe", "expectation", "blackjack", "deviation", "hits", "chart"),
    [
        (
            ("--shoe", shoe_of("A", "5", "10", "J", "K")),
            "13.838123%",
            "0.458645099484",
            "1.0344008393",
            "0.4416359960",
            {"A 5": "...H....HH.HF", "K K": "...S....SS.SP", "A K": "...S....SS.SS"},
        ),
        soak(
            (),
            "−3.601988%",
            "-0.005471989641945",
            "0.99719923109",
            "0.47578899435",
            {"10 2": "HHHHHHHHHHHHF", "K K": "SSSSSSSSSSSSS", "A K": "SSSSSSSSSSSSS"},
            id="six decks",
        ),
    ],
)
def test_30_2106_the_poker_is_folded_or_bet_and_all_is_played_together(
    ask: Ask,
    tmp_path: Path,
    shoe: tuple[str, ...],
    expectation: str,
    blackjack: str,
    deviation: str,
    hits: str,
    chart: dict[str, str],
) -> None:
    svg = tmp_path / "chart.svg"
    given = ("strategy", "ante-up-21", *shoe, "--json", "--hand", "J 10", "--up", "5")
    _, out, _ = ask(*given, "--svg", str(svg))
    form = json.loads(out)
    assert f"{float(form['expectation']):.6%}" == expectation
    assert form["parts"]["21"]["expectation"].startswith(blackjack)
    assert form["standard_deviation"].startswith(deviation)
    assert form["hit_frequency"].startswith(hits)
    assert form["upcards"] == ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    assert len(form["chart"]) == 91
    assert {hand: form["chart"][hand] for hand in chart} == chart
    best, *others = form["choices"]
    assert best["word"] == "bet, split"  # a jack that draws is worth more than twenty at poker
    assert {each["word"] for each in others} == {"fold", "bet, stand", "bet, hit", "bet, double"}
    assert ">fold<" in svg.read_text("utf-8")


@pytest.mark.parametrize(
    ("readings", "said", "best"),
    [
        ({}, "as the same cards unsplit and all others as at standard blackjack (CDZ−)", True),
        ({"B-17": "first two"}, "the poker is that of the first two cards", True),
        ({"B-18": "all cards"}, "every hand of a split as at standard blackjack", False),
    ],
)
def test_30_2106_the_sheet_says_how_split_hands_are_played(
    book: pitboss.Rulebook, readings: dict[str, str], said: str, best: bool
) -> None:
    asked = StrategyRequest("ante-up-21", readings=readings, shoe=shoe_of("8", "10", "J"))
    made = solve_game(book, asked)
    assert said in made.method
    assert ("not the best one" not in made.method) == best
    assert isinstance(made, AnteUpStrategy)
    assert ("P" not in made.glance) == best


def test_30_2106_one_hand(ask: Ask) -> None:
    made = pitboss.strategy("ante-up-21", decks=2, readings={"B-17": "first two"})
    assert isinstance(made, AnteUpStrategy)
    assert {*made.choices("10 9", "A")} == {"fold", "bet"}
    assert made.best("10 9", "A") == "fold"
    folded, bet = made.choices("A K", "5").values()
    assert bet > folded
    assert {*made.choices("10 2 4", "10")} == {"stand", "hit"}
    game = "ante-up-21"
    assert "less than 21" in refused(ask, game, "--hand", "10 6 5", "--up", "10")
    assert "dealt from 2 or 6 decks, not 1" in refused(ask, game, "--decks", "1")


@pytest.mark.parametrize(
    ("game", "same", "other"),
    [
        ("ante-up-21", {"delivery": "hand"}, {"B-17": "first two"}),
        ("ante-up-21", {"burn": "none"}, {"B-20": "a queen at least"}),
        ("pai-jack", {"soft_17": "stand"}, {"B-50": "greatest high hand"}),
    ],
)
def test_what_decides_no_figure_is_not_solved_again(
    book: pitboss.Rulebook, game: str, same: dict[str, str], other: dict[str, str]
) -> None:
    now = solve_game(book, StrategyRequest(game)).rules
    assert now is not None
    assert solve_game(book, StrategyRequest(game, terms=same)).rules == now
    assert solve_game(book, StrategyRequest(game, readings=other)).rules != now
