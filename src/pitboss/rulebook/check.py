"""What a rule must satisfy before a card is dealt: faults that no table may be opened with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from pitboss.errors import NotationError, either, nearest
from pitboss.money import Odds
from pitboss.rulebook.read import Fault, split_multiple
from pitboss.rulebook.schema import (
    ByChoice,
    Game,
    Jurisdiction,
    PayTable,
    Place,
    Reading,
    Row,
    Stake,
    Wager,
)
from pitboss.rulebook.vocabulary import SCOPES, SEES
from pitboss.rulebook.when import Condition, Say, choices_in, walk

NOWHERE = Place("?", 0)


def faults(
    entries: Iterable[Wager | Game],
    jurisdictions: Mapping[str, Jurisdiction],
    readings: Mapping[str, Reading],
) -> list[Fault]:
    """Every fault of every wager and game, in the order of the law."""
    entries = tuple(entries)
    keys: dict[str, set[str]] = {}
    games: dict[str, set[str]] = {}
    for entry in entries:
        keys.setdefault(entry.jurisdiction, set()).add(entry.key)
        if isinstance(entry, Game):
            games.setdefault(entry.jurisdiction, set()).add(entry.key)
    found: list[Fault] = []
    for entry in entries:
        law = jurisdictions.get(entry.jurisdiction)
        known = keys[entry.jurisdiction]
        if law is None:
            messages: Iterable[tuple[Place | None, str]] = [
                (
                    None,
                    f"no jurisdiction {entry.jurisdiction!r}: its folder has no jurisdiction.toml",
                )
            ]
        elif isinstance(entry, Wager):
            messages = _wager_faults(entry, law, known, readings)
        else:
            messages = _game_faults(entry, games[entry.jurisdiction], known, readings)
        for place, message in messages:
            found.append(Fault(place or entry.place or NOWHERE, f"{entry.key}: {message}"))
    return found


Messages = Iterator[tuple[Place | None, str]]


def _wager_faults(
    wager: Wager, law: Jurisdiction, known: set[str], readings: Mapping[str, Reading]
) -> Messages:
    if not wager.cite.strip():
        yield None, "a citation is missing"
    yield from _decks(wager.decks)
    yield from _choices(wager, readings)
    yield from _stake(wager.stake, law)
    for place in wager.sees:
        if place not in SEES:
            near = nearest(place, SEES)
            yield None, f"sees: no place is called {place!r}" + _hint(near or tuple(SEES))
    for key in (k for each in wager.requires for k in each.split(" or ")):
        if key not in known and key != "blackjack":
            yield None, f"requires: no wager or game {key!r} here" + _hint(nearest(key, known))
    if wager.odds_on and wager.odds_on not in known:
        yield (
            None,
            f"odds_on: no wager {wager.odds_on!r} here" + _hint(nearest(wager.odds_on, known)),
        )
    for text in (wager.stake.most_of, wager.stake.equals):
        if text:
            try:
                _, key = split_multiple(text)
            except NotationError as error:
                yield None, f"stake: {error}"
            else:
                if key not in known | {"blackjack", "ante"}:
                    yield None, f"stake: no wager {key!r} here" + _hint(nearest(key, known))
    if not wager.paytables and not (wager.house_sets_table or wager.role in ("main", "fee")):
        yield None, "it has no pay table"
    ids = [t.id for t in wager.paytables]
    for name in {i for i in ids if ids.count(i) > 1}:
        yield None, f"two pay tables are called {name!r}"
    groups = _groups(wager)
    for multiplier in wager.multipliers:
        yield from _scopes(multiplier.when, groups, wager, None)
    for table in wager.paytables:
        yield from _table(table, wager, groups, law)


def _groups(wager: Wager) -> set[str]:
    seen = {SEES[place][0] for place in wager.sees if place in SEES}
    if "dealer" in seen:
        seen |= {"upcard", "hole"}
    if {"player", "upcard"} <= seen:
        seen.add("shown")
    return seen


def _table(table: PayTable, wager: Wager, groups: set[str], law: Jurisdiction) -> Messages:
    yield from _decks(table.decks, table.place)
    if not table.rows and not table.meters:
        yield table.place, f"pay table {table.id!r} has no hands and no meters"
    if table.meters and law.forbids_progressives:
        yield table.place, f"{law.name} allows no progressive ({law.cite})"
    if not table.decks and not wager.decks:
        yield table.place, f"pay table {table.id!r}: no deck count is given"
    pays = [odds for row in table.rows for odds in _odds(row)]
    ways = {o.returned for o in pays if o.win}
    if len(ways) > 1:
        yield table.place, f"pay table {table.id!r} mixes `to` and `for`"
    meters = {m.name for m in table.meters}
    for row in table.rows:
        for odds in _odds(row):
            if (
                odds.share
                and odds.meter not in meters
                and not (odds.meter == "" and len(meters) == 1)
            ):
                name = odds.meter or "(unnamed)"
                yield (
                    row.place,
                    f"{row.outcome}: no meter {name!r} in pay table {table.id!r}"
                    + _hint(tuple(meters)),
                )
        yield from _scopes(row.when, groups, wager, row.place)
    for stake in table.stakes:
        if wager.stake.fixed and stake not in wager.stake.fixed:
            yield table.place, f"pay table {table.id!r}: the wager does not take that stake"
        if law.most_bet and stake > law.most_bet:
            yield table.place, f"pay table {table.id!r}: over the most that {law.name} allows"
    if wager.envy_to == "nobody" and any(r.envy for r in table.rows):
        yield table.place, "hands have envy bonuses but envy_to says nobody"


def _odds(row: Row) -> tuple[Odds, ...]:
    return tuple(row.pays.pays.values()) if isinstance(row.pays, ByChoice) else (row.pays,)


def _scopes(when: Condition, groups: set[str], wager: Wager, place: Place | None) -> Messages:
    for part in walk(when):
        if not isinstance(part, Say):
            continue
        if part.scope and part.scope not in groups:
            yield (
                place,
                f"{part.scope}.{part.word}: the wager does not see the {part.scope}"
                + _hint(tuple(g for g in SCOPES if g in groups)),
            )
        if part.word in ("matches", "suited_matches") and not {"player", "upcard"} <= groups:
            yield place, f"{part.word} needs the player's cards and the upcard"
        if part.word in ("same_ranks", "same_cards") and not {"player", "dealer"} <= groups:
            yield place, f"{part.word} needs the player's and the dealer's cards"


def _choices(wager: Wager, readings: Mapping[str, Reading]) -> Messages:
    options = {o.key: o for o in wager.options}
    for key in wager.readings:
        if key not in readings:
            yield None, f"no reading {key!r}" + _hint(nearest(key, readings))
    asked: dict[str, Place | None] = {}
    for table in wager.paytables:
        for row in table.rows:
            asked |= dict.fromkeys(choices_in(row.when), row.place)
            if isinstance(row.pays, ByChoice):
                asked[row.pays.key] = row.place
                allowed = _allowed(row.pays.key, options, readings)
                if allowed and set(row.pays.pays) != set(allowed):
                    yield (
                        row.place,
                        f"{row.outcome}: pays for {either(row.pays.pays, 'and')}, but "
                        f"{row.pays.key} has {either(allowed, 'and')}",
                    )
    for key in (wager.to_or_for, wager.hand_by, wager.wild_suit_by):
        if key:
            asked[key] = None
    for change in wager.changes:
        asked[change.by] = None
        allowed = _allowed(change.by, options, readings)
        if allowed and change.choice not in allowed:
            yield None, f"changes: {change.by} has no choice {change.choice!r}" + _hint(allowed)
    for key, place in asked.items():
        if key not in options and key not in wager.readings:
            yield (
                place,
                f"choice {key!r} is neither an option nor a reading of this wager"
                + _hint(nearest(key, [*options, *wager.readings])),
            )
    if wager.to_or_for in readings and set(readings[wager.to_or_for].choices) != {"for 1", "to 1"}:
        yield None, f"to_or_for: {wager.to_or_for} must choose between 'for 1' and 'to 1'"
    for option in wager.options:
        if option.default is not None and option.one_of and option.default not in option.one_of:
            yield None, f"option {option.key}: default {option.default!r} is not allowed"


def _allowed(
    key: str, options: Mapping[str, object], readings: Mapping[str, Reading]
) -> tuple[str, ...]:
    option = options.get(key)
    if option is not None:
        return tuple(getattr(option, "one_of", ()))
    return tuple(readings[key].choices) if key in readings else ()


def _stake(stake: Stake, law: Jurisdiction) -> Messages:
    if not satisfiable(stake):
        yield None, "no stake can satisfy the stake rule"
    amounts = [a for a in (*stake.fixed, stake.least) if a is not None]
    if law.most_bet and any(a > law.most_bet for a in amounts):
        yield None, f"the stake is over the most that {law.name} allows ({law.cite})"


def satisfiable(stake: Stake) -> bool:
    """Some amount meets every part of the rule.

    >>> satisfiable(Stake(least=500, most=200)), satisfiable(Stake(fixed=(100, 500)))
    (False, True)
    """
    if stake.none:
        return not (stake.fixed or stake.least or stake.most or stake.equals)
    if (stake.step is not None and stake.step <= 0) or any(f <= 0 for f in stake.fixed):
        return False
    least = stake.least if stake.least is not None else stake.step or 1
    if stake.fixed:
        return any(
            least <= f <= (stake.most if stake.most is not None else f)
            and (not stake.step or f % stake.step == 0)
            for f in stake.fixed
        )
    if stake.most is None:
        return True
    if stake.step:
        return Fraction(stake.most, stake.step).__floor__() * stake.step >= least
    return stake.most >= least


def _decks(decks: tuple[int, ...], place: Place | None = None) -> Messages:
    for count in decks:
        if not 1 <= count <= 8:
            yield place, f"{count} decks: a blackjack shoe holds one to eight"


def _game_faults(
    game: Game, games: set[str], known: set[str], readings: Mapping[str, Reading]
) -> Messages:
    yield from _decks(game.decks)
    if not game.cite.strip():
        yield None, "a citation is missing"
    if game.based_on and game.based_on not in games:
        yield (
            None,
            f"based_on: no game {game.based_on!r} here" + _hint(nearest(game.based_on, games)),
        )
    for key in game.wagers:
        if key not in known:
            yield None, f"wagers: no wager {key!r} here" + _hint(nearest(key, known))
    for key in game.readings:
        if key not in readings:
            yield None, f"no reading {key!r}" + _hint(nearest(key, readings))


def _hint(near: Iterable[str]) -> str:
    listed = tuple(near)
    return f"; there is {either(listed)}" if listed else ""
