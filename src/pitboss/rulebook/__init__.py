"""The law as data: sections, wagers, games, pay tables and readings, each with its citation."""

from pitboss.rulebook.load import Rulebook, load, read_all
from pitboss.rulebook.paytable import ByChoice, Meter, PayTable, Row
from pitboss.rulebook.schema import Game, Reading, Section, Wager

__all__ = [
    "ByChoice",
    "Game",
    "Meter",
    "PayTable",
    "Reading",
    "Row",
    "Rulebook",
    "Section",
    "Wager",
    "load",
    "read_all",
]
