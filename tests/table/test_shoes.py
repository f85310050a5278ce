"""Shoes of every delivery: dealt, shuffled again in a round, replayed, resumed and audited."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from pitboss.cards import DECK, Card, Shoe, parse_cards
from pitboss.errors import NotationError, PitbossError, UnknownName
from pitboss.log import NOTHING, Difference, E, Event, print_log
from pitboss.table.cards.logged_shoes import LoggedShoes, OpenedShoes
from pitboss.table.cards.seeds import Lesson, SealedShoe, SeedSource, System, Vault, shuffled
from pitboss.table.cards.shoe_audit import ShoeAudit, audit_shoes
from pitboss.table.cards.shoes import RAN_OUT, Delivery, SealedShoes, ShoeEmpty, Shoes
from pitboss.table.events import TABLE_LOG
from pitboss.table.events.rounds import Irregular, RoundEnded, RoundOpened, Settled
from pitboss.table.events.shoes import (
    CardDealt,
    ShoeCommitted,
    ShoeOpened,
    ShoeReshuffled,
    ShoeSealed,
)
from pitboss.table.events.table import TableClosed
from tests.vault import MemoryVault

LESSON = Lesson(30)


@dataclass(frozen=True)
class Dealing:
    """How one table deals."""

    delivery: str
    decks: int
    cut: int
    every_round: bool = False
    community: bool = False
    """The dealer's first two cards stay and the others are shuffled again (30-2104(6))."""
    rounds: int = 12

    def shoes(self, source: SeedSource = LESSON, vault: Vault | None = None) -> SealedShoes:
        return SealedShoes(self.of, source, vault)

    def audit(self, events: list[Event]) -> list[Difference]:
        return audit_shoes(events, self.of)

    @property
    def of(self) -> Delivery:
        return Delivery(self.delivery, self.decks, self.cut, self.every_round)


SHOE = Dealing("shoe", 1, 20)
DEALINGS = {
    "shoe": SHOE,
    "hand without a cut card": Dealing("hand", 1, 0),
    "continuous shuffler": Dealing("continuous shuffler", 2, 52),
    "two alternating batches": Dealing("two alternating batches", 1, 26),
    "batches that run out": Dealing("two alternating batches", 1, 0),
    "every round": Dealing("hand", 1, 0, every_round=True),
    "21-Hold 'em": Dealing("hand", 1, 0, every_round=True, community=True, rounds=5),
}
every_dealing = pytest.mark.parametrize("dealing", DEALINGS.values(), ids=list(DEALINGS))


class Night:
    """Rounds at two boxes, logged, from the first or from one that has begun already."""

    def __init__(self, dealing: Dealing, shoes: Shoes, begun: int = 0) -> None:
        self.log: list[Event] = []
        self.shoes = shoes
        for number in range(begun or 1, dealing.rounds + 1):
            if number != begun:
                self.log += shoes.before_round()
                self.log.append(RoundOpened(number, shoes.number, shoes.dealt, 0, 0))
            self.play(dealing, Random(number))
            self.log.append(RoundEnded(number, ""))
        self.log.append(TableClosed(dealing.rounds))
        self.log += shoes.last()

    def play(self, dealing: Dealing, people: Random) -> None:
        self.layout: list[Card] = []
        self.dealer: list[Card] = []
        for _ in range(2):
            for to in ("box 1", "box 2", "dealer"):
                self.draw(to)
        for _ in range(people.randrange(6)):
            self.draw(people.choice(("box 1", "box 1 hand 2", "box 2", "dealer")))
        for box in (1, 2):
            self.log.append(Settled(box, "ann", "blackjack", 500, 500, "loss", "bust", 0))
        if dealing.community:
            self.layout = self.dealer[:2]
            self.log += self.shoes.reshuffle(self.layout)
            for box in (1, 2, 1, 2):
                self.draw(f"box {box}")

    def draw(self, to: str) -> None:
        try:
            card = self.shoes.next()
        except ShoeEmpty:  # the discards are shuffled (ARSD 20:18:15:28)
            self.log += self.shoes.reshuffle(self.layout)
            card = self.shoes.next()
        self.layout.append(card)
        if to == "dealer":
            self.dealer.append(card)
        self.log.append(CardDealt(to, card, "up"))


