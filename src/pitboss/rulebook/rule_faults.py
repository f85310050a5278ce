"""The faults of a rule that must be corrected before any table may be opened with it."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from pitboss.cards import RANK_SYMBOLS
from pitboss.errors import NotationError, either, nearest
from pitboss.money import Cents, Odds, show_money
from pitboss.rulebook.paytable import ByChoice, PayTable, Row
from pitboss.rulebook.schema import (
    DUTIES,
    Entry,
    Game,
    HouseOption,
    Jurisdiction,
    Reading,
    StakeRule,
    Wager,
)
from pitboss.rulebook.toml_values import Fault, FilePlace, Source, split_multiple
from pitboss.rulebook.vocabulary import FIRST_TWO, SCOPES, SEES, WORDS
from pitboss.rulebook.when import Condition, Say, choices_in, scopes, show, walk

Where = FilePlace | tuple[str, ...]
"""A line, or the keys that lead to it inside the entry."""
Messages = Iterator[tuple[Where, str]]
Entries = Mapping[str, Entry]
"""The games and wagers of a jurisdiction, by key."""


def faults(
    entries: Collection[Entry],
    jurisdictions: Mapping[str, Jurisdiction],
    readings: Mapping[str, Reading],
    sources: Mapping[str, Source],
) -> list[Fault]:
    """Every fault in every wager and game, in the order of the law."""
    found: list[Fault] = []
    for entry in entries:
        law = jurisdictions.get(entry.jurisdiction)
        known = {e.key: e for e in entries if e.jurisdiction == entry.jurisdiction}
        source, header = sources[entry.place.file], (entry.kind, entry.key)
        lost = source.lost.get(header, set())
        if law is None:
            none = f"no jurisdiction {entry.jurisdiction!r}: its folder has no jurisdiction.toml"
            messages: Iterable[tuple[Where, str]] = [((), none)]
        elif isinstance(entry, Wager):
            messages = _wager_faults(entry, law, known, readings, lost)
        else:
            messages = _game_faults(entry, known, lost)
        messages = itertools.chain(messages, _entry_faults(entry, readings))
        for where, message in messages:
            if not isinstance(where, FilePlace):
                where = source.place(*header, *where)
            found.append(Fault(where, f"{entry.key}: {message}"))
    return found


def _entry_faults(entry: Entry, readings: Mapping[str, Reading]) -> Messages:
    """Duties of an unknown kind, and unknown readings."""
    for key in entry.readings:
        if key not in readings:
            yield ("readings",), f"no reading {key!r}" + _hint(nearest(key, readings))
    for kind in entry.duties:
        if kind not in DUTIES:
            yield ("duties",), f"duties: {kind!r} must be one of {either(map(repr, DUTIES))}"


def _wager_faults(
    wager: Wager,
    law: Jurisdiction,
    known: Entries,
    readings: Mapping[str, Reading],
    lost: set[str],
) -> Messages:
    """Faults that depend on a `lost` key are not reported: the key's own fault is enough."""
    if not lost & {"options", "readings"}:
        yield from _choices(wager, readings)
    yield from _stake(wager.stake, law, known)
    for place in wager.sees:
        if place not in SEES:
            near = nearest(place, SEES)
            yield ("sees",), f"sees: no place is called {place!r}" + _hint(near or tuple(SEES))
    yield from ((("sees",), message) for message in _seen_twice(wager))
    required = [k for each in wager.requires for k in each.split(" or ") if k != "blackjack"]
    yield from _unknown("requires", "wager or game", required, known)
    yield from _unknown("odds_on", "wager", [wager.odds_on], known)
    yield from _unknown("paid_as", "wager", [wager.paid_as], known)
    after = wager.third_card_after.split(" ") if wager.third_card_after else []
    if after and (len(after) != 2 or not {*after} <= {*RANK_SYMBOLS.values()}):
        yield (
            ("third_card_after",),
            f"third_card_after: {' '.join(after)!r} is not two ranks like 7 7",
        )
    elif "A" in after and {*after} & {"10", "J", "Q", "K"}:
        natural = f"third_card_after: {' '.join(after)!r} is a natural, which draws no card"
        yield ("third_card_after",), natural
    sets_none = wager.house_sets_table or wager.role in ("main", "fee")
    if not (wager.paytables or sets_none or lost & {"hands", "paytables", "role"}):
        none = "it has no pay table: add hands with a column of pays, or house_sets_table = true"
        yield (), none
    seen: set[str] = set()
    for table in wager.paytables:
        if table.id in seen:
            yield table.place, f"two pay tables are called {table.id!r}"
        seen.add(table.id)
    groups = dict.fromkeys(("", *SCOPES), 1) if "sees" in lost else _groups(wager)
    for multiplier in wager.multipliers:
        yield from _scopes(multiplier.when, groups, ("multipliers",))
    if wager.loses:
        yield from _scopes(wager.loses, groups, ("loses",))
    for table in wager.paytables:
        yield from _table(table, wager, law, lost)
    yield from _rows(wager, groups, lost)


