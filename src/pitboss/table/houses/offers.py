"""The wagers of a table: each bound to a pay table and to what the house filed, with its meters."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.errors import NotAllowed, either
from pitboss.money import Cents, show_money, show_percent
from pitboss.procedure import Later, SideDuty
from pitboss.progressive.meter import MeterState, from_rule
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.paytable import Meter
from pitboss.rulebook.schema import Game, Reading, Wager
from pitboss.rulebook.term_fields import field_named
from pitboss.rulebook.vocabulary import STANDARD
from pitboss.table.houses.filing import (
    check_envy,
    check_filed,
    check_options,
    check_readings,
    said_at,
    unchosen,
    wager_at,
)
from pitboss.table.houses.house import Choice, House
from pitboss.wagers.offer import (
    Offer,
    bears_on,
    carrier_of,
    check_decks,
    check_stake,
    clause,
    draws_third,
    find_table,
    offer,
    priced,
)
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
        raise NotAllowed(f"file a single stake for {wager.name} at this table.", wager.cite)
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
    base = bound.table.base_stake
    made = {}
    for rule in found:
        seed, rate = choice.seeds.get(rule.name), choice.rates.get(rule.name)
        try:
            state = from_rule(rule, at, base, seed, rate, wager.reset)
        except NotAllowed as error:
            raise NotAllowed(str(error), said_at(wager, "seed", bound.table.cite)) from None
        state = replace(state, clause=clause(wager, bound.table.cite))
        if ends := wager.discontinued:
            state = replace(state, discontinued=clause(wager, ends.cite), permits=ends.permits)
        if rule.name in choice.reserves:
            state = _with_reserve(state, rule, wager, choice.reserves[rule.name])
        made[f"{key} {rule.name}"] = Metered(state, rule, wager, bound.terms, choice.link)
    return made


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


def check_mysteries(
    offers: Mapping[str, Offer], extras: Mapping[str, Offer], filed: Mapping[str, Choice]
) -> None:
    """A mystery rides on a wager of the table that takes its minimum (§ 633c.14(c)(4), D-41)."""
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


def fed(keys: Iterable[str], meters: Mapping[str, Metered]) -> dict[str, tuple[str, ...]]:
    """Wager → the meters that its stakes feed: its own, and those of a mystery that rides on it."""
    return {key: tuple(name for name, each in meters.items() if each.fed_by == key) for key in keys}


def largest_stake(metered: Metered, filed: Mapping[str, Choice], most: Cents) -> Cents:
    """The largest single stake that feeds a meter."""
    choice = filed.get(metered.fed_by)
    return most if choice is None else choice.stake or choice.most


WITH_ANOTHER = ("bonus", "envy", "mystery")
OFFERED = ("side", "mystery")
"""Roles of wagers that a house may add to a table separately."""


def why_not(wager: Wager, game: Game | None = None, automated: bool = False) -> str:
    """Why a wager cannot be played at a table of this game, or of blackjack; empty if it can."""
    if wager.role in ("main", "fee"):
        return f"it is a {wager.role} wager of its own game"
    if not wager.paytables:
        return "the law prints no pay table"
    if wager.automated_only and not automated:
        return "it needs an automated table"
    if game and wager.key in game.wagers:
        return ""
    if not STANDARD.issuperset(wager.sees):
        return "it sees cards that standard blackjack does not deal"
    if "electronically" in wager.rotation:
        return "it needs a hybrid table"
    return ""


Bound = tuple[dict[str, Offer], dict[str, Offer], dict[str, Metered]]


def bind_all(
    book: Rulebook,
    game: Game,
    house: House,
    mains: Mapping[str, Wager],
    by_table: Mapping[str, Wager],
) -> Bound:
    offers: dict[str, Offer] = {}
    extras: dict[str, Offer] = {}
    meters: dict[str, Metered] = {}
    filed = {key: wager_at(book, house.jurisdiction, key) for key in house.wagers}
    sides = {**_with_game(book, game, mains), **{k: w for k, w in filed.items() if k not in mains}}
    for wager in sides.values():
        if reason := why_not(wager, game, house.automated):
            cite = said_at(wager, "automated_only" if wager.automated_only else "")
            raise NotAllowed(f"{wager.name} is not played here: {reason}.", cite)
    check_filed(house, {**by_table, **sides, **filed})
    for key, wager in by_table.items():
        choice = house.wagers.get(wager.paid_as or key, Choice())
        offers[key] = _bind(book, _with_table(book, wager), choice, house)
    for key, wager in sides.items():
        choice = house.wagers.get(key, Choice())
        bound = _bind(book, wager, choice, house)
        (extras if wager.role in WITH_ANOTHER else offers)[key] = bound
        meters |= meters_of(key, bound, choice)
    for key, wager in filed.items():
        choice = house.wagers[key]
        most = choice.most if choice.stake is None else choice.stake
        check_most_bet(book, house, most, f" on {wager.name}")
    return offers, extras, meters


def _with_game(book: Rulebook, game: Game, mains: Collection[str]) -> dict[str, Wager]:
    """Bonuses that come with the game itself."""
    own = book.wagers_of(game).items()
    return {k: w for k, w in own if w.role == "bonus" and {*mains} >= {*w.requires}}


def _with_table(book: Rulebook, wager: Wager) -> Wager:
    """The wager with the pay table it shares with another."""
    if not wager.paid_as:
        return wager
    other = book.wager(f"{wager.jurisdiction}/{wager.paid_as}")
    return replace(wager, paytables=other.paytables, pays=other.pays, hand=other.hand)


def _bind(book: Rulebook, wager: Wager, choice: Choice, house: House) -> Offer:
    speaks = {*wager.readings, *choice.choices}
    chosen = {k: v for k, v in house.in_force(choice).items() if k in speaks}
    table = find_table(wager, choice.paytable)
    for reading in book.readings_of(wager):
        key = reading.key
        if reading.must_be_chosen and key not in chosen and bears_on(key, wager, table):
            raise unchosen(reading, wager)
    check_readings(book, {k: v for k, v in chosen.items() if k in wager.readings})
    bound = offer(book, wager, choice.paytable, chosen)
    check_decks(wager, bound.table, house.decks, bound.choices)
    check_options(bound, house.decks)
    check_envy(bound)
    if choice.stake:
        check_stake(wager, bound.table, choice.stake)
    linked = wager.linked or bound.terms.linked
    if choice.link and not linked:
        raise NotAllowed(f"{wager.name} may not be linked across tables.", wager.cite)
    if choice.aggregate is not None and not wager.aggregate_limit:
        raise NotAllowed("no limit on all payouts together may be posted here.", wager.cite)
    return bound


def check_aggregates(house: House, offers: Mapping[str, Offer]) -> None:
    """Refuse a limit for all winners together that one of them at the smallest stake exceeds."""
    for key, offered in offers.items():
        choice = house.wagers.get(key)
        if choice is None or choice.aggregate is None:
            continue
        stake = choice.stake or choice.least
        wins = [priced(offered, n, 1, stake).win for n in range(len(offered.lines))]
        best = -(-max(wins, default=Fraction(0)) // 1)
        if choice.aggregate < best:
            raise NotAllowed(
                f"aggregate of {key} must be {show_money(best)} or more, not "
                f"{show_money(choice.aggregate)}: one box at {show_money(stake)} is paid in full.",
                offered.wager.cite,
            )


def check_rates(meters: Mapping[str, Metered]) -> None:
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


def check_prerequisites(wager: Wager, there: Collection[str]) -> None:
    for each in wager.requires:
        keys = each.split(" or ")
        if not any(key in there for key in keys):
            raise NotAllowed(
                f"{wager.name} needs {either(keys)} at the table.", said_at(wager, "requires")
            )


def duties_of(
    offers: Mapping[str, Offer], extras: Mapping[str, Offer], settled: Mapping[str, Wager]
) -> dict[str, SideDuty]:
    """What the script does for each wager that it does not settle itself (reading D-38)."""
    made = {
        key: SideDuty(
            completes_hand="dealer.hand" in each.wager.sees and each.terms.completes_hand,
            waits_for_hole="dealer.first_two" in each.wager.sees,
            third_card_after=each.wager.third_card_after if draws_third(each) else "",
            when_held=each.wager.when_held,
            presses=clause(each.wager, each.wager.presses) if each.wager.presses else "",
            stops=bool(each.wager.stops and each.table.meters),
            cite=each.wager.cite,
        )
        for key, each in offers.items()
    }
    for key, wager in settled.items():
        made[key] = SideDuty(completes_hand="dealer.hand" in wager.sees)
    for each in extras.values():
        if "dealer.first_two" in each.wager.sees:
            for key in (key for need in each.wager.requires for key in need.split(" or ")):
                made[key] = replace(made.get(key, SideDuty()), waits_for_hole=True)
    return made


def turned_for(offers: Mapping[str, Offer]) -> dict[str, frozenset[str]]:
    """Moment → the wagers for which cards that players hold are turned up (30-2108, 30-2113)."""
    made: dict[str, frozenset[str]] = {}
    for key, each in offers.items():
        if each.wager.when_held == "as dealt" and any(
            p.startswith("player.") for p in each.wager.sees
        ):
            early = ("after the deal",) if each.wager.losers == "taken after the deal" else ()
            for moment in (each.settles, *early):  # 30-2109(6)(b)
                made[moment] = made.get(moment, frozenset()) | {key}
    return made


def check_third_cards(offers: Iterable[Offer]) -> None:
    """Refuse wagers that have a third card dealt after different pairs: a table has one."""
    found = {each.wager.third_card_after: each.wager for each in offers if draws_third(each)}
    found.pop("", None)
    if len(found) > 1:
        names = either([wager.name for wager in found.values()], "and")
        clauses = either([wager.cite for wager in found.values()], "and")
        pairs = either([repr(pair) for pair in found], "and")
        raise NotAllowed(f"{names} draw a third card after {pairs}: offer one of them.", clauses)


def placed_later(house: House, offers: Mapping[str, Offer]) -> Iterable[Later]:
    for key, each in offers.items():
        if each.placed.startswith("after") and each.wager.role == "side":
            live = each.terms.live_only
            tips = house.tips and each.wager.tips.allowed in ("yes", "house's choice")
            yield Later(key, each.placed, house.wagers[key].most, each.wager.cite, live, tips)


def check_most_bet(book: Rulebook, house: House, cents: Cents, on: str = "") -> None:
    """Refuse a bet that the law does not allow on any wager."""
    law = book.jurisdictions[house.jurisdiction]
    if law.most_bet and cents > law.most_bet:
        most = show_money(law.most_bet)
        raise NotAllowed(
            f"{law.name} allows bets of up to {most}, not {show_money(cents)}{on}.",
            law.most_bet_cite or law.cite,
        )
