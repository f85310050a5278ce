"""What the words of a log stand for: stakes and calls of the procedures, and reasons of results."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from pitboss.cards import Card, Rank, show_cards
from pitboss.games.decisions import surrendering
from pitboss.games.standard import EVEN_MONEY, NO, PRESS
from pitboss.games.terms import Terms
from pitboss.hands import poker_rank, total
from pitboss.procedure.round import Hand
from pitboss.procedure.steps import Option

STAKES: Final[Mapping[str, str]] = {
    "blackjack": "Blackjack",
    "insurance": "Insurance",
    PRESS: "Press",
}
"""Stakes that no entry of the rulebook names → their names."""
RIDERS: Final = frozenset({PRESS})
"""Stakes that are added after the deal, to win or lose with a hand."""
CALLS: Final[Mapping[str, str]] = {
    "no more bets": "No more bets.",
    "no natural": "The dealer has no blackjack.",
    "the dealer has a natural": "The dealer has blackjack.",
}
"""What a dealer says, by the log → what a player reads."""
BUSTS: Final = re.compile("(.+) is a bust")
FOULS: Final = re.compile("(.+) is a foul, (the .+): the supervisor is told, (.+)")
DECIDED: Final[Mapping[str, str]] = {
    "it is set again": "the hand is set again",
    "it loses": "the hand loses",
}
"""What becomes of a hand that is a foul, by the log → what a player reads."""


def called(words: str) -> str:
    """What a dealer says, as a player reads it.

    >>> called("no natural"), called("box 1 is a bust")
    ('The dealer has no blackjack.', 'box 1 busts.')
    >>> told = "the supervisor is told, it is set again"
    >>> called(f"box 1 is a foul, the high hand is over 21: {told}")
    'box 1 has fouled: its high hand is over 21. The supervisor is told, and the hand is set again.'
    """
    if found := BUSTS.fullmatch(words):
        return f"{found[1]} busts."
    if found := FOULS.fullmatch(words):
        whose, why, then = found.groups()
        fault = f"{whose} has fouled: its {why.removeprefix('the ')}."
        return f"{fault} The supervisor is told, and {DECIDED.get(then, then)}."
    return CALLS.get(words) or f"{words}."


SURRENDERED: Final = surrendering().word
NO_PUSH: Final = (SURRENDERED, "void", "misdeal")
"""Reasons for returning a stake other than a tie."""
REASONS: Final[Mapping[str, str]] = {
    "dealer natural": "dealer has blackjack",
    "no natural": "dealer has no blackjack",
    "both naturals": "blackjack each",
    SURRENDERED: "surrendered",
    "fold": "folded",
    "fee": "the fee of each round",
    "ante": "the ante of each round",
    "void": "the box is void",
}
"""Why a stake was settled as it was, by the log → what a player reads."""


IRREGULARITIES: Final[Mapping[str, str]] = {
    "harmless error": "",
    "misdeal to a box": "misdeal_player",
    "misdeal to the dealer": "misdeal_dealer",
    "misdeal to a poker hand": "misdeal_poker",
    "extra card to a box": "misdeal_player",
    "extra card to the dealer": "misdeal_dealer",
    "extra card to a poker hand": "misdeal_poker",
    "exposed card": "exposed_card",
    "card found face up": "card_found_face_up",
    "card drawn in error": "card_drawn_in_error",
    "surplus card": "dealer_overdraw",
    "fallen card": "fallen_card",
    "other": "",
}
"""Irregularities that may be reported → the term of the game that decides them."""
IN_SECOND_GAME: Final = tuple(kind for kind, by in IRREGULARITIES.items() if by == "misdeal_poker")
"""Those that befall a hand dealt for a second game."""
ORDINARY: Final = "play"
"""What a question is about that a hand's ordinary turn puts."""


def question(about: str) -> str:
    """What a question is called; empty for that of a hand's ordinary turn.

    >>> question("even money"), question("play")
    ('even money', '')
    """
    return "" if about == ORDINARY else about


