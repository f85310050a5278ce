"""Standard blackjack, as each jurisdiction's terms have it (58 Pa. Code ch. 633a; Co. Rule 8;
ARSD 20:18:15; the New Hampshire house procedure).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from pitboss.cards import Rank
from pitboss.errors import NotAllowed
from pitboss.hands import is_blackjack, total
from pitboss.money import LOSS, PUSH, Cents, Odds
from pitboss.procedure import (
    Ask,
    AskStake,
    Box,
    Draw,
    Hand,
    Result,
    Round,
    Script,
    Settle,
    Stake,
    Tell,
    add_stake,
    deal,
    deal_dealer,
    turn_hole,
)

VERSION = "blackjack/1"


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms in force at a table: the law's where it fixes them, else the house's."""

    soft_17: str = "stand"
    burn: str = "one card"
    natural_pays: Odds = field(default_factory=lambda: Odds.parse("3 to 2"))
    wins_pay: Odds = field(default_factory=lambda: Odds.parse("1 to 1"))
    insurance: str = "offered"
    insurance_pays: Odds = field(default_factory=lambda: Odds.parse("2 to 1"))
    even_money: str = "offered"
    surrender: str = "late"
    peek: str = "ace and ten"
    double_on: str = "any two cards"
    double_after_split: str = "yes"
    split_by: str = "value"
    split_hands: int = 4
    resplit_aces: str = "no"
    split_aces_draw: str = "one card"
    lost_to_dealer_natural: str = "original wager"
    player_21: str = "compared"
    clauses: Mapping[str, str] = field(default_factory=dict)
    """Term → clause."""

    def clause(self, term: str) -> str:
        return self.clauses.get(term, "")


@dataclass(frozen=True, slots=True)
class Later:
    """A side wager that may be placed after the deal."""

    key: str
    placed: str
    most: Cents | None
    clause: str


@dataclass(slots=True)
class Play:
    """What the script knows of the table beside the layout."""

    terms: Terms
    later: tuple[Later, ...] = ()
    needs_dealer: frozenset[str] = frozenset()
    """Side wagers that need the dealer's finished hand."""
    third_card: frozenset[str] = frozenset()
    """Side wagers on two sevens and the card drawn next (58 Pa. Code § 633c.9)."""


AFTER_DEAL = (
    "after the deal, before the card reader",
    "after the deal, before insurance",
    "after the deal",
)
LAST = ("as the hand is played", "with the main wager", "after the dealer's hand")


settle_at = cache(Settle)
NO_MORE_BETS = Tell("no more bets")

PEEKS: Mapping[str, tuple[int, ...]] = {"ace and ten": (1, 10), "ten": (10,), "none": ()}
"""Upcards, by points, under which the hole card is read before anyone acts."""


def blackjack(table: Round, play: Play) -> Script[None]:
    """Deal one round."""
    terms = play.terms
    yield NO_MORE_BETS
    if table.fresh_shoe and terms.burn == "one card":
        yield Draw("burn", up=False)
    for box in table.boxes:
        box.hands = [Hand(box.number, stake=box.stakes["blackjack"])]
    for _ in range(2):  # boxes first, dealer last
        for hand in table.hands:
            yield from deal(table, hand)
        yield from deal_dealer(table, up=not table.dealer)
    for moment in AFTER_DEAL:
        yield settle_at(moment)
    if terms.surrender == "early":
        yield from surrender(table, terms)
    if table.upcard.is_ace and terms.insurance == "offered":
        for box in table.boxes:
            yield from insure(box, terms)
    peeked = table.upcard.points in PEEKS[terms.peek]
    unseen = table.upcard.points in (1, 10) and not peeked  # a natural may lie there unread
    natural = False
    if peeked:
        natural = yield from look_for_natural(table, terms)
    if not unseen:
        yield settle_at("after the peek")
    if not natural:
        if not unseen:
            yield from pay_naturals(table, terms)
        yield from offer_later(table, play, "before the hole card is exposed")
        for box in table.boxes:
            yield from play_box(table, box, terms, may_surrender=not unseen)
        yield from offer_later(table, play, "before the dealer acts")
    yield from turn_hole(table)
    if unseen:
        natural = is_blackjack(table.dealer)
        yield from settle_insurance(table, terms, natural)
        yield settle_at("after the peek")
        if not natural:
            yield from pay_naturals(table, terms)
    yield settle_at("when the hole card is turned")
    if natural:
        yield from still_deal_third_card(table, play)
    elif must_draw(table, play):
        while draws(table, terms):
            yield from deal_dealer(table)
    for box in reversed(table.boxes):  # from the dealer's right
        for hand in box.hands:
            yield from settle_hand(table, box, hand, terms, natural)
        for moment in LAST:
            yield settle_at(moment, box.number)
    yield settle_at("after the main wager")


