"""Somebody who plays a game that crosses blackjack with poker, or 3 Card Shine, as it is solved.

Each answers the first open question of a table and says whether it could.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pitboss.analysis.automatic_player import hand_of
from pitboss.cards import Card, Rank, show_cards
from pitboss.games.ante_up_21 import ANTE
from pitboss.games.pai_jack import PaiJackTerms, house_way, is_pai_jack, outcome, ways
from pitboss.procedure import Ask, Box, Hand, Round
from pitboss.solvers.ante_up_hands import BET, FOLD, AnteUp
from pitboss.solvers.blackjack import DOUBLE, HIT, STAND, WORDS
from pitboss.solvers.hold_em import HoldEmStrategy
from pitboss.solvers.pai_jack import PaiJackStrategy
from pitboss.solvers.rank_hands import NUMBER, rank_hands
from pitboss.solvers.shine import ShineStrategy
from pitboss.solvers.three_card import ThreeCardStrategy
from pitboss.table.table import Table

Answer = Callable[[Table], bool]
"""Answers the first open question; says whether it did."""


def answer_first(
    table: Table,
    word: Callable[[Ask, Round, Box, Hand], str],
    insures: Callable[[Round, Box, Hand], bool] | None = None,
) -> bool:
    """Answer the first open question with a word if there is one that is allowed, and insure a hand
    where that is asked; leave anything else to another.
    """
    asked, at = table.pending, table.round
    assert asked
    assert at
    step, box = asked.step, at.box(asked.step.box)
    if isinstance(step, Ask):
        hand = hand_of(box, step.of) or box.hands[0]
        said = word(step, at, box, hand)
        if insures and step.about == "insurance":
            said = "insure" if insures(at, box, hand) else "no"
        if said in step.may:
            table.answer(asked.number, said)
        return said in step.may
    if not insures or not step.wager.startswith("insurance"):
        return False
    hand = box.hands[int(step.wager.partition("-")[2] or 1) - 1]
    table.answer_stake(asked.number, (step.most or 0) if insures(at, box, hand) else 0)
    return True


def shine_answer(made: ShineStrategy) -> Answer:
    """3 Card Shine: play or fold."""

    def word(step: Ask, at: Round, box: Box, hand: Hand) -> str:
        return made.best(show_cards(hand.cards)) if step.about == "play" else ""

    return partial(answer_first, word=word)


def hold_em_answer(made: HoldEmStrategy, blackjack: Answer) -> Answer:
    """21-Hold 'em: the blackjack by its own solution, then bet or fold with the board."""

    def word(step: Ask, at: Round, box: Box, hand: Hand) -> str:
        if step.about != "poker":
            return ""
        return made.best(f"{show_cards(at.community)} / {show_cards(hand.cards)}")

    return lambda table: answer_first(table, word) or blackjack(table)


def pai_jack_answer(made: PaiJackStrategy) -> Answer:
    """Pai Jack: a foul that is found late is set again to suit the dealer's hand."""
    terms = made.terms
    assert isinstance(terms, PaiJackTerms)

    def word(step: Ask, at: Round, box: Box, hand: Hand) -> str:
        if step.about != "set":
            return ""
        if (best := made.best(show_cards(hand.cards))) in step.may:
            return best
        theirs, natural = house_way(at.dealer, terms), is_pai_jack(at.dealer)
        legal = [way for way in ways(hand.cards, terms) if way.legal]
        return max(legal, key=lambda way: outcome(way, theirs, natural, terms)[0].gross(1)).word

    return partial(answer_first, word=word)


def three_card_answer(made: ThreeCardStrategy) -> Answer:
    """3 Card 21 "N" Done: its 21 is taken or kept, its ace of three cards split or not."""

    def word(step: Ask, at: Round, box: Box, hand: Hand) -> str:
        ranks, up = ranks_of(hand.cards), at.upcard
        if step.about not in ("play", "21"):
            return ""
        if hand.split:
            others = [each.cards[0] for each in box.hands if each is not hand]
            return made.best(f"{_symbols(hand.cards)} / {_symbols(others)}", up.rank.symbol)
        if step.about == "play" and hand.total.points == 21:
            after = made.three.after_peek(ranks, up.rank)
            return max(after, key=lambda each: after[each].value)
        return made.best(_symbols(hand.cards), up.rank.symbol)

    def insures(at: Round, box: Box, hand: Hand) -> bool:
        return made.three.insurance(ranks_of(hand.cards), at.upcard.rank) > 0

    return partial(answer_first, word=word, insures=insures)


def ante_up_answer(made: AnteUp, blackjack: Answer) -> Answer:
    """Ante Up 21: with the poker in play the first hand is played for both wagers."""

    def word(step: Ask, at: Round, box: Box, hand: Hand) -> str:
        up = at.upcard.rank
        if step.about == "poker":
            first, second = (NUMBER[card.rank] for card in box.hands[0].cards)
            return FOLD if made.best(first, second, NUMBER[up])[0] == FOLD else BET
        if step.about != "play" or ANTE not in box.stakes or not made.follows_play:
            return ""
        if hand.split and "split" in step.may and _goes_on(made, box, NUMBER[up]):
            return "split"
        if hand.number == 1 and not (hand.split and made.shares):
            return _with_poker(made, hand, NUMBER[up])
        may = [each for each in step.may if each != "split"]
        return made.blackjack.best(ranks_of(hand.cards), up, split=True, may=may)

    return lambda table: answer_first(table, word) or blackjack(table)


def _goes_on(made: AnteUp, box: Box, up: int) -> bool:
    """A split pair is parted once more."""
    first, other = (NUMBER[card.rank] for card in box.first)
    return len(box.hands) < made.hands_of(first, other, up)


def _with_poker(made: AnteUp, hand: Hand, up: int) -> str:
    """What is done with the hand that has the poker."""
    held = tuple(NUMBER[card.rank] for card in hand.cards)
    if len(held) == 2 and not hand.split:
        return made.best(held[0], held[1], up)[0].removeprefix(f"{BET}, ")
    row, played = rank_hands().row[tuple(sorted(held))], made.against(up)
    doubles = len(held) == 2 and made.rules.hand.double_after_split
    if doubles and played.double[row] > played.unsplit(row):
        return WORDS[DOUBLE]
    return WORDS[STAND if played.acts[row] == STAND else HIT]


def ranks_of(cards: Sequence[Card]) -> tuple[Rank, ...]:
    return tuple(card.rank for card in cards)


def _symbols(cards: Sequence[Card]) -> str:
    return " ".join(card.rank.symbol for card in cards)
