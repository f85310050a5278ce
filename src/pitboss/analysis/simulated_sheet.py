"""A sheet from rounds played automatically: estimates with their errors, never a proof.

Every round is dealt from a complete shoe, round 1 from the first shoe of the lesson, so
that rounds are independent and the same seed gives the same sheet however many
processes are at work.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from pathlib import Path
from typing import Final

from pitboss.analysis.automatic_player import PLAYER, Answers, add_answers, answered, play_round
from pitboss.analysis.policies import BASIC, FOR_THIS
from pitboss.analysis.setting import Setting
from pitboss.analysis.sheet import Z95, Outcome, Sheet, outcomes_of, prove
from pitboss.analysis.workers import worked
from pitboss.errors import NotAllowed, NotProved
from pitboss.log import Event
from pitboss.money import Cents, show_money
from pitboss.procedure.round import Box
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game, Wager
from pitboss.table.cards.seeds import Lesson
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events.rounds import Settled, SlipWritten
from pitboss.table.houses.default_house import FiledHouse, Wish, file_house
from pitboss.table.houses.house import logged_settings
from pitboss.table.houses.offers import wager_at
from pitboss.table.houses.opening import Open, open_house
from pitboss.table.money.spots import can_stand, position_of, usual_stakes
from pitboss.table.unlogged_table import UnloggedTable
from pitboss.wagers.count import LOST, Key
from pitboss.wagers.offer import NO_HAND, Offer, carrier_of, least_stake, priced

LEAST: Final = 100
"""The fewest rounds; with fewer, the error is meaningless."""
RARE: Final = 10
"""The estimate of a line that occurred less often may be far off."""
PART: Final = 5_000
"""Rounds that one process plays between reports: about a second."""
Step = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure from many rounds, and its standard error: 0 (unknown) if all were the same."""

    value: Fraction
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        """The interval that contains the true value 95 times in 100."""
        reach = float(Z95) * self.error
        return float(self.value) - reach, float(self.value) + reach

    def z(self, proved: Fraction, variance: Fraction, times: int) -> float | None:
        """Deviations from the proved value, by the proved spread; `None` if nothing varies."""
        if not variance:
            return None
        return float(self.value - proved) / math.sqrt(variance / times)


