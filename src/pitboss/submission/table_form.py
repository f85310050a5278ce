"""One table of a submission: the settings of a house, read from their form."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from functools import partial
from typing import Any, Final

from pitboss.errors import either
from pitboss.games.terms_in_force import procedure_of, readings_of
from pitboss.money import Cents, parse_money
from pitboss.rulebook.load import Rulebook, fold
from pitboss.rulebook.schema import Game
from pitboss.rulebook.search import jurisdiction
from pitboss.rulebook.toml_values import KeyPath, Raw
from pitboss.submission.form_reader import FormReader, spelled
from pitboss.submission.records import FiledTable
from pitboss.submission.wager_form import TableFacts, read_reading, read_wagers
from pitboss.table.houses.house import House, house_or_faults
from pitboss.table.houses.offers import wager_at

MONEY: Final = ("aggregate", "validate_from", "unit")
PLAIN: Final = (
    "boxes", "cut", "pace", "seconds", "tips", "odd_cents", "notice", "automated", "coach",
)  # fmt: skip
"""What is written as the house has it."""
KEYS: Final = (
    "id", "name", "jurisdiction", "game", "decks", "limits", "chips", "posted", "split", "clock",
    "terms", "readings", "wagers", *MONEY, *PLAIN,
)  # fmt: skip
SPLIT: Final[Mapping[str, str]] = {"hands": "split_hands", "aces": "resplit_aces"}
ACES: Final[Mapping[str, str]] = {"once": "no", "again": "yes"}
SETTING: Final[Mapping[str, str]] = {"table": "id", "least": "limits", "most": "limits"}
"""Setting of a house → the key that files it, if that has another name."""


def read_table(
    reader: FormReader,
    book: Rulebook,
    raw: Raw,
    at: KeyPath,
    law: str,
    readings: Raw,
    linked: frozenset[str],
) -> FiledTable | None:
    """A table as filed; `None` if its game cannot be found: only what depends on it is not read."""
    reader.known(raw, at, KEYS)
    ident = reader.need(raw, at, "id", str, "")
    where = reader.get(raw, at, "jurisdiction", str, law)
    said, of_any_game = reader.limits(raw, at), dict(_of_any_game(reader, raw, at))
    game = _game(reader, book, raw, at, where)
    if game is None:
        reader.need(raw, at, "decks", int, 0)
        return None
    usual = House(game.jurisdiction)
    decks = reader.need(raw, at, "decks", int, 0)
    limits = said or _unsaid(reader, book, game, raw, at, usual)
    shoes = (decks,) if decks in game.decks else game.decks
    facts = TableFacts(game, shoes, limits, linked)
    offered = reader.get(raw, at, "wagers", dict, {})
    wagers = read_wagers(reader, book, offered, (*at, "wagers"), facts)
    made: dict[str, Any] = {
        "jurisdiction": game.jurisdiction,
        "game": game.key,
        "table": ident or "?",
        "decks": decks or game.decks[-1],
        "least": limits[0],
        "most": limits[1],
        "terms": dict(_terms(reader, book, game, raw, at)),
        "readings": _readings(reader, book, game, wagers, readings, raw, at),
        "wagers": {key: asdict(choice) for key, choice in wagers.items()},
    }
    house = _house(reader, made | of_any_game, at)
    name = reader.get(raw, at, "name", str, "") or ident
    return None if house is None else FiledTable(name, house, at, house.decks == decks)


def _of_any_game(reader: FormReader, raw: Raw, at: KeyPath) -> Iterator[tuple[str, Any]]:
    """Settings whose form does not depend on the game."""
    yield from ((key, raw[key]) for key in PLAIN if key in raw)
    for key in MONEY:
        if key in raw:
            yield key, reader.money(raw, at, key)
    if "chips" in raw:
        chips = reader.get(raw, at, "chips", list, [])
        read = [reader.parsed((*at, "chips"), str(each), parse_money) for each in chips]
        yield "chips", None if None in read else read
    if "posted" in raw:
        yield "acknowledged", reader.get(raw, at, "posted", list, ["all"])


def _house(reader: FormReader, made: dict[str, Any], at: KeyPath) -> House | None:
    """The settings within their bounds; one outside them is a fault and is given its default."""
    made = {key: value for key, value in made.items() if value is not None}
    for _ in range(2):
        found = house_or_faults(json.dumps(made, default=str))
        if isinstance(found, House):
            return found
        for fault in found:
            first, *rest = fault.at
            key = SETTING.get(first, first)
            says = fault.says.replace("table must", "id must", 1) if key == "id" else fault.says
            reader.fault((*at, key, *(part.replace("-", "_") for part in rest)), says)
            made.pop(first, None)
    return None


def _game(reader: FormReader, book: Rulebook, raw: Raw, at: KeyPath, where: str) -> Game | None:
    said = where or "jurisdiction" in raw  # otherwise it is a fault of the house
    law = reader.parsed((*at, "jurisdiction"), where, partial(jurisdiction, book)) if said else None
    if law is None:
        return None
    here = [game for game in book.games if game.jurisdiction == law.key]
    said = reader.need(raw, at, "game", str, "")
    wanted = _words(said)
    exact = [g for g in here if wanted in (_words(g.key), _words(g.name))]
    near = exact or [g for g in here if wanted <= _words(g.name)]
    if len(near) == 1 or exact:
        return near[0]
    if said:
        known = either([repr(game.key) for game in near or here])
        reader.fault((*at, "game"), f"{law.name} has no game {said!r}. Allowed: {known}.")
    return None


def _words(text: str) -> set[str]:
    return {*fold(text).split("-")}


def _unsaid(
    reader: FormReader, book: Rulebook, game: Game, raw: Raw, at: KeyPath, usual: House
) -> tuple[Cents, Cents]:
    """The default limits where a terminal shows them; elsewhere they must be given."""
    if "limits" not in raw and not procedure_of(book, game).terms.at_terminals:
        reader.fault(at, 'give the limits of the table, as in limits = "$10 to $500".', game.cite)
    return usual.least, usual.most


def _terms(
    reader: FormReader, book: Rulebook, game: Game, raw: Raw, at: KeyPath
) -> Iterator[tuple[str, str]]:
    """The terms of the game that the house files, in its own groups or by their keys."""
    found = {term.key: term for term, _ in book.terms_of(game)}
    for path, key, said in _said_of_terms(reader, raw, at):
        if key not in found:
            reader.unknown(path, key, found, f"term of {game.name}")
            continue
        term = found[key]
        value = spelled(said, term.one_of)
        if value is None:
            in_group = path[-2] == "split"
            called = f"split.{path[-1]}" if in_group else key
            allowed = ACES if in_group and key == SPLIT["aces"] else term.one_of
            reader.chosen(path, called, said, allowed, term.cite or game.cite)
        else:
            yield key, value


def _said_of_terms(reader: FormReader, raw: Raw, at: KeyPath) -> Iterator[tuple[KeyPath, str, Any]]:
    split = reader.get(raw, at, "split", dict, {})
    reader.known(split, (*at, "split"), SPLIT)
    for key, said in split.items():
        if key in SPLIT:
            yield (*at, "split", key), SPLIT[key], ACES.get(str(said), said)
    clock = reader.get(raw, at, "clock", dict, {})
    reader.known(clock, (*at, "clock"), ("idle", "hard_11"))
    if clock:
        hits = clock.get("hard_11") == "hit"
        yield (*at, "clock"), "no_action", "hit 11 or less" if hits else clock.get("idle", "stand")
    for key, said in reader.get(raw, at, "terms", dict, {}).items():
        yield (*at, "terms", key), key, said


def _readings(
    reader: FormReader,
    book: Rulebook,
    game: Game,
    wagers: Mapping[str, Any],
    of_house: Raw,
    raw: Raw,
    at: KeyPath,
) -> dict[str, str]:
    """The readings of the house that matter at this table, and those of the table itself; one that
    is refused is given its default, so that it is a fault only once.
    """
    here = readings_here(book, game, wagers)
    made = {}
    for key, said in of_house.items():
        if key in here:
            known = book.readings[key]
            made[key] = spelled(said, known.choices) or known.default
    for key, said in reader.get(raw, at, "readings", dict, {}).items():
        value = read_reading(reader, book, key, said, (*at, "readings", key))
        if key in book.readings:
            made[key] = value or book.readings[key].default
    return made


def readings_here(book: Rulebook, game: Game, wagers: Iterable[str]) -> set[str]:
    """The readings of a game, of its own wagers and of those offered beside them."""
    entries = [wager_at(book, game.jurisdiction, key) for key in wagers]
    entries += [book.wager(f"{game.jurisdiction}/{key}") for key in game.wagers]
    return {*readings_of(book, game), *(key for entry in entries for key in entry.readings)}
