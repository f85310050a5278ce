"""The sheet of a solved game as JSON prints it: `pitboss.strategy/1`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from typing import Any, Final

from pitboss.analysis.numbers import formatted
from pitboss.errors import NotAllowed
from pitboss.games.ante_up_21 import AnteUpTerms
from pitboss.games.blackjack_burnout import FEE, BurnoutTerms
from pitboss.games.blackjack_switch import BlackjackSwitchTerms
from pitboss.games.hold_em_21 import PK, HoldEmTerms
from pitboss.games.pai_jack import PaiJackTerms
from pitboss.games.switch_hands import ANTE, SwitchHandsTerms
from pitboss.games.terms import BlackjackTerms
from pitboss.games.terms_in_force import readings_of
from pitboss.games.three_card_21 import ThreeCardTerms
from pitboss.games.three_card_shine import ShineTerms
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.added_wagers import antes_of, further_antes, is_pressed, press_of
from pitboss.solvers.ante_up import AnteUpStrategy
from pitboss.solvers.blackjack_strategy import Strategy
from pitboss.solvers.burnout import BurnoutStrategy
from pitboss.solvers.charts import Chart, chart_by_cards
from pitboss.solvers.hold_em import HoldEmStrategy, hold_em_strategy
from pitboss.solvers.pai_jack import pai_jack_strategy
from pitboss.solvers.shine import shine_strategy
from pitboss.solvers.strategy_request import (
    AskedGame,
    SolvedGame,
    StrategyRequest,
    asked_game,
    fee_share,
)
from pitboss.solvers.switch_hands import TradeStrategy
from pitboss.solvers.switch_strategy import SwitchStrategy
from pitboss.solvers.three_card import BONUS, ThreeCardStrategy, three_card_strategy
from pitboss.table.houses.opening import Open

MEANINGS: Final[Mapping[str, str]] = {
    "S": "stand",
    "H": "hit",
    "D": "double, else hit",
    "d": "double, else stand",
    "P": "split",
    "R": "surrender, else hit",
    "r": "surrender, else stand",
    "X": "switch to the other hand",
    "F": "fold",
    "-": "play as its total",
}
"""What the letter of a chart's cell stands for."""
OTHER_PLAYS: Final[Mapping[str, str]] = {
    "total_dependent": "By the chart",
    "house_way": "By the house way",
    "by_sums": "Switched by sums",
    "own_chart": "By your chart",
}
"""Plays that are simpler than the best one, by the name that JSON gives them."""


def solve_game(book: Rulebook, asked: StrategyRequest) -> SolvedGame:
    """The solver of a game; terms that it does not cover are refused before anything is
    computed.
    """
    return _solver(book, asked_game(book, asked), asked.readings)


def solve_table(book: Rulebook, opened: Open) -> SolvedGame:
    """The solver of the game of a table, by the table's own terms and pay tables."""
    known = readings_of(book, opened.game)
    readings = {key: said for key, said in opened.house.readings.items() if key in known}
    made = _solver(book, AskedGame(opened.game, opened.terms, opened.terms.pack), readings)
    match made:
        case HoldEmStrategy():
            return replace(made, offer=opened.offers[PK])
        case ThreeCardStrategy():
            bonus = opened.offers[BONUS]
            return replace(made, bonuses={bonus.table.id: bonus})
    return made


def _solver(book: Rulebook, found: AskedGame, readings: Mapping[str, str]) -> SolvedGame:
    made = _strategy(book, found, readings)
    made.rules  # noqa: B018
    return made


