"""The PAR sheet for print: Typst typesets the plain form, with the plots as SVG."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Any

from pitboss.documents import plots
from pitboss.errors import PitbossError

FONT = "Libertinus Serif"


def par_pdf(form: Mapping[str, Any]) -> bytes:
    """The sheet as PDF."""
    import typst

    template = files("pitboss.documents").joinpath("par.typ").read_bytes()
    drawn = {}
    if form["hold"] and any(h["normal"] for h in form["hold"]) and not form["meters"]:
        drawn["hold.svg"] = plots.hold(form)
    if form["along"] and len(form["meters"]) == 1:
        height = max(1.1, 1.85 - 0.09 * len(form["outcomes"]))
        drawn["meter.svg"] = plots.against_meter(form, next(iter(form["meters"])), (7.25, height))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.joinpath("par.typ").write_bytes(template)
        data = {**form, "plots": sorted(drawn), "drawn": date.today().isoformat()}
        folder.joinpath("sheet.json").write_text(json.dumps(data), encoding="utf-8")
        for file, svg in drawn.items():
            text = svg.replace(plots.DRAWN_WITH, FONT)
            folder.joinpath(file).write_text(text, encoding="utf-8")
        try:
            made = typst.compile(str(folder / "par.typ"), root=name, ignore_system_fonts=True)
        except typst.TypstError as error:  # pragma: no cover
            raise PitbossError(f"The sheet cannot be typeset: {error}") from None
    assert isinstance(made, bytes)
    return made
