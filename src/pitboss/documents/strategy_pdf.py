"""A strategy, or a game's PAR sheet, for print: Typst typesets the plain form."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from pitboss.documents.axes import FONT
from pitboss.documents.strategy_chart import figures_of, hold_of, options_of, strategy_svg
from pitboss.errors import PitbossError

TALL: Final = 40
"""Rows of a chart that fill a page."""


def strategy_pdf(form: Mapping[str, Any]) -> bytes:
    """The sheet as PDF."""
    import typst

    template = files("pitboss.documents").joinpath("strategy.typ").read_bytes()
    data = {
        **form,
        "figures": figures_of(form),
        "charted": bool(form["upcards"]),
        "tall": "total_dependent" not in form and len(form["chart"]) > TALL,
        "exceptions": form.get("exceptions", []),
        "hold": hold_of(form),
        "options": options_of(form),
    }
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.joinpath("strategy.typ").write_bytes(template)
        folder.joinpath("sheet.json").write_text(json.dumps(data), encoding="utf-8")
        if form["upcards"]:
            drawn = strategy_svg(form).replace("font-family='sans-serif'", f"font-family='{FONT}'")
            folder.joinpath("chart.svg").write_text(drawn, encoding="utf-8")
        try:
            made = typst.compile(str(folder / "strategy.typ"), root=name, ignore_system_fonts=True)
        except typst.TypstError as error:  # pragma: no cover
            raise PitbossError(f"The sheet cannot be typeset: {error}") from None
    assert isinstance(made, bytes)
    return made
