"""A house that may open: what a user requested, and lawful defaults for the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from pitboss.errors import (
    NotAllowed,
    NotationError,
    PitbossError,
    PlayedElsewhere,
    UnknownName,
    check_choice,
    either,
)
from pitboss.games.terms_in_force import procedure_of, readings_of, usual_decks
from pitboss.money import Cents, parse_money, show_money, show_percent
from pitboss.procedure.round import Procedure
from pitboss.progressive.meter import meter_named
from pitboss.rulebook.load import OWN, Rulebook, fold
from pitboss.rulebook.paytable import PayTable
from pitboss.rulebook.schema import Game, HouseOption, Reading, Wager
from pitboss.rulebook.search import jurisdiction
from pitboss.rulebook.term_fields import field_named
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.offers import defaults_of, side_wagers, wager_at, why_not
from pitboss.table.houses.opening import Open, open_house
from pitboss.wagers.offer import bears_on, find_table, least_stake, offer, stakes
from pitboss.wagers.terms import FIXED_STAKE, WagerTerms

HOME: Final = "pennsylvania"
"""The jurisdiction assumed if several have a game of that name."""


def find_game(book: Rulebook, name: str, where: str | None = None, *, home: str = HOME) -> Game:
    """A game by its key, id or name; the jurisdiction may be left out if only one has it, or if it
    is `home`.
    """
    before, _, key = name.rpartition("/")
    where = where or before or None
    wanted = fold(key)
    found = [g for g in book.games if g.key == wanted]
    found = found or [g for g in book.games if fold(g.name) == wanted]
    place = jurisdiction(book, where).key if where else ""
    if not found:
        raise _no_game(book, name, wanted)
    here = [g for g in found if g.jurisdiction == (place or home)]
    if here or (not place and len(found) == 1):
        return (here or found)[0]
    ids = either([g.id for g in found])
    if not place:
        raise PitbossError(f"{found[0].name} is ambiguous: choose {ids}.")
    law = book.jurisdictions[place].name
    raise PitbossError(f"{found[0].name} is not played in {law}. Try {ids}.")


def _no_game(book: Rulebook, name: str, wanted: str) -> PitbossError:
    wagers = [w for w in book.wagers if wanted in (w.key, fold(w.name))]
    if wagers:
        says = f"{wagers[0].name} is a wager, not a game."
        return PlayedElsewhere(says, _tables(book, wagers))
    known = [s for g in book.games for s in ([g.id] if "/" in name else [g.key, g.name])]
    return UnknownName("game", name, known, entry=True)


def find_wager(book: Rulebook, game: Game, name: str) -> Wager:
    """A wager for a table of this game, or one message that says where it is played."""
    law = book.jurisdictions[game.jurisdiction]
    try:
        found = [e for e in book.find(name) if isinstance(e, Wager)]
    except UnknownName:
        here = [w for w in book.wagers if w.jurisdiction in (game.jurisdiction, OWN)]
        played = [w.key for w in here if not why_not(w, game)]
        raise UnknownName(f"wager of {law.name}", name, played, entry=True) from None
    if not found:
        raise PitbossError(f"{name!r} is a game, not a wager.")
    of_this_law = [w for w in found if w.jurisdiction == game.jurisdiction]
    of_this_law = of_this_law or [w for w in found if w.jurisdiction == OWN]
    if not of_this_law:
        places = either([book.jurisdictions[w.jurisdiction].name for w in found], "and")
        says = f"{found[0].name} is a wager of {places}, not of {law.name}."
        raise PlayedElsewhere(says, _tables(book, found))
    wager = of_this_law[0]
    if (other := wager_at(book, law.key, wager.key)).id != wager.id:
        says = f"{law.name} has its own {other.name}, which its tables offer: rename {wager.id}."
        raise NotAllowed(says, other.cite)
    if wager.key in game.wagers and wager.role in ("main", "fee"):
        raise PitbossError(f"{wager.name} is part of {game.name}: every table has it.")
    if reason := why_not(wager, game):
        games = [g for g in _offering(book, wager) if g.id != game.id]
        if games and wager.paytables:
            raise PlayedElsewhere(
                f"{wager.cite}: {wager.name} is a wager of {either([g.name for g in games])}, "
                f"not of {game.name}.",
                _tables(book, [wager]),
            )
        raise NotAllowed(f"{wager.name} is not played here: {reason}.", wager.cite)
    return wager


def _offering(book: Rulebook, wager: Wager) -> list[Game]:
    return [g for g in book.games if g.jurisdiction == wager.jurisdiction and wager.key in g.wagers]


def _tables(book: Rulebook, wagers: Iterable[Wager]) -> Iterator[tuple[str, str]]:
    """A game at which each of these wagers is played, and the wager's key there if it must be
    requested.
    """
    for wager in wagers:
        plain = why_not(wager) == ""
        games = [] if plain else _offering(book, wager)
        at = games[0].id if games else f"{wager.jurisdiction}/blackjack"
        own = wager.role in ("main", "fee")
        yield at, "" if own else wager.key


LESSON_SEED: Final[Cents] = 1_000_000
LESSON_RATE: Final = Fraction(1, 10)
USUAL_BOXES: Final = 7
QUALIFYING: Final = field_named(WagerTerms, "qualifying_wager").key
HELP: Final = {"help": "offered"}
"""Terms that this house files if the game has them."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the user requested of a house."""

    decks: int | None = None
    wagers: Sequence[str] = ()
    """`perfect-pairs` or `perfect-pairs=Paytable B`."""
    terms: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
    """Readings and options."""


