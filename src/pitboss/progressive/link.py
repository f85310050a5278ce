"""A meter as its own sequenced log, fed and claimed by any number of tables.

Tables send it contributions and claims, each under a key, such as
`table 1/12/3/jackpot-party` (table, round, box, wager). Sending a key again changes nothing and
returns the same entry, so a table may ask twice. The order of the log decides who came first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

from pitboss.errors import NotAllowed, PitbossError, cited, sentence
from pitboss.money import Cents, show_money
from pitboss.progressive.events import (
    METER_LOG,
    Claimed,
    Contributed,
    FundReceived,
    FundSent,
    MeterChange,
    MeterEvent,
    MeterOpened,
    MeterSink,
    Retired,
    TableJoined,
    ValueCommitted,
    ValueOpened,
    Withdrawn,
)
from pitboss.progressive.meter import REOPENED, Fund, MeterState, Moves, meter_named, moved
from pitboss.progressive.parameters import opening, parameters, show_share
from pitboss.progressive.secret import LoggedSecrets, Mystery, SealedValue, Secrets, UnopenedValue

HOUSE_RULE: Final = "House rule"
"""Why a meter is kept if no law says so: players may still win what is in it."""
NOTHING_ASKED: Final[Mapping[str, Any]] = MappingProxyType({})
ALL: Final = Fraction(1)
LAST_VALUES: Final = 20
"""How many secret values of the past a link remembers."""


class Link:
    """A meter in operation. Its parameters are in its first event and never change.

    >>> from pitboss.progressive.meter import open_meter
    >>> link = Link(open_meter("party", 5_000_000, Fraction(16, 100), Fraction(3, 80)))
    >>> link.join("table 1").sequence
    2
    >>> first = link.contribute("table 1/12/3/jackpot-party", 500)
    >>> first.shows, first.adds, first.keeps
    (5000080, 80, 18)
    >>> link.contribute("table 1/12/3/jackpot-party", 500) is first
    True
    >>> print(link.log[-1])
    contribute sequence=3 key="table 1/12/3/jackpot-party" stake=500 shows=5000080 adds=80 keeps=18
    """

    def __init__(
        self,
        meter: MeterState,
        *,
        linked: bool = False,
        mystery: Mystery | None = None,
        secrets: Secrets | LoggedSecrets | None = None,
        sink: MeterSink | None = None,
    ) -> None:
        if meter.sequence or meter.shown != meter.seeded:
            new = f"{meter.called} must be new: it has already been in operation."
            raise NotAllowed(sentence(new))
        if mystery:
            mystery.span(meter)
            if secrets is None:
                none = f"{meter.called} needs a source of secret values."
                raise cited(meter.clause, none)
        self.linked, self.mystery, self.sink = linked, mystery, sink
        self.name = meter.name
        """The house's name for it, if other meters have the same name."""
        self.log: list[MeterEvent] = []
        self.sequence = 0
        """How many lines its log has, including forgotten ones."""
        self.hits = 0
        """Awards so far."""
        self.top: Cents = 0
        """The largest of them."""
        self.values: list[tuple[ValueCommitted, ValueOpened | None]] = []
        """The last secret values that were committed, opened if they no longer decide anything."""
        self.committed = 0
        """How many secret values were committed."""
        self.tables: list[str] = []
        self.fund: Fund | None = None
        """The fund that a transfer took out of it."""
        self.closed = ""
        """How it ended; empty while it is in operation."""
        self._secrets = secrets
        self._seal: SealedValue | UnopenedValue | None = None
        self._committed = self._spent = False
        self._done: dict[tuple[type[MeterChange], str], tuple[Mapping[str, Any], MeterChange]] = {}
        self._fed: dict[str, tuple[Cents, int]] = {}
        self.meter = replace(meter, shown=Fraction(0), seeded=Fraction(0))
        """The meter in its current state."""
        self._change(MeterOpened, meter.name, meter, asked=parameters(meter, linked, mystery))
        self._seal_next()

    def join(self, table: str) -> MeterChange:
        """Connect a table; a second one only if the rule allows linked tables."""
        if done := self._again(TableJoined, table):
            return done
        if not table or "/" in table:
            raise NotAllowed(f"A table cannot be called {table!r}: choose a name without a slash.")
        if self.tables and not self.linked:
            alone = f"{self.meter.called} is not linked: {self.tables[0]} alone feeds it"
            raise NotAllowed(sentence(f"{alone}, and {table} cannot join."))
        entry = self._change(TableJoined, table, self.meter)
        self.tables.append(table)
        return entry

    def contribute(self, key: str, stake: Cents, logged: bool | None = None) -> MeterChange:
        """A stake feeds the meter; a mystery meter may be hit by it (§ 633c.14(c)(3)).

        `logged` is for a replay: whether the log says that a value not yet opened was hit.
        """
        if done := self._again(Contributed, key, {"stake": stake}):
            return done
        self._check_table(key)
        if stake < 1:
            raise NotAllowed(f"A stake must be more than $0; {show_money(stake)} is not.")
        wins, states = self.meter.wins, [self.meter.contribute(stake)]
        hit = 0
        if self.mystery and self._hits(self.mystery, states[0], logged):
            hit, after = states[0].award(ALL)  # (c)(7)
            states.append(after)
        entry = self._change(Contributed, key, *states, hit=hit, asked={"stake": stake})
        self._fed[key] = stake, wins
        self._spent = len(states) > 1
        self._seal_next()
        return entry

    def withdraw(self, key: str) -> MeterChange:
        """A voided stake takes back what remains of its contribution (reading G-9)."""
        if done := self._again(Withdrawn, key):
            return done
        if key not in self._fed:
            raise NotAllowed(f"{key} has not contributed to {self.meter.called}.")
        return self._change(Withdrawn, key, self.meter.withdraw(*self._fed[key]))

    def claim(self, key: str, share: Fraction) -> MeterChange:
        """Freeze an award; winning all of the meter restarts it."""
        asked = {"share": show_share(share)}
        if done := self._again(Claimed, key, asked):
            return done
        self._check_table(key)
        if self.mystery:
            won = f"{self.meter.called} is won by the contribution that lifts it past its secret"
            raise cited(self.meter.clause, f"{won} value; it cannot be claimed.")
        cents, after = self.meter.award(share)
        return self._change(Claimed, key, after, cents=cents, asked=asked)

    def retire(self) -> MeterChange:
        """Discontinue the meter, once it holds nothing that players may still win."""
        meter = self.meter
        if done := self._again(Retired, meter.name):
            return done
        if why := self.owes():
            raise NotAllowed(why, self.ending)
        entry = self._change(Retired, meter.name, meter.retired())
        self.closed = "retired"
        self._unseal()
        return entry

    @property
    def ending(self) -> str:
        """The clause by which it stays until its highest award is won."""
        return self.meter.discontinued or HOUSE_RULE

    def owes(self) -> str:
        """Why it may not be retired yet, under `ending`; empty if it holds only its seed."""
        meter = self.meter
        at_seed = meter.display + meter.kept <= meter.seed
        seed_came_over = meter.transferred == meter.seed and not (meter.contributed or meter.paid)
        if meter.is_untouched or (at_seed and (meter.wins or seed_came_over)):
            return ""
        return (
            f"{meter.called} may not be discontinued before its highest award, "
            f"{show_money(meter.display)}, has been won. Transfer the liability to another meter, "
            "or wait until it is won."
        )

    def transfer(self, to: str, by: str, clause: str, permission: str = "") -> Fund:
        """Close the meter and hand its liability and its fund to another (30-2110(15)(d)).

        If a table is reopened in place, nothing is discontinued: the clause is `REOPENED`.
        """
        self._seal_next()
        meter, before = self.meter, self.fund
        word = to, by, clause, permission
        if before and (before.to, before.by, before.clause, before.permission) == word:
            return before
        self._check_open()
        if to == self.name or not (to and by and clause):
            raise NotAllowed(
                f"name the meter that takes over {meter.called}, the person responsible and the "
                "clause.",
                self.ending,
            )
        if meter.permits and clause != REOPENED and not permission.strip():
            raise NotAllowed(
                f"{meter.called} may be transferred only with the permission of {meter.permits}: "
                "say who gave it, and its number or date.",
                self.ending,
            )
        fund = Fund(self.name, self.sequence + 1, *word[:3], **meter.parts, permission=permission)
        self._change(FundSent, to, meter.handed_over(), asked={**fund.word, **fund.parts})
        self.fund, self.closed = fund, f"transferred to {meter_named(to)}"
        self._unseal()
        return fund

    def receive(self, fund: Fund) -> MeterChange:
        """Take over the fund of another meter, added to what is here.

        If nothing but the seed is here, the house takes back as much of the seed as the fund
        brings. A mystery gets a new sealed value, so that no fund lifts it past the one drawn
        before.
        """
        key = f"{fund.of}/{fund.sequence}"
        asked = {**fund.word, **fund.parts}
        if done := self._again(FundReceived, key, asked):
            return done
        if fund.to != self.name:
            moved_on = f"{meter_named(fund.of)} was transferred to {meter_named(fund.to)}"
            raise NotAllowed(sentence(f"{moved_on}, not to {self.meter.called}."))
        standing = self.meter
        if standing.is_untouched:
            standing = standing.unseeded(min(standing.display, fund.display))
        after, given = standing.receive(**fund.parts), fund.display + fund.kept
        entry = self._change(FundReceived, key, after, asked=asked, given=given)
        self._unseal()
        return entry

    def forget(self, table: str, before: int) -> None:
        """Forget what a table did before a round: its keys will not be used again.

        Only the first line of the log is kept here; the sink has received all of it.
        """

        def over(key: str) -> bool:
            of, _, rest = key.partition("/")
            number = rest.partition("/")[0]
            return of == table and number.isdecimal() and int(number) < before

        self._done = {at: each for at, each in self._done.items() if not over(at[1])}
        self._fed = {key: each for key, each in self._fed.items() if not over(key)}
        del self.log[1:]

    # -- a snapshot --------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Its state, in a form that JSON can hold, without secret values."""
        first, *_ = self.log
        assert isinstance(first, MeterOpened)
        opened, *_ = opening(first)
        moved = {
            each.name: str(getattr(self.meter, each.name))
            for each in fields(MeterState)
            if getattr(self.meter, each.name) != getattr(opened, each.name)
        }
        done = [(change, entry) for (change, _), (_, entry) in self._done.items()]
        return {
            "sequence": self.sequence,
            "meter": moved,
            "hits": self.hits,
            "top": self.top,
            "tables": [*self.tables],
            "committed": self.committed,
            "values": [[made.line, opened.line if opened else ""] for made, opened in self.values],
            "sealed": self._committed,
            "spent": self._spent,
            "closed": self.closed,
            "done": [entry.line for change, entry in done if change is not MeterOpened],
            "fed": {key: [*each] for key, each in self._fed.items()},
        }

    def take_up(
        self,
        state: Mapping[str, Any],
        seal: SealedValue | UnopenedValue | None,
        secrets: Secrets | LoggedSecrets | None,
    ) -> None:
        """Continue from the state of another, with the secret value that decides there, if any."""
        self.sequence, self.hits, self.top = state["sequence"], state["hits"], state["top"]
        self.tables, self.committed = [*state["tables"]], state["committed"]
        self._committed, self._seal, self._secrets = state["sealed"], seal, secrets
        self._spent, self.closed = state["spent"], state["closed"]
        kinds = {each.name: type(getattr(self.meter, each.name)) for each in fields(MeterState)}
        moved = {name: kinds[name](said) for name, said in state["meter"].items()}
        self.meter = replace(self.meter, **moved)
        for made, opened in state["values"]:
            value = METER_LOG.parse_event(made)
            assert isinstance(value, ValueCommitted)
            then = METER_LOG.parse_event(opened) if opened else None
            self.values.append((value, then if isinstance(then, ValueOpened) else None))
        for line in state["done"]:
            entry = METER_LOG.parse_event(line)
            assert isinstance(entry, MeterChange)
            self._done[type(entry), entry.key] = _asked(entry), entry
            if isinstance(entry, FundSent):
                self.fund = Fund.moved(self.name, entry.sequence, entry.key, entry)
        self._fed = {key: (stake, wins) for key, (stake, wins) in state["fed"].items()}

    def _again(
        self, change: type[MeterChange], key: str, asked: Mapping[str, Any] = NOTHING_ASKED
    ) -> MeterChange | None:
        """The entry that this key already has; refuses what the link cannot take now."""
        if (change, key) not in self._done:
            self._check_open()
            return None
        self._seal_next()
        before, entry = self._done[change, key]
        if before != asked:
            was, now = (", ".join(f"{k} {v}" for k, v in a.items()) for a in (before, asked))
            took = f"{self.meter.called} took {change.kind} {key} with {was}"
            raise NotAllowed(sentence(f"{took}: the same key cannot be used with {now}."))
        return entry

    def _check_open(self) -> None:
        self._seal_next()
        if self.closed:
            gone = f"{self.meter.called} was {self.closed}: it is no longer in operation."
            raise NotAllowed(sentence(gone))
        if self._spent:
            raise self._sealed()

    def _check_table(self, key: str) -> None:
        table = key.partition("/")[0]
        if table not in self.tables:
            raise NotAllowed(f"{table} has not joined {self.meter.called}.")

    def _change(
        self,
        change: type[MeterChange],
        key: str,
        *states: MeterState,
        cents: Cents = 0,
        hit: Cents = 0,
        asked: Mapping[str, Any] = NOTHING_ASKED,
        given: Cents | None = None,
    ) -> MeterChange:
        """Log one change and then make it; `given` came from another meter."""
        moves = Moves()
        for before, after in pairwise((self.meter, *states)):
            moves += moved(before, after)
        if given is not None:
            moves = replace(moves, from_house=moves.adds + moves.keeps - given)
        entry = change(
            sequence=self.sequence + 1,
            key=key,
            cents=cents,
            shows=states[-1].display,
            adds=moves.adds,
            keeps=moves.keeps,
            from_house=moves.from_house,
            hit=hit,
            **asked,
        )
        self._write(entry)
        self.meter = states[-1]
        self.hits += bool(cents or hit)
        self.top = max(self.top, cents, hit)
        self._done[change, key] = asked, entry
        return entry

    def _write(self, written: MeterEvent) -> None:
        if self.sink:
            self.sink(written)
        self.sequence += 1
        self.log.append(written)
        match written:
            case ValueCommitted():
                self.values = [*self.values[1 - LAST_VALUES :], (written, None)]
                self.committed += 1
            case ValueOpened():
                self.values[-1] = self.values[-1][0], written

    def _hits(self, mystery: Mystery, meter: MeterState, logged: bool | None) -> bool:
        """Whether the mystery is hit: by its value or, if that is sealed, by a replayed log."""
        if isinstance(self._seal, SealedValue):
            return mystery.is_hit(meter, self._seal.value)
        if self._seal is None or logged is None:
            raise self._sealed()
        return logged

    def _sealed(self) -> NotAllowed:
        return NotAllowed(
            f"The secret value of {self.meter.called} is not available: "
            "resume it with the values that were sealed."
        )

    def _unseal(self) -> None:
        """From now on the sealed value decides nothing, although it was not hit."""
        self._spent = self.mystery is not None
        self._seal_next()

    def _seal_next(self) -> None:
        """Open the spent value and commit the next, if they are available."""
        if self._spent and isinstance(self._seal, SealedValue):
            salt, value = self._seal.salt, self._seal.value
            self._write(ValueOpened(sequence=self.sequence + 1, salt=salt, value=value))
            self._seal, self._committed, self._spent = None, False, False
        if self.mystery and self._secrets and not (self._committed or self.closed):
            low, high = self.mystery.span(self.meter)
            self._seal = self._seal or self._secrets.next(low, high)
            if self._seal is None:
                return
            if isinstance(self._seal, SealedValue) and not low <= self._seal.value <= high:
                raise PitbossError(
                    f"The secret value of {self.meter.called} must be drawn between "
                    f"{show_money(low)} and {show_money(high)}."
                )
            said, source = self._seal.commitment, self._seal.source
            line = self.sequence + 1
            self._write(ValueCommitted(sequence=line, commitment=said, source=source))
            self._committed = True


_OF_EVERY: Final = {each.name for each in fields(MeterChange)}


def _asked(entry: MeterChange) -> dict[str, Any]:
    """What was requested with a change, as its line records it."""
    said = {each.name: getattr(entry, each.name) for each in fields(entry)}
    return {name: value for name, value in said.items() if name not in _OF_EVERY and value != ""}
