"""Stakes that are laid and not yet placed: whether they may be, what goes with them, what is
missing. A page shows it while chips are laid, so that no press is refused afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pitboss.errors import NotAllowed, NotationError, either
from pitboss.money import Cents, show_money
from pitboss.procedure import Box
from pitboss.server.live_table import LiveTable
from pitboss.server.messages import table_messages
from pitboss.server.views.fixed_view import fixed
from pitboss.store.people import Person
from pitboss.table.houses.opening import Open, rule_of
from pitboss.table.log.narrator import named
from pitboss.table.money.spots import incomplete, money_on, only_amount, refusal, spots
from pitboss.table.money.stakes import multiple_of

Stakes = dict[str, Cents]


def read_stakes(texts: Iterable[str]) -> Stakes:
    """`blackjack:2500` and so on.

    >>> read_stakes(["blackjack:2500", "21-plus-3:500"])
    {'blackjack': 2500, '21-plus-3': 500}
    """
    made: Stakes = {}
    for text in texts:
        key, _, cents = text.partition(":")
        if not (key and cents.isdecimal() and len(cents) < 12):
            raise NotationError(f"{text!r} is not a stake: write `blackjack:2500`, in cents.")
        made[key] = int(cents)
    return made


def stakes_view(
    at: LiveTable, who: Person, number: int, laid: Stakes, tips: Stakes
) -> table_messages.StakesView:
    """What would happen to the stakes of a box if they were placed now."""
    opened, names = at.table.opened, fixed(at.table.opened).names
    there = at.table.boxes.get(number) if not at.is_idle else None
    placed = dict(there.placed) if there and there.player == who.name else {}
    whole = {**placed, **with_linked(opened, laid, placed)}
    order = {spot.key: n for n, spot in enumerate(spots(opened))}
    whole = dict(sorted(whole.items(), key=lambda each: order.get(each[0], len(order))))
    box = Box(number, who.name, placed=whole)
    purse = at.purse(who.name) + money_on(opened, placed, {})
    unknown = [key for key in (*whole, *tips) if key not in opened.stakable]
    refused = (
        f"There is no {either(unknown)} at this table."
        if unknown
        else refusal(opened, box, tips, purse)
    )
    cents = money_on(opened, whole, tips) - money_on(opened, placed, {})
    refused = refused or _beyond_own_limits(at, who, cents)
    return table_messages.StakesView(
        stakes={key: cents for key, cents in whole.items() if key not in placed},
        cents=cents,
        refused=by_name(refused, names),
        needs="" if refused else missing(opened, box, names),
    )


def _beyond_own_limits(at: LiveTable, who: Person, cents: Cents) -> str:
    try:
        at.sessions.of(who.name).check(cents)
    except NotAllowed as error:
        return str(error)
    return ""


def with_linked(opened: Open, laid: Stakes, placed: Mapping[str, Cents]) -> Stakes:
    """Laid stakes with those that every box must have and that follow from them: the ante of
    Switch Hands, the second stake of 3 Card 21; and without any whose amount would be wrong.
    """
    made = {key: cents for key, cents in laid.items() if cents}
    if not {**placed, **made}.keys() & {*opened.procedure.openers}:
        return made
    for spot in spots(opened):
        rule = rule_of(opened, spot.key)
        if spot.key in placed or not (spot.must or spot.key in made):
            continue
        amount = only_amount(opened, spot.key, {**placed, **made})
        if amount:
            made[spot.key] = amount
        elif spot.must and spot.key not in made and rule:
            made[spot.key] = _same_as_main(opened, {**placed, **made})
    return made


def _same_as_main(opened: Open, stakes: Mapping[str, Cents]) -> Cents:
    """A required stake of any amount follows the main one until the player changes it."""
    return int(multiple_of(opened, stakes, opened.procedure.main))


def missing(opened: Open, box: Box, names: Mapping[str, str]) -> str:
    """What a box still needs before it can be dealt in; empty if nothing."""
    for key in opened.procedure.required(opened.play):
        if key not in box.placed:
            only = only_amount(opened, key, box.placed)
            amount = f": {show_money(only)}" if only else ""
            return f"{named(key, names)} still needed{amount}."
    return by_name(incomplete(opened, box, names), names)


def by_name(words: str, names: Mapping[str, str]) -> str:
    """A sentence with the printed names of wagers for their keys.

    >>> by_name("Top 3 needs a stake on buffalo-3-21-plus-3.", {"buffalo-3-21-plus-3": "21+3"})
    'Top 3 needs a stake on 21+3.'
    """
    for key in sorted(names, key=len, reverse=True):
        if "-" in key:
            words = words.replace(key, names[key])
    return words[:1].upper() + words[1:]
