"""The line that follows from what is known of a hand while some words are still open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pitboss.rulebook.when import Both, Compare, Condition, Const, Either, Not, Say
from pitboss.wagers.offer import Offer
from pitboss.wagers.real import COMPARE


def sure_line(offer: Offer, known: Mapping[Say, object]) -> int | None:
    """The line that follows from what is known; −1 for none, `None` if it is open."""
    for number, line in offer.in_order:
        holds = _truth(line.when, known.get)
        if holds is None:
            return None
        if holds:
            return number
    return -1


def _truth(condition: Condition, known: Callable[[Say], object]) -> bool | None:
    """Whether a condition holds; `None` if a word that decides it is not known."""
    match condition:
        case Not(part):
            held = _truth(part, known)
            return None if held is None else not held
        case Both(parts):
            return _all([_truth(part, known) for part in parts])
        case Either(parts):
            every = _all([None if (t := _truth(part, known)) is None else not t for part in parts])
            return None if every is None else not every
        case Compare(op, left, right):
            values = [p.value if isinstance(p, Const) else _said(p, known) for p in (left, right)]
            return None if None in values else COMPARE[op](*values)
        case Say():
            answer = known(condition)
            return None if answer is None else bool(answer)
    return bool(condition.value)


def _said(part: Condition, known: Callable[[Say], object]) -> object:
    return known(part) if isinstance(part, Say) else None


def _all(truths: Sequence[bool | None]) -> bool | None:
    if False in truths:
        return False
    return None if None in truths else True
