"""A PAR sheet on the terminal, drawn from its plain form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final, Literal

from rich.table import Column, Table
from rich.text import Text

from pitboss.analysis.numbers import Form
from pitboss.cli.screen import KEY, MARK, NAME, SOFT, Screen, grid, indented, pairs

BLOCKS: Final = " ▏▎▍▌▋▊▉█"
GOOD: Final = "green"
NO_ROUNDS: Final = {
    "rounds_to_one_percent": "To ±1 point",
    "rounds_house_ahead": "House ahead",
}
SHORTER: Final = {
    "Cost of this wager": "Cost now",
    "Return to player": "Return",
    "Standard deviation": "Std deviation",
    "Volatility index 90%": "Volatility 90%",
    "Break-even meter": "Break-even",
    "Cost to the house": "Cost to house",
    "Worth to the player": "Player's worth",
    "House edge at seed": "Edge at seed",
    "Return, meter at 0": "Meter at 0",
    "Long-run return": "Long run",
    "Edge, hit and stand": "Hit/stand edge",
    "Edge, this wager alone": "Wager's edge",
}


def draw_sheet(form: Form, *, brief: bool = False) -> None:
    """Print the sheet; if brief, only banner, headline and outcomes."""
    screen = Screen()
    _banner(screen, form)
    _outcomes(screen, form)
    if not brief:
        _volatility(screen, form)
        _meters(screen, form)
        _sensitivity(screen, form)
        _by_play(screen, form)
        section(screen, "Method and evidence")
        screen.print(indented(pairs(_evidence(form))))


def bar(share: Fraction, width: int) -> str:
    """A bar of eighths.

    >>> bar(Fraction(1, 2), 3)
    '█▌'
    """
    eighths = round(max(Fraction(0), min(share, Fraction(1))) * width * 8)
    full, rest = divmod(eighths, 8)
    return "█" * full + (BLOCKS[rest] if rest else "")


def section(screen: Screen, title: str, note: str = "") -> None:
    """A heading, with its note to the right if there is room, otherwise below."""
    room = min(screen.width, 120) - len(title) - len(note)
    if room >= 2:
        screen.print(Text.assemble("\n", (title, NAME), " " * room, (note, SOFT)))
    else:
        screen.print(Text(f"\n{title}", style=NAME))
        screen.print(Text(note, style=SOFT))


def _banner(screen: Screen, form: Form) -> None:
    screen.print(Text.assemble((form["name"], NAME), "  ", (form["id"], KEY)))
    screen.print(Text(form["title"]))
    facts = [form["jurisdiction"], form["cite"], form["kind"], form["status"]]
    screen.print(Text(" · ".join(facts), style=SOFT))
    for note in form["notes"]:
        screen.print(Text(note, style=MARK))
    screen.print()
    cells = form["headline"]
    wide = min(screen.width, 120) // len(cells) - 1
    values = [Text(c["value"], style=NAME if i else "bold green") for i, c in enumerate(cells)]
    notes = [Text(_folded(c["note"], wide), style=SOFT) for c in cells]
    columns = (Column(width=wide, overflow="fold") for _ in cells)
    heads = [_fit(c["label"], wide) for c in cells]
    screen.print(grid(*columns, heads=heads, rows=(values, notes), gap=1))


def _folded(note: str, width: int) -> str:
    """The note with a fraction too long for its column broken after the stroke.

    >>> _folded("exactly 5980547/25818598", 15)
    'exactly 5980547/\\n25818598'
    """
    too_long = any(len(word) > width for word in note.split())
    return note.replace("/", "/\n") if too_long else note


def _fit(label: str, width: int) -> str:
    return SHORTER.get(label, label) if len(label) > width - 1 else label


def _outcomes(screen: Screen, form: Form) -> None:
    section(screen, "Outcomes", form["show"]["counting"])
    lines = form["outcomes"]
    lasting = any("long_run" in line for line in lines)
    narrow = screen.width < 100
    room = min(screen.width, 120)
    columns = ["hand", "ways", "probability", "one in", "pays", "return"]
    if lasting:
        columns.append("long run")
    if not narrow:
        columns.append("net")
    if len(form["show"]["total"]) > (15 if narrow else 30):
        columns.remove("ways")
    rows = [
        {column: line["show"].get(column.replace(" ", "_"), "") for column in columns}
        | {"hand": line["show"]["name"]}
        for line in lines
    ]
    widths = {c: max(len(c), *(len(row[c]) for row in rows)) for c in columns}
    widths["ways"] = max(widths.get("ways", 0), len(form["show"]["total"]))
    widths["return"] = max(widths["return"], len(form["show"]["return"]))
    spent = sum(widths[c] + 2 for c in columns if c != "hand") + 2
    for column in ("probability", "ways"):
        if column in columns and room - spent < min(widths["hand"], 14) + 6:
            columns.remove(column)
            spent -= widths[column] + 2
    widths["hand"] = min(max(widths["hand"], 5), max(16, room - spent - 8))
    left = room - spent - widths["hand"]
    table = grid(
        *(Column(justify=_side(c == "hand"), width=widths[c], overflow="fold") for c in columns),
        Column(no_wrap=True),
        heads=columns,
    )
    key = "long_run" if lasting else "return"
    shares = [Fraction(line.get(key, "0")) for line in lines]
    most = max([*shares, Fraction(0)]) or Fraction(1)
    rule = [Text("─" * widths[column], style=SOFT) for column in columns]
    table.add_row(*rule)
    for line, row, share in zip(lines, rows, shares, strict=True):
        style = SOFT if line["lost"] or not line["ways"] else ""
        drawn = Text(bar(share / most, max(left, 0)), style=GOOD)
        table.add_row(*(Text(row[c], style=style) for c in columns), drawn)
    total = dict.fromkeys(columns, "") | {"hand": "Total", "return": form["show"]["return"]}
    total |= {"ways": form["show"]["total"], "probability": "1.00000000"}
    if lasting and form["split"]:
        total["long run"] = form["split"]["show"]["long_run"]
    table.add_row(*rule)
    table.add_row(*(Text(total[c], style=NAME) for c in columns))
    screen.print(table)


def _side_by_side(screen: Screen, *parts: Table) -> None:
    """Tables side by side if they fit."""
    sizes = [screen.measure(part).maximum for part in parts]
    if sum(sizes) + 4 * (len(sizes) - 1) + 2 > screen.width:
        for part in parts:
            screen.print(indented(part))
        return
    whole = Table.grid(padding=(0, 4, 0, 0))
    whole.add_row(*parts)
    screen.print(indented(whole))


def figures(rows: Sequence[tuple[str, str]]) -> Table:
    """Labels to the left, figures to the right."""
    return grid(Column(style=SOFT, no_wrap=True), figure_column(), rows=rows)


def listed(heads: Sequence[str], rows: Sequence[Sequence[str]], strong: int | None = None) -> Table:
    """A small table of figures; one row may be highlighted."""
    columns = (Column(justify=_side(not i), no_wrap=True) for i, _ in enumerate(heads))
    styled = (
        [Text(cell, style=NAME if i == strong else "") for cell in row]
        for i, row in enumerate(rows)
    )
    return grid(*columns, heads=heads, rows=styled)


def figure_column(style: str = "") -> Column:
    return Column(justify="right", style=style, no_wrap=True)


def _side(left: bool) -> Literal["left", "right"]:
    return "left" if left else "right"


def _volatility(screen: Screen, form: Form) -> None:
    show = form["show"]
    if not form["hold"]:
        return
    section(screen, "Volatility and hold", "hold is win ÷ wagered")
    rows = [
        ("variance", show["variance"]),
        ("standard deviation", show["sd"]),
        ("volatility index, z 1.645", show["volatility_index"]),
        ("deviation ÷ edge", show["coefficient"]),
        ("skewness", show["skewness"]),
        ("excess kurtosis", show["excess_kurtosis"]),
    ]
    if form.get("show_correlation"):
        rows.append(("correlation of two boxes", form["show_correlation"]))
    if form["push_frequency"] != "0/1":
        rows.append(("pushes", show["push_frequency"]))
        rows.append(("edge per wager resolved", show["edge_per_resolved"] or "–"))
    limits = [
        (h["show"]["wagers"], h["show"]["low"], h["show"]["high"])
        for h in form["hold"]
        if h["normal"]
    ]
    right = listed(("wagers", "95% low", "95% high"), limits)
    if not limits:
        right.add_row(Text("a line is too rare for normal limits", style=SOFT))
    right.add_row(Text("to ±1 point", style=SOFT), "", show["rounds_to_one_percent"])
    right.add_row(Text("house ahead", style=SOFT), "97.5%", show["rounds_house_ahead"])
    right.add_row(Text("most won, one box", style=SOFT), "", show["liability_money"])
    _side_by_side(screen, figures(rows), right)
    for key, why in form["not_normal"].items():
        screen.print(indented(Text(f"{NO_ROUNDS[key]}: {why}", style=SOFT)))


def _meters(screen: Screen, form: Form) -> None:
    if not form["meters"]:
        return
    if split := form["split"]:
        section(screen, "Where each unit staked goes", "long-run shares")
        width = min(screen.width, 120) - 32
        rows = grid(Column(style=SOFT, width=12), Column(justify="right", width=9), Column())
        for name in ("fixed", "seed", "increment", "house"):
            share = Fraction(split[name])
            drawn = Text(bar(share, width), style="red" if name == "house" else GOOD)
            rows.add_row(name, split["show"][name], drawn)
        rows.add_row("reserve", split["show"]["reserve"], Text("funds the seeds", style=SOFT))
        screen.print(indented(rows))
    for name, meter in form["meters"].items():
        _meter(screen, name, meter)
    if form["along"]:
        keys = ("return", "sd", "volatility_index")
        rows_along = [
            (stop["show"]["meter"], stop["label"], *(stop["show"][key] for key in keys))
            for stop in form["along"]
        ]
        screen.print()
        heads = ("meter", "", "return", "std dev", "VI 90%")
        screen.print(indented(listed(heads, rows_along)))
    apart = ("deviation without what meters pay", form["show"]["sd_without_meters"])
    screen.print(indented(figures([apart])))
    for each in form.get("sharing") or ():
        screen.print(indented(Text(each["show"], style=SOFT)))
    if form["envy"]:
        worth = f"{form['envy']['show']} of the stake, to {form['envy']['to']}"
        screen.print(indented(figures([("envy bonus", worth)])))


def _meter(screen: Screen, name: str, meter: Form) -> None:
    section(screen, "Meter" if name == "meter" else f"Meter {name}")
    parts = [figures([(label, words) for label, words in meter["rows"]])]
    if meter["quantiles"]:
        won = [(q["won"], q["show"]["meter"], q["show"]["wagers"]) for q in meter["quantiles"]]
        right = listed(("cycles won by", "meter", "wagers"), won)
        if meter["reach_break_even"]:
            right.add_row("break-even unwon", meter["show_reach"]["chance"], "")
            right.add_row("seed to break-even", "", meter["show_reach"]["wagers"])
        parts.append(right)
    _side_by_side(screen, *parts)


def _sensitivity(screen: Screen, form: Form) -> None:
    found = form.get("sensitivity")
    if found is None:
        section(screen, "Sensitivity")
        screen.print(indented(Text("This takes longer here; --full computes it.", style=SOFT)))
        return
    section(screen, "Sensitivity", "house edge elsewhere")
    parts = []
    if found["decks"]:
        names = [*form["meters"]]
        heads = ("decks", "edge", *(f"{name}, break-even" for name in names))
        decks = [
            (str(d["decks"]), d["show"], *(d["show_break_even"][name] for name in names))
            for d in found["decks"]
        ]
        here = next((i for i, d in enumerate(found["decks"]) if d["decks"] == form["decks"]), None)
        parts.append(listed(heads, decks, here))
    if form["removal"]:
        parts.append(removal_table(form["removal"], 6, screen.width - 40))
    if parts:
        _side_by_side(screen, *parts)
    if found["readings"]:
        screen.print()
        screen.print(indented(_readings(found["readings"])))
    for label, key in (("no effect", "no_effect"), ("not worked out", "left_out")):
        if found[key]:
            screen.print()
            screen.print(indented(Text(label, style=SOFT)))
            screen.print(indented(pairs((", ".join(keys), why) for why, keys in _why(found[key]))))


def _by_play(screen: Screen, form: Form) -> None:
    found = form.get("by_play")
    if found is None:
        return
    section(screen, "Returns by play", "solved, not proved")
    if found["why"]:
        screen.print(indented(Text(found["why"], style=SOFT)))
        return
    keys = ("wager", "main", "together", "per_unit_risked")
    rows = [(each["play"], *(each["show"][key] for key in keys)) for each in found["returns"]]
    heads = ("the hand is played", "this wager", "main game", "together", "per unit risked")
    screen.print(indented(listed(heads, rows)))
    screen.print(indented(Text(f"per {found['per']}", style=SOFT)))


def _why(entries: Sequence[Form]) -> Iterable[tuple[str, list[str]]]:
    """Reason → the keys it applies to."""
    found: dict[str, list[str]] = {}
    for each in entries:
        found.setdefault(each["reason"], []).append(each["key"])
    return found.items()


def _readings(readings: Sequence[Form]) -> Table:
    columns = Column(style=KEY, no_wrap=True), Column(ratio=1), figure_column(), figure_column()
    made = grid(*columns, heads=("reading", "if it were", "edge", "change"))
    for each in readings:
        show = each["show"]
        made.add_row(each["key"], each["choice"], show["house_edge"], show["change"])
        if each["note"]:
            made.add_row("", Text(each["note"], style=SOFT))
    return made


def removal_table(removal: Form, most: int, width: int) -> Table:
    """Effects of removal; if there are many, only the strongest at either end."""
    rows = [(each["words"], each["show"]) for each in removal["effects"]]
    if len(rows) > most:
        rows = [*rows[: most // 2], ("…", ""), *rows[-(most // 2) :]]
    cut = max(12, min(width, 60))
    short = [(w if len(w) <= cut else f"{w[: cut - 1]}…", s) for w, s in rows]
    return listed(("one card removed", "points"), short)


def draw_removal(form: Form, removal: Form) -> None:
    """Print the effect of every card's removal."""
    screen = Screen()
    screen.print(Text.assemble((form["name"], NAME), "  ", (form["id"], KEY)))
    screen.print(Text(form["title"]))
    section(screen, "Effect of removing one card", "points of the player's expectation")
    columns = figure_column(), figure_column(SOFT), Column(ratio=1)
    rows = [(each["show"], str(len(each["cards"])), each["words"]) for each in removal["effects"]]
    screen.print(indented(grid(*columns, heads=("points", "cards", "each of"), rows=rows)))
    words = f"Σ n · effect = {removal['show_check']}"
    if not removal["must_cancel"]:
        words += " (need not be 0: the play or the bet depends on cards seen)"
    screen.print(indented(Text(words, style=SOFT)))


def _evidence(form: Form) -> Iterator[tuple[str, str]]:
    yield "method", form["method"]
    if checks := form.get("checks"):
        yield "second method", checks["second"]["show"]
        yield "simulation", checks["simulation"]["show"]
    for label in ("Cards read", "Odds", "Decisions", "Dealer"):
        if label in form["facts"]:
            yield label.lower(), form["facts"][label]
    chosen = {**form["readings"], **form["rules"]}
    if chosen:
        yield "readings", "; ".join(f"{key} = {choice}" for key, choice in chosen.items())
    yield "not covered", form["not_covered"]
    yield "rule", form["rule"][:16]
    yield "digest", form["digest"]
