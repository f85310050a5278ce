"""Submissions in their form, for tests."""

from pitboss.rulebook.load import Rulebook
from pitboss.submission.check import CheckedSubmission, check
from pitboss.submission.file import read

# The form that the standard prints, word for word.
RIVERBEND = """\
house = { name = "Riverbend", jurisdiction = "pennsylvania", revision = 3, effective = 2027-02-01 }
readings = { A-1 = "for 1", D-19 = "late surrender" }

[[table]]
id = "BJ-01"
game = "blackjack"
decks = 6
limits = "$10 to $500"
split = { hands = 4, aces = "once" }
[table.wagers]
perfect_pairs = { paytable = "A", limits = "$1 to $100" }
jackpot_party = { paytable = "P2", stake = "$5", meter = "party" }
must_hit_by = { configuration = "C", qualifies = "jackpot_party", paid_from = "slip" }

[[table]]
id = "BJ-02"
game = "blackjack"
decks = 8
limits = "$25 to $2,000"
[table.wagers]
blackjack_match = { paytable = "B", stake = "$1", envy = true, meter = "match" }
upcard_luck = { limits = "$5 to blackjack wager" }

[[table]]
id = "HY-03"
game = "hybrid, no hole card"
decks = 6
clock = { idle = "stand", hard_11 = "hit" }
"""


def one_table(
    wagers: str = "",
    law: str = "pennsylvania",
    readings: str = 'A-1 = "for 1"',
    decks: int = 6,
    limits: str = "$10 to $500",
    more: str = "",
) -> str:
    """A submission with one table of blackjack; its wagers begin on line 9."""
    return f"""\
house = {{ name = "Riverbend", jurisdiction = "{law}", revision = 3, effective = 2027-02-01 }}
readings = {{ {readings} }}
[[table]]
id = "BJ-01"
game = "blackjack"
decks = {decks}
limits = "{limits}"
[table.wagers]
{wagers}
{more}"""


def checked(book: Rulebook, text: str, before: str = "") -> CheckedSubmission:
    """What is wrong with a submission."""
    old = read(book, before)[0] if before else None
    return check(book, *read(book, text), old)


def faults(book: Rulebook, text: str, before: str = "") -> list[tuple[int, str, str]]:
    """Line, clause and words of every fault."""
    found = checked(book, text, before).faults
    return [(fault.place.line, fault.clause, fault.message) for fault in found]
