"""Everything pitboss refuses, as one tree, which `tests/health/test_errors.py` checks.

PitbossError
├── NotationError        a card, shoe, odds or amount that cannot be read
│   └── SettingsError    what a house files, with all its faults together and where they are
├── RulebookError        faults in rule files, all of them together, with file and line
├── UnknownName          no such wager, pay table, reading …; suggests the nearest
├── PlayedElsewhere      a wager that is not played at this table; names tables that have it
├── PortInUse            another program listens there; names a port that is free
├── NotAllowed           the law does not allow it; names the clause and what is allowed
│   ├── NotLegal         an answer that is none of those to a question; names them
│   ├── OnlyImagined     terms that no law allows; says how they are solved all the same
│   ├── NotProved        no method counts a wager exactly; says how to get an estimate
│   └── NotYours         someone else must do it; says who
│       └── WitnessNeeded    a second person must sign
├── NotInstalled         a package of an extra is missing; says how to install it
├── ClusterError         a cluster does not answer, or runs a different version
├── ShoeEmpty            no card is left in the shoe; a procedure with a rule for it continues
├── StoreError           the database cannot do what was asked; nothing was changed
│   ├── Unreachable      it does not answer
│   ├── OtherSchema      it has another version
│   ├── Busy             another process writes to it
│   ├── NoKeys           the keys of the house are missing, or are another house's
│   ├── Undecided        the answer to a commit was lost: it may or may not have been saved
│   ├── Damaged          the integrity test found a fault
│   ├── Unreadable       a stored line cannot be read
│   └── OutOfStep        what is to be committed does not follow what is stored
├── WrongPassword        the name or the password is wrong
├── CodeNeeded           the code of a second factor is missing
├── LockedOut            too many wrong passwords
├── NotACommand          a message over a socket that is not a command
├── TooMany              too many logs are being read: try again
├── Refused              a request that is answered with its own status
├── KeyTaken             an idempotency key already used for another command
├── Moved                a table whose log has ended; names its replacement
└── Several              a name that several entries have

Four more are not refusals: they are raised to leave a script or a prompt, and are caught there.

Exception
├── Irregularity         thrown into a procedure: something went wrong at the table
├── RoundVoid            the round is over because it was voided
├── Again                the stakes of a box are asked for again
└── PlayerLeaves         the player gets up
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any


class PitbossError(Exception):
    """The root: its text is one clear message for the person at the table."""


class NotationError(PitbossError):
    """A card, shoe, odds or amount that cannot be read."""


class RulebookError(PitbossError):
    """Faults in rule files, reported together."""

    def __init__(self, faults: Iterable[object]) -> None:
        self.faults = tuple(faults)
        found = f"{count(len(self.faults), 'fault')} in the rulebook:"
        super().__init__("\n".join((found, *(f"  {each}" for each in self.faults))))


class SettingsError(NotationError):
    """Faults in the settings of a house, reported together."""

    def __init__(self, done: str, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(f"The house's settings cannot be {done}: {' '.join(self.faults)}")


class UnknownName(PitbossError):
    """An unknown name, with the nearest known ones, or all of them if they are few.

    >>> str(UnknownName("suit", "swords", ["clubs", "hearts"]))
    "No suit is called 'swords'. Choose clubs or hearts."

    With `every`, the message names all of them, however many. For a wager or a game, an `entry` of
    the rulebook, it says where all of them are listed.

    >>> print(UnknownName("game", "chess", map(str, range(100)), entry=True))
    No game is called 'chess'. pitboss.load().entries lists them all.
    """

    def __init__(
        self,
        what: str,
        name: str,
        known: Iterable[str],
        *,
        entry: bool = False,
        every: bool = False,
    ) -> None:
        names = list(dict.fromkeys(known))
        self.near = nearest(name, names)
        hint = ""
        if self.near:
            hint = f" Did you mean {either(self.near)}?"
        elif names and (every or len(names) <= FEW):
            hint = f" Choose {either(names)}." if names[1:] else f" The only one is {names[0]}."
        elif every:
            hint = " There are none."
        self.lists = entry and not hint
        super().__init__(f"No {what} is called {name!r}.{hint}")

    def __str__(self) -> str:
        return self.listed("pitboss.load().entries")

    def listed(self, where: str) -> str:
        """The same message, for a program that lists the entries of the rulebook elsewhere."""
        said = super().__str__()
        return f"{said} {where} lists them all." if self.lists else said


class PlayedElsewhere(PitbossError):
    """A wager that is not played at this table, with tables that have it.

    >>> print(PlayedElsewhere("Buster is a wager, not a game.", [("colorado/blackjack", "buster")]))
    Buster is a wager, not a game. Try colorado/blackjack with the wager buster.
    """

    def __init__(self, says: str, tables: Iterable[tuple[str, str]]) -> None:
        self.says = says
        self.tables = tuple(tables)
        """Game → the wager to ask for there; none if every table of the game has it."""
        there = [f"{game} with the wager {key}" if key else game for game, key in self.tables]
        super().__init__(f"{says} Try {either(there)}.")


class PortInUse(PitbossError):
    """Another program listens at a port, and one near it is free."""

    def __init__(self, port: int, free: int) -> None:
        self.free = free
        self.says = f"Port {port} is in use."
        super().__init__(f"{self.says} Port {free} is free.")


FEW = 8
"""Up to this many names are all listed if none of them is similar."""


class NotAllowed(PitbossError):
    """The law, or the house, does not allow it: what was wrong, the clause, what is allowed.

    >>> str(NotAllowed("the least is $1.", "30-2110(3)"))
    '30-2110(3): the least is $1.'
    """

    def __init__(self, words: str, clause: str = "") -> None:
        self.clause = clause
        super().__init__(f"{clause}: {words}" if clause else words)


class NotLegal(NotAllowed):
    """An answer that is none of those to a question.

    >>> print(NotLegal("fold", "box 1", ["stand", "hit"], "30-2110(9)"))
    'fold' is not legal for box 1: stand or hit (30-2110(9)).
    """

    def __init__(self, word: str, of: str, may: Iterable[str], clause: str) -> None:
        self.allowed = tuple(may)
        cite = f" ({clause})" if clause else ""
        super().__init__(f"{word!r} is not legal for {of}: {either(self.allowed)}{cite}.")
        self.clause = clause


class OnlyImagined(NotAllowed):
    """Terms that no law allows, but that the solver takes where somebody imagines them.

    >>> print(OnlyImagined(NotAllowed("soft_17 may be 'stand', not 'hit'.", "§ 633a.7")))
    § 633a.7: soft_17 may be 'stand', not 'hit'. To solve it anyway, use \
