"""3 Card Shine and Pai Jack: kernel and table settle the same cards alike, round for round."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss import cli
from pitboss.analysis.automatic_player import FLOOR, hand_of
from pitboss.cards import DECK, Card, parse_cards
from pitboss.games.pai_jack import (
    ANNOUNCED,
    HOUSE_WAY,
    PaiJackTerms,
    house_way,
    is_pai_jack,
    outcome,
    ways,
)
from pitboss.library.arguments import law
from pitboss.procedure.steps import Ask
from pitboss.rulebook.load import Rulebook
from pitboss.simulate.dealers import packet_dealer
from pitboss.simulate.hand_automata import hand_automaton
from pitboss.simulate.kernel_tables import why_no_kernel
from pitboss.simulate.kernels import packets
from pitboss.simulate.kernels.shuffles import key_of, random_words
from pitboss.simulate.packet_table import PacketTable
from pitboss.simulate.results import simulation_of
from pitboss.simulate.run import Run
from pitboss.simulate.totals import RunPlan
from pitboss.solvers.pai_jack import pack_of
from pitboss.table.events.rounds import Settled
from pitboss.table.events.shoes import CardDealt
from pitboss.table.houses.default_house import Wish, file_house, find_game
from pitboss.table.money.spots import usual_stakes
from pitboss.table.table import Table
from pitboss.table.unlogged_table import UnloggedTable
from tests.simulate.compared import STAKE, ShuffledShoes, open_for_stakes, paid_back
from tests.simulate.test_run import same
from tests.simulate.traced import trace_packets
from tests.soak import soak

Line = tuple[Fraction, Fraction, dict[str, int]]
"""What the main wager nets and stakes in units, and what each other wager pays back."""


@cache
def packet_table(
    game: str, wagers: str = "", boxes: int = 1, readings: tuple[tuple[str, str], ...] = ()
) -> PacketTable:
    """A table with stakes that take every odds; made once for all tests."""
    wish = Wish(None, wagers.split(), {}, dict(readings))
    opened = file_house(law(), find_game(law(), game), wish).opened
    assert why_no_kernel(opened) == ""
    return PacketTable(open_for_stakes(opened), boxes)


def shine_answer(made: PacketTable, cards: list[Card]) -> str:
    held = tuple(sorted(card.index for card in cards))
    return "fold" if held in made.game.given_up else "play"


def pai_jack_answer(table: Table, terms: PaiJackTerms, cards: list[Card]) -> str:
    """As the solver sets the hand; a foul that is found late is set to suit the dealer's."""
    assert table.round
    assert table.pending
    assert isinstance(table.pending.step, Ask)
    may = table.pending.step.may
    best = pack_of(terms, terms.pack).hand_of[tuple(sorted(c.points for c in cards))].best
    if best in (ANNOUNCED, HOUSE_WAY):
        return best
    low = sorted(1 if word == "A" else int(word) for word in best.split())
    for way in ways(cards, terms):
        if sorted(card.points for card in way.low) == low and way.word in may:
            return way.word
    theirs, natural = house_way(table.round.dealer, terms), is_pai_jack(table.round.dealer)
    legal = [way for way in ways(cards, terms) if way.legal]
    return max(legal, key=lambda way: outcome(way, theirs, natural, terms)[0].gross(1)).word


