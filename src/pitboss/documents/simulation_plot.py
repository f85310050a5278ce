"""The distribution of a simulated report as a picture."""

from __future__ import annotations

import io
from collections.abc import Sequence

import matplotlib
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from pitboss.documents.axes import HAIR, INK, PAPER
from pitboss.documents.plots import FELT, WINE


def distribution_plot(
    histogram: Sequence[tuple[float, int]], title: str, axis: str, kind: str
) -> bytes:
    """Bars of how often each amount came, losses in another color; SVG or PNG."""
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
