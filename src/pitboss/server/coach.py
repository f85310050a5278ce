"""The coach: what each answer to a player's question is worth; and lessons in playing a game."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pitboss.analysis.automatic_player import play_round
from pitboss.errors import NotAllowed, NotInstalled, PitbossError, sentence
from pitboss.games.log_words import within_sentence
from pitboss.library.open_table import deal_from
from pitboss.log import Event
from pitboss.money import Cents, show_money
from pitboss.procedure.round import Round
from pitboss.procedure.steps import Ask, AskStake, Effect
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game
from pitboss.server.long_work import MOST_KEPT, WorkedOut
from pitboss.server.messages.round_messages import (
    ChoiceWorthView,
    CoachView,
    LessonHand,
    LessonStep,
    LessonView,
)
from pitboss.server.tables.commands import NotYours
from pitboss.server.tables.live_table import LiveTable
from pitboss.server.views.steps import round_frames
from pitboss.store.people import Person
from pitboss.table.events import header_of
from pitboss.table.events.rounds import (
    Answered,
    AnswerExpired,
    Asked,
    Bet,
    BetsClosed,
    RoundEnded,
    RoundOpened,
    StakeAsked,
)
from pitboss.table.events.shoes import CardDealt, CardPlaced
from pitboss.table.houses.default_house import Wish, file_house
from pitboss.table.houses.opening import Open
from pitboss.table.log.mask import box_of, view
from pitboss.table.log.narrator import named, names_of, tell_player, with_pips
from pitboss.table.money.spots import position_of, spots, usual_stakes
from pitboss.table.table import Table
from pitboss.table.table_view import SeenRound, seen_round, with_reasons

if TYPE_CHECKING:
    from pitboss.solvers.strategy_request import SolvedGame


SOON: Final = 0.5
"""Seconds to wait for an answer."""
COMPILES: Final = (
    "The coach is compiling its solver; the first time, this takes up to half a minute."
)
WORKS: Final = "The coach is working it out."
UNKNOWN: Final = "No solver values this choice, so the coach is silent here."
NO_COACH: Final = (
    "The house has filed no coach for this table. Practice tables have one: it says what "
    "each choice is worth."
)
Values = dict[str, float]
Advice = tuple[Values, Cents, str]
"""The value of each answer, in units of this many cents; or why it is not known."""


class Coach:
    """The solved games and the answers to questions about them, both kept."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self._solved: dict[Hashable, SolvedGame] = {}
        self._answers = WorkedOut()

    async def advice(self, key: Hashable, opened: Open, asked: AskedNow) -> Advice | str:
        """The value of each answer; if that takes longer, a sentence that says why."""
        first = not self._solved
        try:
            async with asyncio.timeout(SOON):
                return await self._answers.get(key, lambda: self._advice(opened, asked))
        except TimeoutError:
            return COMPILES if first else WORKS

    def _advice(self, opened: Open, asked: AskedNow) -> Advice:
        try:
            from pitboss.solvers.answer_values import MOST, NONE, asked_of, worth_of

            worth = worth_of(self._game(opened), asked_of(*asked))
        except ModuleNotFoundError as missing:
            return {}, 0, f"There is no coach here. {NotInstalled(str(missing.name), 'strategy')}"
        except PitbossError as error:  # no solver covers its terms
            return {}, 0, str(error)
        if worth is None:
            return {}, 0, UNKNOWN
        values, step = {**worth.values}, asked[1]
        if isinstance(step, AskStake):
            values = {str(step.most): values[MOST], "0": values[NONE]}
        return values, worth.unit, ""

    def _game(self, opened: Open) -> SolvedGame:
        """The game of a table, solved under its own terms."""
        from pitboss.solvers.strategy_sheet import solve_table

        house = opened.house
        said = (*sorted(house.terms.items()), *sorted(house.readings.items()))
        key = (opened.game.id, house.decks, *said)
        if key not in self._solved:
            self._solved[key] = solve_table(self.book, opened)
            if len(self._solved) > MOST_KEPT:
                del self._solved[next(iter(self._solved))]
        return self._solved[key]


AskedNow = tuple[Round, Ask | AskStake, tuple[tuple[str, str], ...]]
"""The layout as the player sees it, the question, and what the box answered before."""


