"""A log is readable text with a parse and print pair, whatever people are called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK
from pitboss.errors import NotationError
from pitboss.log import Event, print_log
from pitboss.table.events import TABLE_LOG
from pitboss.table.events.rounds import Asked, Bet, Irregular, Said, StakeAsked
from pitboss.table.events.shoes import CardDealt
from pitboss.table.events.table import BuyIn, MeterReceived

words = st.text(max_size=20)
numbers = st.integers(-(10**9), 10**9)
choices = st.text(st.characters(codec="utf-8", exclude_characters=","), min_size=1, max_size=9)
events = st.one_of(
    st.builds(BuyIn, words, numbers),
    st.builds(Bet, numbers, words, words, numbers, st.integers(0, 9)),
    st.builds(Said, words, words),
    st.builds(Asked, numbers, words, words, st.lists(choices, min_size=1, max_size=4).map(tuple)),
    st.builds(StakeAsked, numbers, words, words, st.none() | numbers),
    st.builds(CardDealt, words, st.none() | st.sampled_from(DECK), words),
    st.builds(Irregular, box=st.none() | numbers, why=st.none() | words),
    st.builds(MeterReceived, shown=st.fractions(), reserve=st.fractions()),
)


@given(events)
def test_an_event_is_read_as_it_was_printed(event: Event) -> None:
    line = str(event)
    assert len(line.splitlines()) == 1
    assert TABLE_LOG.parse_event(line) == event
    assert str(TABLE_LOG.parse_event(line)) == line


@given(st.lists(events, max_size=5))
def test_a_log_is_read_as_it_was_printed(some: list[Event]) -> None:
    assert TABLE_LOG.parse_log(print_log(some)) == tuple(some)


@pytest.mark.parametrize(
    "line",
    [
        "",
        " round number=1",
        "round  number=1",
        "round number",
        "round number = 1",
        'round number="1"',
        'bet player="ann',
        "round number=1 ",
        "Round number=1",
        "round number=1\r",
        '{"kind": "round"}',
        "x" * 500,
    ],
)
def test_a_line_that_is_no_event_is_refused_by_its_number(line: str) -> None:
    with pytest.raises(NotationError, match=r"^line 2: .* is not a valid log line(: .*[^.])?\.$"):
        TABLE_LOG.parse_log(f"closed\n{line}\n")


def test_a_line_cut_short_is_refused() -> None:
    with pytest.raises(NotationError, match="line 2: the log is cut off in the middle of a line"):
        TABLE_LOG.parse_log("closed\nround number=1")
