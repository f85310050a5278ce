"""Everything pitboss refuses, as one tree.

PitbossError
├── NotationError        a card, shoe, odds or amount that cannot be read
├── RulebookError        faults in rule files, all of them together, with file and line
├── UnknownName          no such wager, pay table, reading …; suggests the nearest
└── NotAllowed           the law does not allow it; names the clause and what is allowed
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class PitbossError(Exception):
    """The root: its text is one clear message for the person at the table."""


class NotationError(PitbossError):
    """A card, shoe, odds or amount that cannot be read."""


class RulebookError(PitbossError):
    """Faults in rule files, reported together."""

    def __init__(self, faults: Iterable[object]) -> None:
        self.faults = tuple(faults)
        count = "1 fault" if len(self.faults) == 1 else f"{len(self.faults)} faults"
        super().__init__(f"{count} in the rulebook:\n" + "\n".join(f"  {f}" for f in self.faults))


class UnknownName(PitbossError):
    """A name nobody knows, with the nearest known ones."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        self.near = nearest(name, known)
        hint = f" Did you mean {either(self.near)}?" if self.near else ""
        super().__init__(f"No {what} is called {name!r}.{hint}")


class NotAllowed(PitbossError):
    """The law does not allow it: what was wrong, the clause, what is allowed."""


def nearest(name: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The known names closest to a mistyped one.

    >>> nearest("perfect-pear", ["perfect-pairs", "buster"])
    ('perfect-pairs',)
    """
    names = list(dict.fromkeys(known))
    folded = {n.lower(): n for n in names}
    near = get_close_matches(name.lower(), folded, most, 0.6)
    inside = [n for n in folded if len(name) > 2 and name.lower() in n and n not in near]
    return tuple(folded[n] for n in (near + inside)[:most])


def either(names: Iterable[str], word: str = "or") -> str:
    """Names as a sentence would list them.

    >>> either(["A", "B", "C"])
    'A, B or C'
    """
    listed = list(names)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} {word} {listed[-1]}"
