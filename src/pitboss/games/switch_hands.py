"""Switch Hands and Blackjack Premium: a second hand, face down, may be played instead of the
first (58 Pa. Code § 633c.4).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from pitboss.cards import Card
from pitboss.errors import NotAllowed
from pitboss.games.blackjack import begin, play_out, settle_boxes
from pitboss.games.decisions import STANDARD
from pitboss.games.standard import deal_two, settle_after_deal
from pitboss.games.terms import BlackjackTerms
from pitboss.money import LOSS, PUSH, Cents, Odds, parse_money, show_money
from pitboss.procedure.round import Box, Hand, Play, Procedure, Round
from pitboss.procedure.steps import DOWN, Ask, Option, Place, Result, Script, Turn
from pitboss.procedure.verbs import ask, draw
from pitboss.rulebook.term_fields import reading, term

ANTE = "switch-hands-ante"
RIDES: Final = "rides with the hand"
AnteIs = Literal["fee", "returned unless switched", "rides with the hand"]
FirstCards = dict[int, list[Card]]


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchHandsTerms(BlackjackTerms):
    """Standard blackjack, the second hand and its ante."""

    switch_cards: Literal["before the Blackjack hands", "after the Blackjack hands"] = term()
    switch_ante: Literal["required", "optional"] = term()
    ante_step: Cents = term(parse=parse_money, absent=1)
    one_color_natural_pays: Odds = term()
    ante_is: AnteIs = reading("D-12")
    one_color_paid: Literal["each game its own", "switched only", "ante placed"] = reading("D-13")
    tie_paid: Literal["with the ante", "everyone"] = reading("D-14", absent="with the ante")
    one_color_tie_pays: Literal["1 to 2", "2 to 1"] = reading("D-14-b", absent="1 to 2")
    after_switch: Literal["all on either hand", "surrender only after a switch"] = reading("D-15")
    asked_from: Literal["from the dealer's right", "from the dealer's left"] = reading("D-16")
    side_wagers_see: Literal["after the swap", "before the swap"] = reading("G-5")
    """Which cards of the player count for side wagers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PremiumTerms(SwitchHandsTerms):
    """The same in Blackjack Premium, which has its own reading of what side wagers see."""

    side_wagers_see: Literal["after the swap", "before the swap"] = reading("G-5-b")


def switch_hands(table: Round, play: Play[SwitchHandsTerms]) -> Script[None]:
    """Deal one round; without the ante a box plays ordinary Blackjack in it ((k))."""
    after = play.terms.switch_cards == "after the Blackjack hands"
    yield from begin(table, play)
    if not after:
        lying = yield from deal_switch_cards(table)  # (d)
    yield from deal_two(table, play.terms)  # (e)
    if after:
        lying = yield from deal_switch_cards(table)  # (j)
    before = play.terms.side_wagers_see == "before the swap"
    if before:
        won = yield from settle_after_deal(table, play)  # (m)
    switched: set[int] = set()
    clockwise = play.terms.asked_from == "from the dealer's left"
    for box in table.boxes if clockwise else reversed(table.boxes):  # (f), (l)
        if box.number in lying and (yield from swap(table, box, lying[box.number], play)):
            switched.add(box.number)
            if not before:
                box.first = list(box.hands[0].cards)
    if not before:
        won = yield from settle_after_deal(table, play)  # (g)

    def of(hand: Hand) -> BlackjackTerms:
        return terms_of(table, hand, switched, play)

    natural = yield from play_out(table, play, won, of)
    yield from settle_boxes(table, play, natural, of)


def deal_switch_cards(table: Round) -> Script[FirstCards]:
    """Two cards face down, one at a time, to every box with the ante."""
    lying: FirstCards = {box.number: [] for box in table.boxes if ANTE in box.stakes}
    for _ in range(2):  # (d)(1), (d)(2)
        for number, cards in lying.items():
            if number not in table.dead:
                card = yield from draw(table, f"box {number} switch", DOWN, number)
                cards += [card] if card else []
    return lying


SWITCH = (
    Option("keep", "the cards that lie face up are played", passive=True),
    Option("switch", "the cards that lie face down are played", terms=("switch",)),
)


def swap(table: Round, box: Box, lying: list[Card], play: Play[SwitchHandsTerms]) -> Script[bool]:
    """The player keeps the face-up cards, or takes the face-down ones."""
    hand = box.hands[0]
    word = yield from ask(
        table, Ask(box.number, hand.name, "switch", SWITCH, play.terms.clause("switch"))
    )
    if not word:
        return False
    switches = word == "switch"
    if switches:  # (f)(2)
        for card in hand.cards:
            yield Place("discards", card)
        for card in lying:
            yield Turn(f"box {box.number} switch", card)
            yield Place(hand.name, card)
        box.traded, hand.cards, box.drawn = hand.cards, lying, list(lying)
    else:  # (f)(1)
        for card in lying:
            yield Place("discards", card, DOWN)
    yield from settle_ante(box, switches, play)
    return switches


