"""The PAR sheet of a wager: exact ways, return, edge, volatility, and what its meters add.

Symbols as in the standard: wᵢ ways of T, pᵢ = wᵢ/T, gᵢ gross return per unit staked, xᵢ = gᵢ − 1.
A bonus that has no stake of its own costs the house xᵢ = gᵢ.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache

from pitboss.analysis.duel import count_duel
from pitboss.analysis.play import count_run, count_third_card
from pitboss.analysis.setting import ANY_UPCARD, Setting, sees, upcard_of
from pitboss.cards import Shoe
from pitboss.errors import NotAllowed
from pitboss.money import Cents, show_money
from pitboss.rulebook.paytable import Meter
from pitboss.wagers.count import LOST, Counted, Key, count_deal
from pitboss.wagers.dealer import count_dealer, unprovable
from pitboss.wagers.offer import Offer, Question
from pitboss.wagers.pricing import priced

Z50 = Fraction("0.674490")
Z90 = Fraction("1.644854")
Z95 = Fraction("1.959964")
"""Standard deviations to either side within which a normal result falls so often in 100."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One line of the sheet."""

    key: Key
    name: str
    pays: str
    ways: int
    probability: Fraction
    gross: Fraction
    """Returned per unit staked, meters as they stand."""
    fixed: Fraction
    """The part of it that no meter pays."""
    shares: tuple[tuple[str, Fraction], ...] = ()
    """Meter → share of it won."""
    envy: Fraction = Fraction(0)
    """Paid to each other bettor, or to the dealer, in units of the stake."""
    width: Fraction = Fraction(0)
    """`gross` is the middle of awards spread evenly over so much (a mystery meter)."""

    def central(self, power: int, mean: Fraction) -> Fraction:
        """Mean of (gross − mean) to a power of two, three or four."""
        off, spread = self.gross - mean, self.width**2 / 12
        return {
            2: off**2 + spread,
            3: off**3 + 3 * off * spread,
            4: off**4 + 6 * off**2 * spread + spread**2 * 9 / 5,
        }[power]

    @property
    def lost(self) -> bool:
        """No line names it."""
        return self.key == LOST


@dataclass(frozen=True, slots=True)
class MeterLine:
    """What one meter adds, in cents where it is money."""

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
    """Amount in cents at which the wager returns all, the other meters as they stand."""
    mean: Fraction | None
    """Average amount in cents when an award falls, where the rate is known."""
    minimum: Cents | None = None
    maximum: Cents | None = None

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
        """Staked on the wager itself: nothing for a bonus that comes with another."""
        return Fraction(0) if self.setting.wager.stake.none else Fraction(1)

    @cached_property
    def returns(self) -> Fraction:
        """Everything handed back per unit staked, the stake included."""
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
        """How often the stake just goes back."""
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
    def rounds_to_one_percent(self) -> int:
        """Rounds until hold is within one point of the edge, 95 times in 100."""
        return math.ceil((Z95 / Fraction(1, 100)) ** 2 * self.variance)

    @property
    def liability(self) -> Fraction:
        """Most that one box can win in a round, in units of the stake."""
        return max((o.gross - self.at_risk for o in self.outcomes), default=Fraction(0))

    @cached_property
    def envy(self) -> Fraction:
        """Worth of envy bonuses to each who may receive one, per unit staked."""
        return sum((o.probability * o.envy for o in self.outcomes), Fraction(0))

    @cached_property
    def long_run(self) -> Fraction | None:
        """Return over many jackpots: fixed pays, increments, and the seeds that were won.

        A reserve is not counted: it funds the seeds. `None` where a rate is the house's to file.
        """
        stake = self.setting.stake
        made = self.fixed_return
        for meter in self.meters:
            if meter.rate is None or meter.seed is None:
                return None
            made += meter.rate + meter.jackpot * Fraction(meter.seed, stake)
        return made


def prove(setting: Setting) -> Sheet:
    """Count every outcome and work out the sheet."""
    if not setting.offer.lines:
        return _mystery(setting)
    counted = count(setting)
    ways = _printed(counted, len(setting.offer.lines))
    amounts = {m.name: _amount(setting, m) for m in meters_at(setting)}
    outcomes = tuple(_outcome(setting, key, n, counted.total, amounts) for key, n in ways.items())
    sheet = Sheet(setting, outcomes, counted.total, counted.counting, counted.looked)
    return replace(sheet, meters=tuple(_meter_line(sheet, m, amounts) for m in meters_at(setting)))


