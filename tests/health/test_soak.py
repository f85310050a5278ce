"""What only `./run test --soak` runs is more of what `./run test` runs."""

from collections import defaultdict

import pytest

from tests.conftest import COLLECTED


def test_every_long_test_has_a_short_case(request: pytest.FixtureRequest) -> None:
    """Of all tests that were collected with this one."""
    long: dict[str, set[bool]] = defaultdict(set)
    for item in request.config.stash[COLLECTED]:
        long[item.nodeid.partition("[")[0]].add(item.get_closest_marker("soak") is not None)
    assert [name for name, cases in long.items() if cases == {True}] == []
