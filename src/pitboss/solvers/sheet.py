"""The sheet of a solved game as JSON prints it: `pitboss.strategy/1`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pitboss.errors import NotAllowed
from pitboss.solvers.blackjack import ERROR
from pitboss.solvers.charts import Chart
from pitboss.solvers.request import AskedGame
from pitboss.solvers.strategy import Strategy
from pitboss.solvers.switch import SwitchStrategy

METHOD: Final = (
    "every hand by its cards, drawn without replacement; a split hand is played as the same cards "
    "before any split (CDZ−); double precision"
)
SWITCH_METHOD: Final = (
    "every hand by its cards and the other hand's first two, drawn without replacement; a split "
    "hand is played as the same cards before any split (CDZ−); double precision"
)


def decimal(number: float) -> str:
    """A figure with all digits that it has."""
    return format(number, ".17g")


def strategy_form(
    made: Strategy | SwitchStrategy,
    hand: str | None = None,
    up: str | None = None,
    chart: Chart | None = None,
) -> dict[str, Any]:
    """The sheet; with a hand and an upcard also the value of every choice."""
    if (hand is None) != (up is None):
        raise NotAllowed("--hand and --up go together, as in --hand '10 6' --up 10.")
    if isinstance(made, SwitchStrategy) and chart is not None:
        raise NotAllowed("a chart of your own is weighed at standard blackjack only.")
    choices = {} if hand is None or up is None else made.choices(hand, up)
    form = _heading(made.asked) | {
        "expectation": decimal(made.expectation),
        "per": made.per,
        "average_staked": decimal(made.average_staked),
        "element_of_risk": decimal(made.element_of_risk),
        "standard_deviation": _decimal_or_none(made.standard_deviation),
        "method": SWITCH_METHOD if isinstance(made, SwitchStrategy) else METHOD,
        "error": decimal(ERROR),
        "chart": dict(made.by_cards),
    }
    if isinstance(made, Strategy):
        form |= _by_totals(made)
        form |= _own(made, chart) if chart is not None else {}
    if choices:
        ranked = sorted(choices.items(), key=lambda each: -each[1])
        listed = [{"word": word, "value": decimal(worth)} for word, worth in ranked]
        form |= {"hand": hand, "up": up, "choices": listed}
    return form


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


def _decimal_or_none(number: float | None) -> str | None:
    return None if number is None else decimal(number)


def _by_totals(made: Strategy) -> dict[str, Any]:
    chart, followed = made.by_totals
    return {
        "total_dependent": {
            "expectation": decimal(followed.expectation),
            "cost": decimal(made.expectation - followed.expectation),
            "chart": {part: dict(rows) for part, rows in chart.parts()},
        },
        "exceptions": [
            {
                "hand": each.hand,
                "up": each.up,
                "best": each.best,
                "chart": each.chart,
                "gain": decimal(each.gain),
            }
            for each in made.exceptions
        ],
    }


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
    """What is drawn of a sheet: the chart by totals, or the one by cards if there is no other."""
    found: Mapping[str, Any] = form.get("total_dependent", {"chart": {"cards": form["chart"]}})
    charts: Mapping[str, Mapping[str, str]] = found["chart"]
    return charts
