"""58 Pa. Code § 633c.14: a mystery meter is hit at a secret value, drawn and sealed beforehand."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import NotAllowed, PitbossError, UnknownName
from pitboss.log import Event, print_log
from pitboss.progressive.events import (
    METER_LOG,
    Contributed,
    TableJoined,
    ValueCommitted,
    ValueOpened,
)
from pitboss.progressive.link import Link
from pitboss.progressive.link_replay import link_from, verify_link
from pitboss.progressive.meter import open_meter
from pitboss.progressive.secret import (
    CAPPED,
    REACHED,
    DrawnSecrets,
    KeptSecrets,
    Mystery,
    SealedValue,
    Secrets,
    SeededSecrets,
)
from tests.progressive.links import (
    LARGEST,
    TABLES,
    Step,
    changes,
    mysteries,
    mystery_link,
    mystery_meter,
    steps,
    take,
    take_all,
)

CROSSING: list[Step] = [
    ("contribute", f"{table}/{n}/1/side", LARGEST, Fraction(1))
    for n in range(9)
    for table in TABLES
]


class Fixed:
    """The same value every time."""

    def __init__(self, value: int) -> None:
        self.value = value

    def next(self, _low: int, _high: int) -> SealedValue:
        return SealedValue(self.value, "salt", "test")


def fixed(value: int, mystery: Mystery) -> Link:
    """A mystery link of one table whose value is known."""
    link = Link(mystery_meter(), mystery=mystery, secrets=Fixed(value))
    link.join("table 1")
    return link


def chi_square(seen: Counter[int], many: int) -> float:
    expected = seen.total() / many
    return sum((seen[k] - expected) ** 2 / expected for k in range(many))


def quantile(freedom: int, level: float = 0.99) -> float:
    """Chi-square, by Wilson and Hilferty."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + NormalDist().inv_cdf(level) * math.sqrt(part)) ** 3


