"""The spots of a layout: what may be staked on each, when, and what it feeds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pitboss.rulebook.schema import Wager
from pitboss.server import messages as told
from pitboss.server.looking import Standing
from pitboss.table.events import SlipWritten
from pitboss.table.names import named
from pitboss.table.opening import Open, rule_of
from pitboss.table.spots import spots


def wagers_of(opened: Open, names: Mapping[str, str]) -> Iterator[told.WagerTold]:
    """Every spot of the layout: what may be staked there, and when; not yet what meters show."""
    early = {spot.key: spot for spot in spots(opened)}
    order = [*early, *(key for key in opened.stakable if key not in early)]
    for key in order:
        if key == opened.alias:
            continue
        rule = rule_of(opened, key) or rule_of(opened, opened.alias)
        offered = opened.offers.get(key)
        spot = early.get(key)
        yield told.WagerTold(
            id=rule.id if rule else None,
            key=key,
            name=named(key, names),
            kind=kind_of(opened, key, rule),
            cite=rule.cite if rule else opened.game.cite,
            placed=opened.placed(key),
            opens=bool(spot and spot.opens),
            must=bool(spot and spot.must),
            requires=[
                " or ".join(opened.as_staked(each) for each in need.split(" or "))
                for need in (rule.requires if rule and not (spot and spot.opens) else ())
            ],
            stake=stake_rule(opened, key, rule),
            meters=[],
            settles=offered.settles if offered else "with the main wager",
            paytable=offered.table.id if offered else None,
            readings=dict(offered.choices) if offered else {},
        )


def kind_of(opened: Open, key: str, rule: Wager | None) -> told.Kind:
    """What sort of spot it is."""
    if rule is None or key == opened.procedure.main or rule.role == "main":
        return "main"
    if rule.role == "fee":
        return "fee"
    offered = opened.offers.get(key)
    return "progressive" if offered and offered.table.meters else "side"


def stake_rule(opened: Open, key: str, rule: Wager | None) -> told.StakeRule:
    """What may be staked on a spot, as far as it does not hang on other stakes."""
    house, choice = opened.house, opened.house.wagers.get(key)
    least, most, fixed = house.least, house.most, None
    if choice and key != opened.procedure.main:
        least, most, fixed = choice.least, choice.most, choice.stake
    if rule and key != opened.procedure.main:
        table = opened.offers[key].table if key in opened.offers else None
        least = max(least, rule.stake.least or 0, (table.least or 0) if table else 0)
        most = min(most, rule.stake.most) if rule.stake.most is not None else most
    return told.StakeRule(
        least=least,
        most=most,
        fixed=fixed,
        step=opened.terms.wager_step if key == opened.procedure.main else 1,
        equals=_as_staked(opened, rule.stake.equals) if rule else None,
        most_of=_as_staked(opened, rule.stake.most_of) if rule else None,
    )


def _as_staked(opened: Open, multiple: str) -> str | None:
    """`2 x blackjack`, with the key under which it is staked here."""
    words = multiple.split(" ")
    return " ".join([*words[:-1], opened.as_staked(words[-1])]) if multiple else None


def with_meters(at: Standing, wager: told.WagerTold) -> told.WagerTold:
    """A spot with what its meters show now."""
    fed = at.table.opened.fed.get(wager.key, ())
    return wager.model_copy(update={"meters": meters_of(at, fed)}) if fed else wager


def meters_of(at: Standing, names: Iterable[str]) -> list[told.MeterTold]:
    """What each meter shows."""
    return [told.MeterTold(name=name, shows=at.shows(name)) for name in names]


def slip_told(slip: SlipWritten) -> told.SlipTold:
    """An award that waits."""
    return told.SlipTold(
        number=slip.number,
        box=slip.box,
        player=slip.player,
        wager=slip.wager,
        cents=slip.cents,
        source=slip.source,
    )
