"""One rule, two readers: of the same deal, real cards and arrays say the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import islice

import numpy as np
import pytest

from pitboss.cards import DECK, Card, parse_cards
from pitboss.hands import PokerRule
from pitboss.rulebook.schema import Wager
from pitboss.rulebook.vocabulary import FIRST_TWO, SCOPES, SEES, WORDS, Kind
from pitboss.rulebook.when import NEVER, Condition, parse, show
from pitboss.wagers.array_reader import Array, Deals, classify, holds
from pitboss.wagers.card_reader import Groups, groups, outcome, reader
from pitboss.wagers.deals import conditions, layout
from pitboss.wagers.offer import Offer, offer
from tests.agreement.engine import bind, book, every_choice
from tests.soak import soak

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
    for holder, (first, second) in FIRST_TWO.items():
        if holder in at:
            at[first], at[second] = at[holder][:1], at[holder][1:2]
    columns = [rows[:, i].astype(np.int8) for scope, _ in plan.groups for i in at[scope]]
    return Deals(
        tuple(c // 4 + 2 for c in columns),
        tuple(c % 4 for c in columns),
        plan.columns(range(len(plan.groups))),
    )


def telling_deals(bound: Offer, cards: int, step: int) -> Array:
    """One in so many of the common and of some rare deals, and some of each line."""
    rare = rare_deals(cards)
    lines = classify(bound, as_arrays(bound, rare))
    each = max(2, 10 // step)
    chosen = [np.flatnonzero(lines == number)[:each] for number in range(len(bound.lines))]
    some = common_deals(cards)[::step], rare[:: 20 * step]
    return np.concatenate([*some, rare[np.concatenate(chosen)]])


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


@pytest.mark.parametrize("step", [20, soak(1)])
@pytest.mark.parametrize("wager", WAGERS, ids=lambda w: f"{w.section} {w.key}")
def test_real_cards_and_arrays_agree(wager: Wager, step: int) -> None:
    cards = sum(SEES[place][1] or 0 for place in wager.sees)
    for bound in offers(wager):
        rows = telling_deals(bound, cards, step)
        deals = as_arrays(bound, rows)
        seen = [dealt(wager, row) for row in rows]
        assert not list(differences(bound, deals, seen)), (bound.table.id, bound.choices)
        never = {n for n, line in enumerate(bound.lines) if line.when == NEVER}
        missed = set(range(len(bound.lines))) - never - set(classify(bound, deals).tolist())
        assert not missed, f"no deal here is {[bound.lines[n].outcome for n in missed]}"


GIVEN = {
    "cards": ['"A K"', '"As As"', '"A As"', '"J Q K"', '"Kd"'],
    "ranks": ['"A K Q"', '"A A"', '"A A K K 2"', '"7"'],
    "suit": ["spades", "diamonds"],
}
NUMBERS = {"rank": range(2, 15), "pair_rank": (0, 2, 9, 13, 14), "total": (0, 17, 21, 22)}


def sayings(name: str, scope: str = "") -> list[str]:
    """Conditions that use a word, with each argument and each number that tells its answers."""
    word = WORDS[name]
    said = f"{scope}.{name}" if scope else name
    calls = [f"{said}({given})" for take in word.takes for given in GIVEN[take]] or [said]
    if word.gives is Kind.YES_NO:
        return calls
    return [f"{call} == {n}" for call in calls for n in NUMBERS.get(name, range(7))]


SAID_OF_CARDS = [name for name, word in WORDS.items() if word.tells]
JOINED = ["always", "not pair", "pair and suited", "pair or suited or soft", "9 <= total <= 11",
          "pair_rank > count(\"A\")", "cards == 3 and pair"]  # fmt: skip
HANDS = {
    "all cards": PokerRule(),
    "best five": PokerRule("best five"),
    "wild": PokerRule("all cards", DECK[45], ""),
    "wild of any suit": PokerRule("all cards", DECK[45], "", any_suit=True),
    "wild, best five": PokerRule("best five", DECK[45], ""),
    "wild of any suit, best five": PokerRule("best five", DECK[45], "", any_suit=True),
}


@pytest.mark.parametrize("step", [48, soak(1)])
@pytest.mark.parametrize("cards", [1, 2, 3, 4, 5, 6])
def test_every_word_of_the_vocabulary_of_so_many_cards(cards: int, step: int) -> None:
    """Also words and wild cards that no wager of fixed cards uses so far."""
    rows = np.concatenate([common_deals(cards)[::step], rare_deals(cards)[:: 19 * step]])
    seen: list[Groups] = [{"": tuple(DECK[i] for i in row)} for row in rows]
    deals = columns_of(rows, {"": range(cards)})
    plain = [text for name in SAID_OF_CARDS if WORDS[name].scoped for text in sayings(name)]
    for text in [*plain, *JOINED]:
        for name, hand in HANDS.items():
            assert not unlike(parse(text), hand, deals, seen), (text, name)


def columns_of(rows: Array, groups: Mapping[str, Iterable[int]]) -> Deals:
    columns = rows.T.astype(np.int8)
    return Deals(
        tuple(c // 4 + 2 for c in columns),
        tuple(c % 4 for c in columns),
        {scope: tuple(at) for scope, at in groups.items()},
    )


def unlike(condition: Condition, hand: PokerRule, deals: Deals, seen: list[Groups]) -> list[Groups]:
    """Deals of which the two readers say different things."""
    ask = reader(condition, hand)
    on_cards = np.array([bool(ask(each)) for each in seen])
    in_arrays = holds(condition, deals, hand)
    assert in_arrays.dtype == bool
    assert len(in_arrays) == len(seen)
    return [seen[i] for i in np.flatnonzero(on_cards != in_arrays)[:3]]


PLACES = (
    ("player.first_two", "dealer.upcard"),
    ("player.first_two", "dealer.first_two"),
    ("player.first_three", "dealer.first_three"),
    ("player.first_two", "player.third_card"),
    ("player.first_three", "community.two"),
)


@pytest.mark.parametrize("sees", PLACES, ids=" ".join)
@pytest.mark.parametrize("came", ["every card", "no third card", "no cards at all"])
@pytest.mark.parametrize("step", [12, soak(1)])
def test_every_word_of_every_group(sees: tuple[str, ...], came: str, step: int) -> None:
    """Of cards that did not come both readers say no, and 0."""
    none = {"no third card": {"player.third_card"}, "no cards at all": set(sees)}.get(came, set())
    cards = sum(SEES[place][1] or 0 for place in sees)
    rows = np.concatenate([common_deals(cards)[:: 3 * step], rare_deals(cards)[:: 97 * step]])
    numbered = iter(DECK)  # a card for each column
    at = {place: list(islice(numbered, SEES[place][1])) for place in sees}
    came_at = {place: [] if place in none else here for place, here in at.items()}
    named: dict[str, list[int]] = {}
    for scope in ("", *SCOPES):
        with suppress(KeyError):  # the wager sees no such cards
            named[scope] = [c.index for c in groups(sees, came_at)[scope]]
    deals = columns_of(rows, named)
    seen: list[Groups] = [
        {scope: tuple(DECK[row[i]] for i in here) for scope, here in named.items()} for row in rows
    ]
    for name in SAID_OF_CARDS:
        word = WORDS[name]
        scopes = ["", *(scope for scope in SCOPES if scope in named)] if word.scoped else [""]
        for scope in scopes if set(word.of) <= set(named) else ():
            asked = word.of or (scope,)
            for text in sayings(name, scope):
                condition = parse(text)
                assert not unlike(condition, PokerRule(), deals, seen), text
                if not all(named[each] for each in asked):
                    says_no = not text.endswith("== 0")
                    assert holds(condition, deals, PokerRule()).any() != says_no, text


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
