"""The dealer's verbs, which every procedure shares, and the handling of irregularities."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args

from pitboss.cards import Card
from pitboss.errors import PitbossError, either
from pitboss.money import Cents
from pitboss.procedure.round import Hand, Round
from pitboss.procedure.steps import (
    DOWN,
    HELD,
    UP,
    Ask,
    AskStake,
    CallFloor,
    Draw,
    Irregularity,
    Option,
    Place,
    RoundVoid,
    Script,
    Stake,
    T,
    Together,
    Turn,
    Void,
)

BACK_OUT = (
    Option("stay", "the hand is played on", passive=True),
    Option("back out", "every stake of the box goes back"),
)
LATER = "completed later"
"""A card missed in the deal is dealt after it."""


draw_to = cache(Draw)


def draw(
    table: Round,
    to: str,
    face: str = UP,
    box: int | None = None,
    waits: bool = False,
    from_shoe: bool = False,
) -> Script[Card | None]:
    """The next card to a place, an exposed one first; nothing if its box is void meanwhile.

    Also nothing if it `waits` because the dealer missed it.
    """
    while True:
        if table.exposed and not from_shoe:
            card = table.exposed.pop(0)
            yield Place(to, card, face)
            return card
        try:
            drawn: Card = yield draw_to(to, face)
            return drawn
        except Irregularity as found:
            yield from resolve(table, found)
            if box in table.dead or (waits and (found.decision, found.box) == (LATER, box)):
                return None


def deal(
    table: Round, hand: Hand, face: str = UP, opening: bool = False, waits: bool = False
) -> Script[Card | None]:
    """One card to a hand at a box; the cards of the opening deal are remembered."""
    if hand.box in table.dead:
        return None
    card = yield from draw(table, hand.name, face, hand.box, waits)
    if card is not None:
        hand.down += face == HELD
        take(table, hand, card, opening)
    return card


def deal_shared(
    table: Round, to: str, hands: Iterable[Hand], opening: bool = False
) -> Script[Card | None]:
    """One card face up to a shared place."""
    card = yield from draw(table, to)
    if card is not None:
        for hand in hands:
            take(table, hand, card, opening)
    return card


def take(table: Round, hand: Hand, card: Card, opening: bool = False) -> None:
    """From now on a card on the layout counts for a hand."""
    if hand.box in table.dead:
        return
    hand.cards.append(card)
    box = table.box(hand.box)
    if opening:
        box.first.append(card)
    else:
        hand.drew = hand.drew or card
    if hand.number == 1:
        box.drawn.append(card)


def deal_dealer(table: Round, face: str = UP, waits: bool = False) -> Script[Card | None]:
    """One card to the dealer."""
    card = yield from draw(table, "dealer", face, waits=waits)
    if card is not None:
        table.dealer.append(card)
        table.hole_down = table.hole_down or face == DOWN
    return card


def deal_hands(table: Round, many: int, packets: bool = False) -> Script[None]:
    """That many cards to each player's hand, and face down to the dealer, the dealer last.

    They come one at a time, or as a packet to each.
    """
    rounds, cards = (1, many) if packets else (many, 1)
    for _ in range(rounds):
        for hand in table.hands:
            hand.held = True
            for _ in range(cards):
                yield from deal(table, hand, HELD, opening=True)
        for _ in range(cards):
            yield from deal_dealer(table, DOWN)


def turn_hole(table: Round) -> Script[None]:
    """Turn the hole card face up."""
    if table.hole_down:
        table.hole_down = False
        yield Turn("dealer", table.dealer[1])


def show_dealer(table: Round) -> Script[None]:
    """Turn all the dealer's cards face up, if every one is face down."""
    if table.hole_down:
        table.hole_down = False
        for card in table.dealer:
            yield Turn("dealer", card)


def ask(table: Round, step: Ask) -> Script[str]:
    """Put a question to a hand; the answer is empty if its box is void meanwhile."""
    return _awaited(table, step, "")


def ask_stake(table: Round, step: AskStake) -> Script[Cents]:
    """Offer a stake; nothing if its box is void meanwhile."""
    return _awaited(table, step, 0)


def call_floor(table: Round, box: int) -> Script[None]:
    """The dealer stops until a floor supervisor has seen a hand that won from a meter."""
    yield from _awaited(table, CallFloor(box), None)


def _awaited(table: Round, step: Ask | AskStake | CallFloor, void: T) -> Script[T]:
    """A step whose answer people give; if its box is void meanwhile, the answer is `void`."""
    while step.box not in table.dead:
        try:
            answer: T = yield step
            return answer
        except Irregularity as found:
            yield from resolve(table, found)
    return void


def ask_all(
    table: Round, asks: Iterable[Ask | AskStake], seconds: int = 0
) -> Script[dict[str, Any]]:
    """Put questions to many boxes at once: the answers by the hand that was asked.

    If something goes wrong, those who have answered are not asked again.
    """
    wanted, given = tuple(asks), dict[str, Any]()
    while True:
        live = tuple(each for each in wanted if each.box not in table.dead)
        left = tuple(each for each in live if each.of not in given)
        if not left:
            return {each.of: given[each.of] for each in live}
        try:
            words: tuple[Any, ...] = yield Together(left, seconds)
            given |= {each.of: word for each, word in zip(left, words, strict=True)}
        except Irregularity as found:
            given |= found.given
            yield from resolve(table, found)


