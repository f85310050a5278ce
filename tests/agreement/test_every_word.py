"""Random wagers of a designer's own: the sheet is refused by name, or it is what the table deals.

Every word of the vocabulary, of every prefix that the loader takes, joined by and, or and not,
over every place that standard blackjack deals; packs of a few kinds of card; South Dakota's terms,
which leave the peek, soft 17 and doubling to the house. The table deals every deal of the pack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from pitboss.analysis.setting import policies
from pitboss.cards import DECK, Card, Shoe
from pitboss.errors import NotAllowed
from pitboss.rulebook.vocabulary import WORDS, Kind
from tests.agreement.dealt import PLAYS, RanOut, dealt, difference, of_sheet, pack_of, proved
from tests.agreement.designer import (
    SIGHTS,
    STAKE,
    Sees,
    Written,
    acceptable,
    moments,
    open_with,
    sayable,
)
from tests.soak import soak

REFUSED = "cannot be proved exactly: "
TOGETHER = 20
"""Wagers at one table: the deals are dealt once for all of them."""
MOST_DEALS = 1_500
HIGH = tuple(card for card in DECK if 7 <= card.rank <= 13)
LOW = tuple(card for card in DECK if card.rank in (14, 2, 4, 5, 6))
"""With many of these a round has too many deals."""


# -- conditions -----------------------------------------------------------------------------------

SUITS = ("clubs", "diamonds", "hearts", "spades")
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


@dataclass(frozen=True, slots=True)
class Sayer:
    """Draws conditions on what is seen, about the cards of a pack and one that it has not."""

    sees: Sees
    cards: tuple[Card, ...]

    def condition(self) -> st.SearchStrategy[str]:
        return st.recursive(self.atom(), joined, max_leaves=3)

    def atom(self) -> st.SearchStrategy[str]:
        """One word, or a comparison."""
        plain = self.said(Kind.YES_NO)
        number = self.said(Kind.NUMBER)
        op = st.sampled_from(COMPARISONS)
        against = number.flatmap(lambda left: st.tuples(st.just(left), op, self.limit(left)))
        between = st.tuples(number, op, number)
        return plain | (against | against | between).map(" ".join)

    def said(self, kind: Kind) -> st.SearchStrategy[str]:
        """A word that gives this kind."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for each in sayable()[self.sees]:
            if WORDS[each[1]].gives is kind:
                groups.setdefault(each[1], []).append(each)
        one = st.sampled_from(list(groups.values())).flatmap(st.sampled_from)  # each word alike
        return one.flatmap(
            lambda each: self.arguments(each[1]).map(
                lambda given: ".".join(filter(None, each)) + given
            )
        )

    def arguments(self, word: str) -> st.SearchStrategy[str]:
        """What a word takes in brackets."""
        takes = WORDS[word].takes
        if not takes:
            return st.just("")
        if takes == ("suit",):
            return st.sampled_from(SUITS).map(lambda suit: f"({suit})")
        one = st.sampled_from([card.rank.symbol for card in self.cards])
        if takes == ("cards",):
            one |= st.sampled_from([str(card) for card in self.cards])
        most = 1 if word == "count" else 3
        return st.lists(one, min_size=1, max_size=most).map(lambda held: f"({' '.join(held)!r})")

    def limit(self, left: str) -> st.SearchStrategy[str]:
        """A number that what is said may reach or not."""
        word = left.partition("(")[0].rpartition(".")[2]
        if word == "total":
            return st.integers(12, 26).map(str)
        if word in ("rank", "pair_rank"):
            return st.sampled_from([str(int(card.rank)) for card in self.cards])
        return st.integers(0, 4).map(str)


def joined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return (
        st.tuples(parts, parts).map(lambda two: f"({two[0]} and {two[1]})")
        | st.tuples(parts, parts).map(lambda two: f"({two[0]} or {two[1]})")
        | parts.map(lambda one: f"not ({one})")
    )


