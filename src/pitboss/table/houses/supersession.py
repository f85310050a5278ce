"""A table that stopped under other rules: its round is voided by decision, never resumed.

A round cannot be resumed by a script, or under a rulebook, other than the one that began it. A
floor supervisor voids it, and the log ends with what happened to every stake; the next log begins
under the current rules. The log contains everything needed from the old rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.errors import NotAllowed, PitbossError
from pitboss.games.terms_in_force import procedure_of
from pitboss.log import Event
from pitboss.money import Cents
from pitboss.rulebook.load import Rulebook
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events import (
    CashOut,
    LogSuperseded,
    RoundOpened,
    ShoeCommitted,
    TableClosed,
    header_of,
)
from pitboss.table.houses.house import House, logged_settings
from pitboss.table.log.chain import chain_before
from pitboss.table.log.replay import is_over, last_round
from pitboss.table.money.awards import TableMeter, check_supervisor
from pitboss.table.money.reversal import rounds_of, voided
from pitboss.table.table import NO_CHIPS


def supersede(
    book: Rulebook,
    events: Sequence[Event],
    shoes: SealedShoes,
    meters: Mapping[str, TableMeter],
    by: str,
    why: str = "",
) -> list[Event]:
    """The lines that end the round of a log under other rules: the decision and reversing entries.

    `why` is for a log that cannot be resumed even though it is under the current rules.
    """
    header = header_of(events)
    house = logged_settings(header.house)
    version, cite = at_hand(book, house)
    rulebook = "" if header.rulebook == book.digest else book.digest
    if header.procedure == version and not rulebook and not why:
        raise NotAllowed("The log is under the current rules: resume it.")
    check_supervisor(by, "decides this")
    if any(isinstance(each, TableClosed) for each in events):
        raise NotAllowed("The table is already closed.")
    decided = LogSuperseded(was=header.procedure, now=version, rulebook=rulebook, by=by, why=why)
    begun = last_round(events)
    used = [e.number for e in events if isinstance(e, ShoeCommitted)]  # one made in the round too
    used += [e.shoe for e in events[begun:] if isinstance(e, RoundOpened)]
    shoes.resume(max(used, default=0), 0)
    if is_over(events):
        return [decided]
    before = chain_before(events, begun)
    salt = shoes.salt(rounds_of(events)) if header.version >= 3 else ""
    return voided(house, events[begun:], meters, decided, cite, before, salt)


def closing(
    events: Sequence[Event], shoes: SealedShoes, had: Mapping[str, Cents] = NO_CHIPS
) -> list[Event]:
    """The last lines of a log whose round is over: chips are paid out and the shoe is opened."""
    paid = [CashOut(name, cents) for name, cents in had.items()]
    return [*paid, TableClosed(rounds_of(events)), *shoes.last()]


def at_hand(book: Rulebook, house: House) -> tuple[str, str]:
    """The game's current procedure version and its law; empty if it no longer exists."""
    try:
        game = book.game(f"{house.jurisdiction}/{house.game}")
        return procedure_of(book, game).version, game.cite
    except PitbossError:
        return "", ""