def logged(dealing: Dealing) -> list[Event]:
    return Night(dealing, dealing.shoes()).log


def kinds(events: list[Event], kind: type[E]) -> list[E]:
    return [each for each in events if isinstance(each, kind)]


# -- deliveries -------------------------------------------------------------------------------


@every_dealing
def test_every_delivery_is_audited_and_replayed(dealing: Dealing) -> None:
    events = logged(dealing)
    assert dealing.audit(events) == []
    assert TABLE_LOG.parse_log(print_log(events)) == tuple(events)
    assert Night(dealing, LoggedShoes(events)).log == events
    shoes, opened = kinds(events, ShoeCommitted), kinds(events, ShoeOpened)
    assert len(shoes) > 2
    numbers = list(range(1, len(shoes) + 1))
    assert [each.number for each in shoes] == numbers
    assert [each.number for each in opened] == numbers
    assert len({each.commit for each in shoes}) == len(shoes)
    assert {each.source for each in shoes} == {"seed 30"}


@every_dealing
def test_nothing_is_opened_in_a_round(dealing: Dealing) -> None:
    playing = False
    for each in logged(dealing):
        over = isinstance(each, RoundEnded | TableClosed)
        playing = isinstance(each, RoundOpened) or (playing and not over)
        assert not (playing and isinstance(each, ShoeOpened))


def test_a_shoe_is_dealt_until_the_cut_card() -> None:
    shoes = SHOE.shoes()
    assert (shoes.number, shoes.dealt, shoes.last()) == (0, 0, [])
    with pytest.raises(ShoeEmpty):
        shoes.next()
    (first,) = shoes.before_round()
    assert isinstance(first, ShoeSealed)
    assert (first.number, first.decks) == (1, 1)
    cards = [shoes.next() for _ in range(31)]
    assert shoes.before_round() == []
    cards.append(shoes.next())
    opened, second = shoes.before_round()
    assert isinstance(opened, ShoeOpened)
    assert isinstance(second, ShoeSealed)
    assert [*shuffled(opened.seed, Shoe.of(1))][:32] == [*cards]
    assert (opened.number, second.number) == (1, 2)
    assert (shoes.number, shoes.dealt) == (2, 0)


def test_an_empty_shoe_says_so() -> None:
    shoes = SealedShoes(Delivery("hand", 1, 0), System())
    shoes.before_round()
    assert Counter(shoes.next() for _ in range(52)) == Counter(DECK)
    with pytest.raises(ShoeEmpty, match="run out"):
        shoes.next()
    assert shoes.dealt == 52


def test_a_continuous_shuffler_has_all_its_cards_every_round() -> None:
    shoes = SealedShoes(Delivery("continuous shuffler", 1, 0), Lesson(1))
    rounds = []
    for number in range(1, 5):
        shoes.before_round()
        assert (shoes.number, shoes.dealt) == (number, 0)
        rounds.append([shoes.next() for _ in range(52)])
        assert Counter(rounds[-1]) == Counter(DECK)
    assert all(a != b for a in rounds for b in rounds if a is not b)


def test_a_shoe_nobody_was_dealt_from_is_not_changed() -> None:
    shoes = SealedShoes(Delivery("continuous shuffler", 6, 52), System())
    assert len(shoes.before_round()) == 1
    assert shoes.before_round() == []


def test_two_batches_take_turns_and_a_reshuffle_keeps_its_batch() -> None:
    """58 Pa. Code § 633a.3(b): one is in play while the other is shuffled."""
    whole = kinds(logged(DEALINGS["batches that run out"]), ShoeSealed)
    assert "".join(each.batch for each in whole) == "ABABABABAB"[: len(whole)]
    shoes = DEALINGS["batches that run out"].shoes()
    shoes.before_round()
    staying = [shoes.next() for _ in range(52)][-3:]
    (again,) = shoes.reshuffle(staying)
    assert isinstance(again, ShoeReshuffled)
    assert (again.batch, again.cards, again.number) == ("A", 49, 2)
    shoes.next()
    *opened, third = shoes.before_round()
    assert [each.number for each in kinds(opened, ShoeOpened)] == [1, 2]
    assert isinstance(third, ShoeSealed)
    assert (third.batch, third.number) == ("B", 3)