@st.composite
def wagers(draw: st.DrawFn, cards: tuple[Card, ...], third_card_after: str) -> Written:
    """One wager; every hand pays odds of its own."""
    sees = draw(st.sampled_from(SIGHTS))
    sayer = Sayer(sees, cards)
    hands = draw(st.lists(sayer.condition(), min_size=1, max_size=3))
    odds = draw(st.permutations((2, 3, 5, 8, 13, 21)))
    times = draw(st.sampled_from(((), (), (), (), (7,))))
    return Written(
        sees,
        tuple(zip(hands, odds, strict=False)),
        draw(st.sampled_from(moments(sees))),
        draw(st.sampled_from(("highest", "highest", "best paying"))),
        third_card_after if "player.third_card" in sees else "",
        tuple((draw(sayer.atom()), n) for n in times),
    )


# -- packs and terms ------------------------------------------------------------------------------


@st.composite
def packs(draw: st.DrawFn) -> dict[Card, int]:
    """Many cards of two kinds, so that no round wants more than there are; few of one or two."""
    many = draw(st.lists(st.sampled_from(HIGH), min_size=2, max_size=2, unique=True))
    few = draw(st.lists(st.sampled_from(LOW + HIGH), min_size=1, max_size=2))
    counts = {card: draw(st.integers(4, 14)) for card in many}
    return counts | {card: draw(st.integers(1, 3)) for card in few}


TERMS = st.fixed_dictionaries(
    {
        "soft_17": st.sampled_from(("stand", "hit")),
        "peek": st.sampled_from(("ace and ten", "ace and ten", "ten", "none")),
        "double_on": st.sampled_from(("any two cards", "any two cards", "never")),
        "surrender": st.sampled_from(("none", "late")),
    }
)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Mapping[str, Written], Mapping[str, str], Shoe]:
    """Wagers beside one another, the terms of the table, and the pack."""
    counts = draw(packs())
    pack = Shoe(tuple(counts.get(card, 0) for card in DECK))
    named = (*counts, draw(st.sampled_from(DECK)))
    after = " ".join(card.rank.symbol for card in draw(st.permutations([*counts]))[:2])
    third = draw(st.sampled_from(("", "", after)))
    made = draw(st.lists(wagers(named, third), min_size=TOGETHER, max_size=TOGETHER))
    return {f"own-{n}": each for n, each in enumerate(made)}, draw(TERMS), pack


EIGHTS = Shoe.parse("0d + 8h 8h 8h 8h 8h 8d 8d 8d Kh Kh Kh Kh Kh Kh Kh Kh As")
TWO_HANDS: tuple[Sees, ...] = (
    ("player.first_two", "dealer.first_two"),
    ("player.first_two", "dealer.hand"),
)
ORDERED = ("run", "run_around")
"""Words about the order in which cards came, which takes long to count in two hands."""


def of_every_word() -> list[Written]:
    """Each word alone, where it can be said: a few random wagers do not say all of them."""
    given = {"suit": "(hearts)", "ranks": '("8")', "cards": '("8")'}
    made = []
    for word, known in WORDS.items():
        said = word + "".join(given.get(kind, "") for kind in known.takes)
        when = said if known.gives is Kind.YES_NO else f"{said} >= {2 if word in ORDERED else 1}"
        two_hands = () if word in ORDERED else TWO_HANDS
        places = (("dealer.upcard",),) if known.one_card else (*two_hands, *SIGHTS)
        sights = [sees for sees in places if ("", word) in sayable()[sees]]
        made += [Written(sees, ((when, 2),)) for sees in sights[: 2 if known.of else 1]]
    return made


# -- the test -------------------------------------------------------------------------------------


@dataclass(slots=True)
class Found:
    """The results of all examples."""

    wrong: dict[str, Sees] = field(default_factory=dict)
    """What was told of a wager that disagrees, and what it sees."""
    seen: Counter[str] = field(default_factory=Counter)
    said: Counter[str] = field(default_factory=Counter)
    """Words in wagers that were compared with the table."""

    @property
    def shortest(self) -> dict[Sees, str]:
        """One of each sight, the shortest first."""
        made: dict[Sees, str] = {}
        for told, sees in sorted(self.wrong.items(), key=lambda each: len(each[0])):
            made.setdefault(sees, told)
        return made