async def coach_view(coach: Coach, at: LiveTable, who: Person, number: int) -> CoachView:
    """What each answer to a player's own question is worth; refused where there is no coach."""
    if not at.filed.coach:
        raise NotYours(NO_COACH)
    asked, table = at.table.asked.get(number), at.table
    if asked is None:
        raise NotAllowed("This question is no longer open.")
    if table.boxes[asked.step.box].player != who.player:
        raise NotYours("The coach advises only the player who is asked.")
    seen = at.seen_by(who.player)
    now = (seen.played, asked.step, tuple(_said(seen, asked.step.box)))
    found = await coach.advice((at.id, table.rounds, number), table.opened, now)
    if isinstance(found, str):
        return CoachView(ask=number, ready=False, says=found)
    values, unit, why = found
    choices = [
        _choice(asked.step, word, value, unit)
        for word, value in sorted(values.items(), key=lambda each: -each[1])
    ]
    return CoachView(ask=number, ready=True, unit=unit, choices=choices, says=why)


def _choice(step: Ask | AskStake, word: str, value: float, unit: Cents) -> ChoiceWorthView:
    """An answer with its words and its value."""
    if isinstance(step, Ask):
        option = next(each for each in step.options if each.word == word)
        words, inside = with_pips(option.label or word), with_pips(within_sentence(option))
    elif int(word):
        words = inside = f"add {show_money(int(word))}"
    else:
        words, inside = "no, thanks", "declining"
    value, cents = round(value, 6), round(value * unit)
    return ChoiceWorthView(word=word, name=sentence(words), inside=inside, value=value, cents=cents)


def _said(seen: SeenRound, box: int) -> Iterator[tuple[str, str]]:
    """What a box was asked about in this round, and what it answered."""
    about: dict[int, str] = {}
    for event in seen.events:
        match event:
            case Asked() if box_of(event.of) == box:
                about[event.number] = event.about
            case Answered() | AnswerExpired() if event.number in about:
                yield about[event.number], event.word


# -- lessons ---------------------------------------------------------------------------------------


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
    beats = [
        LessonStep(says=says, press=press, frame=frame)
        for (says, press), frame in zip(_told(opened, events), drawn[1], strict=True)
        if says or press
    ]
    return LessonHand(table=drawn[0], beats=beats)


def _dealt(book: Rulebook, opened: Open, seed: int) -> Table:
    """One round at a box with every stake that the game needs."""
    table = deal_from(book, opened, seed)
    table.buy_in(YOU, 100_000)
    box = BOX if opened.house.boxes >= BOX else 1
    needed = {spot.key for spot in spots(opened) if spot.must or spot.opens}
    at = position_of(opened, box)
    stakes = {key: cents for key, cents in usual_stakes(opened).items() if key in needed}
    play_round(table, [(box, YOU, key, cents, at) for key, cents in stakes.items()], by=_answer)
    return table


def _answer(table: Table) -> bool:
    """Answer the first open question as the example does."""
    assert table.pending
    number, step = table.pending.number, table.pending.step
    if isinstance(step, Ask):
        table.answer(number, _chosen(table, step))
    else:
        table.answer_stake(number, step.least)
    return True


def _chosen(table: Table, step: Ask) -> str:
    """What the example presses: it draws to a low total, and never gives anything up."""
    hand = seen_round(table.opened, table.layout.events, YOU).hand(step.of)
    draw = next((each.word for each in step.options if each.effect is Effect.CARD), "")
    if draw and hand and hand.total and hand.total.points < DRAWS_BELOW:
        return draw
    usual = step.usual
    if not usual.gives_up:
        return usual.word
    return next((each.word for each in step.options if not each.gives_up), usual.word)


def _told(opened: Open, events: Sequence[Event]) -> Iterator[tuple[str, str]]:
    """Each event in the player's words, and what the player presses there."""
    names = names_of(opened)
    for event, why in with_reasons(opened, events):
        if isinstance(event, CardDealt | CardPlaced) and box_of(event.to):
            event = replace(event, to=YOU)
        says = tell_player(event, names, YOU, why)
        match event:
            case Bet(wager=wager):
                yield says, f"Lay a chip on {named(wager, names)}."
            case BetsClosed():
                yield says, "Press Deal."
            case Asked() | StakeAsked():
                yield "It is your turn.", ""
            case Answered(word=word) if word.isdecimal():
                yield "", "Lay no more chips." if word == "0" else "Lay chips on the circle."
            case Answered(word=word):
                yield "", f"Press {sentence(word)}."
            case RoundOpened() | RoundEnded() | CardDealt(to="burn"):
                yield "", ""
            case _:
                yield says, ""
