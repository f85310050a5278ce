"""Blackjack on a hybrid table, whose terminals share their first cards and draw from one row of
community cards (58 Pa. Code § 633c.5): with a hole card, three hands on the felt for any number of
terminals ((a)-(v)); without one, a hand for all, and a dealer's hand against each ((w)-(ee)).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Literal

from pitboss.cards import Card
from pitboss.games.blackjack import begin
from pitboss.games.decisions import STANDARD, decide, give_up
from pitboss.games.standard import (
    draw_out,
    offer_insurance,
    pay_hand,
    pay_natural,
    pay_naturals,
    peeks,
    read_hole,
    settle_after_deal,
    settle_at,
    settle_hand,
    settle_insurance,
    show_hole,
)
from pitboss.games.terms import BlackjackTerms
from pitboss.hands import is_blackjack, total
from pitboss.money import LOSS, PUSH, Odds
from pitboss.procedure.round import Box, Hand, Play, Procedure, Round
from pitboss.procedure.steps import PLAYERS, Result, Script
from pitboss.procedure.verbs import at_once, burn_exposed, deal_dealer, deal_shared
from pitboss.rulebook.term_fields import reading, term


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalTerms(BlackjackTerms):
    """Standard blackjack at terminals."""

    at_terminals: ClassVar[bool] = True

    hole_card: Literal["dealt", "none"] = term()
    no_action: Literal["stand", "hit 11 or less"] = term()
    silence_is: Literal["house's choice", "always stand with a hole card"] = reading("G-11")
    split_hands_draw: Literal["each from the same card", "one after the other"] = reading("D-18")


# -- a hole card ((a)-(v)) -------------------------------------------------------------------------


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
        early = terms.naturals_paid == "after the reader" or not peeks(table, terms)
        if early and not unseen:
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
    yield settle_at("with the main wager")  # (u)


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


# -- no hole card ((w)-(ee)) -----------------------------------------------------------------------


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


# -- terminals -------------------------------------------------------------------------------------


Line = list[Hand]
"""Hands that draw one after another; the first of them draws now."""


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


PROCEDURE = Procedure(
    "hybrid-blackjack/1",
    hybrid_blackjack,
    HybridTerms,
    positions=lambda play: play.terms.boxes or 0,  # (l)
    splits_in_turn=splits_in_turn,
    silence=silence,
    options=STANDARD,
)
NO_HOLE_CARD = Procedure(
    "hybrid-blackjack-no-hole-card/2",
    no_hole_card,
    NoHoleCardTerms,
    dealer_cards=1,
    splits_in_turn=splits_in_turn,
    dealers_that_draw=dealers_that_draw,
    silence=silence,
    options=STANDARD,
)