@dataclass(frozen=True, slots=True)
class FiledHouse:
    """A house that may open, with the defaults filed for what nobody chose."""

    opened: Open
    notes: tuple[str, ...]


def file_house(book: Rulebook, game: Game, wish: Wish) -> FiledHouse:
    """The requested house, with the default of every reading that must be chosen."""
    decks = usual_decks(game.decks) if wish.decks is None else wish.decks
    asked: dict[str, str | None] = {}
    for each in wish.wagers:
        name, _, table = each.partition("=")
        wager = find_wager(book, game, name)
        asked |= _qualifying(book, game, wager, asked, wish.choices)
        asked[wager.key] = table or None
    filed = _file(book, game, wish, decks, asked)
    opened = filed.opened
    there = {*opened.mains, *opened.offers}
    due = [key for key in opened.procedure.required(opened.play) if key not in there]
    if due:
        filed = _file(book, game, wish, decks, {**dict.fromkeys(due), **asked})
    return filed


def _qualifying(
    book: Rulebook,
    game: Game,
    wager: Wager,
    asked: Mapping[str, str | None],
    chosen: Mapping[str, str],
) -> dict[str, None]:
    """The wager that a mystery rides on, if none is requested before it."""
    option = next((each for each in wager.options if each.key == QUALIFYING), None)
    if option is None or any(key in asked for key in option.one_of):
        return {}
    wanted = chosen.get(QUALIFYING) or option.default or option.one_of[0]
    return {find_wager(book, game, wanted).key: None}


def also_played(book: Rulebook, opened: Open) -> list[str]:
    """Side wagers that could be added to those of a table; its game's own come first."""
    game, house = opened.game, opened.house
    here = {*opened.stakable, *opened.extras}
    sides = [key for key in house.wagers if key in opened.offers and key not in opened.mains]
    asked = [f"{key}={house.wagers[key].paytable}" for key in sides]
    made = []
    for wager in sorted(side_wagers(book, game), key=lambda w: w.key not in game.wagers):
        if wager.key in here:
            continue
        with suppress(PitbossError):
            file_house(book, game, Wish(house.decks, [*asked, wager.key], house.terms))
            made.append(wager.key)
    return made


def _file(
    book: Rulebook, game: Game, wish: Wish, decks: int, asked: Mapping[str, str | None]
) -> FiledHouse:
    procedure, notes = procedure_of(book, game), list[str]()
    own = book.wagers_of(game)
    along = [key for key in own if _comes_along(procedure, own[key], wish.choices)]
    with_it = {**dict.fromkeys(along), **asked}
    wagers = {key: wager_at(book, game.jurisdiction, key) for key in with_it}
    mains = [w for w in own.values() if w.role in ("main", "fee") and w.key not in wagers]
    readings = readings_of(book, game)
    for wager in (*wagers.values(), *mains):
        readings |= {reading.key: reading for reading in book.readings_of(wager)}
    options = {o.key: o for wager in wagers.values() for o in wager.options}
    given = _check_choices(wish.choices, readings, options)
    if QUALIFYING in options and QUALIFYING not in given:
        given[QUALIFYING] = next(key for key in (*with_it, "") if key in options[QUALIFYING].one_of)
    chosen = {k: v for k, v in given.items() if k in readings}
    tables = {key: _table(wager, with_it[key], decks) for key, wager in wagers.items()}
    for key, reading in readings.items():
        if key in chosen or not reading.must_be_chosen:
            continue
        here = [bears_on(key, wagers[k], t) for k, t in tables.items() if key in wagers[k].readings]
        if any(here) or not here:
            chosen[key] = reading.default
            notes.append(f"reading {key} is {reading.default!r} ({reading.clause})")
    house = House(game.jurisdiction, game.key, decks=decks, readings=chosen)
    house = replace(
        house,
        terms=_terms(book, game, wish.terms, notes),
        most=min(house.most, book.jurisdictions[game.jurisdiction].most_bet or house.most),
        boxes=_boxes(book, game, wish.terms),
    )
    choices = {}
    for key, wager in wagers.items():
        limits = _limits(wager, tables[key], house, at_table=key in procedure.by_table)
        choices[key] = _choice(book, wager, tables[key], chosen, given, limits, notes)
    return FiledHouse(open_house(book, replace(house, wagers=choices)), tuple(notes))