def compare(
    written: Mapping[str, Written], terms: Mapping[str, str], pack: Shoe, found: Found
) -> None:
    """Note every wager of a table whose sheet is not what the table dealt."""
    written = acceptable(written)
    opened = open_with(written, terms)
    stakes = {"blackjack": 1_000, **dict.fromkeys(written, STAKE)}
    for policy in PLAYS:
        try:
            rounds = dealt(opened, pack, stakes, PLAYS[policy], most=MOST_DEALS)
        except RanOut:
            found.seen["too many deals or too few cards"] += 1
            continue
        for key, each in written.items():
            assert rounds.placed[key] == 1, each.toml(key)
            named = policy if policy in policies(opened.offers[key]) else ""
            told = f"{each.toml(key)}terms {dict(terms)}\npack {show(pack)}\n{policy}:\n"
            try:
                sheet = of_sheet(proved(opened, opened.offers[key], pack, STAKE, named))
            except NotAllowed as error:
                found.seen["refused"] += 1
                if REFUSED not in str(error):
                    found.wrong[f"{told}{error}"] = each.sees
            except Exception as error:  # a proof that falls over is no refusal
                found.wrong[f"{told}{error!r}"] = each.sees
            else:
                found.seen["proved"] += 1
                found.said.update(each.words)
                if differs := difference(rounds.paid[key], sheet):
                    found.wrong[told + differs] = each.sees


THIRD = "player.third_card"


@pytest.mark.parametrize(
    ("sees", "when", "after", "peek", "pack"),
    [
        ((THIRD,), "rank > 7", "", "ace and ten", "2 6h, 8 7h, 14 7s, 1 9d"),
        (("player.first_two", THIRD), "bust", "10 10", "none", "12 10c, 9 10s, 1 Kd, 1 Ad"),
        (("player.first_two", THIRD), "bust", "10 10", "ace and ten", "12 10c, 9 10s, 1 Kd, 1 Ad"),
    ],
)
def test_a_third_card_is_proved_as_it_is_dealt(
    sees: Sees, when: str, after: str, peek: str, pack: str
) -> None:
    """It is the third, whichever came before; a natural found before anyone acts may bring it."""
    found = Found()
    terms = {"peek": peek, "surrender": "none", "double_on": "never"}
    made = Written(sees, ((when, 5),), "with the main wager", third_card_after=after)
    compare({"own-1": made}, terms, pack_of(pack), found)
    assert not found.wrong
    assert found.seen["proved"] == len(PLAYS)


def show(pack: Shoe) -> str:
    """`2 × As, 9 × Kh`."""
    held = zip(DECK, pack.counts, strict=True)
    return ", ".join(f"{n} × {card}" for card, n in held if n)


@pytest.mark.parametrize("examples", [1, soak(400)])
def test_a_random_wager_is_proved_as_it_is_dealt_or_refused_by_name(examples: int) -> None:
    found = Found()

    @settings(
        derandomize=True,
        max_examples=examples,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(tables())
    def search(table: tuple[Mapping[str, Written], Mapping[str, str], Shoe]) -> None:
        compare(*table, found)

    search()
    compare({f"own-{n}": each for n, each in enumerate(of_every_word())}, {}, EIGHTS, found)
    if found.wrong:
        told = "\n\n".join([*found.shortest.values()][:4])
        pytest.fail(f"{len(found.wrong)} disagree, {found.seen}; the shortest:\n{told}", False)
    # the test is worth something only if most is compared, and every word is in what is
    assert found.seen["proved"] > 2 * found.seen["refused"], found.seen
    assert found.seen["too many deals or too few cards"] < examples / 2, found.seen
    unsaid = [word for word in WORDS if word != "choice" and not found.said[word]]
    assert not unsaid, f"no wager that was compared says {unsaid}"
