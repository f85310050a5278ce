"""What `./run test` leaves to `./run test --soak`: more cases of what is tested anyway."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import pytest


def soak(*values: Any, id: str | None = None) -> Any:
    """A case of a parametrised test that only `--soak` runs."""
    return pytest.param(*values, marks=pytest.mark.soak, id=id)


def soak_only(covered: str) -> pytest.MarkDecorator:
    """A test that only `--soak` runs, and the shorter one that tries the same without it."""
    return pytest.mark.soak(covered=covered)


def covering(cases: Iterable[Any], *facets: Callable[[Any], Hashable]) -> list[Any]:
    """All cases; one that shows nothing new of any facet is left to `--soak`.

    >>> [type(each).__name__ for each in covering([1, 2, 3, 12, 13], lambda n: n % 10)]
    ['int', 'int', 'int', 'ParameterSet', 'ParameterSet']
    """
    made: list[Any] = []
    seen: set[tuple[int, Hashable]] = set()
    for case in cases:
        shows = {(number, facet(case)) for number, facet in enumerate(facets)}
        made.append(soak(case) if shows <= seen else case)
        seen |= shows
    return made


def first(light: int, cases: Iterable[Any]) -> list[Any]:
    """All cases; those after the first few are left to `--soak`."""
    return [soak(case) if number >= light else case for number, case in enumerate(cases)]