def _strategy(book: Rulebook, found: AskedGame, readings: Mapping[str, str]) -> SolvedGame:
    match found.terms:
        case ShineTerms():
            return shine_strategy(book, found, readings)
        case HoldEmTerms():
            return hold_em_strategy(book, found, readings)
        case ThreeCardTerms():
            return three_card_strategy(book, found, readings)
        case AnteUpTerms():
            return AnteUpStrategy(found)
        case PaiJackTerms():
            return pai_jack_strategy(found)
        case BlackjackSwitchTerms():
            return SwitchStrategy(found)
        case BurnoutTerms():
            return BurnoutStrategy(found, fee_share(book, found.game, FEE))
        case SwitchHandsTerms():
            return TradeStrategy(found, fee_share(book, found.game, ANTE))
    if not isinstance(found.terms, BlackjackTerms):
        return Strategy(found)
    pressed = is_pressed(book, found.game, found.terms)
    return Strategy(found, antes_of(book, found.game), pressed)


def decimal(number: float | Fraction) -> str:
    """A figure with all its digits; exact figures as `n/d`."""
    if isinstance(number, Fraction):
        return f"{number.numerator}/{number.denominator}"
    return format(number, ".17g")


def number(text: str) -> float:
    """A figure of the sheet, to be shown.

    >>> number("-1/8"), number("0.25")
    (-0.125, 0.25)
    """
    return float(Fraction(text))


