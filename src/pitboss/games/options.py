"""The options that several games offer a player, each with what it means."""

from __future__ import annotations

from functools import lru_cache

from pitboss.money import Cents
from pitboss.procedure.steps import Effect, Option

NO = Option("no", "nothing changes", passive=True)
STAND = Option("stand", "no more cards", passive=True, terms=("soft_17", "wins_pay"))
HIT = Option("hit", "one more card", effect=Effect.CARD, terms=("card_values",))
DOUBLE_FOR_LESS = Option(
    "double for less",
    "add less than your stake; one card",
    effect=Effect.DOUBLE,
    asks_amount=True,
    key="l",
    terms=("double_amount",),
)
SHOW = (
    Option("show", "the hand is turned up and the wager settled", passive=True),
    Option("keep", "the wager is lost", gives_up=True),
)
EVEN_MONEY = (NO, Option("even money", "the natural is paid 1 to 1 now", terms=("even_money",)))


@lru_cache(maxsize=1 << 10)
def doubling(cost: Cents, clause: str) -> Option:
    """The stake is doubled, for one more card."""
    return Option(
        "double",
        "as much again, and one card",
        cost,
        clause,
        effect=Effect.DOUBLE,
        label="double down",
        terms=("double_on", "double_amount", "double_after_split"),
    )


@lru_cache(maxsize=1 << 10)
def splitting(cost: Cents, clause: str = "") -> Option:
    """Each card becomes a hand."""
    does = "each card becomes a hand of equal stake"
    terms = "split_by", "split_hands", "resplit_aces", "split_aces_draw"
    return Option("split", does, cost, clause, effect=Effect.SPLIT, key="p", terms=terms)


@lru_cache(maxsize=1 << 8)
def surrendering(clause: str = "", passive: bool = False) -> Option:
    """Half of the stake is given up; `passive` where nothing else is free."""
    does = "half the stake goes back"
    return Option(
        "surrender",
        does,
        clause=clause,
        passive=passive,
        gives_up=True,
        key="r",
        terms=("surrender",),
    )


@lru_cache(maxsize=1 << 4)
def folding(does: str) -> Option:
    """The stakes that fold are lost; what else lies there is settled as ever."""
    return Option("fold", does, passive=True, gives_up=True)


@lru_cache(maxsize=1 << 8)
def betting(word: str, cost: Cents) -> Option:
    """A further stake, to stay in."""
    return Option(word, "as much again is staked", cost)


@lru_cache(maxsize=1 << 8)
def insuring(cost: Cents) -> Option:
    """A bet of half the stake that the dealer has a natural."""
    terms = "insurance", "insurance_amount", "insurance_pays"
    return Option(
        "insure", "a bet that the dealer has a natural", cost, label="insurance", terms=terms
    )


STANDARD = (
    *(STAND, HIT, doubling(0, ""), DOUBLE_FOR_LESS, splitting(0), surrendering()),
    *(NO, insuring(0), EVEN_MONEY[1], *SHOW),
)
"""What standard blackjack offers, in the order of a question."""
