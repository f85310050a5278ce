"""The floor that comes with pitboss, itself a submission."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pitboss.errors import PitbossError
from pitboss.package_data import PACKAGE
from pitboss.rulebook.load import Rulebook
from pitboss.submission.read import read_file
from pitboss.submission.records import Submission

NAME: Final = "Demonstration house"
"""What the house is called there."""
FILE: Final[Path] = PACKAGE / "submission" / "demonstration.toml"


def demonstration(book: Rulebook) -> Submission:
    """A table of every game, at lawful defaults, and one with a dealer."""
    found, faults = read_file(book, FILE)
    if faults:
        raise PitbossError("\n".join(map(str, faults)))
    return found
