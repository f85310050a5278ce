"""What one who has no other wish stakes and answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.money import Cents
from pitboss.procedure import AskStake, Box
from pitboss.table.opening import Open, rule_of
from pitboss.table.spots import can_stand, only_amount, spots
from pitboss.table.stakes import multiple_of

SIDE_STAKE: Final[Cents] = 500
"""What is offered where any amount will do."""


def usual_stake(opened: Open, key: str, placed: Mapping[str, Cents]) -> Cents:
    """A lawful stake for one who has no other wish, beside those already placed."""
    only = only_amount(opened, key, placed)
    if only is not None:
        return only
    house, rule = opened.house, rule_of(opened, key)
    choice = house.wagers.get(key)
    if choice is None or rule is None or key in opened.mains:
        step = opened.terms.wager_step
        wanted = -(-house.least // step) * step
    else:
        least = max(choice.least, rule.stake.least or 0, opened.offers[key].table.least or 0)
        wanted = max(least, min(SIDE_STAKE, choice.most))
    limits = [wanted]
    if rule and rule.stake.most is not None:
        limits.append(rule.stake.most)
    if rule and rule.stake.most_of:
        limits.append(int(multiple_of(opened, placed, rule.stake.most_of)))
    return min(limits)


def usual_stakes(opened: Open) -> dict[str, Cents]:
    """A lawful stake on every spot that may have one, all of them together."""
    box = Box(1, "")
    for spot in spots(opened):
        cents = usual_stake(opened, spot.key, box.placed)
        if not spot.must and not (cents and can_stand(opened, box, spot.key, cents)):
            continue
        box.placed[spot.key] = cents
    return dict(box.placed)


def later_stake(opened: Open, box: Box, step: AskStake) -> Cents:
    """What is offered for a stake after the deal: the wager's usual one, and else nothing."""
    if opened.placed(step.wager) == "before the deal" or step.tip:
        return step.least
    cents = max(step.least, usual_stake(opened, step.wager, box.placed))
    return cents if step.most is None else min(cents, step.most)