def test_30_2104_6_all_but_the_community_cards_are_shuffled_again() -> None:
    dealing = DEALINGS["21-Hold 'em"]
    shoes = dealing.shoes()
    shoes.before_round()
    used = [shoes.next() for _ in range(9)]
    (again,) = shoes.reshuffle(used[2:4])
    assert isinstance(again, ShoeReshuffled)
    assert (again.cards, again.out) == (50, (*used[2:4],))
    assert (shoes.number, shoes.dealt) == (2, 0)
    rest = [shoes.next() for _ in range(50)]
    assert Counter(rest) == Counter(DECK) - Counter(used[2:4])
    with pytest.raises(ShoeEmpty):
        shoes.reshuffle(list(DECK))
    assert [each.number for each in kinds(shoes.last(), ShoeOpened)] == [1, 2]


def test_an_unknown_delivery_is_refused() -> None:
    with pytest.raises(UnknownName, match="two alternating batches"):
        SealedShoes(Delivery("two alternating batch", 6, 52), System())


# -- replay -----------------------------------------------------------------------------------


ROUND = RoundOpened(1, 0, 0, 0, 0)
ACE, TWO = parse_cards("As 2c")


def test_a_log_that_ends_in_a_round_ends_there() -> None:
    events = logged(SHOE)
    shoes = LoggedShoes(events[:5])
    assert shoes.before_round() == events[:1]
    assert [shoes.next() for _ in range(3)] == [e.card for e in kinds(events[2:5], CardDealt)]
    assert (shoes.number, shoes.dealt) == (1, 3)
    for beyond in (shoes.next, lambda: shoes.reshuffle([])):
        with pytest.raises(PitbossError, match="The log ends before the round does"):
            beyond()
    assert LoggedShoes([]).before_round() == []


def test_a_round_void_for_want_of_cards_is_replayed() -> None:
    void = Irregular(what=RAN_OUT, box=None, decision="whole round void", clause="", by="rule")
    events = [ROUND, CardDealt("burn", ACE, "down"), void, RoundEnded(1, "")]
    shoes = LoggedShoes(events)
    assert shoes.before_round() == []
    assert str(shoes.next()) == "As"
    with pytest.raises(ShoeEmpty):
        shoes.next()
    assert shoes.last() == []


def test_a_reshuffle_is_replayed_with_the_cards_that_stay() -> None:
    """So that a log that says others stayed differs from what the procedure makes of it."""
    text = 'shoe number=2 cards=50 out="As Kd" commit=00 source=system'
    events = [ROUND, TABLE_LOG.parse_event(text), CardDealt("box 1", TWO, "up")]
    shoes = LoggedShoes(events)
    shoes.before_round()
    with pytest.raises(ShoeEmpty):
        shoes.next()
    assert [str(e) for e in shoes.reshuffle(parse_cards("As Kh"))] == [text.replace("Kd", "Kh")]
    with pytest.raises(PitbossError, match="deals a card where"):
        shoes.reshuffle(parse_cards("As Kd"))
    assert str(shoes.next()) == "2c"


def test_a_whole_shoe_is_no_reshuffle() -> None:
    sealed = SealedShoe(number=2, decks=1, seed="ab", source="system").committed
    dealt = CardDealt("box 1", ACE, "up")
    shoes = LoggedShoes([ROUND, dealt, sealed, dealt])
    shoes.before_round()
    shoes.next()
    with pytest.raises(PitbossError, match="a whole shoe where cards should be reshuffled"):
        shoes.reshuffle(parse_cards("As"))


def test_a_log_that_hides_a_card_is_not_played_again() -> None:
    with pytest.raises(NotationError, match="line 2: a log that hides a card"):
        LoggedShoes([ROUND, CardDealt("dealer", None, "down")])


# -- resuming ---------------------------------------------------------------------------------


