"""What the pages for players, dealers and the floor print in bold is there to be pressed."""

import re
from pathlib import Path

import pytest

from pitboss.games.log_words import IRREGULARITIES
from pitboss.rulebook.load import Rulebook

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "docs/first-table.md",
    *(ROOT / f"docs/how-to/{who}.md" for who in ("player", "dealer", "manager")),
]
BOLD = re.compile(r"\*\*([^*.]+)\*\*")
"""A bold sentence or heading ends with a full stop; a button does not."""
PARTS = re.compile(r" *\$\d+| *… *| & |,? with a dealer.*")
"""What joins the words of a button or stands beside them: an amount, a number, whose table."""
NAMES = {"Dana", "Flora"}
"""People of the first start."""


def test_the_pattern_finds_a_button() -> None:
    assert BOLD.findall("Press **Deal $12**, then **Rebet & deal**. **systemd.** A unit.") == [
        "Deal $12",
        "Rebet & deal",
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_button_in_bold_exists(book: Rulebook, page: Path) -> None:
    drawn = [each.read_text("utf-8") for each in (ROOT / "src/pitboss/web/js").glob("**/*.js")]
    said = " ".join(" ".join(drawn).split())
    said += " ".join([wager.name for wager in book.wagers] + [game.name for game in book.games])
    said += " ".join(each.capitalize() for each in IRREGULARITIES)
    for bold in BOLD.findall(" ".join(page.read_text("utf-8").split())):
        for part in PARTS.split(bold):
            assert part in said or part in NAMES, bold
