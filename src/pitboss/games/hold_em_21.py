"""21-Hold 'em: blackjack, then poker with the dealer's first two cards (1 CCR 207-1, 30-2104)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pitboss.errors import NotAllowed
from pitboss.games.blackjack import blackjack
from pitboss.games.decisions import POKER, fold_or_bet
from pitboss.games.options import STANDARD
from pitboss.games.standard import settle_at
from pitboss.games.terms import BlackjackTerms
from pitboss.money import Cents, show_money
from pitboss.procedure import (
    HELD,
    Box,
    Hand,
    Place,
    Play,
    Procedure,
    Round,
    Script,
    Shuffle,
    deal,
    show_hand,
)
from pitboss.rulebook.term_fields import term

BJ, PK, SECOND, THIRD = (
    "blackjack",
    "21-hold-em-poker",
    "21-hold-em-second",
    "21-hold-em-third",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldEmTerms(BlackjackTerms):
    """Standard blackjack, and who plays poker."""

    poker_wager: Literal["optional", "required"] = term()

    def check(self) -> None:
        """One hand per player if poker is required of all ((2)(b))."""
        if self.poker_wager == "required" and (self.hands_per_player or 0) > 1:
            raise NotAllowed(
                f"a player may have only one hand if poker is required, not "
                f"{self.hands_per_player}.",
                self.clause("hands_per_player"),
            )


def hold_em_21(table: Round, play: Play[HoldEmTerms]) -> Script[None]:
    """Deal one round."""
    yield from blackjack(table, play)  # (4)
    hands = [poker_hand(box) for box in table.live if PK in box.stakes]
    if not hands:
        return
    yield from place_community(table)  # (5)
    yield Shuffle(tuple(table.community), play.terms.clause("shuffle"))  # (6)
    for hand in hands:
        yield from deal(table, hand, HELD, opening=True)  # (7)
    hands = yield from go_on(table, play, hands, (PK,), SECOND)  # (8), (9)
    hands = yield from go_on(table, play, hands, (PK, SECOND), THIRD)  # (10), (11)
    for hand in reversed(hands):  # (13)(a): from the dealer's right
        yield from show_hand(hand)
        yield settle_at("when the poker hand is complete", hand.box)  # (13)(b)


def poker_hand(box: Box) -> Hand:
    """A hand for the poker cards; the blackjack cards are in the discard rack."""
    hand = Hand(box.number, stake=box.stakes[PK], on=PK, held=True, game="poker")
    box.hands, box.first, box.drawn = [hand], [], []
    return hand


def place_community(table: Round) -> Script[None]:
    """The upcard and the hole card become common cards for all poker hands."""
    table.community = table.dealer[:2]
    for number, card in enumerate(table.community, 1):
        yield Place(f"community {number}", card)


def go_on(
    table: Round, play: Play[HoldEmTerms], hands: list[Hand], down: tuple[str, ...], on: str
) -> Script[list[Hand]]:
    """All fold or bet, then those who bet get a card; gives the hands still in."""
    for hand in hands:
        if not hand.over:
            bets = yield from fold_or_bet(table, hand, down, on, play, play.tips)
            hand.over = hand.over or not bets
    for hand in hands:
        if not hand.over:
            yield from deal(table, hand, HELD, opening=True)
    return [hand for hand in hands if not hand.over]  # (12): one void hand is out alone


# -- what the house chose ------------------------------------------------------------------------


def is_required(play: Play[HoldEmTerms]) -> bool:
    """Whether everyone must play poker too ((2)(b))."""
    return play.terms.poker_wager == "required"


def required(play: Play[HoldEmTerms]) -> tuple[str, ...]:
    """What every box must have in addition to B-J."""
    return (PK,) if is_required(play) else ()


def check_box(box: Box, play: Play[HoldEmTerms], most: Cents) -> None:
    """B-J and PK together stay within the maximum bet if poker is required ((2)(b))."""
    whole = box.placed.get(BJ, 0) + box.placed.get(PK, 0)
    if is_required(play) and whole > most:
        raise NotAllowed(
            "Blackjack and poker together are at most "
            f"{show_money(most)} here, not {show_money(whole)}.",
            play.terms.clause("wager_limit"),
        )


PROCEDURE = Procedure(
    "21-hold-em/2",
    hold_em_21,
    HoldEmTerms,
    required=required,
    once=(PK,),
    by_table=(PK, SECOND, THIRD),
    check_box=check_box,
    options=(*STANDARD, *POKER),
    second_game=(PK, "poker"),
)
