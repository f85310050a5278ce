"""The rules of a table in sentences, from the terms in force: what its main wager pays, and how it
is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pitboss.games.terms import Terms
from pitboss.procedure.round import Procedure


@dataclass(frozen=True, slots=True)
class HousePay:
    """What a hand pays, or what else happens to its stake."""

    hand: str
    """The hand."""
    pays: str
    """The odds, or what else happens."""
    clause: str
    """The clause that says so."""


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A term in force as a sentence."""

    term: str
    """The term of the game."""
    says: str
    """The sentence."""
    clause: str
    """The clause that says so."""


@dataclass(frozen=True, slots=True)
class ClothWords:
    """The rules in one line each, for a cloth whose section asks for no lettering."""

    big: str
    """What a natural pays; the name of the game where it pays as any hand that wins."""
    band: str
    """Along the insurance line."""
    low: str
    """Below it: how the dealer draws."""


PAYS: Final[Mapping[str, str]] = {
    "natural_pays": "Blackjack: an ace and a ten-value card",
    "one_color_natural_pays": "Blackjack of one color",
    "tied_natural": "Blackjack, and the dealer has one",
    "wins_pay": "Any other hand that wins",
    "ties": "A tie with the dealer",
}
"""Term → the hand that it pays, unless a procedure names another."""
BASE: Final = ("natural_pays", "insurance", "soft_17", "dealer_22")
"""Terms of totals that a sign or a felt says in one line."""
ON_BAR: Final = ("soft_17", "surrender")
"""Terms that a player likes to know before sitting down."""
SAYS: Final[Mapping[str, Mapping[str, str]]] = {
    "high_hand": {"": "The high hand has {value}"},
    "low_hand": {"": "The low hand has {value}"},
    "soft_17": {"stand": "Dealer stands on all 17s", "hit": "Dealer hits soft 17"},
    "dealer_22": {"push": "Dealer 22 pushes"},
    "player_21": {
        "wins": "A 21 wins, whatever the dealer has",
        "wins at once": "A 21 after a hit, a double or a split wins at once",
    },
    "qualifies": {"": "The dealer qualifies with {value} or better"},
    "switch": {
        "second cards": "The second cards of both hands may be exchanged",
        "both cards, unseen": "Two cards that lie face down may be played instead",
    },
    "raise": {"": "To stay in, a player makes a further wager {value}"},
    "fold": {"": "When a player folds: {value}"},
    "insurance": {"offered": "Insurance pays {insurance_pays}", "": "Insurance is not offered"},
    "even_money": {"offered": "Even money is offered on a Blackjack when the dealer shows an ace"},
    "surrender": {
        "none": "No surrender",
        "late": "Late surrender: a hand may be given up for half of its stake",
        "early": "Early surrender: a hand may be given up for half of its stake",
    },
    "double_on": {"never": "No hand may be doubled", "": "Doubling: {value}, {double_amount}"},
    "surrender_on": {"": "Surrender: {value}"},
    "split_on": {"": "Splitting: {value}, into {split_hands} hands"},
    "split_by": {"": "Two cards of one {value} may be split, up to {split_hands} hands"},
    "double_after_split": {
        "yes": "A split hand may be doubled",
        "no": "No split hand may be doubled",
    },
    "resplit_aces": {"yes": "Aces may be split again", "no": "Aces may be split once"},
    "split_aces_draw": {"one card": "A split ace gets one card"},
    "busted_hand": {"": "A busted hand {value}"},
    "player_bust": {"": "A hand over 21 {value}"},
    "dealer_bust": {"": "If the dealer busts: {value}"},
    "help": {"offered": "A hand may be set in the house way on request"},
}
"""Term → value → sentence; the empty value stands for any other. A value without a sentence is not
mentioned."""
NOT_DRAWN: Final = frozenset(
    {
        "soft_17",
        "insurance",
        "surrender",
        "double_on",
        "dealer_22",
        "split_by",
        "double_after_split",
        "resplit_aces",
        "split_aces_draw",
    }
)
"""Terms that have no effect where nobody draws a card."""


def house_pays(procedure: Procedure[Any], terms: Terms) -> Iterator[HousePay]:
    """What each hand of the main wager pays."""
    for term, hand in {**PAYS, **procedure.paid_hands(terms)}.items():
        if pays := terms.texts.get(term) or ("push" if terms.totals and term == "ties" else ""):
            below = term == "ties" and terms.texts.get("player_21", "").startswith("wins")
            yield HousePay(f"{hand} below 21" if below else hand, pays, terms.clause(term))
    if terms.totals:
        yield HousePay("A lower total, or over 21", "loses", "")


def house_rules(terms: Terms) -> Iterator[HouseRule]:
    """The terms in force that a player should know, without those that have no effect here."""
    texts = terms.texts
    moot = NOT_DRAWN if texts.get("hitting") == "none" else frozenset[str]()
    moot |= {"split_by"} if "split_on" in texts else frozenset()
    for term, said in SAYS.items():
        value = "" if term in moot else texts.get(term, "")
        if value and (says := said.get(value) or said.get("")):
            yield HouseRule(term, says.format(value=value, **texts), terms.clause(term))


def base_rules(procedure: Procedure[Any], terms: Terms) -> dict[str, str]:
    """The rules that a sign or a felt says in one line, by the term of each."""
    said = {rule.term: rule.says for rule in house_rules(terms)}
    if terms.texts.get("insurance") != "offered":
        said.pop("insurance", None)
    if pays := terms.texts.get("natural_pays"):
        name, _, _ = {**PAYS, **procedure.paid_hands(terms)}["natural_pays"].partition(":")
        said["natural_pays"] = f"{name} pays {pays}"
    return {term: said[term] for term in BASE if term in said}


def cloth_words(procedure: Procedure[Any], terms: Terms, name: str) -> ClothWords:
    """What is printed on the cloth of a game of this name."""
    rules, texts = base_rules(procedure, terms), terms.texts
    plain = texts.get("natural_pays") == texts.get("wins_pay")
    big = "" if plain else rules.get("natural_pays", "")
    return ClothWords(big or name, rules.get("insurance", ""), rules.get("soft_17", ""))
