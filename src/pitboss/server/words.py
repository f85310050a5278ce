"""What happened in a round, in sentences for the people at the table."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.log import Event
from pitboss.money import show_money
from pitboss.table.events import Settled, SlipValidated, SlipWritten
from pitboss.table.names import named

Names = Mapping[str, str]


def to_others(event: Event, words: str, player: str) -> str:
    """A sentence as a player is told it, with the name of the one whom the event is about."""
    if isinstance(event, Settled | SlipWritten | SlipValidated) and event.player != player:
        return f"{event.player}, {words}"
    return words


def sentence(event: Event, names: Names) -> str:
    """One event in words, to its player; empty for what can be seen on the layout.

    >>> from pitboss.log import parse_event
    >>> line = 'result box=1 player=ann on=21-plus-3 cents=500 held=500 pays="9 to 1" '
    >>> sentence(parse_event(line + 'why=straight back=5000'), {"21-plus-3": "21+3"})
    '21+3: straight, 9 to 1. Won $45.'
    """
    get = event.get
    match event.kind:
        case "result":
            return _result(event, _on(event, names))
        case "envy":
            to = get("player") if get("to") == "player" else f"the {get('to')}"
            return f"{_on(event, names)} envy, {get('why')}: {_money(event)} to {to}."
        case "award":
            won, shows = show_money(int(get("won", "0"))), show_money(int(get("shows")))
            return f"{_meter(event, names)} awards {won} and shows {shows}."
        case "feed" if get("won"):
            return f"{_meter(event, names)} is hit: {show_money(int(get('won')))}."
        case "slip":
            stake = f"{_money(event)} on {_on(event, names)}"
            return f"Slip {get('number')}, {stake}, waits for a floor supervisor."
        case "validated":
            stake = f"{_money(event)} on {_on(event, names)}"
            return f"Slip {get('slip')} is validated by {get('by')}: {stake} is paid."
        case "limit":
            on = _on(event, names)
            return f"All {on} wins together are limited to {show_money(int(get('limit')))}."
        case "irregular":
            return _irregular(event)
        case "void":
            what = f"Box {get('box')}" if get("box") else "The round"
            return f"{what} is void: {get('why')} ({get('clause')})."
        case "expired":
            return f"No answer in time: {get('word') if get('word') != '0' else 'nothing'}."
        case "received":
            shows = show_money(int(get("shows")))
            return f"{_meter(event, names)} takes over what another owed and shows {shows}."
        case "say":
            return f"“{get('words')}”"
        case "shoe":
            return f"Shoe {get('number')} is sealed: {get('commit')[:12]}…"
    return ""


def _meter(event: Event, names: Names) -> str:
    """A meter by the printed name of its wager.

    >>> _meter(Event("award", (("meter", "party mega"),)), {"party": "Jackpot Party"})
    'The Jackpot Party mega meter'
    """
    key, _, which = event.get("meter").partition(" ")
    words = f"{named(key, names)} {which}".removesuffix(" meter").removesuffix(" progressive")
    return f"The {words} meter"


def _on(event: Event, names: Names) -> str:
    """The printed name of the stake it is about."""
    return named(event.get("on") or event.get("wager"), names)


def _result(event: Event, on: str) -> str:
    get = event.get
    staked, back = int(get("cents")), int(get("back"))
    pays = f", {get('pays')}" if get("pays") not in ("push", "loss") else ""
    whose = " for the dealer" if get("to") else ""
    if back > staked:
        end = f"Won {show_money(back - staked)}."
    elif back == staked:
        end = "Stake back." if staked else "Nothing."
    else:
        end = f"Lost {show_money(staked - back)}."
    if get("slip"):
        end = f"Slip {get('slip')}."
    return f"{on}{whose}: {get('why')}{pays}. {end}"


def _irregular(event: Event) -> str:
    get = event.get
    where = f" at box {get('box')}" if get("box") else ""
    clause = f" ({get('clause')})" if get("clause") else ""
    return f"{get('kind').capitalize()}{where}: {get('decision')}, by {get('by')}{clause}."


def _money(event: Event) -> str:
    return show_money(int(event.get("cents")))
