"""docs/games says of every game what the rulebook says."""

import re

import pytest

from pitboss.rulebook.load import Rulebook, load
from tests.health.game_pages import BASE, GAMES, PAGES, pages, with_sections


@pytest.mark.parametrize(
    ("path", "sections"), [pytest.param(*each, id=each[0].stem) for each in pages(load())]
)
def test_a_page_is_as_it_would_be_written(path, sections: dict[str, str]) -> None:
    page = path.read_text("utf-8")
    assert page == with_sections(page, sections), "the rulebook has changed: tools/game-pages"


def test_every_game_has_a_page_in_the_list(book: Rulebook) -> None:
    listed = re.findall(r"^\| \[[^]]+\]\(([^)]+)\.md\) \|", (GAMES / "README.md").read_text(), re.M)
    assert {*listed} == {path.stem for path, _ in pages(book)}
    elsewhere = {game for games in (BASE, *PAGES.values()) for game in games}
    assert {game.key for game in book.games if game.id not in elsewhere} <= {*listed}