def by_table(made: PacketTable, rounds: int, seed: int) -> Iterator[tuple[list[int], list[Line]]]:
    """The cards of each round, box by box and the dealer's last, and what every box came to."""
    opened = made.opened
    table = UnloggedTable(opened, ShuffledShoes(opened.terms.pack, Random(seed)))
    stakes = {**usual_stakes(opened), opened.procedure.main: STAKE}
    for _ in range(rounds):
        table.open_round()
        for number in range(1, made.boxes + 1):
            for key, cents in stakes.items():
                table.bet(number, f"p{number}", key, cents)
        table.deal()
        while table.pending:
            assert table.round
            asked = table.pending
            assert isinstance(asked.step, Ask)
            hand = hand_of(table.round.box(asked.step.box), asked.step.of)
            assert hand
            if isinstance(opened.terms, PaiJackTerms):
                word = pai_jack_answer(table, opened.terms, hand.cards)
            else:
                word = shine_answer(made, hand.cards)
            table.answer(asked.number, word)
        for slip in table.slips:
            table.validate(slip, FLOOR)
        hands: dict[str, list[int]] = {}
        for each in table.layout.events:
            if isinstance(each, CardDealt) and each.card and each.to != "rack":
                hands.setdefault(each.to, []).append(each.card.index)
        dealer = hands.pop("dealer")
        hands = {to: cards for to, cards in hands.items() if to.startswith("box")}
        assert len(hands) == made.boxes
        cards = [card for to in sorted(hands) for card in hands[to]]
        yield [*cards, *dealer], [_line(table, made, number + 1) for number in range(made.boxes)]


def _line(table: Table, made: PacketTable, number: int) -> Line:
    main = {made.opened.procedure.main, "shine-play", *made.within}
    net = staked = 0
    sides: dict[str, int] = {}
    for each in table.layout.events:
        if isinstance(each, Settled) and each.box == number and not each.to:
            if each.wager in main:
                net += each.back - each.cents
                staked += each.cents
            else:
                sides[each.wager] = each.back
    return Fraction(net, STAKE), Fraction(staked, STAKE), sides


def by_kernel(made: PacketTable, dealt: list[list[int]]) -> list[list[Line]]:
    """The same cards by the kernel."""
    classes = trace_packets(packet_dealer(made, RunPlan()), dealt)
    lines = []
    for number in range(len(dealt)):
        boxes = []
        for box in range(made.boxes):
            main, *rest = (int(each) for each in classes[number, box])
            net, staked = made.game.ends[main]
            sides = {}
            for each, found in zip(made.wagers, rest, strict=True):
                sides[each.key] = paid_back(each, found)
            boxes.append((net, Fraction(staked), sides))
        lines.append(boxes)
    return lines


def differences(made: PacketTable, rounds: int, seed: int) -> Iterator[str]:
    dealt = [*by_table(made, rounds, seed)]
    settled = by_kernel(made, [cards for cards, _ in dealt])
    for (cards, table), kernel in zip(dealt, settled, strict=True):
        if table != kernel:
            yield f"{[str(DECK[card]) for card in cards]}: table {table}, kernel {kernel}"


C_2 = (("C-2", "as three of a kind"), ("C-2-c", "straight flush"))
CASES: list[Any] = [
    ("3-card-shine", "pair-xxx", 2, C_2),
    ("pai-jack", "pai-jack-bonus", 3, (("B-48", "push"), ("B-48-b", "no"))),
    ("pai-jack", "", 1, (("B-52", "when hands are examined"), ("B-50", "greatest high hand"))),
]


@pytest.mark.parametrize(
    ("case", "rounds"),
    [
        (CASES[0], 150),
        (CASES[1], 50),
        *(soak(case, 10_000) for case in CASES),
    ],
)
def test_the_kernel_settles_what_the_table_settles(case: Any, rounds: int) -> None:
    assert [*islice(differences(packet_table(*case), rounds, 16), 3)] == []


@pytest.mark.parametrize(
    ("case", "won"),
    [
        soak(("3-card-shine", "pair-xxx", 2), 2 + 4, id="above a straight flush"),
        pytest.param(CASES[0], -2 + 5, id="as three of a kind"),
    ],
)
def test_three_aces_are_settled_by_their_readings(case: Any, won: int) -> None:
    """Against K Q J of clubs (C-2); the bonus is 4 to 1, or 5 to 1 by C-2-c (13)(A)."""
    cards = parse_cards("As Ah Ad 2c 3d 5h Kc Qc Jc")
    aces, folded = by_kernel(packet_table(*case), [[card.index for card in cards]])[0]
    assert [*aces[:2]] == [won, 2]
    assert [*folded[:2]] == [-1, 1]  # (10)


