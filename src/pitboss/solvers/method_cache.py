"""Results of methods, kept as `functools.cache` keeps those of functions, but by the object."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

Owner = TypeVar("Owner")
Given = ParamSpec("Given")
Result = TypeVar("Result")


def method_cache(
    method: Callable[Concatenate[Owner, Given], Result],
) -> Callable[Concatenate[Owner, Given], Result]:
    """A method whose results its object keeps, for as long as there is the object.

    `functools.cache` would keep the object itself.
    """

    @wraps(method)
    def kept(self: Owner, /, *given: Given.args, **named: Given.kwargs) -> Result:
        known = self.__dict__.setdefault(f"_{method.__name__} by arguments", {})
        key = (*given, *named.items())
        if key not in known:
            known[key] = method(self, *given, **named)
        found: Result = known[key]
        return found

    return kept