Groups = Mapping[str, int | None]
"""Prefixes that a wager's conditions may use → how many cards; none for a growing hand."""


def _groups(wager: Wager) -> Groups:
    seen = dict(SEES[place] for place in wager.sees if place in SEES)
    everything = None if None in seen.values() else sum(filter(None, seen.values()))
    for holder, names in FIRST_TWO.items():
        seen |= dict.fromkeys(names, 1) if holder in seen else {}
    if {"player", "upcard"} <= set(seen):
        player = seen["player"]
        seen["shown"] = None if player is None else player + 1
    return {**seen, "": everything}


def _seen_twice(wager: Wager) -> Iterator[str]:
    """Places that share a card: one would hide the other, or the card would count twice."""
    places = [place for place in wager.sees if place in SEES]
    for one, other in itertools.combinations(places, 2):
        holder = one.split(".")[0]
        if other.split(".")[0] == holder and _positions(one) & _positions(other):
            larger = max(one, other, key=lambda place: len(_positions(place)))
            named = f"; its first two cards are {either(FIRST_TWO[holder], 'and')}"
            alone = f"write {larger} alone{named}"
            yield f"sees: {one} and {other} are partly the same cards: {alone}"


def _positions(place: str) -> set[int]:
    """Which of the holder's cards are seen."""
    many = SEES[place][1]
    if place == "player.third_card":
        return {2}
    return set(range(MOST_CARDS if many is None else many))


MOST_CARDS: Final = 22
"""No blackjack hand is longer."""


def _table(table: PayTable, wager: Wager, law: Jurisdiction, lost: set[str]) -> Messages:
    name = f"pay table {table.id!r}"
    if not (table.rows or table.meters or lost & {"hands", "meters"}):
        yield table.place, f"{name} has no hands and no meters"
    if table.meters and law.forbids_progressives:
        yield table.place, f"{law.name} allows no progressive ({law.cite})"
    if not table.decks and wager.decks and "decks" not in lost:
        yield table.place, f"{name}: no deck count is given, here or for the wager"
    for stake in table.stakes:
        if wager.stake.fixed and stake not in wager.stake.fixed:
            allowed = either([show_money(f) for f in wager.stake.fixed])
            wrong = f"{show_money(stake)} is not an allowed stake; the wager takes {allowed}"
            yield table.place, f"{name}: {wrong}"
        if law.most_bet and stake > law.most_bet:
            yield table.place, f"{name}: {_over(stake, law.most_bet, law)}"
    least = table.least or 0
    if low := [show_money(s) for s in table.stakes or wager.stake.fixed if s < least]:
        kept = [f'"{show_money(s)}"' for s in table.stakes or wager.stake.fixed if s >= least]
        hint = f"; write stakes = [{', '.join(kept)}]" if kept else ""
        excluded = f"least = {show_money(least)} excludes the fixed stake {either(low)}"
        yield table.place, f"{name}: {excluded}{hint}"
    if wager.envy_to == "nobody" and "envy_to" not in lost and any(r.envy for r in table.rows):
        yield table.place, "hands have envy bonuses but envy_to says nobody"


