"""Ante Up 21: blackjack, and two-card poker with the same cards (1 CCR 207-1, 30-2106)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from pitboss.cards import Card, Rank, show_cards
from pitboss.games.blackjack import begin, play_out, settle_boxes
from pitboss.games.decisions import POKER, STANDARD, fold_or_bet
from pitboss.games.standard import deal_two, settle_after_deal
from pitboss.games.terms import BlackjackTerms, first_rank, listed
from pitboss.hands import best_hand, poker_rank, total
from pitboss.money import LOSS, PUSH, Odds
from pitboss.procedure.round import Box, Hand, Play, Procedure, Round
from pitboss.procedure.steps import Result, Script, Tell
from pitboss.rulebook.term_fields import reading, term

ANTE, BET = "ante-up-21-ante", "ante-up-21-bet"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnteUpTerms(BlackjackTerms):
    """Standard blackjack, and the poker played with it."""

    hand_ranks: tuple[str, ...] = term(parse=listed)
    """The ranks of poker hands, best first ((1)(a))."""
    qualifies: Rank = term(parse=first_rank)
    must_bet: Literal["both", "21 alone"] = reading("B-14")
    poker_hand_of: Literal["any two", "first two"] = reading("B-17")
    poker_after_split: Literal["first hand", "all cards", "no splitting"] = reading("B-18")
    low_pair: Literal["any pair", "a queen at least"] = reading("B-20")


def ante_up_21(table: Round, play: Play[AnteUpTerms]) -> Script[None]:
    """Deal one round."""
    yield from begin(table, play)  # (5)
    yield from deal_two(table, play.terms)  # (7)
    won = yield from settle_after_deal(table, play)  # (8)
    for box in table.live:
        if ANTE in box.stakes:
            yield from fold_or_bet(table, box.hands[0], (ANTE,), BET, play)  # (9)(a), (b)
    of = partial(terms_of, table, play)
    natural = yield from play_out(table, play, won, of)  # (9)(c)-(e), (11), (12)
    yield from call_hands(table, play)  # (13)
    yield from settle_boxes(table, play, natural, beside=partial(settle_poker, play))  # (13)(b)


def terms_of(table: Round, play: Play[AnteUpTerms], hand: Hand) -> BlackjackTerms:
    """A hand with ANTE may not be split, if the house reads it so (reading B-18)."""
    terms = play.terms
    if ANTE in table.box(hand.box).stakes and terms.poker_after_split == "no splitting":
        return replace(terms, split_hands=1)
    return terms


# -- the poker hands -----------------------------------------------------------------------------


def call_hands(table: Round, play: Play[AnteUpTerms]) -> Script[None]:
    """The dealer announces both hands, if somebody has a poker hand in play."""
    if not any(ANTE in box.stakes for box in table.boxes):
        return
    points, two = total(table.dealer).points, show_cards(dealers_two(table, play))
    yield Tell(f"the dealer has {points}, and {two} at poker", play.terms.clause("dealer_poker"))


def settle_poker(play: Play[AnteUpTerms], table: Round, box: Box, natural: bool) -> Script[None]:
    """Settle ANTE, then BET, if placed."""
    if ANTE not in box.stakes:
        return
    verdicts = outcome(players_two(box, play), dealers_two(table, play), natural, play.terms)
    for on, (pays, why, by) in zip((ANTE, BET), verdicts, strict=True):
        yield Result(box.number, on, box.stakes[on], pays, why, play.terms.clause(by))


Verdict = tuple[Odds, str, str]
"""What a wager is paid, why, and by which term."""


def outcome(
    mine: tuple[Card, ...], theirs: tuple[Card, ...], natural: bool, terms: AnteUpTerms
) -> tuple[Verdict, Verdict]:
    """The results of ANTE and of BET with these two-card hands."""
    ante = bet = compared(mine, theirs, terms)
    if natural:  # (10)(a)
        bet = (PUSH, "dealer natural", "dealer_natural")
    elif not qualifies(theirs, terms):  # (13)(d)
        why = f"{show_cards(theirs)} does not qualify"
        ante, bet = (terms.wins_pay, why, "qualifies"), (PUSH, why, "qualifies")
    return ante, bet


def compared(mine: tuple[Card, ...], theirs: tuple[Card, ...], terms: AnteUpTerms) -> Verdict:
    """What a two-card hand wins against the dealer's."""
    ours, dealers = (poker_rank(two, terms.hand_ranks) for two in (mine, theirs))
    named = show_cards(mine), show_cards(theirs)
    if ours == dealers:
        return PUSH, "{} ties {}".format(*named), "ties"  # (13)(e)
    if ours > dealers:
        return terms.wins_pay, "{} beats {}".format(*named), "wins_pay"
    return LOSS, "{1} beats {0}".format(*named), "wins_pay"


def players_two(box: Box, play: Play[AnteUpTerms]) -> tuple[Card, ...]:
    """The two cards that the player holds at poker (readings B-17, B-18)."""
    terms, cards = play.terms, box.hands[0].cards  # (11)(e)(i): the bust card too
    if terms.poker_hand_of == "first two":
        cards = box.first
    elif terms.poker_after_split == "all cards":
        cards = [card for hand in box.hands for card in hand.cards]
    return best_hand(cards, 2, terms.hand_ranks)


def dealers_two(table: Round, play: Play[AnteUpTerms]) -> tuple[Card, ...]:
    """The dealer's best two cards ((13), (13)(a))."""
    return best_hand(table.dealer, 2, play.terms.hand_ranks)


def qualifies(two: tuple[Card, ...], terms: AnteUpTerms) -> bool:
    """Whether the dealer's hand plays: by its rank, or by its best card (reading B-20)."""
    pair = two[0].rank == two[1].rank and terms.low_pair == "any pair"
    return pair or max(card.rank for card in two) >= terms.qualifies  # (13)(c)


# -- what the house chose ------------------------------------------------------------------------


def required(play: Play[AnteUpTerms]) -> tuple[str, ...]:
    """ANTE with 21 (reading B-14)."""
    return (ANTE,) if play.terms.must_bet == "both" else ()


PROCEDURE = Procedure(
    "ante-up-21/2", ante_up_21, AnteUpTerms, required=required, options=(*STANDARD, *POKER)
)
