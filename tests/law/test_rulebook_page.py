"""docs/rulebook.md has every key and word that a rule file may use."""

import re
from collections import defaultdict
from dataclasses import fields
from pathlib import Path

import pytest

from pitboss import load
from pitboss.rulebook import paytable, schema, vocabulary

PAGE = " ".join((Path(__file__).parents[2] / "docs" / "rulebook.md").read_text("utf-8").split())
FILLED_IN = {"file", "games", "key", "place", "wagers"}
"""Fields that no file may give."""


def has(name: str) -> bool:
    """The page has the name as a word or phrase of its own."""
    return re.search(rf"(?<![\w]){re.escape(name)}(?![\w])", PAGE) is not None


@pytest.mark.parametrize(
    "record",
    [
        schema.Game, schema.Jurisdiction, paytable.Meter, paytable.Multiplier, schema.HouseOption,
        schema.Reading, schema.Section, schema.StakeRule, schema.Term, schema.Tips, schema.Wager,
    ],
)  # fmt: skip
def test_every_key_is_explained(record: type) -> None:
    keys = {f.name for f in fields(record)} - FILLED_IN
    assert sorted(key for key in keys if not has(key)) == []


@pytest.mark.parametrize(
    "words",
    [
        vocabulary.WORDS, vocabulary.SEES, vocabulary.PLACED, vocabulary.SETTLES,
        vocabulary.ROTATIONS, vocabulary.PAYS, vocabulary.HANDS, vocabulary.ROLES,
        vocabulary.STATUS, vocabulary.CONFIDENCE, vocabulary.SURE,
    ],
)  # fmt: skip
def test_every_word_is_explained(words: tuple[str, ...]) -> None:
    assert sorted(word for word in words if not has(word)) == []


def test_every_prefix_is_explained() -> None:
    assert [scope for scope in vocabulary.SCOPES if f"`{scope}.`" not in PAGE] == []


def test_every_term_of_several_sections_is_explained() -> None:
    sections = defaultdict(set)
    for game in load().games:
        for term in game.terms:
            sections[term.key].add(game.section)
    shared = {key for key, found in sections.items() if len(found) > 1}
    assert sorted(key for key in shared if f"`{key}`" not in PAGE) == []


def test_every_place_has_its_words() -> None:
    assert list(vocabulary.SEEN) == list(vocabulary.SEES)
