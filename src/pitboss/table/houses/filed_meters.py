"""The meters of a table: how each starts, what feeds it, and what the house may file for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.errors import NotAllowed, either
from pitboss.money import Cents, show_money, show_percent
from pitboss.progressive.meter import MeterState, from_rule, meter_named
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.paytable import Meter
from pitboss.rulebook.schema import Reading, Wager
from pitboss.rulebook.term_fields import field_named
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.offers import said_at
from pitboss.wagers.offer import Offer, carrier_of, clause, feeder_of
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
        """The wager whose stakes feed it."""
        return feeder_of(self.wager, self.terms) if self.is_mystery else self.wager.key

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


def fed(keys: Iterable[str], meters: Mapping[str, Metered]) -> dict[str, tuple[str, ...]]:
    """Wager → the meters that its stakes feed: its own, and those of a mystery that rides on it."""
    return {key: tuple(name for name, each in meters.items() if each.fed_by == key) for key in keys}


def largest_stake(metered: Metered, filed: Mapping[str, Choice], most: Cents) -> Cents:
    """The largest single stake that feeds a meter."""
    choice = filed.get(metered.fed_by)
    return most if choice is None else choice.stake or choice.most


def meters_of(
    book: Rulebook,
    house: House,
    offers: Mapping[str, Offer],
    extras: Mapping[str, Offer],
    *,
    logged: bool,
) -> dict[str, Metered]:
    """Every meter of the wagers of a table, in the order in which the house filed them."""
    bound = {**offers, **extras}
    filed = {key: choice for key, choice in house.wagers.items() if key in bound}
    made = dict[str, Metered]()
    for key, choice in filed.items():
        made |= _meters_at(key, bound[key], choice)
    if not logged:
        for key, choice in filed.items():
            _check_fixed(bound[key], choice)
    for each in extras.values():
        _check_mystery(each, offers, filed)
    made = less_what_mysteries_take(made, book.readings)
    if not logged:
        _check_rates(made)
    return made


def _meters_at(key: str, bound: Offer, choice: Choice) -> Iterator[tuple[str, Metered]]:
    """The meters of a pay table at the stake that the house filed."""
    if not bound.table.meters:
        return
    wager = bound.wager
    fixed = bound.table.stakes or wager.stake.fixed
    stake = choice.stake or (fixed[0] if len(fixed) == 1 else None)
    if stake is None and wager.role == "side" and (len(fixed) > 1 or wager.stake.house_fixed):
        raise NotAllowed(f"file one fixed stake for {wager.name} at this table.", wager.cite)
    at = stake or bound.table.base_stake or wager.stake.least or 100
    found = [m for m in bound.table.meters if m.stake is None or m.stake == at]
    if not found and wager.stake.house_fixed:  # § 633c.9(g) bounds the seed at $1 and $5 only
        unsaid = {each.name: each for each in bound.table.meters}.values()
        found = [replace(m, stake=at, seed=None, seed_is="filed by the house") for m in unsaid]
    if not found:
        known = either([show_money(m.stake) for m in bound.table.meters if m.stake])
        raise NotAllowed(
            f"{wager.name} has a meter for {known}, not for {show_money(at)}.", wager.cite
        )
    for rule in found:
        seed, rate = choice.seeds.get(rule.name), choice.rates.get(rule.name)
        try:
            state = from_rule(rule, at, bound.table.base_stake, seed, rate, wager.reset)
        except NotAllowed as error:
            raise NotAllowed(str(error), said_at(wager, "seed", bound.table.cite)) from None
        state = replace(state, clause=clause(wager, bound.table.cite))
        if ends := wager.discontinued:
            state = replace(state, discontinued=clause(wager, ends.cite), permits=ends.permits)
        if rule.name in choice.reserves:
            state = _with_reserve(state, rule, wager, choice.reserves[rule.name])
        yield f"{key} {rule.name}", Metered(state, rule, wager, bound.terms, choice.link)


def _with_reserve(state: MeterState, rule: Meter, wager: Wager, part: Fraction) -> MeterState:
    """A reserve in addition to the rate, if the house files the meter (30-2110(16))."""
    if rule.seed_is != "filed by the house":
        raise NotAllowed(
            f"the law fixes the reserve of {wager.name}; the house may not file one.",
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


def _check_fixed(bound: Offer, choice: Choice) -> None:
    """Refuse a seed or a rate where the law fixes it, even if it is the law's own."""
    wager, rules = bound.wager, {rule.name: rule for rule in bound.table.meters}
    for what, given in (("seed", choice.seeds), ("rate", choice.rates)):
        cite = said_at(wager, what, bound.table.cite)
        for name in given:
            if not rules:
                raise NotAllowed(f"{wager.name} has no meter: remove {what}.", cite)
            if name not in rules:
                raise NotAllowed(
                    f"{wager.name} ({bound.table.id}) has no {name} meter; it has "
                    f"{either(rules, 'and')}.",
                    cite,
                )
            if fixed := _by_law(rules[name], what):
                raise NotAllowed(
                    f"the {what} of {meter_named(name)} of {wager.name} is fixed at {fixed}; "
                    f"remove {what}.",
                    cite,
                )


