"""What a person types at a table: a word, an amount, or a question back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from pitboss.cli.screen import MARK, NAME, Screen
from pitboss.errors import nearest
from pitboss.money import Cents, parse_money
from pitboss.procedure import Ask, Option

HOW_TO_STAKE: Final = (
    "Type an amount such as $10, Enter for the one shown, 0 for none, tip 5 to bet $5 for the "
    "dealer too, ? for the rule, q to quit."
)
LEAVE: Final = ("q", "quit", "leave", "exit")
NO: Final = ("no", "n", "none")
YES: Final = ("yes", "y")


class PlayerLeaves(Exception):
    """The player gets up."""


def read(screen: Screen, prompt: str) -> str:
    """A line from the player; undo is refused, and q gets up."""
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
    """An amount, yes or no, and a bet for the dealer beside it.

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
