"""3 Card Shine, three-card poker with an Ante, a Pair and a bonus (1 CCR 207-1, 30-1099.52)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pitboss.cards import Card, Rank
from pitboss.errors import NotAllowed
from pitboss.games.decisions import betting, folding
from pitboss.games.standard import NO_MORE_BETS, settle_at
from pitboss.games.terms import Terms, first_rank, listed
from pitboss.hands import poker_rank
from pitboss.money import LOSS, PUSH, Odds
from pitboss.procedure.round import Box, Hand, Play, Procedure, Round
from pitboss.procedure.steps import Ask, AskStake, Result, Script, Stake, Tell
from pitboss.procedure.verbs import ask, ask_stake, deal_hands, show_dealer, show_hand
from pitboss.rulebook.term_fields import reading, term

ANTE, PLAY, BONUS, PAIR, SUPER_6 = "shine-ante", "shine-play", "ante-bonus", "pair-xxx", "super-6"
CARDS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ShineTerms(Terms):
    """How three cards are dealt, ranked and paid."""

    dealt_in: Literal["one at a time", "packets"] = term("dealing")
    hand_ranks: tuple[str, ...] = term(parse=listed)
    qualifies: Rank = term(parse=first_rank)
    wins_pay: Odds = term()
    three_aces: Literal["above a straight flush", "as three of a kind"] = reading("C-2")
    folded_pair: Literal["given up", "settled on its hand"] = reading("C-4")
    """What happens to Pair XXX with the Ante."""

    @property
    def ranks(self) -> tuple[str, ...]:
        """Classes of hands, highest first, with three aces on top or not by reading C-2 (1)."""
        if self.three_aces == "above a straight flush":
            return self.hand_ranks
        return tuple(rank for rank in self.hand_ranks if rank != "three aces")

    def check(self) -> None:
        """Refuse packets dealt by hand, or single cards from a shuffler that deals threes (6)."""
        by_threes = self.delivery == "dealing shuffler"
        if by_threes != (self.dealt_in == "packets"):
            raise NotAllowed(
                "packets come from a dealing shuffler and single cards from the hand, so dealing "
                f"{self.dealt_in!r} cannot be combined with delivery {self.delivery!r}.",
                self.clause("dealing"),
            )


def three_card_shine(table: Round, play: Play[ShineTerms]) -> Script[None]:
    """Deal one round."""
    yield NO_MORE_BETS
    for box in table.boxes:
        box.hands = [Hand(box.number, stake=box.stakes.get(ANTE, 0), on=ANTE)]
    yield from deal_hands(table, CARDS, play.terms.dealt_in == "packets")  # (6)
    folded = []
    for box in table.boxes:
        if ANTE in box.stakes and (yield from decide(table, box, play)) == "fold":  # (9)
            folded.append(box)
    for box in folded:
        yield from collect(table, box, play)  # (10)
    yield from show_dealer(table)  # (11)
    yield Tell(dealer_says(table, play.terms), play.terms.clause("qualifies"))  # (12)
    for box in reversed(table.live):
        yield from settle(table, box, play)


def decide(table: Round, box: Box, play: Play[ShineTerms]) -> Script[str]:
    """The player stakes as much as the Ante on Play, or folds (9), (10)."""
    hand = box.hands[0]
    clause = "; ".join((play.terms.clause("raise"), play.terms.clause("fold")))
    fold = LOSES_PAIR if PAIR in lost_by_folding(box, play) else LOSES_ANTE
    may = betting("play", hand.stake), fold
    word = yield from ask(table, Ask(box.number, hand.name, "play", may, clause))
    if word == "play":
        yield Stake(box.number, PLAY, hand.stake)
        if ANTE in box.tips:
            clause = play.terms.clause("tip_on_play")  # (5)
            step = AskStake(box.number, PLAY, hand.stake, clause, tip=True)
            yield from ask_stake(table, step)
    return word


LOSES_ANTE = folding("the Ante is lost")
LOSES_PAIR = folding("the Ante and Pair XXX are lost")


def lost_by_folding(box: Box, play: Play[ShineTerms]) -> list[str]:
    """Ante, and Pair XXX by reading C-4, where they were placed (10)."""
    keys = [ANTE, PAIR] if play.terms.folded_pair == "given up" else [ANTE]
    return [key for key in keys if key in box.stakes]


def collect(table: Round, box: Box, play: Play[ShineTerms]) -> Script[None]:
    """A folded Ante is taken, and Pair XXX by reading C-4; the cards stay for what is left (10)."""
    if box.number in table.dead:
        return
    clause = play.terms.clause("fold")
    for key in lost_by_folding(box, play):
        yield Result(box.number, key, box.stakes[key], LOSS, "folded", clause)
    if box.stakes:
        yield Tell(f"box {box.number}: the folded cards are tucked under the stake", clause)
    else:
        yield Tell(f"box {box.number}: the folded cards are counted and discarded", clause)


# -- the dealer's hand and the end ---------------------------------------------------------------


def qualifies(cards: Sequence[Card], terms: ShineTerms) -> bool:
    """Whether the dealer has a card this high, or better (12)."""
    return poker_rank(cards, terms.ranks) >= (1 - len(terms.ranks), terms.qualifies)


def dealer_says(table: Round, terms: ShineTerms) -> str:
    """What the dealer announces."""
    best, highest, *_ = poker_rank(table.dealer, terms.ranks)
    name = terms.ranks[-best]
    if name == "high card":
        name = f"{Rank(highest).name.lower()} high"
    does = "qualifies" if qualifies(table.dealer, terms) else "does not qualify"
    return f"the dealer shows {name}, which {does}"


def settle(table: Round, box: Box, play: Play[ShineTerms]) -> Script[None]:
    """What is still at a box, in the order of (8)."""
    if not box.stakes:
        return
    hand = box.hands[0]
    yield from show_hand(hand)
    if PLAY in box.stakes:
        on_play, on_ante, why, term = outcome(hand.cards, table.dealer, play.terms)
        clause = play.terms.clause(term)
        yield Result(box.number, PLAY, box.stakes[PLAY], on_play, why, clause)
        yield settle_at("with the main wager", box.number, BONUS)  # (13)(A)
        yield Result(box.number, ANTE, box.stakes[ANTE], on_ante, why, clause)
    for key in (PAIR, SUPER_6):  # (15)
        yield settle_at("after the main wager", box.number, key)


def outcome(
    mine: Sequence[Card], theirs: Sequence[Card], terms: ShineTerms
) -> tuple[Odds, Odds, str, str]:
    """What Play and Ante are paid, why, and the term that says so."""
    wins = terms.wins_pay
    if not qualifies(theirs, terms):
        return PUSH, wins, "dealer does not qualify", "qualifies"  # (13)
    ours, dealers = (poker_rank(cards, terms.ranks) for cards in (mine, theirs))
    if ours > dealers:
        return wins, wins, "player's hand is better", "wins_pay"  # (14)(A)
    if ours < dealers:
        return LOSS, LOSS, "dealer's hand is better", "dealer_wins"  # (14)(B)
    return PUSH, PUSH, "tie", "ties"  # (14)(B)(i)


PROCEDURE = Procedure(
    "3-card-shine/2",
    three_card_shine,
    ShineTerms,
    main=ANTE,
    opens=(ANTE, PAIR),
    dealer_cards=CARDS,
    hand_ranks=lambda terms: terms.ranks,
    paid_hands=lambda terms: {"wins_pay": "A hand that wins: Ante and Play"},
    options=(betting("play", 0), LOSES_ANTE),
)
