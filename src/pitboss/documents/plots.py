"""Plots of a PAR sheet as SVG, drawn from its plain form; the same sheet gives the same bytes."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

import matplotlib

matplotlib.use("svg")

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from pitboss.analysis.par import Z50, Z95

Form = Mapping[str, Any]
INK, MUTE, HAIR = "#18212b", "#5b6670", "#cfd5d9"
PAPER = "#fffffe"
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
DRAWN_WITH: Final = "DejaVu Serif"


def contribution(form: Form, width: float = 7.2) -> str:
    """What each outcome returns per unit staked."""
    lines = [line for line in form["outcomes"] if not line["lost"] and line["ways"]]
    shares = [float(Fraction(line["return"])) for line in lines]

    def draw(axes: Axes) -> None:
        places = range(len(lines))
        axes.barh(places, shares, color=FELT, height=0.62)
        axes.set_yticks(places, [line["show"]["name"] for line in lines])
        axes.invert_yaxis()
        axes.xaxis.set_major_formatter(FuncFormatter(_percent))
        axes.xaxis.set_major_locator(MaxNLocator(6))
        axes.grid(axis="x", color=HAIR, linewidth=0.6)
        most = max(shares, default=1.0) or 1.0
        axes.set_xlim(0, most * 1.12)
        for place, (share, line) in enumerate(zip(shares, lines, strict=True)):
            axes.text(share + most * 0.012, place, line["show"]["return"], va="center", fontsize=7)

    return _svg(draw, (width, 0.27 * len(lines) + 0.5))


def hold(form: Form, size: tuple[float, float] = (2.75, 1.55)) -> str:
    """Bands that contain the hold after that many wagers, 95 and 50 times in 100."""
    edge = float(Fraction(form["house_edge"]))
    sd = math.sqrt(float(Fraction(form["variance"])))
    first = next((h["wagers"] for h in form["hold"] if h["normal"]), 10**7)
    start, end = math.log10(first), max(7.0, math.log10(first) + 1)

    def draw(axes: Axes) -> None:
        steps = [start + (end - start) * k / 80 for k in range(81)]
        rounds = [10**step for step in steps]
        for z, color in ((float(Z95), PALE), (float(Z50), LEAF)):
            reach = [z * sd / math.sqrt(n) for n in rounds]
            low, high = [edge - r for r in reach], [edge + r for r in reach]
            axes.fill_between(rounds, low, high, color=color, linewidth=0)
        axes.plot(rounds, [edge] * len(rounds), color=FELT, linewidth=1.3)
        axes.axhline(0, color=INK, linewidth=0.7)
        widest = 1.12 * float(Z95) * sd / math.sqrt(rounds[0])
        axes.set_ylim(edge - widest, edge + widest)
        axes.set_xscale("log")
        axes.set_xlim(rounds[0], rounds[-1])
        axes.set_xticks([10**n for n in range(math.ceil(start), math.floor(end) + 1)])
        axes.xaxis.set_major_formatter(FuncFormatter(_power))
        axes.xaxis.set_minor_locator(matplotlib.ticker.NullLocator())
        axes.yaxis.set_major_formatter(FuncFormatter(_percent))
        axes.yaxis.set_major_locator(MaxNLocator(5))
        axes.grid(axis="y", color=HAIR, linewidth=0.5)
        words = "hold after N wagers\n95% and 50% bands"
        axes.text(0.97, 0.96, words, transform=axes.transAxes, ha="right", va="top", color=MUTE)

    return _svg(draw, size)


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

    def draw(axes: Axes) -> None:
        if even is not None and 0 < even < most:
            axes.fill_between([even, most], [1, 1], [1, worth(most)], color=BLUSH, linewidth=0)
            words = "player ahead above "
            axes.annotate(
                words,
                (most, 1),
                xytext=(0, -2),
                textcoords="offset points",
                color=WINE,
                ha="right",
                va="top",
            )
        axes.axhline(1, color=INK, linewidth=0.8)
        axes.plot([0, seed], [base, worth(seed)], color=FELT, linewidth=1.2, linestyle=":")
        axes.plot([seed, most], [worth(seed), worth(most)], color=FELT, linewidth=1.8)
        if form["split"]:
            lasting = float(Fraction(form["split"]["long_run"]))
            axes.axhline(lasting, color=MUTE, linewidth=0.7, linestyle="--")
            words = f"long run {form['split']['show']['long_run']} "
            box = {"facecolor": PAPER, "edgecolor": "none", "pad": 1}
            axes.text(most, lasting, words, color=MUTE, ha="right", va="center", bbox=box)
        show = meter["show"]
        _mark(axes, seed, worth(seed), f"seed {show['seed']}", FELT, below=True)
        if mean is not None:
            _mark(axes, mean, worth(mean), f"mean award {show['mean']}", FELT)
        if even is not None and even > 0:
            _mark(axes, even, 1.0, f"break-even {show['break_even']}", WINE)
        axes.set_xlim(0, most)
        low = min(worth(0.0), 1.0)
        axes.set_ylim(low - (worth(most) - low) * 0.12, max(worth(most), 1.05))
        axes.xaxis.set_major_formatter(FuncFormatter(_dollars))
        axes.xaxis.set_major_locator(MaxNLocator(8))
        axes.yaxis.set_major_formatter(FuncFormatter(_percent))
        axes.grid(axis="y", color=HAIR, linewidth=0.5)

    return _svg(draw, size)


def may_chart_meters(form: Form) -> bool:
    """Several meters, each with a seed to grow from and an amount at which it breaks even."""
    meters = form["meters"].values()
    grow = all(float(m["seed"] or 0) and float(m["break_even"] or 0) > 0 for m in meters)
    return len(meters) > 1 and bool(form["along"]) and grow


def against_meters(form: Form, size: tuple[float, float] = (7.25, 2.2)) -> str:
    """The return as each of several meters grows from its seed, the others as they are."""
    colors = (FELT, WINE, INK, MUTE)
    meters = form["meters"]
    reach = max(float(m["break_even"]) / float(m["seed"]) for m in meters.values())
    most = max(reach * 1.6, 3.0)

    def draw(axes: Axes) -> None:
        axes.axhline(1, color=INK, linewidth=0.8)
        lowest = 1.0
        for number, (name, meter) in enumerate(meters.items()):
            color = colors[number % len(colors)]
            seed, even = float(meter["seed"]), float(meter["break_even"])
            base, slope = float(Fraction(meter["base"])), float(Fraction(meter["coefficient"]))
            times = [most ** (k / 80) for k in range(81)]
            worth = [base + slope * seed * each for each in times]
            lowest = min(lowest, worth[0])
            axes.plot(times, worth, color=color, linewidth=1.6)
            _mark(axes, even / seed, 1.0, f"{name} {meter['show']['break_even']}", color)
        axes.set_xscale("log")
        axes.set_xlim(1, most)
        axes.set_ylim(lowest - (1.25 - lowest) * 0.08, 1.25)
        axes.xaxis.set_major_formatter(FuncFormatter(_times))
        axes.xaxis.set_minor_formatter(FuncFormatter(lambda _x, _n: ""))
        axes.yaxis.set_major_formatter(FuncFormatter(_percent))
        axes.grid(axis="y", color=HAIR, linewidth=0.5)
        words = "return as one meter grows to that many times its seed; break-even marked"
        axes.text(0.01, 0.97, words, transform=axes.transAxes, va="top", color=MUTE)

    return _svg(draw, size)


def for_page(svg: str) -> str:
    """The plot for use inside a page, with the page's colors and font."""
    for color, name in NAMES.items():
        svg = svg.replace(color, f"var(--{name})")
    svg = re.sub(r"font: ([0-9.]+px) [^;\"]*", r"font-size: \1; font-family: inherit", svg)
    svg = re.sub(r"font: bold ([0-9.]+px) [^;\"]*", r"font-size: \1; font-weight: 700", svg)
    return svg[svg.index("<svg") :]


