"""How a game is played, shown: three hands dealt from known shoes, with what to press."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from pitboss.log import Event
from pitboss.procedure import Ask
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game
from pitboss.rulebook.words import names_in
from pitboss.server.messages.round_messages import Beat, LessonHand, LessonView
from pitboss.server.views.round_frames import round_frames
from pitboss.table.cards.seeds import Lesson
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events import (
    Answered,
    Asked,
    Bet,
    CardDealt,
    RoundEnded,
    RoundOpened,
    Said,
    StakeAsked,
    header_of,
)
from pitboss.table.houses.default_house import Wish, file_house
from pitboss.table.houses.opening import Open
from pitboss.table.log.mask import view
from pitboss.table.log.narrator import named, tell_player
from pitboss.table.money.spots import position_of, spots, usual_stakes
from pitboss.table.table import Table

YOU: Final = "you"
BOX: Final = 2
SEEDS: Final = (3, 7, 11)
DRAWS_BELOW: Final = 15
"""The example draws a card below this; it shows what to press, not how to play best."""


def lesson(book: Rulebook, found: Game) -> LessonView:
    """Three hands of a game, step by step."""
    opened = file_house(book, found, Wish()).opened
    hands = [_hand(book, opened, seed) for seed in SEEDS]
    return LessonView.from_record(found, game=found.id, hands=hands)


def _hand(book: Rulebook, opened: Open, seed: int) -> LessonHand:
    table = _dealt(book, opened, seed)
    begun = next(n for n, each in enumerate(table.log) if isinstance(each, RoundOpened))
    events = [*view(table.log[begun:], YOU)]
    drawn = round_frames(book, header_of(table.log), opened.game.name, events)
    assert drawn
    names = names_in(book, opened.house.jurisdiction)
    beats = [
        Beat(says=says, press=press, frame=frame)
        for (says, press), frame in zip(_told(events, names), drawn[1], strict=True)
        if says or press
    ]
    return LessonHand(table=drawn[0], beats=beats)


def _dealt(book: Rulebook, opened: Open, seed: int) -> Table:
    """One round at a box with every stake that the game needs."""
    table = Table(opened, SealedShoes(opened.delivery, Lesson(seed)), book.digest)
    table.buy_in(YOU, 100_000)
    table.open_round()
    box = BOX if opened.house.boxes >= BOX else 1
    needed = {spot.key for spot in spots(opened) if spot.must or spot.opens}
    for key, cents in usual_stakes(opened).items():
        if key in needed:
            table.bet(box, YOU, key, cents, position_of(opened, box))
    table.deal()
    while table.pending:
        number, step = table.pending.number, table.pending.step
        if isinstance(step, Ask):
            table.answer(number, _chosen(table, step))
        else:
            table.answer_stake(number, step.least)
    for slip in table.slips:
        table.validate(slip, "floor")
    return table


def _chosen(table: Table, step: Ask) -> str:
    """What the example presses: it draws to a low total, and gives nothing up."""
    hand = next((h for h in table.round.hands if h.name == step.of), None) if table.round else None
    if "hit" in step.may and hand and hand.total.points < DRAWS_BELOW:
        return "hit"
    usual = step.usual
    if not usual.gives_up:
        return usual.word
    return next((each.word for each in step.options if not each.gives_up), usual.word)


def _told(events: Sequence[Event], names: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Each event in the player's words, and what the player presses there."""
    for event in events:
        says = re.sub(r"\bto box \d\b", "to you", tell_player(event, names, YOU))
        match event:
            case Bet(wager=wager):
                yield says, f"Lay a chip on {named(wager, names)}."
            case Said(words="no more bets"):
                yield says, "Press Deal."
            case Asked() | StakeAsked():
                yield "It is your turn.", ""
            case Answered(word=word) if word.isdecimal():
                yield "", "Lay no more chips." if word == "0" else "Lay chips on the circle."
            case Answered(word=word):
                yield "", f"Press {word[0].upper()}{word[1:]}."
            case RoundOpened() | RoundEnded() | CardDealt(to="burn"):
                yield "", ""
            case _:
                yield says, ""
