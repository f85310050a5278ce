"""Pai Jack: five cards set as a high hand of three and a low hand of two (1 CCR 207-1, 30-2112)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar, Literal

from pitboss.cards import Card, parse_cards, show_cards
from pitboss.games.blackjack import begin
from pitboss.games.standard import pay_hand, settle_at
from pitboss.games.terms import BlackjackTerms, first_number
from pitboss.hands import total
from pitboss.money import LOSS, PUSH, Odds
from pitboss.procedure.round import Box, Hand, HandPart, Play, Procedure, Round
from pitboss.procedure.steps import HELD, Ask, Option, Script, Tell
from pitboss.procedure.verbs import ask, burn_exposed, deal_hands, show_dealer, show_hand
from pitboss.rulebook.term_fields import reading, term

MAIN = "pai-jack-bet"
ANNOUNCED, HOUSE_WAY = "Pai Jack", "house way"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaiJackTerms(BlackjackTerms):
    """How hands are set, and when they are a foul or a Pai Jack."""

    totals: ClassVar[bool] = False

    low_hand: int = term(parse=first_number)
    high_hand: int = term(parse=first_number)
    help: Literal["offered", "not offered"] = term()
    foul: Literal["reset", "loses", "house way"] = term()
    foul_found: Literal["as it is set", "when hands are examined"] = reading("B-52")
    high_hand_over_21: Literal["foul", "bust"] = reading("B-47")
    pai_jack_is: Literal["paid at once", "push"] = reading("B-48")
    """What happens to an announced one when the dealer may have another."""
    need_not_announce: bool = reading("B-48-b")
    house_way: Literal["legal settings only", "greatest high hand"] = reading("B-50")
    low_ace_drops: bool = reading("B-50-b")
    examines_from: Literal["from the dealer's right", "from the dealer's left"] = reading("B-51")


def pai_jack(table: Round, play: Play[PaiJackTerms]) -> Script[None]:
    """Deal one round."""
    yield from begin(table, play, MAIN)
    packet = play.terms.low_hand + play.terms.high_hand
    yield from deal_hands(table, packet, packets=True)  # (3)
    settings: dict[int, HandSetting | None] = {}
    for box in table.boxes:
        settings[box.number] = yield from set_hand(table, box.hands[0], play)  # (5)-(7)
    yield from burn_exposed(table)
    yield from show_dealer(table)  # (8)
    theirs = house_way(table.dealer, play.terms)  # (9)
    yield Tell(dealer_says(table, theirs), play.terms.clause("dealer_way"))
    left = play.terms.examines_from == "from the dealer's left"
    for box in table.boxes if left else reversed(table.boxes):  # (10)
        yield from examine(table, box, settings[box.number], theirs, play)  # (11)


# -- how five cards may be set -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandSetting:
    """Two cards low and three high, and what each hand counts."""

    low: tuple[Card, ...]
    high: tuple[Card, ...]
    low_points: int
    high_points: int
    announced: bool = False
    """A Pai Jack shown before the dealer's hand."""

    @property
    def over(self) -> bool:
        return total(self.high).bust

    @property
    def legal(self) -> bool:
        """Whether the high hand is not over 21 and the low hand is not above it ((6)(a), (7))."""
        return not self.over and self.low_points <= self.high_points

    @property
    def word(self) -> str:
        """How a player says it: the two low cards, the higher first."""
        return show_cards(self.low)

    def __str__(self) -> str:
        return f"{show_cards(self.high)} high, {show_cards(self.low)} low"


SETS = re.compile(r"(.+) sets .+ high, (.+) low")
"""How a dealer says a setting."""


def heard_set(words: str) -> tuple[str, tuple[Card, ...]] | None:
    """Whose hand the dealer says to be set, and its low cards.

    >>> heard_set("the dealer sets Ks Qd Jh high, 5c 4d low")[0]
    'the dealer'
    """
    found = SETS.fullmatch(words)
    return (found[1], tuple(parse_cards(found[2]))) if found else None


def is_pai_jack(cards: Iterable[Card]) -> bool:
    """Whether an ace and two ten-valued cards are among them (5)."""
    points = [card.points for card in cards]
    return 1 in points and points.count(10) >= 2


def ways(cards: Sequence[Card], terms: PaiJackTerms) -> list[HandSetting]:
    """Every way to set the cards, legal or not; a low ace may drop to 1 by reading B-50-b."""
    ordered = sorted(cards, reverse=True)
    made = []
    for low in combinations(ordered, terms.low_hand):
        high = tuple(card for card in ordered if card not in low)
        top, bottom = total(high).points, total(low)
        drops = bottom.soft and bottom.points > top and terms.low_ace_drops
        made.append(HandSetting(low, high, bottom.points - 10 * drops, top))
    return made


