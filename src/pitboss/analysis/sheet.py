"""The PAR sheet of a wager: exact ways, return, edge, volatility, and what its meters add.

Symbols as in the standard: wᵢ ways of T, pᵢ = wᵢ/T, gᵢ gross return per unit staked, xᵢ = gᵢ − 1.
A bonus that has no stake of its own costs the house xᵢ = gᵢ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from pitboss.analysis.growing_hands import Gross, count_growing
from pitboss.analysis.mystery import MysteryAwards, awards, next_wager
from pitboss.analysis.policies import FOR_THIS
from pitboss.analysis.setting import Setting
from pitboss.errors import NotAllowed
from pitboss.money import Cents, show_money
from pitboss.progressive.meter import from_rule
from pitboss.progressive.secret import ABOVE, Mystery
from pitboss.rulebook.paytable import Meter
from pitboss.wagers.card_holders import grows
from pitboss.wagers.count import LOST, Key, OutcomeWays, count_deal
from pitboss.wagers.offer import clause, priced

Z50 = Fraction("0.674490")
Z90 = Fraction("1.644854")
Z95 = Fraction("1.959964")
"""Standard deviations to either side within which a normal result falls that often in 100."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One line of the sheet."""

    key: Key
    name: str
    pays: str
    ways: int
    probability: Fraction
    gross: Fraction
    """Returned per unit staked, with meters as they are."""
    fixed: Fraction
    """The part of it that no meter pays."""
    shares: tuple[tuple[str, Fraction], ...] = ()
    """Meter → share of it won."""
    envy: Fraction = Fraction(0)
    """Paid to each other bettor, or to the dealer, in units of the stake."""
    spread: tuple[Fraction, Fraction, Fraction] = (Fraction(0), Fraction(0), Fraction(0))
    """Second to fourth moment about `gross`, if that is the mean of many awards."""
    greatest: Fraction | None = None
    """The most that it returns, if that is more than `gross`."""

    def central(self, power: int, mean: Fraction) -> Fraction:
        """Mean of (what is returned − mean) to a power of two, three or four."""
        off = self.gross - mean
        two, three, four = self.spread
        return {
            2: off**2 + two,
            3: off**3 + 3 * off * two + three,
            4: off**4 + 6 * off**2 * two + 4 * off * three + four,
        }[power]

    @property
    def lost(self) -> bool:
        """Whether no line names it."""
        return self.key == LOST


@dataclass(frozen=True, slots=True)
class MeterLine:
    """What one meter adds; amounts are in cents."""

    name: str
    amount: Fraction
    """What it shows in this sheet."""
    seed: Cents | None
    rate: Fraction | None
    reserve: Fraction | None
    coefficient: Fraction
    """Return per dollar on the meter."""
    jackpot: Fraction
    """Chance of winning all of it."""
    break_even: Fraction | None
    """Amount in cents at which the wager breaks even, with the other meters as they are."""
    mean: Fraction | None
    """Average amount in cents when an award falls, if the rate is known."""
    minimum: Cents | None = None
    maximum: Cents | None = None
    awards: MysteryAwards | None = None
    """What it pays over many awards, if it is a mystery meter."""

    @property
    def cycle(self) -> Fraction | None:
        """Wagers between two wins of the whole meter."""
        return 1 / self.jackpot if self.jackpot else None


