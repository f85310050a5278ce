"""What may be staked at a table: the law's limits, then the house's."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from pitboss.errors import NotAllowed, either
from pitboss.money import Cents, show_money
from pitboss.procedure import Box
from pitboss.rulebook.read import split_multiple
from pitboss.rulebook.schema import Wager
from pitboss.table.house import Open
from pitboss.wagers.offer import check_stake

MAIN = "blackjack"


def check_bet(opened: Open, box: Box, wager: str, cents: Cents) -> None:
    """Refuse a stake that the law or the house does not allow at this box."""
    if type(cents) is not int or cents <= 0:
        raise NotAllowed(f"A stake is a whole number of cents above nothing, not {cents!r}.")
    if wager == MAIN:
        house = opened.house
        if not house.least <= cents <= house.most:
            raise NotAllowed(
                f"Blackjack stakes are {show_money(house.least)} to {show_money(house.most)} "
                f"here, not {show_money(cents)}."
            )
        return
    rule = opened.offer(wager).wager
    _check_requirements(opened, box, rule)
    _check_limits(opened, wager, cents)
    _check_against_others(opened, box, rule, cents)


@lru_cache(maxsize=1 << 10)
def _check_limits(opened: Open, wager: str, cents: Cents) -> None:
    """The limits that hold at every box: the law's, then those the house posted."""
    offered, choice = opened.offers[wager], opened.house.wagers[wager]
    rule = offered.wager
    check_stake(rule, offered.table, cents)
    if choice.stake is not None:
        if cents != choice.stake:
            raise NotAllowed(f"{rule.name} is {show_money(choice.stake)} at this table.")
    elif not choice.least <= cents <= choice.most:
        raise NotAllowed(
            f"{rule.name} takes {show_money(choice.least)} to "
            f"{show_money(choice.most)} at this table, not {show_money(cents)}."
        )


def _check_requirements(opened: Open, box: Box, rule: Wager) -> None:
    if MAIN not in box.stakes:
        raise NotAllowed(f"{rule.cite}: {rule.name} needs a stake on blackjack.")
    for each in rule.requires:
        keys = [opened.as_staked(key) for key in each.split(" or ")]
        there = [box.stakes[key] for key in keys if key in box.stakes]
        if not there:
            raise NotAllowed(f"{rule.cite}: {rule.name} needs a stake on {either(keys)}.")
        if rule.requires_least and MAIN not in keys and max(there) < rule.requires_least:
            raise NotAllowed(
                f"{rule.cite}: {rule.name} needs {show_money(rule.requires_least)} or more on "
                f"{either(keys)}."
            )


def _check_against_others(opened: Open, box: Box, rule: Wager, cents: Cents) -> None:
    cite = rule.stake.cite or rule.cite
    if rule.stake.most is not None and cents > rule.stake.most:
        raise NotAllowed(
            f"{cite}: {rule.name} takes at most {show_money(rule.stake.most)}, "
            f"not {show_money(cents)}."
        )
    if rule.stake.most_of:
        times, key = _multiple(rule.stake.most_of)
        other = box.stakes.get(opened.as_staked(key), 0)
        if cents > times * other:
            raise NotAllowed(
                f"{cite}: {rule.name} takes at most {rule.stake.most_of}, which is "
                f"{show_money(int(times * other))} here, not {show_money(cents)}."
            )
    if rule.stake.equals:
        times, key = _multiple(rule.stake.equals)
        due = times * box.stakes.get(opened.as_staked(key), 0)
        if cents != due:
            raise NotAllowed(
                f"{cite}: {rule.name} is exactly {rule.stake.equals}, not {show_money(cents)}."
            )


def _multiple(text: str) -> tuple[Fraction, str]:
    """`2 x blackjack` as a number and a key."""
    times, key = split_multiple(text)
    return Fraction(times), key