@pytest.mark.parametrize(("high", "classes"), [(10_009, 10), (20_000, 73), (10_001, 2)])
def test_633c_14_c_3_every_value_is_as_likely_as_another(high: int, classes: int) -> None:
    """At the 99% level, on seed 63314; both ends come up."""
    low, source = 10_000, SeededSecrets(63_314)
    assert (high - low + 1) % classes == 0
    drawn = [source.next(low, high).value - low for _ in range(40_000)]
    seen = Counter(value * classes // (high - low + 1) for value in drawn)
    assert chi_square(seen, classes) < quantile(classes - 1)
    assert (min(drawn), max(drawn)) == (0, high - low)


def test_633c_14_c_3_a_skewed_source_would_be_seen() -> None:
    skewed = Counter(min(n % 11, 9) for n in range(40_000))
    assert chi_square(skewed, 10) > quantile(9)


def test_633c_14_c_3_the_system_draws_within_its_bounds_and_never_twice_the_same_salt() -> None:
    drawn = [DrawnSecrets().next(5, 7) for _ in range(500)]
    assert {seal.value for seal in drawn} == {5, 6, 7}
    assert len({seal.salt for seal in drawn}) == 500
    assert {seal.source for seal in drawn} == {"system"}


def test_633c_14_c_3_a_lesson_says_that_it_is_one() -> None:
    assert [SeededSecrets(7).next(1, 9) for _ in range(2)] == [SeededSecrets(7).next(1, 9)] * 2
    assert 'source="seed 7"' in str(mystery_link(Mystery(LARGEST)).log[1])


def test_633c_14_c_3_a_commitment_binds_salt_and_value_and_hides_them() -> None:
    seal = SealedValue(12_345, "5a17", "system")
    # printf '5a17\n12345' | sha256sum
    assert seal.commitment == "a1a9bbfd0d002474e4f3d3324bfbd98696735b2e56388e44dd02a7227e114bb7"
    assert replace(seal, value=12_346).commitment != seal.commitment
    assert replace(seal, salt="5a18").commitment != seal.commitment
    assert "12345" not in repr(seal)
    assert "5a17" not in repr(seal)


@pytest.mark.parametrize(
    ("mystery", "stakes"),
    [
        (Mystery(LARGEST), (500, 1)),
        (Mystery(LARGEST, REACHED), (500,)),
        (Mystery(LARGEST, REACHED, CAPPED), (499, 1)),
        (Mystery(LARGEST, within=CAPPED), (500, 1)),
    ],
)
def test_633c_14_c_3_d_40_above_or_reached(mystery: Mystery, stakes: tuple[int, ...]) -> None:
    """The value is $10.10: $5 lifts the meter of $10 at 2% to it, another cent above it."""
    link = fixed(1_010, mystery)
    entries = [link.contribute(f"table 1/{n}/1/side", s) for n, s in enumerate(stakes)]
    assert [bool(entry.hit) for entry in entries] == [False] * (len(stakes) - 1) + [True]
    assert (entries[-1].hit, entries[-1].shows, entries[-1].from_house) == (1_010, 1_000, 1_000)
    assert (link.meter.seed, link.meter.wins, link.meter.is_conserved) == (1_000, 1, True)


def test_633c_14_c_3_d_40_b_the_award_stops_at_the_maximum() -> None:
    link = fixed(1_200, Mystery(LARGEST, within=CAPPED))
    link.contribute("table 1/1/1/side", 5_000)
    full = link.contribute("table 1/2/1/side", 5_000)
    assert (full.hit, full.shows) == (0, 1_200)
    struck = link.contribute("table 1/3/1/side", 2_500)
    assert (struck.hit, struck.shows, struck.keeps) == (1_200, 1_050, 0)


@given(mysteries, steps, st.integers(0, 99))
def test_633c_14_c_4_awards_lie_between_minimum_and_maximum(
    mystery: Mystery, taken: list[Step], seed: int
) -> None:
    link = mystery_link(mystery, seed)
    for step in taken:
        take(link, step)
        assert link.meter.is_conserved
        assert sum(e.adds for e in changes(link)) == link.meter.display
        assert sum(e.keeps for e in changes(link)) == link.meter.kept
    hits = [entry.hit for entry in changes(link) if entry.hit]
    assert all(1_000 <= hit <= 1_200 for hit in hits)
    assert sum(hits) == link.meter.paid
    assert len(hits) == link.meter.wins
    assert mystery.within == CAPPED or link.meter.overflow == 0
    assert mystery.span(mystery_meter()) == (1_000, 1_200 if mystery.within == CAPPED else 1_100)


def test_633c_14_c_3_the_value_is_committed_first_and_opened_when_hit() -> None:
    link = mystery_link(Mystery(LARGEST))
    take_all(link, CROSSING)
    kinds = [event.kind for event in link.log]
    assert kinds[:2] == ["open", "commit"]
    assert kinds.count("opened") == link.meter.wins > 2
    assert kinds.count("commit") == link.meter.wins + 1
    source = SeededSecrets(7)
    committed = SealedValue(0, "", "")
    for at, event in enumerate(link.log):
        if isinstance(event, ValueCommitted):
            committed = source.next(1_000, 1_100)
            assert event.commitment == committed.commitment
        elif isinstance(event, ValueOpened):
            before = link.log[at - 1]
            assert isinstance(before, Contributed)
            assert before.hit
            assert (event.salt, event.value) == (committed.salt, committed.value)
            assert kinds[at + 1] == "commit"


def test_633c_14_c_3_no_event_tells_a_value_before_it_is_hit() -> None:
    """Two values that are both out of reach leave logs that differ in the hash alone."""
    logs = []
    for value in (1_099, 1_100):
        link = fixed(value, Mystery(LARGEST))
        for n in range(9):
            link.contribute(f"table 1/{n}/1/side", 500)
            assert not any(isinstance(event, ValueOpened) for event in link.log)
        link.withdraw("table 1/3/1/side")
        hashed = SealedValue(value, "salt", "test").commitment
        logs.append(print_log(link.log).replace(hashed, "hash"))
    assert logs[0] == logs[1]


@given(mysteries, steps, st.integers(0, 99))
def test_633c_14_c_3_a_crash_after_any_event_resumes_the_same(
    mystery: Mystery, taken: list[Step], seed: int
) -> None:
    whole = mystery_link(mystery, seed)
    accepted = take_all(whole, taken)
    for cut in range(1, len(whole.log) + 1):
        kept: list[Event] = []
        link = link_from(whole.log[:cut], SeededSecrets(seed), kept.append)
        for table in TABLES:
            link.join(table)
        take_all(link, accepted)
        assert (link.log, changes(link), link.meter) == (whole.log, changes(whole), whole.meter)
        assert whole.log[:cut] + kept == whole.log


@given(mysteries, steps, st.integers(0, 99))
def test_633c_14_c_3_a_log_is_verified_without_the_secrets(
    mystery: Mystery, taken: list[Step], seed: int
) -> None:
    whole = mystery_link(mystery, seed)
    take_all(whole, taken)
    events = METER_LOG.parse_log(print_log(whole.log))
    for cut in range(1, len(events) + 1):
        assert verify_link(events[:cut]) == []
    link = link_from(events)
    assert (link.log, changes(link), link.meter) == (whole.log, changes(whole), whole.meter)
    with pytest.raises(NotAllowed, match="is not available: resume it with the values"):
        link.contribute("table 1/99/1/side", 1)
    assert link.log == whole.log


def test_633c_14_c_3_system_values_that_were_kept_resume_the_meter() -> None:
    kept: list[SealedValue] = []

    def opened(secrets: Secrets) -> Link:
        link = Link(mystery_meter(), linked=True, mystery=Mystery(LARGEST), secrets=secrets)
        for table in TABLES:
            link.join(table)
        return link

    whole = opened(KeptSecrets(DrawnSecrets(), keep=kept.append))
    take_all(whole, CROSSING)
    assert [seal.commitment for seal in kept] == [
        event.commitment for event in whole.log if isinstance(event, ValueCommitted)
    ]
    for cut in range(1, len(whole.log) + 1):
        fresh: list[SealedValue] = []
        again = link_from(whole.log[:cut], KeptSecrets(DrawnSecrets(), kept, fresh.append))
        for table in TABLES:
            again.join(table)
        take_all(again, CROSSING)
        assert again.log == whole.log
        assert fresh == []
    with pytest.raises(PitbossError, match="line 2: the log says 'commit"):
        link_from(whole.log, DrawnSecrets())


@pytest.mark.parametrize("change", ["value", "salt", "commitment", "stake", "opened", "commit"])
def test_633c_14_c_3_an_opened_value_is_checked_against_its_commitment(change: str) -> None:
    link = mystery_link(Mystery(LARGEST))
    take_all(link, CROSSING)
    events = list(link.log)
    kinds = [event.kind for event in events]
    at, wrong = {
        "value": (kinds.index("opened"), 1),
        "salt": (kinds.index("opened"), 2),
        "commitment": (1, 2),
        "stake": (kinds.index("contribute"), kinds.index("contribute") + 1),
        "opened": (kinds.index("opened"), 2),
        "commit": (1, 2),
    }[change]
    if change in kinds:
        del events[at]
    else:
        line = re.sub(rf"({change}=\w+)", r"\g<1>1", events[at].line)
        events[at] = METER_LOG.parse_event(line)
    assert [difference.line for difference in verify_link(events)] == [wrong]


def test_633c_14_c_3_a_hit_that_is_never_opened_is_seen() -> None:
    link = mystery_link(Mystery(LARGEST))
    take_all(link, CROSSING)
    kinds = [event.kind for event in link.log]
    last = len(kinds) - 1 - kinds[::-1].index("opened")
    events = link.log[:last]
    assert verify_link(events) == []
    cut = link_from(events)
    with pytest.raises(NotAllowed, match="is not available"):
        cut.withdraw(changes(link)[-1].key)
    forged = [*events, TableJoined(sequence=last + 1, key="table 3", shows=0)]
    assert [difference.line for difference in verify_link(forged)] == [last + 1]


def test_633c_14_c_3_a_contribution_before_the_commitment_is_seen() -> None:
    link = mystery_link(Mystery(LARGEST))
    take_all(link, CROSSING)
    kinds = [event.kind for event in link.log]
    last = len(kinds) - 1 - kinds[::-1].index("commit")
    events = link.log[:last]
    assert verify_link(events) == []
    link = mystery_link(Mystery(LARGEST))
    link.contribute("table 1/99/1/side", 1)
    forged = [*events, replace(link.log[-1], sequence=last + 1)]
    found = verify_link(forged)
    assert [difference.line for difference in found] == [last + 1]
    assert "is not available" in found[0].expected


def test_633c_14_c_3_an_opening_that_could_not_be_kept_is_made_up_for() -> None:
    whole = mystery_link(Mystery(LARGEST))
    take_all(whole, CROSSING)
    link = mystery_link(Mystery(LARGEST))
    fails: set[type[Event]] = {ValueOpened, ValueCommitted}

    def sink(event: Event) -> None:
        if type(event) in fails:
            fails.remove(type(event))
            raise OSError("disk full")

    link.sink = sink
    failed = 0
    for _, key, stake, _ in CROSSING:
        while True:
            try:
                link.contribute(key, stake)
                break
            except OSError:
                failed += 1
    assert failed == 2
    assert link.log == whole.log


def test_g_9_a_mystery_award_stands_when_its_contribution_is_withdrawn() -> None:
    link = fixed(1_010, Mystery(LARGEST))
    kept = link.contribute("table 1/1/1/side", 500)
    hit = link.contribute("table 1/1/2/side", 500)
    assert (kept.hit, hit.hit) == (0, 1_020)
    for key in ("table 1/1/2/side", "table 1/1/1/side"):
        back = link.withdraw(key)
        assert (back.adds, back.keeps, back.shows, back.hit) == (0, 0, 1_000, 0)
    assert link.meter.paid == 1_020
    assert link.meter.is_conserved
    assert link.contribute("table 1/1/2/side", 500) is hit


def test_g_9_a_withdrawn_contribution_does_not_count_towards_the_value() -> None:
    link = fixed(1_010, Mystery(LARGEST))
    link.contribute("table 1/1/1/side", 500)
    link.withdraw("table 1/1/1/side")
    assert link.contribute("table 1/2/1/side", 500).hit == 0


def test_633c_14_c_7_a_mystery_award_cannot_be_claimed() -> None:
    with pytest.raises(NotAllowed, match=r"The mystery meter is won by .* it cannot be claimed"):
        fixed(1_010, Mystery(LARGEST)).claim("table 1/1/1/side", Fraction(1))


def test_633c_14_c_3_a_value_outside_its_bounds_is_refused() -> None:
    with pytest.raises(PitbossError, match=r"between \$10 and \$11\.$"):
        fixed(1_101, Mystery(LARGEST))


def test_633c_14_c_3_a_mystery_meter_needs_a_maximum_room_and_a_source() -> None:
    rate = Fraction(2, 100)
    for meter, said in (
        (open_meter("mystery", 1_000, rate), "needs a maximum"),
        (open_meter("mystery", 1_000, rate, limit=1_099), "alone lifts the mystery meter past"),
    ):
        with pytest.raises(NotAllowed, match=said):
            Link(meter, mystery=Mystery(LARGEST), secrets=DrawnSecrets())
    with pytest.raises(NotAllowed, match="needs a source of secret values"):
        Link(mystery_meter(), mystery=Mystery(LARGEST))
    with pytest.raises(UnknownName, match="D-40 "):
        Mystery(LARGEST, "beyond")
    with pytest.raises(UnknownName, match="D-40-b"):
        Mystery(LARGEST, within="lower")