@dataclass(frozen=True)
class Sheet:
    """Exact figures of one setting."""

    setting: Setting
    outcomes: tuple[Outcome, ...]
    total: int
    counting: str
    looked: int
    meters: tuple[MeterLine, ...] = ()

    @property
    def at_risk(self) -> Fraction:
        """Staked on the wager itself: 0 for a bonus that comes with another."""
        return Fraction(0) if self.setting.wager.stake.none else Fraction(1)

    @cached_property
    def returns(self) -> Fraction:
        """Everything paid back per unit staked, including the stake."""
        return sum((o.probability * o.gross for o in self.outcomes), Fraction(0))

    @cached_property
    def fixed_return(self) -> Fraction:
        """The part of the return that no meter pays."""
        return sum((o.probability * o.fixed for o in self.outcomes), Fraction(0))

    @property
    def edge(self) -> Fraction:
        """What the house keeps per unit staked."""
        return self.at_risk - self.returns

    @cached_property
    def hit_frequency(self) -> Fraction:
        """How often the player comes out ahead."""
        return sum((o.probability for o in self.outcomes if o.gross > self.at_risk), Fraction(0))

    @cached_property
    def push_frequency(self) -> Fraction:
        """How often the stake is returned."""
        if not self.at_risk:
            return Fraction(0)
        return sum((o.probability for o in self.outcomes if o.gross == self.at_risk), Fraction(0))

    def moment(self, power: int) -> Fraction:
        """Central moment of the player's result."""
        results = (o.probability * o.central(power, self.returns) for o in self.outcomes)
        return sum(results, Fraction(0))

    @cached_property
    def variance(self) -> Fraction:
        return self.moment(2)

    @property
    def liability(self) -> Fraction:
        """Most that one box can win in a round, in units of the stake."""
        back = (o.gross if o.greatest is None else o.greatest for o in self.outcomes if o.ways)
        return max(Fraction(0), *(most - self.at_risk for most in back))

    @cached_property
    def envy(self) -> Fraction:
        """Value of envy bonuses to each person who may receive one, per unit staked."""
        return sum((o.probability * o.envy for o in self.outcomes), Fraction(0))

    @cached_property
    def long_run(self) -> Fraction | None:
        """Return over many jackpots: fixed pays, increments, and the seeds that were won.

        A reserve is not counted: it funds the seeds. `None` if the house files a rate.
        """
        stake = self.setting.stake
        made = self.fixed_return
        for meter in self.meters:
            if meter.rate is None or meter.seed is None:
                return None
            made += meter.rate + meter.jackpot * Fraction(meter.seed, stake)
        return made


def prove(setting: Setting) -> Sheet:
    """Count every outcome and calculate the sheet."""
    if not setting.offer.lines:
        return _mystery(setting)
    counted = count(setting)
    outcomes = outcomes_of(setting, counted.ways, counted.total)
    sheet = Sheet(setting, outcomes, counted.total, counted.counting, counted.looked)
    amounts = _amounts(setting)
    return replace(sheet, meters=tuple(_meter_line(sheet, m, amounts) for m in meters_at(setting)))


def outcomes_of(setting: Setting, ways: Mapping[Key, int], total: int) -> tuple[Outcome, ...]:
    """The lines of a sheet, each with its ways of the total, in printed order."""
    printed, amounts = _printed(ways, len(setting.offer.lines)), _amounts(setting)
    return tuple(_outcome(setting, key, n, total, amounts) for key, n in printed.items())


def _printed(counted: Mapping[Key, int], lines: int) -> dict[Key, int]:
    """The ways in printed order: every line, even one that cannot occur, and the loss last."""
    found = {line for line, _ in counted}
    ways = {**counted, **{(line, 1): 0 for line in range(lines) if line not in found}}
    order = sorted(ways, key=lambda key: (key == LOST, key))
    return {key: ways[key] for key in order if ways[key] or key != LOST}


def count(setting: Setting) -> OutcomeWays:
    """Ways of every outcome, by the method the wager calls for."""
    if grows(setting.offer):
        gross = gross_of(setting) if setting.policy == FOR_THIS else ()
        return count_growing(setting.offer, setting.dealing, setting.policy, gross)
    return count_deal(setting.offer.question, setting.shoe)


def gross_of(setting: Setting) -> Gross:
    """What each line returns per unit staked, with meters as they are."""
    amounts = _amounts(setting)
    times = (1, *(m.times for m in setting.offer.multipliers))
    keys = [(number, each) for number in range(len(setting.offer.lines)) for each in times]
    return tuple((key, _outcome(setting, key, 0, 1, amounts).gross) for key in keys)


def meters_at(setting: Setting) -> tuple[Meter, ...]:
    """The meters that apply to the stake."""
    return tuple(m for m in setting.table.meters if m.stake is None or m.stake == setting.stake)


def _amounts(setting: Setting) -> dict[str, Fraction]:
    """Meter → what it shows: as asked, or its seed."""
    base, given = setting.table.base_stake, setting.meters or {}
    seeds = {m.name: Fraction(m.seed_for(setting.stake, base) or 0) for m in meters_at(setting)}
    return {name: given.get(name, seed) for name, seed in seeds.items()}


