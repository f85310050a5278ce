"""The terms of a game, as the law fixes them or the house chose them: one frozen record.

Each game with its own terms has its own record next to its script.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar, Final, Literal

from pitboss.cards import Rank, Shoe
from pitboss.money import PUSH, Cents, Odds, parse_money
from pitboss.procedure.round import Hand
from pitboss.procedure.verbs import Decision
from pitboss.rulebook.term_fields import reading, term
from pitboss.wagers.terms import DealerRule, Dealing

SUPERVISOR: Final = "supervisor decides"
Decided = Literal[Decision, "supervisor decides"]
"""What is done about an irregularity."""


def listed(text: str) -> tuple[str, ...]:
    """`pair, high card` as its parts."""
    return tuple(text.split(", "))


def first_number(text: str) -> int:
    """`3 cards` as a number."""
    return int(text.partition(" ")[0])


def posted_limit(text: str) -> Cents | None:
    """`$5` in cents; `none` if the house posts no limit."""
    return None if text == "none" else parse_money(text)


def first_rank(text: str) -> Rank:
    """`queen high` as a rank."""
    return Rank[text.partition(" ")[0].upper()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What applies at a table of any game: the cards, who may bet, what is done about an error."""

    decks: int
    clauses: Mapping[str, str] = field(repr=False, compare=False)
    """Term → clause."""
    texts: Mapping[str, str] = field(repr=False, compare=False)
    """Every term in its own words, for people to read."""
    dealing: Dealing = field(init=False)
    """What the round is dealt from and how it is played out."""

    totals: ClassVar[bool] = False
    """Hands are worth their blackjack totals."""
    at_terminals: ClassVar[bool] = False
    """Boxes are terminals, which share the cards that are drawn."""

    # -- the cards -------------------------------------------------------------------------------
    cards: Literal["tens in", "tens out"] = term(absent="tens in")
    delivery: Literal[
        "shoe", "hand", "continuous shuffler", "dealing shuffler", "two alternating batches"
    ] = term(absent="shoe")
    double_shoe: Literal["no", "red or black", "odd or even"] = term(absent="no")
    shuffle: Literal["every round", "every round, after the bets", "when due"] = term(
        absent="when due"
    )
    cut_card: Literal["used", "not used"] = term(absent="not used")
    cut_card_at: str = term(absent="0 cards")
    player_cards: Literal["face up", "face down"] = term(absent="face up")

    # -- who may bet, and how much ---------------------------------------------------------------
    boxes: int | None = term(absent=None)
    hands_per_player: int | None = term(absent=None)
    countdown: int | None = term(absent=None)
    mid_shoe_entry: Literal["allowed", "barred"] = term(absent="allowed")
    wager_step: Cents = term(parse=parse_money, absent=1)
    """Main stakes are whole multiples of this (58 Pa. Code § 633c.4(b))."""
    side_wagers: Literal["those named"] | None = term(absent=None)
    compulsory_wagers: tuple[str, ...] = term(parse=listed, absent=())
    """Side wagers that every box has (1 CCR 207-1, 30-2111(2))."""
    tips_unsaid: Literal["up to own stake", "house limit"] = reading(
        "B-67", absent="up to own stake"
    )
    """The most that may be bet for the dealer if a section names no limit."""
    tip_limits: Cents | None = term(parse=posted_limit, absent=None)
    """The most that may be bet for the dealer, where a section lets the house limit it."""
    tip_amounts: Literal["any", "even dollars"] = term(absent="any")
    lucky_george_to: Literal["dealer", "dealer token pool"] = term(absent="dealer")

    # -- what is done about an irregularity ------------------------------------------------------
    misdeal_player: Decided = term(absent=SUPERVISOR)
    misdeal_dealer: Decided = term(absent=SUPERVISOR)
    misdeal_later: Decided | None = term(absent=None)
    """What a misdeal means once a card beyond the first two is delivered, if that differs."""
    misdealt_bets: Literal["stakes in play", "every bet"] = term(absent="stakes in play")
    """What players retain after a misdeal: what is not settled yet, or bets already lost too."""
    misdeal_poker: Decided = term(absent=SUPERVISOR)
    exposed_card: Decided = term(absent=SUPERVISOR)
    card_found_face_up: Decided = term(absent=SUPERVISOR)
    card_drawn_in_error: Decided = term(absent=SUPERVISOR)
    dealer_overdraw: Decided = term(absent=SUPERVISOR)
    fallen_card: Decided = term(absent=SUPERVISOR)
    fallen_hand: Literal["returned", "lost"] = reading("G-8", absent="returned")
    shoe_runs_out: Literal["shuffle the discards", "whole round void"] | None = term(absent=None)
    """What the table itself does when no card is left."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "dealing", self.deals())

    def clause(self, term: str) -> str:
        """The clause of a term."""
        return self.clauses.get(term, "")

    @property
    def without(self) -> Rank | None:
        """The rank removed from the decks (New Hampshire, reading A-6)."""
        return Rank.TEN if self.cards == "tens out" else None

    @property
    def pack(self) -> Shoe:
        """The cards of a whole shoe."""
        return self.dealing.pack

    @property
    def usual_cut(self) -> int:
        """Cards behind the cut card if the house files no number."""
        if self.cut_card != "used":
            return 0
        many, what, *_ = self.cut_card_at.split(" ")
        deck = self.pack.size // self.decks
        return int(Fraction(many) * (1 if what == "cards" else deck))

    def deals(self) -> Dealing:
        """The deal that the other terms imply."""
        return Dealing(Shoe.of(self.decks, self.without), peeks=(), doubles=False)

    def check(self) -> None:
        """Refuse terms that cannot be combined."""


PEEKS: Final[Mapping[str, tuple[int, ...]]] = {"ace and ten": (1, 10), "ten": (10,), "none": ()}
"""Upcards, by points, with which the hole card is read before anyone acts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackjackTerms(Terms):
    """The terms of standard blackjack in force at a table.

    Every law states those that have no default.
    """

    totals: ClassVar[bool] = True

    burn: Literal["none", "one card", "two cards", "three cards"] = term()

    # -- the dealer ------------------------------------------------------------------------------
    soft_17: Literal["stand", "hit"] = term()
    dealer_draws: Literal["by soft_17", "hit soft 17", "draw to 18"] = term(absent="by soft_17")
    peek: Literal["ace and ten", "ten", "none"] = term()

    # -- what is paid, and when ------------------------------------------------------------------
    natural_pays: Odds = term()
    wins_pay: Odds = term()
    tied_natural: Odds = term(absent=PUSH)
    player_21: Literal["compared", "pushes", "wins", "wins at once"] = term(absent="compared")
    dealer_22: Literal["bust", "push"] = term()
    lost_to_dealer_natural: Literal["original wager", "all wagers"] = term()
    doubled_before_natural: Literal["returned", "lost"] = reading("D-21", absent="returned")
    further_antes: Literal["as the first ante", "as filed"] = term(
        absent="as the first ante", bears=lambda play: bool(play.antes)
    )
    further_antes_pay: Odds = term(absent=PUSH)
    """Used only if they are paid as filed; the law that allows that has the term."""

    # -- what a player may do --------------------------------------------------------------------
    insurance: Literal["offered", "not offered"] = term()
    insurance_pays: Odds = term()
    insurance_amount: Literal["exactly half", "up to half"] = term()
    insurance_to: Literal["every hand", "hands without a natural"] = term(absent="every hand")
    insurance_settles: Literal["before the hands", "after the hands"] = term(
        absent="before the hands"
    )
    """Against the antes that a dealer's natural takes, and the naturals that are paid."""
    even_money: Literal["offered", "not offered"] = term()
    surrender: Literal["late", "early", "none"] = term()
    surrender_after_split: bool = term(absent=False)
    double_on: Literal["any two cards", "first action only", "never"] = term()
    double_amount: Literal["equal to the wager", "up to the wager"] = term()
    double_after_split: bool = term()
    tip_on_double: bool = term(absent=False)
    """A bet for the dealer may be added with the stake (1 CCR 207-1, 30-2105(3))."""
    split_by: Literal["value", "rank"] = term()
    split_hands: int = term()
    resplit_aces: bool = term()
    ace_splits: Literal["three splits in all", "one further split"] = term(
        absent="three splits in all"
    )
    split_aces_draw: Literal["one card", "as any hand"] = term()
    press_offered: Literal["after the peek", "at once, returned"] = reading(
        "D-32", absent="after the peek"
    )
    doubled_with_press: Literal["blackjack wager only", "blackjack and press"] = reading(
        "D-33", absent="blackjack wager only"
    )
    surrendered_with_press: Literal["half of both", "half of the blackjack wager"] = reading(
        "D-33-b", absent="half of both"
    )

    @property
    def one_card_to_split_aces(self) -> bool:
        """Whether a split ace gets only one card."""
        return self.split_aces_draw == "one card"

    def deals(self) -> Dealing:
        """The dealer draws to 17, and on a soft 17 if the rule says hit; or to 18 (A-7)."""
        stands_from = 18 if self.dealer_draws == "draw to 18" else 17
        return Dealing(
            Shoe.of(self.decks, self.without),
            DealerRule(self.soft_17 == "hit", stands_from),
            PEEKS[self.peek],
            self.double_on != "never",
        )


TermsOf = Callable[[Hand], BlackjackTerms]
"""The terms of one hand, if they differ from those of every hand."""
