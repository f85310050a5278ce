"""Blackjack Burnout: for a fee, the last card drawn may be burned (1 CCR 207-1, 30-899.25)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

from pitboss.errors import NotAllowed
from pitboss.games.blackjack import begin, play_out, settle_boxes
from pitboss.games.decisions import STANDARD
from pitboss.games.standard import deal_two, settle_after_deal
from pitboss.games.terms import BlackjackTerms
from pitboss.money import LOSS
from pitboss.procedure.round import Hand, Play, Procedure, Round
from pitboss.procedure.steps import Ask, Effect, Option, Place, Result, Script
from pitboss.procedure.verbs import ask, deal
from pitboss.rulebook.term_fields import reading

FEE = "burnout-fee"


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnoutTerms(BlackjackTerms):
    """Standard blackjack, from decks that two sentences of the section name differently."""

    dealt_from: Literal["two or six", "six"] = reading("C-1")

    def check(self) -> None:
        """As before the amendment, six decks from a shoe, if the house reads it so."""
        if self.dealt_from == "six" and (self.decks, self.delivery) != (6, "shoe"):
            raise NotAllowed(
                "reading C-1 requires six decks and a shoe, "
                f"not {self.decks} and {self.delivery!r}.",
                self.clause("delivery"),
            )


def blackjack_burnout(table: Round, play: Play[BurnoutTerms]) -> Script[None]:
    """Deal one round of standard blackjack; a player who paid the fee may burn one card."""
    yield from begin(table, play)
    yield from deal_two(table, play.terms)
    won = yield from settle_after_deal(table, play)
    paid = {box.number for box in table.boxes if FEE in box.stakes}
    after_card = partial(offer_burn, play, paid)
    natural = yield from play_out(table, play, won, after_card=after_card)
    yield from settle_boxes(table, play, natural)
    for box in reversed(table.live):
        if FEE in box.stakes:
            yield Result(
                box.number, FEE, box.stakes[FEE], LOSS, "fee", play.terms.clause("burn_fee")
            )


BURN = (
    Option("keep", "the card stays in the hand", passive=True),
    Option("burn", "the card goes, and the next is kept", effect=Effect.BURN),
)


def offer_burn(play: Play[BurnoutTerms], paid: set[int], table: Round, hand: Hand) -> Script[None]:
    """The card of a hit or double, even one that busts, may be burned once; the next is kept."""
    if hand.box not in paid or hand.split:  # a split gives up the option
        return
    question = Ask(hand.box, hand.name, "burn", BURN, play.terms.clause("burn_option"))
    if (yield from ask(table, question)) != "burn":
        return
    paid.remove(hand.box)
    table.box(hand.box).drawn.pop()
    yield Place("burn", hand.cards.pop())
    yield from deal(table, hand)


PROCEDURE = Procedure(
    "blackjack-burnout/2", blackjack_burnout, BurnoutTerms, options=(*STANDARD, *BURN)
)
