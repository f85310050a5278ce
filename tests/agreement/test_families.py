"""What a designer may count on: these conditions are proved, never refused, and as they are dealt.

Every condition is offered with its contrary, so that a sheet that loses or doubles some deals
cannot agree. Packs of a few kinds, each through the table deal by deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product

import pytest

from pitboss.analysis.setting import policies
from pitboss.cards import Shoe
from pitboss.rulebook.vocabulary import SCOPES, WORDS
from pitboss.table.houses.opening import Open
from tests.agreement.dealt import (
    LOST,
    PLAYS,
    Rounds,
    dealt,
    difference,
    of_sheet,
    pack_of,
    proved,
)
from tests.agreement.designer import STAKE, Sees, Written, acceptable, open_with
from tests.soak import soak

PLAYER: Sees = ("player.hand",)
DEALER: Sees = ("dealer.hand",)
FIRST_AND_DEALER: Sees = ("player.first_two", "dealer.hand")
THIRD: Sees = ("player.third_card",)
FIRST_AND_THIRD: Sees = ("player.first_two", "player.third_card")

OF_A_HAND = (
    "cards >= 3",
    "cards == 2",
    "total == 18",
    "total >= 17 and total <= 20",
    "bust",
    "suited",
    "one_color",
    "in_suit(hearts)",
    'count("7") >= 1',
    'count("7") == 2',
    'count("7h") == 1',
    'holds("7 7")',
    'holds("7 K")',
    "soft",
    "tens == 1",
    "always",
    'suited and count("7") >= 1',
    'cards == 3 and total == 21 and not holds("7 7 7")',
    "cards >= 4 or (one_color and not bust)",
)
"""Of the player's finished hand and of the dealer's alike."""
NEW = {"red": ("red",), "black": ("black",)}
"""Words → conditions that are asked for as soon as the vocabulary has them."""
OF_THE_PLAYER = ("run == 2", "run >= 3", "run <= 2", "run >= 2 and suited")
OF_BOTH = (
    "suited",
    "flush",
    "player.pair and dealer.bust",
    'count("7") >= 3',
)
OF_THE_THIRD = (
    "third.rank == A",
    "third.rank == 7",
    "third.in_suit(hearts)",
    "third.cards == 1",
    "third.cards == 0",
    "third.tens == 1",
    "third.rank >= 8 and not third.in_suit(spades)",
)
WITH_THE_THIRD = (
    'ranks("7 7 7")',
    "player.pair and third.rank == 7",
    "suited",
    "three_of_a_kind",
    "pair and third.cards == 1",
)


def asked_for() -> dict[str, tuple[Sees, str]]:
    """A key for every condition on everything that it is asked of."""
    hands = [*OF_A_HAND, *(c for word, some in NEW.items() if word in WORDS for c in some)]
    pairs = [*product([PLAYER, DEALER], hands), *((PLAYER, each) for each in OF_THE_PLAYER)]
    pairs += [(FIRST_AND_DEALER, each) for each in OF_BOTH]
    pairs += [(THIRD, each) for each in OF_THE_THIRD]
    pairs += [(FIRST_AND_THIRD, each) for each in WITH_THE_THIRD]
    if "first" in SCOPES:
        pairs += [(sees, "first.rank == 7") for sees in (PLAYER, FIRST_AND_DEALER, FIRST_AND_THIRD)]
        pairs += [(("player.first_two",), "first.rank == 7")]
    return {f"own-{n}": pair for n, pair in enumerate(pairs)}


FAMILIES = asked_for()
TERMS: Mapping[str, Mapping[str, str]] = {
    "stands, peeks": {"soft_17": "stand", "peek": "ace and ten", "double_on": "any two cards"},
    "hits, never looks": {"soft_17": "hit", "peek": "none", "double_on": "never"},
}
PACKS = {
    "sevens and kings": "0d + 7h 7h 7h 7h 7h 7h 7d Ks Ks Ks Ks Ks Ks Ks Ks 5d",
    "sevens of two suits": "0d + 7h 7h 7h 7h 7h 7d 7d 7d Ks Ks Ks Ks Ks Ks Ks Ks 5d",
    "an ace or two": "0d + As As 7h 7h 7h 7h 7h 7h Kd Kd Kd Kd Kd Kd Kd Kd",
    "kings of two suits": "0d + 7h 7h 7h 7h 7h 7d 7d 7d Ks Ks Ks Ks Ks Ks Kh Kh Kh 5d 5d",
    "aces and eights": "0d + As As 7h 7h 7h 7h 7h 7h Kd Kd Kd Kd Kd Kd 8h 8h 8h",
}
DEALT = [
    ("stands, peeks", "sevens and kings"),
    ("hits, never looks", "an ace or two"),
    soak("stands, peeks", "sevens of two suits"),
    soak("stands, peeks", "kings of two suits"),
    soak("hits, never looks", "aces and eights"),
]


@cache
def table(terms: str) -> Open:
    """All of them beside one another."""
    written = {
        key: Written(sees, ((when, 3), (f"not ({when})", 5)))
        for key, (sees, when) in FAMILIES.items()
    }
    return open_with(written, TERMS[terms])


@cache
def rounds(terms: str, pack: str, policy: str) -> Rounds:
    stakes = {"blackjack": 1_000, **dict.fromkeys(FAMILIES, STAKE)}
    return dealt(table(terms), Shoe.parse(PACKS[pack]), stakes, PLAYS[policy])


@pytest.mark.parametrize(("key", "sees", "when"), [(k, *pair) for k, pair in FAMILIES.items()])
@pytest.mark.parametrize(("terms", "pack"), DEALT)
def test_it_is_proved_as_it_is_dealt(
    key: str, sees: Sees, when: str, terms: str, pack: str, request: pytest.FixtureRequest
) -> None:
    """By every play; where the dealer never looks, by one that draws only with `--soak`."""
    whole = terms == "stands, peeks" or request.config.getoption("--soak")
    plays = [*PLAYS] if whole else ["never hit"]
    opened = table(terms)
    for policy in plays:
        played = policy if policy in policies(opened.offers[key]) else ""
        sheet = proved(opened, opened.offers[key], Shoe.parse(PACKS[pack]), STAKE, played)
        found = difference(rounds(terms, pack, policy).paid[key], of_sheet(sheet))
        assert not found, f"{sees} {when!r}, {policy}:\n{found}"


# -- where no third card comes --------------------------------------------------------------------


def of_no_card() -> dict[str, Written]:
    """Everything that can be said of the third card and answered yes or no."""
    given = {"suit": "(hearts)", "ranks": '("7")', "cards": '("7")'}
    said = [
        f"third.{word}" + "".join(given[kind] for kind in known.takes)
        for word, known in WORDS.items()
        if known.scoped and known.gives.value == "yes or no"
    ]
    return acceptable({f"none-{n}": Written(THIRD, ((when, 3),)) for n, when in enumerate(said)})


def test_nothing_is_paid_for_a_third_card_that_did_not_come() -> None:
    """One who stands has no third card: it is of no suit, no color and no hand."""
    written = of_no_card()
    opened = open_with(written, TERMS["stands, peeks"])
    stakes = {"blackjack": 1_000, **dict.fromkeys(written, STAKE)}
    stands = dealt(opened, pack_of("9 Ks, 9 9h"), stakes, PLAYS["never hit"])
    paid = [each.hands[0][0] for key, each in written.items() if {*stands.paid[key]} != {LOST}]
    assert not paid
