"""`pitboss rules show`: a wager or a game, laid out for reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Final

from cyclopts import Parameter
from rich.rule import Rule
from rich.text import Text

from pitboss.cli.listing import plain_with, tables_for
from pitboss.cli.parameters import SETUP, Setup, When
from pitboss.cli.paytables import (
    MANY,
    change_notes,
    choice_notes,
    draw_tables,
    list_tables,
    table_notes,
)
from pitboss.cli.readings import draw_reading
from pitboss.cli.screen import KEY, MARK, NAME, SOFT, Screen, heading, indented, pairs, print_json
from pitboss.errors import NotAllowed, PitbossError, UnknownName, command, count, either
from pitboss.money import show_money
from pitboss.rulebook.entry_words import (
    FilingPoint,
    deck_words,
    filed,
    floor_words,
    names_in,
    requires_words,
    slips_words,
    stake_words,
    table_ids,
    tips_words,
    win_words,
)
from pitboss.rulebook.load import Rulebook, fold
from pitboss.rulebook.paytable import PayTable
from pitboss.rulebook.schema import Clause, Entry, Game, Jurisdiction, Section, Term, Wager
from pitboss.rulebook.search import check_decks
from pitboss.rulebook.vocabulary import SEEN
from pitboss.rulebook.when import show as condition

CHOSEN: Final = {
    "highest": "only the highest hand",
    "best paying": "only the hand that pays most",
    "one class only": "hands never overlap",
}


def show(
    name: Annotated[str, Parameter(help="An id, key or name, or a section of the law.")],
    /,
    *,
    table: Annotated[str | None, Parameter(help="Only this pay table.")] = None,
    decks: Annotated[int | None, Parameter(help="Only pay tables for this many decks.")] = None,
    when: When = False,
    setup: Setup = SETUP,
) -> None:
    """`pitboss rules show`."""
    book = setup.book
    check_decks(decks)
    try:
        entries = book.find(name)
    except UnknownName:
        if bare := book.sections_called(name):
            _sections(bare, setup.json)
            return
        raise
    tables = {entry.id: _tables(entry, table, decks) for entry in entries}
    if table is not None:
        entries = tuple(e for e in entries if tables[e.id]) or entries
        if not any(tables.values()):
            tables = {e.id: _only(e, table, decks) for e in entries}  # raises, with the nearest
    if setup.json:
        print_json([plain_with(book, entry, tables[entry.id]) for entry in entries])
        return
    screen = Screen()
    for i, entry in enumerate(entries):
        if i:
            screen.print("\n", Rule(style=SOFT), "")
        _head(screen, book, entry, entries)
        if isinstance(entry, Wager):
            _wager(screen, book, entry, tables[entry.id], when)
        else:
            _game(screen, book, entry)
        if table is None:
            _rest(screen, book, entry)


def _tables(entry: Entry, table: str | None, decks: int | None) -> Sequence[PayTable]:
    if table is None:
        return tables_for(decks, entry)
    try:
        return _only(entry, table, decks)
    except PitbossError:
        return ()


def _only(entry: Entry, table: str, decks: int | None) -> Sequence[PayTable]:
    from pitboss.wagers.offer import check_decks, find_table

    if isinstance(entry, Game):
        raise NotAllowed(f"{entry.name} is a game: it has no pay tables of its own.")
    found = find_table(entry, table)
    if decks is not None:
        check_decks(entry, found, decks)
    return (found,)


def _sections(sections: Sequence[Section], as_json: bool) -> None:
    """Print sections without a wager or a game."""
    if as_json:
        print_json(
            [
                {
                    "section": s.section,
                    "title": s.title,
                    "cite": s.cite,
                    "clauses": [{"at": c.at, "says": c.says} for c in s.clauses],
                }
                for s in sections
            ]
        )
        return
    screen = Screen()
    for section in sections:
        screen.print(Text.assemble((section.title, NAME), f"  {section.cite} · {section.status}"))
        screen.print(indented(pairs(_clauses(section.clauses))))


def _head(screen: Screen, book: Rulebook, entry: Entry, shown: Sequence[Entry]) -> None:
    section = book.section_of(entry)
    screen.print(Text.assemble((entry.name, NAME), "  ", (entry.kind, SOFT), "  ", (entry.id, KEY)))
    facts = [entry.cite, section.status]
    base = "base section " if section.status == "proposed" else ""
    facts += [f"{base}effective {section.effective}"] if section.effective else []
    facts += [f"amended {section.amended}"] if section.amended else []
    screen.print(Text(" · ".join(facts)))
    if entry.owner:
        screen.print(Text(f"Owner: {entry.owner}", style=SOFT))
    if section.source:
        screen.print(Text(f"Source: {section.source}", style=SOFT))
    ids = {e.id for e in shown}
    namesakes = [e for e in book.entries if fold(e.name) == fold(entry.name) and e.id not in ids]
    if namesakes:
        others = either([f"{e.id} ({e.section})" for e in namesakes], "and")
        screen.print(Text(f"Also called {entry.name}: {others}", style=SOFT))
    screen.print()
    screen.print(Text(entry.object))
    screen.print()


def _wager(
    screen: Screen, book: Rulebook, wager: Wager, tables: Sequence[PayTable], when: bool
) -> None:
    screen.print(indented(pairs(_facts(book, wager))))
    chosen = book.default_choices(wager)
    if tables:
        screen.print(heading("Pay tables" if len(tables) > 1 else "Pay table"))
        if len(tables) > MANY:
            screen.print(list_tables(wager, tables, screen.width))
        for group in draw_tables(wager, tables, chosen, screen.width):
            screen.print(group)
        notes = choice_notes(book, wager, tables) + table_notes(tables)
        notes += change_notes(wager, tables)
        if notes:
            screen.print(indented(pairs(notes)))
    elif wager.paytables:
        screen.print("\nIt has no pay table for that many decks.")
    elif wager.house_sets_table:
        screen.print("\nThe law prints no pay table; the house sets it.")
    if when:
        _conditions(screen, wager, tables)
    if len(points := filed(book, wager)) > 0:
        law = book.jurisdictions[wager.jurisdiction]
        screen.print(heading(f"What the {law.submission} must state"))
        screen.print(indented(pairs(_filed(point) for point in points)))


def _conditions(screen: Screen, wager: Wager, tables: Sequence[PayTable]) -> None:
    """When each hand is made, as a rule file writes it."""
    rows = [(row.outcome, condition(row.when)) for t in tables for row in t.rows]
    rows += [("it loses", condition(wager.loses))] if wager.loses else []
    rows += [(f"× {m.times}", condition(m.when)) for m in wager.multipliers]
    screen.print(heading("When each hand is made"))
    screen.print(indented(pairs(dict.fromkeys(rows))))


def _facts(book: Rulebook, wager: Wager) -> Iterator[tuple[str, str | Text]]:
    names = names_in(book, wager.jurisdiction)
    law = book.jurisdictions[wager.jurisdiction]
    if wager.role != "side":
        yield "role", wager.role
    if wager.sees:
        yield "sees", either([SEEN[place] for place in wager.sees], "and")
    yield "placed", wager.placed
    if wager.requires:
        yield "requires", requires_words(book, wager)
    yield "stake", _cited(stake_words(wager.stake), wager.stake.cite)
    if law.most_bet and not wager.stake.none:
        yield "law's limit", _most_bet(law)
    if wager.odds_on:
        yield "odds on", f"the {names.get(wager.odds_on, wager.odds_on)} stake"
    if wager.paid_as:
        yield "paid as", names.get(wager.paid_as, wager.paid_as)
    yield "settles", wager.settles
    yield "rotation", wager.rotation
    yield "decks", deck_words(wager.decks)
    if any(table.rows for table in wager.paytables):
        yield "pays", CHOSEN[wager.pays]
    if wager.hand != "all cards" or wager.hand_by:
        by = f" (as reading {wager.hand_by} says)" if wager.hand_by else ""
        yield "hand", wager.hand + by
    if wager.wild:
        by = f"; reading {wager.wild_suit_by} says in which suit" if wager.wild_suit_by else ""
        yield "wild", f"{wager.wild} in the {wager.wild_in}'s cards{by}"
    if wager.collected:
        yield "collected", "the stake is taken before the deal"
    if won := win_words(book, wager):
        yield "if it wins" if wager.role != "fee" else "returned", won
    if wager.multipliers:
        times = either([f"× {m.times}" for m in wager.multipliers])
        yield "multiplier", _cited(f"a win is paid {times}", wager.multipliers[0].cite)
    if wager.envy_to != "nobody":
        yield "envy", f"paid to {'the dealer' if wager.envy_to == 'dealer' else wager.envy_to}"
    if meters := dict.fromkeys(m.name for t in wager.paytables for m in t.meters):
        linked = "; tables may be linked" if wager.linked else ""
        yield "meters", either(meters, "and") + linked
        validated = f"a floor supervisor validates {floor_words(wager)}"
        yield "by slip", f"{slips_words(wager)}; {validated}"
    yield "tips", _cited(tips_words(wager.tips), wager.tips.cite)
    if wager.automated_only:
        yield "only on", "fully automated tables"
    if wager.aggregate_limit:
        yield "limit", "the house may post a limit on the total paid to the winners of a round"
    if wager.face_down:
        yield "face down", wager.face_down
    if wager.stops:
        yield "stop", _cited("the dealer stops when a hand has won from its meter", wager.stops)
    if steps := wager.equipment.steps:
        said = ", ".join(f"{step} {clause}" for step, clause in steps.items())
        yield "system", f"the dealer's steps at it: {said}"
    if wager.presses:
        yield "press", _cited("its winnings may be pressed on the main wager", wager.presses)
    if wager.splits:
        yield "splits", wager.splits


def _cited(text: str, cite: str) -> Text:
    return Text.assemble(text, (f"  {cite}", SOFT) if cite else "")


def _most_bet(law: Jurisdiction) -> Text:
    return _cited(f"no bet over {show_money(law.most_bet or 0)}", law.most_bet_cite)


def _filed(point: FilingPoint) -> tuple[Text, Text]:
    says = Text(point.says)
    if point.must_choose:
        says.append(" The house must choose.", MARK)
    elif not point.required:
        says.append(" Only if it differs from the default.", SOFT)
    if point.cite:
        says.append(f"  {point.cite}", SOFT)
    if len(point.one_of) > MANY:
        says.append(f"\n{table_ids(point.one_of)}")
    elif point.one_of or point.default:
        says.append("\n")
        says.append(_allowed(point.one_of, point.default or ""))
    return Text(point.key, style=KEY), says


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
    names = names_in(book, game.jurisdiction)
    law = book.jurisdictions[game.jurisdiction]
    facts: list[tuple[str, str | Text]] = [("decks", deck_words(game.decks))]
    if game.based_on:
        based = f"{names.get(game.based_on, game.based_on)}, where this section is silent"
        facts.append(("based on", based))
    if game.wagers:
        facts.append(("wagers", ", ".join(f"{names.get(k, k)} ({k})" for k in game.wagers)))
    if law.most_bet:
        facts.append(("law's limit", _most_bet(law)))
    facts.append(("tips", _cited(tips_words(game.tips), game.tips.cite)))
    screen.print(indented(pairs(facts)))
    terms = book.terms_of(game)
    for source in {source.id: source for _, source in terms}.values():
        own = source.id == game.id
        title = "Terms" if own else f"Terms of {source.name} ({source.id}), which apply here too"
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
    return Text(term.key.replace("_", " "), style=KEY), text


def _rest(screen: Screen, book: Rulebook, entry: Entry) -> None:
    """Clauses, readings and notes."""
    section = book.section_of(entry)
    if readings := book.readings_of(entry):
        low = sum(r.must_be_chosen for r in readings)
        title = f"Readings: {count(len(readings), 'doubtful clause')}"
        screen.print(heading(title + (f", {low} to be decided by the house" if low else "")))
        for reading in readings:
            screen.print(indented(draw_reading(reading)))
    if entry.clauses or section.clauses:
        screen.print(heading(f"What {entry.cite} says, paraphrased"))
        screen.print(indented(pairs(_clauses(entry.clauses))))
        if section.clauses:
            if entry.clauses:
                screen.print(Text("\n  of the whole section", style=SOFT))
            screen.print(indented(pairs(_clauses(section.clauses))))
    if isinstance(entry, Wager):
        for game in section.games:
            if game.clauses:
                more = f"\nMore of this section is under the game {game.name}: "
                screen.print(Text(f"{more}{command()} rules show {game.id}", style=SOFT))
    if entry.notes:
        screen.print(heading("Notes"))
        screen.print(indented(pairs(("–", note) for note in entry.notes)))


def _clauses(clauses: Iterable[Clause]) -> list[tuple[str, str]]:
    return [(clause.at, clause.says) for clause in clauses]
