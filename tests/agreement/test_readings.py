"""Every reading and option of every wager of the law: the sheet says what the table pays.

Each wager is dealt from a pack in which the choice can matter, deal by deal. Where a choice
changes what the table pays, the sheet must change with it; where it does not, neither may the
sheet: both must say the same under every choice.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cache

import pytest

from pitboss.analysis.setting import policies
from pitboss.errors import NotAllowed
from tests.agreement.dealt import (
    PLAYS,
    Paids,
    RanOut,
    basic_strategy,
    dealt,
    difference,
    nameless,
    never_hit,
    of_sheet,
    pack_of,
    proved,
)
from tests.agreement.filed import Filing, book, bound_at, filings, opened, stakes_at
from tests.soak import covering

USUAL = {
    ("player.first_two",): "5 As, 3 Js, 4 Ks, 4 Kd, 4 Qs",
    ("player.first_two", "dealer.upcard"): "4 As, 6 Ks, 4 Kd, 4 Qs, 4 Ad",
    ("player.first_two", "dealer.first_two"): "4 As, 6 Ks, 4 Js, 5 Kd, 5 Ad",
    ("dealer.hand",): "8 9s, 8 Ks, 6 8d, 2 As",
    ("player.first_two", "dealer.hand"): "3 As, 9 Ks, 8 6d",
    ("dealer.hand", "player.first_two"): "8 9s, 8 Ks, 6 8d, 4 Kd",
    ("player.hand",): "8 7s, 8 8s, 6 9d, 6 6h",
    ("player.hand", "dealer.hand"): "8 As, 36 Ks, 24 8d",
    ("player.first_two", "player.third_card"): "7 7s, 8 Ks, 4 7d, 3 5h",
    ("player.first_three",): "6 9s, 6 Ks, 6 Kd",
    ("player.first_three", "dealer.first_three"): "6 As, 6 Ks, 6 Qs",
    ("player.first_three", "community.two"): "9 9s, 9 Ks",
    ("player.first_four",): "6 9s, 6 Ks, 6 Kd",
    ("player.first_five",): "9 As, 9 Ks",
}
"""What a wager sees → a pack of a few kinds in which most of its lines come."""

OF_A_WAGER = {
    "buster-bonus": "20 2s, 9 Ks",
    "upcard-luck": "7 7s, 4 As, 6 Ks",
    "crown-treasure": "6 Ks, 6 Qs, 5 Kd",
    "trilux-progressive": "5 As, 5 Ks, 5 Qs, 4 Jd",
}
"""Wagers that win little with those."""

AT = {
    "colorado/blackjack-switch": "9 Ks, 9 6d",
    "pennsylvania/hybrid-blackjack-no-hole-card": "6 9s, 6 Ks, 6 Kd",
}
"""Games that deal many cards."""

WHERE: dict[tuple[str, str], tuple[str, str]] = {
    ("21-plus-3-progressive", "A-5"): ("6 Ks, 5 Kd, 4 As", "PT-BJS-213-02"),
    ("buffalo-2-21-plus-3-progressive", "A-5"): ("6 Ks, 5 Kd, 4 As", "PT-BJS-213-02"),
    ("buffalo-3-21-plus-3-progressive", "A-5"): ("6 Ks, 5 Kd, 4 As", "PT-BJS-213-02"),
    ("blackjack-ante", "A-7"): ("6 As, 36 Ks, 32 7d", ""),
    ("blackjack-ante", "A-8"): ("36 7s, 36 Kd, 2 As", ""),
    ("blackjack-ante", "A-8-b"): ("12 As, 36 Kd, 32 9s", ""),
    ("golden-21-poker", "B-30-b"): ("8 As, 6 2s, 5 Ks", ""),
    ("straight-jack", "B-32"): ("3 As, 3 2h, 9 Kd", ""),
    ("straight-jack-progressive", "B-32"): ("3 As, 3 2h, 9 Kd", ""),
    ("straight-jack", "B-33-b"): ("3 5s, 4 6h, 4 7d, 9 Ks", ""),
    ("straight-jack-progressive", "B-33-b"): ("3 5s, 4 6h, 4 7d, 9 Ks", ""),
    ("trilux-progressive", "B-63-b"): ("5 As, 5 Ks, 5 Qs, 4 Jd", "Pay table 05"),
    ("trilux-progressive", "B-64"): ("6 Ks, 6 Kd, 6 9s", "Pay table 07"),
    ("ante-bonus", "C-2-c"): ("8 As, 8 Ad, 8 Ks", ""),
    ("pair-xxx", "C-2-b"): ("8 As, 8 Ad, 8 Ks", ""),
    ("blazing-7s", "third-card"): ("7 7s, 8 Ks, 4 7d", ""),
    ("trilux-deluxe", "D-34"): ("6 As, 6 2d, 6 3s", ""),
    ("axman", "D-35"): ("7 2s, 7 4s, 7 Kd", ""),
    ("axman", "D-36"): ("7 2s, 7 4s, 7 Kd", ""),
    ("three-card-poker", "F-9"): ("6 9s, 6 Ks, 6 Kd", ""),
    ("perfect-pair", "F-9"): ("6 9s, 6 Ks, 6 Kd", ""),
    ("match-the-dealer", "F-9"): ("6 9s, 6 Ks, 6 Kd", ""),
    ("trilux-bonus", "E-2"): ("6 As, 6 2d, 6 3s", ""),
    ("trilux-lucky-george", "E-2"): ("6 As, 6 2d, 6 3s", ""),
    ("trilux-super-3", "E-2"): ("6 As, 6 2s, 6 3s", ""),
    ("trilux-bonus", "E-9"): ("6 Ks, 6 Kd, 6 9s", "TRI-02"),
    ("super-4", "suit"): ("5 As, 5 Ks, 5 Qs, 5 Js", ""),
}
"""Wager and choice → a pack, and a pay table, with which it matters."""

FEWER: dict[tuple[str, str], str] = {
    ("blackjack-ante", "A-7"): "2 As, 36 Ks, 2 7d",
    ("super-4", "A-2"): "2 As, 3 Ks, 3 Kd",
    ("super-4", "suit"): "1 As, 1 Ks, 1 Qs, 5 Js",
    ("buzzer-beater", "A-4-b"): "2 As, 36 Ks, 2 8d",
    ("blackjack-match", "A-11"): "2 As, 3 Ks, 3 Kd",
    ("trilux-progressive", "B-63-b"): "1 As, 1 Ks, 1 Qs, 4 Jd",
    ("axman", "D-35"): "4 2s, 2 4s, 9 Kd",
    ("axman", "D-36"): "4 2s, 2 4s, 9 Kd",
    ("axman", "D-38"): "2 9s, 6 Ks",
    ("straight-jack", "B-32"): "1 As, 2 2h, 9 Kd",
    ("buffalo-3-bust-bonus", "B-54"): "1 As, 8 Ks, 2 8d",
}
"""The same with few deals, where `--soak` deals from the packs above."""

MATTERS = {
    *(each for each in WHERE if each[1] != "F-9"),
    *((key, "A-1") for key in ("jackpot-party", "match-the-dealer", "blackjack-match")),
    ("blazing-7s", "A-1-b"),
    ("super-4", "A-2"),
    ("super-4", "A-3"),
    ("buzzer-beater", "A-4-b"),
    ("blackjack-match", "A-11"),
    ("buster-blackjack", "B-11"),
    ("golden-21-poker", "B-30"),
    ("buffalo-3-bust-bonus", "B-54"),
    ("buffalo-3-bust-bonus", "B-54-b"),
    ("buffalo-2-bust-bonus", "B-55"),
    ("buffalo-3-bust-bonus", "B-55"),
    ("bust-bonanza", "B-57"),
    ("buzzer-beater", "D-17"),
    ("axman", "D-38"),
    ("buster-blackjack", "D-38"),
    ("upcard-luck", "D-42"),
    ("three-card-poker", "G-6"),
}
"""Choices that change what a table pays: the packs above must show it."""

MILLIONS = ("super-6", "21-hold-em-poker")
"""Wagers on five or six cards, whose sheets take half a minute whatever the pack."""
NOT_DEALT = {("F-16", "one more hand")}
"""Choices that no table opens with."""
MOST_DEALS = 6_000
EVERY = [
    replace(filing, paytable=WHERE.get((filing.wager, filing.key), ("", ""))[1])
    for filing in filings()
    if (filing.key, filing.choice) not in NOT_DEALT and filing.wager not in MILLIONS
]


def pack_for(filing: Filing) -> str:
    sees = bound_at(opened(filing), filing.wager).wager.sees
    by_choice = WHERE.get((filing.wager, filing.key), ("", ""))[0]
    return by_choice or AT.get(filing.game, "") or OF_A_WAGER.get(filing.wager, "") or (USUAL[sees])


def few_kinds(pack: str, many: int) -> str:
    """The first so many.

    >>> few_kinds("4 As, 6 Ks, 4 Kd, 4 Qs, 4 Ad", 3)
    '4 As, 6 Ks, 4 Kd'
    """
    return ", ".join(pack.split(", ")[:many])


def telling(pack: str, ours: Filing, usual: Filing) -> str:
    """As many kinds of a pack as it takes to show at the table that two filings differ."""
    for many in range(2, pack.count(",") + 1):
        few = few_kinds(pack, many)
        with suppress(RanOut):
            one, other = (
                [at_table(filing, few, policy) for policy in policies_of(filing)]
                for filing in (ours, usual)
            )
            if one != other:
                return few
    return pack


@cache
def at_table(filing: Filing, pack: str, policy: str) -> Paids:
    """What the wager is paid under a policy of its sheet."""
    table = opened(filing)
    usual = basic_strategy if policy or filing.key == "D-38" else never_hit
    play = next((PLAYS[name] for name in PLAYS if name in policy), usual)
    settled = filing.wager in table.offers or filing.wager in table.extras
    key = filing.wager if settled else table.procedure.main
    stakes = stakes_at(table, filing.wager)
    return dealt(table, pack_of(pack), stakes, play, most=MOST_DEALS, only=key).paid[key]


@cache
def at_sheet(filing: Filing, pack: str, policy: str) -> Paids:
    table = opened(filing)
    stakes = stakes_at(table, filing.wager)
    bound = bound_at(table, filing.wager)
    base = bound.wager.odds_on or (*bound.wager.requires, "")[-1 if bound.wager.stake.none else 0]
    stake = stakes.get(filing.wager) or stakes.get(base) or stakes[table.procedure.main]
    sheet = of_sheet(proved(table, bound, pack_of(pack), stake, policy))
    settled = filing.wager in table.offers or filing.wager in table.extras
    return sheet if settled else nameless(sheet)


def policies_of(filing: Filing) -> list[str]:
    """The usual one, and never to hit; one who plays for the wager is another test."""
    named = policies(bound_at(opened(filing), filing.wager))
    return [named[0], *(each for each in named[1:] if each in PLAYS)]


def choice_of(filing: Filing) -> tuple[str, str]:
    return filing.key, filing.choice


SAME = covering(
    [filing for filing in EVERY if (filing.wager, filing.key) not in MATTERS],
    lambda filing: (filing.law, filing.wager),
    lambda filing: filing.game,
    choice_of,
)
"""Every wager of every law, every game, and every choice that changes nothing."""
CHANGED = covering([f for f in EVERY if (f.wager, f.key) in MATTERS], choice_of)


def disagreement(filing: Filing, pack: str, plays: list[str]) -> str:
    """Where table and sheet differ, play by play; empty where they agree."""
    found = ""
    for policy in plays:
        if differs := difference(at_table(filing, pack, policy), at_sheet(filing, pack, policy)):
            found += f"{filing}, {policy or 'any play'}, pack {pack}:\n{differs}\n"
    return found


@pytest.mark.parametrize("filing", SAME, ids=str)
def test_the_sheet_is_what_the_table_pays(filing: Filing, request: pytest.FixtureRequest) -> None:
    """Dealt in three kinds; a choice that changes nothing in two, and by the usual play alone.

    With `--soak` in all kinds and by every play.
    """
    pack, plays = pack_for(filing), policies_of(filing)
    if not request.config.getoption("--soak"):
        pack, plays = (few_kinds(pack, 2), plays[:1]) if filing.key else (few_kinds(pack, 3), plays)
    assert not disagreement(filing, pack, plays)


@pytest.mark.parametrize("filing", CHANGED, ids=str)
def test_a_choice_that_matters_changes_both(filing: Filing, request: pytest.FixtureRequest) -> None:
    """Under some play, the pack shows the choice at the table; and then the sheet shows it."""
    pack = pack_for(filing)
    default = replace(filing, choice=filed_as_usual(filing))
    if not request.config.getoption("--soak"):
        few = FEWER.get((filing.wager, filing.key))
        pack = few or telling(pack, filing, default)
    for each in (filing, default):
        assert not disagreement(each, pack, policies_of(each))
    ours, usual = ([at_table(f, pack, p) for p in policies_of(f)] for f in (filing, default))
    if filing.choice in ALSO_SAME.get((filing.wager, filing.key), ()):
        assert ours == usual
    else:
        assert ours != usual, f"{pack} does not show {filing}"


def filed_as_usual(filing: Filing) -> str:
    """The default of what was chosen otherwise."""
    wager = bound_at(opened(filing), filing.wager).wager
    options = {option.key: option.default for option in wager.options}
    return options.get(filing.key) or book().readings[filing.key].default


ALSO_SAME = {
    ("super-4", "suit"): ("hearts", "clubs"),
    ("axman", "D-35"): ("five highest, wild as dealt",),
}
"""Choices of such a key that this pack cannot show: it has no card of the suit, or one king."""


@pytest.mark.parametrize(("key", "choice"), sorted(NOT_DEALT))
def test_a_choice_that_no_table_opens_with_is_marked(key: str, choice: str) -> None:
    """A choice that the procedure does not know is listed as not played, with its reason."""
    assert choice in book().readings[key].unplayed


def test_choices_that_are_filed_open_a_table() -> None:
    refused = []
    for filing in EVERY:
        try:
            opened(filing)
        except NotAllowed as error:
            refused.append(f"{filing}: {error}")
    assert not refused