def test_a_round_has_no_card_twice_and_every_two_as_likely() -> None:
    """χ² of the two cards at places 0 and 1, 5 and 6 (of two words) and 38 and 39 of 40, each
    ordered pair being one of 52 × 51; the bound is that of 1 in 10,000 for a place.
    """
    size, places, batches = packets.BATCH, 40, 100
    words = np.empty(packets.words_of_batch(places), np.uint64)
    picks, cards = (np.empty(places * size, np.uint8) for _ in range(2))
    seen = {place: np.zeros(52 * 52, np.int64) for place in (0, 5, 38)}
    for batch in range(batches):
        random_words(words, key_of(np.uint64(3)), np.uint64(batch * words.size))
        packets.draw(words, picks, cards)
        dealt = cards.reshape(places, size).astype(np.int64)
        ordered = np.sort(dealt, axis=0)
        assert (np.diff(ordered, axis=0) > 0).all()
        assert ordered[-1].max() < 52
        for place, counts in seen.items():
            counts += np.bincount(dealt[place] * 52 + dealt[place + 1], minlength=52 * 52)
    expected, cells = size * batches / (52 * 51), 52 * 51
    for place, counts in seen.items():
        assert not counts[:: 52 + 1].any()
        chi = ((counts - expected) ** 2).sum() / expected - 52 * expected
        assert abs(chi - (cells - 1)) < 3.9 * (2 * cells) ** 0.5, place


@pytest.mark.parametrize("case", CASES[:2])
def test_a_seeded_run_agrees_with_the_proofs(case: Any) -> None:
    """A quarter of a million rounds, and the same counts on one core and on two."""
    table, rounds = packet_table(*case), 250_000
    one, two = (Run(table, RunPlan(rounds, 3, 1)) for _ in range(2))
    assert one.go(1)
    assert two.go(2)
    assert same(one.totals, two.totals)
    made = simulation_of(one, 1, complete=True)
    assert [each.times for each in made.lines] == [rounds * table.boxes] * 2
    assert all(each.z is not None for each in made.lines)
    assert made.worst < 3


def test_several_boxes_of_a_round_are_not_independent() -> None:
    """Seven boxes meet one dealer: the error is greater than that of as many single rounds."""
    readings = CASES[1][-1]  # for which it is solved anyway
    alone, together = (packet_table("pai-jack", "", boxes, readings) for boxes in (1, 7))
    one, seven = Run(alone, RunPlan(210_000, 3, 1)), Run(together, RunPlan(30_000, 3, 1))
    one.go(1)
    seven.go(1)
    assert seven.totals.sums[0, 0] == one.totals.sums[0, 0] == 210_000
    assert seven.totals.error(0, together.unit) > 1.2 * one.totals.error(0, alone.unit)


def test_a_hand_is_the_same_in_any_order() -> None:
    kinds = [card.points - 1 for card in DECK]
    made = hand_automaton(kinds, 3, lambda hands: [sum(hand) for hand in hands])
    assert made.steps.dtype == np.uint32
    for cards in (("2s", "9d", "Kc"), ("Kc", "2s", "9d"), ("9d", "Kc", "2s")):
        assert made.number_of(card.index for card in parse_cards(" ".join(cards))) == 1 + 8 + 9


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--cut-card",), "3 Card Shine is shuffled for every round."),
        (("--strategy", "basic"), "is dealt with the solved play: --strategy best, not basic."),
        (("--boxes", "8"), "1 to 7 boxes can be dealt here, not 8."),
        (("--device", "cuda"), "A GPU deals only games of the blackjack kernel: 3 Card Shine"),
    ],
)
def test_what_is_not_dealt_is_one_message(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert cli.run(["simulate", "3-card-shine", *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err


def test_a_wager_on_both_hands_is_left_to_the_engine(book: Rulebook) -> None:
    found = find_game(book, "3-card-shine")
    opened = file_house(book, found, Wish(None, ("super-6",))).opened
    assert why_no_kernel(opened) == (
        "1 CCR 207-1, 30-1099.52: Super 6 has no table: it sees more than the player's hand"
    )
