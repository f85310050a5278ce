"""What may be staked at a table: the law's limits, then the house's."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from pitboss.errors import NotAllowed, either
from pitboss.money import Cents, show_money
from pitboss.procedure import Box
from pitboss.rulebook.read import split_multiple
from pitboss.rulebook.schema import Tips, Wager
from pitboss.table.opening import Open, rule_of
from pitboss.wagers.offer import check_stake

Stakes = Mapping[str, Cents]


def check_bet(opened: Open, box: Box, wager: str, cents: Cents) -> None:
    """Refuse a stake that the law or the house does not allow at this box."""
    _check_amount(cents)
    _check_beside(opened, tuple(box.placed.items()), wager, cents)


@lru_cache(maxsize=1 << 12)  # the same stakes are placed round after round
def _check_beside(
    opened: Open, beside: tuple[tuple[str, Cents], ...], wager: str, cents: Cents
) -> None:
    """The same by the stakes that lie at the box already."""
    placed = dict(beside)
    if wager == opened.procedure.main:
        _check_main(opened, wager, cents)
        return
    rule = rule_of(opened, wager) or opened.offer(wager).wager
    _check_requirements(opened, placed, rule)
    if wager in opened.house.wagers:
        _check_limits(opened, wager, cents)
    elif not (rule.stake.equals or rule.stake.most_of):
        _check_main(opened, wager, cents)
    _check_against_others(opened, placed, rule, cents)


def _check_amount(cents: Cents) -> None:
    if type(cents) is not int or cents <= 0:
        raise NotAllowed(f"A stake is a whole number of cents above nothing, not {cents!r}.")


def _check_main(opened: Open, wager: str, cents: Cents) -> None:
    """The posted limits of the table, and the step where the law sets one."""
    house, rule = opened.house, opened.mains.get(wager)
    name = rule.name if rule else "Blackjack"
    if not house.least <= cents <= house.most:
        raise NotAllowed(
            f"{name} stakes are {show_money(house.least)} to {show_money(house.most)} "
            f"here, not {show_money(cents)}."
        )
    step = opened.terms.wager_step
    if wager == opened.procedure.main and cents % step:
        clause = opened.terms.clause("wager_step")
        raise NotAllowed(
            f"{name} stakes are whole multiples of {show_money(step)}, not {show_money(cents)}.",
            clause,
        )


def _check_limits(opened: Open, wager: str, cents: Cents) -> None:
    """The limits that hold at every box: the law's, then those the house posted."""
    offered, choice = opened.offers.get(wager), opened.house.wagers[wager]
    rule = offered.wager if offered else opened.mains[wager]
    if offered:
        check_stake(rule, offered.table, cents)
    if choice.stake is not None:
        if cents != choice.stake:
            raise NotAllowed(f"{rule.name} is {show_money(choice.stake)} at this table.")
    elif not rule.stake.equals and not choice.least <= cents <= choice.most:
        raise NotAllowed(
            f"{rule.name} takes {show_money(choice.least)} to "
            f"{show_money(choice.most)} at this table, not {show_money(cents)}."
        )


def _check_requirements(opened: Open, placed: Stakes, rule: Wager) -> None:
    openers = opened.procedure.openers
    if rule.key not in openers and not any(key in placed for key in openers):
        raise NotAllowed(f"{rule.name} needs a stake on {either(openers)}.", rule.cite)
    for each in rule.requires:
        keys = [opened.as_staked(key) for key in each.split(" or ")]
        there = [placed[key] for key in keys if key in placed]
        if not there:
            raise NotAllowed(f"{rule.name} needs a stake on {either(keys)}.", rule.cite)
        main = opened.procedure.main
        if rule.requires_least and main not in keys and max(there) < rule.requires_least:
            raise NotAllowed(
                f"{rule.name} needs {show_money(rule.requires_least)} or more on {either(keys)}.",
                rule.cite,
            )


def _check_against_others(opened: Open, placed: Stakes, rule: Wager, cents: Cents) -> None:
    cite = rule.stake.cite or rule.cite
    if rule.stake.most is not None and cents > rule.stake.most:
        raise NotAllowed(
            f"{rule.name} takes at most {show_money(rule.stake.most)}, not {show_money(cents)}.",
            cite,
        )
    most_of = rule.stake.most_of
    offered = opened.offers.get(rule.key)
    if not most_of and offered and offered.terms.most == "main wager":
        most_of = opened.procedure.main
    if most_of:
        most = multiple_of(opened, placed, most_of)
        if cents > most:
            raise NotAllowed(
                f"{rule.name} takes at most {most_of}, which is "
                f"{show_money(int(most))} here, not {show_money(cents)}.",
                cite,
            )
    if rule.stake.equals and cents != multiple_of(opened, placed, rule.stake.equals):
        raise NotAllowed(
            f"{rule.name} is exactly {rule.stake.equals}, not {show_money(cents)}.", cite
        )


def multiple_of(opened: Open, placed: Stakes, text: str) -> Fraction:
    """What `2 x blackjack` comes to beside the stakes already placed, exactly."""
    times, key = split_multiple(text)
    return Fraction(times) * placed.get(opened.as_staked(key), 0)


# -- tips ----------------------------------------------------------------------------------------


def check_tip(opened: Open, box: Box, wager: str, cents: Cents) -> None:
    """Refuse a bet for the dealer that the section of its wager does not allow (reading B-67)."""
    _check_amount(cents)
    own = opened.procedure.main if wager in opened.procedure.spot_keys else wager
    rule = opened.mains.get(own)
    if rule is None and own != opened.procedure.main:
        rule = opened.offer(wager).wager
    tips = rule.tips if rule else opened.game.tips
    name, cite = (rule.name, tips.cite or rule.cite) if rule else ("Blackjack", opened.game.cite)
    fee = rule is not None and rule.role == "fee"
    if tips.allowed == "no" or fee or not opened.house.tips:
        raise NotAllowed(f"no bets for the dealer on {name} at this table.", cite)
    if wager in opened.offers and opened.offers[wager].table.meters:
        raise NotAllowed("a progressive takes one stake a box, none for the dealer.", cite)
    if own not in box.placed:
        raise NotAllowed(f"a bet for the dealer goes beside the player's own on {name}.", cite)
    if tips.needs and opened.procedure.main not in box.tips:
        raise NotAllowed(f"a bet for the dealer on {name} needs {tips.needs}.", cite)
    if tips.even_dollars and cents % 100:
        raise NotAllowed(f"bets for the dealer are whole dollars, not {show_money(cents)}.", cite)
    most = tip_limit(opened, box, own, tips)
    if cents > most:
        raise NotAllowed(
            f"a bet for the dealer on {name} is at most {show_money(most)}, "
            f"not {show_money(cents)}.",
            cite,
        )


def tip_limit(opened: Open, box: Box, wager: str, tips: Tips) -> Cents:
    """The player's own stake, or what the house posts where the section or B-67 says so."""
    offered = opened.offers.get(wager)
    unsaid = (offered.terms.tips_unsaid if offered else None) or opened.terms.tips_unsaid
    if (tips.most if tips.most != "not stated" else unsaid) != "house limit":
        return box.placed[wager]
    choice = opened.house.wagers.get(wager)
    return choice.most if choice else opened.house.most