def house_way(cards: Sequence[Card], terms: PaiJackTerms) -> HandSetting | None:
    """A Pai Jack first, else the best high hand, then the best low hand; `None` is a bust (9)."""
    found = [way for way in ways(cards, terms) if not way.over]
    if is_pai_jack(cards):
        found = [way for way in found if is_pai_jack(way.high)]  # (9)(a), (11)(i)(iii)
    elif terms.house_way == "greatest high hand":
        best = max((way.high_points for way in found), default=0)
        found = [way for way in found if way.high_points == best]
    legal = [way for way in found if way.legal]
    return max(legal, key=lambda way: (way.high_points, way.low_points), default=None)  # (9)(b)


def is_foul(setting: HandSetting, terms: PaiJackTerms) -> bool:
    """Whether the hand is set against the rules although the cards could be set legally (11)(i)."""
    return not setting.legal and not (setting.over and terms.high_hand_over_21 == "bust")


# -- what a player does --------------------------------------------------------------------------


def set_hand(table: Round, hand: Hand, play: Play[PaiJackTerms]) -> Script[HandSetting | None]:
    """The player announces a Pai Jack or sets the hand; nothing if it is a bust."""
    if hand.over:
        return None
    settings = ways(hand.cards, play.terms)
    if not any(way.legal for way in settings):
        yield Tell(f"{hand.name} is a bust", play.terms.clause("player_bust"))  # (7)
        return None
    natural = is_pai_jack(hand.cards)
    if natural and not play.terms.need_not_announce:
        return (yield from announce(hand, play))
    may = [Option(ANNOUNCED, "the hand is turned over and paid")] if natural else []
    word = yield from ask_setting(table, hand, [*may, *options(settings, play.terms)], play)
    if natural and word in (ANNOUNCED, HOUSE_WAY):
        return (yield from announce(hand, play))  # (5)
    chosen = setting_of(word, hand.cards, play.terms)
    if chosen and is_foul(chosen, play.terms) and play.terms.foul_found == "as it is set":
        return (yield from foul(table, hand, chosen, play))
    return chosen


def options(settings: Iterable[HandSetting], terms: PaiJackTerms) -> list[Option]:
    """Every way to set the hand, with what it would count ((6), (7))."""
    made = []
    for way in settings:
        foul = is_foul(way, terms)
        state = "foul" if foul else "bust" if way.over else "stands"
        counts = ("high", way.high_points), ("low", way.low_points)
        does = f"{way.high_points} high, {way.low_points} low, {state}"
        made.append(Option(way.word, does, counts=counts, apart=way.low, foul=foul))
    return made


HOW_TO_SET = (
    "Name the two cards of your low hand, as in the list; the other three are your high hand. "
    "house way sets them in the house's own way."
)
SET_BY = ("high_hand", "low_hand", "ace_ten_low", "comparison", "player_bust", "foul", "help")


def ask_setting(
    table: Round, hand: Hand, may: list[Option], play: Play[PaiJackTerms]
) -> Script[str]:
    """Which two cards the player sets low; nobody else is told."""
    if play.terms.help == "offered":
        does = "the house's own way sets the hand"
        may.append(Option(HOUSE_WAY, does, passive=True, key="w"))  # (11)(j)
    clause = play.terms.clause("low_hand")
    question = Ask(
        hand.box, hand.name, "set", tuple(may), clause, face=HELD, how=HOW_TO_SET, terms=SET_BY
    )
    return (yield from ask(table, question))


def setting_of(word: str, cards: Sequence[Card], terms: PaiJackTerms) -> HandSetting | None:
    """How the cards lie after an answer; nothing if the hand was voided meanwhile."""
    if word in (ANNOUNCED, HOUSE_WAY):
        return house_way(cards, terms)
    return next((way for way in ways(cards, terms) if way.word == word), None)


def set_as(word: str, cards: Sequence[Card], terms: PaiJackTerms) -> tuple[HandPart, ...]:
    """The high and the low hand after an answer, with what they count."""
    if (way := setting_of(word, cards, terms)) is None:
        return ()
    return HandPart("High", way.high, way.high_points), HandPart("Low", way.low, way.low_points)