def _rows(wager: Wager, groups: Groups, lost: set[str]) -> Messages:
    """Faults in hands, each once, with the tables that have it."""
    found: dict[tuple[FilePlace, str], list[str]] = {}
    for table in wager.paytables:
        if odd := _odd_way(table):
            row, way = odd
            message = f"{row.outcome}: {row.pays} mixes `to` and `for`: the other pays use `{way}`"
            found.setdefault((row.place, message), []).append(table.id)
        meters = {m.name for m in table.meters}
        names: set[str] = set()
        for row in table.rows:
            if row.outcome in names:
                message = f"two hands are called {row.outcome!r}: each needs its own name"
                found.setdefault((row.place, message), []).append(table.id)
            names.add(row.outcome)
            for odds in _odds(row):
                only = odds.meter == "" and len(meters) == 1
                if odds.share and odds.meter not in meters and not only and "meters" not in lost:
                    name = odds.meter or "(unnamed)"
                    message = f"{row.outcome}: no meter {name!r}{_hint(sorted(meters))}"
                    found.setdefault((row.place, message), []).append(table.id)
    for (place, message), ids in found.items():
        yield place, f"{message} (pay table {either([repr(i) for i in ids], 'and')})"
    for row in {id(r): r for t in wager.paytables for r in t.rows}.values():
        yield from _scopes(row.when, groups, row.place)


def _odd_way(table: PayTable) -> tuple[Row, str] | None:
    """The first row that pays *to* when most pay *for*, or the reverse; and what most pay."""
    ways = [(row, o.returned) for row in table.rows for o in _odds(row) if o.win]
    back = sum(returned for _, returned in ways)
    if back in (0, len(ways)):
        return None
    usual = back > len(ways) / 2 or (2 * back == len(ways) and ways[0][1])
    odd = next(row for row, returned in ways if returned is not usual)
    return odd, "to" if usual else "for"


def _odds(row: Row) -> tuple[Odds, ...]:
    return tuple(row.pays.pays.values()) if isinstance(row.pays, ByChoice) else (row.pays,)


def _scopes(when: Condition, groups: Groups, where: Where) -> Messages:
    here = [scope for scope in SCOPES if scope in groups]
    for part in walk(when):
        for scope in scopes(part):
            if scope not in groups:
                yield where, f"{show(part)}: the wager does not see the {scope}" + _hint(here)
            elif isinstance(part, Say) and WORDS[part.word].one_card and groups[scope] != 1:
                single = [f"{each}.{part.word}" for each in here if groups[each] == 1]
                several = "all its cards" if groups[scope] is None else f"{groups[scope]} cards"
                wrong = f"{show(part)}: {part.word} applies to one card, and this is {several}"
                yield where, wrong + _hint(single)


def _choices(wager: Wager, readings: Mapping[str, Reading]) -> Messages:
    options = {o.key: o for o in wager.options}
    asked: dict[str, Where] = {}
    for table in wager.paytables:
        for row in table.rows:
            asked |= dict.fromkeys(choices_in(row.when), row.place)
            if isinstance(row.pays, ByChoice):
                asked[row.pays.key] = row.place
                allowed = _allowed(row.pays.key, options, readings)
                if allowed and set(row.pays.pays) != set(allowed):
                    pays, has = either(row.pays.pays, "and"), either(allowed, "and")
                    wrong = f"pays for {pays}, but {row.pays.key} has {has}"
                    yield row.place, f"{row.outcome}: {wrong}"
    for field in ("to_or_for", "hand_by", "wild_suit_by"):
        if key := getattr(wager, field):
            asked[key] = (field,)
    still = {c.by for c in wager.changes if not (c.meters or c.placed)} - asked.keys()
    for change in wager.changes:
        asked[change.by] = ("changes",)
        allowed = _allowed(change.by, options, readings)
        if allowed and change.choice not in allowed:
            wrong = f"changes: {change.by} has no choice {change.choice!r}"
            yield ("changes",), wrong + _hint(allowed)
    for key, where in asked.items():
        if key not in options and key not in wager.readings:
            near = nearest(key, [*options, *wager.readings])
            neither = f"choice {key!r} is neither an option nor a reading of this wager"
            yield where, neither + _hint(near)
        elif key not in still and key in readings and readings[key].moves_no_figure:
            yield where, f"reading {key!r} says that it moves no figure, but this depends on it"
    if wager.to_or_for in readings and set(readings[wager.to_or_for].choices) != {"for 1", "to 1"}:
        wrong = f"to_or_for: {wager.to_or_for} must choose between 'for 1' and 'to 1'"
        yield ("to_or_for",), wrong
    for option in wager.options:
        if option.default is not None and option.one_of and option.default not in option.one_of:
            wrong = f"option {option.key}: default {option.default!r} is not allowed"
            yield ("options", option.key, "default"), wrong


