"""3 Card 21 "N" Done: three cards each; three with a pair, or over 21, may be split
into three hands (1 CCR 207-1, 30-2111).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from pitboss.games.blackjack import begin, settle_boxes
from pitboss.games.decisions import (
    HIT,
    STAND,
    STANDARD,
    double,
    end_at_once,
    give_up,
    play_box,
    split,
    splitting,
    surrendering,
    to_split_all,
    ways_to_double,
)
from pitboss.games.standard import (
    after_turn,
    deal_two,
    draw_out,
    pay_hand,
    read_hole,
    settle_after_deal,
    settle_hand,
    show_hole,
)
from pitboss.games.terms import BlackjackTerms
from pitboss.procedure.round import Box, Hand, Play, Procedure, Round
from pitboss.procedure.steps import Ask, Option, Script
from pitboss.procedure.verbs import ask, burn_exposed, deal
from pitboss.rulebook.term_fields import reading

MAIN = "three-card-21"
TAKE = "take the pay"
KEEP_21 = (
    Option(TAKE, "the 21 is paid now", passive=True),
    Option("keep", "the cards are kept, to split them"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreeCardTerms(BlackjackTerms):
    """Standard blackjack, and what the section leaves open."""

    split_ace_draws: Literal["as in blackjack", "as any hand"] = reading("B-43")
    may_split_21: Literal["ace as 11 goes over", "any ace"] = reading("B-43-b")
    over_21_loses: Literal["whole wager", "half"] = reading("B-45")
    """To a dealer's blackjack, before the player could surrender."""

    @property
    def one_card_to_split_aces(self) -> bool:
        """Whether a split ace gets one card and no more, unless it is played as any hand."""
        return self.split_aces_draw == "one card" and self.split_ace_draws == "as in blackjack"


def three_card_21(table: Round, play: Play[ThreeCardTerms]) -> Script[None]:
    """Deal one round."""
    terms = play.terms
    yield from begin(table, play, MAIN)  # (2)
    yield from deal_two(table, terms)  # (3)
    for hand in table.hands:
        yield from deal(table, hand, opening=True)
    yield from settle_after_deal(table, play)  # (4), (5)
    for hand in table.hands:
        yield from pay_dealt_21(table, hand, play)  # (6), Player rules (1)
    natural, unseen = yield from read_hole(table, play)  # (7)
    if natural and terms.over_21_loses == "half":
        for hand in table.hands:
            if not hand.over and counts_over(hand):
                yield from give_up(hand, terms)
    if not natural:
        for box in table.boxes:
            yield from play_three(table, box, play)
            yield from after_turn(table, box, play)
    natural = yield from show_hole(table, play, natural, unseen)  # Player rules (6)
    if not natural:
        yield from draw_out(table, play, terms)
    yield from burn_exposed(table)
    yield from settle_boxes(table, play, natural, by=settle_three)


def pay_dealt_21(table: Round, hand: Hand, play: Play[ThreeCardTerms]) -> Script[None]:
    """Three cards totaling 21 are paid at once, unless the player keeps them to split."""
    if hand.over or hand.total.points != 21:
        return
    terms = play.terms
    if may_keep(hand, terms):  # Player rules (2)(b), (4)(a)
        question = Ask(hand.box, hand.name, "21", KEEP_21, play.terms.clause("dealt_21"))
        if (yield from ask(table, question)) != TAKE:
            return
    yield from pay_21(hand, terms)


def pay_21(hand: Hand, terms: BlackjackTerms) -> Script[None]:
    """Three cards totaling 21 are paid and picked up."""
    hand.over = True
    yield from pay_hand(hand, terms.natural_pays, "21", terms.clause("natural_pays"), terms)


def may_keep(hand: Hand, terms: ThreeCardTerms) -> bool:
    """Whether it is a 21 that could be split: it holds a pair, or is over 21 with an ace as 11."""
    if terms.may_split_21 == "any ace" and any(card.is_ace for card in hand.cards):
        return True
    return has_pair(hand) or counts_over(hand)


def has_pair(hand: Hand) -> bool:
    """Whether two of the three are of one rank."""
    return max(Counter(card.rank for card in hand.cards).values()) > 1


def counts_over(hand: Hand) -> bool:
    """Whether the three are over 21, or are if the player wishes to count each ace as 11."""
    return sum(11 if card.is_ace else card.points for card in hand.cards) > 21


def made_21(hand: Hand) -> bool:
    """Whether it is a 21 after a hit, a double or a split."""
    return hand.total.points == 21 and (hand.split or len(hand.cards) > 3)


def settle_three(table: Round, hand: Hand, terms: BlackjackTerms, natural: bool) -> Script[None]:
    """A 21 made by play wins whatever the dealer has (Player rules (5), reading B-44)."""
    if made_21(hand) and not hand.over:
        hand.over = True
        yield from pay_hand(hand, terms.wins_pay, "21", terms.clause("player_21"), terms)
    yield from settle_hand(table, hand, terms, natural)


def play_three(table: Round, box: Box, play: Play[ThreeCardTerms]) -> Script[None]:
    """The player's decision on the three cards, and everything that follows."""
    terms = play.terms
    hand = box.hands[0]
    if hand.over:
        return
    question = Ask(hand.box, hand.name, "play", choices(table, hand, terms), clauses(hand, play))
    word = yield from ask(table, question)
    if word == TAKE:  # a 21 that was kept but not split
        yield from pay_21(hand, terms)
    elif word == "surrender":  # Player rules (3)(a)
        yield from give_up(hand, terms)
    elif word == "split":  # Player rules (2)(a), (2)(b), (3)(b), (4)(a)
        yield from split(box, hand)
        yield from play_box(table, box, terms, may_surrender=False)
    elif word.startswith("double"):
        if (yield from double(table, hand, word, terms)):
            yield from deal(table, hand)
        yield from end_at_once(hand, terms)
    elif word == "hit":
        yield from deal(table, hand)
        yield from play_box(table, box, terms, may_surrender=False)


def allowed(hand: Hand) -> tuple[str, ...]:
    """What may be done with the three cards once the dealer has no natural."""
    may = [TAKE] if hand.total.points == 21 else []
    if hand.total.points < 21:  # Player rules (2)
        may = ["stand", "hit", "double"]
    if has_pair(hand) or counts_over(hand) or hand.total.points == 21:
        may.append("split")
    if counts_over(hand):  # Player rules (3), (4)
        may.append("surrender")
    return tuple(may)


def choices(table: Round, hand: Hand, terms: BlackjackTerms) -> tuple[Option, ...]:
    """Exactly the legal choices on the three cards."""
    offered = {
        TAKE: [KEEP_21[0]],
        "stand": [STAND],
        "hit": [HIT],
        "double": ways_to_double(table, hand, terms),
        "split": [splitting(to_split_all(hand))],
        "surrender": [surrendering(passive=hand.total.bust)],
    }
    return tuple(option for word in allowed(hand) for option in offered[word])


def clauses(hand: Hand, play: Play[ThreeCardTerms]) -> str:
    """The clause on this hand."""
    over = ("over_21", "ace") if counts_over(hand) else ()
    named = chain(("split_on",) if has_pair(hand) else (), over)
    return "; ".join(dict.fromkeys(play.terms.clause(term) for term in named))


PROCEDURE = Procedure(
    "three-card-21/3",
    three_card_21,
    ThreeCardTerms,
    main=MAIN,
    required=lambda play: play.terms.compulsory_wagers,
    paid_hands=lambda terms: {"natural_pays": "21 on the deal: three cards that total 21"},
    options=(*STANDARD, *KEEP_21),
)
