"""The Rules Submission for print and as one self-contained page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from pitboss.documents.typeset import pdf


def submission_pdf(form: Mapping[str, Any]) -> bytes:
    """The document as PDF, the same for the same form."""
    return pdf("submission.typ", form)


def submission_html(form: Mapping[str, Any]) -> str:
    """The document as a page: no script, no font, no external file."""
    pages = Environment(
        loader=PackageLoader("pitboss.documents", ""),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    return pages.get_template("submission.html.jinja").render(s=form)
