"""The outcomes of a PAR sheet as CSV, one line each, then the totals; and effects of removal."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

HEADS = ("name", "pays", "ways", "probability", "gross", "return", "long_run", "envy")


def par_csv(form: Mapping[str, Any]) -> str:
    """Exact figures; the first columns say which sheet each line belongs to."""
    which = [form["id"], form["table"], form["decks"]]
    lines = [[*which, *(line.get(head, "") for head in HEADS)] for line in form["outcomes"]]
    long_run = form["split"]["long_run"] if form["split"] else ""
    lines.append([*which, "Total", "", form["total"], "1/1", "", form["return"], long_run, ""])
    return rows_csv(["id", "table", "decks", *HEADS], lines)


def removal_csv(form: Mapping[str, Any]) -> str:
    """The exact effect of removing each card, one line each."""
    which = [form["id"], form["table"], form["decks"]]
    lines = [
        [*which, card, each["effect"], each["show"]]
        for each in form["removal"]["effects"]
        for card in each["cards"]
    ]
    return rows_csv(["id", "table", "decks", "card", "effect", "points"], lines)


def rows_csv(heads: Sequence[str], rows: Iterable[Sequence[object]], ends: str = "\n") -> str:
    """Lines under their headings."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator=ends)
    writer.writerow(heads)
    writer.writerows(rows)
    return text.getvalue()