def _printed(counted: Counted, lines: int) -> dict[Key, int]:
    """The ways in printed order: every line, even one that never comes, and the loss last."""
    found = {line for line, _ in counted.ways}
    ways = {**counted.ways, **{(line, 1): 0 for line in range(lines) if line not in found}}
    order = sorted(ways, key=lambda key: (key == LOST, key))
    return {key: ways[key] for key in order if ways[key] or key != LOST}


def count(setting: Setting) -> Counted:
    """Ways of every outcome, by the method the wager calls for."""
    return _count(setting.offer.question, setting.shoe, setting.soft_17, setting.policy)


@lru_cache(maxsize=512)
def _count(question: Question, shoe: Shoe, soft_17: str, policy: str) -> Counted:
    offer, wager = question.offer, question.offer.wager
    if reason := unprovable(offer):
        raise NotAllowed(f"{wager.name} cannot be proved exactly: {reason}.")
    hit = soft_17 == "hit"
    if sees(wager, "player.third_card"):
        return count_third_card(offer, shoe, policy)
    if sees(wager, "player.hand"):
        if sees(wager, "dealer.hand"):
            return count_duel(offer, shoe, policy, hit)
        return count_run(offer, shoe, policy, hit)
    if sees(wager, "dealer.hand"):
        return _count_finished(offer, shoe, hit, policy)
    return count_deal(offer, shoe)


def _count_finished(offer: Offer, shoe: Shoe, hit: bool, policy: str) -> Counted:
    upcard = upcard_of(policy)
    waits = policy == ANY_UPCARD or upcard is not None
    counted = count_dealer(offer, shoe, hit, natural=not waits)
    tally = counted.tally(upcard)
    total = sum(tally.values())
    if not total:
        raise NotAllowed(f"The shoe cannot deal the dealer a hand {policy}.")
    common = math.gcd(total, *tally.values())
    given = ", no dealer natural" if waits else ""
    shown = f", {policy}" if upcard else ""
    return Counted(
        {key: ways // common for key, ways in tally.items()},
        total // common,
        f"equally likely draws of the dealer's hand{shown}{given}",
        counted.looked,
    )


def meters_at(setting: Setting) -> tuple[Meter, ...]:
    """The meters that hold for the stake."""
    return tuple(m for m in setting.table.meters if m.stake is None or m.stake == setting.stake)


def _amount(setting: Setting, meter: Meter) -> Fraction:
    if setting.meters and meter.name in setting.meters:
        return setting.meters[meter.name]
    return Fraction(meter.seed_for(setting.stake, setting.table.base_stake) or 0)


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
    """A meter that pays at a secret value, uniform between its least and its most.

    Over many awards the player gets back r(a+b)/(b−a) of each stake; the chance at a given meter
    is the contribution over what is left to the most.
    """
    (meter,) = meters_at(setting)
    if meter.minimum is None or meter.maximum is None or meter.rate is None:
        raise NotAllowed(f"{setting.table.id}: the meter has no least, most and rate.")
    low, high, stake = meter.minimum, meter.maximum, setting.stake
    added = meter.rate * stake
    award = Fraction(low + high, 2)
    chance = 2 * added / (high - low)
    if setting.meters:
        award = setting.meters.get(meter.name, award)
        if not low <= award < high:
            raise NotAllowed(
                f"the {meter.name} meter runs from {show_money(low)} to {show_money(high)}; it "
                f"never shows {show_money(int(award))}.",
                setting.table.cite or setting.wager.cite,
            )
        chance = min(Fraction(1), added / (high - award))
    outcomes = (
        Outcome(
            (0, 1),
            "Mystery bonus",
            f"100% of {meter.name}",
            chance.numerator,
            chance,
            award / stake,
            Fraction(0),
            ((meter.name, Fraction(1)),),
            width=Fraction(0) if setting.meters else Fraction(high - low, stake),
        ),
        Outcome(
            LOST,
            "No award",
            "",
            chance.denominator - chance.numerator,
            1 - chance,
            Fraction(0),
            Fraction(0),
        ),
    )
    line = MeterLine(
        name=meter.name,
        amount=award,
        seed=low,
        rate=meter.rate,
        reserve=meter.reserve,
        coefficient=chance * 100 / stake,
        jackpot=chance,
        break_even=None,
        mean=Fraction(low + high, 2),
        minimum=low,
        maximum=high,
    )
    counting = "wagers, over many awards" if not setting.meters else "wagers at this meter"
    return Sheet(setting, outcomes, chance.denominator, counting, 0, (line,))
