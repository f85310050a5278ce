"""The settings of a house are read in one place, and all faults are reported at once."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import SettingsError
from pitboss.submission.first_submission import demonstration
from pitboss.table.houses.house import Choice, House, logged_settings, read_settings
from pitboss.table.houses.opening import open_house
from pitboss.table.log.verification import verify
from tests.rounds.stack import deal
from tests.table.floor import book

PARTY = Choice("P1", stake=500, rates={"mega": Fraction(1, 10)}, choices={"envy": "not offered"})
HOUSE = House("pennsylvania", table="pit 1", wagers={"jackpot-party": PARTY})


def refused(**settings: Any) -> tuple[str, ...]:
    """What is wrong with settings that are filed."""
    with pytest.raises(SettingsError) as error:
        read_settings(json.dumps({"jurisdiction": "pennsylvania", **settings}))
    return error.value.faults


def test_what_a_log_says_of_a_house_is_read_as_it_was_written() -> None:
    for house in (HOUSE, *(each.house for each in demonstration(book()).tables)):
        assert logged_settings(house.to_json()) == read_settings(house.to_json()) == house
        assert logged_settings(house.to_json()).to_json() == house.to_json()


def test_the_text_of_a_log_header_stays_as_it_was() -> None:
    assert HOUSE.to_json() == (
        '{"jurisdiction":"pennsylvania","game":"blackjack","table":"pit 1","decks":6,"least":1000,'
        '"most":50000,"aggregate":null,"chips":[100,250,500,2500,10000,50000],"boxes":7,'
        '"cut":null,"pace":"automatic","seconds":20,'
        '"tips":true,"validate_from":20000,"odd_cents":"down","unit":1,"acknowledged":["all"],'
        '"notice":30,"automated":false,"terms":{},"readings":{},'
        '"wagers":{"jackpot-party":{"paytable":"P1","least":100,"most":10000,'
        '"stake":500,"seeds":{},"rates":{"mega":"1/10"},"reserves":{},"link":"","aggregate":null,'
        '"choices":{"envy":"not offered"}}}}'
    )


def test_what_is_left_out_is_as_usual() -> None:
    assert read_settings('{"jurisdiction": "colorado"}') == House("colorado")
    wagers = {"buster": {"most": 2_500}}
    assert read_settings(json.dumps({"jurisdiction": "colorado", "wagers": wagers})) == House(
        "colorado", wagers={"buster": Choice(most=2_500)}
    )


def test_all_faults_are_reported_together_each_with_its_place() -> None:
    wagers = {"super-4": {"leest": 5, "stake": 0, "rates": {"star": 0.1}}, "buster": []}
    assert refused(deks=6, boxes="seven", tips=1, pace="fast", terms={"a": 1}, wagers=wagers) == (
        "boxes must be a whole number, not 'seven'.",
        "pace must be 'automatic', 'dealer' or 'dealer settles', not 'fast'.",
        "tips must be true or false, not 1.",
        "terms.a must be text, not 1.",
        "wagers.super-4.stake must be $0.01 to $100,000,000, not $0.",
        "wagers.super-4.rates.star must be a part of each stake, as text: '1/10', between '0' "
        "and '1', not 0.1.",
        "wagers.super-4.leest is not a setting: did you mean least?",
        "wagers.buster must be a JSON object, not [].",
        "deks is not a setting: did you mean decks?",
    )


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"unit": 100_000}, "unit must be $0.01 to $1, not $1,000: what is paid is rounded to a"),
        ({"unit": 0}, "unit must be $0.01 to $1, not $0"),
        ({"unit": 100}, "unit must divide every chip, unlike $2.50: a win at even money"),
        (
            {"wagers": {"buster": {"least": 25}, "super-4": {"stake": 100}}},
            "wagers must accept only sums of the chips, unlike the minimum on buster, $0.25",
        ),
        ({"chips": [100.5]}, "chips.0 must be a whole number, not 100.5"),
        ({"chips": 100}, "chips must be a list, not 100"),
        ({"validate_from": 10**11}, "validate_from must be $0 to $10,000, not $1,000,000,000: a"),
        ({"validate_from": -1}, "validate_from must be $0 to $10,000, not −$0.01"),
        ({"seconds": 1}, "seconds must be 5 to 300, not 1: players need time to read their cards"),
        ({"seconds": 10**6}, "seconds must be 5 to 300, not 1000000"),
        ({"boxes": 0}, "boxes must be 1 to 250, not 0"),
        ({"boxes": 251}, "boxes must be 1 to 250, not 251"),
        ({"least": 0}, "the minimum must be $0.01 to $100,000,000, not $0"),
        ({"most": 10**11}, "the maximum must be $0.01 to $100,000,000, not $1,000,000,000"),
        ({"least": 2_000, "most": 1_999}, "the maximum must be at least the minimum, $20"),
        (
            {"wagers": {"buster": {"least": 600, "most": 500}}},
            "the maximum on buster must be at least the minimum, $6",
        ),
        ({"wagers": {"buster": {"seeds": {"m": -5}}}}, "wagers.buster.seeds.m must be $0 to"),
        ({"wagers": {"buster": {"rates": {"m": "3/2"}}}}, "wagers.buster.rates.m must be a part"),
        ({"wagers": {"buster": {"rates": {"m": "1/0"}}}}, "wagers.buster.rates.m must be a part"),
        ({"wagers": {"buster": {"link": "a/b"}}}, "wagers.buster.link must have 0 to 60 printable"),
        ({"table": " "}, "table must have 1 to 60 printable characters"),
        ({"table": "a\nb"}, "table must have 1 to 60 printable characters"),
        ({"odd_cents": "away"}, "odd_cents must be 'down' or 'up', not 'away'"),
        ({"decks": True}, "decks must be a whole number, not True"),
        ({"decks": 6.0}, "decks must be a whole number, not 6.0"),
        ({"zzz": 1}, "zzz is not a setting: the settings are jurisdiction, game, table,"),
    ],
)
def test_a_setting_out_of_bounds_is_refused_with_the_reason(
    settings: dict[str, Any], says: str
) -> None:
    (fault,) = refused(**settings)
    assert fault.startswith(says)


@pytest.mark.parametrize(
    "settings",
    [
        {"unit": 1},
        {"unit": 100, "least": 100, "chips": [100, 500]},
        {"validate_from": 0},
        {"validate_from": 1_000_000},
        {"seconds": 5},
        {"seconds": 300},
        {"boxes": 1},
        {"boxes": 250},
        {"least": 1, "chips": [1, 100]},
        {"least": 1_000, "most": 1_000},
        {"wagers": {"buster": {"rates": {"m": "1"}, "reserves": {"m": "0"}}}},
    ],
)
def test_the_bounds_themselves_are_allowed(settings: dict[str, Any]) -> None:
    assert read_settings(json.dumps({"jurisdiction": "pennsylvania", **settings}))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{}", "cannot be read: jurisdiction is missing."),
        ("[]", r"cannot be read: the whole must be a JSON object, not \[\]."),
        ("{", "cannot be read: they are not JSON."),
        ('{"jurisdiction":"ohio","unit":0}', "cannot be read: unit must be 1 or more."),
        ('{"jurisdiction":"ohio","least":0}', "cannot be read: the minimum must be 1 or more."),
    ],
)
def test_a_header_that_cannot_be_read(text: str, says: str) -> None:
    with pytest.raises(SettingsError, match=f"settings {says}"):
        logged_settings(text)


TEXT = st.text("a1/.- \n\ud800é")
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)


def settings_of(of: type[House] | type[Choice]) -> st.SearchStrategy[dict[str, Any]]:
    """Some settings, each of them anything."""
    return st.dictionaries(st.sampled_from([each.name for each in fields(of)]), ANYTHING)


@given(settings_of(House), settings_of(Choice), st.booleans())
def test_whatever_is_filed_is_read_or_refused(
    house: dict[str, Any], choice: dict[str, Any], logged: bool
) -> None:
    text = json.dumps({"jurisdiction": "ohio", "wagers": {"buster": choice}, **house})
    try:
        read = read_settings(text, logged=logged)
    except SettingsError:
        return
    assert logged_settings(read.to_json()) == read


def test_a_house_made_in_python_is_held_to_the_same() -> None:
    with pytest.raises(SettingsError, match="seconds must be 5 to 300, not 1"):
        open_house(book(), replace(HOUSE, seconds=1))
    with pytest.raises(SettingsError, match="decks must be a whole number, not '6'"):
        open_house(book(), replace(HOUSE, decks="6"))  # type: ignore[arg-type]


def test_a_log_from_before_the_bounds_verifies(monkeypatch: pytest.MonkeyPatch) -> None:
    old = House("pennsylvania", seconds=1, unit=500, validate_from=10**11)
    with monkeypatch.context() as before:
        before.setattr("pitboss.table.houses.opening.check_settings", lambda house: None)
        log = deal(book(), old, "As 9h Kd 8c", {"blackjack": 10.0}).log
    assert '"seconds":1,' in log[0].line.replace(chr(92), "")
    assert verify(book(), log) == []


def test_every_number_of_a_house_has_a_bound() -> None:
    """The deck count is the game's to bound, and the cut card's place the shoe's."""
    for of, apart in ((House, {"decks", "cut"}), (Choice, set())):
        hints = get_type_hints(of, include_extras=True)
        whole = (int, int | None, Mapping[str, int])
        assert {name for name, hint in hints.items() if hint in whole} == apart


def test_a_house_is_made_without_pydantic() -> None:
    made = "import pitboss.table.log.replay, sys; sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", made], check=False).returncode == 0
