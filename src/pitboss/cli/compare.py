"""`pitboss compare`: the pay tables of one wager side by side."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from rich.table import Table
from rich.text import Text

from pitboss.analysis.numbers import exact, fixed, money, percent, plain, root
from pitboss.analysis.par import Sheet, prove
from pitboss.analysis.setting import policies, setting, stakes
from pitboss.cli.par_sheet import GOOD, bar, section
from pitboss.cli.screen import KEY, NAME, SOFT, Screen, count, print_json
from pitboss.errors import NotAllowed, either
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Wager

Form = dict[str, Any]


def _return(sheet: Sheet) -> Fraction:
    """The long-run return where there is one, else the return as the meters stand."""
    return sheet.returns if sheet.long_run is None else sheet.long_run


ORDER: Final[dict[str, tuple[Callable[[Sheet], Fraction], bool]]] = {
    "edge": (lambda sheet: sheet.edge, False),
    "hit": (lambda sheet: sheet.hit_frequency, True),
    "volatility": (lambda sheet: sheet.variance, False),
    "top": (lambda sheet: sheet.liability, True),
    "return": (_return, True),
}
"""Sort key → figure, and whether the largest comes first."""


def show_comparison(
    book: Rulebook, name: str, decks: int | None, sort: str, csv: str | None, *, as_json: bool
) -> None:
    """Prove every table of the wager with every deck count it allows, and print them in order."""
    wager = book.wager(name)
    if csv == "-" and as_json:
        raise NotAllowed("--json and --csv - both want the terminal: choose one.")
    if csv and csv != "-":
        from pitboss.documents.save import check_folder

        check_folder(Path(csv))
    sheets = _sorted(book, wager, decks, sort)
    lines = [_line(sheet) for sheet in sheets]
    if csv:
        _csv(lines, csv)
        if csv == "-":
            return
    if as_json:
        print_json(_form(wager, lines, sort))
    elif not csv:
        _draw(wager, sheets, lines, sort)


def comparison(book: Rulebook, name: str, decks: int | None, sort: str) -> Form:
    """The same as plain data."""
    wager = book.wager(name)
    return _form(wager, [_line(sheet) for sheet in _sorted(book, wager, decks, sort)], sort)


def _form(wager: Wager, lines: Sequence[Form], sort: str) -> Form:
    return {"id": wager.id, "sort": sort, "notes": _notes(wager), "lines": list(lines)}


def _sorted(book: Rulebook, wager: Wager, decks: int | None, sort: str) -> list[Sheet]:
    figure, largest = ORDER[sort]
    return sorted(_sheets(book, wager, decks), key=figure, reverse=largest)


def _sheets(book: Rulebook, wager: Wager, decks: int | None) -> list[Sheet]:
    if not wager.paytables:
        setting(book, wager.id)  # refuses, with the clause
    found = []
    for table in wager.paytables:
        for number in table.decks or (None,):
            if decks is None or number in (decks, None):
                asked = setting(book, wager.id, table=table.id, decks=number)
                found.append(prove(asked))
    if not found:
        allowed = sorted({n for table in wager.paytables for n in table.decks})
        raise NotAllowed(
            f"{wager.cite}: {wager.name} is for {either([str(n) for n in allowed])} decks, "
            f"not {decks}."
        )
    return found


def _line(sheet: Sheet) -> Form:
    made = sheet.setting
    return {
        "table": made.table.id,
        "decks": made.shoe.decks,
        "stake": plain(made.stake),
        "house_edge": exact(sheet.edge),
        "return": exact(sheet.returns),
        "long_run": None if sheet.long_run is None or not sheet.meters else exact(sheet.long_run),
        "hit_frequency": exact(sheet.hit_frequency),
        "variance": exact(sheet.variance),
        "top": exact(sheet.liability),
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
            "top": money(sheet.liability * made.stake, up=True),
            "meter": _meters(sheet),
        },
    }


def _meters(sheet: Sheet) -> str:
    parts = []
    for m in sheet.meters:
        seed = "filed" if m.seed is None else money(Fraction(m.seed))
        rate = "filed" if m.rate is None else percent(m.rate, 2)
        parts.append(f"{seed} + {rate}")
    return ", ".join(dict.fromkeys(parts))


def _notes(wager: Wager) -> list[str]:
    """What was taken as the default."""
    notes = []
    policy = policies(wager)
    if policy[0]:
        notes.append(f"policy: {policy[0]} (of {count(len(policy), 'policy', 'policies')})")
    for table in wager.paytables:
        if len(stakes(wager, table)) > 1:
            notes.append(f"stake: {money(Fraction(stakes(wager, table)[-1]))}, the largest named")
            break
    if any(t.is_progressive for t in wager.paytables):
        notes.append("meters at seed; a meter without a seed in law at zero")
    return notes


EXACT: Final = (
    *("table", "decks", "house_edge", "return", "long_run", "hit_frequency", "variance"),
    *("top", "stake"),
)


def _csv(lines: Sequence[Form], where: str) -> None:
    from pitboss.documents.par_csv import rows_csv
    from pitboss.documents.save import save

    rows = [[*(line[head] for head in EXACT), line["show"]["meter"]] for line in lines]
    text = rows_csv([*EXACT, "meter"], rows)
    if where == "-":
        sys.stdout.write(text)
        return
    save(Path(where), text.encode())
    print(f"Wrote {where}")


def _draw(wager: Wager, sheets: Sequence[Sheet], lines: Sequence[Form], sort: str) -> None:
    screen = Screen()
    screen.print(Text.assemble((wager.name, NAME), "  ", (wager.id, KEY)))
    screen.print(Text(f"{wager.cite} · {count(len(wager.paytables), 'pay table')}", style=SOFT))
    for note in _notes(wager):
        screen.print(Text(note, style=SOFT))
    section(screen, "Tables", f"by {sort}")
    heads = ["table", "decks", "edge", "hit", "std dev", "top"]
    rows = [
        [
            line["table"],
            str(line["decks"] or "any"),
            *(line["show"][k] for k in ("house_edge", "hit_frequency", "sd", "top")),
        ]
        for line in lines
    ]
    if any(line["show"]["meter"] for line in lines):
        heads += ["meter", "long run"]
        for row, line in zip(rows, lines, strict=True):
            row += [line["show"]["meter"], line["show"]["long_run"] if line["long_run"] else "–"]
    widths = [max(len(r[i]) for r in [*rows, heads]) for i in range(len(heads))]
    room = min(screen.width, 120)
    while sum(widths) + 2 * len(widths) > room - 4 and len(heads) > 5:  # the meter goes first
        gone = heads.index("meter") if "meter" in heads else len(heads) - 1
        del widths[gone]
        for cells in (heads, *rows):
            del cells[gone]
    widths[0] = min(widths[0], max(14, room - sum(widths[1:]) - 2 * len(widths) - 6))
    left = room - sum(widths) - 2 * len(widths)
    grid = Table.grid(padding=(0, 2, 0, 0))
    for i, width in enumerate(widths):
        grid.add_column(justify="right" if i else "left", width=width)
    grid.add_column(no_wrap=True)
    grid.add_row(*(Text(head, style=SOFT) for head in heads))
    figures = [abs(ORDER[sort][0](sheet)) for sheet in sheets]
    most = max(figures) or Fraction(1)
    for row, figure in zip(rows, figures, strict=True):
        grid.add_row(*row, Text(bar(figure / most, max(left, 0)), style=GOOD))
    screen.print(grid)
