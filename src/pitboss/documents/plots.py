"""Plots of a PAR sheet as SVG, drawn from its plain form, and of a simulated report; the same data
gives the same bytes.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from pitboss.analysis.numbers import Form
from pitboss.analysis.sheet import Z50, Z95
from pitboss.documents.axes import FONT, HAIR, INK, LETTER, MUTE, PAPER, Axes, round_numbers

FELT, LEAF, PALE, WINE, BLUSH = "#0b5a3a", "#8dbba4", "#cfe3d8", "#8f1d30", "#f6e8ea"
NAMES: Final = {
    PAPER: "paper",
    INK: "ink",
    MUTE: "mute",
    HAIR: "hair",
    FELT: "felt",
    LEAF: "leaf",
    PALE: "pale",
    WINE: "wine",
    BLUSH: "blush",
}
"""Colors and their names on a page, so that the page can change them."""


def contribution(form: Form) -> str:
    """What each outcome returns per unit staked."""
    lines = [line for line in form["outcomes"] if not line["lost"] and line["ways"]]
    shares = [float(Fraction(line["return"])) for line in lines]
    most = max(shares, default=1.0) or 1.0
    names = [line["show"]["name"] for line in lines]
    room = 8 + LETTER * max(map(len, names), default=0)
    high = len(lines)
    axes = Axes((7.2, 0.27 * high + 0.5), (0, most * 1.12), (high - 0.4, -0.6), room)
    across = round_numbers(0, most * 1.12, 7)
    for share in across:
        axes.line(((share, axes.y[0]), (share, axes.y[1])), HAIR, 0.6)
    for place, share in enumerate(shares):
        top, foot = place - 0.31, place + 0.31
        axes.area(((0, top), (share, top), (share, foot), (0, foot)), FELT)
        x, y = axes.at(share, place)
        axes.words((x + 4, y + 2.4), lines[place]["show"]["return"], INK)
    axes.heights([*enumerate(names)], lined=False)
    axes.widths([(share, _percent(share)) for share in across])
    return axes.svg()


def hold(form: Form, size: tuple[float, float] = (2.75, 1.55)) -> str:
    """Bands that contain the hold after that many wagers, 95 and 50 times in 100."""
    edge = float(Fraction(form["house_edge"]))
    sd = math.sqrt(float(Fraction(form["variance"])))
    first = next((h["wagers"] for h in form["hold"] if h["normal"]), 10**7)
    start, end = math.log10(first), max(7.0, math.log10(first) + 1)
    rounds = [10 ** (start + (end - start) * k / 80) for k in range(81)]
    widest = 1.12 * float(Z95) * sd / math.sqrt(rounds[0])
    heights = edge - widest, edge + widest
    shares = [(share, _percent(share)) for share in round_numbers(*heights, 5)]
    axes = Axes(size, (rounds[0], rounds[-1]), heights, _room(shares), log=True)
    for z, color in ((float(Z95), PALE), (float(Z50), LEAF)):
        reach = [(n, z * sd / math.sqrt(n)) for n in rounds]
        above = [(n, edge + each) for n, each in reach]
        below = [(n, edge - each) for n, each in reversed(reach)]
        axes.area([*above, *below], color)
    axes.heights(shares)
    axes.across(edge, FELT, 1.3)
    if heights[0] < 0 < heights[1]:
        axes.across(0, INK, 0.7)
    powers = range(math.ceil(start), math.floor(end) + 1)
    axes.widths([(10.0**n, f"10{'⁰¹²³⁴⁵⁶⁷⁸⁹'[n]}") for n in powers])
    for down, words in ((10, "hold after N wagers"), (18, "95% and 50% bands")):
        axes.words((axes.right - 4, down), words, MUTE, "end", on_paper=True)
    return axes.svg()


def against_meter(form: Form, name: str, size: tuple[float, float] = (7.25, 2.2)) -> str:
    """The return as a meter grows, with seed, mean award and break-even marked."""
    meter = form["meters"][name]
    base, slope = float(Fraction(meter["base"])), float(Fraction(meter["coefficient"]))
    seed = float(meter["seed"] or 0)
    even = float(meter["break_even"]) if meter["break_even"] else None
    mean = float(meter["mean"]) if meter["mean"] else None
    most = max(x for x in (seed * 1.5, mean, even, float(meter["amount"]), 1.0) if x) * 1.32

    def worth(amount: float) -> float:
        return base + slope * amount

    low = min(worth(0.0), 1.0)
    heights = low - (worth(most) - low) * 0.12, max(worth(most), 1.05)
    shares = [(share, _percent(share)) for share in round_numbers(*heights, 5)]
    axes = Axes(size, (0, most), heights, _room(shares))
    axes.heights(shares)
    if even is not None and 0 < even < most:
        axes.area(((even, 1), (most, 1), (most, worth(most))), BLUSH)
        x, y = axes.at(most, 1)
        axes.words((x, y + 9), "player ahead above", WINE, "end")
    axes.across(1, INK, 0.8)
    axes.line(((0, base), (seed, worth(seed))), FELT, 1.2, "1.2 2")
    axes.line(((seed, worth(seed)), (most, worth(most))), FELT, 1.8)
    if form["split"]:
        lasting = float(Fraction(form["split"]["long_run"]))
        axes.across(lasting, MUTE, 0.7, "3 1.5")
        x, y = axes.at(most, lasting)
        words = f" long run {form['split']['show']['long_run']}"
        axes.words((x, y + 2.4), words, MUTE, "end", on_paper=True)
    show = meter["show"]
    _mark(axes, seed, worth(seed), f"seed {show['seed']}", FELT, below=True)
    if mean is not None:
        _mark(axes, mean, worth(mean), f"mean award {show['mean']}", FELT)
    if even is not None and even > 0:
        _mark(axes, even, 1.0, f"break-even {show['break_even']}", WINE)
    axes.widths([(amount, _dollars(amount)) for amount in round_numbers(0, most, 9)])
    return axes.svg()


def may_chart_meters(form: Form) -> bool:
    """Whether there are several meters, each with a seed to grow from and an amount at which it
    breaks even.
    """
    meters = form["meters"].values()
    grow = all(float(m["seed"] or 0) and float(m["break_even"] or 0) > 0 for m in meters)
    return len(meters) > 1 and bool(form["along"]) and grow


def against_meters(form: Form, size: tuple[float, float] = (7.25, 2.2)) -> str:
    """The return as each of several meters grows from its seed, the others as they are."""
    colors = (FELT, WINE, INK, MUTE)
    meters = form["meters"]
    reach = max(float(m["break_even"]) / float(m["seed"]) for m in meters.values())
    most = max(reach * 1.6, 3.0)
    times = [most ** (k / 80) for k in range(81)]
    grown = []
    for name, meter in meters.items():
        seed, even = float(meter["seed"]), float(meter["break_even"])
        base, slope = float(Fraction(meter["base"])), float(Fraction(meter["coefficient"]))
        worth = [base + slope * seed * each for each in times]
        grown.append((worth, even / seed, f"{name} {meter['show']['break_even']}"))
    lowest = min(1.0, *(worth[0] for worth, *_ in grown))
    highest = 1.25
    heights = lowest - (highest - lowest) * 0.08, highest
    shares = [(share, _percent(share)) for share in round_numbers(*heights, 5)]
    axes = Axes(size, (1, most), heights, _room(shares), log=True)
    axes.heights(shares)
    axes.across(1, INK, 0.8)
    for number, (worth, even, words) in enumerate(grown):
        color = colors[number % len(colors)]
        inside = [(x, y) for x, y in zip(times, worth, strict=True) if y <= highest]
        axes.line(inside, color, 1.6)
        _mark(axes, even, 1.0, words, color)
    tens = [10.0**n for n in range(math.floor(math.log10(most)) + 1)]
    axes.widths([(many, f"×{many:,.0f}") for many in tens])
    words = "return as one meter grows to that many times its seed; break-even marked"
    axes.words((axes.left + 4, 11), words, MUTE)
    return axes.svg()


def for_page(svg: str) -> str:
    """The plot for use inside a page, with the page's colors and font."""
    for color, name in NAMES.items():
        svg = svg.replace(color, f"var(--{name})")
    return svg.replace(f' font-family="{FONT}"', "")


