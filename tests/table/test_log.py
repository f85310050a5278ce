"""A log is readable text with a parse and print pair, whatever people are called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import NotationError
from pitboss.log import Event, parse_event, parse_log, print_log

names = st.from_regex(r"[a-z_]{1,8}", fullmatch=True)
values = st.text(max_size=20)
events = st.builds(
    Event,
    st.from_regex(r"[a-z]{1,6}(-[a-z]{1,3})?", fullmatch=True),
    st.lists(st.tuples(names, values), max_size=4).map(tuple),
)


@given(events)
def test_an_event_is_read_as_it_was_printed(event: Event) -> None:
    line = str(event)
    assert len(line.splitlines()) == 1
    assert parse_event(line) == event
    assert str(parse_event(line)) == line


@given(st.lists(events, max_size=5))
def test_a_log_is_read_as_it_was_printed(some: list[Event]) -> None:
    assert parse_log(print_log(some)) == tuple(some)


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
def test_what_is_no_event_is_refused_by_its_line(line: str) -> None:
    if line == "x" * 500:
        assert parse_event(line)  # a word alone is an event without fields
        return
    with pytest.raises(NotationError, match=r"^line 2: .* is not an event of a log\.$"):
        parse_log(f"closed\n{line}\n")


def test_a_line_cut_short_is_refused() -> None:
    with pytest.raises(NotationError, match="line 2: the log is cut off in the middle of a line"):
        parse_log("closed\nround number=1")
