"""A wager as a table offers it: one pay table, with every reading and option settled.

What comes out is free of choices: conditions that can be answered from cards alone, and odds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from pitboss.cards import Card, parse_suit
from pitboss.errors import NotAllowed, UnknownName, either
from pitboss.money import Cents, Odds, show_money
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import ByChoice, PayTable, Wager
from pitboss.rulebook.vocabulary import Kind
from pitboss.rulebook.when import Both, Compare, Condition, Const, Either, Not, Say, show


@dataclass(frozen=True, slots=True)
class Hand:
    """How cards make the poker hand of a wager: how many of them, and which is wild where."""

    make: str = "all cards"
    wild: Card | None = None
    wild_in: str = ""
    any_suit: bool = False
    """The wild card takes any suit as well as any rank."""

    @property
    def size(self) -> int | None:
        """Cards in a straight or flush; `None` for all there are."""
        return None if self.make == "all cards" else 5


@dataclass(frozen=True, slots=True)
class Line:
    """One outcome as offered: when it happens and what it pays."""

    outcome: str
    when: Condition
    pays: Odds
    envy: Cents | None = None


@dataclass(frozen=True, slots=True)
class Times:
    """A multiplier as offered."""

    when: Condition
    times: int


@dataclass(frozen=True)
class Offer:
    """A wager, one of its pay tables, and the choices in force."""

    wager: Wager
    table: PayTable
    choices: Mapping[str, str]
    lines: tuple[Line, ...]
    hand: Hand
    loses: Condition | None
    multipliers: tuple[Times, ...]

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all that decides an outcome or a pay."""
        parts = [self.wager.id, self.table.id, *self.wager.sees, self.wager.pays, str(self.hand)]
        parts += [f"{x.outcome}|{show(x.when)}|{x.pays}|{x.envy}" for x in self.lines]
        parts += [f"{show(m.when)}|{m.times}" for m in self.multipliers]
        parts += [str(m) for m in self.table.meters]
        parts += [f"{k}={v}" for k, v in sorted(self.choices.items())]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    def scale(self, stake: Cents) -> Fraction:
        """What dollar pays are multiplied by at this stake."""
        return Fraction(stake, self.table.base_stake) if self.table.base_stake else Fraction(1)


def offer(
    book: Rulebook,
    wager: Wager,
    table: str | PayTable | None = None,
    choices: Mapping[str, str] | None = None,
) -> Offer:
    """The wager with this pay table (the first if none is named) and these choices."""
    chosen = settle_choices(book, wager, choices or {})
    bound = table if isinstance(table, PayTable) else find_table(wager, table)
    for change in wager.changes:
        if bound.id in change.tables and chosen[change.by] == change.choice:
            bound = replace(
                bound,
                decks=change.decks or bound.decks,
                stakes=change.stakes or bound.stakes,
                meters=change.meters or bound.meters,
            )
    collected = wager.to_or_for and chosen[wager.to_or_for] == "for 1"
    lines = []
    for row in bound.rows:
        odds = row.pays.pays[chosen[row.pays.key]] if isinstance(row.pays, ByChoice) else row.pays
        lines.append(
            Line(
                row.outcome,
                settled(row.when, chosen),
                odds.collected() if collected else odds,
                row.envy,
            )
        )
    make = chosen[wager.hand_by] if wager.hand_by else wager.hand
    return Offer(
        wager=wager,
        table=bound,
        choices=chosen,
        lines=tuple(lines),
        hand=Hand(
            make,
            wager.wild,
            wager.wild_in if wager.wild else "",
            bool(wager.wild_suit_by) and chosen[wager.wild_suit_by] == "any suit",
        ),
        loses=settled(wager.loses, chosen) if wager.loses else None,
        multipliers=tuple(Times(settled(m.when, chosen), m.times) for m in wager.multipliers),
    )


def find_table(wager: Wager, name: str | None) -> PayTable:
    """The pay table of this id; its last word will do where that is plain.

    With no name given, the only table, or the first.
    """
    if not wager.paytables:
        raise NotAllowed(f"{wager.name}: {wager.cite} prints no pay table; the house must set one.")
    if name is None:
        return wager.paytables[0]
    folded = name.casefold()
    for table in wager.paytables:
        if table.id.casefold() == folded:
            return table
    ends = [t for t in wager.paytables if t.id.casefold().endswith(" " + folded)]
    if len(ends) == 1:
        return ends[0]
    raise UnknownName(f"pay table of {wager.name}", name, [t.id for t in wager.paytables])


