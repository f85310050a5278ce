"""Blackjack Switch: two hands whose second cards may be exchanged (1 CCR 207-1, 30-2105)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from pitboss.cards import Card
from pitboss.errors import NotAllowed
from pitboss.games.decisions import STANDARD, play_box, surrender_early
from pitboss.games.standard import (
    NO,
    NO_MORE_BETS,
    burn,
    deal_two,
    draw_out,
    pay_natural,
    read_hole,
    settle_after_deal,
    settle_at,
    settle_hand,
    show_hole,
)
from pitboss.games.terms import BlackjackTerms
from pitboss.hands import is_blackjack, total
from pitboss.money import Cents
from pitboss.procedure.round import Box, Hand, Play, Procedure, Round
from pitboss.procedure.steps import Ask, Effect, Option, Place, Script, Stake
from pitboss.procedure.verbs import ask, burn_exposed
from pitboss.rulebook.term_fields import reading

SIDE_WAGERS = ("super-match", "buster-blackjack")


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackjackSwitchTerms(BlackjackTerms):
    """Standard blackjack, and what the section leaves open."""

    dealer_22_meets: Literal["push", "switched natural only"] = reading("A-9")
    side_wagers_go: Literal["each by itself", "one of the two"] = reading("B-7")


def blackjack_switch(table: Round, play: Play[BlackjackSwitchTerms]) -> Script[None]:
    """Deal one round."""
    terms = play.terms
    yield NO_MORE_BETS
    open_spots(table)
    yield from burn(table, terms)
    for box in table.live:
        yield Stake(box.number, "blackjack", box.placed["blackjack"])  # (2)
    yield from deal_two(table, terms)  # (7)
    for box in table.boxes:
        box.first = [card for hand in box.hands for card in hand.cards]
    yield from settle_after_deal(table, play)  # (5), (6)
    if terms.surrender == "early":
        yield from surrender_early(table, terms)
    natural, unseen = yield from read_hole(table, play)  # (8)(a)
    if not natural:
        for box in table.boxes:  # (8), (8)(h)
            yield from offer_switch(table, box, play)  # (8)(b)
            if not unseen:
                for hand in box.hands:
                    yield from pay_natural(hand, terms)  # (8)(e)
            yield from play_box(table, box, terms, may_surrender=not unseen)  # (8)(c)-(g)
    natural = yield from show_hole(table, play, natural, unseen)
    if not natural:
        yield from draw_out(table, play, terms)  # (9)
    yield from burn_exposed(table)
    yield settle_at("after the dealer's hand")  # (5)
    for box in reversed(table.boxes):
        for hand in box.hands:
            yield from settle_hand(table, hand, terms_of(hand, play), natural)  # (8)(e), (9)


def open_spots(table: Round) -> None:
    """A hand for each spot of a box; the stake goes on the first, the same amount on the second."""
    for box in table.boxes:
        stake = box.stakes["blackjack"]
        box.hands = [Hand(box.number, spot, stake=stake, spot=spot) for spot in (1, 2)]


def offer_switch(table: Round, box: Box, play: Play[BlackjackSwitchTerms]) -> Script[None]:
    """The second cards of the two hands are exchanged, or stay."""
    first, second = box.hands
    if first.over or second.over:
        return
    options = switch_options(first.cards, second.cards)
    question = Ask(box.number, first.name, "switch", options, play.terms.clause("switch"))
    if (yield from ask(table, question)) != "switch":
        return
    first.cards[1], second.cards[1] = second.cards[1], first.cards[1]
    first.origin = second.origin = "switched"
    box.drawn = list(first.cards)
    for hand in box.hands:
        yield Place(hand.name, hand.cards[1])


SWITCH = Option("switch", effect=Effect.EXCHANGE, terms=("switch",))


def switch_options(first: list[Card], second: list[Card]) -> tuple[Option, ...]:
    """The two choices, each with what the two hands would then be worth."""
    changed = [first[0], second[1]], [second[0], first[1]]
    now, then = (f"{total(a).points} and {total(b).points}" for a, b in ((first, second), changed))
    return (
        replace(NO, does=f"keep {now}", label="keep the hands"),
        replace(SWITCH, does=f"{now} become {then}"),
    )


def terms_of(hand: Hand, play: Play[BlackjackSwitchTerms]) -> BlackjackTerms:
    """The terms for one hand: the dealer's 22 may push only some (reading A-9)."""
    terms = play.terms
    made = hand.origin == "switched" and is_blackjack(hand.cards)
    if terms.dealer_22_meets == "switched natural only" and not made:
        return replace(terms, dealer_22="bust")
    return terms


def check_box(box: Box, play: Play[BlackjackSwitchTerms], most: Cents) -> None:
    """Refuse both side wagers at one box, if the house offers one of the two (reading B-7)."""
    one = play.terms.side_wagers_go == "one of the two"
    if one and all(key in box.placed for key in SIDE_WAGERS):
        raise NotAllowed(
            "Super Match or Buster Blackjack, not both in one round, at this table.",
            play.terms.clause("wagers_offered"),
        )


PROCEDURE = Procedure(
    "blackjack-switch/2",
    blackjack_switch,
    BlackjackSwitchTerms,
    spots=2,
    check_box=check_box,
    options=(*STANDARD, SWITCH),
)