def _comes_along(procedure: Procedure[Any], wager: Wager, given: Collection[str]) -> bool:
    """Whether a wager of the game is filed at every table, or with one of its options, such as New
    Hampshire's further antes.
    """
    if wager.role == "main" and any(option.key in given for option in wager.options):
        return True
    opens = wager.key in procedure.opens and wager.role not in ("main", "fee")
    return bool(wager.paytables) and (opens or wager.key in procedure.by_table)


def _check_choices(
    given: Mapping[str, str], readings: Mapping[str, Reading], options: Mapping[str, HouseOption]
) -> dict[str, str]:
    """The value given, if it is allowed; an amount as the law prints it."""
    made = dict(given)
    for key, value in given.items():
        if key not in readings and key not in options:
            raise UnknownName(
                "reading or option at this table", key, [*readings, *options], every=True
            )
        if key in readings:
            check_choice(key, value, readings[key].choices, readings[key].clause)
        elif options[key].one_of:
            check_choice(key, value, options[key].one_of, options[key].cite)
        else:
            made[key] = show_money(_amount(key, value))
    return made


def _amount(key: str, value: str) -> Cents:
    try:
        cents = parse_money(value)
    except NotationError as error:
        raise NotationError(f"{key}: {error}") from None
    if not cents:
        raise NotAllowed(f"{key}: an amount must be more than $0, not {value!r}.")
    return cents


def _terms(
    book: Rulebook, game: Game, given: Mapping[str, str], notes: list[str]
) -> dict[str, str]:
    found = {term.key: term for term, _ in book.terms_of(game)}
    helps = {
        k: v for k, v in HELP.items() if k in found and v in found[k].one_of and k not in given
    }
    for key, value in helps.items():
        notes.append(f"{key} is {value!r} ({found[key].cite})")
    return {**given, **helps}


def _boxes(book: Rulebook, game: Game, terms: Mapping[str, str]) -> int:
    """The boxes of the layout, or terminals."""
    found = {term.key: term for term, _ in book.terms_of(game)}
    said = terms.get("boxes", "")
    if "boxes" not in found or procedure_of(book, game).terms.at_terminals:
        return USUAL_BOXES
    allowed = [int(each) for each in found["boxes"].one_of]
    return int(said) if said.isdecimal() else min([USUAL_BOXES, *allowed[-1:]])


def _choice(
    book: Rulebook,
    wager: Wager,
    table: PayTable,
    readings: Mapping[str, str],
    given: Mapping[str, str],
    limits: tuple[Cents, Cents],
    notes: list[str],
) -> Choice:
    options = {option.key for option in wager.options}
    chosen = {key: value for key, value in given.items() if key in options}
    defaults = defaults_of(wager, chosen)
    chosen |= defaults
    notes += [f"{wager.name}: {key} is {value!r}" for key, value in defaults.items()]
    mine = {key: value for key, value in readings.items() if key in wager.readings}
    found = offer(book, wager, table, {**mine, **chosen}).table
    stake = _fixed_stake(wager, found, chosen)
    meters = [m for m in found.meters if m.stake in (None, stake)]
    seeds = {
        m.name: LESSON_SEED
        for m in meters
        if m.minimum is None and m.seed_for(stake or 100, found.base_stake) is None
    }
    rates = {m.name: LESSON_RATE for m in meters if m.rate is None}
    for name in seeds:
        notes.append(f"{wager.name}: {meter_named(name)} starts at {show_money(LESSON_SEED)}")
    for name in rates:
        share = show_percent(LESSON_RATE)
        notes.append(f"{wager.name}: {meter_named(name)} takes {share} of each stake")
    return Choice(found.id, *limits, stake, seeds, rates, choices=chosen)


def _limits(wager: Wager, table: PayTable, house: House, at_table: bool) -> tuple[Cents, Cents]:
    """The limits of a wager: those of the table, or those of a side wager."""
    if at_table:
        return house.least, house.most
    usual, rule = Choice(), wager.stake
    if rule.within_table and not rule.posts_least:
        return house.least, min(max(house.least, usual.most), house.most)
    return max(usual.least, least_stake(wager, table)), min(usual.most, house.most)


def _fixed_stake(wager: Wager, table: PayTable, chosen: Mapping[str, str]) -> Cents | None:
    """The only stake of a progressive, or of a wager whose stake the law or the house fixes."""
    rule = wager.stake
    if wager.role not in ("side", "main") or rule.equals or rule.none or rule.within_table:
        return None
    for key in FIXED_STAKE:
        if key in chosen and chosen[key].startswith("$"):
            return parse_money(chosen[key])
    if table.meters or table.stakes or rule.fixed or rule.house_fixed:
        return stakes(wager, table)[-1]
    return None


def _table(wager: Wager, name: str | None, decks: int) -> PayTable:
    if name is None:
        for table in wager.paytables:
            if decks in table.decks:
                return table
    return find_table(wager, name)
