"""The spots of a layout: what may be staked on each, and what is staked by default."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from pitboss.errors import NotAllowed, either, why_refused
from pitboss.money import Cents, show_money
from pitboss.procedure.round import Box
from pitboss.procedure.steps import AskStake
from pitboss.table.houses.opening import Open, rule_of
from pitboss.table.log.narrator import named
from pitboss.table.money.stakes import check_bet, check_chips, check_in_box, check_tip, multiple_of
from pitboss.wagers.offer import least_stake


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for a stake before the deal."""

    key: str
    must: bool
    """Every box has a stake there."""
    opens: bool
    """A stake there opens a box."""


def spots(opened: Open) -> tuple[Spot, ...]:
    """The stakes placed before the deal: those that open a box, then those that others need."""
    procedure = opened.procedure
    openers, required = procedure.openers, procedure.required(opened.play)
    keys = [key for key in opened.stakable if key != opened.alias]
    early = [key for key in keys if key in openers or opened.placed(key) == "before the deal"]

    def depth(key: str) -> int:
        rule = rule_of(opened, key)
        if rule is None or key in openers:
            return openers.index(key) - len(openers)
        needed = {opened.as_staked(k) for each in rule.requires for k in each.split(" or ")}
        return 1 + max((depth(k) for k in needed & {*early} - {key}), default=0)

    must = {*required, *(openers if len(openers) == 1 else ())}
    return tuple(Spot(key, key in must, key in openers) for key in sorted(early, key=depth))


def only_amount(opened: Open, key: str, placed: Mapping[str, Cents]) -> Cents | None:
    """The only amount allowed for a stake, given those already placed; `None` if it may vary."""
    choice, rule = opened.house.wagers.get(key), rule_of(opened, key)
    if choice and choice.stake is not None:
        return choice.stake
    if rule and rule.stake.equals:
        return int(multiple_of(opened, placed, rule.stake.equals))
    return None


def least_amount(opened: Open, key: str) -> Cents:
    """The least of a stake whose amount may vary; 0 if only one amount is allowed."""
    if only_amount(opened, key, {}) is not None:
        return 0
    return opened.house.wagers.get(key, opened.house).least


def can_stand(opened: Open, box: Box, key: str, cents: Cents) -> bool:
    """Whether the box may have this stake with its others."""
    return not why_refused(check_in_box, opened, box, key, cents)


def may_be_asked(opened: Open, spot: Spot, placed: Iterable[str], others: Iterable[Box]) -> bool:
    """Whether the stakes that a spot needs are placed, and no other box has what only one may
    have.
    """
    rule, there = rule_of(opened, spot.key), {*placed}
    if spot.key in opened.procedure.once and any(spot.key in box.placed for box in others):
        return False
    if rule is None or spot.opens:
        return True
    return all(
        there & {opened.as_staked(key) for key in each.split(" or ")} for each in rule.requires
    )


def money_on(opened: Open, placed: Mapping[str, Cents], tips: Mapping[str, Cents]) -> Cents:
    """What the stakes of a box cost; the main one is for each of its spots."""
    procedure = opened.procedure
    again = placed.get(procedure.main, 0) * (procedure.spots - 1)
    return sum(placed.values()) + again + sum(tips.values())


def refusal(opened: Open, box: Box, tips: Mapping[str, Cents], purse: Cents) -> str:
    """Why the stakes of a box, with bets for the dealer, cannot be placed; empty if they can."""
    trial = Box(box.number, box.player)
    try:
        for key, cents in box.placed.items():
            check_bet(opened, trial, key, cents)
            check_chips(opened, cents)
            trial.placed[key] = cents
        for key, cents in tips.items():
            check_tip(opened, trial, key, cents)
            trial.tips[key] = cents
    except NotAllowed as error:
        return str(error)
    whole = money_on(opened, box.placed, tips)
    return "" if whole <= purse else f"That is {show_money(whole)}; you have {show_money(purse)}."


def incomplete(opened: Open, box: Box, names: Mapping[str, str]) -> str:
    """Why a box cannot be dealt in with these stakes; empty if it can."""
    openers = opened.procedure.openers
    if not any(key in box.placed for key in openers):
        return f"A box needs a stake on {either([named(key, names) for key in openers])}."
    return why_refused(opened.procedure.check_box, box, opened.play, opened.house.most)


def position_of(opened: Open, number: int) -> int:
    """The hand on the felt that a box plays, if boxes share hands."""
    positions = opened.procedure.positions(opened.play)
    return 1 + (number - 1) % positions if positions else 0


SIDE_STAKE: Final[Cents] = 500
"""What is offered if any amount is allowed."""


def usual_stake(opened: Open, key: str, placed: Mapping[str, Cents]) -> Cents:
    """The default lawful stake, given those already placed."""
    only = only_amount(opened, key, placed)
    if only is not None:
        return only
    house, rule = opened.house, rule_of(opened, key)
    choice = house.wagers.get(key)
    if choice is None or rule is None or key in opened.mains:
        step = opened.terms.wager_step
        wanted = -(-house.least // step) * step
        while not opened.chips.make(wanted):
            wanted += step
    else:
        least = max(choice.least, least_stake(rule, opened.offers[key].table))
        wanted = opened.chips.above(max(least, min(SIDE_STAKE, choice.most)))
    limits = [wanted]
    if rule and rule.stake.most is not None:
        limits.append(rule.stake.most)
    if rule and rule.stake.most_of:
        limits.append(int(multiple_of(opened, placed, rule.stake.most_of)))
    return opened.chips.below(min(limits))


def usual_stakes(opened: Open) -> dict[str, Cents]:
    """A lawful stake on every spot that may have one, all of them together."""
    box = Box(1, "")
    for spot in spots(opened):
        cents = usual_stake(opened, spot.key, box.placed)
        if not spot.must and not (cents and can_stand(opened, box, spot.key, cents)):
            continue
        box.placed[spot.key] = cents
    return dict(box.placed)


def least_for_a_round(opened: Open) -> Cents:
    """What one box costs at least: its required stakes, at their usual amounts."""
    must = {spot.key for spot in spots(opened) if spot.must}
    stakes = {key: cents for key, cents in usual_stakes(opened).items() if key in must}
    return money_on(opened, stakes, {}) or opened.house.least


def later_stake(opened: Open, box: Box, step: AskStake) -> Cents:
    """What is offered for a stake after the deal: the wager's usual one, otherwise the least."""
    if opened.placed(step.wager) == "before the deal" or step.tip:
        return step.least
    cents = max(step.least, usual_stake(opened, step.wager, box.placed))
    return cents if step.most is None else min(cents, step.most)
