"""One rule, two readers: of the same deal, real cards and arrays say the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from pitboss.cards import DECK, Card, parse_cards
from pitboss.rulebook.schema import Wager
from pitboss.rulebook.vocabulary import SEES
from pitboss.rulebook.when import NEVER, Condition, parse, show
from pitboss.wagers.arrays import Array, Deals, classify, holds
from pitboss.wagers.deals import conditions, layout
from pitboss.wagers.offer import Hand, Offer, offer
from pitboss.wagers.real import Groups, groups, outcome, reader
from tests.agreement.engine import bind, book, every_choice

NOTABLE = parse_cards("As Ks Qs Js Kd Ad 7d Ah")


def offers(wager: Wager) -> list[Offer]:
    """Every distinct set of conditions that a wager's tables and readings make."""
    found: dict[object, Offer] = {}
    for table in wager.paytables:
        if not table.rows:
            continue
        for choices in every_choice(wager, table):
            bound = offer(book(), wager, table, choices)
            ordered = tuple((number, line.when) for number, line in bound.in_order)
            found.setdefault((ordered, tuple(conditions(bound)), bound.hand), bound)
    return [bound for bound in found.values() if layout(bound) is not None]


WAGERS = [w for w in book().wagers if offers(w)]


@cache
def common_deals(cards: int) -> Array:
    """Deals of so many cards from one deck and from eight."""
    rng = np.random.default_rng(cards)
    one = [rng.permutation(52)[:cards] for _ in range(150)]
    eight = [rng.permutation(416)[:cards] % 52 for _ in range(150)]
    return np.array([*one, *eight])


@cache
def rare_deals(cards: int) -> Array:
    """Deals in which few ranks, few suits, sequences and notable cards come together."""
    rng = np.random.default_rng(cards)
    notable = np.array([c.index for c in NOTABLE])
    found: list[Array] = []
    for _ in range(1000):
        suits = rng.permutation(4)[: rng.integers(1, 4)]
        low = int(rng.choice(np.array([*range(14 - cards), *[13 - cards] * 10])))
        two = rng.permutation(notable)[:2]
        found += [
            rng.choice(rng.permutation(52)[: rng.integers(1, 6)], cards),
            rng.choice(rng.permutation(notable)[: rng.integers(1, 4)], cards),
            np.array([*two, *rng.permutation(52)])[:cards],
            rng.permutation(np.arange(low, low + cards)) * 4 + rng.choice(suits, cards),
            np.array([*np.arange(12, 13 - cards, -1) * 4 + suits[0], rng.integers(52)]),
            rng.integers(8, 13, cards) * 4 + rng.choice(suits, cards),
            rng.choice(rng.permutation(13)[:2], cards) * 4 + rng.choice(suits, cards),
        ]
    return np.array(found)


def dealt(wager: Wager, row: Array) -> Groups:
    """One deal as real cards."""
    cards = [DECK[i] for i in row]
    places: dict[str, list[Card]] = {}
    for place in wager.sees:
        many = SEES[place][1]
        places[place], cards = cards[:many], cards[many:]
    return groups(wager.sees, places)


