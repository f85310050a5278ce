"""`pitboss rules show`: a wager or a game as a person would draw it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from rich.console import Group
from rich.rule import Rule
from rich.text import Text

from pitboss.cards import Rank
from pitboss.cli.paytables import by_choice_notes, change_notes, draw_tables, table_notes
from pitboss.cli.screen import (
    KEY,
    MARK,
    NAME,
    SOFT,
    Screen,
    count,
    heading,
    indented,
    pairs,
    print_json,
)
from pitboss.errors import NotAllowed, PitbossError, either
from pitboss.money import show_money
from pitboss.rulebook.find import Entry, named
from pitboss.rulebook.forms import (
    deck_words,
    default_choices,
    plain,
    stake_words,
    terms_of,
    tips_words,
)
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Clause, Game, Option, PayTable, Reading, Term, Wager
from pitboss.rulebook.when import Condition
from pitboss.rulebook.when import show as show_condition

SEEN: Final = {
    "player.first_two": "the player's first two cards",
    "player.first_three": "the player's first three cards",
    "player.first_four": "the player's first four cards",
    "player.first_five": "the player's first five cards",
    "player.third_card": "the player's third card",
    "player.hand": "the player's hand as it grows",
    "dealer.upcard": "the upcard",
    "dealer.first_two": "the dealer's first two cards",
    "dealer.first_three": "the dealer's first three cards",
    "dealer.hand": "the dealer's finished hand",
    "community.two": "the two community cards",
}
CHOSEN: Final = {
    "highest": "only the highest hand",
    "best paying": "only the hand that pays most",
    "one class only": "hands never overlap",
}


def show_entries(book: Rulebook, name: str, table: str | None, *, as_json: bool) -> None:
    """Print every entry of this name; of its pay tables all, or the one asked for."""
    entries = named(book, name)
    tables = {entry.id: _tables(entry, table) for entry in entries}
    if table is not None:
        entries = tuple(e for e in entries if tables[e.id]) or entries
        if not any(tables.values()):
            tables = {e.id: _only(e, table) for e in entries}  # raises, with the nearest
    if as_json:
        forms = [plain(book, entry) for entry in entries]
        for form in forms:
            kept = {t.id for t in tables[form["id"]]}
            form["paytables"] = [t for t in form["paytables"] if t["id"] in kept]
        print_json(forms)
        return
    screen = Screen()
    for i, entry in enumerate(entries):
        if i:
            screen.print("\n", Rule(style=SOFT), "")
        _head(screen, book, entry)
        if isinstance(entry, Wager):
            _wager(screen, book, entry, tables[entry.id])
        else:
            _game(screen, book, entry)
        if table is None:
            _rest(screen, book, entry)


def _tables(entry: Entry, table: str | None) -> Sequence[PayTable]:
    if isinstance(entry, Game):
        return ()
    if table is None:
        return entry.paytables
    try:
        return _only(entry, table)
    except PitbossError:
        return ()


def _only(entry: Entry, table: str) -> Sequence[PayTable]:
    from pitboss.wagers.offer import find_table

    if isinstance(entry, Game):
        raise NotAllowed(f"{entry.name} is a game: it has no pay tables of its own.")
    return (find_table(entry, table),)


def _head(screen: Screen, book: Rulebook, entry: Entry) -> None:
    section = book.section_of(entry)
    kind = "game" if isinstance(entry, Game) else "wager"
    screen.print(Text.assemble((entry.name, NAME), "  ", (kind, SOFT), "  ", (entry.id, KEY)))
    facts = [entry.cite, section.status]
    facts += [f"effective {section.effective}"] if section.effective else []
    facts += [f"amended {section.amended}"] if section.amended else []
    screen.print(Text(" · ".join(facts)))
    if entry.owner:
        screen.print(Text(f"Owner: {entry.owner}", style=SOFT))
    screen.print()
    screen.print(Text(entry.object))
    screen.print()


def _wager(screen: Screen, book: Rulebook, wager: Wager, tables: Sequence[PayTable]) -> None:
    screen.print(indented(pairs(_facts(book, wager))))
    chosen = default_choices(book, wager)
    if tables:
        screen.print(heading("Pay tables" if len(tables) > 1 else "Pay table"))
        for group in draw_tables(wager, tables, chosen, screen.width):
            screen.print(group)
        notes = [*by_choice_notes(tables), *table_notes(tables), *change_notes(wager)]
        if notes:
            screen.print(indented(pairs(notes)))
    elif wager.house_sets_table:
        screen.print("\nThe law prints no pay table; the house sets it.")
    if wager.options:
        screen.print(heading("Options the house files"))
        screen.print(indented(pairs(_option(o) for o in wager.options)))


def _facts(book: Rulebook, wager: Wager) -> Iterator[tuple[str, str | Text]]:
    names = {e.key: e.name for e in book.entries if e.jurisdiction == wager.jurisdiction}
    if wager.role != "side":
        yield "role", wager.role
    if wager.sees:
        yield "sees", either([SEEN.get(place, place) for place in wager.sees], "and")
    yield "placed", wager.placed
    if wager.requires:
        needed = [_either_of(each, names) for each in wager.requires]
        least = wager.requires_least
        yield "requires", either(needed, "and") + (f" of {show_money(least)}" if least else "")
    yield "stake", _cited(stake_words(wager.stake), wager.stake.cite)
    if wager.odds_on:
        yield "odds on", f"the {names.get(wager.odds_on, wager.odds_on)} stake"
    yield "settles", wager.settles
    yield "rotation", wager.rotation
    yield "decks", deck_words(wager.decks)
    if any(table.rows for table in wager.paytables):
        yield "pays", CHOSEN.get(wager.pays, wager.pays)
    if wager.hand != "all cards" or wager.hand_by:
        by = f" (as reading {wager.hand_by} says)" if wager.hand_by else ""
        yield "hand", wager.hand + by
    if wager.wild:
        by = f"; reading {wager.wild_suit_by} says in which suit" if wager.wild_suit_by else ""
        yield "wild", f"{wager.wild} in the {wager.wild_in}'s cards{by}"
    if wager.collected:
        by = f"; reading {wager.to_or_for} says whether a win returns it" if wager.to_or_for else ""
        yield "collected", "the stake is taken before the deal" + by
    elif not wager.stake.none:
        yield "returned", "the stake stays until the wager settles"
    if wager.loses:
        yield "loses", _condition(wager.loses)
    for m in wager.multipliers:
        yield "multiplier", _cited(f"× {m.times} if {_condition(m.when)}", m.cite)
    if wager.envy_to != "nobody":
        yield "envy", f"paid to {'the dealer' if wager.envy_to == 'dealer' else wager.envy_to}"
    if meters := dict.fromkeys(m.name for t in wager.paytables for m in t.meters):
        linked = "; tables may be linked" if wager.linked else ""
        yield "meters", either(meters, "and") + linked
    yield "tips", _cited(tips_words(wager.tips), wager.tips.cite)
    if wager.automated_only:
        yield "only on", "fully automated tables"
    if wager.aggregate_limit:
        yield "limit", "the house may post a limit on what all winners of a round are paid"
    if wager.face_down:
        yield "face down", wager.face_down
    if wager.splits:
        yield "splits", wager.splits


def _either_of(keys: str, names: Mapping[str, str]) -> str:
    """`a or b` with the names of a and b."""
    return " or ".join(names.get(key, key.title()) for key in keys.split(" or "))


def _cited(text: str, cite: str) -> Text:
    return Text.assemble(text, (f"  {cite}", SOFT) if cite else "")


def _option(option: Option) -> tuple[Text, Text]:
    says = Text(option.says)
    if option.required:
        says.append(" Must be filed.", MARK)
    if option.cite:
        says.append(f"  {option.cite}", SOFT)
    says.append("\n")
    says.append(_allowed(option.one_of, option.default or ""))
    return Text(option.key, style=KEY), says


def _allowed(values: Sequence[str], default: str) -> Text:
    """The allowed values with the default marked."""
    if not values:
        return Text(f"default {default}" if default else "whatever the house posts", style=SOFT)
    text = Text()
    for value in values:
        text.append(" | " if text else "")
        marked = value == default and len(values) > 1
        text.append(f"{value}*" if marked else value, NAME if value == default else "")
    return text


def _game(screen: Screen, book: Rulebook, game: Game) -> None:
    names = {e.key: e.name for e in book.entries if e.jurisdiction == game.jurisdiction}
    facts: list[tuple[str, str | Text]] = [("decks", deck_words(game.decks))]
    if game.based_on:
        based = f"{names.get(game.based_on, game.based_on)}, where this section is silent"
        facts.append(("based on", based))
    if game.wagers:
        facts.append(("wagers", ", ".join(f"{names.get(k, k)} ({k})" for k in game.wagers)))
    facts.append(("tips", _cited(tips_words(game.tips), game.tips.cite)))
    screen.print(indented(pairs(facts)))
    terms = terms_of(book, game)
    for source in dict.fromkeys(source for _, source in terms):
        own = source.id == game.id
        title = "Terms" if own else f"Terms of {source.name} ({source.id}), which hold here too"
        screen.print(heading(title))
        screen.print(indented(pairs(_term(t) for t, s in terms if s.id == source.id)))
    if any(not t.is_fixed and t.one_of for t, _ in terms):
        screen.print(Text("\n  * is the default; the house chooses among the others.", style=SOFT))


def _term(term: Term) -> tuple[Text, Text]:
    text = _allowed(term.one_of, term.default)
    text.append(f"\n{term.says}")
    if term.cite:
        text.append(f"  {term.cite}", SOFT)
    if term.sure != "law":
        text.append(f" [{term.sure}]", MARK)
    return Text(term.key, style=KEY), text


def _rest(screen: Screen, book: Rulebook, entry: Entry) -> None:
    """What the law and we say about it."""
    section = book.section_of(entry)
    if readings := book.readings_of(entry):
        low = sum(r.must_be_chosen for r in readings)
        title = f"Readings: {count(len(readings), 'doubtful clause')}"
        screen.print(heading(title + (f", {low} to be chosen by the house" if low else "")))
        for reading in readings:
            screen.print(indented(_reading(reading)))
    if entry.clauses or section.clauses:
        screen.print(heading(f"What {entry.cite} says, in our words"))
        screen.print(indented(pairs(_clauses(entry.clauses))))
        if section.clauses:
            if entry.clauses:
                screen.print(Text("\n  of the whole section", style=SOFT))
            screen.print(indented(pairs(_clauses(section.clauses))))
    if entry.notes:
        screen.print(heading("Notes"))
        screen.print(indented(pairs(("–", note) for note in entry.notes)))


def _clauses(clauses: Iterable[Clause]) -> list[tuple[str, str]]:
    return [(clause.at, clause.says) for clause in clauses]


def _reading(reading: Reading) -> Group:
    asked = Text(reading.question)
    asked.append(f"  {reading.clause}; ", SOFT)
    asked.append(f"{reading.confidence} confidence", MARK if reading.must_be_chosen else SOFT)
    choices = [
        ("*" if choice == reading.default else "–", _choice(choice, means, reading.default))
        for choice, means in reading.choices.items()
    ]
    because = Text(reading.because, style=SOFT)
    return Group(
        pairs([(Text(reading.key, style=KEY), asked)]),
        indented(pairs([*choices, ("", because)])),
    )


def _choice(choice: str, means: str, default: str) -> Text:
    return Text.assemble((choice, NAME if choice == default else ""), f": {means}")


def _condition(condition: Condition) -> str:
    """A condition with court cards and aces by their letters."""
    text = show_condition(condition)
    letters = {str(int(rank)): rank.symbol for rank in Rank if rank > 10}
    return re.sub(r"(rank (?:[=!<>]=|[<>]) )(1[1-4])\b", lambda m: m[1] + letters[m[2]], text)
