"""What must hold at every table of every game, over random houses, boxes, choices and mishaps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from pitboss.cards import Card, Shoe
from pitboss.errors import NotAllowed
from pitboss.log import HIDDEN, Event, print_log
from pitboss.procedure.steps import Ask, AskStake
from pitboss.progressive.link import Link
from pitboss.table.cards.seeds import Lesson, shuffled
from pitboss.table.cards.shoes import UnsealedShoes
from pitboss.table.events import TABLE_LOG
from pitboss.table.events.rounds import Answered, AnswerExpired, Asked, Bet, RoundEnded, RoundOpened
from pitboss.table.events.shoes import CardDealt, CardPlaced, CardTurned, ShoeReshuffled
from pitboss.table.log.ledger import balances
from pitboss.table.log.mask import SURVEILLANCE, view
from pitboss.table.log.replay import opened_by, replay, resume
from pitboss.table.log.verification import missing_end, unfinished, verify
from pitboss.table.table import Table
from tests.soak import first, soak
from tests.table.floor import (
    STANDARD,
    book,
    games,
    games_by_procedure,
    links,
    open_table,
    place_bets,
    play_round,
    random_answer,
    random_house,
    sealed,
    step_on,
)
from tests.vault import MemoryVault

every_game = pytest.mark.parametrize("game", games())


@every_game
@pytest.mark.parametrize("seed", first(1, range(40)))
def test_chips_are_conserved_and_replay_is_identical(game: str, seed: int) -> None:
    random = Random(f"{game} {seed}")
    house = random_house(random, game)
    table = open_table(house, sealed(house, seed))
    for _ in range(8):
        play_round(table, random, voids=0.05)
        assert all(m.meter.is_conserved for m in running(table).values())
        assert shown(table) == {n: m.meter.display for n, m in running(table).items()}
    table.close()
    text = print_log(table.log)
    events = TABLE_LOG.parse_log(text)
    assert events == tuple(table.log)
    again = replay(book(), events)
    assert print_log(again.log) == text
    assert not unfinished(again)
    assert verify(book(), events) == []
    waits = [n for n, each in enumerate(events, 1) if isinstance(each, RoundOpened | Bet | Asked)]
    for cut in random.sample(waits, 3):
        left = missing_end(book(), events[:cut])
        assert left
        assert left == unfinished(replay(book(), events[:cut]))
    assert not any(n for name, n in balances(events).items() if name.startswith("box "))


def running(table: Table) -> dict[str, Link]:
    """The meters of a table, each in operation."""
    return {name: meter for name, meter in table.meters.items() if isinstance(meter, Link)}


def shown(table: Table) -> dict[str, int]:
    """What the ledger says that each meter shows."""
    accounts = balances(table.log)
    return {name: accounts[f"meter {name}"] for name in table.meters}


@pytest.mark.parametrize("game", games_by_procedure())
@pytest.mark.parametrize(("seed", "stops"), [(0, 25), *(soak(seed, 60) for seed in range(10))])
def test_a_crash_after_any_event_leads_to_the_same_question(
    game: str, seed: int, stops: int
) -> None:
    """From the last round on, with the sealed shoes of a vault and the meters as they stand."""
    random = Random(f"crash {game} {seed}")
    house = random_house(random, game)
    vault, meters = MemoryVault(), links(house, seed)
    table = open_table(house, sealed(house, seed, vault), meters)
    waits: dict[int, object] = {}
    for _ in range(3):
        table.open_round()
        place_bets(table, random)
        table.deal()
        while table.in_play:
            waits[len(table.log)] = state(table)
            step_on(table, random, voids=0.02)
    end = len(table.log)
    starts = [at for at, event in enumerate(table.log) if isinstance(event, RoundOpened)]
    for stop in range(1, end, 1 + end // stops):
        kept = table.log[:stop]
        shoes = sealed(house, seed, vault)
        resumed = resume(book(), opened_by(book(), kept), kept, shoes, meters)
        begun = max((at for at in starts if at < stop), default=None)
        if begun is None:
            assert resumed.log == table.log[: len(resumed.log)]
            continue
        head = next(at for at, event in enumerate(resumed.log) if isinstance(event, RoundOpened))
        told = resumed.log[head:]
        assert told == table.log[begun : begun + len(told)]
        assert len(told) >= stop - begun
        if begun + len(told) in waits:
            assert state(resumed) == waits[begun + len(told)]


def state(table: Table) -> object:
    """What the table waits for."""
    return dict(table.asked), table.waits_for_dealer, table.slips, tuple(table.system.due)


@every_game
@pytest.mark.parametrize("seed", first(1, range(10)))
def test_only_legal_words_are_taken_and_others_change_nothing(game: str, seed: int) -> None:
    random = Random(f"legal {game} {seed}")
    house = random_house(random, game)
    table = open_table(house, sealed(house, seed))
    opening = table.opened.procedure.main
    for _ in range(3):
        table.open_round()
        place_bets(table, random)
        table.deal()
        while table.in_play:
            refused: list[Callable[[], None]] = [
                partial(table.bet, 1, "ann", opening, 1_000),
                partial(table.tip, 1, opening, 100),
                table.open_round,
                table.deal,
                table.close,
                partial(table.answer, 0, "stand"),
                partial(table.answer, 10**6, "stand"),
                partial(table.validate, 10**6, "sam"),
                partial(table.irregular, "misdeal to a box", 9, "that hand void"),
            ]
            if not table.waits_for_dealer:
                refused.append(table.go)
            for number, pending in table.asked.items():
                step = pending.step
                refused += [partial(table.answer, number, "steal")]
                if not table.seconds:
                    refused += [partial(table.expire, number)]
                if isinstance(step, Ask):
                    words = {"stand", "hit", "double", "split", "surrender", "insure"}
                    refused += [partial(table.answer, number, w) for w in words - {*step.may}]
                    refused += [partial(table.answer_stake, number, 500)]
                elif isinstance(step, AskStake):
                    wrong = (-100, 10**9, 0.5, True)
                    refused += [partial(table.answer_stake, number, c) for c in wrong]  # type: ignore[arg-type]
                    refused += [partial(table.answer, number, "500")]
            before, waits = len(table.log), state(table)
            for attempt in refused:
                with pytest.raises(NotAllowed):
                    attempt()
            assert (len(table.log), state(table)) == (before, waits)
            last = list(table.asked)
            step_on(table, random)
            for number in {*last} - {*table.asked}:  # late, or given twice
                with pytest.raises(NotAllowed):
                    table.answer(number, "stand")


class Stack(UnsealedShoes):
    """A shoe in a known order."""

    def __init__(self, order: list[Card]) -> None:
        self.order, self.dealt = order, 0

    def next(self) -> Card:
        self.dealt += 1
        return self.order[self.dealt - 1]

    def reshuffle(self, staying: Sequence[Card]) -> list[Event]:
        return []


HIDES: dict[str, Any] = {"card": None, "may": (HIDDEN,), "word": HIDDEN, "out": None}


@every_game
@pytest.mark.parametrize("seed", first(1, range(20)))
def test_a_view_shows_no_card_before_it_is_turned(game: str, seed: int) -> None:
    """Face down to all but surveillance, held to all but the player who holds it."""
    random = Random(f"view {game} {seed}")
    house = random_house(random, game)
    table = open_table(house, sealed(house, seed))
    for _ in range(3):
        play_round(table, random, voids=0.02)
    for who in ("ann", "bob", "dealer", "nobody"):
        seen = list(view(table.log, who))
        assert len(seen) == len(table.log)
        owners: dict[str, str] = {}
        held: dict[int, str] = {}
        in_hand: set[str] = set()
        for mine, true in zip(seen, table.log, strict=True):
            place = face = ""
            match true:
                case Bet():
                    owners[f"box {true.box}"] = true.player
                case RoundEnded():
                    # the salt would let hidden lines be tried out
                    assert mine == replace(true, salt="")
                    continue
                case RoundOpened():
                    in_hand.clear()
                case CardTurned():
                    in_hand.discard(true.at)
                case CardDealt() | CardPlaced():
                    place, face = true.to, true.face
                    if face == "held" and isinstance(true, CardDealt):
                        in_hand.add(place)
                case Asked():
                    place, face = true.of, true.face
                    if face == "held":
                        held[true.number] = place
                    elif place in in_hand:
                        face = "held"  # whether it may be split tells of a pair
                case Answered() | AnswerExpired() if true.number in held:
                    place, face = held[true.number], "held"
                case ShoeReshuffled() if true.out:
                    face = "down"
            mine_to_see = owners.get(" ".join(place.split(" ")[:2])) == who
            if face == "down" or (face == "held" and not mine_to_see):
                unseen = {name: HIDES[name] for name in HIDES if hasattr(true, name)}
                assert mine == replace(true, **unseen)
            else:
                assert mine == true
    assert list(view(table.log, SURVEILLANCE)) == table.log


@pytest.mark.parametrize("game", STANDARD)
@pytest.mark.parametrize("seed", first(4, range(100)))
def test_nobody_can_tell_the_hole_card(game: str, seed: int) -> None:
    """Until it is turned, a player sees the same log whatever lies there, a natural apart."""
    random = Random(f"hole {game} {seed}")
    house = replace(random_house(random, game), pace="automatic")
    order = list(shuffled(Lesson(seed).seed_for(1), Shoe.of(house.decks)))
    seen_by_player: list[list[str]] = []
    hole = 0
    for attempt in range(7):
        table = open_table(house, Stack(list(order)))
        people = Random(seed)
        table.open_round()
        place_bets(table, people)
        if attempt:
            other = random.randrange(200 % len(order), len(order)) if house.decks > 3 else -attempt
            table.shoes.order[hole] = order[other]  # type: ignore[attr-defined]
        table.deal()
        while table.pending and all(
            not isinstance(e, CardTurned) or e.at != "dealer" for e in table.log
        ):
            random_answer(table, people)
        cards = [e for e in table.log if isinstance(e, CardDealt)]
        dealt = [e for e in cards if e.to == "dealer"]
        hole = hole or cards.index(dealt[1])
        points = {e.card.points for e in dealt[:2] if e.card}
        seen = [str(e) for e in view(table.log, "ann")]
        down = [str(e) for e in table.log if isinstance(e, CardDealt) and e.face == "down"]
        assert down
        assert not {*down} & {*seen}
        assert {*down} < {str(e) for e in view(table.log, SURVEILLANCE)}
        turns = (
            i for i, e in enumerate(table.log) if isinstance(e, CardTurned) and e.at == "dealer"
        )
        turned = next(turns, len(seen))
        if points != {1, 10}:
            seen_by_player.append(seen[:turned])
    assert all(seen == seen_by_player[0] for seen in seen_by_player)