@every_dealing
@pytest.mark.usefixtures("new_shoes")
def test_a_table_resumes_after_any_line(dealing: Dealing) -> None:
    """From its last round on: shoes of the log come from the vault, others are made anew."""
    for crash in range(len(logged(dealing)) + 1):
        vault = MemoryVault()
        events = Night(dealing, dealing.shoes(System(), vault)).log
        rounds = [(i, e) for i, e in enumerate(events[:crash]) if isinstance(e, RoundOpened)]
        begun, at = rounds[-1] if rounds else (-1, RoundOpened(0, 0, 0, 0, 0))
        shoes = dealing.shoes(System(), vault)
        shoes.resume(at.shoe, at.dealt, committed=len(kinds(events[:crash], ShoeCommitted)))
        again = [*events[: begun + 1], *Night(dealing, shoes, at.number).log]
        assert again[:crash] == events[:crash]
        assert dealing.audit(again) == []
        committed = [i for i, e in enumerate(events) if isinstance(e, ShoeCommitted) and i >= crash]
        kept = committed[0] if committed else len(events)
        assert kinds(again[:kept], CardDealt) == kinds(events[:kept], CardDealt)
        assert all(again[i] != events[i] for i in committed if i < len(again))


def test_shoes_resume_in_a_round_that_was_shuffled_again() -> None:
    vault = MemoryVault()
    dealing = DEALINGS["21-Hold 'em"]
    shoes = dealing.shoes(System(), vault)
    shoes.before_round()
    staying = [shoes.next() for _ in range(2)]
    shoes.reshuffle(staying)
    cards = [shoes.next() for _ in range(50)]
    for dealt in range(50):
        again = dealing.shoes(System(), vault)
        again.resume(2, dealt)
        assert [again.next() for _ in range(50 - dealt)] == cards[dealt:]
        assert again.last() == shoes.last()
    again.resume(1, 2, committed=2)
    with pytest.raises(
        PitbossError, match="Shoe 2 in the vault does not belong to this table's log"
    ):
        again.reshuffle(staying[:1])


def test_shoes_of_two_batches_resume_at_any_card() -> None:
    vault = MemoryVault()
    delivery = Delivery("two alternating batches", 1, 10)
    shoes = SealedShoes(delivery, System(), vault)
    for _ in range(2):
        shoes.before_round()
        cards = [shoes.next() for _ in range(45)]
    for dealt in range(45):
        again = SealedShoes(delivery, System(), vault)
        again.resume(2, dealt)
        assert (again.number, again.dealt) == (2, dealt)
        assert [again.next() for _ in range(45 - dealt)] == cards[dealt:]
        assert again.last() == shoes.last()
    assert [each.batch for each in kinds(again.before_round(), ShoeCommitted)] == ["A"]


def test_the_vault_of_another_table_is_refused() -> None:
    """Its shoes may have been opened: whoever read that log would know every card."""
    vault = MemoryVault()
    SHOE.shoes(System(), vault).before_round()
    with pytest.raises(PitbossError, match="another table's"):
        SHOE.shoes(System(), vault).before_round()
    with pytest.raises(PitbossError, match="Shoe 2 is not in the vault"):
        SHOE.shoes(System(), vault).resume(2, 0)
    with pytest.raises(PitbossError, match="Shoe 1 is not in the vault"):
        SHOE.shoes(System()).resume(1, 0)


@pytest.mark.parametrize(
    "sealed",
    [
        SealedShoe(number=1, decks=6, seed="ab" * 32, source="system"),
        SealedShoe(
            number=12,
            decks=1,
            out=parse_cards("As 10d"),
            batch="B",
            seed="ab" * 32,
            source="seed 7",
        ),
        SealedShoe(number=3, decks=8, out=(), seed="ab" * 32, source="system"),
    ],
)
def test_a_sealed_shoe_reads_as_it_prints(sealed: SealedShoe) -> None:
    assert SealedShoe.parse(str(sealed)) == sealed
    assert sealed.seed not in str(sealed.committed)


