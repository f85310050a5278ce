"""What somebody asks of a simulation, and the numbers in it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from pitboss.errors import NotAllowed, NotationError
from pitboss.simulate.reports import Occasion
from pitboss.table.houses.default_house import Wish


@dataclass(frozen=True, slots=True)
class SimulateRequest:
    """What somebody asks of a simulation."""

    game: str
    jurisdiction: str | None
    wish: Wish
    boxes: int = 1
    rounds: str | None = None
    error: str | None = None
    strategy: str = "best"
    seed: int = 1
    cores: int | None = None
    per_shoe: int | None = None
    cut_card: bool = False
    checkpoint: Path | None = None
    report: str | None = None
    occasion: Occasion = field(default_factory=Occasion)
    csv: Path | None = None
    plot: Path | None = None
    device: str = "cpu"
    cluster: str | None = None


def whole_number(text: str) -> int:
    """A number of rounds, as in 1000000, 1e6 or 1,000,000.

    >>> whole_number("1e9"), whole_number("25,000")
    (1000000000, 25000)
    """
    plain = text.replace(",", "").replace("_", "")
    match = re.fullmatch(r"(\d+)(?:\.(\d+))?(?:[eE]\+?(\d{1,2}))?", plain)
    if match:
        digits, part, power = match[1], match[2] or "", int(match[3] or 0)
        if len(part) <= power:
            return int(digits + part + "0" * (power - len(part)))
    raise NotationError(f"--rounds takes a whole number such as 1000000 or 1e6, not {text!r}.")


def share_of(text: str) -> float:
    """A standard error, as in 0.001%.

    >>> share_of("0.01%")
    0.0001
    """
    match = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+)\s*%", text.strip())
    if match and float(match[1]) > 0:
        return float(match[1]) / 100
    raise NotationError(f"--error takes a share of the stake such as 0.001%, not {text!r}.")


def check_files(asked: SimulateRequest) -> None:
    """Refuse files that cannot be written before anything is dealt."""
    from pitboss.documents.save import check_folder

    for path in (asked.csv, asked.plot):
        if path is not None:
            check_folder(path)
    if asked.plot is not None and kind_of(asked.plot) not in ("svg", "png"):
        raise NotAllowed(f"--plot takes a file that ends in .svg or .png, not {asked.plot}.")


def kind_of(path: Path) -> str:
    """The kind of picture that a file's name asks for."""
    return path.suffix.lstrip(".").lower()
