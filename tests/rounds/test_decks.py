"""Decks received, inspected, washed and changed in time, named by the paragraphs that say so."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest

from pitboss.errors import NotAllowed, UnknownName
from pitboss.log import Event
from pitboss.procedure.steps import Ask
from pitboss.rulebook.load import load
from pitboss.table.cards.seeds import Lesson
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events.rounds import RoundEnded, RoundOpened
from pitboss.table.events.shoes import (
    CardsWashed,
    DecksInspected,
    DecksReceived,
    InspectionVerified,
    ShoeCommitted,
    ShoeOpened,
)
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.narrator import is_heard
from pitboss.table.log.replay import opened_by, replay, resume
from pitboss.table.log.verification import verify
from pitboss.table.table import Table
from tests.rounds.stack import of_kind
from tests.vault import MemoryVault

BOOK = load()
HYBRID = House("pennsylvania", "hybrid-blackjack", readings={"A-4": "push"})
NO_HOLE = House("pennsylvania", "hybrid-blackjack-no-hole-card", readings={"D-19": "late"})
PA = House("pennsylvania")
NH = House("new_hampshire")
NOON = datetime(2026, 7, 4, 12, tzinfo=UTC)
DECKS = (DecksReceived, DecksInspected, InspectionVerified, CardsWashed)


@dataclass
class Watch:
    """A clock that a test sets."""

    now: datetime = NOON

    def __call__(self) -> datetime:
        return self.now


def by_hand(house: House) -> House:
    """The table has a dealer."""
    return replace(house, pace="dealer")


def opened_table(
    house: House, watch: Watch | None = None, vault: MemoryVault | None = None
) -> Table:
    opened = open_house(BOOK, house)
    shoes = SealedShoes(opened.delivery, Lesson(4), vault)
    if watch is None:
        return Table(opened, shoes, BOOK.digest)
    return Table(opened, shoes, BOOK.digest, clock=watch)


def play_round(table: Table) -> None:
    table.open_round()
    shared = table.opened.procedure.positions(table.opened.play)
    table.bet(1, "ann", "blackjack", 1_000, position=1 if shared else 0)
    table.deal()
    while table.pending or table.waits_for_dealer:
        if table.waits_for_dealer:
            table.go()
            continue
        assert table.pending
        step = table.pending.step
        if isinstance(step, Ask):
            table.answer(table.pending.number, step.usual.word)
        else:
            table.answer_stake(table.pending.number, 0)


def steps(table: Table) -> list[Event]:
    return [event for event in table.log if isinstance(event, DECKS)]


def closed(table: Table) -> Table:
    table.close()
    assert verify(BOOK, table.log) == []
    assert [e.line for e in replay(BOOK, table.log).log] == [e.line for e in table.log]
    return table


# -- inspection and wash (58 Pa. Code § 633c.5(i), (j)) --------------------------------------------


@pytest.mark.parametrize("house", [HYBRID, NO_HOLE], ids=["hole card", "no hole card"])
def test_633c_5_i_the_dealer_inspects_and_the_floorperson_verifies_before_a_round(
    house: House,
) -> None:
    table = opened_table(by_hand(house))
    before = len(table.log)
    with pytest.raises(NotAllowed, match=r"633c\.5\(i\): a round .* until the dealer inspects"):
        table.open_round()
    with pytest.raises(NotAllowed, match=r"633c\.5\(i\): first the dealer inspects the decks"):
        table.prepare("verify", "flora")
    assert len(table.log) == before
    table.prepare("inspect", "dana")
    with pytest.raises(NotAllowed, match=r"633c\.5\(i\): a round .* until the floorperson"):
        table.open_round()
    with pytest.raises(NotAllowed, match="dana inspected the decks; someone else must verify"):
        table.prepare("verify", "dana")
    table.prepare("verify", "flora")
    table.prepare("wash", "dana")
    play_round(table)
    signed = [(type(e), e.by) for e in steps(table) if isinstance(e, DECKS)]
    assert signed == [
        (DecksInspected, "dana"),
        (InspectionVerified, "flora"),
        (CardsWashed, "dana"),
    ]
    closed(table)


def test_633c_5_j_cards_are_washed_before_the_first_shuffle() -> None:
    table = opened_table(by_hand(HYBRID))
    table.prepare("inspect", "dana")
    table.prepare("verify", "flora")
    with pytest.raises(NotAllowed, match=r"633c\.5\(j\): a round .* until the cards are washed"):
        table.open_round()
    table.prepare("wash", "dana")
    table.open_round()
    washed = table.log.index(of_kind(table, CardsWashed)[0])
    assert washed < table.log.index(of_kind(table, ShoeCommitted)[0])


def test_633c_5_j_decks_pre_inspected_and_reshuffled_are_not_washed() -> None:
    """The inspection of (i) has no such exception."""
    house = replace(by_hand(HYBRID), terms={"decks_received": "pre-inspected and reshuffled"})
    table = opened_table(house)
    table.prepare("inspect", "dana")
    table.prepare("verify", "flora")
    with pytest.raises(NotAllowed, match="The step 'wash' has been done, or is not required"):
        table.prepare("wash", "dana")
    play_round(table)
    closed(table)


@pytest.mark.parametrize("house", [HYBRID, NO_HOLE, NH], ids=["hole", "no hole", "NH"])
def test_633c_5_i_software_does_it_by_itself_and_says_so(house: House) -> None:
    table = opened_table(house)
    for _ in range(3):
        play_round(table)
    assert {e.by for e in steps(table) if isinstance(e, DECKS)} == {"software"}
    assert [e.kind for e in steps(table)] == (
        ["inspected", "washed"] if house is NH else ["inspected", "verified", "washed"]
    )
    closed(table)


def test_nh_method_opening_the_dealer_verifies_and_washes_alone_in_twos_and_together() -> None:
    table = opened_table(by_hand(NH))
    with pytest.raises(NotAllowed, match=r"method: opening: .* until the dealer inspects"):
        table.open_round()
    table.prepare("inspect", "dana")
    table.prepare("wash", "dana")
    play_round(table)
    [washed] = of_kind(table, CardsWashed)
    assert washed.how == "each deck alone, then two together, then all"
    assert washed.clause == "method: opening"
    closed(table)


def test_a_new_shoe_of_the_same_decks_is_not_inspected_again() -> None:
    table = opened_table(replace(NH, cut=300))
    for _ in range(8):
        play_round(table)
    assert len(of_kind(table, ShoeCommitted)) > 2
    assert len(steps(table)) == 2


def test_a_step_that_nobody_knows_or_signs_is_refused() -> None:
    table = opened_table(by_hand(HYBRID))
    with pytest.raises(UnknownName, match="No step with the decks is called 'polish'"):
        table.prepare("polish", "dana")
    for nobody in ("", "  ", "software"):
        with pytest.raises(NotAllowed, match="A person signs for the decks by name"):
            table.prepare("inspect", nobody)


def test_decks_are_prepared_only_between_rounds() -> None:
    table = opened_table(PA)
    table.open_round()
    with pytest.raises(NotAllowed, match="Betting is open"):
        table.prepare("receive", "flora")


# -- deck life (58 Pa. Code §§ 633a.3(d), 633c.5(g)) -----------------------------------------------


@pytest.mark.parametrize(
    ("house", "hours", "clause"),
    [
        (PA, 24, r"633a\.3\(d\)"),
        (replace(PA, decks=2, terms={"delivery": "hand"}), 4, r"633a\.3\(d\)"),
        (HYBRID, 24, r"633c\.5\(g\)"),
    ],
    ids=["633a.3(d)", "633a.3(d) from the hand", "633c.5(g)"],
)
def test_decks_are_changed_at_least_once_every_24_hours_or_4_from_the_hand(
    house: House, hours: int, clause: str
) -> None:
    watch = Watch()
    table = opened_table(by_hand(house), watch)
    sign(table)
    play_round(table)
    watch.now = NOON + timedelta(hours=hours, seconds=-1)
    play_round(table)
    watch.now = NOON + timedelta(hours=hours)
    before = len(table.log)
    with pytest.raises(NotAllowed, match=rf"{clause}: .* for {hours} hours at most: change them"):
        table.open_round()
    assert len(table.log) == before
    table.prepare("receive", "flora")
    sign(table)
    play_round(table)
    [received] = of_kind(table, DecksReceived)
    assert (received.by, received.at, received.decks) == ("flora", watch.now, house.decks)
    assert of_kind(table, RoundOpened)[-1].decks == watch.now
    closed(table)


def sign(table: Table) -> None:
    for step in tuple(table.decks.todo):
        table.prepare(step, "flora" if step == "verify" else "dana")


def test_633a_3_d_new_decks_are_a_new_shoe_though_the_old_one_is_not_done() -> None:
    watch = Watch()
    table = opened_table(by_hand(PA), watch)
    play_round(table)
    table.prepare("receive", "flora")
    play_round(table)
    assert [e.number for e in of_kind(table, ShoeCommitted)] == [1, 2]
    assert [e.number for e in of_kind(table, ShoeOpened)] == [1]
    closed(table)
    left_out = [e for e in table.log if not isinstance(e, DecksReceived)]
    assert "shoe 1 until it is done" in [each.expected for each in verify(BOOK, left_out)]


def test_633c_5_g_software_changes_the_decks_by_itself() -> None:
    watch = Watch()
    table = opened_table(HYBRID, watch)
    play_round(table)
    watch.now += timedelta(hours=24)
    play_round(table)
    assert [(e.by, e.at) for e in of_kind(table, DecksReceived)] == [("software", watch.now)]
    assert [e.kind for e in steps(table)] == [
        *("inspected", "verified", "washed"),
        *("decks", "inspected", "verified", "washed"),
    ]
    assert [e.number for e in of_kind(table, ShoeCommitted)] == [1, 2]
    closed(table)


def test_633a_3_d_half_an_hour_before_it_is_said_that_decks_must_be_changed() -> None:
    watch = Watch()
    table = opened_table(by_hand(PA), watch)
    play_round(table)
    assert table.decks.due == NOON + timedelta(hours=24)
    assert table.decks.warning(NOON + timedelta(hours=23)) == ""
    said = table.decks.warning(NOON + timedelta(hours=23, minutes=30))
    assert said.endswith("change them by 2026-07-05T12:00:00Z.")


def test_where_nobody_keeps_time_or_no_law_limits_it_decks_have_no_life() -> None:
    untimed = opened_table(PA)
    colorado = opened_table(House("colorado"), Watch())
    for table in (untimed, colorado):
        play_round(table)
        assert table.decks.due is None
        assert (of_kind(table, RoundOpened)[0].decks, of_kind(table, RoundOpened)[0].at) == (
            None,
            None,
        )


def test_633a_3_d_a_log_cannot_hide_that_decks_were_too_old() -> None:
    watch = Watch()
    table = opened_table(by_hand(PA), watch)
    play_round(table)
    watch.now += timedelta(hours=23)
    play_round(table)
    table.close()
    late = [
        replace(e, at=NOON + timedelta(hours=30))
        if isinstance(e, RoundOpened) and e.number == 2
        else e
        for e in table.log
    ]
    found = verify(BOOK, late)
    assert any("24 hours at most" in each.expected for each in found)


def resumed(table: Table, events: Sequence[Event], vault: MemoryVault, watch: Watch) -> Table:
    shoes = SealedShoes(table.opened.delivery, Lesson(4), vault)
    return resume(BOOK, opened_by(BOOK, events), events, shoes, {}, clock=watch)


def test_a_resumed_table_remembers_since_when_its_decks_are_in_use() -> None:
    watch, vault = Watch(), MemoryVault()
    table = opened_table(by_hand(PA), watch, vault)
    for _ in range(3):
        play_round(table)
        watch.now += timedelta(hours=1)
    ended = table.log.index(of_kind(table, RoundEnded)[1])
    since = [table.log[0], *table.log[ended:]]  # all that a store reads
    again = resumed(table, since, vault, watch)
    assert again.decks.due == NOON + timedelta(hours=24)
    watch.now = NOON + timedelta(hours=24)
    with pytest.raises(NotAllowed, match="change them"):
        again.open_round()
    again.prepare("receive", "flora")
    play_round(again)
    assert of_kind(again, ShoeCommitted)[-1].number == 2


def test_a_table_is_resumed_between_the_inspection_and_its_verification() -> None:
    watch, vault = Watch(), MemoryVault()
    table = opened_table(by_hand(HYBRID), watch, vault)
    table.prepare("inspect", "dana")
    again = resumed(table, table.log, vault, watch)
    assert again.decks.todo == ["verify", "wash"]
    assert again.decks.due == NOON + timedelta(hours=24)


def test_what_software_does_as_a_matter_of_course_is_not_announced() -> None:
    alone, signed = opened_table(HYBRID), opened_table(by_hand(HYBRID))
    sign(signed)
    alone.open_round()
    assert [is_heard(each) for each in steps(alone)] == [False] * 3
    assert [is_heard(each) for each in steps(signed)] == [True] * 3
