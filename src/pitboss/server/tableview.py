"""A table as one person may see it, derived from the table and never with a hidden card."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pitboss.games.terms import SUPERVISOR
from pitboss.procedure import DECISIONS
from pitboss.server import messages as told
from pitboss.server.drawing import Drawing
from pitboss.server.looking import Looker, Standing
from pitboss.server.spots import meters_of, slip_told, wagers_of, with_meters
from pitboss.server.words import sentence, to_others
from pitboss.table.names import names_of
from pitboss.table.opening import IRREGULARITIES, Open


@dataclass(frozen=True, slots=True)
class Fixed:
    """What is said of a table as long as it is open."""

    names: dict[str, str]
    """Stake → its printed name."""
    house: dict[str, Any]
    wagers: tuple[told.WagerTold, ...]
    may_go_wrong: list[told.MayGoWrong]


@lru_cache(maxsize=1_024)
def fixed(opened: Open) -> Fixed:
    """The unchanging part of a table's views."""
    names = names_of(opened)
    wagers = tuple(wagers_of(opened, names))
    return Fixed(names, _filed(opened), wagers, _may_go_wrong(opened))


def table_view(at: Standing, who: Looker) -> told.TableView:
    """Everything that a screen needs to draw the table for one person."""
    return Scene(at).view(who)


class Scene:
    """A table at one moment, for any number of people: what all see alike is drawn once."""

    def __init__(self, at: Standing) -> None:
        table, opened = at.table, at.table.opened
        self.at, self.fixed = at, fixed(opened)
        self.drawn = Drawing(at, self.fixed.names)
        self.phase = phase_of(at)
        self.wagers = [with_meters(at, wager) for wager in self.fixed.wagers]
        self.boxes = [self.drawn.box(number) for number in range(1, opened.house.boxes + 1)]
        self.dealer = self.drawn.dealer()
        self.positions = self.drawn.positions()
        self.shoe = _shoe(at)
        self.slips = [slip_told(slip) for slip in table.awards.waiting.values()]
        self.meters = meters_of(at, opened.meters)
        self.said = [(e, said) for e in at.this_round if (said := sentence(e, self.fixed.names))]
        self.irregularities = [
            told.IrregularityTold(
                kind=event.get("kind"), decision=event.get("decision"), clause=event.get("clause")
            )
            for event in at.this_round
            if event.kind == "irregular"
        ]
        self.next = next_of(at)

    def view(self, who: Looker) -> told.TableView:
        """The table as one person may see it."""
        at, table, opened = self.at, self.at.table, self.at.table.opened
        mine = [n for n, box in table.boxes.items() if who.player and box.player == who.player]
        boxes = list(self.boxes)
        for number in filter(self.drawn.holds, mine):
            boxes[number - 1] = self.drawn.box(number, mine=True)
        return told.TableView(
            id=at.id,
            name=at.name,
            game=opened.house.game,
            game_name=opened.game.name,
            jurisdiction=opened.house.jurisdiction,
            jurisdiction_name=at.law,
            cite=opened.game.cite,
            house=self.fixed.house,
            phase=self.phase,
            round=table.rounds,
            you=told.You(
                name=who.name,
                role=who.role,
                boxes=sorted(n for n, player in at.seats.items() if player == who.player),
                balance=at.balance(who.player) if who.player else 0,
            ),
            wagers=self.wagers,
            boxes=boxes,
            dealer=self.dealer,
            community=[str(card) for card in table.round.community] if table.round else [],
            exposed=[str(card) for card in table.round.exposed] if table.round else [],
            positions=self.positions,
            shoe=self.shoe,
            asks=list(self.drawn.asks(who)),
            slips=self.slips,
            meters=self.meters,
            story=list(self.story(who.player)),
            irregularities=self.irregularities,
            may_go_wrong=self.fixed.may_go_wrong if who.role in ("dealer", "floor") else [],
            next=self.next,
            called=at.called,
            may=may_now(at, who),
        )

    def story(self, player: str) -> Iterator[str]:
        """The round as one person is told it: results, slips, awards and what went wrong."""
        for event, words in self.said:
            seen = self.at.sight.seen(event, player)
            said = words if seen is event else sentence(seen, self.fixed.names)
            yield said if event.get("player") == player else to_others(event, said)


def _filed(opened: Open) -> dict[str, Any]:
    return {
        **json.loads(opened.house.to_json()),
        "in_force": {key: text for key, text in opened.terms.texts.items() if text},
        "self_service": opened.house.pace != "dealer",
        "positions": opened.procedure.positions(opened.play),
    }


def phase_of(at: Standing) -> told.Phase:
    """Where the table stands."""
    table = at.table
    if table.in_play:
        return "floor" if table.slips and table.driver.finished else "playing"
    if table.betting and at.is_open:
        return "betting"
    return "idle" if at.is_open and not table.closed else "closed"


def next_of(at: Standing) -> str:
    """What the dealer does next."""
    table = at.table
    match phase_of(at):
        case "closed":
            return "The table is closed."
        case "idle":
            return "Open the next round."
        case "betting":
            return "Deal, once the bets are down." if table.boxes else "Wait for bets."
        case "floor":
            numbers = ", ".join(map(str, table.slips))
            return f"Wait for a floor supervisor: slip {numbers}."
    if table.driver.paused:
        return f"Deal the next card: {table.driver.paused.to}."
    waits = dict.fromkeys(pending.step.of for pending in table.asked.values())
    return f"Wait for {', '.join(waits)}."


def may_now(at: Standing, who: Looker) -> list[str]:
    """Commands that this person may give as the table stands."""
    table, phase, seated = at.table, phase_of(at), who.name in at.seats.values()
    mine = [table.boxes[each.step.box].player == who.player for each in table.asked.values()]
    there = table.opened.house.pace != "dealer" and seated
    deals = who.role == "dealer" or (who.role == "player" and there)
    playing = bool(table.asked) or table.waits_for_dealer
    now = {
        "sit": who.role == "player" and phase != "closed",
        "leave": who.role == "player" and seated,
        "bet": who.role == "player" and seated and phase == "betting",
        "tip": who.role == "player" and seated and phase == "betting" and bool(table.boxes),
        "answer": bool(who.player) and any(mine),
        "answer_stake": bool(who.player) and any(mine),
        "open_round": deals and phase == "idle",
        "deal": deals and phase == "betting" and bool(table.boxes),
        "go": who.role == "dealer" and table.waits_for_dealer,
        "irregular": who.role in ("dealer", "floor") and playing,
        "call": bool(at.called) if who.role == "floor" else who.role == "dealer" and at.is_open,
        "validate": who.role == "floor" and bool(table.slips),
        "open": who.role == "floor" and phase == "closed",
        "close": who.role == "floor"
        and (phase == "idle" or (phase == "betting" and not table.boxes)),
    }
    return [do for do, may in now.items() if may]


def _may_go_wrong(opened: Open) -> list[told.MayGoWrong]:
    made = []
    for kind in IRREGULARITIES:
        decision, clause = opened.decision(kind)
        left: list[str] = [*DECISIONS] if decision == SUPERVISOR else []
        made.append(told.MayGoWrong(kind=kind, decision=decision, clause=clause, decisions=left))
    return made


def _shoe(at: Standing) -> told.ShoeTold:
    said = at.shoe
    return told.ShoeTold(
        number=at.table.shoes.number,
        dealt=at.table.shoes.dealt,
        commit=said.get("commit") if said else "",
        source=said.get("source") if said else "",
    )
