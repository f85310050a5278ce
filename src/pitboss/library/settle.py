"""`pitboss.settle`: what a hand is called, what it pays, and the clause that says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.analysis.setting import Setting
from pitboss.cards import Card, show_cards
from pitboss.errors import NotAllowed, count, either
from pitboss.hands import total
from pitboss.library.arguments import Cards, Money, cards_of, check_types, law
from pitboss.library.par import setting_of
from pitboss.money import Cents, show_money, show_percent
from pitboss.procedure.round import Box, Hand, Round
from pitboss.progressive.meter import meter_named
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.vocabulary import SEEN, SEES
from pitboss.table.houses.house import House
from pitboss.table.log.narrator import came_to, grounds
from pitboss.table.money.payer import rounded
from pitboss.table.money.settlement import due
from pitboss.wagers.offer import Offer


@dataclass(frozen=True, slots=True)
class Settlement:
    """One stake, settled on the cards that were given."""

    wager: str
    """Its id: `pennsylvania/perfect-pairs`."""
    paytable: str
    stake: Cents
    hand: str
    """The name of the hand; `no hand` if no line of the pay table names it."""
    pays: str
    """The odds as the law prints them."""
    won: Cents
    """What it wins in addition to the stake, without what a meter pays."""
    back: Cents
    """What is paid back, including the stake if it is returned."""
    share: Fraction
    """The part of a meter that it wins."""
    meter: str
    envy: Cents
    """What each other bettor, or the dealer, is paid for it."""
    clause: str
    readings: Mapping[str, str]
    """Doubtful clauses that affect it, each as it was read."""

    @property
    def is_lost(self) -> bool:
        """Whether nothing is won and nothing is returned."""
        return not (self.back or self.share)

    def __str__(self) -> str:
        why = grounds(self.hand, self.pays, won=self.won > 0)
        end = came_to(self.stake, self.back, self.hand)
        if self.share:
            share = f"{show_percent(self.share)} of {meter_named(self.meter)}"
            end = f"Won {either([show_money(self.won)] * bool(self.won) + [share], 'and')}."
        return f"{show_money(self.stake)}: {why}. {end[:-1]} ({self.clause})."


def settle(
    wager: str,
    *,
    player: Cards = (),
    dealer: Cards = (),
    community: Cards = (),
    stake: Money | None = None,
    table: str | None = None,
    decks: int | None = None,
    choices: Mapping[str, str] | None = None,
    book: Rulebook | None = None,
) -> Settlement:
    """Settle a stake on these cards as a table's payer does, each hand in the order it was dealt.

    >>> paid = settle("pennsylvania/perfect-pairs", player="Ks Ks", dealer="7h", stake="$5")
    >>> paid.hand, paid.pays, paid.won, paid.clause
    ('Perfect pair', '25 to 1', 12500, '58 Pa. Code § 633c.1')
    >>> print(paid)
    $5: Perfect pair, 25 to 1. Won $125 (58 Pa. Code § 633c.1).
    >>> print(settle("pennsylvania/perfect-pairs", player="Ks 9d"))
    $1: no hand. Lost $1 (58 Pa. Code § 633c.1).

    Cards that the wager does not look at may be given and make no difference. All cards that it
    needs must be given, and no card more often than the shoe holds it.

    >>> settle("colorado/21-plus-3", player="Ks")
    Traceback (most recent call last):
    pitboss.errors.NotAllowed: 1 CCR 207-1, 30-2107: 21+3 is settled on the player's first two \
cards and the upcard: give player= 2 cards (1 given) and dealer= 1 card (none given).
    """
    check_types(settle, locals())
    rulebook = book or law()
    found = setting_of(wager, table=table, decks=decks, stake=stake, choices=choices, book=rulebook)
    offered = found.offer
    if not offered.lines:
        raise NotAllowed(f"{offered.wager.name} is not decided by cards.", offered.wager.cite)
    given = {
        "player": cards_of(player), "dealer": cards_of(dealer), "community": cards_of(community),
    }  # fmt: skip
    _check_needed(offered, given)
    _check_pack(found, [card for cards in given.values() for card in cards])
    _check_played_out(found, given["dealer"])
    box = _box(given["player"])
    layout = Round([box], dealer=[*given["dealer"]], community=[*given["community"]])
    price = due(layout, box, offered, found.stake)
    won, _ = rounded(price.win, USUAL.unit, USUAL.odd_cents == "up")
    doubtful = [reading.key for reading in rulebook.readings_of(offered.wager)]
    return Settlement(
        wager=offered.wager.id,
        paytable=offered.table.id,
        stake=found.stake,
        hand=price.why,
        pays=price.pays,
        won=won,
        back=won + (found.stake if price.returned else 0),
        share=price.share,
        meter=price.meter,
        envy=price.envy,
        clause=offered.wager.cite,
        readings={key: offered.choices[key] for key in doubtful},
    )


USUAL: Final = House("pennsylvania")
"""How a fraction of a cent is rounded if no house has filed anything else."""


def _box(cards: tuple[Card, ...]) -> Box:
    """A box whose player drew these cards, and neither split nor doubled."""
    drew = cards[2] if len(cards) > 2 else None
    hand = Hand(1, cards=[*cards], drew=drew)
    return Box(1, "player", hands=[hand], first=[*cards], drawn=[*cards])


def _needed(offered: Offer) -> dict[str, int]:
    """Whose cards the wager sees, and the fewest that settle it.

    A third card need not be drawn; a growing hand has at least two cards.
    """
    needed = dict.fromkeys(("player", "dealer", "community"), 0)
    for place in offered.wager.sees:
        holder, fewest = place.split(".")[0], SEES[place][1] or 2
        if place == "player.third_card":
            holder, fewest = ("dealer", 1) if offered.terms.third_card == "upcard" else (holder, 2)
        needed[holder] = max(needed[holder], fewest)
    return needed


def _check_needed(offered: Offer, given: Mapping[str, tuple[Card, ...]]) -> None:
    short = {who: n for who, n in _needed(offered).items() if len(given[who]) < n}
    if short:
        sees = either([SEEN[place] for place in offered.wager.sees], "and")
        asked = [
            f"{who}= {count(n, 'card')} ({len(given[who]) or 'none'} given)"
            for who, n in short.items()
        ]
        raise NotAllowed(
            f"{offered.wager.name} is settled on {sees}: give {either(asked, 'and')}.",
            offered.wager.cite,
        )


def _check_pack(found: Setting, cards: list[Card]) -> None:
    """Refuse more of a card than the shoe holds."""
    for card, many in Counter(cards).items():
        there = found.shoe.counts[card.index]
        if many > there:
            decks = count(found.decks, "deck") if found.decks else "the shoe"
            contain = "contains" if found.decks in (None, 1) else "contain"
            raise NotAllowed(
                f"{show_cards([card] * many)} cannot all be dealt: {decks} of {found.game.name} "
                f"{contain} {f'only {there}' if there else 'no'} {card}."
            )


def _check_played_out(found: Setting, dealer: tuple[Card, ...]) -> None:
    """Refuse a dealer's hand that drew after it stood, or that is not finished but must be."""
    offered, draws = found.offer, found.dealing.dealer.draws
    if "dealer.hand" not in offered.wager.sees:
        return
    for many in range(2, len(dealer) + 1):
        cards = dealer[:many]
        value = total(cards)
        if many < len(dealer) and not draws(value):
            does = "is bust with" if value.bust else "stands on"
        elif many == len(dealer) and draws(value) and offered.terms.completes_hand:
            does = "draws to"
        else:
            continue
        raise NotAllowed(
            f"{offered.wager.name} is settled on {SEEN['dealer.hand']}: "
            f"the dealer {does} {show_cards(cards)} ({value.points}).",
            offered.wager.cite,
        )