def _mark(axes: Axes, x: float, y: float, words: str, color: str, *, below: bool = False) -> None:
    axes.plot([x], [y], marker="o", markersize=5, color=color, markeredgecolor="white")
    axes.annotate(
        words,
        (x, y),
        xytext=(5, -4) if below else (-5, 5),
        textcoords="offset points",
        ha="left" if below else "right",
        va="top" if below else "bottom",
        color=color,
        fontweight="bold",
    )


def _percent(share: float, _: object = None) -> str:
    return f"{share * 100:g}%".replace("-", "−")


def _power(number: float, _: object = None) -> str:
    return f"10{'⁰¹²³⁴⁵⁶⁷⁸⁹'[round(math.log10(number))]}"


def _times(number: float, _: object = None) -> str:
    return f"×{number:,.0f}"


def _dollars(amount: float, _: object = None) -> str:
    if amount >= 1_000_000:
        return f"${amount / 1_000_000:g}M"
    return f"${amount / 1000:g}k" if amount >= 1000 else f"${amount:g}"


def _svg(draw: Callable[[Axes], None], size: tuple[float, float]) -> str:
    settings: Any = {
        "svg.fonttype": "none",
        "svg.hashsalt": "pitboss",
        "font.family": DRAWN_WITH,
        "font.size": 7,
        "text.color": INK,
        "axes.edgecolor": HAIR,
        "xtick.color": MUTE,
        "ytick.color": MUTE,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.spines.left": False,
        "axes.axisbelow": True,
        "ytick.major.size": 0,
        "figure.facecolor": "none",
        "axes.facecolor": "none",
    }
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=size, layout="constrained")
        draw(figure.add_subplot())
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return re.sub(r"(?s)<metadata>.*?</metadata>", "", text.getvalue())
