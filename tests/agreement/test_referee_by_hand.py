"""The referee against a second way: plain recursions that know nothing of the procedures.

What the referee finds is kept in `tests/counts/referee.tsv` and searched again there.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from pitboss.cards import Card, parse_cards
from pitboss.rulebook.load import Rulebook
from tests.agreement.plain_blackjack import Rules, best_net, best_switched_net, points
from tests.counts.referee import Search, read
from tests.soak import first

SEARCHES = {each.name: each for each in read()}

COLORADO = Rules(hits_soft_17=True, surrender=False, even_money=False, resplit_aces=True)
RULES = {
    "pennsylvania/blackjack": Rules(),
    "colorado/blackjack": COLORADO,
    "south_dakota/blackjack": Rules(surrender_after_split=True, even_money=False),
    "south_dakota/blackjack, none": Rules(
        surrender_after_split=True, even_money=False, peeks=False
    ),
    "new_hampshire/blackjack": Rules(
        hits_soft_17=True,
        insures_naturals=False,
        split_by_rank=True,
        double_after_split=False,
        resplit_aces=True,
        wins_21_each=True,
    ),
    "colorado/blackjack-burnout, equal to the wager": replace(COLORADO, fee=Fraction(1, 5)),
    "pennsylvania/hybrid-blackjack, one after the other": Rules(
        surrender=False, double_after_split=False
    ),
    # a second card dealt late is worth one that nobody reads, where the shoe cannot run out
    "pennsylvania/hybrid-blackjack-no-hole-card, none, one after the other": Rules(
        surrender=False, double_after_split=False, even_money=False, peeks=False, split_hands=2
    ),
}
"""Game, terms and readings → the same as plain rules."""


def kept(filed: str) -> list[Search]:
    """The searches of one house, whatever the shoe."""
    found = [each for name, each in SEARCHES.items() if name == f"{filed}, {each.cards}"]
    assert found, f"no search of {filed} is kept"
    return found


def ranks(cards: str) -> Counter[int]:
    return Counter(1 if card.is_ace else int(card.rank) for card in parse_cards(cards))


@pytest.mark.parametrize("filed", RULES)
def test_blackjack(filed: str) -> None:
    for search in kept(filed):
        assert best_net(RULES[filed], ranks(search.cards)) == search.best, search.name


FLAGS = [each.name for each in fields(Rules) if each.type == "bool" and each.name != "pushes_22"]


@pytest.mark.parametrize("flag", first(3, FLAGS))
def test_the_shoes_tell_the_rules_apart(flag: str) -> None:
    """With any one rule turned round, some shoe is worth something else."""
    usual = getattr(Rules(), flag)
    for filed, rules in sorted(RULES.items(), key=lambda each: getattr(each[1], flag) == usual):
        turned: dict[str, Any] = {flag: not getattr(rules, flag)}
        other = replace(rules, **turned)
        if any(best_net(other, ranks(each.cards)) != each.best for each in kept(filed)):
            return
    pytest.fail(f"no shoe is sensitive to {flag}")


def test_30_2105_two_hands_whose_second_cards_may_change_places() -> None:
    rules = replace(COLORADO, pushes_22=True)
    for search in kept("colorado/blackjack-switch, equal to the wager"):
        shoe = ranks(search.cards)
        assert best_switched_net(rules, shoe) == search.best
        assert best_switched_net(COLORADO, shoe) != search.best


def test_633c_4_k_premium_without_the_ante_is_blackjack() -> None:
    (plain,) = [
        each for each in read() if each.house.game == "blackjack-premium" and len(each.stakes) == 1
    ]
    assert best_net(Rules(), ranks(plain.cards)) == plain.best


# -- hands that lie face down ----------------------------------------------------------------------

SHINE = "colorado/3-card-shine, packets, dealing shuffler"
PAI_JACK = "colorado/pai-jack, loses"


def test_a_packet_is_worth_its_cards_one_by_one(book: Rulebook) -> None:
    search = replace(kept(SHINE)[0], cards="As As Ks Qs Qs 9h 9h")
    packets, singly = (replace(search, packets=many).run(book) for many in ((3, 3), ()))
    assert packets.best == singly.best
    assert packets.deals < singly.deals


def three_card_rank(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """The classes of 30-1099.52(1) as numbers, and the ranks that break a tie."""
    held = sorted((int(card.rank) for card in cards), reverse=True)
    by_count = sorted(held, key=lambda rank: (held.count(rank), rank), reverse=True)
    straight = held[0] - held[1] == held[1] - held[2] == 1
    if held == [14, 3, 2]:
        straight, by_count = True, [3, 2, 1]
    flush = len({card.suit for card in cards}) == 1
    alike = max(held.count(rank) for rank in held)
    made = [(held == [14] * 3, 6), (straight and flush, 5), (alike == 3, 4), (straight, 3)]
    made += [(flush, 2), (alike == 2, 1), (True, 0)]
    return (next(n for is_made, n in made if is_made), *by_count)


@pytest.mark.parametrize("search", kept(SHINE), ids=lambda search: search.cards)
def test_30_1099_52_9_play_or_fold(search: Search) -> None:
    cards, net, deals = parse_cards(search.cards), Fraction(0), 0
    for mine in combinations(cards, 3):
        ours, plays, ways = three_card_rank(mine), 0, 0
        bonus = {6: 4, 5: 5, 4: 4, 3: 1}.get(ours[0], 0)  # (13)(A)
        for theirs in combinations([card for card in cards if card not in mine], 3):
            dealers = three_card_rank(theirs)
            ways += 1
            if dealers < (0, 12):  # (13)
                plays += 1 + bonus
            else:  # (14)
                plays += 2 * ((ours > dealers) - (ours < dealers)) + bonus
        net += max(plays, -ways)
        deals += ways
    assert search.best == net / deals


def settings(cards: tuple[Card, ...]) -> list[tuple[int, int]]:
    """High and low points of every legal setting (30-2112(6), (7), reading B-50-b)."""
    made = []
    for low in combinations(cards, 2):
        high = points(tuple(card.points for card in cards if card not in low))
        bottom = points(tuple(card.points for card in low))
        if bottom > high and any(card.is_ace for card in low):
            bottom = sum(card.points for card in low)
        if bottom <= high <= 21:
            made.append((high, bottom))
    return made


def is_pai_jack(cards: tuple[Card, ...]) -> bool:
    held = [card.points for card in cards]
    return 1 in held and held.count(10) > 1


def test_30_2112_6_how_five_cards_are_set() -> None:
    (search,) = kept(PAI_JACK)
    cards, net, deals = parse_cards(search.cards), Fraction(0), 0
    for mine in combinations(cards, 5):
        theirs = tuple(card for card in cards if card not in mine)
        house_way, ways = max(settings(theirs), default=None), settings(mine)
        deals += 1
        if is_pai_jack(mine):  # (5)
            net += Fraction(3, 2)
        elif is_pai_jack(theirs) or (house_way and not ways):  # (9)(a), (11)(g)
            net -= 1
        elif house_way:  # (11)(a)-(f)
            each = [[(a > b) - (a < b) for a, b in zip(w, house_way, strict=True)] for w in ways]
            net += max((sum(pair) > 0) - (sum(pair) < 0) for pair in each)
    assert search.best == net / deals
