"""`?` at a table: the rule in force, with its clause."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rich.text import Text

from pitboss.cli.screen import KEY, NAME, SOFT, Screen, indented, pairs
from pitboss.cli.show import show_entries
from pitboss.procedure import Ask, AskStake
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Entry
from pitboss.table.opening import Open

TERMS: Final[Mapping[str, tuple[str, ...]]] = {
    "stand": ("soft_17", "wins_pay"),
    "hit": ("card_values",),
    "double": ("double_on", "double_amount", "double_after_split"),
    "double for less": ("double_amount",),
    "split": ("split_by", "split_hands", "resplit_aces", "split_aces_draw"),
    "surrender": ("surrender",),
    "insure": ("insurance", "insurance_amount", "insurance_pays"),
    "insurance": ("insurance", "insurance_amount", "insurance_pays"),
    "even money": ("even_money",),
    "switch": ("switch",),
    "house way": ("house_way",),
}
"""The terms that each word rests on, where the game has them."""
Row = tuple[str | Text, str | Text]


def explain(screen: Screen, book: Rulebook, opened: Open, step: Ask | AskStake) -> None:
    """The rule in force for a question and each legal answer."""
    words = step.may if isinstance(step, Ask) else (step.wager,)
    rows = [*_terms(book, opened, words), *_clauses(book, opened, step.clause)]
    if step.clause:
        rows.append(("clause", step.clause))
    if isinstance(step, AskStake) and step.wager in {*opened.offers, *opened.mains}:
        explain_wager(book, opened, step.wager)
    elif not rows:
        explain_wager(book, opened, opened.procedure.main)
    if rows:
        screen.print(indented(pairs(rows)))


def _terms(book: Rulebook, opened: Open, words: tuple[str, ...]) -> Iterator[Row]:
    terms = {term.key: term for term, _ in book.terms_of(opened.game)}
    for word in words:
        for key in TERMS.get(word, ()):
            if key in terms:
                value = opened.play.values.get(key, "")
                value = f"{key} = {value}" if value else key
                says = f": {terms[key].says}"
                cite = (f"  {terms[key].cite}", SOFT)
                yield Text(word, style=KEY), Text.assemble((value, NAME), says, cite)


def _clauses(book: Rulebook, opened: Open, cited: str) -> Iterator[Row]:
    """What the paragraphs that a question cites say, in our words."""
    parts = [part.strip() for part in cited.split(";") if part.strip()]
    games = dict.fromkeys([opened.game.id, *(game.id for _, game in book.terms_of(opened.game))])
    entries: list[Entry] = [book.game(each) for each in games]
    entries += [*opened.mains.values(), *(o.wager for o in opened.offers.values())]
    for entry in entries:
        section = book.section_of(entry)
        for clause in (*entry.clauses, *section.clauses):
            full = section.section + clause.at if clause.at.startswith("(") else clause.at
            if any(part.endswith(full) for part in parts):
                yield clause.at, clause.says


def explain_wager(book: Rulebook, opened: Open, key: str) -> None:
    """The entry of a wager with its pay table, or that of the game for its own stake."""
    if key in opened.offers:
        offered = opened.offers[key]
        show_entries(book, offered.wager.id, offered.table.id, as_json=False)
    elif key in opened.mains:
        show_entries(book, opened.mains[key].id, as_json=False)
    else:
        show_entries(book, opened.game.id, as_json=False)