pitboss.strategy(…, hypothetical=True).
    """

    def __init__(self, why: NotAllowed) -> None:
        self.says = str(why)
        super().__init__(self.says)
        self.clause = why.clause

    def __str__(self) -> str:
        return self.tried("pitboss.strategy(…, hypothetical=True)")

    def tried(self, how: str) -> str:
        """The same, where they are solved by other means."""
        return f"{self.says} To solve it anyway, use {how}."


def check_choice(called: str, value: str, allowed: Iterable[str], clause: str = "") -> None:
    """Refuse a value that is not allowed.

    >>> check_choice("soft_17", "sit", ["stand", "hit"])
    Traceback (most recent call last):
    pitboss.errors.NotAllowed: soft_17 must be 'stand' or 'hit', not 'sit'.
    """
    choices = list(allowed)
    if value not in choices:
        raise NotAllowed(f"{called} must be {either(map(repr, choices))}, not {value!r}.", clause)


@contextmanager
def file_refused(
    file: object, done: str, error: type[PitbossError] = PitbossError
) -> Iterator[None]:
    """Say in one line why a file cannot be read, written or created."""
    try:
        yield
    except UnicodeDecodeError:
        raise error(f"{file} cannot be {done}: it is not UTF-8 text.") from None
    except OSError as why:
        raise error(f"{file} cannot be {done}: {why.strerror}.") from None


class NotProved(NotAllowed):
    """No method counts this wager exactly: why, and what to do instead."""

    def __init__(self, name: str, wager: str, reason: str) -> None:
        self.reason = reason
        super().__init__(f"{name} cannot be proved exactly: {reason}. {how_to_estimate(wager)}.")


def how_to_estimate(wager: str) -> str:
    """What to do if a wager cannot be proved."""
    return f"{command()} par {wager} --simulate 1000000 gives an estimate with its error"


def nearest(name: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The known names closest to a mistyped one.

    >>> nearest("perfect-pear", ["perfect-pairs", "buster"])
    ('perfect-pairs',)
    """
    folded = {n.lower(): n for n in known}
    wanted = name.lower()
    begin = [n for n in folded if len(wanted) > 2 and n.startswith(wanted)]
    close = get_close_matches(wanted, folded, most, 0.6)
    inside = [n for n in folded if len(wanted) > 2 and wanted in n]
    return tuple(folded[n] for n in list(dict.fromkeys([*begin, *close, *inside]))[:most])


def either(names: Iterable[str], word: str = "or") -> str:
    """Names as a sentence would list them.

    >>> either(["A", "B", "C"])
    'A, B or C'
    """
    listed = list(names)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} {word} {listed[-1]}"


def count(number: int, one: str, many: str = "") -> str:
    """A number of things.

    >>> count(1, "wager"), count(2_000, "box", "boxes")
    ('1 wager', '2,000 boxes')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


class NotInstalled(PitbossError, ModuleNotFoundError):
    """A package that comes with an extra is missing.

    >>> str(NotInstalled("numba", "strategy")).partition(":")[0]
    'numba is not installed. Install the strategy extra'
    """

    def __init__(self, module: str, extra: str) -> None:
        self.extra = extra
        either_way = f"pip install 'pitboss[{extra}]', or pip install '.[{extra}]' in a checkout"
        words = f"{module} is not installed. Install the {extra} extra: {either_way}."
        super().__init__(words, name=module)

    def __reduce__(self) -> tuple[type[NotInstalled], tuple[str, str]]:
        return type(self), (str(self.name), self.extra)


def command() -> str:
    """The command that started pitboss: `./run` or `pitboss`."""
    return os.environ.get("PITBOSS_COMMAND") or "pitboss"


def cited(clause: str, words: str) -> NotAllowed:
    """A refusal under its clause, or on its own if no clause applies.

    >>> str(cited("30-2110(3)", "the least is $1.")), str(cited("", "the least is $1."))
    ('30-2110(3): the least is $1.', 'The least is $1.')
    """
    return NotAllowed(words if clause else sentence(words), clause)


def why_refused(check: Callable[..., object], *asked: Any) -> str:
    """Why a check refuses what it is asked; empty if it does not."""
    try:
        check(*asked)
    except NotAllowed as error:
        return str(error)
    return ""


def sentence(words: str) -> str:
    """The words with a capital first letter.

    >>> sentence("the mega meter is closed.")
    'The mega meter is closed.'
    """
    return words[:1].upper() + words[1:]
