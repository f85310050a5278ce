"""Templates of this package: Typst for paper, with data as JSON and pictures in separate files, and
Jinja for pages.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal

from pitboss.errors import PitbossError

SHARED: Final = "print.typ"
"""What several templates import: inks, headings, pay rows."""
Format = Literal["pdf", "svg"]


def typeset(
    template: str,
    data: Mapping[str, Any],
    pictures: Mapping[str, str] | None = None,
    *,
    to: Format = "pdf",
) -> list[bytes]:
    """The document, in one part as PDF and page by page as pictures.

    Only fonts that come with Typst and Matplotlib are used, so that it is the same everywhere.
    """
    import typst

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for each in (template, SHARED):
            source = files("pitboss.documents").joinpath(each).read_bytes()
            folder.joinpath(each).write_bytes(source)
        folder.joinpath("data.json").write_text(json.dumps(data), encoding="utf-8")
        for file, svg in (pictures or {}).items():
            folder.joinpath(file).write_text(svg, encoding="utf-8")
        try:
            made: bytes | list[bytes] | None = typst.compile(
                str(folder / template),
                root=name,
                format=to,
                ignore_system_fonts=True,
                font_paths=[str(font_folder())],
            )
        except typst.TypstError as error:
            raise PitbossError(f"{template} cannot be typeset: {error}") from None
    return [*made] if isinstance(made, list) else [made] if made is not None else []


def pdf(template: str, data: Mapping[str, Any], pictures: Mapping[str, str] | None = None) -> bytes:
    """The document as PDF."""
    (made,) = typeset(template, data, pictures)
    return made


def html_page(
    template: str, *, strict: bool = True, package: str = "pitboss.documents", **given: Any
) -> str:
    """A page without a script, by a template of a package.

    If strict, a name that is not given is refused.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined, Undefined

    pages = Environment(
        loader=PackageLoader(package, ""),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined if strict else Undefined,
    )
    return pages.get_template(template).render(**given)


def font_folder() -> Path:
    """DejaVu Sans, whose license lets Matplotlib and us pass it on."""
    found = find_spec("matplotlib")  # only its place: importing it takes longer than typesetting
    if found is None or found.origin is None:
        raise ModuleNotFoundError("matplotlib has the fonts of documents.", name="matplotlib")
    return Path(found.origin).parent / "mpl-data" / "fonts" / "ttf"
