"""What one who sits at a table may stake: spot by spot, with a lawful amount for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from pitboss.errors import NotAllowed, either
from pitboss.games.decisions import to_double, to_split
from pitboss.money import Cents, show_money
from pitboss.procedure import Ask, AskStake, Box
from pitboss.rulebook.schema import Term
from pitboss.table.boxes import most_boxes as most_boxes
from pitboss.table.opening import Open, wager_step
from pitboss.table.opening import rule_of as rule_of
from pitboss.table.stakes import check_bet, check_tip, multiple_of

SIDE_STAKE: Final[Cents] = 500
"""What is offered where any amount will do."""
FIXED_NAMES: Final = {"blackjack": "Blackjack", "insurance": "Insurance", "press": "Press"}


def names_of(opened: Open) -> dict[str, str]:
    """Stake → its printed name."""
    rules = {**opened.mains, **{k: o.wager for k, o in {**opened.offers, **opened.extras}.items()}}
    made = {**FIXED_NAMES, **{key: rule.name for key, rule in rules.items()}}
    if opened.alias:
        made[opened.procedure.main] = made[opened.alias]
    return made


def meter_named(name: str) -> str:
    """A meter in a sentence.

    >>> meter_named("mega"), meter_named("blazing-7s meter")
    ('the mega meter', 'the blazing-7s meter')
    """
    return f"the {name.removesuffix(' meter')} meter" if name != "meter" else "the meter"


def named(key: str, names: Mapping[str, str]) -> str:
    """The printed name of a stake; that of a second hand's insurance says so.

    >>> named("insurance 2", {"insurance": "Insurance"})
    'Insurance, hand 2'
    """
    first, _, hand = key.partition(" ")
    if key in names or not hand.isdecimal():
        return names.get(key, key.replace("-", " ").capitalize())
    return f"{names.get(first, first)}, hand {hand}"


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
    early = [key for key in keys if key in openers or _is_early(opened, key)]

    def depth(key: str) -> int:
        rule = rule_of(opened, key)
        if rule is None or key in openers:
            return openers.index(key) - len(openers)
        needed = {opened.as_staked(k) for each in rule.requires for k in each.split(" or ")}
        return 1 + max((depth(k) for k in needed & {*early} - {key}), default=0)

    must = {*required, *(openers if len(openers) == 1 else ())}
    return tuple(Spot(key, key in must, key in openers) for key in sorted(early, key=depth))


def _is_early(opened: Open, key: str) -> bool:
    rule = rule_of(opened, key)
    return rule is None or rule.placed == "before the deal"


def only_amount(opened: Open, key: str, placed: Mapping[str, Cents]) -> Cents | None:
    """The one amount that a stake may be beside those already placed; `None` if it may vary."""
    choice, rule = opened.house.wagers.get(key), rule_of(opened, key)
    if choice and choice.stake is not None:
        return choice.stake
    if rule and rule.stake.equals:
        return int(multiple_of(opened, placed, rule.stake.equals))
    return None


def usual_stake(opened: Open, key: str, placed: Mapping[str, Cents]) -> Cents:
    """A lawful stake for one who has no other wish, beside those already placed."""
    only = only_amount(opened, key, placed)
    if only is not None:
        return only
    house, rule = opened.house, rule_of(opened, key)
    choice = house.wagers.get(key)
    if choice is None or rule is None or key in opened.mains:
        step = wager_step(opened)
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
        box.stakes[spot.key] = box.placed[spot.key] = cents
    return dict(box.placed)


def can_stand(opened: Open, box: Box, key: str, cents: Cents) -> bool:
    """A stake that the box may have beside the others."""
    try:
        check_bet(opened, box, key, cents)
        trial = Box(box.number, box.player, {**box.stakes, key: cents}, {**box.placed, key: cents})
        opened.procedure.check_box(trial, opened.play, opened.house.most)
    except NotAllowed:
        return False
    return True


def may_be_asked(opened: Open, spot: Spot, placed: Iterable[str], others: Iterable[Box]) -> bool:
    """What the wager of a spot needs is there, and no other box has what one box only may have."""
    rule, there = rule_of(opened, spot.key), {*placed}
    if spot.key in opened.procedure.once and any(spot.key in box.placed for box in others):
        return False
    if rule is None or spot.opens:
        return True
    return all(
        there & {opened.as_staked(key) for key in each.split(" or ")} for each in rule.requires
    )


def money_on(opened: Open, placed: Mapping[str, Cents], tips: Mapping[str, Cents]) -> Cents:
    """What the stakes of a box take; the main one is for each of its spots."""
    procedure = opened.procedure
    again = placed.get(procedure.main, 0) * (procedure.spots - 1)
    return sum(placed.values()) + again + sum(tips.values())


def refusal(opened: Open, box: Box, tips: Mapping[str, Cents], purse: Cents) -> str:
    """Why the stakes of a box, with bets for the dealer, cannot be placed; empty if they can."""
    whole = money_on(opened, box.placed, tips)
    if whole > purse:
        return f"That is {show_money(whole)}; you have {show_money(purse)}."
    trial = Box(box.number, box.player)
    try:
        for key, cents in box.placed.items():
            check_bet(opened, trial, key, cents)
            trial.stakes[key] = trial.placed[key] = cents
        for key, cents in tips.items():
            check_tip(opened, trial, key, cents)
            trial.tips[key] = cents
    except NotAllowed as error:
        return str(error)
    return ""


def incomplete(opened: Open, box: Box, names: Mapping[str, str]) -> str:
    """Why a box cannot be dealt in with these stakes; empty if it can."""
    openers = opened.procedure.openers
    if not any(key in box.placed for key in openers):
        return f"A box needs a stake on {either([named(key, names) for key in openers])}."
    try:
        opened.procedure.check_box(box, opened.play, opened.house.most)
    except NotAllowed as error:
        return str(error)
    return ""


def later_stake(opened: Open, box: Box, step: AskStake) -> Cents:
    """What is offered for a stake after the deal: the wager's usual one, and else nothing."""
    rule = rule_of(opened, step.wager)
    if rule is None or rule.placed == "before the deal" or step.tip:
        return step.least
    cents = max(step.least, usual_stake(opened, step.wager, box.placed))
    return cents if step.most is None else min(cents, step.most)


