"""The tests that only `./run test --soak` runs repeat those of `./run test` with more cases."""

from pathlib import Path

import pytest

from tests.conftest import COLLECTED

ROOT = Path(__file__).resolve().parents[2]


def test_every_long_test_has_a_short_case(request: pytest.FixtureRequest) -> None:
    """A short case of its own, or the test that it names; of all that were collected with this."""
    short: set[str] = set()
    long: dict[str, str] = {}
    for item in request.config.stash[COLLECTED]:
        name = item.nodeid.partition("[")[0]
        marks = [*item.iter_markers("soak")]
        if not marks:
            short.add(name)
            continue
        covered = next((mark.kwargs["covered"] for mark in marks if mark.kwargs), name)
        long[name] = covered if "::" in covered else f"{name.rpartition('::')[0]}::{covered}"
    files = {name.partition("::")[0] for name in (*short, *long)}
    there = {name: by for name, by in long.items() if by.partition("::")[0] in files}
    assert [name for name, by in there.items() if by not in short] == []
    assert [by for by in long.values() if not (ROOT / by.partition("::")[0]).is_file()] == []
