"""Somebody who plays a game that crosses blackjack with poker, or 3 Card Shine, as it is solved.

Each answers the first open question of a table and says whether it could.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pitboss.analysis.policy import hand_of
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


def shine_answer(made: ShineStrategy) -> Answer:
    """3 Card Shine: play or fold."""

    def word(step: Ask, at: Round, box: Box, hand: Hand) -> str:
        return made.best(show_cards(hand.cards)) if step.about == "play" else ""

    return _answering(word)


def hold_em_answer(made: HoldEmStrategy, blackjack: Answer) -> Answer:
    """21-Hold 'em: the blackjack by its own solution, then bet or fold with the board."""

    def word(step: Ask, at: Round, box: Box, hand: Hand) -> str:
        if step.about != "poker":
            return ""
        return made.best(f"{show_cards(at.community)} / {show_cards(hand.cards)}")

    return _answering(word, blackjack)


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

    return _answering(word)


def three_card_answer(made: ThreeCardStrategy) -> Answer:
    """3 Card 21 "N" Done: its 21 is taken or kept, its ace of three cards split or not."""

    def word(step: Ask, at: Round, box: Box, hand: Hand) -> str:
        ranks, up = _ranks(hand.cards), at.upcard
        if step.about == "insurance":
            return "insure" if made.three.insurance(ranks, up.rank) > 0 else "no"
        if step.about not in ("play", "21"):
            return ""
        if hand.split:
            others = [each.cards[0] for each in box.hands if each is not hand]
            return made.best(f"{_symbols(hand.cards)} / {_symbols(others)}", up.rank.symbol)
        if step.about == "play" and hand.total.points == 21:
            after = made.three.after_peek(ranks, up.rank)
            return max(after, key=lambda each: after[each].value)
        return made.best(_symbols(hand.cards), up.rank.symbol)

    def insured(table: Table) -> bool:
        asked = table.pending
        assert asked
        assert table.round
        if isinstance(asked.step, Ask) or asked.step.wager != "insurance":
            return False
        hand = table.round.box(asked.step.box).hands[0]
        takes = made.three.insurance(_ranks(hand.cards), table.round.upcard.rank) > 0
        table.answer_stake(asked.number, (asked.step.most or 0) if takes else 0)
        return True

    return _answering(word, insured)


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
        return made.blackjack.best(_ranks(hand.cards), up, split=True, may=may)

    return _answering(word, blackjack)


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


def _answering(
    word: Callable[[Ask, Round, Box, Hand], str], otherwise: Answer = lambda table: False
) -> Answer:
    """Answer with a word if there is one that is allowed; leave anything else to another."""

    def answer(table: Table) -> bool:
        asked = table.pending
        assert asked
        assert table.round
        step = asked.step
        if isinstance(step, Ask):
            box = table.round.box(step.box)
            found = word(step, table.round, box, hand_of(box, step.of) or box.hands[0])
            if found in step.may:
                table.answer(asked.number, found)
                return True
        return otherwise(table)

    return answer


def _ranks(cards: Sequence[Card]) -> tuple[Rank, ...]:
    return tuple(card.rank for card in cards)


def _symbols(cards: Sequence[Card]) -> str:
    return " ".join(card.rank.symbol for card in cards)