def _by_law(rule: Meter, what: str) -> str:
    """The seed, or the rate with its reserve, if the law fixes it; otherwise empty."""
    if what == "rate":
        parts = [show_percent(part) for part in (rule.rate, rule.reserve) if part is not None]
        return either(parts, "and") if rule.rate is not None else ""
    if rule.minimum is not None:
        return show_money(rule.minimum)
    if rule.seed_is != "fixed":
        return ""
    if rule.seed_times_stake is not None:
        return f"{rule.seed_times_stake:,} times the wager"
    return "" if rule.seed is None else show_money(rule.seed)


def _check_mystery(bound: Offer, offers: Mapping[str, Offer], filed: Mapping[str, Choice]) -> None:
    """A mystery rides on a wager of the table that takes its minimum (§ 633c.14(c)(4), D-41)."""
    wager, key = bound.wager, bound.terms.qualifying_wager
    if not key:
        return
    if key not in offers:
        named = field_named(WagerTerms, "qualifying_wager")
        option = next(each for each in wager.options if each.key == named.key)
        raise NotAllowed(
            f"{wager.name} rides on {key}, which is not offered here.",
            clause(wager, option.cite),
        )
    fixed = offers[key].table.stakes or offers[key].wager.stake.fixed
    stake = filed[key].stake
    stakes = [stake] if stake else list(fixed) or [filed[key].least]
    (least,) = bound.table.stakes
    more = bound.terms.qualifying_stake == "that amount or more"
    if not any(each == least or (more and each > least) for each in stakes):
        takes = show_money(least) + " or more" * more
        raise NotAllowed(
            f"{bound.table.id} of {wager.name} needs a wager with a stake of "
            f"{takes}, not {offers[key].wager.name} as filed for this table.",
            clause(wager, bound.table.cite),
        )


def less_what_mysteries_take(
    meters: Mapping[str, Metered], readings: Mapping[str, Reading]
) -> dict[str, Metered]:
    """Take a mystery's part out of the rates of the wager that feeds it (D-41-b)."""
    made = dict(meters)
    for mystery in meters.values():
        if mystery.terms.rate_comes != "out of it":
            continue
        own = {name: each for name, each in meters.items() if each.wager.key == mystery.fed_by}
        whole = sum((each.state.rate for each in own.values()), Fraction(0))
        taken = mystery.state.rate
        if taken > whole:
            raise NotAllowed(
                f"{show_percent(taken)} cannot be taken from the "
                f"{show_percent(whole)} of {mystery.fed_by}.",
                readings[field_named(WagerTerms, "rate_comes").key].clause,
            )
        for name, each in own.items():
            rate = each.state.rate * (1 - taken / whole)
            made[name] = replace(each, state=replace(each.state, rate=rate))
    return made


def _check_rates(meters: Mapping[str, Metered]) -> None:
    """Refuse rates that come to more than the stake, out of which meters are fed."""
    parts: dict[str, Fraction] = {}
    for each in meters.values():
        part = each.state.rate + each.state.reserve_rate
        parts[each.fed_by] = parts.get(each.fed_by, Fraction(0)) + part
    for each in meters.values():
        if (whole := parts[each.fed_by]) > 1:
            raise NotAllowed(
                f"the meters of {each.fed_by} may get up to 100% of each stake together, not "
                f"{show_percent(whole)}.",
                each.wager.cite,
            )
