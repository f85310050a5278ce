"""Links that any rule allows, and what tables do to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from hypothesis import strategies as st

from pitboss.errors import NotAllowed
from pitboss.progressive.events import MeterChange
from pitboss.progressive.link import Link
from pitboss.progressive.meter import FROM_RESERVE, PLUS_RESERVE, MeterState, open_meter
from pitboss.progressive.secret import ABOVE, CAPPED, DRAWN_LOWER, REACHED, Mystery, SeededSecrets

TABLES = ("table 1", "table 2")
LARGEST = 5_000
Step = tuple[str, str, int, Fraction]

rates = st.sampled_from([Fraction(n, 1000) for n in (0, 5, 37, 160, 335)] + [Fraction(1, 3)])


@st.composite
def meters(draw: st.DrawFn) -> MeterState:
    """A new meter, with or without reserve, limit and a part of the stake that feeds it."""
    seed = draw(st.sampled_from([0, 1, 999, 10_000]))
    room = draw(st.none() | st.sampled_from([0, 50, 3_000]))
    meter = open_meter(
        "mega",
        seed,
        draw(rates),
        draw(rates),
        limit=None if room is None else seed + room,
        reset=draw(st.sampled_from([FROM_RESERVE, PLUS_RESERVE])),
    )
    return replace(meter, on_first=draw(st.none() | st.just(100)))


shares = st.sampled_from([Fraction(n, 100) for n in (1, 10, 50, 99, 100, 100, 100)])
steps: st.SearchStrategy[list[Step]] = st.lists(
    st.tuples(
        st.sampled_from(["contribute", "contribute", "contribute", "withdraw", "claim"]),
        st.builds("{}/{}/1/side".format, st.sampled_from(TABLES), st.integers(1, 12)),
        st.integers(1, LARGEST),
        shares,
    ),
    max_size=40,
)

mysteries = st.builds(
    Mystery,
    st.just(LARGEST),
    st.sampled_from([ABOVE, REACHED]),
    st.sampled_from([DRAWN_LOWER, CAPPED]),
)


def mystery_meter() -> MeterState:
    """A small one, often hit: from $10 to $12, a stake adds up to $1."""
    return open_meter("mystery", 1_000, Fraction(2, 100), limit=1_200)


def linked(meter: MeterState) -> Link:
    """A link of both tables."""
    link = Link(meter, linked=True)
    for table in TABLES:
        link.join(table)
    return link


def mystery_link(mystery: Mystery, seed: int = 7) -> Link:
    """A mystery link of both tables, its values drawn from a seed."""
    link = Link(mystery_meter(), linked=True, mystery=mystery, secrets=SeededSecrets(seed))
    for table in TABLES:
        link.join(table)
    return link


def take(link: Link, step: Step) -> bool:
    """One step of a table, if the link accepts it."""
    kind, key, stake, share = step
    try:
        match kind:
            case "contribute":
                link.contribute(key, stake)
            case "withdraw":
                link.withdraw(key)
            case "claim":
                link.claim(key, share)
    except NotAllowed:
        return False
    return True


def take_all(link: Link, many: Sequence[Step]) -> list[Step]:
    """The steps that were accepted."""
    return [step for step in many if take(link, step)]


def changes(link: Link) -> list[MeterChange]:
    """The lines of a meter's log that changed it."""
    return [event for event in link.log if isinstance(event, MeterChange)]
