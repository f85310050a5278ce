"""Guests at tables: each has a box and a screen, does something at every turn, and takes notes."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from websockets.asyncio.client import ClientConnection

SIDES = 2
"""Wagers of a box beside the main one."""
TWICE = 0.01
"""The share of commands that are sent again with the same key."""
PATIENCE = 3
"""Turns that one waits for the others' bets before dealing."""
HIDDEN = "??"
VIEW = re.compile(r'\{"type":"(?P<kind>view|events)","seq":(?P<seq>\d+),')
LARGE = ('{"house":', '{"wagers":')
"""How a view begins that has some of its large parts."""
Json = dict[str, Any]


@dataclass
class Watched:
    """A table as its screens have seen it."""

    id: str
    game: str
    first: int = 0
    """The last line of the log before the screens were opened."""
    screens: int = 0
    lines: list[Json] = field(default_factory=list)
    """Its events as the screens together have seen them."""
    told: dict[str, int] = field(default_factory=dict)
    """Last line of a message and its events as they were sent → how many they are."""
    reached: dict[int, tuple[int, float]] = field(default_factory=dict)
    """Last line of a message → screens that have it, and when the last of them got it."""
    faults: list[str] = field(default_factory=list)

    def got(self, seq: int, now: float) -> None:
        self.reached[seq] = (self.reached.get(seq, (0, 0.0))[0] + 1, now)

    def count(self, seq: int, events: str) -> int:
        """How many events a message contains; those already sent to another screen are compared."""
        known = f"{seq} {events}"
        if known not in self.told:
            made = json.loads(events)
            for place, event in enumerate(made, seq - len(made) + 1):
                self.compare(place, event)
            self.told[known] = len(made)
        return self.told[known]

    def compare(self, place: int, event: Json) -> None:
        """What one screen was sent is what the others were sent, except for hidden cards."""
        at = place - self.first - 1
        if at == len(self.lines):
            self.lines.append(event)
            return
        known = self.lines[at]
        if known == event:
            return
        if known.keys() != event.keys():
            self.faults.append(f"{self.id}, line {place}: told as {event['kind']} too")
        for key, value in event.items():
            if known.get(key) == HIDDEN:
                known[key] = value
            elif value not in (known.get(key), HIDDEN):
                self.faults.append(f"{self.id}, line {place}: {key} is told differently")


@dataclass(slots=True)
class Sent:
    """A command and its outcome."""

    do: str
    at: float
    said: Json
    seq: int | None = None
    answered: float = 0.0
    refused: str = ""


