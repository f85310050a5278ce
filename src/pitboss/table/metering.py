"""The meters of a table: how each starts, and what stakes feed it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.errors import NotAllowed, either
from pitboss.money import Cents, show_money, show_percent
from pitboss.progressive.meter import MeterState, from_rule
from pitboss.rulebook.named import field_named
from pitboss.rulebook.paytable import Meter
from pitboss.rulebook.schema import Reading, Wager
from pitboss.table.house import Choice
from pitboss.wagers.offer import Offer, carrier_of, clause
from pitboss.wagers.terms import WagerTerms


@dataclass(frozen=True, slots=True)
class Metered:
    """A meter of the table: how it starts, what feeds it, who may share it."""

    state: MeterState
    rule: Meter
    wager: Wager
    """The wager that it pays, which for a mystery is not the one that feeds it."""
    terms: WagerTerms
    link: str = ""
    """The name under which several tables share it."""

    @property
    def is_mystery(self) -> bool:
        return self.wager.role == "mystery"

    @property
    def fed_by(self) -> str:
        """The wager whose stakes feed it (§ 633c.14(c)(1), reading D-24)."""
        if not self.is_mystery:
            return self.wager.key
        if self.terms.rate_of == "Blackjack wager":
            return "blackjack"
        return self.qualifies

    @property
    def qualifies(self) -> str:
        """The wager that a box must have for its mystery."""
        return carrier_of(self.wager, self.terms)


def wager_of(meter: str) -> str:
    """The wager that a meter pays.

    >>> wager_of("jackpot-party mega")
    'jackpot-party'
    """
    return meter.partition(" ")[0]


def meters_of(key: str, bound: Offer, choice: Choice) -> dict[str, Metered]:
    """The meters of a pay table at the stake that the house filed."""
    if not bound.table.meters:
        return {}
    wager = bound.wager
    fixed = bound.table.stakes or wager.stake.fixed
    stake = choice.stake or (fixed[0] if len(fixed) == 1 else None)
    if stake is None and wager.role == "side" and (len(fixed) > 1 or wager.stake.house_fixed):
        raise NotAllowed(f"file the one stake of {wager.name} at this table.", wager.cite)
    at = stake or bound.table.base_stake or wager.stake.least or 100
    found = [m for m in bound.table.meters if m.stake is None or m.stake == at]
    if not found:
        known = either([show_money(m.stake) for m in bound.table.meters if m.stake])
        raise NotAllowed(
            f"{wager.name} has a meter for {known}, not for {show_money(at)}.", wager.cite
        )
    base = bound.table.base_stake
    made = {}
    for rule in found:
        seed, rate = choice.seeds.get(rule.name), choice.rates.get(rule.name)
        state = from_rule(rule, at, base, seed, rate, wager.reset)
        state = replace(state, clause=clause(wager, bound.table.cite))
        if ends := wager.discontinued:
            state = replace(state, discontinued=clause(wager, ends.cite), permits=ends.permits)
        if rule.name in choice.reserves:
            state = _with_reserve(state, rule, wager, choice.reserves[rule.name])
        made[f"{key} {rule.name}"] = Metered(state, rule, wager, bound.terms, choice.link)
    return made


def _with_reserve(state: MeterState, rule: Meter, wager: Wager, part: Fraction) -> MeterState:
    """A reserve beside the rate, where the house files the meter (30-2110(16))."""
    if rule.seed_is != "filed by the house":
        raise NotAllowed(
            f"the law says what {wager.name} keeps in reserve, and the house files nothing for it.",
            wager.cite,
        )
    if not 0 <= part <= 1 - state.rate:
        most = show_percent(1 - state.rate)
        raise NotAllowed(
            f"{wager.name} may keep up to {most} of each stake in reserve, not "
            f"{show_percent(part)}.",
            wager.cite,
        )
    return replace(state, reserve_rate=part)


def check_mysteries(
    offers: Mapping[str, Offer], extras: Mapping[str, Offer], filed: Mapping[str, Choice]
) -> None:
    """A mystery rides on a wager of the table, at the stake of its configuration (D-41)."""
    for bound in extras.values():
        key = bound.terms.qualifying_wager
        if not key:
            continue
        wager = bound.wager
        if key not in offers:
            named = field_named(WagerTerms, "qualifying_wager")
            option = next(each for each in wager.options if each.key == named.key)
            raise NotAllowed(
                f"{wager.name} rides on {key}, which is not offered here.",
                clause(wager, option.cite),
            )
        fixed = offers[key].table.stakes or offers[key].wager.stake.fixed
        stakes = [filed[key].stake] if filed[key].stake else list(fixed)
        if not any(stake in bound.table.stakes for stake in stakes):
            takes = either([show_money(each) for each in bound.table.stakes])
            raise NotAllowed(
                f"{bound.table.id} of {wager.name} goes with a "
                f"wager of {takes}, not with {offers[key].wager.name} at this table.",
                clause(wager, bound.table.cite),
            )


def less_what_mysteries_take(
    meters: Mapping[str, Metered], readings: Mapping[str, Reading]
) -> dict[str, Metered]:
    """Where a mystery's part comes out of the rates of the wager that feeds it (D-41-b)."""
    made = dict(meters)
    for mystery in meters.values():
        if mystery.terms.rate_comes != "out of it":
            continue
        own = {name: each for name, each in meters.items() if each.wager.key == mystery.fed_by}
        whole = sum((each.state.rate for each in own.values()), Fraction(0))
        taken = mystery.state.rate
        if taken > whole:
            raise NotAllowed(
                f"{show_percent(taken)} cannot come out of the "
                f"{show_percent(whole)} of {mystery.fed_by}.",
                readings[field_named(WagerTerms, "rate_comes").key].clause,
            )
        for name, each in own.items():
            rate = each.state.rate * (1 - taken / whole)
            made[name] = replace(each, state=replace(each.state, rate=rate))
    return made


def fed(keys: Iterable[str], meters: Mapping[str, Metered]) -> dict[str, tuple[str, ...]]:
    """Wager → the meters that its stakes feed: its own, and those of a mystery that rides on it."""
    return {key: tuple(name for name, each in meters.items() if each.fed_by == key) for key in keys}


def largest_stake(metered: Metered, filed: Mapping[str, Choice], most: Cents) -> Cents:
    """The largest single stake that feeds a meter."""
    choice = filed.get(metered.fed_by)
    return most if choice is None else choice.stake or choice.most