def at_once(table: Round, scripts: Iterable[Script[T]], seconds: int = 0) -> Script[list[T]]:
    """Scripts run in parallel: their questions are asked together, all else is done in turn.

    A box that is void meanwhile gets the empty answer.
    """
    running = list(scripts)
    done: dict[int, T] = {}
    answers: dict[int, Any] = dict.fromkeys(range(len(running)))
    while answers:
        asked: dict[int, Ask | AskStake] = {}
        for at, answer in answers.items():
            step = yield from _up_to_question(running[at], answer)
            if isinstance(step, _Done):
                done[at] = step.value
            else:
                asked[at] = step
        words = yield from ask_all(table, asked.values(), seconds)
        answers = {
            at: words.get(step.of, "" if isinstance(step, Ask) else 0) for at, step in asked.items()
        }
    return [done[at] for at in range(len(running))]


@dataclass(frozen=True, slots=True)
class _Done:
    """A script that runs in parallel has ended."""

    value: Any


def _up_to_question(script: Script[Any], answer: Any) -> Script[Ask | AskStake | _Done]:
    """Run a script until it asks."""
    resume, given = script.send, answer
    while True:
        try:
            step = resume(given)
        except StopIteration as end:
            return _Done(end.value)
        if isinstance(step, Ask | AskStake):
            return step
        try:
            resume, given = script.send, (yield step)
        except Irregularity as found:
            resume, given = script.throw, found


def add_stake(hand: Hand, cents: Cents) -> Script[None]:
    """The player adds money to a hand's main stake."""
    yield Stake(hand.box, hand.on, cents)
    hand.stake += cents


def show_hand(hand: Hand) -> Script[None]:
    """Cards that the player holds are turned up."""
    if hand.held:
        hand.held = False
        for card in hand.cards[: hand.down or None]:
            yield Turn(hand.name, card)


def void_box(
    table: Round,
    number: int,
    clause: str,
    why: str,
    lost: bool = False,
    wagers: tuple[str, ...] = (),
    retained: bool = False,
) -> Script[None]:
    """One box is out of the round, and what it has in play is returned, or `lost`.

    If only some `wagers` are void, it plays on with hands that are staked on others.
    """
    if number in table.dead:
        return
    hands = [h for h in table.box(number).hands if not wagers or h.on in wagers]
    if hands or not wagers:
        table.dead.add(number)
    for hand in hands:
        hand.over = True
    yield Void(number, clause, why, lost, wagers, retained)


def burn_exposed(table: Round) -> Script[None]:
    """An exposed card that nobody could use is burned."""
    while table.exposed:
        yield Place("burn", table.exposed.pop(0))


Decision = Literal[
    "play on",
    "completed later",
    "used in order",
    "kept",
    "dealt on",
    "used",
    "burned",
    "discarded",
    "that hand void",
    "that player's hands void",
    "players may withdraw",
    "whole round void",
]
DECISIONS: tuple[Decision, ...] = get_args(Decision)
PLAY_ON = DECISIONS[:4]
"""The possible decisions about an irregularity; the first few only record it."""


def resolve(table: Round, found: Irregularity) -> Script[None]:
    """Carry out what the clause says about an irregularity."""
    if found.extra:
        yield from _too_many(table, found)
    else:
        yield from _decide(table, found)


def _too_many(table: Round, found: Irregularity) -> Script[None]:
    """A card too many comes to a hand; then the clause decides about the hand and the card.

    A card that the hand does not keep is dealt on, as nobody else gets another card by it.
    """
    hand = None if found.box is None else table.box(found.box).hands[0]
    held = any(each.held for each in table.hands)
    if hand is None:
        to, face, cards = "dealer", DOWN if held else UP, table.dealer
    else:
        to, face, cards = hand.name, HELD if hand.held else UP, hand.cards
    card = yield from draw(table, to, face, found.box, from_shoe=True)
    if card is None:
        return
    cards.append(card)
    if hand:
        hand.down += face == HELD
    taken_back = found.decision in (*TAKEN_BACK, "burned", "discarded")
    if not taken_back:
        yield from _decide(table, found)
    if found.box in table.dead or not (taken_back or found.decision == "players may withdraw"):
        return
    cards.pop()
    if hand:
        hand.down -= face == HELD
    to = "burn" if found.decision in ("burned", "discarded") else "exposed"
    yield Place(to, card)
    if to == "exposed":
        table.exposed.append(card)


TAKEN_BACK = ("dealt on", "used", "used in order")
"""What is decided about a card too many that is then dealt on."""
LEFT_THERE = ("play on", "completed later", "kept")
"""What cannot be decided about a card too many: a hand is not played with it."""


def _decide(table: Round, found: Irregularity) -> Script[None]:
    match found.decision:
        case "that hand void" | "that player's hands void" if found.box is not None:
            only, also = found.wagers, found.retained
            yield from void_box(table, found.box, found.clause, found.kind, False, only, also)
        case "that hand lost" if found.box is not None:
            yield from void_box(table, found.box, found.clause, found.kind, lost=True)
        case "players may withdraw":
            for box in list(table.live):
                question = Ask(box.number, f"box {box.number}", "back out", BACK_OUT, found.clause)
                if (yield from ask(table, question)) == "back out":
                    yield from void_box(table, box.number, found.clause, "the player backs out")
            if not table.live:
                raise RoundVoid
        case "whole round void":
            yield Void(None, found.clause, found.kind, retained=found.retained)
            raise RoundVoid
        case "dealt on" | "used":
            card = yield from draw(table, "exposed", from_shoe=True)
            if card is not None:
                table.exposed.append(card)
        case "burned" | "discarded":
            yield from draw(table, "burn", from_shoe=True)
        case decision if decision not in PLAY_ON:
            raise PitbossError(
                f"{found.clause}: {decision!r} is not a decision on an irregularity; these are: "
                f"{either(DECISIONS)}."
            )
