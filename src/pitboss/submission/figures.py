"""What a house must have been told before it files a wager: returns, break-even, idle rows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pitboss.analysis.numbers import percent, unlucky
from pitboss.analysis.par import Sheet, prove
from pitboss.analysis.setting import Setting, policies
from pitboss.rulebook.when import NEVER
from pitboss.submission.wager_form import shown
from pitboss.table.houses.opening import Open
from pitboss.wagers.offer import Offer, carrier_of, stakes

OVER: Final = "return over 100%"
BREAK_EVEN: Final = "break-even likely before a win"
IDLE: Final = "row that cannot be dealt"
LIKELY: Final = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """One thing that a house acknowledges by its name."""

    name: str
    table: str
    wager: str
    clause: str
    message: str


def proved_at(opened: Open) -> dict[str, Sheet]:
    """The exact sheet of every wager of a table that a pay table settles, under its terms."""
    found = {**opened.offers, **opened.extras}
    return {key: prove(setting_at(opened, key)) for key, each in found.items() if _counted(each)}


def _counted(bound: Offer) -> bool:
    """Cards or a mystery decide it, by a pay table of its own."""
    return bool(bound.table.rows) or any(meter.minimum is not None for meter in bound.table.meters)


def setting_at(opened: Open, key: str) -> Setting:
    """What decides the figures of a wager at a table: its terms, and its meters as filed."""
    bound = {**opened.offers, **opened.extras}[key]
    choice = opened.house.wagers.get(carrier_of(bound.wager, bound.terms))
    stake = (choice.stake if choice else None) or stakes(bound.wager, bound.table)[-1]
    filed = _with_filed(opened, key, bound)
    return Setting(filed, opened.game, opened.terms, stake, policies(filed)[0])


def _with_filed(opened: Open, key: str, bound: Offer) -> Offer:
    """The offer with the seeds and rates that the house filed, where the law leaves them to it."""
    meters = []
    for rule in bound.table.meters:
        at = opened.meters.get(f"{key} {rule.name}")
        if at and rule.stake in (None, at.rule.stake) and rule.minimum is None:
            state = at.state
            rule = replace(rule, seed=state.seed, seed_times_stake=None, rate=state.rate)
        meters.append(rule)
    return replace(bound, table=replace(bound.table, meters=tuple(meters)))


def to_acknowledge(opened: Open, sheets: Mapping[str, Sheet]) -> Iterator[Acknowledgement]:
    """Everything that the house of a table must acknowledge by name."""
    ident = opened.house.table
    for key, sheet in sheets.items():
        for what, message in _told(opened, sheet):
            name = f"{ident} {shown(key)}: {what}"
            yield Acknowledgement(name, ident, shown(key), sheet.setting.wager.cite, message)


def _told(opened: Open, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """What is to be known of one wager, by its name and in words."""
    wager = sheet.setting.wager
    most = max(sheet.returns, sheet.long_run or Fraction(0))
    if sheet.at_risk and most > sheet.at_risk:
        yield OVER, f"{wager.name} returns {percent(most)} of what is staked."
    for meter in sheet.meters:
        if meter.break_even is None or not meter.rate or meter.seed is None:
            continue
        if meter.break_even <= meter.seed or meter.awards is not None:
            continue
        short, added = meter.break_even - meter.seed, meter.rate * sheet.setting.stake
        chance = unlucky(meter.jackpot, math.ceil(short / added))
        if chance > LIKELY:
            yield (
                BREAK_EVEN,
                f"the {meter.name} meter of {wager.name} reaches break-even before it is won "
                f"with a chance of {percent(chance, 1)}.",
            )
    lines = sheet.setting.offer.lines
    for outcome in sheet.outcomes:
        printed = [line for line in lines if line.outcome == outcome.name]
        if not outcome.ways and not outcome.lost and any(e.when != NEVER for e in printed):
            decks = opened.house.decks
            yield (
                f"{IDLE}: {outcome.name}",
                f"{outcome.name} of {wager.name} cannot be dealt from {decks} "
                f"deck{'s' * (decks != 1)}.",
            )