@pytest.mark.parametrize(
    "text",
    [
        "sealed number=1 decks=6 seed=ab",
        "sealed number=one decks=6 seed=ab source=system",
        "sealed number=01 decks=6 seed=ab source=system",
        "shoe number=1 decks=6 seed=ab source=system",
        "sealed number=1 decks=6 out=XX seed=ab source=system",
        "",
    ],
)
def test_what_is_no_sealed_shoe_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        SealedShoe.parse(text)


# -- audit ------------------------------------------------------------------------------------

Change = Callable[[list[Event]], list[Event]]


def edit(kind: type[Event], key: str, value: Any, which: int = 1) -> Change:
    """One field of one event of a class, in another way."""

    def change(events: list[Event]) -> list[Event]:
        at = [i for i, e in enumerate(events) if isinstance(e, kind)][which]
        made = replace(events[at], **{key: value})
        assert made != events[at]
        return [*events[:at], made, *events[at + 1 :]]

    return change


def drop(kind: type[Event], which: int) -> Change:
    def change(events: list[Event]) -> list[Event]:
        at = [i for i, e in enumerate(events) if isinstance(e, kind)][which]
        return events[:at] + events[at + 1 :]

    return change


def open_in_round(events: list[Event]) -> list[Event]:
    """The first opening, four lines before the round ends."""
    at = next(i for i, e in enumerate(events) if isinstance(e, ShoeOpened))
    return [*events[: at - 4], events[at], *events[at - 4 : at], *events[at + 1 :]]


def open_early(events: list[Event]) -> list[Event]:
    """The first shoe, after its first round."""
    at = next(i for i, e in enumerate(events) if isinstance(e, ShoeOpened))
    end = next(i for i, e in enumerate(events) if isinstance(e, RoundEnded)) + 1
    return [*events[:end], events[at], *events[end:at], *events[at + 1 :]]


def take_from_layout(events: list[Event]) -> list[Event]:
    """The dealer's first card goes back among the cards."""
    out = kinds(events, ShoeReshuffled)[0].out
    assert out
    short = edit(ShoeReshuffled, "out", out[1:], 0)(events)
    return edit(ShoeReshuffled, "cards", 52 - len(out) + 1, 0)(short)


SPENT = "shoe 1 until it is done"
HOLDEM = "21-Hold 'em"


@pytest.mark.parametrize(
    ("name", "change", "expected"),
    [
        ("shoe", edit(CardDealt, "card", TWO), "the next in the shoe"),
        ("shoe", edit(ShoeCommitted, "commit", "0" * 64), "the seed that was committed"),
        ("shoe", edit(ShoeOpened, "seed", "0" * 64), "the seed that was committed"),
        ("shoe", edit(ShoeSealed, "decks", 2), "1 whole deck"),
        ("shoe", edit(ShoeCommitted, "number", 3), "shoe 2"),
        ("shoe", edit(ShoeOpened, "number", 1), "shoe 2 opened"),
        ("shoe", drop(ShoeOpened, 0), "shoe 1 to be opened first"),
        ("shoe", drop(ShoeOpened, -1), "to be opened"),
        ("shoe", drop(ShoeCommitted, 1), "a new shoe: this one is done"),
        ("shoe", drop(ShoeCommitted, 0), "a shoe before the first card"),
        ("shoe", open_in_round, "nothing opened in a round"),
        ("shoe", open_early, "a new shoe: this one has been opened"),
        ("continuous shuffler", drop(ShoeCommitted, 1), "a new shoe: this one is done"),
        (
            "continuous shuffler",
            edit(CardDealt, "card", TWO, 31),
            "the next in the shoe",
        ),
        ("every round", drop(ShoeCommitted, 2), "a new shoe: this one is done"),
        ("two alternating batches", edit(ShoeCommitted, "batch", "A"), "batch B"),
        ("batches that run out", edit(ShoeCommitted, "batch", "B", 0), "batch A"),
        ("batches that run out", take_from_layout, "on the layout"),
        ("hand without a cut card", take_from_layout, "on the layout"),
        ("hand without a cut card", drop(ShoeCommitted, 1), "no card: the shoe is empty"),
        (HOLDEM, take_from_layout, "on the layout"),
        (HOLDEM, edit(ShoeReshuffled, "cards", 49, 0), "50 cards"),
        (HOLDEM, edit(ShoeReshuffled, "out", (ACE, ACE), 0), "not dealt in this round"),
        (HOLDEM, drop(ShoeCommitted, 2), "a new shoe: this one is done"),
        (HOLDEM, drop(RoundOpened, 1), "cards shuffled again only in a round"),
        (HOLDEM, open_in_round, "nothing opened in a round"),
    ],
)
def test_a_false_log_is_found_out(name: str, change: Change, expected: str) -> None:
    events = logged(DEALINGS[name])
    found = DEALINGS[name].audit(change(events))
    assert any(expected in each.expected for each in found), found
    assert [each.line for each in found] == sorted(each.line for each in found)


