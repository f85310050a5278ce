"""The table of every wager says what the reader that settles it says of the same cards."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from pitboss.cards import DECK, Card, parse_cards
from pitboss.errors import NotAllowed
from pitboss.hands import total
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Wager
from pitboss.simulate.kernels.array_layout import DEALER, HAND, NO_CARD, THIRD
from pitboss.simulate.wager_tables import SUIT_SETS, WagerTable, wager_table
from pitboss.wagers.card_reader import groups, line_number, multiplier
from pitboss.wagers.offer import Offer, offer
from pitboss.wagers.terms import DealerRule
from tests.soak import soak

SAMPLE = 400
RULE = DealerRule(hits_soft_17=True)
NOT_IN_TABLES = {
    "colorado/ante-bonus": "cards that are not dealt here",
    "colorado/pair-xxx": "cards that are not dealt here",
    "colorado/super-6": "cards that are not dealt here",
    "colorado/super-match": "cards that are not dealt here",
    "colorado/three-card-bonus": "cards that are not dealt here",
    "colorado/pai-jack-bonus": "cards that are not dealt here",
    "pennsylvania/buzzer-beater": "two growing hands",
    "pennsylvania/super-4-mystery": "not decided by cards",
    "pennsylvania/must-hit-by": "not decided by cards",
    "pennsylvania/axman": "ranks and suits of a growing hand together",
}
"""Wagers of other games, and the few that only the table's own engine settles."""


def wagers(book: Rulebook) -> list[Wager]:
    return [w for w in book.wagers if w.paytables and w.role != "main"]


def looked_up(
    made: WagerTable, mine: Sequence[Card], dealer: Sequence[Card], third: Card | None
) -> int:
    """The class of a round by the arrays alone, as a kernel finds it."""
    first, second, *_ = (card.index for card in mine)
    up, hole = (card.index for card in dealer[:2])
    row = int(made.pairs[first * 52 + second])
    if made.looks == THIRD:
        return int(made.cells[row * 53 + (third.index if third else NO_CARD)])
    if made.looks in (DEALER, HAND):
        state = suits = 0
        for card in dealer if made.looks == DEALER else mine:
            state = int(made.step[state * 52 + card.index])
            suits |= 1 << card.suit
        other = row if made.looks == DEALER else 0
        return int(made.cells[(state * SUIT_SETS + suits) * made.kinds + other])
    at = [row, row * 52 + up, (row * 52 + up) * 52 + hole][made.looks]
    return int(made.cells[at])


def settled(
    bound: Offer, mine: Sequence[Card], dealer: Sequence[Card], third: Card | None
) -> tuple[int, int]:
    """The line and multiplier by the reader that settles real cards."""
    held = {
        "player.first_two": mine[:2],
        "player.third_card": [third] if third else [],
        "player.hand": mine,
        "dealer.upcard": dealer[:1],
        "dealer.first_two": dealer[:2],
        "dealer.hand": dealer,
    }
    seen = groups(bound.wager.sees, held)
    number = line_number(bound, seen)
    return (number, multiplier(bound, seen)) if number >= 0 else (-1, 1)


def dealt(random: Random) -> tuple[Sequence[Card], Sequence[Card], Card | None]:
    """A round from few ranks and suits, so that rare hands come: it need not be likely."""
    low, many = random.randrange(13), random.randint(1, 13)
    suits = random.sample(range(4), random.randint(1, 4))
    cards = [c for c in DECK if c.suit in suits and (c.rank - 2 - low) % 13 < many]
    mine: list[Card]
    dealer: list[Card]
    mine, dealer = random.choices(cards, k=2), random.choices(cards, k=2)
    while RULE.draws(total(dealer)):
        dealer.append(random.choice(cards))
    while total(mine).points < 21 and random.random() < 0.6:
        mine.append(random.choice(cards))
    return mine, dealer, mine[2] if len(mine) > 2 else None


LAWS = ("colorado", "new_hampshire", "pennsylvania", "south_dakota")
LARGE = (
    "colorado/buffalo-2-bust-bonus",
    "colorado/bust-bonanza",
    "pennsylvania/blackjack-match",
    "pennsylvania/blackjack-match-envy",
    "pennsylvania/crown-treasure",
    "pennsylvania/lucky-aces",
    "pennsylvania/super-4",
)
"""Tables that take long to fill, each of a kind that others have too."""


@pytest.mark.parametrize("wagers_of", [*LAWS, soak(LARGE, id="large")])
def test_the_table_of_a_wager_is_what_settles_it(
    book: Rulebook, wagers_of: str | tuple[str, ...]
) -> None:
    random = Random(16)
    rounds = [dealt(random) for _ in range(SAMPLE)]
    for mine, dealer in (
        ("As Kd", "2s 2s 2s 2s 2s 2s 10s"),
        ("As Ks", "Ks As"),
        ("Kh Qh", "Qd Kd"),
    ):
        rounds.append((parse_cards(mine), parse_cards(dealer), None))  # what comes too rarely
    won: dict[str, set[tuple[int, int]]] = {}
    for wager in wagers(book):
        wanted = wager.id in LARGE if wagers_of == LARGE else wager.jurisdiction == wagers_of
        if not wanted or wager.id in NOT_IN_TABLES or (wager.id in LARGE and wagers_of != LARGE):
            continue
        bound = offer(book, wager)
        made = wager_table(bound.question, RULE)
        found = won.setdefault(wager.id, set())
        for each in rounds:
            key = settled(bound, *each)
            assert made.keys[looked_up(made, *each)] == key, (wager.id, each)
            found.add(key)
    assert not [name for name, keys in won.items() if len(keys) < 2]  # none is looked at in vain


def test_what_has_no_table_is_refused_by_name(book: Rulebook) -> None:
    refused = {}
    for wager in wagers(book):
        if wager.id in NOT_IN_TABLES:
            with pytest.raises(
                NotAllowed, match=f"^{wager.cite.split('(')[0][:10]}.*has no table"
            ) as e:
                wager_table(offer(book, wager).question, RULE)
            refused[wager.id] = str(e.value)
    assert refused.keys() == NOT_IN_TABLES.keys()
    assert all(why in refused[name] for name, why in NOT_IN_TABLES.items())
