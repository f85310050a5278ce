"""The PAR sheet of a game, what each option moves, and the games built on blackjack."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

import pitboss
from tests.conftest import Ask


def test_the_par_sheet_of_a_game_has_its_strategys_figures(ask: Ask, tmp_path: Path) -> None:
    page, pdf = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    status, out, err = ask("par", "pennsylvania/blackjack", "--json", "--brief")
    assert (status, err) == (0, "")
    form = json.loads(out)
    made = pitboss.strategy("pennsylvania/blackjack")
    assert form["schema"] == "pitboss.par-game/1"
    assert float(form["house_edge"]) == pytest.approx(-made.expectation, abs=1e-15)
    assert float(form["return"]) == pytest.approx(1 - made.element_of_risk, abs=1e-15)
    assert form["readings"] == {}
    hold = form["hold"][-1]
    assert hold["rounds"] == 10**7
    assert float(hold["low"]) < float(form["house_edge"]) < float(hold["high"])
    reach = 1.959964 * float(form["standard_deviation"]) / 10**3.5
    assert float(hold["high"]) - float(hold["low"]) == pytest.approx(2 * reach, rel=1e-9)
    written = ("--html", str(page), "--pdf", str(pdf), "--brief")
    status, out, _ = ask("par", "pennsylvania/blackjack", *written)
    assert status == 0
    assert "What the house keeps, by number of rounds" in page.read_text("utf-8")
    assert pdf.read_bytes().startswith(b"%PDF")
    status, _, err = ask("par", "pennsylvania/blackjack", "--table", "A", "--removal")
    assert status == 2
    assert "is a game, not a wager: leave out --table and --removal" in err


def test_a_game_is_compared_over_its_options(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "options.csv"
    status, out, err = ask("compare", "pennsylvania/blackjack", "--json", "--csv", str(file))
    assert (status, err) == (0, f"Wrote {file}\n")
    form = json.loads(out)
    moved = {(each["key"], each["choice"]): each for each in form["options"]}
    other = pitboss.strategy("pennsylvania/blackjack", decks=1)
    assert float(moved["decks", "1"]["expectation"]) == other.expectation
    change = float(other.expectation) - float(form["expectation"])
    assert float(moved["decks", "1"]["change"]) == pytest.approx(change, abs=1e-15)
    assert float(moved["surrender", "none"]["change"]) < 0 < float(moved["decks", "1"]["change"])
    assert file.read_text("utf-8").startswith("game,shoe,key,choice,expectation,change\n")


def test_what_no_solver_covers_is_named_among_the_options(ask: Ask) -> None:
    """Only a game that no law allows has such an option."""
    shoe = "1d - " + " ".join(rank + suit for rank in "2345" for suit in "cdhs")
    given = ("strategy", "switch-hands", "--hypothetical", "--term", "peek=none", "--shoe", shoe)
    _, out, _ = ask(*given, "--options", "--json")
    moved = {(each["key"], each["choice"]): each for each in json.loads(out)["options"]}
    assert "the hole card is read first" in moved["D-12", "rides with the hand"]["why"]


def test_a_hand_that_is_given_up_early_has_that_choice() -> None:
    """20:18:15: surrender comes before the hole card is read, and so do the values beside it."""
    made = pitboss.strategy("south_dakota/blackjack", terms={"surrender": "early"})
    after = pitboss.strategy("south_dakota/blackjack", terms={"surrender": "none"})
    natural = Fraction(24, 309)  # an ace under the ten, with 10, 6 and 10 gone from six decks
    found = dict(made.choices("10 6", "10"))
    assert made.best("10 6", "10") == max(found, key=lambda word: found[word]) == "surrender"
    assert found.pop("surrender") == -0.5
    for word, worth in after.choices("10 6", "10").items():
        assert found.pop(word) == pytest.approx(float(worth * (1 - natural) - natural), abs=1e-12)
    assert not found
    assert "surrender" not in made.choices("10 2 4", "10")


def test_633a_a_natural_is_paid() -> None:
    assert pitboss.strategy("pennsylvania/blackjack").choices("A 10", "5") == {"stand": 1.5}


def test_30_899_25_a_card_that_was_drawn_comes_alone(ask: Ask) -> None:
    for hand in ("10 6 / 9 9", "10 / 9", "10 6 /"):
        _, out, err = ask("strategy", "blackjack-burnout", "--hand", hand, "--up", "5")
        assert (out, f"'10 6 / 9', not {hand!r}" in err) == ("", True)
    _, out, err = ask("strategy", "blackjack-burnout", "--hand", "10 9 5 / 9", "--up", "5")
    assert (out, "less than 21" in err) == ("", True)


def test_a_hypothetical_chart_says_so_in_every_form(ask: Ask) -> None:
    given = ("strategy", "pennsylvania/blackjack", "--hypothetical", "--term", "soft_17=hit")
    _, out, _ = ask(*given, "--decks", "1", "--hand", "10 6", "--up", "10", "--csv", "-")
    head, *lines = out.splitlines()
    assert head.endswith(",hypothetical")
    assert lines
    assert all("soft_17" in each for each in lines)


def test_633c_5_five_hands_that_draw_the_same_cards_are_refused(ask: Ask) -> None:
    given = ("strategy", "hybrid-blackjack", "--hypothetical", "--term", "split_hands=5")
    status, out, err = ask(*given)
    assert (status, out) == (2, "")
    assert "up to four hands" in err
    turns, five = {"D-18": "one after the other"}, {"split_hands": "5"}
    made = pitboss.strategy("hybrid-blackjack", terms=five, readings=turns, hypothetical=True)
    assert made.expectation < 0


def test_633c_5_with_or_without_a_hole_card(ask: Ask) -> None:
    """Hands are not surrendered where (p)(2) names no surrender."""
    hole = pitboss.strategy("hybrid-blackjack")
    assert "surrender" not in hole.choices("10 6", "10")
    none = pitboss.strategy("hybrid-blackjack-no-hole-card")
    assert isinstance(none.choices("10 6", "10")["surrender"], float)
    assert none.choices("10 6", "10")["surrender"] < -0.5  # a natural still takes all of it
    assert none.standard_deviation is not None


def test_30_899_25_what_the_fee_of_burnout_buys(ask: Ask) -> None:
    _, out, _ = ask("strategy", "blackjack-burnout", "--json", "--hand", "10 6 / 9", "--up", "10")
    form = json.loads(out)
    assert [each["word"] for each in form["choices"]] == ["burn", "keep"]
    assert form["choices"][1]["value"] == "-1"
    assert float(form["without_fee"]) > float(form["expectation"])  # it is not worth its price


def test_633c_4_which_hands_are_switched(ask: Ask) -> None:
    made = pitboss.strategy("switch-hands")
    assert made.without_fee is None  # every player places the ante
    assert made.best("10 6", "10") == "switch"
    assert made.best("10 10", "10") == "keep"
    assert made.best("10 6 /", "10") == "surrender"  # once it is kept
    assert made.by_cards["10 10"] == "SSSSSSSSSS"
    assert set(made.by_cards["6 10"]) == {"X"}
    status, _, err = ask("strategy", "switch-hands", "--hand", "10 6 / 10", "--up", "10")
    assert status == 2
    assert "one taken instead of 10 and 6 as '5 6 / 10 6'" in err


def test_wagers_ante_the_sheet_says_how_many_further_antes_to_add(ask: Ask) -> None:
    """Each is worth what the first is: all of them where the shoe favors the player."""
    _, out, _ = ask("strategy", "new_hampshire/blackjack", "--remove", "5 5 5 5 6 6 6 6")
    assert "add 3; " in out


def test_633c_11_the_sheet_says_when_to_press(ask: Ask) -> None:
    _, out, _ = ask("strategy", "pennsylvania/blackjack", "--json")
    press = json.loads(out)["press"]
    assert press["10 10"] == press["A 10"] == "YYYYYYYYYY"
    assert set(press["6 10"]) == {"N"}
    _, out, _ = ask("strategy", "hybrid-blackjack", "--json")
    assert "press" not in json.loads(out)  # no other wager goes with it