@every_dealing
def test_an_audit_goes_on_from_the_beginning_of_any_round(dealing: Dealing) -> None:
    """What it knows there is enough, and does not change while the other goes on."""
    events = logged(dealing)
    changed = edit(CardDealt, "card", TWO, -3)(events)
    for log in (events, changed):
        whole, states = ShoeAudit(dealing.of), dict[int, dict[str, Any]]()
        found: list[tuple[int, Difference]] = []
        for line, event in enumerate(log, 1):
            found += ((line, each) for each in whole.take(line, event))
            if isinstance(event, RoundOpened):
                states[line] = whole.state()
        assert bool(found) == (log is changed)
        for at, state in states.items():
            audit = ShoeAudit(dealing.of)
            audit.take_up(json.loads(json.dumps(state)))
            later = enumerate(log[at:], at + 1)
            again = [(line, each) for line, event in later for each in audit.take(line, event)]
            assert again == [each for each in found if each[0] > at]


def test_the_line_and_the_right_card_are_named() -> None:
    events = logged(SHOE)
    at = [i for i, e in enumerate(events) if isinstance(e, CardDealt)][4]
    card = kinds(events, CardDealt)[4].card
    changed = edit(CardDealt, "card", TWO, 4)(events)
    difference = Difference(at + 1, changed[at].line, f"{card}, the next in the shoe")
    opened = OpenedShoes(Shoe.of(1))
    taken = [each for line, event in enumerate(changed, 1) for each in opened.take(line, event)]
    assert SHOE.audit(changed) == taken == [difference]
    assert str(difference).startswith(f"line {at + 1}: the log says 'card to=")


def test_a_shoe_changed_early_or_late_or_never_opened_is_found() -> None:
    early = logged(replace(SHOE, cut=30))
    assert SPENT in {each.expected for each in SHOE.audit(early)}
    late = logged(replace(SHOE, cut=2))
    assert {each.expected for each in SHOE.audit(late)} >= {"a new shoe: this one is done"}
    events = drop(ShoeOpened, -1)(logged(SHOE))
    (found,) = SHOE.audit(events)
    assert (found.line, found.logged) == (len(events) + 1, NOTHING)


def test_a_seed_used_again_is_found() -> None:
    class Worn(System):
        def seed_for(self, number: int, cards: int) -> str:
            return "5eed" * 16

    found = SHOE.audit(Night(SHOE, SHOE.shoes(Worn())).log)
    assert {each.expected for each in found} == {"another seed: this one has been used"}


def test_a_reshuffle_before_the_shoe_is_empty_is_found() -> None:
    shoes = SHOE.shoes()
    events = [*shoes.before_round(), ROUND]
    cards = [shoes.next() for _ in range(5)]
    events += [CardDealt("box 1", card, "up") for card in cards]
    events += shoes.reshuffle(cards)
    assert [each.expected for each in SHOE.audit(events)] == ["shoe 1 until it is empty"]


def test_a_log_cut_short_is_not_at_fault_and_one_without_shoes_neither() -> None:
    events = logged(SHOE)
    for end in range(len(events)):
        closed = any(isinstance(each, TableClosed) for each in events[:end])
        assert bool(SHOE.audit(events[:end])) == closed
    assert SHOE.audit([e for e in events if not isinstance(e, ShoeCommitted | ShoeOpened)]) == []
