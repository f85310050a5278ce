"""The terms that a wager is counted and paid under: how a table handles it, under the readings and
options in force, and what a round is dealt from and how it is played out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from pitboss.cards import Shoe
from pitboss.hands import Total
from pitboss.rulebook.term_fields import option, reading

FIXED_STAKE: Final = ("amount", "stake")
"""Options by which the house fixes the only stake of a wager."""


@dataclass(frozen=True, slots=True)
class WagerTerms:
    """What the readings and options of a wager decide besides its pay table, each by its name.

    If a wager has no such reading or option, the field has its `absent` value.
    """

    # -- the cards that it sees ------------------------------------------------------------------
    completes_hand: bool = reading("D-38", yes="completes the hand", no="stops", absent=True)
    """The dealer draws for it even if no main wager is left."""
    third_card: Literal["drawn card", "upcard"] = option("third-card", absent="drawn card")
    third_card_of_split: Literal["first hand", "either hand"] = reading("D-27", absent="first hand")
    double_card_is_third: bool = reading("D-27-b", yes="counts", no="does not count", absent=True)
    straight_after_split: Literal["two cards", "first hand"] = reading("B-33", absent="first hand")
    double_card_extends: bool = reading("B-33-b", absent=True)

    # -- who may place it, and how much ----------------------------------------------------------
    live_only: bool = reading("B-54-b", yes="live hands only", no="any player", absent=True)
    entry: Literal["any hand", "opening hand"] = option(absent="any hand")
    opening_hand_always: bool = reading("B-31", yes="always", no="house's choice", absent=False)
    most: Literal["posted limits", "main wager"] = option(absent="posted limits")
    offered: bool = option(absent=True)
    tips_unsaid: Literal["up to own stake", "house limit"] | None = reading("B-67", absent=None)
    """The most that may be bet for the dealer if its section names no limit."""

    # -- what its winners get --------------------------------------------------------------------
    shares_equally: bool = reading(
        "G-1", yes="shared equally", no="in settlement order", absent=False
    )
    over_limit: Literal["in proportion", "in settlement order"] = reading(
        "G-10", absent="in proportion"
    )
    floor_validates: Literal["shares and large awards", "every win"] = reading(
        "G-2", absent="shares and large awards"
    )
    large_awards: Literal["by amount", "percentage awards only"] = reading(
        "G-3", absent="by amount"
    )

    # -- envy ------------------------------------------------------------------------------------
    envy: bool = option(yes="offered", no="not offered", absent=False)
    envy_exact: bool = reading("D-7", yes="the figure", no="up to the figure", absent=False)
    envy_to: Literal["other bettors", "nobody"] = reading("D-7-b", absent="other bettors")
    envy_to_own_box: bool = reading("G-4", yes="other box", no="none", absent=False)

    # -- its meters, and mysteries ---------------------------------------------------------------
    linked: bool = reading("G-7", yes="linked", no="not linked", absent=False)
    contributions_kept: bool = reading(
        "G-9", yes="kept", no="reversed with the stakes", absent=False
    )
    """Those of a voided round stay in the meter."""
    qualifying_stake: Literal["that amount or more", "that amount only"] = reading(
        "D-41", absent="that amount or more"
    )
    """What the wager that feeds a mystery may be, by the amount of its configuration."""
    qualifying_wager: str = option("qualifying-wager", absent="")
    paid_from: Literal["rack", "jackpot slip"] = option("paid-from", absent="jackpot slip")
    rate_of: Literal["Super 4 wager", "Blackjack wager"] = reading("D-24", absent="Super 4 wager")
    hits: Literal["above", "reached"] = reading("D-40", absent="above")
    kept_below: Literal["value drawn lower", "award capped"] = reading(
        "D-40-b", absent="value drawn lower"
    )
    fed_in: Literal["seat order", "order placed"] = reading("D-40-c", absent="seat order")
    rate_comes: Literal["beside it", "out of it"] = reading("D-41-b", absent="beside it")


# -- the round that it is played in ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealerRule:
    """When the dealer takes another card.

    >>> soft_17 = Total(17, soft=True)
    >>> DealerRule().draws(soft_17), DealerRule(hits_soft_17=True).draws(soft_17)
    (False, True)
    """

    hits_soft_17: bool = False
    stands_from: int = 17
    """17, or 18 if the house reads its procedure that way (New Hampshire, reading A-7)."""

    def draws(self, value: Total) -> bool:
        """Whether the dealer draws, by the rule for every dealer's hand that is dealt or
        counted.
        """
        if value.points == self.stands_from == 17 and value.soft:
            return self.hits_soft_17
        return value.points < self.stands_from


@dataclass(frozen=True, slots=True)
class Dealing:
    """The pack, the dealer's rule, and what may end or change a player's hand."""

    pack: Shoe
    dealer: DealerRule = DealerRule()
    peeks: tuple[int, ...] = (1, 10)
    """Points of the upcards with which the hole card is read before anyone acts."""
    doubles: bool = True
    """The first two cards may be doubled for one more card."""
