"""The rulebook is in the order of the law: by jurisdiction, then section number by number."""

from itertools import groupby
from pathlib import Path

from pitboss import load
from pitboss.rulebook.load import read_all

STARTER = """
section = "{section}"
title = "Lucky"
cite = "own rules"
status = "designer's own"
jurisdiction = "colorado"
[wager.{key}]
name = "Lucky"
object = "A pair."
sees = ["player.first_two"]
placed = "before the deal"
settles = "after the deal"
decks = [6]
hands = [{{ name = "Pair", when = "pair", A = "8 to 1" }}]
"""


def test_sections_are_in_the_order_of_the_law() -> None:
    sections = [(s.jurisdiction, s.section) for s in load().sections]
    assert sections == [
        *(
            ("colorado", f"30-{n}")
            for n in ("801", "899.25", "1099.52", "2101", *range(2104, 2116))
        ),
        ("new_hampshire", "house procedure"),
        ("pennsylvania", "633a"),
        *(("pennsylvania", f"633c.{n}") for n in range(1, 16)),
        ("south_dakota", "20:18:15"),
        ("south_dakota", "20:18:15:30.17"),
    ]


def test_entries_follow_their_sections() -> None:
    book = load()
    listed = [key for key, _ in groupby((e.jurisdiction, e.section) for e in book.entries)]
    sections = [(s.jurisdiction, s.section) for s in book.sections if s.games or s.wagers]
    assert listed == sections


def test_a_wager_of_ones_own_stands_in_its_jurisdiction(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(STARTER.format(section="30-2110.5", key="lucky"))
    ids = [entry.id for entry in load(tmp_path).entries]
    at = ids.index("colorado/lucky")
    assert ids[at - 1] == "colorado/straight-jack-progressive"
    assert load(tmp_path).entries[at + 1].section == "30-2111"


def test_a_duplicate_key_is_reported_at_the_later_file(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(STARTER.format(section="1-1", key="trilux-bonus"))
    _, faults = read_all([tmp_path])
    assert [(f.place.file, f.place.line) for f in faults] == [(str(path), 7)]
    assert "colorado/trilux-bonus is already defined at colorado/30-2115.toml" in str(faults[0])


def test_like_takes_no_paragraph_of_another_section(tmp_path: Path) -> None:
    """docs/rulebook.md: clauses, notes and citations are the wager's own; "(e)" is § 633c.1's."""
    folder = tmp_path / "pennsylvania"
    folder.mkdir()
    (folder / "blue.toml").write_text(
        'section = "own rules"\ntitle = "Blue Pairs wager"\ncite = "own rules, Blue Pairs"\n'
        'status = "designer\'s own"\n\n[wager.blue-pairs]\nname = "Blue Pairs"\n'
        'like = "perfect-pairs"\n'
    )
    made = load(tmp_path).wager("blue-pairs")
    assert {*(table.cite for table in made.paytables), made.stake.cite, made.tips.cite} == {""}
    of_section = load().wager("new_hampshire/go-for-it-third")
    assert of_section.stake.cite == "wagers: ante"
