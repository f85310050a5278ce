"""A table as one person may see it: what the front end's tests put in place of the server."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from pitboss.cards import Card
from pitboss.cli.stakes import cost_of, names_of, rule_of
from pitboss.games.pai_jack import is_foul, ways
from pitboss.hands import total
from pitboss.money import show_money
from pitboss.procedure import DECISIONS, DOWN, HELD, Ask, AskStake, Box, Hand
from pitboss.table.opening import IRREGULARITIES
from pitboss.table.table import Table

Plain = dict[str, Any]
KEYS = {"hit": "h", "stand": "s", "double": "d", "split": "p", "surrender": "r", "house way": "w"}


class Sight:
    """Which cards lie face down for one person, worked out from the log."""

    def __init__(self, table: Table, who: str) -> None:
        self.down: Counter[tuple[str, str]] = Counter()
        owners = {f"box {n}": box.player for n, box in table.boxes.items()}
        begun = max((n for n, e in enumerate(table.log) if e.kind == "round"), default=0)
        for event in table.log[begun:]:
            place = " ".join((event.get("to") or event.get("at")).split(" ")[:2])
            hidden = event.get("face") == DOWN or (
                event.get("face") == HELD and owners.get(place) != who
            )
            if event.kind in ("card", "place") and hidden:
                self.down[place, event.get("card")] += 1
            elif event.kind == "turn" and self.down[place, event.get("card")] > 0:
                self.down[place, event.get("card")] -= 1

    def cards(self, place: str, cards: list[Card]) -> list[str]:
        """Cards at a place, `??` for each that this person may not see."""
        left = Counter({card: n for (at, card), n in self.down.items() if at == place})
        made = []
        for card in cards:
            made.append("??" if left[str(card)] > 0 else str(card))
            left[str(card)] -= 1
        return made


def worth(shown: list[str], valued: bool = True) -> Plain:
    """The total of the cards that are seen."""
    cards = [Card.parse(card) for card in shown if card != "??"]
    if not cards or not valued:
        return {"total": None, "soft": False, "bust": False}
    found = total(cards)
    return {"total": found.points, "soft": found.soft, "bust": found.bust}


def table_view(
    table: Table, who: str, role: str, seats: Mapping[int, str], balance: int, ident: str
) -> Plain:
    """The view of the contract."""
    opened, house = table.opened, table.opened.house
    sight = Sight(table, who)
    valued = opened.game.key not in ("pai-jack", "3-card-shine")
    on = table.round
    results = results_of(table)
    mine = sorted(n for n, name in seats.items() if name == who)
    phase = (
        "closed"
        if table.closed
        else "floor"
        if table.slips and table.driver.finished
        else "betting"
        if table.betting
        else "playing"
        if table.in_play
        else "idle"
    )
    dealer = sight.cards("dealer", list(on.dealer)) if on else []
    may = ["sit", "leave"]
    if role in ("player", "dealer") and phase in ("idle", "betting"):
        may.append({"idle": "open_round", "betting": "deal"}[phase])
    if table.waits_for_dealer:
        may.append("go")
    return {
        "id": ident,
        "name": house.table,
        "game": opened.game.key,
        "game_name": opened.game.name,
        "jurisdiction": house.jurisdiction,
        "cite": opened.game.cite,
        "house": {**asdict(house), "wagers": {k: asdict(c) for k, c in house.wagers.items()}},
        "phase": phase,
        "round": table.rounds,
        "you": {"name": who, "role": role, "boxes": mine, "balance": balance},
        "may": may,
        "wagers": wagers_of(table),
        "boxes": [
            box_view(table, n, seats.get(n), sight, results, valued)
            for n in range(1, house.boxes + 1)
        ],
        "dealer": {"cards": dealer, **worth(dealer, valued)},
        "community": sight.cards("community", list(on.community)) if on else [],
        "positions": positions_of(table, sight),
        "shoe": {"number": table.shoes.number, "dealt": table.shoes.dealt},
        "asks": [ask_view(table, n, p.step, who) for n, p in table.asked.items()],
        "slips": [
            {
                "number": s.number,
                "box": s.box,
                "player": s.player,
                "wager": s.wager,
                "cents": s.cents,
                "from": s.source,
            }
            for s in table.awards.waiting.values()
        ],
        "meters": meters_of(table),
        "story": story_of(table),
        "irregularities": [],
        "may_go_wrong": [
            {"kind": kind, "decision": opened.decision(kind)[0], "clause": opened.decision(kind)[1]}
            for kind in IRREGULARITIES
        ],
        "decisions": list(DECISIONS),
        "next": {"idle": "open the betting", "betting": "no more bets, then deal"}.get(phase, ""),
    }


def wagers_of(table: Table) -> list[Plain]:
    """Every spot, the main one first."""
    opened, house, made = table.opened, table.opened.house, []
    names, meters = names_of(opened), meters_of(table)
    for key in opened.stakable:
        if key == opened.alias:
            continue
        rule, choice = rule_of(opened, key), house.wagers.get(key)
        fed = [m for m in meters if m["name"].split(" ")[0] == key]
        kind = "progressive" if fed else "main"
        if not fed and rule is not None and rule.role in ("side", "fee"):
            kind = rule.role
        fixed = [choice.stake] if choice and choice.stake else []
        least = choice.least if choice else house.least
        most = choice.most if choice else house.most
        stake = {"fixed": fixed, "least": least, "most": most}
        if rule is not None:
            stake |= {"equals": rule.stake.equals, "most_of": rule.stake.most_of}
        offered = opened.offers.get(key)
        made.append(
            {
                "key": key,
                "id": f"{house.jurisdiction}/{key}",
                "name": names[key],
                "short": names[key].split(" ")[0],
                "kind": kind,
                "cite": rule.cite if rule else opened.game.cite,
                "placed": opened.placed(key),
                "paytable": offered.table.id if offered else None,
                "stake": stake,
                "meters": fed,
                "settles": offered.wager.settles if offered else "at the end",
            }
        )
    return sorted(made, key=lambda each: each["key"] != opened.procedure.main)


def box_view(
    table: Table,
    number: int,
    player: str | None,
    sight: Sight,
    results: list[Plain],
    valued: bool,
) -> Plain:
    box = table.boxes.get(number) or Box(number, player or "")
    shown = [hand_view(table, hand, sight, valued) for hand in box.hands]
    live = table.in_play or table.betting
    return {
        "number": number,
        "player": player or box.player or None,
        "position": box.position,
        "stakes": dict(box.stakes) if live else {},
        "placed": dict(box.placed),
        "tips": dict(box.tips),
        "hands": shown,
        "results": [r for r in results if r["box"] == number],
    }


def hand_view(table: Table, hand: Hand, sight: Sight, valued: bool) -> Plain:
    cards = sight.cards(f"box {hand.box}", list(hand.cards))
    return {
        "name": hand.name,
        "number": hand.number,
        "cards": cards,
        **worth(cards, valued and not hand.game),
        "natural": valued and hand.natural,
        "stake": hand.stake,
        "turn": any(p.step.of == hand.name for p in table.asked.values()),
        "over": hand.over,
    }


def positions_of(table: Table, sight: Sight) -> Plain:
    count = table.opened.procedure.positions(table.opened.play)
    if not count or not table.round:
        return {}
    placed: dict[int, list[str]] = {n: [] for n in range(1, count + 1)}
    begun = max(n for n, e in enumerate(table.log) if e.kind == "round")
    for event in table.log[begun:]:
        if event.kind == "card" and event.get("to").startswith("position "):
            placed[int(event.get("to").split(" ")[1])].append(event.get("card"))
    asked = {p.step.box for p in table.asked.values()}
    made = {}
    for number, cards in placed.items():
        there = [b for b in table.boxes.values() if b.position == number]
        decided = sum(b.number not in asked for b in there)
        made[str(number)] = {
            "cards": cards,
            **worth(cards),
            "terminals": len(there),
            "decided": decided,
        }
    return made


def ask_view(table: Table, number: int, step: Ask | AskStake, who: str) -> Plain:
    box = table.boxes[step.box]
    if box.player != who:
        return {"number": number, "of": step.of}
    made: Plain = {"number": number, "box": step.box, "of": step.of, "clause": step.clause}
    if table.seconds:
        made |= {"deadline": table_deadline(table), "seconds": table.seconds}
    if isinstance(step, AskStake):
        return made | {"about": step.wager, "most": step.most, "least": step.least}
    notes = notes_of(table, step, box)
    may = [
        {
            "word": word,
            "key": KEYS.get(word, ""),
            "cost": cost_of(table.opened, box, step, word),
            **notes.get(word, {}),
        }
        for word in step.may
    ]
    return made | {"about": step.about, "may": may, "otherwise": step.otherwise or step.may[0]}


def table_deadline(table: Table) -> float:
    import time

    return time.time() + table.seconds


def notes_of(table: Table, step: Ask, box: Box) -> dict[str, Plain]:
    """What the server says of each way to set five cards."""
    if step.about != "set":
        return {}
    made: dict[str, Plain] = {}
    for way in ways(box.hands[0].cards, table.opened.play):
        foul = is_foul(way, table.opened.play)
        state = "foul" if foul else "bust" if way.over else "stands"
        note = f"{way.high_points} high, {way.low_points} low, {state}"
        points = {"high": way.high_points, "low": way.low_points}
        made[way.word] = {"note": note, "foul": foul, "points": points}
    return made | {"house way": {"note": "as the dealer would"}}


def results_of(table: Table) -> list[Plain]:
    begun = max((n for n, e in enumerate(table.log) if e.kind == "round"), default=0)
    made = []
    for event in table.log[begun:]:
        if event.kind == "result" and not event.get("to"):
            plain: Plain = dict(event.fields)
            for name in ("box", "cents", "back"):
                plain[name] = int(plain[name])
            made.append(plain)
    return made


def story_of(table: Table) -> list[str]:
    names, made = names_of(table.opened), []
    begun = max((n for n, e in enumerate(table.log) if e.kind == "round"), default=0)
    for event in table.log[begun:]:
        if event.kind == "result":
            back, cents = int(event.get("back")), int(event.get("cents"))
            name = names.get(event.get("on"), event.get("on"))
            won = f"{event.get('pays')}. Won {show_money(back - cents)}."
            end = won if back > cents else "Push." if back == cents else "Lost."
            made.append(f"Box {event.get('box')}, {name}: {event.get('why')}, {end}")
        elif event.kind == "say":
            made.append(event.get("words").capitalize() + ".")
    return made


def meters_of(table: Table) -> list[Plain]:
    """Every meter of the table as it shows."""
    made = []
    for name, link in table.meters.items():
        if hasattr(link, "meter"):
            made.append({"name": name, "shows": link.meter.display})
    return made