def _allowed(
    key: str, options: Mapping[str, HouseOption], readings: Mapping[str, Reading]
) -> tuple[str, ...]:
    if key in options:
        return options[key].one_of
    return tuple(readings[key].choices) if key in readings else ()


def _stake(stake: StakeRule, law: Jurisdiction, known: Entries) -> Messages:
    if clash := clashing(stake):
        yield ("stake",), f"no stake can satisfy the rule: {clash}"
    amounts = [a for a in (*stake.fixed, stake.least) if a is not None]
    if law.most_bet and max(amounts, default=0) > law.most_bet:
        yield ("stake",), f"stake: {_over(max(amounts), law.most_bet, law)}"
    for text in (stake.most_of, stake.equals):
        if not text:
            continue
        try:
            _, key = split_multiple(text)
        except NotationError as error:
            yield ("stake",), f"stake: {error}"
        else:
            if key != "blackjack":
                yield from _unknown("stake", "wager", [key], known)


def _over(stake: Cents, most: Cents, law: Jurisdiction) -> str:
    cite = law.most_bet_cite or law.cite
    return f"{show_money(stake)} is over the {show_money(most)} that {law.name} allows ({cite})"


def clashing(stake: StakeRule) -> str:
    """The parts of the rule that no amount can satisfy together; empty if some amount does.

    >>> clashing(StakeRule(least=500, most=200)), clashing(StakeRule(fixed=(100, 500)))
    ('at least $5 and at most $2 exclude each other', '')
    """
    if stake.none:
        other = stake.fixed or stake.least or stake.most or stake.equals or stake.house_fixed
        return "none = true excludes every amount" if other else ""
    if stake.step is not None and stake.step <= 0:
        return f"a step must be more than $0, not {show_money(stake.step)}"
    if any(f <= 0 for f in stake.fixed):
        return "a fixed stake must be more than $0"
    least = stake.least if stake.least is not None else stake.step or 1
    parts = [f"at least {show_money(stake.least)}"] if stake.least is not None else []
    parts += [f"at most {show_money(stake.most)}"] if stake.most is not None else []
    parts += [f"steps of {show_money(stake.step)}"] if stake.step else []
    if stake.fixed:
        parts.insert(0, f"fixed at {either([show_money(f) for f in stake.fixed])}")
        good = any(
            least <= f <= (stake.most if stake.most is not None else f)
            and (not stake.step or f % stake.step == 0)
            for f in stake.fixed
        )
    elif stake.most is None:
        good = True
    else:
        good = (stake.most // stake.step * stake.step if stake.step else stake.most) >= least
    return "" if good else f"{either(parts, 'and')} exclude each other"


def _game_faults(game: Game, known: Entries, lost: set[str]) -> Messages:
    games = [key for key, each in known.items() if isinstance(each, Game)]
    yield from _unknown("based_on", "game", [game.based_on], games)
    yield from _unknown("wagers", "wager", game.wagers, known)
    for term in game.terms:
        if term.by and term.by not in game.readings and "readings" not in lost:
            yield ("terms", term.key), f"{term.key}: no reading {term.by!r} of this game"
        for value in (*term.decks, *term.means.values()):
            if term.one_of and not term.by and value not in term.one_of:
                yield ("terms", term.key), f"{term.key}: {value!r} is not among its values"


def _unknown(field: str, what: str, keys: Iterable[str], known: Collection[str]) -> Messages:
    """Each key of a field that names nothing in this jurisdiction."""
    for key in keys:
        if key and key not in known:
            yield (field,), f"{field}: no {what} {key!r} here" + _hint(nearest(key, known))


def _hint(near: Iterable[str]) -> str:
    listed = tuple(near)
    return f"; there is {either(listed)}" if listed else ""
