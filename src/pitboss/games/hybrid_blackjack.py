"""Blackjack on a hybrid table: three hands on the felt for any number of terminals
(58 Pa. Code § 633c.5(a)-(v)).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pitboss.games.blackjack import begin
from pitboss.games.decisions import STANDARD
from pitboss.games.standard import (
    draw_out,
    pay_hand,
    pay_naturals,
    peeks,
    read_hole,
    settle_at,
    settle_hand,
    show_hole,
)
from pitboss.games.terminals import (
    TerminalTerms,
    deal_community,
    decide_at_once,
    lines_of,
    silence,
    splits_in_turn,
)
from pitboss.games.terms import BlackjackTerms
from pitboss.hands import is_blackjack, total
from pitboss.money import LOSS, PUSH, Odds
from pitboss.procedure.round import Play, Procedure, Round
from pitboss.procedure.steps import Result, Script
from pitboss.procedure.verbs import burn_exposed, deal_dealer, deal_shared
from pitboss.rulebook.term_fields import reading, term

WITH_MAIN = settle_at("with the main wager")


@dataclass(frozen=True, slots=True, kw_only=True)
class HybridTerms(TerminalTerms):
    """Terminals with a hole card, and Buzzer Beater."""

    buzzer_after_split: Literal["first hand", "returned"] = term()
    both_over_21: Literal["player's bust loses at once", "equal totals push"] = reading("A-10")
    naturals_paid: Literal["after the reader", "at the end"] = reading("D-22")
    buzzer_tie_pays: Odds = reading("A-4", absent=PUSH)


def hybrid_blackjack(table: Round, play: Play[HybridTerms]) -> Script[None]:
    """Deal one round."""
    terms = play.terms
    yield from begin(table, play)
    yield from deal_positions(table)  # (n)
    natural, unseen = yield from read_hole(table, play, play.seconds)  # (o)
    if not natural:
        at_once = terms.naturals_paid == "after the reader" or not peeks(table, terms)
        if at_once and not unseen:
            yield from pay_and_clear_naturals(table, terms)  # (p)(1)
        lines = lines_of(table)
        busts_lose = terms.both_over_21 == "player's bust loses at once"
        while takers := (yield from decide_at_once(table, lines, play)):  # (p)(2), (r)
            yield from deal_community(table, takers, play, busts_lose)  # (q)
        natural = yield from show_hole(table, play, natural, unseen)  # (s)
        if not natural:
            yield from draw_out(table, play, terms)
            yield from pay_naturals(table, terms)
        yield from settle_busts(table, play)
    yield from burn_exposed(table)
    for hand in table.hands:
        yield from settle_hand(table, hand, terms, natural)  # (t), (v)
    yield from settle_split_buzzers(table, play)
    yield WITH_MAIN  # (u)


def deal_positions(table: Round) -> Script[None]:
    """Two cards to each position that somebody selected, and to the dealer."""
    selected = sorted({box.position for box in table.boxes})
    for _ in range(2):
        for position in selected:
            hands = [h for box in table.boxes if box.position == position for h in box.hands]
            yield from deal_shared(table, f"position {position}", hands, opening=True)
        yield from deal_dealer(table, "down" if table.dealer else "up")


def pay_and_clear_naturals(table: Round, terms: BlackjackTerms) -> Script[None]:
    """The dealer cannot have Blackjack: a player's is paid, and Buzzer Beater on it is lost."""
    yield from pay_naturals(table, terms)
    for box in table.live:
        if box.hands[0].natural:
            yield settle_at("with the main wager", box.number)


def settle_busts(table: Round, play: Play[HybridTerms]) -> Script[None]:
    """Over 21 if that does not lose at once: only an equal dealer's total saves the stake."""
    theirs = total(table.dealer).points
    for hand in table.hands:
        if not hand.over and hand.total.bust:
            hand.over = True
            even = hand.total.points == theirs
            pays, why = (PUSH, f"{theirs} each") if even else (LOSS, "bust")
            yield from pay_hand(hand, pays, why, play.terms.clause("player_bust"), play.terms)


BUZZER = "buzzer-beater"


def settle_split_buzzers(table: Round, play: Play[HybridTerms]) -> Script[None]:
    """Buzzer Beater on a split hand, if its two cards alone do not decide it.

    A split ace and a ten are 21 and no Blackjack, so against 21 they are reading A-4.
    """
    clause = play.terms.clause("buzzer_after_split")
    returned = play.terms.buzzer_after_split == "returned"
    for box in table.live:
        first = box.hands[0]
        if BUZZER not in box.stakes or not first.split:
            continue
        ties = is_blackjack(first.cards) and total(table.dealer).points == 21
        if returned or ties:
            pays = PUSH if returned else play.terms.buzzer_tie_pays
            why = "split" if returned else "21 each"
            yield Result(box.number, BUZZER, box.stakes[BUZZER], pays, why, clause)


PROCEDURE = Procedure(
    "hybrid-blackjack/1",
    hybrid_blackjack,
    HybridTerms,
    positions=lambda play: play.terms.boxes or 0,  # (l)
    splits_in_turn=splits_in_turn,
    silence=silence,
    options=STANDARD,
)
