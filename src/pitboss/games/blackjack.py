"""Standard blackjack, by each jurisdiction's terms (58 Pa. Code ch. 633a; Co. Rule 8;
ARSD 20:18:15; the New Hampshire house procedure).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pitboss.games.decisions import STANDARD, AfterCard, offer_later, play_box, surrender_early
from pitboss.games.standard import (
    AFTER_ALL,
    LAST,
    NO_MORE_BETS,
    after_turn,
    burn,
    deal_two,
    draw_out,
    offer_press,
    pay_naturals,
    read_hole,
    settle,
    settle_after_deal,
    settle_as_asked,
    settle_hand,
    settle_insurance,
    show_hole,
    still_deal_third_card,
)
from pitboss.games.terms import BlackjackTerms, TermsOf
from pitboss.money import Cents
from pitboss.procedure.round import Box, Hand, Play, Procedure, Round
from pitboss.procedure.steps import Script
from pitboss.procedure.verbs import burn_exposed


def blackjack(table: Round, play: Play[BlackjackTerms]) -> Script[None]:
    """Deal one round."""
    yield from begin(table, play)
    yield from deal_two(table, play.terms)
    won = yield from settle_after_deal(table, play)
    natural = yield from play_out(table, play, won)
    yield from settle_boxes(table, play, natural)


def begin(table: Round, play: Play[BlackjackTerms], main: str = "blackjack") -> Script[None]:
    """No more bets, and a hand for every box."""
    yield NO_MORE_BETS
    for box in table.boxes:
        antes = {key: box.stakes[key] for key in play.antes if key in box.stakes}
        box.hands = [Hand(box.number, stake=box.stakes[main], on=main, antes=antes)]
    yield from burn(table, play.terms)


def play_out(
    table: Round,
    play: Play[BlackjackTerms],
    won: Mapping[int, Cents],
    of: TermsOf | None = None,
    after_card: AfterCard | None = None,
) -> Script[bool]:
    """From the peek to the dealer's finished hand; returns whether it is a natural.

    A variation may have different terms for some hands.
    """
    terms = play.terms
    of = of or (lambda hand: terms)
    at_once = terms.press_offered == "at once, returned"
    if won and at_once:
        yield from offer_press(table, play, won, natural=False)
    yield from offer_later(table, play, "before the peek")
    if terms.surrender == "early":
        yield from surrender_early(table, terms)
    natural, unseen = yield from read_hole(table, play)
    if won and not at_once:
        yield from offer_press(table, play, won, natural or unseen)
    if not natural:
        if not unseen:
            yield from pay_naturals(table, terms, of)
        for box in table.boxes:
            yield from settle_as_asked(box, play)
            yield from play_box(table, box, of(box.hands[0]), not unseen, after_card)
            yield from after_turn(table, box, play)
        yield from offer_later(table, play, "before the dealer acts")
        yield from offer_later(table, play, "before the hole card is exposed")
    else:
        for box in table.live:
            yield from settle_as_asked(box, play)
    ended = natural  # before anyone acted
    natural = yield from show_hole(table, play, natural, unseen, of)
    if ended:
        yield from still_deal_third_card(table, play)
    elif not natural:
        yield from draw_out(table, play, terms)
    yield from burn_exposed(table)
    return natural


SettleHand = Callable[[Round, Hand, BlackjackTerms, bool], Script[None]]
"""How a main wager still in play is settled; the last argument: the dealer has a natural."""
Beside = Callable[[Round, Box, bool], Script[None]]
"""What a variation settles after a box's main wager; the last argument as above."""


def settle_boxes(
    table: Round,
    play: Play[BlackjackTerms],
    natural: bool,
    of: TermsOf | None = None,
    beside: Beside | None = None,
    by: SettleHand = settle_hand,
) -> Script[None]:
    """Every wager that is still in play, from the dealer's right."""
    for box in reversed(table.boxes):
        for hand in box.hands:
            yield from by(table, hand, of(hand) if of else play.terms, natural)
        if beside:
            yield from beside(table, box, natural)
        yield from settle(table, play, LAST, box.number)
    yield from settle_insurance(table, play.terms, natural)
    yield from settle(table, play, AFTER_ALL)


PROCEDURE = Procedure("blackjack/3", blackjack, BlackjackTerms, options=STANDARD)
