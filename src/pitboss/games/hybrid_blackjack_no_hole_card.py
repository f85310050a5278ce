"""Blackjack on a hybrid table without a hole card: one hand for all, and a dealer's hand against
each terminal (58 Pa. Code § 633c.5(w)-(ee)).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pitboss.games.blackjack import begin
from pitboss.games.decisions import give_up
from pitboss.games.options import STANDARD
from pitboss.games.standard import (
    offer_insurance,
    pay_natural,
    settle_after_deal,
    settle_at,
    settle_hand,
    settle_insurance,
)
from pitboss.games.terminals import (
    TerminalTerms,
    deal_community,
    decide_at_once,
    lines_of,
    silence,
    splits_in_turn,
)
from pitboss.hands import is_blackjack, total
from pitboss.procedure import (
    PLAYERS,
    Box,
    Play,
    Procedure,
    Round,
    Script,
    burn_exposed,
    deal_dealer,
    deal_shared,
)
from pitboss.rulebook.term_fields import reading


@dataclass(frozen=True, slots=True, kw_only=True)
class NoHoleCardTerms(TerminalTerms):
    """Terminals whose dealer has no hole card."""

    surrender_is: Literal["late", "early"] = reading(
        "D-19", bears=lambda play: play.terms.surrender != "none"
    )
    dealers_hand: Literal["one for each player", "one for all"] = reading("D-20")


def no_hole_card(table: Round, play: Play[NoHoleCardTerms]) -> Script[None]:
    """Deal one round."""
    terms = play.terms
    yield from begin(table, play)
    yield from deal_shared(table, PLAYERS, table.hands, opening=True)  # (y)(1)
    yield from deal_dealer(table)  # (y)(2)
    yield from deal_shared(table, PLAYERS, table.hands, opening=True)  # (y)(3)
    for box in table.boxes:
        box.dealer = [table.upcard]
    yield from settle_after_deal(table, play)  # (dd)
    yield from offer_insurance(table, terms, play.seconds)  # (z)
    lines = lines_of(table)
    while True:
        takers = yield from decide_at_once(table, lines, play, may_surrender=True)  # (z)
        yield from surrender_at_once(table, play)
        deciding = {hand.box for line in lines for hand in line}
        dealers = dealers_that_draw(table.live, deciding, play)
        if not takers and not dealers:
            break
        card = yield from deal_community(table, takers, play)  # (y)(4), (aa)(3)
        for box in dealers:
            if box.dealer and box.number not in table.dead:
                box.dealer.append(card)
                if len(box.dealer) == 2:
                    yield from see_second_card(table, box, play)  # (aa)(1)-(2), (bb)
    yield from burn_exposed(table)
    for hand in table.hands:
        yield from settle_hand(table, hand, terms, natural=False)  # (cc), (ee)(2)


def surrender_at_once(table: Round, play: Play[NoHoleCardTerms]) -> Script[None]:
    """Half is returned whatever the dealer's second card will be, if so read (D-19)."""
    if play.terms.surrender_is == "early":
        for hand in table.hands:
            if hand.decided == "surrender" and not hand.over:
                yield from give_up(hand, play.terms)


def dealers_that_draw(
    live: list[Box], deciding: set[int], play: Play[NoHoleCardTerms]
) -> list[Box]:
    """Terminals whose dealer takes the next card: those that have decided everything (D-20)."""
    if deciding and play.terms.dealers_hand == "one for all":
        return []
    return [b for b in live if b.number not in deciding and dealer_takes(b, play)]


def dealer_takes(box: Box, play: Play[NoHoleCardTerms]) -> bool:
    """Whether something at the terminal depends on the next card of its dealer's hand."""
    dealer = box.dealer or []
    if any(not hand.over for hand in box.hands):
        return len(dealer) < 2 or play.terms.dealing.dealer.draws(total(dealer))
    waits = any(
        play.side_duties[key].waits_for_hole for key in box.placed if key in play.side_duties
    )
    return len(dealer) < 2 and ("insurance" in box.stakes or waits)


def see_second_card(table: Round, box: Box, play: Play[NoHoleCardTerms]) -> Script[None]:
    """What the dealer's second card settles at one terminal."""
    terms = play.terms
    natural = is_blackjack(box.dealer or [])
    yield settle_at("after the peek", box.number)
    yield settle_at("when the hole card is turned", box.number)
    for hand in box.hands:
        if natural:
            yield from settle_hand(table, hand, terms, natural)  # (aa)(1)(i), (aa)(2)(i), (bb)(1)
        elif hand.natural:
            yield from pay_natural(hand, terms)  # (aa)(1)(ii)
        elif hand.decided == "surrender" and not hand.over:
            yield from give_up(hand, terms)  # (z)
    yield from settle_insurance(table, terms, natural, [box])  # after the hands: (aa), (bb)


PROCEDURE = Procedure(
    "hybrid-blackjack-no-hole-card/2",
    no_hole_card,
    NoHoleCardTerms,
    dealer_cards=1,
    splits_in_turn=splits_in_turn,
    dealers_that_draw=dealers_that_draw,
    silence=silence,
    options=STANDARD,
)