@dataclass(frozen=True)
class SimulatedSheet:
    """The results of many rounds of one setting."""

    setting: Setting
    rounds: int
    seed: int
    outcomes: tuple[Outcome, ...]
    """The lines of the sheet; the ways of each are the times it occurred."""
    filed: tuple[str, ...] = ()
    """The defaults that the table was opened with."""
    answers: Mapping[str, str] = field(default_factory=dict)
    """The answer always given to questions that the policy does not decide."""
    proof: Sheet | None = None
    unproved: str = ""
    """Why there is no proof to compare with."""

    @cached_property
    def settled(self) -> int:
        """Wagers that were settled: one per round in which it could be placed."""
        return sum(each.ways for each in self.outcomes)

    @property
    def at_risk(self) -> int:
        """Staked on the wager itself: nothing for a bonus that comes with another."""
        return 0 if self.setting.wager.stake.none else 1

    @cached_property
    def returns(self) -> Estimate:
        """Everything handed back per unit staked, except what meters pay."""
        mean = sum((each.probability * each.fixed for each in self.outcomes), Fraction(0))
        spread = (each.ways * (each.fixed - mean) ** 2 for each in self.outcomes)
        variance = sum(spread, Fraction(0)) / (self.settled - 1)
        return Estimate(mean, math.sqrt(variance / self.settled))

    @property
    def edge(self) -> Estimate:
        """What the house keeps per unit staked, before what meters pay."""
        return Estimate(self.at_risk - self.returns.value, self.returns.error)

    @property
    def hits(self) -> Estimate:
        """How often the player comes out ahead."""
        return self.frequency(sum(each.ways for each in self.ahead(self.outcomes)))

    def ahead(self, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        """The lines that win something from the house or from a meter."""
        return (each for each in outcomes if each.fixed > self.at_risk or each.shares)

    def frequency(self, times: int) -> Estimate:
        """The frequency of something that occurred that many times."""
        share = Fraction(times, self.settled)
        return Estimate(share, math.sqrt(share * (1 - share) / self.settled))

    @property
    def rare(self) -> tuple[Outcome, ...]:
        """Lines that occurred too rarely for their error to be trusted."""
        return tuple(o for o in self.outcomes if not o.lost and o.ways < RARE)

    @property
    def shares(self) -> dict[tuple[str, Fraction], int]:
        """Meter and share of it → times it was won."""
        won: Counter[tuple[str, Fraction]] = Counter()
        for each in self.outcomes:
            for share in each.shares:
                won[share] += each.ways
        return dict(won)

    @cached_property
    def z(self) -> float | None:
        """Deviations of the return from the proved one, meters left out of both."""
        if self.proof is None:
            return None
        variance = fixed_variance(self.proof)
        return self.returns.z(self.proof.fixed_return, variance, self.settled)

    def proved(self, line: Outcome) -> Fraction | None:
        """The proved chance of a line."""
        if self.proof is None:
            return None
        found = (o.probability for o in self.proof.outcomes if o.key == line.key)
        return next(found, Fraction(0))

    def z_of(self, line: Outcome) -> float | None:
        """Deviations of a line's frequency from its proved chance."""
        chance = self.proved(line)
        if chance is None:
            return None
        return self.frequency(line.ways).z(chance, chance * (1 - chance), self.settled)


def fixed_variance(sheet: Sheet) -> Fraction:
    """The proved variance of what a wager returns, without what meters pay."""
    second = sum((o.probability * o.fixed**2 for o in sheet.outcomes), Fraction(0))
    return second - sheet.fixed_return**2


def simulate(
    book: Rulebook,
    setting: Setting,
    rounds: int,
    seed: int = 1,
    *,
    jobs: int = 1,
    own: Sequence[Path] = (),
    step: Step = lambda rounds: None,
    proof: Sheet | None = None,
) -> SimulatedSheet:
    """Play that many rounds of a setting at one box of a separate table.

    `own` are the folders that the rulebook was loaded with, for more jobs than one; `step` is
    called with the number of rounds played since the last call; `proof` is the setting's own sheet,
    if it is known.
    """
    if rounds < LEAST:
        raise NotAllowed(f"A simulated sheet needs at least {LEAST} rounds, not {rounds}.")
    filed = open_for(book, setting)
    staked = _lawful(filed.opened, setting)
    notes = filed.notes
    if staked != setting.stake:
        asked = show_money(setting.stake)
        notes += (f"the stake is {show_money(staked)}; no box may have {asked}",)
        setting = replace(setting, stake=staked)
    parts = parts_of(filed.opened, seed, rounds, PART)
    played = partial(
        play_part, wager=setting.wager.key, stake=setting.stake, policy=setting.policy or BASIC
    )
    ways: Counter[Key] = Counter()
    answers: Answers = {}
    for part, (counted, given) in worked(book, own, played, parts, jobs):
        ways.update(counted)
        add_answers(answers, given)
        step(part.rounds)
    if ways.total() < 2:
        raise NotAllowed(f"{setting.wager.name} was placed in {ways.total()} of {rounds:,} rounds.")
    made = SimulatedSheet(
        setting,
        rounds,
        seed,
        outcomes_of(setting, ways, ways.total()),
        notes,
        answered(answers),
    )
    try:
        known = proof if proof and proof.setting is setting else None
        return replace(made, proof=known or prove(setting))
    except NotProved as error:
        return replace(made, unproved=error.reason)
    except NotAllowed as error:
        return replace(made, unproved=str(error).removesuffix("."))


# -- the table -------------------------------------------------------------------------------------


def open_for(book: Rulebook, setting: Setting) -> FiledHouse:
    """A table that offers the wager of a setting, with the wagers it requires."""
    wager, game = setting.wager, setting.game
    _check(setting)
    beside = [*_needed(book, game, wager)]
    if wager.role != "main":
        beside.append(f"{wager.key}={setting.table.id}")
    terms = dict(setting.filed)
    for term, _ in book.terms_of(game):
        if term.key == "soft_17" and setting.soft_17 not in ("", term.default):
            terms["soft_17"] = setting.soft_17
    choices = {**setting.offer.choices, **setting.readings}
    filed = file_house(book, game, Wish(setting.decks, beside, terms, choices))
    opened = _staked(book, filed.opened, carrier_of(wager, setting.offer.terms), setting.stake)
    if wager.key not in (*opened.offers, *opened.extras):
        raise NotAllowed(
            f"{wager.name} is settled by the dealer's procedure and not line by line: "
            f"it has no simulated sheet.",
            wager.cite,
        )
    return FiledHouse(opened, filed.notes)


def _check(setting: Setting) -> None:
    """Refuse what rounds at one box cannot show."""
    wager = setting.wager
    if wager.stake.equals:
        raise NotAllowed(
            f"{wager.name} is staked like {wager.stake.equals}, later in the round: it has no "
            "simulated sheet."
        )
    if setting.pack is not None:
        raise NotAllowed("A table deals whole decks: simulate with --decks, not --shoe.")
    if setting.policy == FOR_THIS:
        raise NotAllowed(
            f"The play that is best {FOR_THIS} is known only where it is proved: a simulated "
            f"sheet needs another policy."
        )
    if not setting.offer.lines:
        raise NotAllowed(f"{wager.name} is not decided by cards: it has no simulated sheet.")
    if wager.role == "envy":
        raise NotAllowed(
            f"{wager.name} pays on the hands of other boxes, but a simulated sheet plays one box."
        )


def _needed(book: Rulebook, game: Game, wager: Wager) -> Iterator[str]:
    """The side wagers that a wager requires, in the order in which they depend on each other."""
    known = {w.key: w for w in book.wagers if w.jurisdiction == game.jurisdiction}
    for each in wager.requires:
        key = each.split(" or ")[0]
        if key in known and known[key].role not in ("main", "fee"):
            yield from _needed(book, game, wager_at(book, game.jurisdiction, key))
            yield key


def _staked(book: Rulebook, opened: Open, key: str, stake: Cents) -> Open:
    """The same table, with limits that allow this stake on a wager."""
    house = opened.house
    choice = house.wagers.get(key)
    if choice is None:
        return opened
    bound = {**opened.offers, **opened.extras}.get(key)
    lawful = least_stake(bound.wager, bound.table) if bound else 1
    wanted = replace(
        choice,
        least=max(min(choice.least, stake), lawful),
        most=max(choice.most, stake),
        stake=None if choice.stake is None else stake,
    )
    if wanted == choice:
        return opened
    least = min(house.least, stake)  # some wagers take no less than the table
    return open_house(book, replace(house, least=least, wagers={**house.wagers, key: wanted}))


def _lawful(opened: Open, setting: Setting) -> Cents:
    """The stake of a setting, or the table's usual one if that is not allowed."""
    key, stake = opened.as_staked(carrier_of(setting.wager, setting.offer.terms)), setting.stake
    placed = usual_stakes(opened)
    if key not in placed:
        return stake
    others = {each: cents for each, cents in placed.items() if each != key}
    box = Box(1, PLAYER, placed=others)
    return stake if can_stand(opened, box, key, stake) else placed[key]


# -- the rounds ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundsPart:
    """Some of the rounds, in a form that can be sent between processes."""

    house: str
    seed: int
    first: int
    """Rounds before these."""
    rounds: int

    def table(self, book: Rulebook) -> UnloggedTable:
        """Where they are dealt, each from a complete shoe of the lesson."""
        opened = open_house(book, logged_settings(self.house))
        delivery = replace(opened.delivery, renewed=True)
        return UnloggedTable(opened, SealedShoes(delivery, Lesson(self.seed, self.first)))


def parts_of(opened: Open, seed: int, rounds: int, size: int) -> list[RoundsPart]:
    """That many rounds at a table, divided for processes."""
    house = opened.house.to_json()
    return [
        RoundsPart(house, seed, first, min(size, rounds - first))
        for first in range(0, rounds, size)
    ]


def play_part(
    book: Rulebook, part: RoundsPart, wager: str, stake: Cents, policy: str
) -> tuple[Counter[Key], Answers]:
    """How often each line occurred, and the answers to what the policy does not decide."""
    table = part.table(book)
    opened = table.opened
    offered = {**opened.offers, **opened.extras}[wager]
    carrier = opened.as_staked(carrier_of(offered.wager, offered.terms))
    stakes, later = usual_stakes(opened), dict[str, Cents]()
    (stakes if carrier in stakes else later)[carrier] = stake
    position = position_of(opened, 1)
    bets = [(1, PLAYER, key, cents, position) for key, cents in stakes.items()]
    lines = _lines(offered, stake)
    ways: Counter[Key] = Counter()
    answers: Answers = {}
    for _ in range(part.rounds):
        play_round(table, bets, policy, later, answers)
        ways.update(_came(table.layout.events, wager, carrier, lines))
    return ways, answers


Paid = tuple[str, str, Cents]
"""The hand, the odds, and what the house pays for it, including the stake."""


def _lines(offered: Offer, stake: Cents) -> dict[Paid, Key]:
    """The line and multiplier of every possible result."""
    times = (1, *(each.times for each in offered.multipliers))
    found: dict[Paid, Key] = {(NO_HAND.why, NO_HAND.pays, 0): LOST}
    for number in range(len(offered.lines)):
        for each in times:
            price = priced(offered, number, each, stake)
            back = math.floor(price.win) + stake * price.returned
            found.setdefault((price.why, price.pays, back), (number, each))
    return found


def _came(
    events: Sequence[Event], wager: str, carrier: str, lines: Mapping[Paid, Key]
) -> Iterator[Key]:
    """The line of each settled stake; a bonus that is not paid has lost."""
    settled = settled_stakes(events)
    mine = [(each, back) for each, back in settled if each.wager == wager]
    for each, back in mine:
        yield lines[each.why, each.pays, back]
    if not mine and wager != carrier and any(each.wager == carrier for each, _ in settled):
        yield LOST


def settled_stakes(events: Sequence[Event]) -> list[tuple[Settled, Cents]]:
    """Every stake that was settled with its own player, and all that the house gave back."""
    slips = {e.number: e.cents for e in events if isinstance(e, SlipWritten) and e.fund == "house"}
    settled = (e for e in events if isinstance(e, Settled) and not e.to and e.why != "void")
    return [(each, each.back + slips.get(each.slip, 0)) for each in settled]
