"""Names of people: one form for each, so that no two look alike."""

from __future__ import annotations

import unicodedata
from typing import Final

from pitboss.errors import NotAllowed

RESERVED: Final = frozenset(
    {
        *("cage", "dealer", "floor", "house", "rule", "surveillance"),
        *("admin", "administrator", "auditor", "manager", "pitboss", "security", "staff"),
        *("supervisor", "system"),
    }
)
"""Names with a meaning of their own in logs and views, and those of the house's offices."""
BETWEEN: Final = frozenset("/,;:")
"""Characters that keys and logs put between names."""
INVISIBLE: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
)
"""Characters that show nothing although Unicode counts them as printable."""
SELECTORS: Final = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
"""Variation selectors, which show nothing either."""
LOOKALIKE: Final = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC"})
"""Scripts whose letters look like each other's: a word is written in one of them."""


def check_name(name: str) -> str:
    """A name as it is shown, if it is allowed.

    >>> check_name(" \uff21nn ")
    'Ann'
    """
    shown = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 1 <= len(shown) <= 40 or not shown.isprintable() or any(map(_is_invisible, shown)):
        raise NotAllowed("A name must have 1 to 40 printable characters.")
    if found := BETWEEN & set(shown):
        raise NotAllowed(f"A name may not contain {' '.join(sorted(found))}.")
    if any(len(_scripts(word)) > 1 for word in shown.split()):
        raise NotAllowed("A name may not mix letters of scripts that look alike.")
    if fold(shown) in RESERVED:
        raise NotAllowed(f"The name {shown} is reserved: it has another meaning in a log.")
    return shown


def fold(name: str) -> str:
    """What names that look alike have in common.

    >>> fold("ANN ") == fold("ann") == fold("\u24b6nn")
    True
    """
    shown = " ".join(unicodedata.normalize("NFKC", name).split())
    return unicodedata.normalize("NFKC", shown.casefold())


def _is_invisible(sign: str) -> bool:
    return sign in INVISIBLE or any(ord(sign) in each for each in SELECTORS)


def _scripts(word: str) -> set[str]:
    """The scripts of a word's letters, of those that look alike."""
    return {unicodedata.name(sign, "").partition(" ")[0] for sign in word} & LOOKALIKE