def settle_choices(book: Rulebook, wager: Wager, given: Mapping[str, str]) -> dict[str, str]:
    """Every reading and option of the wager: the given value, else the default."""
    allowed: dict[str, tuple[str, ...]] = {}
    chosen: dict[str, str] = {}
    for reading in book.readings_of(wager):
        allowed[reading.key] = tuple(reading.choices)
        chosen[reading.key] = reading.default
    for option in wager.options:
        allowed[option.key] = option.one_of
        if option.default is not None:
            chosen[option.key] = option.default
    for key, value in given.items():
        if key not in allowed:
            raise UnknownName(f"reading or option of {wager.name}", key, allowed)
        if allowed[key] and value not in allowed[key]:
            choices = either([repr(a) for a in allowed[key]])
            raise NotAllowed(
                f"{key} of {wager.name}: {value!r} is not a choice. Allowed: {choices}."
            )
        chosen[key] = value
    return chosen


def check_decks(wager: Wager, table: PayTable, decks: int) -> None:
    """Refuse a deck count the law does not allow for this table."""
    if decks not in table.decks:
        allowed = either([str(d) for d in table.decks])
        others = [t.id for t in wager.paytables if decks in t.decks]
        also = f" With {decks}: {either(others)}." if others else ""
        raise NotAllowed(
            f"{table.cite or wager.cite}: {table.id} of {wager.name} is for {allowed} decks, "
            f"not {decks}.{also}"
        )


def check_stake(wager: Wager, table: PayTable, stake: Cents) -> None:
    """Refuse a stake that neither the table nor the wager allows."""
    fixed = table.stakes or wager.stake.fixed
    if fixed and stake not in fixed and not table.base_stake:
        allowed = either([show_money(s) for s in fixed])
        raise NotAllowed(
            f"{wager.stake.cite or wager.cite}: {wager.name} ({table.id}) takes {allowed}, "
            f"not {show_money(stake)}."
        )
    least = max(table.least or 0, wager.stake.least or 0)
    if stake < least:
        raise NotAllowed(
            f"{wager.stake.cite or wager.cite}: {wager.name} ({table.id}) takes at least "
            f"{show_money(least)}, not {show_money(stake)}."
        )
    if wager.stake.step and stake % wager.stake.step:
        raise NotAllowed(
            f"{wager.stake.cite or wager.cite}: {wager.name} goes in steps of "
            f"{show_money(wager.stake.step)}; {show_money(stake)} is off the step."
        )


ALWAYS = Say("always")
NEVER = Not(ALWAYS)


def settled(condition: Condition, choices: Mapping[str, str]) -> Condition:
    """The condition with every `choice` answered, and what follows from that worked out."""
    match condition:
        case Say("choice", _, (Const(_, key),)):
            return Const(Kind.TEXT, choices[str(key)])
        case Say("in_suit", scope, (arg,)):
            suit = settled(arg, choices)
            if isinstance(suit, Const) and suit.kind is Kind.TEXT:
                suit = Const(Kind.SUIT, int(parse_suit(str(suit.value))))
            return Say("in_suit", scope, (suit,))
        case Compare(op, left, right):
            a, b = settled(left, choices), settled(right, choices)
            if isinstance(a, Const) and isinstance(b, Const) and a.kind is Kind.TEXT:
                return ALWAYS if (a.value == b.value) == (op == "==") else NEVER
            return Compare(op, a, b)
        case Not(part):
            inner = settled(part, choices)
            return inner.part if isinstance(inner, Not) else Not(inner)
        case Both(parts):
            return _joined(parts, choices, Both, ALWAYS, NEVER)
        case Either(parts):
            return _joined(parts, choices, Either, NEVER, ALWAYS)
    return condition


def _joined(
    parts: tuple[Condition, ...],
    choices: Mapping[str, str],
    kind: type[Both] | type[Either],
    neutral: Condition,
    decisive: Condition,
) -> Condition:
    left = [p for p in (settled(part, choices) for part in parts) if p != neutral]
    if decisive in left:
        return decisive
    if not left:
        return neutral
    return left[0] if len(left) == 1 else kind(tuple(left))