def _room(ticks: list[tuple[float, str]]) -> float:
    """The room that the words next to a vertical axis need."""
    return 6 + LETTER * max(len(words) for _, words in ticks)


def _mark(axes: Axes, x: float, y: float, words: str, color: str, *, below: bool = False) -> None:
    axes.dot(x, y, color)
    across, down = axes.at(x, y)
    if below:
        axes.words((across + 5, down + 10), words, color, bold=True)
    else:
        axes.words((across - 5, down - 5), words, color, "end", bold=True)


def _percent(share: float) -> str:
    return f"{share * 100:g}%".replace("-", "−")


def _dollars(amount: float) -> str:
    if amount >= 1_000_000:
        return f"${amount / 1_000_000:g}M"
    return f"${amount / 1000:g}k" if amount >= 1000 else f"${amount:g}"


# -- a simulated report ----------------------------------------------------------------------------


def distribution_plot(
    histogram: Sequence[tuple[float, int]], title: str, axis: str, kind: str
) -> bytes:
    """Bars of how often each amount came, losses in another color; SVG or PNG."""
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter

    with matplotlib.rc_context({"svg.hashsalt": "pitboss", "font.family": "DejaVu Serif"}):
        figure = Figure((7.2, 3.2), facecolor=PAPER, layout="constrained")
        axes = figure.add_subplot()
        middles = [middle for middle, _ in histogram]
        width = (middles[1] - middles[0]) if len(middles) > 1 else 1.0
        colors = [FELT if middle >= 0 else WINE for middle in middles]
        axes.bar(middles, [many for _, many in histogram], width=0.92 * width, color=colors)
        axes.set_title(title, fontsize=9, color=INK)
        axes.set_xlabel(axis, fontsize=8, color=INK)
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,.0f}"))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:,.0f}"))
        axes.tick_params(labelsize=7)
        axes.grid(axis="y", color=HAIR, linewidth=0.6)
        axes.set_axisbelow(True)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        made = io.BytesIO()
        metadata = {"Date": None} if kind == "svg" else {"Software": None}
        figure.savefig(made, format=kind, metadata=metadata, dpi=160)
    return made.getvalue()