def strategy_form(
    made: SolvedGame,
    hand: str | None = None,
    up: str | None = None,
    chart: Chart | None = None,
    kept: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The sheet; with a hand and an upcard also the value of every choice.

    `kept` is the sheet without these, if it was worked out before.
    """
    made.check_hand(hand, up)
    if chart is not None and not isinstance(made, Strategy):
        raise NotAllowed("your own chart can be valued only at standard blackjack.")
    choices: Mapping[str, float | Fraction] = {} if hand is None else made.choices(hand, up or "")
    form = dict(kept) if kept else _sheet(made)
    if chart is not None and isinstance(made, Strategy):
        form |= _own(made, chart)
    if choices:
        ranked = sorted(choices.items(), key=lambda each: -each[1])
        listed = [{"word": word, "value": decimal(worth)} for word, worth in ranked]
        form |= {"hand": hand, "up": up, "choices": listed}
    return form


def _sheet(made: SolvedGame) -> dict[str, Any]:
    """The figures and charts of a game."""
    form = _heading(made.asked) | {
        "expectation": decimal(made.expectation),
        "per": made.per,
        "average_staked": decimal(made.average_staked),
        "element_of_risk": decimal(made.element_of_risk),
        "standard_deviation": _decimals(made.standard_deviation),
        "hit_frequency": _decimals(made.hit_frequency),
        "method": made.method,
        "error": decimal(made.error) if made.error else "0",
        "upcards": list(made.upcards),
        "chart": dict(made.by_cards),
        "glance": dict(made.glance),
        **_decimals(made.figures),
    }
    if (without := made.without_fee) is not None:
        form["without_fee"] = decimal(without)
    if isinstance(made, Strategy):
        form |= _by_totals(made) | _beside(made)
    return form


def _decimals(figures: Any) -> Any:
    """Figures in the form that JSON has, and words unchanged."""
    if isinstance(figures, Mapping):
        return {name: _decimals(each) for name, each in figures.items()}
    return figures if figures is None or isinstance(figures, str) else decimal(figures)


def _heading(asked: AskedGame) -> dict[str, Any]:
    whole = asked.shoe == asked.terms.pack
    return {
        "schema": "pitboss.strategy/1",
        "game": asked.game.id,
        "name": asked.game.name,
        "cite": asked.game.cite,
        "decks": asked.terms.decks if whole else asked.shoe.decks,
        "shoe": str(asked.shoe),
        "hypothetical": list(asked.hypothetical),
        "terms": dict(asked.terms.texts),
    }


def _by_totals(made: Strategy) -> dict[str, Any]:
    chart, followed = made.by_totals
    return {
        "total_dependent": {
            "expectation": decimal(followed.expectation),
            "cost": decimal(made.expectation - followed.expectation),
            "chart": asdict(chart),
        },
        "exceptions": [_decimals(asdict(each)) for each in made.exceptions],
    }


def _beside(made: Strategy) -> dict[str, Any]:
    """What may be added to the first stake: further antes, and winnings that are pressed."""
    terms, form = made.terms, dict[str, Any]()
    assert isinstance(terms, BlackjackTerms)
    if made.antes:
        worth = further_antes(made.rules, terms, made.antes)
        form["further_antes"] = [decimal(each) for each in worth]
    if made.pressed and not any(made.rules.hand.unseen) and made.rules.surrender != 2:
        press = press_of(made.solution, terms)
        form["press"] = chart_by_cards(made.rules.hand.shoe, press.letter)
    return form


def _own(made: Strategy, chart: Chart) -> dict[str, Any]:
    own = made.follow(chart)
    return {
        "own_chart": {
            "expectation": decimal(own.expectation),
            "cost": decimal(made.expectation - own.expectation),
            "average_staked": decimal(own.staked),
        }
    }


def charts_of(form: Mapping[str, Any]) -> Mapping[str, Mapping[str, str]]:
    """The chart that is drawn for a sheet: by totals, or by cards if there is no other.

    `None` if no upcard is shown.
    """
    if not form["upcards"]:
        return {}
    rather = form.get("by_total", {"cards": form["chart"]})
    found: Mapping[str, Any] = form.get("total_dependent", {"chart": rather})
    charts: Mapping[str, Mapping[str, str]] = found["chart"]
    return charts


def legend(charts: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """The letters that these charts use, each with its meaning.

    >>> legend({"hard": {"16": "SH"}, "pairs": {"8": "P-"}})
    {'S': 'stand', 'H': 'hit', 'P': 'split', '-': 'play as its total'}
    """
    used = {cell for rows in charts.values() for cells in rows.values() for cell in cells}
    return {letter: meaning for letter, meaning in MEANINGS.items() if letter in used}


def figures_of(form: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The figures of a sheet as they are printed, each with its name."""
    made = [("House edge", f"{_edge(form)} of {form['per']}")]
    if "return" in form:
        made.append(("Return", f"{100 * number(form['return']):.6f}% of all stakes"))
    if "without_fee" in form:
        made.append(("Without the fee", f"{formatted(-100 * number(form['without_fee']), '.6f')}%"))
    made += [
        ("Average stake", f"{number(form['average_staked']):.6f} units"),
        (
            "Element of risk",
            f"{formatted(100 * number(form['element_of_risk']), '.6f')}% of all stakes",
        ),
    ]
    if form["standard_deviation"] is not None:
        made.append(("Standard deviation", f"{number(form['standard_deviation']):.6f} units"))
    if form["hit_frequency"] is not None:
        made.append(("Hit frequency", f"{100 * number(form['hit_frequency']):.6f}% of hands"))
    if "further_antes" in form:
        made.append(("Further antes", _antes(form["further_antes"])))
    for key, name in OTHER_PLAYS.items():
        if key in form:
            cost = f"{100 * number(form[key]['cost']):.6f} points more"
            made.append((name, f"{_edge(form[key])}, {cost}"))
    for name, part in form.get("parts", {}).items():
        staked = f"{number(part['average_staked']):.6f} units on average"
        made.append((f"{name} alone", f"{_edge(part)} of its stake, {staked}"))
    if form.get("rounds_house_ahead"):
        ahead = f"after {form['rounds_house_ahead']:,} rounds, 975 times in 1,000"
        made.append(("House ahead", ahead))
    return made


def _edge(part: Mapping[str, Any]) -> str:
    return f"{formatted(-100 * number(part['expectation']), '.6f')}%"


def _antes(worth: Sequence[str]) -> str:
    """How many to add, and what the round is then worth."""
    best = max(range(len(worth)), key=lambda many: number(worth[many]))
    listed = ", ".join(f"{formatted(100 * number(each), '+.4f')}%" for each in worth)
    return f"add {best or 'none'}; the round with none, one and more: {listed} of the first ante"