def look_for_natural(table: Round, terms: Terms) -> Script[bool]:
    """The hole card is read; insurance is settled by what it is."""
    natural = is_blackjack(table.dealer)
    yield Tell("the dealer has a natural" if natural else "no natural", terms.clause("peek"))
    if natural:
        yield from turn_hole(table)
    yield from settle_insurance(table, terms, natural)
    return natural


def insure(box: Box, terms: Terms) -> Script[None]:
    """One box's answer to the dealer's ace."""
    hand = box.hands[0]
    if hand.over:
        return
    if hand.natural and terms.even_money == "offered":
        word = yield Ask(hand.name, "even money", ("no", "even money"), terms.clause("even_money"))
        if word == "even money":
            hand.over = True
            clause = terms.clause("even_money")
            yield Result(box.number, "blackjack", hand.stake, terms.wins_pay, "even money", clause)
        if hand.over:
            return
    cents = hand.stake // 2
    if not cents:
        return
    word = yield Ask(hand.name, "insurance", ("no", "insure"), terms.clause("insurance"))
    if word == "insure":
        yield Stake(box.number, "insurance", cents)
        box.stakes["insurance"] = cents


def settle_insurance(table: Round, terms: Terms, natural: bool) -> Script[None]:
    """Insurance wins against a natural and loses against anything else."""
    pays, why = (terms.insurance_pays, "dealer natural") if natural else (LOSS, "no natural")
    for box in table.boxes:
        cents = box.stakes.pop("insurance", 0)
        if cents:
            clause = terms.clause("insurance_pays")
            yield Result(box.number, "insurance", cents, pays, why, clause)


def surrender(table: Round, terms: Terms) -> Script[None]:
    """Early surrender, before the hole card is read."""
    for hand in table.hands:
        if not hand.natural and not hand.over:
            word = yield Ask(hand.name, "surrender", ("no", "surrender"), terms.clause("surrender"))
            if word == "surrender":
                yield from give_up(hand, terms)


def give_up(hand: Hand, terms: Terms) -> Script[None]:
    """Half of the stake is lost and half goes back."""
    hand.over = True
    back = hand.stake // 2
    yield Result(
        hand.box, "blackjack", hand.stake - back, LOSS, "surrender", terms.clause("surrender")
    )
    yield Result(hand.box, "blackjack", back, PUSH, "surrender", terms.clause("surrender"))


def pay_naturals(table: Round, terms: Terms) -> Script[None]:
    """Naturals are paid before anyone draws, once the dealer cannot tie them."""
    for hand in table.hands:
        if hand.natural and not hand.over:
            hand.over = True
            clause = terms.clause("natural_pays")
            yield Result(hand.box, "blackjack", hand.stake, terms.natural_pays, "natural", clause)


def play_box(table: Round, box: Box, terms: Terms, may_surrender: bool) -> Script[None]:
    """The player's decisions on the hand of a box, and on the hands it is split into."""
    waiting = [h for h in box.hands if not h.over]
    while waiting:
        hand = waiting.pop(0)
        while not hand.over:
            if len(hand.cards) < 2:
                yield from deal(table, hand)
            if hand.total.points >= 21 or hand.doubled:
                break
            may = choices(box, hand, terms, may_surrender)
            if may == ("stand",):
                break
            word = yield Ask(hand.name, "play", may, clauses(may, terms))
            if word in ("stand", "void"):
                break
            if word == "surrender":
                yield from give_up(hand, terms)
            elif word == "split":
                waiting.insert(0, (yield from split(box, hand)))
            else:
                if word == "double":
                    yield from add_stake(hand, hand.stake)
                    hand.doubled = True
                yield from deal(table, hand)
        if hand.total.bust and not hand.over:
            hand.over = True
            yield Result(hand.box, "blackjack", hand.stake, LOSS, "bust")


def choices(box: Box, hand: Hand, terms: Terms, may_surrender: bool) -> tuple[str, ...]:
    """Exactly the legal choices on a hand under 21."""
    may = ["stand"]
    opening = len(hand.cards) == 2
    if not (hand.split and hand.cards[0].is_ace and terms.split_aces_draw == "one card"):
        may.append("hit")
        after_split = not hand.split or terms.double_after_split == "yes"
        if opening and after_split and terms.double_on != "never":
            may.append("double")
    if can_split(box, hand, terms):
        may.append("split")
    if opening and may_surrender and terms.surrender == "late" and not hand.split:
        may.append("surrender")
    return tuple(may)


