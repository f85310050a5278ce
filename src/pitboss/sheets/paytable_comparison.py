"""The pay tables of one wager side by side, as plain data."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from pitboss.analysis.numbers import Form, exact, fixed, money, percent, plain, root
from pitboss.analysis.proof_request import no_table
from pitboss.analysis.setting import policies, setting
from pitboss.analysis.sheet import Sheet, prove
from pitboss.errors import NotAllowed, either
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Wager
from pitboss.sheets.sheet_words import part_of_game
from pitboss.wagers.offer import offer, stakes


def _return(sheet: Sheet) -> Fraction:
    """The long-run return if there is one, otherwise the return as the meters stand."""
    return sheet.returns if sheet.long_run is None else sheet.long_run


def _top(sheet: Sheet) -> Fraction:
    """The most that one box can win, in cents: stakes differ from table to table."""
    return sheet.liability * sheet.setting.stake


ORDER: Final[dict[str, tuple[Callable[[Form], Fraction], bool]]] = {
    "edge": (lambda line: Fraction(line["house_edge"]), False),
    "hit": (lambda line: Fraction(line["hit_frequency"]), True),
    "volatility": (lambda line: Fraction(line["variance"]), False),
    "top": (lambda line: Fraction(line["top"]) * Fraction(line["stake"]), True),
    "return": (lambda line: Fraction(line["long_run"] or line["return"]), True),
}
"""Sort key → figure of a line, and whether the largest comes first."""
Begin = Callable[[int | None], Callable[[int], None]]
"""Called with the number of sheets; returns what is called for each."""


def comparison(
    book: Rulebook,
    name: str,
    decks: int | None,
    sort: str,
    begin: Begin = lambda total: lambda sheets: None,
) -> Form:
    """Every table of a wager with every deck count it allows, proved and in order, as plain data,
    with the defaults that were used.
    """
    wager = book.wager(name)
    if not wager.paytables:
        raise no_table(book, wager)
    asked = [
        setting(book, wager.id, table=table.id, decks=number)
        for table in wager.paytables
        for number in table.decks or (None,)
        if decks is None or number in (decks, None)
    ]
    step, lines = begin(len(asked)), []
    for each in asked:
        lines.append(_line(prove(each)))
        step(1)
    if not lines:
        allowed = sorted({n for table in wager.paytables for n in table.decks})
        raise NotAllowed(
            f"{wager.name} is for {either([str(n) for n in allowed])} decks, not {decks!r}.",
            wager.cite,
        )
    figure, largest = ORDER[sort]
    lines.sort(key=figure, reverse=largest)
    return {"id": wager.id, "sort": sort, "notes": _notes(book, wager), "lines": lines}


def _line(sheet: Sheet) -> Form:
    """One table with one deck count."""
    made = sheet.setting
    return {
        "table": made.table.id,
        "decks": made.decks,
        "stake": plain(made.stake),
        "house_edge": exact(sheet.edge),
        "return": exact(sheet.returns),
        "long_run": None if sheet.long_run is None or not sheet.meters else exact(sheet.long_run),
        "hit_frequency": exact(sheet.hit_frequency),
        "variance": exact(sheet.variance),
        "top": exact(sheet.liability),
        "top_money": plain(_top(sheet), up=True),
        "meters": [
            {
                "name": m.name,
                "seed": plain(m.seed),
                "rate": None if m.rate is None else exact(m.rate),
            }
            for m in sheet.meters
        ],
        "show": {
            "house_edge": percent(sheet.edge),
            "return": percent(sheet.returns),
            "long_run": percent(_return(sheet)),
            "hit_frequency": percent(sheet.hit_frequency),
            "sd": fixed(root(sheet.variance), 4),
            "top": money(_top(sheet), up=True),
            "meter": _meters(sheet),
        },
    }


def _meters(sheet: Sheet) -> str:
    parts = []
    for m in sheet.meters:
        seed = "filed" if m.seed is None else money(m.seed)
        rate = "filed" if m.rate is None else percent(m.rate, 2)
        parts.append(f"{seed} + {rate}")
    return ", ".join(dict.fromkeys(parts))


def _notes(book: Rulebook, wager: Wager) -> list[str]:
    """The defaults that were used, and what the figures leave out."""
    part = part_of_game(wager)
    notes = [part.note] if part else []
    policy = policies(offer(book, wager))
    if policy[0]:
        many = "1 policy" if len(policy) == 1 else f"{len(policy)} policies"
        notes.append(f"policy: {policy[0]} (of {many})")
    for table in wager.paytables:
        if len(named := stakes(wager, table)) > 1:
            notes.append(f"stake: {money(named[-1])}, the largest named")
            break
    if any(t.is_progressive for t in wager.paytables):
        notes.append("meters at seed, or at zero if the law gives no seed")
    return notes