def announce(hand: Hand, play: Play[PaiJackTerms]) -> Script[HandSetting | None]:
    """A Pai Jack is turned over and paid at once, its bonus too (5); or it waits (B-48)."""
    yield from show_hand(hand)
    yield Tell(f"{hand.name} has a Pai Jack", play.terms.clause("natural_pays"))
    if play.terms.pai_jack_is == "paid at once":
        yield from pay(hand, play.terms.natural_pays, "Pai Jack", "natural_pays", play)
    yield settle_at("as the hand is played", hand.box)
    best = house_way(hand.cards, play.terms)
    return replace(best, announced=True) if best else None


def foul(
    table: Round, hand: Hand, chosen: HandSetting, play: Play[PaiJackTerms]
) -> Script[HandSetting | None]:
    """The supervisor is informed, and the house does what it filed (11)(i)."""
    what = "the high hand is over 21" if chosen.over else "the low hand is above the high hand"
    then = {"reset": "it is set again", "loses": "it loses", "house way": "the house way is set"}
    decided = play.terms.foul
    clause = play.terms.clause("foul")
    yield Tell(f"{hand.name} is a foul, {what}: the supervisor is told, {then[decided]}", clause)
    if decided == "reset":
        legal = [way for way in ways(hand.cards, play.terms) if way.legal]
        word = yield from ask_setting(table, hand, options(legal, play.terms), play)
        return setting_of(word, hand.cards, play.terms)
    if decided == "house way":
        return house_way(hand.cards, play.terms)
    yield from show_hand(hand)
    yield from pay(hand, LOSS, "foul", "foul", play)
    yield settle_at("as the hand is played", hand.box)
    return None


# -- the dealer's hand and the end ---------------------------------------------------------------


def dealer_says(table: Round, theirs: HandSetting | None) -> str:
    """What the dealer announces."""
    if theirs is None:
        return "the dealer is a bust"
    if is_pai_jack(table.dealer):
        return "the dealer has a Pai Jack"
    return f"the dealer sets {theirs}"


def examine(
    table: Round,
    box: Box,
    mine: HandSetting | None,
    theirs: HandSetting | None,
    play: Play[PaiJackTerms],
) -> Script[None]:
    """A hand is turned over, and what is still at its box is taken, paid or returned."""
    hand = box.hands[0]
    natural = is_pai_jack(table.dealer)
    if not hand.over:
        yield from show_hand(hand)
        if mine and theirs and not natural and is_foul(mine, play.terms):
            mine = yield from foul(table, hand, mine, play)  # found this late under reading B-52
    if not hand.over:
        if mine and not mine.announced:
            yield Tell(f"{hand.name} sets {mine}")
        yield from pay(hand, *outcome(mine, theirs, natural, play.terms), play)
    yield settle_at("as the hand is played", box.number)


def outcome(
    mine: HandSetting | None, theirs: HandSetting | None, natural: bool, terms: PaiJackTerms
) -> tuple[Odds, str, str]:
    """What the main wager is paid, why, and the term that says so (9)-(11)."""
    if mine and mine.announced:
        if natural:
            return PUSH, "Pai Jack each", "natural_pays"
        return terms.natural_pays, "Pai Jack", "natural_pays"
    if natural:
        return LOSS, "dealer Pai Jack", "dealer_pai_jack"  # (9)(a)
    if theirs is None:
        return PUSH, "dealer busts", "dealer_bust"  # (10), (11)(h)
    if mine is None or mine.over:
        return LOSS, "bust", "player_bust"  # (11)(g)
    high = compare(mine.high_points, theirs.high_points)
    low = compare(mine.low_points, theirs.low_points)
    why = (
        f"high {mine.high_points} to {theirs.high_points}, "
        f"low {mine.low_points} to {theirs.low_points}"
    )
    pays = {1: terms.wins_pay, 0: PUSH, -1: LOSS}[compare(high + low, 0)]
    return pays, why, "comparison"  # (11)(a)-(f)


def compare(mine: int, theirs: int) -> int:
    """1 if the player's number is greater, -1 if it is less, 0 for a tie."""
    return (mine > theirs) - (mine < theirs)


def pay(hand: Hand, pays: Odds, why: str, term: str, play: Play[PaiJackTerms]) -> Script[None]:
    """The main wager is settled, and the hand is over."""
    hand.over = True
    yield from pay_hand(hand, pays, why, play.terms.clause(term), play.terms)


PROCEDURE = Procedure(
    "pai-jack/2",
    pai_jack,
    PaiJackTerms,
    main=MAIN,
    dealer_cards=5,
    paid_hands=lambda terms: {"natural_pays": f"{ANNOUNCED}: an ace and two ten-value cards"},
    set_as=set_as,
    heard_set=heard_set,
)