def as_arrays(bound: Offer, rows: Array) -> Deals:
    """The same deals as arrays, in the layout that the engine counts this offer in."""
    plan = layout(bound)
    assert plan is not None
    at: dict[str, list[int]] = {}
    start = 0
    for scope, many in (SEES[place] for place in bound.wager.sees):
        at[scope] = list(range(start, start + (many or 0)))
        start += many or 0
    if "dealer" in at:
        at["upcard"], at["hole"] = at["dealer"][:1], at["dealer"][1:2]
    columns = [rows[:, i].astype(np.int8) for scope, _ in plan.groups for i in at[scope]]
    return Deals(
        tuple(c // 4 + 2 for c in columns),
        tuple(c % 4 for c in columns),
        plan.columns(range(len(plan.groups))),
    )


def telling_deals(bound: Offer, cards: int) -> Array:
    """Common deals, some rare ones, and up to ten of each line."""
    rare = rare_deals(cards)
    lines = classify(bound, as_arrays(bound, rare))
    chosen = [np.flatnonzero(lines == number)[:10] for number in range(len(bound.lines))]
    return np.concatenate([common_deals(cards), rare[::20], rare[np.concatenate(chosen)]])


def differences(bound: Offer, deals: Deals, seen: list[Groups]) -> Iterator[str]:
    """Every condition, and the line that claims the hand, deal by deal."""
    for condition in dict.fromkeys(conditions(bound)):
        ask = reader(condition, bound.hand)
        on_cards = np.array([bool(ask(each)) for each in seen])
        for i in np.flatnonzero(on_cards != holds(condition, deals, bound.hand))[:3]:
            yield f"{show(condition)}: {on_cards[i]} on real cards {seen[i]['']}"
    lines = [outcome(bound, each) for each in seen]
    numbers = np.array([bound.lines.index(x) if x else -1 for x in lines])
    for i in np.flatnonzero(numbers != classify(bound, deals))[:3]:
        yield f"{lines[i]} on real cards {seen[i]['']}"


@pytest.mark.parametrize("wager", WAGERS, ids=lambda w: f"{w.section} {w.key}")
def test_real_cards_and_arrays_agree(wager: Wager) -> None:
    cards = sum(SEES[place][1] or 0 for place in wager.sees)
    for bound in offers(wager):
        rows = telling_deals(bound, cards)
        deals = as_arrays(bound, rows)
        seen = [dealt(wager, row) for row in rows]
        assert not list(differences(bound, deals, seen)), (bound.table.id, bound.choices)
        never = {n for n, line in enumerate(bound.lines) if line.when == NEVER}
        missed = set(range(len(bound.lines))) - never - set(classify(bound, deals).tolist())
        assert not missed, f"no deal here is {[bound.lines[n].outcome for n in missed]}"


WORDS = [
    "pair", "twins", "two_pair", "three_of_a_kind", "four_of_a_kind", "five_of_a_kind",
    "full_house", "pair_rank >= 2", "pair_rank == A", "pair_rank < 9", "straight", "flush",
    "straight_flush", "royal_flush", "suited", "one_color", "in_suit(spades)",
    'ranks("A A K K 2")', 'holds("A K")', 'holds("As As")', 'holds_suited("A K Q")',
    'count("A") == 2', 'count("Kd") >= 1', "tens == 3", "total == 21", "total > 21", "soft",
    "blackjack", "bust", "run == 2", "run >= 3", "always", "not pair", "pair and suited",
    "pair or suited or soft", "9 <= total <= 11",
]  # fmt: skip
HANDS = {
    "all cards": Hand(),
    "best five": Hand("best five"),
    "wild": Hand("all cards", DECK[45], ""),
    "wild of any suit": Hand("all cards", DECK[45], "", any_suit=True),
    "wild, best five": Hand("best five", DECK[45], ""),
    "wild of any suit, best five": Hand("best five", DECK[45], "", any_suit=True),
}


@pytest.mark.parametrize("cards", [2, 3, 4, 5, 6])
def test_every_word_of_the_vocabulary_of_so_many_cards(cards: int) -> None:
    """Also words and wild cards that no wager of fixed cards uses so far."""
    rows = np.concatenate([common_deals(cards), rare_deals(cards)[::20]])
    seen: list[Groups] = [{"": tuple(DECK[i] for i in row)} for row in rows]
    columns = rows.T.astype(np.int8)
    deals = Deals(
        tuple(c // 4 + 2 for c in columns), tuple(c % 4 for c in columns), {"": tuple(range(cards))}
    )
    for text in WORDS:
        condition: Condition = parse(text)
        for name, hand in HANDS.items():
            ask = reader(condition, hand)
            on_cards = [bool(ask(each)) for each in seen]
            in_arrays = holds(condition, deals, hand).tolist()
            wrong = [seen[i][""] for i in range(len(seen)) if on_cards[i] != in_arrays[i]]
            assert not wrong[:3], (text, name)


def test_the_number_of_cards_can_be_asked_of_arrays() -> None:
    rows = common_deals(3).T.astype(np.int8)
    deals = Deals(tuple(c // 4 + 2 for c in rows), tuple(c % 4 for c in rows), {"": (0, 1, 2)})
    condition = parse("cards == 3 and pair")
    assert (holds(condition, deals, Hand()) == holds(parse("pair"), deals, Hand())).all()


@pytest.mark.parametrize("suit", ["clubs", "diamonds", "hearts", "spades"])
def test_30_2107_a_declared_suit_is_read_alike(suit: str) -> None:
    bound = bind("colorado/21-plus-3-progressive", "PT-BJS-213-03", {"suit": suit})
    ace = Card.parse(f"A{suit[0]}")
    dealt_cards = {"player.first_two": (ace, ace), "dealer.upcard": (ace,)}
    line = outcome(bound, groups(bound.wager.sees, dealt_cards))
    assert line is bound.lines[0]


def test_a_line_is_chosen_by_pay_where_the_law_ranks_by_pay() -> None:
    """30-2108(5): a suited ace-king is a blackjack, a straight and a straight flush as well."""
    bound = bind("colorado/golden-21-poker", "Pay Schedule 1")
    seen = groups(bound.wager.sees, {"player.first_two": parse_cards("As Ks")})
    assert outcome(bound, seen) is bound.lines[-1]
    printed = replace(bound, wager=replace(bound.wager, pays="highest"))
    assert outcome(printed, seen) is bound.lines[0]
