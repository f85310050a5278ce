"""Terminals that share their first cards and draw from one row of community cards
(58 Pa. Code § 633c.5).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Literal

from pitboss.cards import Card
from pitboss.games.decisions import decide
from pitboss.games.standard import pay_hand, settle_at
from pitboss.games.terms import BlackjackTerms
from pitboss.money import LOSS
from pitboss.procedure import Hand, Play, Round, Script, at_once, deal_shared
from pitboss.rulebook.term_fields import reading, term

Line = list[Hand]
"""Hands that draw one after another; the first of them draws now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalTerms(BlackjackTerms):
    """Standard blackjack at terminals."""

    at_terminals: ClassVar[bool] = True

    hole_card: Literal["dealt", "none"] = term()
    no_action: Literal["stand", "hit 11 or less"] = term()
    silence_is: Literal["house's choice", "always stand with a hole card"] = reading("G-11")
    split_hands_draw: Literal["each from the same card", "one after the other"] = reading("D-18")


def lines_of(table: Round) -> list[Line]:
    """Every hand that may draw, separately."""
    return [[hand] for hand in table.hands if not hand.over and not hand.natural]


def decide_at_once(
    table: Round, lines: list[Line], play: Play[TerminalTerms], may_surrender: bool = False
) -> Script[list[Hand]]:
    """All decide against the clock: the hands that take the next community card."""
    deciding = [_decide(table, lines, line, play, may_surrender) for line in lines]
    takers = yield from at_once(table, deciding, play.seconds)
    lines[:] = [line for line in lines if line]
    return [hand for hands in takers for hand in hands]


def _decide(
    table: Round, lines: list[Line], line: Line, play: Play[TerminalTerms], may_surrender: bool
) -> Script[Line]:
    """The hands of a line that take the next card; finished hands leave it."""
    while line:
        hand, word = line[0], "stand"
        box = table.box(hand.box)
        if not hand.over and len(hand.cards) < 2:
            return [hand]  # the second card of a split hand
        if not hand.over and not hand.doubled and hand.total.points < 21:
            silent = silence(hand, play)
            word = yield from decide(table, box, hand, play.terms, may_surrender, otherwise=silent)
        if word == "split" and not splits_in_turn(play):
            lines.append([box.hands[-1]])
            return [hand, box.hands[-1]]
        if word == "split":
            line.insert(1, box.hands[-1])
        if word not in ("stand", "surrender"):
            return [hand]
        if word == "surrender":
            hand.decided = "surrender"
        line.pop(0)
    return []


def splits_in_turn(play: Play[TerminalTerms]) -> bool:
    """Whether the hands of a split draw one after the other (reading D-18)."""
    return play.terms.split_hands_draw == "one after the other"


def silence(hand: Hand, play: Play[TerminalTerms]) -> str:
    """What the terminal does when the clock runs out, as the house filed it (reading G-11)."""
    terms = play.terms
    stands = terms.silence_is == "always stand with a hole card"
    if stands and terms.hole_card == "dealt":
        return "stand"
    hits = terms.no_action == "hit 11 or less" and hand.total.points <= 11
    return "hit" if hits else "stand"


def deal_community(
    table: Round, takers: Iterable[Hand], play: Play[TerminalTerms], busts_lose: bool = True
) -> Script[Card]:
    """A card for all who take it; a hand over 21 loses at once (reading A-10)."""
    hands = list(takers)
    card = yield from deal_shared(table, "community", hands)
    assert card
    table.community.append(card)
    for hand in hands:
        if busts_lose and not hand.over and hand.total.bust:
            hand.over = True
            yield from pay_hand(hand, LOSS, "bust", play.terms.clause("player_bust"), play.terms)
            if all(each.over for each in table.box(hand.box).hands):
                yield settle_at("with the main wager", hand.box)
    return card