def clauses(may: tuple[str, ...], terms: Terms) -> str:
    """Where the law speaks of what a player may do beside standing and hitting."""
    named = {"double": "double_on", "split": "split_by", "surrender": "surrender"}
    found = (terms.clause(named[word]) for word in may if word in named)
    return "; ".join(dict.fromkeys(clause for clause in found if clause))


def can_split(box: Box, hand: Hand, terms: Terms) -> bool:
    """Two cards alike in value or rank, and hands left to make."""
    if len(hand.cards) != 2 or len(box.hands) >= terms.split_hands:
        return False
    a, b = hand.cards
    if hand.split and a.is_ace and terms.resplit_aces != "yes":
        return False
    return a.points == b.points if terms.split_by == "value" else a.rank == b.rank


def split(box: Box, hand: Hand) -> Script[Hand]:
    """A pair becomes two hands of equal stake; the first is played out first."""
    yield Stake(box.number, "blackjack", hand.stake)
    new = Hand(box.number, len(box.hands) + 1, [hand.cards.pop()], hand.stake, split=True)
    hand.split = True
    if hand.number == 1:
        box.drawn.pop()
    box.hands.append(new)
    return new


def offer_later(table: Round, play: Play, when: str) -> Script[None]:
    """Side wagers that are placed after the deal."""
    for later in play.later:
        if not later.placed.endswith(when):
            continue
        for box in table.boxes:
            eligible = any(not h.over and not h.total.bust for h in box.hands)
            if eligible:
                cents: Cents = yield AskStake(box.number, later.key, later.most, later.clause)
                if cents:
                    box.stakes[later.key] = cents


def must_draw(table: Round, play: Play) -> bool:
    """The dealer completes the hand while a main or a side wager depends on it."""
    if any(not h.over for h in table.hands):
        return True
    return any(key in play.needs_dealer for box in table.boxes for key in box.stakes)


def still_deal_third_card(table: Round, play: Play) -> Script[None]:
    """Two sevens get their third card though the dealer has a natural (§ 633c.9(d)(4))."""
    for box in table.boxes:
        sevens = all(card.rank == Rank.SEVEN for card in box.first)
        if sevens and any(key in play.third_card for key in box.stakes):
            yield from deal(table, box.hands[0])


def draws(table: Round, terms: Terms) -> bool:
    """The dealer draws to 17, and on a soft 17 where the rule says hit."""
    value = total(table.dealer)
    if value.points == 17 and value.soft:
        return terms.soft_17 == "hit"
    return value.points < 17


def settle_hand(table: Round, box: Box, hand: Hand, terms: Terms, natural: bool) -> Script[None]:
    """A main wager that is still in play is taken, paid or returned."""
    if hand.over:
        return
    hand.over = True
    if natural:
        yield from settle_against_natural(box, hand, terms)
        return
    mine, theirs = hand.total, total(table.dealer)
    if theirs.bust:
        pays, why = terms.wins_pay, "dealer busts"
    elif mine.points > theirs.points:
        pays, why = terms.wins_pay, f"{mine.points} beats {theirs.points}"
    elif mine.points == theirs.points:
        wins = mine.points == 21 and terms.player_21 == "wins"
        pays, why = (terms.wins_pay if wins else PUSH), f"{mine.points} each"
    else:
        pays, why = LOSS, f"{theirs.points} beats {mine.points}"
    clause = terms.clause("player_21" if why == "21 each" else "wins_pay")
    yield Result(hand.box, "blackjack", hand.stake, pays, why, clause)


def settle_against_natural(box: Box, hand: Hand, terms: Terms) -> Script[None]:
    """A natural ties; another hand loses what was staked before the deal, or all of it."""
    clause = terms.clause("lost_to_dealer_natural")
    if len(box.hands) == 1 and is_blackjack(box.first):
        yield Result(hand.box, "blackjack", hand.stake, PUSH, "both naturals", clause)
        return
    lost = hand.stake
    if terms.lost_to_dealer_natural == "original wager":
        lost = box.stakes["blackjack"] if hand.number == 1 else 0
    if lost:
        yield Result(hand.box, "blackjack", lost, LOSS, "dealer natural", clause)
    if hand.stake - lost:
        back = hand.stake - lost
        yield Result(hand.box, "blackjack", back, PUSH, "added before a natural", clause)


def check_terms(terms: Terms) -> None:
    """Refuse terms that this procedure does not play."""
    for name, allowed in {
        "soft_17": ("stand", "hit"),
        "burn": ("one card", "none"),
        "surrender": ("late", "early", "none"),
        "peek": ("ace and ten", "ten", "none"),
        "split_by": ("value", "rank"),
    }.items():
        if getattr(terms, name) not in allowed:
            raise NotAllowed(f"{name} = {getattr(terms, name)!r} is not one of {allowed}.")