def position_of(opened: Open, number: int) -> int:
    """The hand on the felt that a box plays, where boxes share a few of them."""
    positions = opened.procedure.positions(opened.play)
    return 1 + (number - 1) % positions if positions else 0


def cost_of(opened: Open, box: Box, step: Ask, word: str) -> Cents:
    """What a choice adds to the stakes, as far as the rules say so before it is made."""
    hand = next((hand for hand in box.hands if hand.name == step.of), None)
    match word.split(" ")[0]:
        case "double" if hand and word == "double":
            return sum(to_double(hand, opened.play.terms).values())
        case "split" if hand:  # three cards make two more hands (30-2111)
            return sum(to_split(hand).values()) * (len(hand.cards) - 1)
        case "insure" if hand:
            return hand.stake // 2
        case "bet" | "play":
            later = [
                key
                for key, rule in opened.mains.items()
                if rule.placed != "before the deal" and rule.stake.equals and key not in box.placed
            ]
            return (only_amount(opened, later[0], box.placed) or 0) if later else 0
    return 0


def check_boxes(opened: Open, boxes: int, filed: Term | None = None) -> None:
    """Refuse more boxes than a player may have here; say how to file more where that helps.

    `filed` is the term of how many hands one may play, where the game has it.
    """
    if boxes < 1:
        raise NotAllowed(f"--boxes is 1 or more, not {boxes}.")
    most = most_boxes(opened)
    if boxes > most:
        clause = opened.play.clause("hands_per_player") or opened.game.cite
        what = "one box" if most == 1 else f"{most} boxes"
        says = f"{clause}: a player bets on {what} here, not on {boxes}."
        there = opened.house.boxes
        hands = str(min(boxes, there) * opened.procedure.spots)
        if boxes > there:
            says += f" The layout has {there}."
        if most < there and filed and (not filed.one_of or hands in filed.one_of):
            says += f" The house may file --term hands_per_player={hands}."
        raise NotAllowed(says)
