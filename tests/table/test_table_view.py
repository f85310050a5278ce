"""What a person sees of a round is a fold of what the log tells that person: complete, and blind
to every card that the log hides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from pitboss.cards import Card, Shoe
from pitboss.games.hybrid_blackjack import TerminalTerms
from pitboss.log import Event
from pitboss.procedure.round import Box, Hand, Round
from pitboss.procedure.steps import DOWN, Ask, Option
from pitboss.procedure.verbs import BACK_OUT
from pitboss.table.box_view import SeenBox, SeenHand, known
from pitboss.table.cards.seeds import Lesson, shuffled
from pitboss.table.events import TABLE_LOG
from pitboss.table.events.rounds import Asked, RoundEnded, RoundOpened, Said, StakeAsked
from pitboss.table.events.shoes import CardDealt, CardTurned
from pitboss.table.houses.opening import open_house
from pitboss.table.log.mask import NOBODY, SURVEILLANCE, lines_in_full, reads_as, view, whole_log
from pitboss.table.money.settlement import look
from pitboss.table.table import Table
from pitboss.table.table_view import SeenRound, seen_round
from tests.soak import first, soak
from tests.table.floor import (
    book,
    games,
    open_table,
    place_bets,
    random_house,
    sealed,
    step_on,
)
from tests.table.test_conformance import Stack

every_game = pytest.mark.parametrize("game", games())
BY_HAND_ALONE = ("colorado/3-card-shine", "colorado/21-hold-em")
"""Games whose script does not say of a hand that its stake is settled."""


@every_game
@pytest.mark.parametrize("seed", first(1, range(8)))
def test_surveillance_sees_the_whole_layout(game: str, seed: int) -> None:
    """Whenever the table waits, the fold of the log is what the procedure has laid out."""
    random = Random(f"whole {game} {seed}")
    house = random_house(random, game)
    table = open_table(house, sealed(house, seed))
    for _ in range(5):
        for _ in stops(table, random):
            assert table.round
            if table.driver.script is None:  # the progressive system comes before any hand
                continue
            seen = seen_round(table.opened, this_round(table), SURVEILLANCE)
            check_layout(seen, table.round)
            if not has_answers(table, seen):
                check_hands(seen, table.round, game not in BY_HAND_ALONE)
                check_sights(seen, table.round)
            check_meanings(table)
            assert {*seen.asks} == {*table.asked}
            assert tuple(seen.slips) == table.slips


BACKED_OUT = """\
round number=1 shoe=1 dealt=0 asks=0 slips=0
bet box=1 player=ann wager=blackjack cents=1000
closed
card to="box 1" card=5h face=up
card to=dealer card=9c face=up
card to="box 1" card=6h face=up
card to=dealer card=Kd face=down
ask ask=1 of="box 1" about=play may="stand,hit,double,double for less"
answer ask=1 word="double for less"
ask ask=2 of="box 1" about=blackjack most=999
irregular kind="fallen card" box="" decision="players may withdraw" clause="" by=sam why=""
ask ask=3 of="box 1" about="back out" may="stay,back out"
answer ask=3 word=stay
ask ask=4 of="box 1" about=blackjack most=999
answer ask=4 word=400
stake box=1 player=ann on=blackjack cents=400
"""


def test_one_who_stays_doubles_as_was_said_before() -> None:
    """The question whether to back out comes between a word and the amount that goes with it."""
    opened = open_house(book(), random_house(Random(1), "colorado/blackjack"))
    seen = seen_round(opened, TABLE_LOG.parse_log(BACKED_OUT), "bob")
    (hand,) = seen.boxes[1].hands
    assert (hand.stake, hand.doubled, hand.takes) == (1_400, True, True)
    assert [str(each.card) for each in hand.cards] == ["5h", "6h"]
    assert seen.dealer[1].card is None
    assert not seen.asks


ANNOUNCED = """\
round number=1 shoe=1 dealt=0 asks=0 slips=0
bet box=1 player=ann wager=pai-jack-bet cents=1000
closed
card to="box 1" card=Ah face=held
card to="box 1" card=7c face=held
card to="box 1" card=Kd face=held
card to="box 1" card=3s face=held
card to="box 1" card=Qs face=held
ask ask=1 of="box 1" about=set may="Pai Jack,7c 3s,house way"
answer ask=1 word="{word}"
"""


@pytest.mark.parametrize("word", ["Pai Jack", "7c 3s", "house way"])
def test_a_pai_jack_lies_as_high_and_low_hand_however_it_is_said(word: str) -> None:
    """30-2112(5): an ace and two ten-valued cards are the high hand, the rest is the low hand."""
    opened = open_house(book(), random_house(Random(1), "colorado/pai-jack"))
    seen = seen_round(opened, TABLE_LOG.parse_log(ANNOUNCED.format(word=word)), SURVEILLANCE)
    assert [str(card) for card in seen.boxes[1].low] == ["7c", "3s"]


def has_answers(table: Table, seen: SeenRound) -> bool:
    """Some of those asked together have answered, which the procedure does not know yet."""
    if not table.asked or not isinstance(table.opened.terms, TerminalTerms):
        return False
    return bool(seen.irregularities) or not isinstance(table.log[-1], Asked | StakeAsked)


def stops(table: Table, random: Random, voids: float = 0.04) -> Iterator[None]:
    """Play one round, stopping wherever the table waits for somebody, and at its end."""
    table.open_round()
    place_bets(table, random)
    table.deal()
    while table.in_play:
        yield
        step_on(table, random, voids)
    yield


def this_round(table: Table) -> list[Event]:
    begun = max(at for at, event in enumerate(table.log) if isinstance(event, RoundOpened))
    return table.log[begun:]


def check_layout(seen: SeenRound, layout: Round) -> None:
    """Every card and every stake."""
    assert known(seen.dealer) == layout.dealer
    assert known(seen.community) == layout.community
    assert known(seen.exposed) == layout.exposed
    assert sorted(seen.boxes) == [box.number for box in layout.boxes]
    for box in layout.boxes:
        mine = seen.boxes[box.number]
        assert chips(mine.chips) == chips(box)
        assert own_dealer(mine) == box.dealer
        assert [known(hand.cards) for hand in mine.hands] == [hand.cards for hand in box.hands]
        assert [hand.name for hand in mine.hands] == [hand.name for hand in box.hands]
        assert [hand.natural for hand in mine.hands] == [hand.natural for hand in box.hands]


def check_hands(seen: SeenRound, layout: Round, endings: bool) -> None:
    """What the procedure makes of answers, once it has gone on with them."""
    for box in layout.boxes:
        mine = seen.boxes[box.number]
        assert [shape(hand) for hand in mine.hands] == [shape(hand) for hand in box.hands]
        assert mine.played.traded == box.traded
        for one, other in zip(mine.hands, box.hands, strict=True):
            if not mine.is_void:
                assert one.doubled == other.doubled or one.answer.asks_amount  # by how much?
                assert one.over == other.over or not endings


def check_sights(seen: SeenRound, layout: Round) -> None:
    """The cards that each side wager of a box sees."""
    for box in layout.boxes:
        mine = seen.boxes[box.number].played
        shown = Round([mine], known(seen.dealer), known(seen.community))
        for key in box.stakes.keys() & seen.opened.offers.keys():
            offered = seen.opened.offers[key]
            for place in offered.wager.sees:
                sight = look(offered, place)
                assert [*sight(shown, mine)] == [*sight(layout, box)], f"{key} {place}"


def check_meanings(table: Table) -> None:
    """A word of the log means what its option did, except to back out or to set a hand."""
    for asked in table.asked.values():
        if isinstance(asked.step, Ask) and asked.step.about != "set":
            for option in {*asked.step.options} - {*BACK_OUT}:
                meant = table.opened.procedure.option(option.word)
                assert meant
                assert meaning(meant) == meaning(option)


def meaning(option: Option) -> object:
    return option.effect, option.asks_amount


def chips(box: Box) -> object:
    return box.player, box.position, box.stakes, box.placed, box.tips, box.racked


def own_dealer(box: SeenBox) -> list[Card] | None:
    return None if box.dealer is None else known(box.dealer)


def shape(hand: Hand | SeenHand) -> object:
    held = bool(hand.cards) and hand.held
    return hand.on, hand.stake, hand.origin, hand.spot, hand.antes, hand.game, held


# -- secrecy ---------------------------------------------------------------------------------------

PEOPLE = ("ann", "bob", "dealer", NOBODY)
"""Everyone but surveillance, who sees all: two players, the dealer, and whoever else looks on."""


def test_a_round_that_is_not_over_is_read_as_it_can_be_seen() -> None:
    """By those who oversee the house too; what was before, and what is over, in full."""
    random = Random(3)
    house = replace(random_house(random, "pennsylvania/blackjack"), pace="automatic")
    table = open_table(house, sealed(house, 3))
    over, hidden = 0, 0
    for _ in range(6):
        for _ in stops(table, random, voids=0):
            log, begun = table.log, len(table.log) - len(this_round(table))
            if not table.in_play:
                assert whole_log(log) == log
                assert lines_in_full(log) == len(log)
                assert reads_as("ann", log[begun:], oversees=True) == SURVEILLANCE
                over += 1
                continue
            assert lines_in_full(log) == begun
            assert whole_log(log)[:begun] == log[:begun]
            assert whole_log(log)[begun:] == [*view(log[begun:], "")]
            assert reads_as("ann", log[begun:], oversees=True) == "ann"
            hidden += whole_log(log) != log
        assert reads_as("ann", this_round(table), oversees=False) == "ann"
    assert over >= 6
    assert hidden


@every_game
@pytest.mark.parametrize("seeds", [2, soak(8)])
def test_a_card_that_may_not_be_seen_changes_nothing(game: str, seeds: int) -> None:
    """Two worlds that differ in one hidden card look alike to all who may not see it: every line of
    their logs, and what is folded from them.

    Another card lies face down, or the same rank in another suit is held, so that what the rules
    make of it, as of a natural, tells nobody which world it is.
    """
    compared = sum(compare_worlds(game, seed) for seed in range(seeds))
    assert compared or game == "pennsylvania/hybrid-blackjack-no-hole-card"  # every card is up


def compare_worlds(game: str, seed: int, look: Look | None = None) -> int:
    """At how many stops worlds that differ in a hidden card were alike for somebody."""
    compared, random = 0, Random(f"secret {game} {seed}")
    house = replace(random_house(random, game, most_wagers=0), pace="automatic")
    order = list(shuffled(Lesson(seed).seed_for(1), Shoe.of(house.decks)))
    first = World(open_table(house, Stack(order)), seed, look=look)
    for who in PEOPLE:
        for at, place in hidden_from(first.table.log, who):
            changed = exchanged(order, at, first.table, place, random)
            if changed:
                second = World(open_table(house, Stack(changed)), seed, first.picks, look)
                compared += first.looks_like(second, who, place)
    return compared


Look = Callable[[Table], dict[str, object]]
"""What else is shown of a table, by person."""


class World:
    """One round of a table, with all that anybody saw whenever it waited."""

    def __init__(
        self, table: Table, seed: int, picks: Sequence[int] = (), look: Look | None = None
    ) -> None:
        self.table, self.picks, random = table, list(picks), Random(seed)
        self.stops: list[int] = []
        self.shown: list[dict[str, object]] = []
        """Person → what was shown, at each stop."""
        table.open_round()
        place_bets(table, random)
        table.deal()
        self._stop(look)
        while table.pending:
            turn = len(self.stops) - 1
            if turn >= len(self.picks):
                self.picks.append(random.randrange(10**6))
            pick_answer(table, self.picks[turn])
            self._stop(look)

    def _stop(self, look: Look | None) -> None:
        self.stops.append(len(self.table.log))
        self.shown.append(look(self.table) if look else {})

    def looks_like(self, other: World, who: str, place: str) -> int:
        """At how many stops both were looked at before the card was turned; each time alike."""
        compared = 0
        seen = zip(self.stops, other.stops, self.shown, other.shown, strict=False)
        for mine, theirs, shown, shown_there in seen:
            logs = self.table.log[:mine], other.table.log[:theirs]
            if any(is_turned(log, place) for log in logs) or any(map(has_natural, logs)):
                break
            one, two = (seen_round(self.table.opened, log, who) for log in logs)
            assert unhashed(one.events) == unhashed(two.events)
            assert one == two
            assert shown.get(who) == shown_there.get(who)
            compared += 1
        return compared


def unhashed(events: Sequence[Event]) -> list[Event]:
    """Without the hash of the whole round, whose salt nobody at the table sees."""
    return [replace(e, chain="") if isinstance(e, RoundEnded) else e for e in events]


def pick_answer(table: Table, pick: int) -> None:
    """One of the legal answers, by its place among them."""
    number = list(table.asked)[pick % len(table.asked)]
    step = table.asked[number].step
    if isinstance(step, Ask):
        table.answer(number, step.may[pick % len(step.may)])
    else:
        table.answer_stake(number, step.least)


def hidden_from(log: Sequence[Event], who: str) -> list[tuple[int, str]]:
    """Which of the cards dealt one may not see, and where they lie."""
    dealt = [event for event in view(log, who) if isinstance(event, CardDealt)]
    return [(at, each.to) for at, each in enumerate(dealt) if each.card is None]


def exchanged(
    order: list[Card], at: int, table: Table, place: str, random: Random
) -> list[Card] | None:
    """The shoe with another card there, which was not dealt; of equal rank where it is held."""
    faces = [event.face for event in table.log if isinstance(event, CardDealt)]
    others = [
        other
        for other in range(table.shoes.dealt, len(order))
        if order[other] != order[at] and (faces[at] == DOWN or order[other].rank == order[at].rank)
    ]
    if not others:
        return None
    made, other = list(order), random.choice(others)
    made[at], made[other] = made[other], made[at]
    return made


def is_turned(log: Sequence[Event], place: str) -> bool:
    return any(isinstance(event, CardTurned) and event.at == place for event in log)


def has_natural(log: Sequence[Event]) -> bool:
    """The dealer has said so."""
    return any(isinstance(e, Said) and e.words == "the dealer has a natural" for e in log)
