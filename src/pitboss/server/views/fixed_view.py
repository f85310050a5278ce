"""What stays the same while a table is open: its settings, spots and possible irregularities."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from pydantic_core import to_json

from pitboss.documents.areas import felt_of
from pitboss.documents.layout import base_rules
from pitboss.games.terms import SUPERVISOR
from pitboss.rulebook.schema import Wager
from pitboss.server.live_table import AWAY
from pitboss.server.messages import layout_messages, table_messages
from pitboss.server.messages.message import as_sent
from pitboss.table.houses.opening import Open, rule_of
from pitboss.table.irregularities import decisions, needs_floor, reportable
from pitboss.table.log.narrator import named, names_of
from pitboss.table.money.spots import spots


@dataclass(frozen=True, slots=True)
class Fixed:
    """What stays the same while a table is open."""

    names: dict[str, str]
    """Stake → its printed name."""
    house: dict[str, Any]
    house_text: bytes
    """The same as it is sent."""
    cuts: range
    """Where a new shoe may be cut."""
    wagers: tuple[layout_messages.WagerView, ...]
    wagers_text: bytes
    """The same as they are sent where no meter is fed."""
    may_go_wrong: list[table_messages.IrregularityRule]


@lru_cache(maxsize=1_024)
def fixed(opened: Open) -> Fixed:
    """The unchanging part of a table's views."""
    names, cuts = names_of(opened), opened.delivery.cuts
    filed, wagers = _filed(opened, bool(cuts)), tuple(wagers_of(opened, names))
    wrong = _may_go_wrong(opened)
    return Fixed(names, filed, to_json(filed), cuts, wagers, as_sent(wagers), wrong)


def _filed(opened: Open, cuts: bool) -> dict[str, Any]:
    return {
        **json.loads(opened.house.to_json()),
        "in_force": {key: text for key, text in opened.terms.texts.items() if text},
        "self_service": not opened.house.has_dealer,
        "positions": opened.procedure.positions(opened.play),
        "spots": opened.procedure.spots,
        "cuts": cuts,
        "seat_kept": int(AWAY),
        "layout": felt_of(opened),
        "base_rules": base_rules(opened),
    }


def _may_go_wrong(opened: Open) -> list[table_messages.IrregularityRule]:
    made = []
    for kind in reportable(opened):
        decision, clause = opened.decision(kind)
        left = [*decisions(opened, kind)] if decision == SUPERVISOR else []
        by: Literal["dealer", "floor"] = "floor" if needs_floor(kind, decision) else "dealer"
        made.append(
            table_messages.IrregularityRule(
                kind=kind, decision=decision, clause=clause, decisions=left, by=by
            )
        )
    return made


def wagers_of(opened: Open, names: Mapping[str, str]) -> Iterator[layout_messages.WagerView]:
    """Every spot of the layout: what may be staked there, and when; without what meters show."""
    early = {spot.key: spot for spot in spots(opened)}
    order = [*early, *(key for key in opened.stakable if key not in early)]
    for key in order:
        if key == opened.alias:
            continue
        rule = rule_of(opened, key) or rule_of(opened, opened.alias)
        offered = opened.offers.get(key)
        spot = early.get(key)
        yield layout_messages.WagerView(
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


def kind_of(opened: Open, key: str, rule: Wager | None) -> layout_messages.Kind:
    """The kind of spot."""
    if rule is None or key == opened.procedure.main or rule.role == "main":
        return "main"
    if rule.role == "fee":
        return "fee"
    offered = opened.offers.get(key)
    return "progressive" if offered and offered.table.meters else "side"


def stake_rule(opened: Open, key: str, rule: Wager | None) -> layout_messages.StakeView:
    """What may be staked on a spot, as far as that does not depend on other stakes."""
    house, choice = opened.house, opened.house.wagers.get(key)
    least, most, fixed = house.least, house.most, None
    if choice and key != opened.procedure.main:
        least, most, fixed = choice.least, choice.most, choice.stake
    if rule and key != opened.procedure.main:
        table = opened.offers[key].table if key in opened.offers else None
        least = max(least, rule.stake.least or 0, (table.least or 0) if table else 0)
        most = min(most, rule.stake.most) if rule.stake.most is not None else most
    return layout_messages.StakeView(
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
