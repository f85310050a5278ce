"""The differences between two wagers or two games, field by field and table by table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pitboss.errors import NotAllowed, PitbossError, either
from pitboss.money import show_money
from pitboss.rulebook.entry_words import (
    deck_words,
    discontinued_words,
    floor_words,
    meter_words,
    names_in,
    requires_words,
    slips_words,
    stake_words,
    tips_words,
)
from pitboss.rulebook.load import Rulebook, fold
from pitboss.rulebook.paytable import PayTable
from pitboss.rulebook.schema import Entry, Game, Wager
from pitboss.rulebook.search import jurisdiction
from pitboss.rulebook.vocabulary import SEEN
from pitboss.rulebook.when import show

ABSENT = ""
"""Shown on the side that has no value."""
ONLY = "pay table"
"""The field for a pay table that only one side has."""
WHEN = "when "
"""The start of a field that holds conditions, as a rule file writes them."""


@dataclass(frozen=True, slots=True)
class EntryDifference:
    """One point on which two entries differ; an empty side has nothing there."""

    about: str
    """The pay table, or empty for the entry as a whole."""
    field: str
    left: str
    right: str
    wager: str = ""
    """The wager of the game concerned, or empty for the game as a whole."""


def pair(
    book: Rulebook, name: str, other: str | None = None, between: tuple[str, str] | None = None
) -> tuple[Entry, Entry]:
    """The two entries meant: two names, or one name in two jurisdictions."""
    if other is not None:
        if between is not None:
            raise NotAllowed("Give two names, or one name with --between, not both.")
        left, right = _single(book, name), _single(book, other)
    elif between is not None:
        book.find(name)  # an unknown name is reported first, as it comes first
        left, right = (_within(book, name, where) for where in between)
    else:
        found = book.find(name)
        if len(found) == 1:
            raise PitbossError(
                f"Name something to compare {found[0].id} with, as in "
                f"rules diff {found[0].id} OTHER."
            )
        if len(found) > 2:
            ids = either([e.id for e in found], "and")
            raise PitbossError(f"Say which two to compare: {name!r} is {ids}.")
        left, right = found
    return left, right


def _single(book: Rulebook, name: str) -> Entry:
    found = book.find(name)
    if len(found) > 1:
        raise PitbossError(f"{name!r} is ambiguous: choose {either([e.id for e in found])}.")
    return found[0]


def _within(book: Rulebook, name: str, where: str) -> Entry:
    place = jurisdiction(book, where)
    found = book.find(name)
    for entry in found:
        if entry.jurisdiction == place.key:
            return entry
    ids = either([e.id for e in found], "and")
    raise PitbossError(f"{place.name} has no {name!r}; it has {ids}.")


def differences(book: Rulebook, left: Entry, right: Entry) -> tuple[EntryDifference, ...]:
    """Every point on which the right entry differs from the left."""
    if isinstance(left, Wager) and isinstance(right, Wager):
        whole = _compared(_wager_facts(book, left), _wager_facts(book, right))
        hands = _hand_differences(left, right)
        return (*whole, *hands, *_table_differences(left, right))
    if isinstance(left, Game) and isinstance(right, Game):
        whole = _compared(_game_facts(book, left), _game_facts(book, right))
        return (*whole, *_wagers_of_games(book, left, right))
    raise PitbossError(
        f"{left.id} is a {left.kind}, {right.id} a {right.kind}: compare two wagers or two games."
    )


def _wagers_of_games(book: Rulebook, left: Game, right: Game) -> Iterator[EntryDifference]:
    """How the wagers that both games offer differ, matched by key or by name."""
    ours, theirs = (
        [book.wagers_by_id.get(f"{g.jurisdiction}/{key}") for key in g.wagers]
        for g in (left, right)
    )
    for a in filter(None, ours):
        same = (b for b in theirs if b and (b.key == a.key or fold(b.name) == fold(a.name)))
        if b := next(same, None):
            yield from (replace(d, wager=a.name) for d in differences(book, a, b))


def _compared(
    left: Mapping[str, str], right: Mapping[str, str], about: str = ""
) -> Iterator[EntryDifference]:
    for name in dict.fromkeys((*left, *right)):
        a, b = left.get(name, ABSENT), right.get(name, ABSENT)
        if a != b:
            yield EntryDifference(about, name, a, b)


def _wager_facts(book: Rulebook, wager: Wager) -> dict[str, str]:
    names = names_in(book, wager.jurisdiction)
    facts = {
        "name": wager.name,
        "object": wager.object,
        "sees": either([SEEN[place] for place in wager.sees], "and"),
        "placed": wager.placed,
        "requires": requires_words(book, wager),
        "stake": stake_words(wager.stake),
        "odds on": names.get(wager.odds_on, wager.odds_on),
        "paid as": names.get(wager.paid_as, wager.paid_as),
        "settles": wager.settles,
        "losers": wager.losers,
        "rotation": wager.rotation,
        "decks": deck_words(wager.decks),
        "role": wager.role,
        "pays": wager.pays,
        "hand": wager.hand,
        "wild": f"{wager.wild} in the {wager.wild_in}'s cards" if wager.wild else ABSENT,
        "collected before the deal": _yes(wager.collected),
        "multipliers": either([f"× {m.times}" for m in wager.multipliers]),
        f"{WHEN}it loses": show(wager.loses) if wager.loses else ABSENT,
        f"{WHEN}it is multiplied": "; ".join(show(m.when) for m in wager.multipliers),
        "envy to": wager.envy_to,
        "awards shared": _yes(wager.shared),
        "linked meters": _yes(wager.linked),
        "automated tables only": _yes(wager.automated_only),
        "aggregate limit": _yes(wager.aggregate_limit),
        "house sets the table": _yes(wager.house_sets_table),
        "face down": wager.face_down,
        "when held": wager.when_held,
        "by slip": slips_words(wager),
        "floor validates": floor_words(wager),
        "order of awards": wager.award_order,
        "meter restarts at": wager.reset,
        "meter stays until it is won": discontinued_words(wager.discontinued),
        "the dealer stops": wager.stops,
        "winnings may be pressed": wager.presses,
        "third card in any case after": wager.third_card_after,
        "splits": wager.splits,
        "tips": tips_words(wager.tips),
        "owner": wager.owner,
        "readings": ", ".join(wager.readings),
    }
    for option in wager.options:
        allowed = either(option.one_of) or "any"
        facts[f"option {option.key}"] = f"{allowed} (default {option.default or 'none'})"
    return facts


def _game_facts(book: Rulebook, game: Game) -> dict[str, str]:
    names = names_in(book, game.jurisdiction)
    facts = {
        "name": game.name,
        "object": game.object,
        "decks": deck_words(game.decks),
        "based on": names.get(game.based_on, game.based_on),
        "wagers": ", ".join(names.get(key, key) for key in game.wagers),
        "tips": tips_words(game.tips),
        "owner": game.owner,
        "readings": ", ".join(game.readings),
    }
    for term, _ in book.terms_of(game):
        allowed = either(term.one_of) or "as the house posts"
        default = f" (default {term.default})" if term.default and not term.is_fixed else ""
        facts[f"term {term.key}"] = allowed + default
    return facts


def _table_differences(left: Wager, right: Wager) -> Iterator[EntryDifference]:
    pairs, only_left, only_right = _matched(left.paytables, right.paytables)
    for a, b in pairs:
        title = a.id if fold(a.id) == fold(b.id) else f"{a.id} / {b.id}"
        yield from _compared(_table_facts(a), _table_facts(b, like=a), title)
    for table in only_left:
        yield EntryDifference(table.id, ONLY, _summary(table), ABSENT)
    for table in only_right:
        yield EntryDifference(table.id, ONLY, ABSENT, _summary(table))


Tables = tuple[PayTable, ...]


def _matched(
    left: Tables, right: Tables
) -> tuple[list[tuple[PayTable, PayTable]], list[PayTable], list[PayTable]]:
    """Tables that belong together: by id, then by equal rows, then the only two there are."""
    pairs: list[tuple[PayTable, PayTable]] = []
    rest_left, rest_right = list(left), list(right)

    def same_id(a: PayTable, b: PayTable) -> bool:
        return fold(a.id) == fold(b.id)

    def same_rows(a: PayTable, b: PayTable) -> bool:
        return [(r.outcome, r.pays) for r in a.rows] == [(r.outcome, r.pays) for r in b.rows]

    def both_alone(a: PayTable, b: PayTable) -> bool:
        return len(left) == len(right) == 1

    for alike in (same_id, same_rows, both_alone):
        for a in tuple(rest_left):
            b = next((b for b in rest_right if alike(a, b)), None)
            if b is not None:
                pairs.append((a, b))
                rest_left.remove(a)
                rest_right.remove(b)
    pairs.sort(key=lambda two: left.index(two[0]))
    return pairs, rest_left, rest_right


def _table_facts(table: PayTable, like: PayTable | None = None) -> dict[str, str]:
    facts = {
        "decks": deck_words(table.decks),
        "stakes": either([show_money(s) for s in table.stakes]),
        "least stake": show_money(table.least) if table.least else ABSENT,
        "settles": table.settles,
        "printed for": show_money(table.base_stake) if table.base_stake else ABSENT,
    }
    spelled = {fold(row.outcome): row.outcome for row in (like.rows if like else ())}
    for row in table.rows:
        name = spelled.get(fold(row.outcome), row.outcome)
        while name in facts:  # two rows with the same name stay two rows
            name += " (again)"
        facts[name] = str(row.pays)
        if row.envy is not None:
            facts[f"{name}: envy"] = show_money(row.envy)
    for meter in table.meters:
        facts |= {f"{meter.name} {name}": text for name, text in meter_words(meter).items()}
    return facts


def _conditions(wager: Wager) -> dict[str, str]:
    """When each hand is made, by its name regardless of spelling."""
    found: dict[str, dict[str, None]] = {}
    for table in wager.paytables:
        for row in table.rows:
            found.setdefault(fold(row.outcome), {})[show(row.when)] = None
    return {name: "; ".join(whens) for name, whens in found.items()}


def _hand_differences(left: Wager, right: Wager) -> Iterator[EntryDifference]:
    ours, theirs = _conditions(left), _conditions(right)
    names = {fold(r.outcome): r.outcome for t in left.paytables for r in t.rows}
    for key in ours:
        if key in theirs and ours[key] != theirs[key]:
            yield EntryDifference("", f"{WHEN}{names[key]}", ours[key], theirs[key])


def _summary(table: PayTable) -> str:
    rows = "; ".join(f"{row.outcome} {row.pays}" for row in table.rows)
    return f"{deck_words(table.decks)} decks" + (f": {rows}" if rows else "")


def _yes(fact: bool) -> str:
    return "yes" if fact else "no"