@dataclass
class Terminal:
    """A guest at a box."""

    table: Watched
    name: str
    cookie: str
    box: int
    random: random.Random
    seq: int = 0
    shown: str = ""
    """The table as it was last sent, not read yet."""
    large: Json = field(default_factory=dict)
    """The parts of it that are sent only when they have changed."""
    read: Json = field(default_factory=dict)
    sent: dict[str, Sent] = field(default_factory=dict)
    given_up: set[str] = field(default_factory=set)
    """Wagers that were refused at this box."""
    waited: int = 0
    late: int = 0
    """Turns at which the answer before had not come yet."""

    @property
    def view(self) -> Json:
        """The table as this guest sees it: read when the guest looks, for all share two cores."""
        if self.shown:
            self.read = {**self.large, **json.loads(self.shown)}
            self.shown = ""
        return self.read

    async def listen(self, socket: ClientConnection) -> None:
        """Take in what the screen is told, and note when."""
        async for text in socket:
            assert isinstance(text, str)
            now = time.perf_counter()
            if head := VIEW.match(text):
                self._see(int(head["seq"]), text, head["kind"] == "events", now)
            else:
                self._answered(json.loads(text), now)

    def _see(self, seq: int, text: str, has_events: bool, now: float) -> None:
        first = seq
        if has_events:
            begin, end = text.index('"events":') + 9, text.index(',"steps":')
            first -= self.table.count(seq, text[begin:end])
        if first != self.seq and self.large:  # which the first message brings
            self._fault(f"line {first + 1} came after line {self.seq}")
        self.seq, self.shown = seq, text[text.index(',"view":') + 8 : -1]
        if self.shown.startswith(LARGE):
            told = json.loads(self.shown)
            self.large |= {name: told[name] for name in ("house", "wagers") if name in told}
        if has_events:
            self.table.got(seq, now)

    def _answered(self, told: Json, now: float) -> None:
        sent = self.sent[told["key"]]
        if sent.answered:
            if told.get("seq") != sent.seq:
                self._fault(f"{told['key']} was answered in two ways")
            return
        sent.answered, sent.seq, sent.refused = now, told.get("seq"), told.get("error", "")
        if sent.refused and sent.do == "bet":
            self.given_up.add(sent.said["wager"])

    def _fault(self, what: str) -> None:
        self.table.faults.append(f"{self.name} at {self.table.id}: {what}")

    # -- what a guest does ---------------------------------------------------------------------

    async def play(self, socket: ClientConnection, every: float, until: float) -> None:
        """Do something at every turn; the guests' turns are spread evenly."""
        turn = time.perf_counter() + every * self.random.random()
        while turn < until:
            await asyncio.sleep(turn - time.perf_counter())
            turn += every
            if any(not sent.answered for sent in list(self.sent.values())[-1:]):
                self.late += 1
                continue
            await self.send(socket, self.choose())

    async def send(self, socket: ClientConnection, said: Json) -> None:
        """Send a command, now and then twice."""
        key = f"{self.table.id}-{self.box}-{len(self.sent):06}"
        text = json.dumps({**said, "key": key})
        self.sent[key] = Sent(said["do"], time.perf_counter(), said)
        await socket.send(text)
        if self.random.random() < TWICE:
            await socket.send(text)

    def choose(self) -> Json:
        """Choose one of the things that can be done."""
        for ask in self.view["asks"]:
            if "may" in ask:
                free = [
                    may["word"] for may in ask["may"] if not may["cost"] and not may.get("foul")
                ]
                word = self.random.choice(free) if free else ask["otherwise"]
                return {"do": "answer", "ask": ask["number"], "word": word}
            if "least" in ask:
                return {"do": "answer_stake", "ask": ask["number"], "cents": ask["least"]}
        if self.view["phase"] == "idle":
            return {"do": "open_round"}
        if self.view["phase"] == "betting":
            if bet := self.next_bet():
                self.waited = 0
                return bet
            self.waited += 1
            boxes = [box for box in self.view["boxes"] if box.get("player")]
            if self.waited > PATIENCE or all(len(box["placed"]) > SIDES for box in boxes):
                return {"do": "deal"}
        return {"do": "sit", "box": self.box, "position": self.position()}

    def next_bet(self) -> Json | None:
        """The next stake of this box: what it must have, then other wagers."""
        mine = self.view["boxes"][self.box - 1]["placed"]
        for wager in wagers_of(self.view):
            if wager["key"] in mine or wager["key"] in self.given_up:
                continue
            if not wager["must"] and not wager["opens"] and not mine:
                return None
            cents = stake_on(wager, mine)
            bet = {"do": "bet", "box": self.box, "wager": wager["key"], "cents": cents}
            return {**bet, "position": self.position()}
        return None

    def position(self) -> int:
        shared: int = self.view["house"]["positions"]
        return 1 + self.box % shared if shared else 0


def wagers_of(view: Json) -> list[Json]:
    """The stakes of a box: what it must have, or what opens it, and two beside it."""
    early = [each for each in view["wagers"] if each["placed"] == "before the deal"]
    must = [each for each in early if each["must"]] or [e for e in early if e["opens"]][:1]
    sides = [each for each in early if each["kind"] in ("side", "progressive") and each not in must]
    return [*must, *[each for each in sides if not each["opens"]][:SIDES]]


def stake_on(wager: Json, placed: dict[str, int]) -> int:
    """The least that may be staked on a wager."""
    rule = wager["stake"]
    if rule.get("equals"):
        times, _, key = rule["equals"].rpartition(" x ")
        return int(Fraction(times or 1) * placed.get(key, 0))
    fixed: int | None = rule.get("fixed")
    return fixed or -(-rule["least"] // rule["step"]) * rule["step"]
