"""What Switch Hands and Blackjack Premium are worth, and how they are played (§ 633c.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Final

from pitboss.errors import NotationError
from pitboss.games.switch_hands import ANTE, SwitchHandsTerms, optional, terms_after
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.blackjack import value
from pitboss.solvers.charts import UPCARDS
from pitboss.solvers.compositions import two_card_rows
from pitboss.solvers.request import AskedGame, fee_share, ranks_of
from pitboss.solvers.rules import hand_rules_of
from pitboss.solvers.strategy import BlackjackGame, cards_chart
from pitboss.solvers.switch_hands import (
    TradeRules,
    TradeSolution,
    solve_trade,
    trade_rules_of,
)

METHOD: Final = (
    "every hand by its cards and the two that were traded, drawn without replacement; a split hand "
    "is played as the same cards before any split (CDZ−); double precision"
)


@dataclass(frozen=True)
class TradeStrategy(BlackjackGame):
    """What Switch Hands or Blackjack Premium is worth with the ante, and how it is played."""

    method: ClassVar[str] = METHOD
    per: ClassVar[str] = "one unit of the main stake, with the ante placed"

    fee: Fraction

    @cached_property
    def rules(self) -> TradeRules:
        return trade_rules_of(self.asked.terms, self.fee, self.asked.shoe)

    @property
    def solution(self) -> TradeSolution:
        return solve_trade(self.rules)

    @property
    def without_fee(self) -> float | None:
        """The same for a player who does not place the ante; none if everyone does."""
        assert isinstance(self.asked.terms, SwitchHandsTerms)
        if not optional(self.asked.terms):
            return None
        terms = terms_after(self.asked.terms, switched=False, ante=False, colored=False)
        return value(hand_rules_of(terms, self.asked.shoe)).expectation

    @property
    def hit_frequency(self) -> float:
        """The share of hands that win, each hand of a split counted."""
        return self.solution.hit_frequency

    def choices(self, hand: str, upcard: str = "") -> Mapping[str, float]:
        """What keeping and switching `10 6` are worth, before the hole card is read.

        `10 6 /` is a hand that was kept, to be played; `5 6 / 10 6` one that was taken instead of
        10 and 6. Those values are given that the dealer has no natural, if the hole card is read.
        """
        own, slash, traded = hand.partition("/")
        ranks, up = ranks_of(self.shoe, f"{own} {traded}", upcard)
        held, gone = ranks[: len(own.split())], ranks[len(own.split()) :]
        if len(gone) not in (0, 2) or (not slash and len(held) != 2):
            raise NotationError(
                "a hand that is asked about is '10 6', one in play '10 6 /', and one taken instead "
                f"of 10 and 6 '5 6 / 10 6', not {hand!r}."
            )
        if not slash:
            return self.solution.choices((held[0], held[1]), up)
        low, high = sorted(rank.points - 1 for rank in gone) if gone else (0, 0)
        played = self.solution.without((low, high)) if gone else self.solution.kept
        return {word: self.rules.unit * each for word, each in played.choices(held, up).items()}

    @cached_property
    def by_cards(self) -> Mapping[str, str]:
        """Two cards → `X` where they are traded, else what is best, by the upcard."""
        made = {}
        for name, cells in cards_chart(self.solution.kept).items():
            a, b = (0 if each == "A" else int(each) - 1 for each in name.split())
            row = two_card_rows()[a, b]
            trades = [self.solution.trades[(n + 1) % 10, row] for n in range(len(UPCARDS))]
            made[name] = "".join(
                "X" if trade and cell != "." else cell
                for trade, cell in zip(trades, cells, strict=True)
            )
        return made


def trade_strategy(book: Rulebook, asked: AskedGame) -> TradeStrategy:
    """The game with its ante."""
    return TradeStrategy(asked, fee_share(book, f"{asked.game.jurisdiction}/{ANTE}"))
