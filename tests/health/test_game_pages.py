"""docs/games says of every game what the rulebook says."""

import re
import tomllib
from pathlib import Path

import pytest

from pitboss.games.terms_in_force import procedure_of
from pitboss.rulebook.load import Rulebook, load
from pitboss.rulebook.term_fields import named
from pitboss.solvers.strategy_sheet import legend
from tests.health.game_pages import BASE, GAMES, PAGES, PROOFS, pages, with_sections


@pytest.mark.parametrize(
    ("path", "sections"), [pytest.param(*each, id=each[0].stem) for each in pages(load())]
)
def test_a_page_is_up_to_date(path, sections: dict[str, str]) -> None:
    page = path.read_text("utf-8")
    assert page == with_sections(page, sections), "the rulebook has changed: tools/game-pages"


@pytest.mark.parametrize("path", sorted((PROOFS / "games").rglob("*.toml")), ids=lambda p: p.stem)
def test_every_cell_of_a_chart_stands_under_an_upcard_and_has_a_meaning(path: Path) -> None:
    proof = tomllib.loads(path.read_text("utf-8"))
    if not proof["upcards"]:
        assert 0 < len(proof["glance"]) < 20
        return
    meanings = legend(proof["chart"])
    for rows in proof["chart"].values():
        for row, cells in rows.items():
            assert len(cells) == len(proof["upcards"]), row
            assert {*cells} <= {*meanings, "."}, row


def test_every_game_has_a_page_in_the_list(book: Rulebook) -> None:
    listed = re.findall(r"^\| \[[^]]+\]\(([^)]+)\.md\) \|", (GAMES / "README.md").read_text(), re.M)
    assert {*listed} == {path.stem for path, _ in pages(book)}
    elsewhere = {game for games in (BASE, *PAGES.values()) for game in games}
    assert {game.key for game in book.games if game.id not in elsewhere} <= {*listed}


def test_every_term_is_read_or_printed_on_the_page_of_its_game(book: Rulebook) -> None:
    """A term is a field of its game's record, or the page says what the script does by it."""
    printed = {path.stem: path.read_text("utf-8") for path, _ in pages(book)}
    stems = {game: stem for stem, games in PAGES.items() for game in games}
    stems |= dict.fromkeys(BASE, "blackjack")
    for game in book.games:
        page = printed[stems.get(game.id, game.key)]
        read = {field.key for field in named(procedure_of(book, game).terms)}
        lost = [t.key for t in game.terms if t.key not in read and f"`{t.key}`" not in page]
        assert lost == [], f"{game.id} has terms that nothing reads and no page prints"