def within_sentence(answer: Option) -> str:
    """What an answer is called within a sentence.

    >>> within_sentence(NO), within_sentence(Option("double", label="double down"))
    ('declining', 'double down')
    """
    return "declining" if answer.word == NO.word else answer.label or answer.word


def is_about(why: str, hand: Hand, answer: Option) -> bool:
    """Whether a result may be this hand's; the rest are settled in the order of the hands."""
    points = hand.total.points
    each = why.removesuffix(" each")
    if why == "bust" or (each.isdecimal() and int(each) > 21):  # reading A-10
        return points > 21
    if why == "natural":
        return hand.natural
    if why == "21":
        return points == 21
    if why in (SURRENDERED, EVEN_MONEY[1].word):
        return answer.word == why
    return True


def explained(
    why: str, lost: bool, cards: list[Card], dealer: list[Card], terms: Terms, ranks: Sequence[str]
) -> str:
    """Why a wager that is compared with the dealer's hand was settled as it was.

    `ranks` are the classes by which hands are compared, if it is not by totals.
    """
    if ranks:
        return _by_ranks(ranks, cards, dealer, why)
    if found := re.fullmatch("(.+) (?:beats (.+)|does not qualify)", why):
        theirs, ours = found.groups()
        if not ours:
            return f"dealer's {theirs} do not qualify"
        return f"{ours} against {theirs}" if lost else why
    if why == "bust" and cards:
        points = f"{total(cards).points}, bust"
        return points if terms.totals else "bust: no three of the cards make 21 or less"
    if why == "natural":
        return f"blackjack, {show_cards(cards)}" if cards else "blackjack"
    if why == "dealer busts" and dealer and terms.totals:
        return f"dealer busts with {total(dealer).points}"
    if why == "dealer 22" and cards:
        return f"dealer has 22: {total(cards).points} pushes"
    return REASONS.get(why, why)


def _by_ranks(ranks: Sequence[str], mine: list[Card], theirs: list[Card], why: str) -> str:
    """A comparison in the names of the hands."""
    if not mine or not theirs or why == "folded":
        return REASONS.get(why, why)
    ours, dealers = (poker_name(cards, ranks) for cards in (mine, theirs))
    if why == "dealer does not qualify":
        return f"dealer's {dealers} does not qualify"
    if why == "player's hand is better":
        return f"{ours} beats {dealers}"
    return f"{ours} against {dealers}" if why != "tie" else f"{ours} each"


FIVE_CARDS: Final = (
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pair",
    "pair",
    "high card",
)
SET_CLASSES: Final = ("four of a kind", "three of a kind", "two pair", "pair", "high card")
"""What fewer than five cards may already be."""


def hand_called(cards: list[Card], shared: list[Card], ranks: Sequence[str], game: str = "") -> str:
    """What cards are called, if hands are compared by `ranks` or dealt for a second `game`."""
    if ranks:
        return poker_name(cards, ranks) if len(cards) == 3 else ""
    if game and cards:  # with the cards that all share (30-2104(8))
        all_of_it = [*cards, *shared]
        return poker_name(all_of_it, FIVE_CARDS if len(all_of_it) == 5 else SET_CLASSES)
    return ""


SETS: Final = frozenset(("pair", "three of a kind", "four of a kind"))


def poker_name(cards: Sequence[Card], order: Sequence[str]) -> str:
    """A poker hand as players name it.

    >>> from pitboss.cards import parse_cards
    >>> order = ("straight flush", "three of a kind", "straight", "flush", "pair", "high card")
    >>> [poker_name(parse_cards(hand), order) for hand in ("Ts Td 4c", "Ks 9d 2c", "Kh 9h 2h")]
    ['pair of tens', 'king high', 'flush, king high']
    """
    best, highest, *_ = poker_rank(cards, order)
    name = order[-best]
    rank = Rank(14 if highest == 1 else highest).name.lower()
    if name == "high card":
        return f"{rank} high"
    if name in SETS:
        return f"{name.removesuffix(' of a kind')} {'of ' if name == 'pair' else ''}{plural(rank)}"
    return f"{name}, {rank} high"


def plural(rank: str) -> str:
    return f"{rank}es" if rank == "six" else f"{rank}s"