def settle_ante(box: Box, switches: bool, play: Play[SwitchHandsTerms]) -> Script[None]:
    """What happens to the ante once the player has decided (reading D-12)."""
    cents, rule = box.stakes[ANTE], play.terms.ante_is
    if rule == RIDES:
        box.hands[0].riders[ANTE] = cents
        return
    back = rule == "returned unless switched" and not switches
    pays, why = (PUSH, "not switched") if back else (LOSS, "ante")
    yield Result(box.number, ANTE, cents, pays, why, play.terms.clause("switch_ante"))


# -- odds ------------------------------------------------------------------------------------------


def terms_of(
    table: Round, hand: Hand, switched: set[int], play: Play[SwitchHandsTerms]
) -> BlackjackTerms:
    """What a hand may do and pays, depending on the switch and the ante."""
    ante = ANTE in table.box(hand.box).placed
    colored = hand.natural and one_color(hand)
    return terms_after(play.terms, hand.box in switched, ante, colored)


def terms_after(own: SwitchHandsTerms, switched: bool, ante: bool, colored: bool) -> BlackjackTerms:
    """The terms of a hand; `colored` if it is a Blackjack of one suit or color."""
    terms: BlackjackTerms = own
    if switched and own.after_switch == "surrender only after a switch":
        terms = replace(terms, double_on="never", split_hands=1)
    tie = terms.tied_natural if tie_is_paid(switched, ante, own) else PUSH
    if not (colored and color_is_paid(switched, ante, own)):
        return replace(terms, tied_natural=tie)
    pays = own.one_color_natural_pays  # (i)(2)(i), (o)
    if own.one_color_tie_pays == "2 to 1":
        tie = pays
    clauses = {**terms.clauses, "natural_pays": terms.clause("one_color_natural_pays")}
    return replace(terms, natural_pays=pays, tied_natural=tie, clauses=clauses)


def one_color(hand: Hand) -> bool:
    """Whether every card is red, or every card black."""
    return len({card.is_red for card in hand.cards}) == 1


def color_is_paid(switched: bool, ante: bool, terms: SwitchHandsTerms) -> bool:
    """Whether a player is paid more for a Blackjack of one suit or color (reading D-13)."""
    match terms.one_color_paid:
        case "switched only":
            return switched
        case "ante placed":
            return ante
    return ante if optional(terms) else switched


def tie_is_paid(switched: bool, ante: bool, terms: SwitchHandsTerms) -> bool:
    """Whether a player is paid for a Blackjack that the dealer ties ((i)(2)(ii); (o), reading
    D-14).
    """
    if not optional(terms):
        return switched
    return ante or terms.tie_paid == "everyone"


def paid_hands(terms: SwitchHandsTerms) -> Mapping[str, str]:
    """To whom a Blackjack of one color, and one that the dealer ties, is paid more."""
    color, tie = (
        " after a switch" if paid(True, False, terms) else " with the ante"
        for paid in (color_is_paid, tie_is_paid)
    )
    tie = "" if tie_is_paid(False, False, terms) else tie
    return {
        "one_color_natural_pays": f"Blackjack of one color{color}",
        "tied_natural": f"Blackjack{tie}, and the dealer has one",
    }


# -- who may play ----------------------------------------------------------------------------------


def optional(terms: SwitchHandsTerms) -> bool:
    """Whether the ante is each player's choice: Blackjack Premium."""
    return terms.switch_ante == "optional"


def required(play: Play[SwitchHandsTerms]) -> tuple[str, ...]:
    """Every player of Switch Hands places the ante ((c))."""
    return () if optional(play.terms) else (ANTE,)


def check_box(box: Box, play: Play[SwitchHandsTerms], most: Cents) -> None:
    """With the ante, the Blackjack wager is a whole multiple ((b), (k))."""
    if not optional(play.terms) or ANTE not in box.placed:
        return  # the step of Switch Hands applies at every box, and the table enforces it
    step, stake = play.terms.ante_step, box.placed["blackjack"]
    if stake % step:
        raise NotAllowed(
            "with the ante, Blackjack stakes are whole multiples of "
            f"{show_money(step)}, not {show_money(stake)}.",
            play.terms.clause("ante_step"),
        )


PROCEDURE = Procedure(
    "switch-hands/2",
    switch_hands,
    SwitchHandsTerms,
    required=required,
    check_box=check_box,
    paid_hands=paid_hands,
    options=(*STANDARD, *SWITCH),
)
PREMIUM = replace(PROCEDURE, version="blackjack-premium/2", terms=PremiumTerms)
