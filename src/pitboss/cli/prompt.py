"""The prompt at a table: a person types a word, an amount, or a question about the rule."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from pitboss.cli.paytables import draw_tables
from pitboss.cli.screen import KEY, MARK, NAME, SOFT, Screen, indented, pairs
from pitboss.errors import command, nearest
from pitboss.games.house_rules import house_pays, house_rules
from pitboss.money import Cents, parse_money, show_money
from pitboss.procedure.steps import Ask, AskStake, Option
from pitboss.rulebook.entry_words import stake_words, win_words
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Entry
from pitboss.table.houses.house import show_limits
from pitboss.table.houses.opening import Open, rule_of

HOW_TO_STAKE: Final = (
    "Type an amount such as $10, Enter for the one shown,{none} tip 5 to bet $5 for the dealer "
    "too, ? for the rule, q to quit."
)
LEAVE: Final = ("q", "quit", "leave", "exit")
NO: Final = ("no", "n", "none")
YES: Final = ("yes", "y")


class PlayerLeaves(Exception):
    """The player leaves the table."""


def read(screen: Screen, prompt: str) -> str:
    """A line from the player; undo is refused, and q leaves the table."""
    while True:
        screen.print(Text(prompt.rstrip(), style=NAME), end=" ")  # it breaks between words
        typed = " ".join(input().split()).lower()
        if not screen.is_terminal:
            screen.print()
        if typed in LEAVE:
            raise PlayerLeaves
        if typed == "undo":
            screen.print("Nothing can be undone: the log is final.")
            continue
        return typed


def how_to_stake(none: bool = False) -> str:
    """What may be typed for a stake; 0 only where a player may bet nothing."""
    return HOW_TO_STAKE.format(none=" 0 for none," if none else "")


def enter_means(step: Ask) -> str:
    """The word that Enter alone stands for; empty if it would give up or add money."""
    usual = step.usual
    return usual.word if usual.free and not usual.gives_up else ""


def settings(ways: Sequence[Option]) -> Iterator[str]:
    """Ways to set a hand, by number, with what its parts come to."""
    wide = max(len(way.word) for way in ways)
    for number, way in enumerate(ways, 1):
        counts = ", ".join(f"{part} {points}" for part, points in way.counts)
        yield f"{number:>4}  {way.word:<{wide}}  {counts}{'  foul' if way.foul else ''}"


def refuse(screen: Screen, why: object) -> None:
    """Say why something is refused."""
    screen.print(Text(str(why), style=MARK))


@dataclass(frozen=True, slots=True)
class Amount:
    """What was typed for a stake; `None` if nothing was."""

    cents: Cents | None = None
    tip: Cents | None = None


def parse_amount(typed: str, usual: Cents, only: Cents | None) -> Amount:
    """An amount, yes or no, and a bet for the dealer with it.

    >>> parse_amount("20 tip 5", 1000, None)
    Amount(cents=2000, tip=500)
    >>> parse_amount("no", 1000, 1000), parse_amount("tip $2", 1000, None)
    (Amount(cents=0, tip=None), Amount(cents=None, tip=200))
    """
    if match := re.fullmatch(r"(.*?)\s*\btip\s+(.+)", typed):
        tip = parse_money(match[2])
        return Amount(parse_amount(match[1], usual, only).cents if match[1] else None, tip)
    if not typed:
        return Amount(usual)
    if typed in NO:
        return Amount(0)
    if typed in YES:
        return Amount(usual if only is None else only)
    return Amount(parse_money(typed))


def matching(typed: str, step: Ask) -> str:
    """The legal word that was meant: the word itself, its letter, or an unambiguous beginning.

    >>> may = (Option("stand"), Option("split", key="p"), Option("surrender", key="r"))
    >>> step = Ask(1, "box 1", "play", may)
    >>> [matching(typed, step) for typed in ("s", "p", "su", "spl", "x")]
    ['stand', 'split', 'surrender', 'split', '']
    """
    wanted, folded = typed.lower(), {word.lower(): word for word in step.may}
    letters = {step.keys[each.word]: each.word for each in step.options if not each.counts}
    if wanted in folded or wanted in letters:
        return folded.get(wanted) or letters[wanted]
    others = [word for word in step.may if word not in NO]
    if wanted in YES and len(others) == 1:
        return others[0]
    begun = [word for low, word in folded.items() if wanted and low.startswith(wanted)]
    if len(begun) == 1:
        return begun[0]
    near = nearest(typed, step.may) if len(typed) > 3 else ()
    return near[0] if len(near) == 1 and not begun and wanted[:2] == near[0][:2].lower() else ""


# -- `?` at a table: the rule that applies, as far as a player needs it ----------------------------


Row = tuple[str | Text, str | Text]


def explain(screen: Screen, book: Rulebook, opened: Open, step: Ask | AskStake) -> None:
    """The rule that applies to a question and each legal answer."""
    rows: list[Row] = []
    if isinstance(step, Ask):
        rows += [(step.about, step.how)] if step.how else []
        rows += _terms(book, opened, step)
    rows += _clauses(book, opened, step.clause)
    if step.clause and not rows:
        rows.append(("clause", step.clause))
    staked = isinstance(step, AskStake) and rule_of(opened, step.wager) is not None
    parts: list[RenderableType] = []
    if staked or not rows:
        key = step.wager if isinstance(step, AskStake) else opened.procedure.main
        parts += _about(screen, book, opened, key)
    screen.page(*parts, *([indented(pairs(rows))] if rows else []))


def explain_wager(screen: Screen, book: Rulebook, opened: Open, key: str) -> None:
    """What a stake is on: the pay table of a wager, or the terms of the game."""
    screen.page(*_about(screen, book, opened, key))


def _about(screen: Screen, book: Rulebook, opened: Open, key: str) -> Iterator[RenderableType]:
    rule = None if key == opened.procedure.main else rule_of(opened, key)
    entry: Entry = rule or opened.game
    yield Text.assemble((entry.name, NAME), f"  {entry.cite}")
    yield Text(entry.object)
    offered = opened.offers.get(key)
    if offered:
        yield from draw_tables(offered.wager, [offered.table], dict(offered.choices), screen.width)
    rows: list[Row] = [("stake", stakes_taken(opened, key))]
    if rule:
        settles = offered.settles if offered else rule.settles
        rows += [("placed", opened.placed(key)), ("settles", settles)]
        filed = offered.choices if offered else None
        rows += [("if it wins", won)] if (won := win_words(book, rule, filed)) else []
    else:
        rows += [(row.pays, row.hand) for row in house_pays(opened.procedure, opened.terms)]
        rows += [(each.term.replace("_", " "), each.says) for each in house_rules(opened.terms)]
    yield indented(pairs(rows))
    yield Text(f"The full rule: {command()} rules show {entry.id}", style=SOFT)


def each_hand(opened: Open, key: str) -> str:
    """The words for a stake on each of several hands; empty if there is only one."""
    spots = opened.procedure.spots if key == opened.procedure.main else 1
    return f" on each of {'two' if spots == 2 else spots} hands" if spots > 1 else ""


def stakes_taken(opened: Open, key: str) -> str:
    """What may be staked at this table."""
    house, rule = opened.house, rule_of(opened, key)
    choice = None if key == opened.procedure.main else house.wagers.get(key)
    if choice and choice.stake is not None:
        return show_money(choice.stake)
    if rule and (rule.stake.equals or rule.stake.most_of):
        return stake_words(rule.stake)
    return f"{show_limits(choice or house)}{each_hand(opened, key)}"


def _terms(book: Rulebook, opened: Open, step: Ask) -> Iterator[Row]:
    """The terms of the game on which a question and its options are based."""
    terms = {term.key: term for term, _ in book.terms_of(opened.game)}
    rests = [(step.about, step.terms), *((each.word, each.terms) for each in step.options)]
    for word, keys in rests:
        for key in keys:
            if key in terms:
                term = terms.pop(key)  # told once
                value = opened.terms.texts[key]
                spoken = key.replace("_", " ")
                value = f"{spoken}, {value}" if value else spoken
                cite = (f"  {term.cite}", SOFT)
                yield Text(word, style=KEY), Text.assemble((value, NAME), f": {term.says}", cite)


def _clauses(book: Rulebook, opened: Open, cited: str) -> Iterator[Row]:
    """The paragraphs that a question cites, paraphrased."""
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
