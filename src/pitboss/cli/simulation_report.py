"""Reports of `pitboss simulate`: a night, a month of a pit, the life of a meter."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final

from pitboss.cli.progress import tell_of_compiling
from pitboss.cli.requests import SimulateRequest, kind_of
from pitboss.cli.screen import NAME, SOFT, Screen, count, pairs, print_json
from pitboss.simulate.lines import SCHEMA
from pitboss.simulate.reports import (
    BANDS,
    Occasion,
    Report,
    ReportTable,
    meter_report,
    pit_report,
    session_report,
)
from pitboss.table.houses.default_house import FiledHouse


def show_report(
    table: ReportTable,
    asked: SimulateRequest,
    occasion: Occasion,
    filed: FiledHouse,
    as_json: bool,
) -> None:
    """Make a report, print it, and write its files."""
    tell_of_compiling(quiet=as_json)
    if asked.report == "session":
        made = session_report(table, occasion, asked.seed)
    elif asked.report == "pit":
        made = pit_report(table, occasion, asked.seed)
    else:
        made = meter_report(table, asked.seed)
    _write(made, asked)
    game = filed.opened.game
    if as_json:
        head = {"schema": SCHEMA, "report": asked.report, "game": game.id, "seed": asked.seed}
        print_json({**head, **made.form, "filed": list(filed.notes)})
        return
    screen = Screen()
    screen.print(f"{game.name}: {made.title} ({game.id})", style=NAME)
    screen.print(pairs(_flat(made.figures)))
    for note in (*filed.notes, *made.notes):
        screen.print(note, style=SOFT)


def _write(made: Report, asked: SimulateRequest) -> None:
    from pitboss.documents.atomic_file import save

    if asked.plot is not None:
        from pitboss.documents.simulation_plot import distribution_plot

        kind = kind_of(asked.plot)
        save(asked.plot, distribution_plot(made.histogram, made.title, made.axis, kind))
    if asked.csv is not None:
        save(asked.csv, made.csv.encode())
    for path in (asked.plot, asked.csv):
        if path is not None:
            print(f"Wrote {path}", file=sys.stderr)


SHARES: Final = ("ahead", "even", "ruin", "hold", "losing_day", "losing_week", "losing_month",
                 "above_break_even")  # fmt: skip
COUNTS: Final = ("nights", "rounds", "days", "awards", "wagers", "table_hours_a_day")


def _flat(figures: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Every figure with its name, those of a part behind the part's."""
    for key, value in figures.items():
        name = f"{before}{key.replace('_', ' ')}"
        if isinstance(value, Mapping):
            if {*value} <= {f"{band}%" for band in BANDS}:
                bands = ", ".join(f"{band} {_dollars(each)}" for band, each in value.items())
                yield name, bands
            else:
                yield from _flat(value, f"{name}: ")
        elif isinstance(value, list):
            for each in value:
                yield from _flat({k: v for k, v in each.items() if k != "hand"},
                                 f"{before}{each['hand']}: ")  # fmt: skip
        elif value is not None:
            yield name, _shown(key, value)


def _shown(key: str, value: float) -> str:
    if key in SHARES or key == "share":
        return f"{100 * value:.3f}%"
    if key in COUNTS or key.endswith("between"):
        return f"{value:,.0f}"
    return _dollars(value)


def _dollars(value: float) -> str:
    return f"-${-value:,.2f}" if value < 0 else f"${value:,.2f}"


def meter_line(form: Mapping[str, Any]) -> str:
    """What a run did to a meter, in one line."""
    hands = ", ".join(
        f"{each['hand']} {each['times']:,} times {_dollars(each['paid'])}"
        for each in form["awards"]
    )
    return (
        f"{form['meter']}: {_dollars(form['contribution'])} contributed, "
        f"{_dollars(form['award'])} awarded ({hands}), "
        f"{count(form['resets'], 'reset')} paid by the house ({_dollars(form['reset'])}), "
        f"{_dollars(form['reserve'])} in reserve, {_dollars(form['shown'])} shown"
    )
