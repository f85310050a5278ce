"""Bounds of what a house files in words or for a wager, each with its reason.

Those of its own numbers are in `pitboss.table.houses.house`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from pitboss.errors import NotAllowed
from pitboss.games.terms import BlackjackTerms, Terms
from pitboss.money import PUSH, show_money, show_percent
from pitboss.table.houses.house import LONGEST_WAIT, SECONDS, SHORTEST_WAIT, House
from pitboss.table.houses.offers import Metered
from pitboss.wagers.offer import Offer
from pitboss.wagers.pricing import priced

MOST_ANTE_ODDS: Final = 10


def check_bounds(
    house: House, terms: Terms, offers: Mapping[str, Offer], meters: Mapping[str, Metered]
) -> None:
    """Refuse numbers with which no round can be played fairly."""
    _check_terms(house, terms)
    _check_aggregates(house, offers)
    _check_rates(meters)


def _check_terms(house: House, terms: Terms) -> None:
    """The terms for which the law names no list of choices."""
    filed = house.terms
    if "countdown" in filed and terms.countdown is not None:
        _check(terms, "countdown", terms.countdown, SHORTEST_WAIT, LONGEST_WAIT, SECONDS)
    for key in ("hands_per_player", "boxes"):
        if key in filed and filed[key].isdecimal():
            why = "at least one, and no more than the table has boxes"
            _check(terms, key, int(filed[key]), 1, house.boxes, why)
    if "tip_limits" in filed and terms.tip_limits is not None:
        least = house.chips[0]
        if not least <= terms.tip_limits <= house.most:
            raise NotAllowed(
                f"tip_limits must be {show_money(least)} to {show_money(house.most)}, not "
                f"{show_money(terms.tip_limits)}: one chip, and no more than a player may stake.",
                terms.clause("tip_limits"),
            )
    if "further_antes_pay" in filed and isinstance(terms, BlackjackTerms):
        odds = terms.further_antes_pay
        if odds != PUSH and not (odds.returned and 1 <= odds.ratio <= MOST_ANTE_ODDS):
            raise NotAllowed(
                f"further_antes_pay must be 1 to 1 up to {MOST_ANTE_ODDS} to 1, not {odds}: an "
                "ante that wins pays at least even money, and is not a jackpot.",
                terms.clause("further_antes_pay"),
            )


def _check(terms: Terms, key: str, value: int, least: int, most: int, why: str) -> None:
    if not least <= value <= most:
        words = f"{key} must be {least} to {most}, not {value}: {why}."
        raise NotAllowed(words, terms.clause(key))


def _check_aggregates(house: House, offers: Mapping[str, Offer]) -> None:
    """A limit for all winners together pays one of them at the smallest stake in full."""
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


def _check_rates(meters: Mapping[str, Metered]) -> None:
    """What feeds meters and their reserves comes out of the stake."""
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