def _outcome(
    setting: Setting, key: Key, ways: int, total: int, amounts: dict[str, Fraction]
) -> Outcome:
    number, times = key
    probability = Fraction(ways, total)
    if key == LOST:
        return Outcome(LOST, "Loses", "", ways, probability, Fraction(0), Fraction(0))
    stake = setting.stake
    price = priced(setting.offer, number, times, stake)
    fixed = gross = price.win / stake + price.returned
    shares: tuple[tuple[str, Fraction], ...] = ()
    if price.share:
        shares = ((price.meter, price.share),)
        gross += price.share * amounts[price.meter] / stake
    return Outcome(
        key=key,
        name=price.why + (f" ×{times}" if times > 1 else ""),
        pays=f"{times} × {price.pays}" if times > 1 else price.pays,
        ways=ways,
        probability=probability,
        gross=gross,
        fixed=fixed,
        shares=shares,
        envy=Fraction(price.envy, stake),
    )


def _meter_line(sheet: Sheet, meter: Meter, amounts: dict[str, Fraction]) -> MeterLine:
    setting = sheet.setting
    stake = setting.stake
    share = jackpot = Fraction(0)
    for outcome in sheet.outcomes:
        for name, part in outcome.shares:
            if name == meter.name:
                share += outcome.probability * part
                jackpot += outcome.probability if part >= 1 else 0
    others = sheet.returns - share * amounts[meter.name] / stake
    seed = meter.seed_for(stake, setting.table.base_stake)
    rate = meter.rate
    if rate is not None and meter.on_first is not None:
        rate = rate * Fraction(min(stake, meter.on_first), stake)
    mean = None
    if share and rate is not None and seed is not None:
        mean = (rate * stake + jackpot * seed) / share
    return MeterLine(
        name=meter.name,
        amount=amounts[meter.name],
        seed=seed,
        rate=rate,
        reserve=meter.reserve,
        coefficient=share * 100 / stake,
        jackpot=jackpot,
        break_even=stake * (1 - others) / share if share else None,
        mean=mean,
    )


def _mystery(setting: Setting) -> Sheet:
    """A meter that pays at a secret value: over many awards, or the next wager at this meter."""
    (meter,) = meters_at(setting)
    if meter.minimum is None or meter.maximum is None or meter.rate is None:
        raise NotAllowed(f"{setting.table.id}: the meter lacks a minimum, a maximum or a rate.")
    stake, handled, none = setting.stake, setting.offer.terms, Fraction(0)
    state = from_rule(meter, stake, setting.table.base_stake, None, None)
    state = replace(state, clause=clause(setting.wager, setting.table.cite))
    mystery = Mystery(stake, handled.hits, handled.kept_below)
    paid = awards(state, mystery, stake)
    gross, chance, amount = paid.mean, 1 / paid.wagers, paid.mean
    two, three, four = paid.central
    spread, greatest = (two / stake**2, three / stake**3, four / stake**4), paid.most
    counting = "wagers, over many awards"
    if setting.meters and meter.name in setting.meters:
        amount = setting.meters[meter.name]
        unhit = mystery.span(state)[1] + (mystery.struck == ABOVE) - 1
        if not meter.minimum <= amount <= unhit:
            raise NotAllowed(
                f"the {meter.name} meter is always between {show_money(meter.minimum)} and "
                f"{show_money(unhit)} when a wager is made; it cannot show "
                f"{show_money(int(amount))}.",
                state.clause,
            )
        chance, won = next_wager(replace(state, shown=amount), mystery, stake)
        gross, counting = Fraction(won), "secret values that are left at this meter"
        spread, greatest = (none, none, none), won
    bonus = Outcome(
        (0, 1),
        "Mystery bonus",
        f"100% of {meter.name}",
        chance.numerator,
        chance,
        gross / stake,
        none,
        ((meter.name, Fraction(1)),),
        spread=spread,
        greatest=Fraction(greatest, stake),
    )
    misses = chance.denominator - chance.numerator
    missed = Outcome(LOST, "No award", "", misses, 1 - chance, none, none)
    line = MeterLine(
        name=meter.name,
        amount=amount,
        seed=meter.minimum,
        rate=meter.rate,
        reserve=meter.reserve,
        coefficient=100 / (paid.wagers * stake),
        jackpot=1 / paid.wagers,
        break_even=None,
        mean=paid.mean,
        minimum=meter.minimum,
        maximum=meter.maximum,
        awards=paid,
    )
    return Sheet(setting, (bonus, missed), chance.denominator, counting, 0, (line,))
