"""Steps are drawn one after the other, and only where an event can have changed something."""

import asyncio
import json
import time
from collections.abc import Iterator, Mapping
from random import Random
from types import MappingProxyType

import pytest

from pitboss.rulebook.load import Rulebook
from pitboss.server import hub
from pitboss.server.hub import Connection, DirectSocket
from pitboss.server.tables.live_table import DrawnRound
from pitboss.server.views.steps import Steps
from pitboss.server.views.table_scene import Scene
from pitboss.store.people import Person
from tests.server.house import ROLES, Caller, Serving, serving

NOTHING: Mapping[str, bytes] = MappingProxyType({})
GAMES = (
    "pennsylvania/blackjack",
    "colorado/3-card-21-n-done",
    "colorado/blackjack-switch",
    "colorado/pai-jack",
)


@pytest.fixture(scope="module")
def floor(book: Rulebook, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with serving(book, tmp_path_factory.mktemp("steps"), GAMES) as served:
        yield served


def test_steps_are_those_of_a_table_drawn_anew(
    floor: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = []

    class Compared(Steps):
        def seen_by(self, who: Person) -> Iterator[bytes]:
            found = list(super().seen_by(who))
            kept, self.at.drawn = self.at.drawn, {}
            with monkeypatch.context() as patch:
                patch.setattr(DrawnRound, "_places", lambda self, event: None)
                compared.append((found, list(Steps(self.scene, self.events).seen_by(who))))
            self.at.drawn = kept
            return iter(found)

    monkeypatch.setattr(hub, "Steps", Compared)
    random = Random(7)
    for number, table in enumerate(floor.floor.tables.values()):
        guests = [floor.guest(f"{name} {number}") for name in ("Ann", "Bob")]
        for box, guest in enumerate(guests, 1):
            guest.done(table.id, "sit", box=box)
            screen = Connection(Person(0, guest.name, "player"))
            floor.floor.hub.tables.setdefault(table.id, set()).add(screen)
        for _ in range(2):
            play_round(table.id, guests, random)
    assert sum(len(found) for found, _ in compared) > 100
    for found, anew in compared:
        assert found == anew


def test_a_screen_is_sent_the_table_as_it_would_be_drawn_anew(
    floor: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though boxes that no event has touched are not drawn again, and much is shared by many."""
    now = time.monotonic()  # stands still: the seconds left are drawn twice
    monkeypatch.setattr("pitboss.server.tables.live_table.monotonic", lambda: now)
    compared = []

    class Compared(Scene):
        def text(self, who: Person, has: Mapping[str, bytes] = NOTHING) -> bytes:
            found = super().text(who, has)
            kept, self.at.stories = self.at.stories, {}
            view = Scene(self.at).view(who)
            self.at.stories = kept
            anew = view.model_dump(mode="json", by_alias=True, exclude_none=True)
            had = {name: json.loads(part) for name, part in has.items()}
            compared.append(({**had, **json.loads(found)}, anew))
            return found

    monkeypatch.setattr(hub, "Scene", Compared)
    staff = [Person(0, "Flo", "floor"), Person(0, "Del", "dealer"), Person(0, "Aud", "auditor")]
    for number, table in enumerate(floor.floor.tables.values()):
        guests = [floor.guest(f"{name} {number}") for name in ("Eve", "Fay")]
        screens = [Connection(who) for who in (*staff, *(viewer(guest) for guest in guests))]
        floor.floor.hub.tables.setdefault(table.id, set()).update(screens)
        for box, guest in enumerate(guests, 3):
            guest.done(table.id, "sit", box=box)
        play_round(table.id, guests, Random(7), first=3)
        if table.table.opened.procedure.main == "blackjack" and table.is_idle:
            guests[0].done(table.id, "open_round")
            guests[0].done(table.id, "bet", box=3, wager="blackjack", cents=1_000)
            table.watching[guests[0].name] += 1  # the box has not changed, but its player is back
            guests[1].done(table.id, "bet", box=4, wager="blackjack", cents=1_000)
            assert [compared[-1][0]["boxes"][n]["away"] for n in (2, 3)] == [False, True]
    assert {found["you"]["role"] for found, _ in compared} == {*ROLES} - {"admin"}
    assert any(found["asks"] and "may" in found["asks"][0] for found, _ in compared)
    for found, anew in compared:
        assert found == anew


def viewer(guest: Caller) -> Person:
    return Person(0, guest.name, "player")


def play_round(table: str, guests: list[Caller], random: Random, first: int = 1) -> None:
    """A round in which every question gets an answer, by guests from this box on."""
    guests[0].done(table, "open_round")
    for box, guest in enumerate(guests, first):
        spots = guest.view(table)["wagers"]
        for spot in (each for each in spots if each["must"]):
            guest.done(table, "bet", box=box, wager=spot["key"], cents=1_000)
    guests[0].done(table, "deal")
    for _ in range(60):
        for guest in guests:
            for ask in guest.view(table)["asks"]:
                if ask.get("may"):
                    word = random.choice(ask["may"])["word"]
                    guest.do(table, "answer", ask=ask["number"], word=word)
                elif "least" in ask:
                    guest.do(table, "answer_stake", ask=ask["number"], cents=ask["least"])
        if guests[0].view(table)["phase"] != "playing":
            return


def test_nobody_is_sent_a_table_that_looks_the_same(floor: Serving) -> None:
    table = floor.floor.tables["pennsylvania-blackjack"]
    guest = floor.guest("Cat")
    guest.done(table.id, "sit", box=5)
    screen = Connection(Person(0, "Dan", "player"))
    floor.floor.hub.tables.setdefault(table.id, set()).add(screen)
    guest.done(table.id, "sit", box=5)
    assert not screen.waiting
    guest.done(table.id, "sit", box=6)
    assert len(screen.waiting) == 1


def test_a_screen_that_cannot_keep_up_is_closed() -> None:
    screen = Connection(None)
    for number in range(hub.MOST_WAITING):
        screen.put(b"%d" % number)
    assert [*screen.waiting][-1] == b"%d" % (hub.MOST_WAITING - 1)
    screen.put(b"one too many")
    assert [*screen.waiting] == [None]


def test_nothing_overtakes_a_message_that_waits() -> None:
    asyncio.run(_nothing_overtakes())


async def _nothing_overtakes() -> None:
    written: list[bytes] = []

    class Socket(DirectSocket):
        keeps_up = True

        def __init__(self) -> None:
            pass

        def write_now(self, text: bytes) -> bool:
            if self.keeps_up:
                written.append(text)
            return self.keeps_up

    socket = Socket()
    screen = Connection(None, socket)
    screen.put(b"1")
    assert (written, [*screen.waiting]) == ([b"1"], [])
    socket.keeps_up = False
    screen.put(b"2")
    socket.keeps_up = True
    screen.put(b"3")
    assert [*screen.waiting] == [b"2", b"3"]
    assert await screen.next() == b"2"
    assert await screen.next() == b"3"
    screen.put(b"4")  # the third is still being written
    assert written == [b"1"]
    assert await screen.next() == b"4"
    waits = asyncio.ensure_future(screen.next())
    await asyncio.sleep(0)
    screen.put(b"5")
    assert written == [b"1", b"5"]
    screen.put(None)
    assert await waits is None
