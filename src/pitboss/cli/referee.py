"""`pitboss referee`: the value of a round from a small shoe, searching every deal and choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import factorial, prod
from typing import Any, Final

from pitboss.analysis.automatic_player import PLAYER
from pitboss.analysis.numbers import percent
from pitboss.analysis.referee import Answer, Branching, FirstDecision, Value, referee
from pitboss.cards import Card, Shoe, parse_cards, show_cards
from pitboss.cli.parameters import GameRequest
from pitboss.cli.progress import progress
from pitboss.cli.screen import NAME, SOFT, Screen, headed, print_json
from pitboss.errors import PitbossError, count
from pitboss.log import HIDDEN
from pitboss.money import Cents, show_money
from pitboss.rulebook.load import Rulebook
from pitboss.table.events.rounds import Asked, StakeAsked, Voided
from pitboss.table.events.shoes import CardDealt
from pitboss.table.houses.opening import Open, open_house
from pitboss.table.money.spots import position_of, usual_stakes
from pitboss.table.table import Table

MOST_CARDS: Final = 14
"""Larger shoes are refused."""
MOST_ORDERS: Final = 10_000
"""More orders than this take minutes: each is dealt, and every choice made."""


def show_referee(
    book: Rulebook, name: str, asked: GameRequest, held: str, *, long: bool, as_json: bool
) -> None:
    """Search, and print the value and the first decisions; `long` however long it takes."""
    cards = parse_cards(held)
    if not 4 <= len(cards) <= MOST_CARDS:
        raise PitbossError(f"--shoe takes 4 to {MOST_CARDS} cards, not {len(cards)}.")
    opened = open_house(book, replace(asked.filed(book, name).opened.house, tips=False))
    game = opened.game
    stakes = usual_stakes(opened)
    shoe = Shoe.parse(f"0d + {show_cards(cards)}")
    _check_dealt(opened, shoe, stakes)
    orders = _orders(cards)
    if orders > MOST_ORDERS and not long:
        raise PitbossError(
            f"These cards can be dealt in {orders:,} orders, and every choice is searched in each: "
            "this takes minutes or longer. Use fewer cards, or more cards of the same kind, or "
            "--long to wait."
        )
    with progress("Searching") as begin:
        found = referee(opened, shoe, stakes, position_of(opened, 1), begin=begin)
    if as_json:
        print_json({"game": game.id, "shoe": show_cards(sorted(cards)), **_form(found, stakes)})
    else:
        _show(found, game.name, stakes)


def _orders(cards: Sequence[Card]) -> int:
    """Distinguishable orders of these cards.

    >>> _orders(parse_cards("10s 10s 9s"))
    3
    """
    return factorial(len(cards)) // prod(factorial(n) for n in Counter(cards).values())


def _check_dealt(opened: Open, shoe: Shoe, stakes: Mapping[str, Cents]) -> None:
    """Refuse a shoe that runs out before everyone has their cards."""
    table = Table(opened, Branching(shoe), "")
    table.open_round()
    for wager, cents in stakes.items():
        table.bet(1, PLAYER, wager, cents, position_of(opened, 1))
    table.deal()
    if any(isinstance(event, Voided) for event in table.log):
        cards = count(sum(shoe.counts), "card")
        raise PitbossError(f"{cards} are too few to deal a round of {opened.game.name}.")


def _show(found: Value, game: str, stakes: Mapping[str, Cents]) -> None:
    screen = Screen()
    staked = ", ".join(f"{show_money(cents)} on {key}" for key, cents in stakes.items())
    screen.print(f"{game}: {staked}", style=NAME)
    screen.print(f"best {found.best} of the main stake ({percent(found.best, signed=True)})")
    searched = f"{count(found.decisions, 'decision')}, {count(found.deals, 'round')}"
    screen.print(f"{searched}\n", style=SOFT)
    rows = [
        (_seen(each), str(each.chance), _word(each.best), str(each.worth[each.best]))
        for each in sorted(found.first, key=_seen)
    ]
    screen.print(headed(("seen", "chance", "best", "worth"), rows))


def _form(found: Value, stakes: Mapping[str, Cents]) -> dict[str, Any]:
    first = [
        {
            "seen": _seen(each),
            "chance": str(each.chance),
            "best": _word(each.best),
            "worth": {_word(answer): str(worth) for answer, worth in each.worth.items()},
        }
        for each in sorted(found.first, key=_seen)
    ]
    return {
        "stakes": dict(stakes),
        "best": str(found.best),
        "decisions": found.decisions,
        "rounds": found.deals,
        "first": first,
    }


def _seen(decision: FirstDecision) -> str:
    """The cards by place, then the question: `box 1 9s 10s, dealer 9s ??: play`."""
    places: dict[str, list[str]] = {}
    about = ""
    for event in decision.seen:
        if isinstance(event, CardDealt):
            places.setdefault(event.to, []).append(str(event.card or HIDDEN))
        elif isinstance(event, Asked | StakeAsked):
            about = event.about
    return f"{', '.join(' '.join((to, *cards)) for to, cards in places.items())}: {about}"


def _word(answer: Answer) -> str:
    return answer if isinstance(answer, str) else show_money(answer)
