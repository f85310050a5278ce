"""The events of a log in words."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from rich.text import Text

from pitboss.cards import Card
from pitboss.cli.felt import pip
from pitboss.cli.screen import MARK, NAME, SOFT, count
from pitboss.log import Event
from pitboss.money import show_money
from pitboss.progressive.meter import meter_named
from pitboss.table.names import named
from pitboss.table.view import HIDDEN

QUIET = frozenset(
    {"log", "buy-in", "meter", "feed", "unfeed", "card", "turn", "place", "ask", "answer", "go"}
    | {"round", "bet", "tip", "closed", "end", "opened", "close"}
)
"""What a player at the table can see for themselves."""


def tell(event: Event, names: Mapping[str, str] | None = None) -> Text | None:
    """An event in words; `None` for what only the books need.

    >>> from pitboss.log import parse_event
    >>> line = 'envy box=1 wager=trilux cents=500 why=Royal to="dealer token pool"'
    >>> str(tell(parse_event(line)))
    'Trilux envy, Royal: $5 to the dealer token pool'
    """
    get, called = event.get, names or {}
    on = named(get("on") or get("wager"), called)
    match event.kind:
        case "closed" | "log" | "go":
            return None
        case "round":
            return Text(f"round {get('number')}, {get('dealt')} cards dealt from the shoe", NAME)
        case "shoe":
            return Text(_shoe(event))
        case "opened":
            return Text(f"shoe {get('number')} is opened for audit")
        case "buy-in":
            return Text(f"{get('player')} buys in for {_money(event)}")
        case "bet":
            return Text(f"{get('player')} bets {_money(event)} on {on}, box {get('box')}")
        case "tip":
            where = f"for the dealer on {on}, box {get('box')}"
            return Text(f"{get('player')} bets {_money(event)} {where}")
        case "stake":
            return Text(f"{get('player')} adds {_money(event)} on {on}, box {get('box')}")
        case "collect":
            return Text(f"the {on} stake is taken into the rack")
        case "say":
            return Text(f"“{get('words')}”", SOFT)
        case "card" | "place":
            return Text.assemble(_card(get("card")), f" to {get('to')}", _face(event))
        case "turn":
            return Text.assemble(f"{get('at')} turns ", _card(get("card")))
        case "ask":
            return _ask(event, called)
        case "answer":
            return Text(f"answer: {get('word')}", MARK)
        case "expired":
            return Text(f"no answer in time: {get('word')}", MARK)
        case "result":
            return result(event, on)
        case "envy":
            mine = get("to") == "player"
            to = f"{get('player')}, box {get('box')}" if mine else f"the {get('to')}"
            return Text(f"{on} envy, {get('why')}: {_money(event)} to {to}", "green")
        case "meter" | "feed" | "unfeed" | "award":
            return _metered(event)
        case "limit":
            limit = show_money(int(get("limit")))
            return Text(f"all {on} wins of a round together are limited to {limit}", MARK)
        case "slip":
            paper = "a jackpot slip" if get("from") == "slip" else "a slip for the rack"
            waits = f"{paper} of {_money(event)} on {on} waits for the floor supervisor"
            return Text(f"slip {get('number')}, {get('player')}: {waits}", MARK)
        case "validated":
            paid = f"{get('player')} is paid {_money(event)} on {on}"
            return Text(f"slip {get('slip')} is validated by {get('by')}: {paid}", "green")
        case "irregular":
            return Text(_irregular(event), MARK)
        case "void":
            what = f"box {get('box')}" if get("box") else "the round"
            return Text(f"{what} is void: {get('why')} ({get('clause')})", MARK)
        case "retired":
            return Text(f"{meter_named(get('meter'))} ends: it holds only its seed", SOFT)
        case "transferred" | "received":
            return Text(_handed_over(event), MARK)
        case "superseded":
            why = f": {get('why')}" if get("why") else ""
            return Text(f"{get('by')} ends the log, which these rules cannot resume{why}", MARK)
        case "cash-out":
            return Text(f"{get('player')} is paid {_money(event)} for chips")
        case "end":
            return Text(f"round {get('number')} ends", SOFT)
        case "close":
            return Text(f"the table closes after {count(int(get('rounds')), 'round')}", SOFT)
    return Text(str(event))


def result(event: Event, name: str) -> Text:
    """The result of a stake."""
    get = event.get
    back, staked = int(get("back")), int(get("cents"))
    pays = f", {get('pays')}:" if get("pays") not in ("push", "loss") else ","
    style = "green" if back > staked or get("slip") else "" if back == staked else SOFT
    to = "to the dealer" if get("to") else "back"
    money = f"{show_money(back)} {to}" if back else "nothing yet" if get("slip") else "lost"
    whose = " for the dealer" if get("to") else ""
    stake = f" {show_money(staked)}" if staked else ""
    text = f"{name}{stake}{whose}: {get('why')}{pays} {money}"
    return Text(text + (f", and slip {get('slip')}" if get("slip") else ""), style)


def _shoe(event: Event) -> str:
    get = event.get
    cards = int(get("cards") or 0)
    held = count(cards, "card") if cards else count(int(get("decks") or 0), "deck")
    batch = f", batch {get('batch')}" if get("batch") else ""
    source = "" if get("source") == "system" else f", a lesson: {get('source')}"
    return f"shoe {get('number')} of {held}{batch}, sealed {get('commit')[:12]}…{source}"


def _ask(event: Event, names: Mapping[str, str]) -> Text:
    get = event.get
    if get("may"):
        what = f"{get('about')} ({get('may').replace(',', ', ')})"
    else:
        limit = f"up to {show_money(int(get('most')))}" if get("most") else "any amount"
        what = f"{named(get('about'), names)} ({limit})"
    within = f", within {get('seconds')} seconds" if get("seconds") else ""
    return Text(f"{get('of')} is asked: {what}{within}")


def _metered(event: Event) -> Text:
    get = event.get
    shows = f"shows {show_money(int(get('shows') or 0))}"
    won = show_money(int(get("won", "0")))
    match event.kind:
        case "meter":
            return Text(f"{meter_named(get('name'))} starts at {_money(event)}", SOFT)
        case "award":
            return Text(f"{meter_named(get('meter'))} awards {won} and {shows}", MARK)
        case "unfeed":
            part = f"box {get('box')}'s part goes back"
            return Text(f"{part}; {meter_named(get('meter'))} {shows}", SOFT)
    if get("won"):
        return Text(f"{meter_named(get('meter'))} is hit: {won}; it {shows}", MARK)
    return Text(f"box {get('box')} feeds {meter_named(get('meter'))}, which {shows}", SOFT)


def _handed_over(event: Event) -> str:
    """The fund of a meter goes to another, or comes from it."""
    get = event.get
    meter, kept = meter_named(get("meter")), Fraction(get("reserve")) + Fraction(get("overflow"))
    fund = show_money(int(Fraction(get("shown"))))
    fund += f" and {show_money(int(kept))} in reserve" if kept >= 1 else ""
    if event.kind == "received":
        shows = show_money(int(get("shows")))
        return f"{meter} takes over {fund} of {get('of')} and shows {shows}"
    word = f"by {get('by')} ({get('clause')})"
    if get("permission"):
        word += f", with the permission of {get('permission')}"
    return f"{meter} hands {fund} over to {get('to')}, {word}"


def _irregular(event: Event) -> str:
    get = event.get
    where = f" at box {get('box')}" if get("box") else ""
    why = f" ({get('why')})" if get("why") else ""
    clause = f", {get('clause')}" if get("clause") else ""
    return f"{get('kind')}{where}{why}: {get('decision')}, by {get('by')}{clause}"


def _money(event: Event) -> str:
    return show_money(int(event.get("cents")))


def _card(text: str) -> Text:
    return Text("a card", SOFT) if text == HIDDEN else pip(Card.parse(text))


def _face(event: Event) -> str:
    return {"down": " face down", "held": " in hand"}.get(event.get("face"), "")
