"""The felt as a person sees it.

It covers what stays the same while a table is open, the hands on the felt, and stakes not yet
placed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Literal

from pydantic import TypeAdapter

from pitboss.cards import Card, show_cards
from pitboss.documents.areas import felt_of
from pitboss.errors import NotationError, either, sentence, why_refused
from pitboss.games.house_rules import ON_BAR, cloth_words, house_pays, house_rules
from pitboss.games.terms import SUPERVISOR
from pitboss.hands import Total
from pitboss.log import HIDDEN
from pitboss.money import Cents, show_money
from pitboss.procedure.round import Box
from pitboss.rulebook.schema import Wager
from pitboss.server.messages import layout_messages, table_messages
from pitboss.server.messages.message import as_sent
from pitboss.server.tables.live_table import AWAY, LiveTable
from pitboss.store.people import Person
from pitboss.table.box_view import SeenCard, SeenHand, known, poker_hand
from pitboss.table.houses.opening import Open, rule_of
from pitboss.table.irregularities import decision_of, decisions, needs_floor, reportable
from pitboss.table.log.mask import box_of
from pitboss.table.log.narrator import named, names_of
from pitboss.table.money.spots import (
    incomplete,
    least_amount,
    money_on,
    only_amount,
    refusal,
    spots,
)
from pitboss.table.money.stakes import multiple_of
from pitboss.table.table_view import SeenRound


@dataclass(frozen=True, slots=True)
class FixedView:
    """What stays the same while a table is open."""

    names: dict[str, str]
    """Stake → its printed name."""
    house: layout_messages.HouseView
    house_text: bytes
    """The house as it is sent, in JSON."""
    cuts: range
    """Where a new shoe may be cut."""
    wagers: tuple[layout_messages.WagerView, ...]
    wagers_text: bytes
    """The wagers as they are sent, in JSON, where no meter is fed."""
    may_go_wrong: list[table_messages.IrregularityRule]


@lru_cache(maxsize=1_024)
def fixed_view(opened: Open) -> FixedView:
    """The unchanging part of a table's views."""
    names, cuts = names_of(opened), opened.delivery.cuts
    house, wagers = _house(opened, bool(cuts)), tuple(wagers_of(opened, names))
    text = TypeAdapter(layout_messages.HouseView).dump_json(house, exclude_none=True)
    return FixedView(names, house, text, cuts, wagers, as_sent(wagers), _may_go_wrong(opened))


def _house(opened: Open, cuts: bool) -> layout_messages.HouseView:
    filed, layout, terms = opened.house, felt_of(opened), opened.terms
    rules = [*house_rules(terms)]
    return layout_messages.HouseView(
        **{each.name: getattr(filed, each.name) for each in fields(filed)},
        pays=[*house_pays(opened.procedure, terms)],
        rules=rules,
        brief=[rule.says.partition(":")[0] for rule in rules if rule.term in ON_BAR],
        inscription=_inscription(opened, layout),
        self_service=not filed.has_dealer,
        positions=opened.procedure.positions(opened.play),
        spots=opened.procedure.spots,
        cuts=cuts,
        seat_kept=int(AWAY),
        layout=layout_messages.FeltLayout.model_validate(layout),
    )


def _inscription(opened: Open, layout: Mapping[str, Any]) -> layout_messages.FeltWords:
    said = defaultdict[str, list[str]](list)
    for arc in layout["arcs"]:
        said[arc["kind"]] += [arc["says"]] if arc["says"] else []
    odds, rule, lines = (" · ".join(said[kind]) for kind in ("odds", "rule", "line"))
    cloth = cloth_words(opened.procedure, opened.terms, opened.game.name)
    if odds:
        band, low = layout["line"]["says"], rule or cloth.low
        return layout_messages.FeltWords(big=odds, band=band, low=low, lines=lines)
    return layout_messages.FeltWords.from_record(cloth, lines=lines)


def _may_go_wrong(opened: Open) -> list[table_messages.IrregularityRule]:
    made = []
    for kind in reportable(opened):
        decision, clause = decision_of(opened, kind)
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


# -- hands, cards and money ------------------------------------------------------------------------


def faces(cards: Iterable[SeenCard]) -> list[str]:
    """Cards by name, as they are sent."""
    return [str(each.card) if each.card else HIDDEN for each in cards]


PlayerMoney = tuple[int, int]
"""What a player has in play, and how much of that the deal has still to take."""


def money_of_all(seen: SeenRound) -> dict[str, PlayerMoney]:
    """What each player has on the layout; a box that begins with several hands has a stake for
    each, though the deal takes all but the first (30-2105(2)).
    """
    procedure = seen.opened.procedure
    found: dict[str, PlayerMoney] = {}
    for box in seen.boxes.values():
        chips = box.chips
        lying, owed = found.get(chips.player, (0, 0))
        lying += sum(chips.stakes.values()) + sum(chips.tips.values())
        first = chips.placed.get(procedure.main, 0)
        if not box.dealt and not box.results and chips.stakes.get(procedure.main) == first:
            owed += first * (procedure.spots - 1)
            lying += first * (procedure.spots - 1)
        found[chips.player] = lying, owed
    return found


def parts_of(
    seen: SeenRound, cards: Sequence[SeenCard], low: Sequence[Card]
) -> list[layout_messages.PartView]:
    """The parts of a hand that has been set, once all its cards may be seen."""
    shown = known(cards)
    if not low or len(shown) < len(cards):
        return []
    parts = seen.opened.procedure.set_as(show_cards(low), shown, seen.opened.terms)
    return [
        layout_messages.PartView(name=each.name, cards=[*map(str, each.cards)], total=each.points)
        for each in parts
    ]


def total_words(value: Total | None, may_draw: bool) -> str:
    """A total as it is read at the table; both values of a soft one that may still take a card.

    >>> total_words(Total(17, soft=True), True), total_words(Total(24, soft=False), False)
    ('7 / 17', '24 bust')
    """
    if value is None:
        return ""
    if value.soft and may_draw and value.points < 21:
        return f"{value.points - 10} / {value.points}"
    return f"{value.points} bust" if value.bust else str(value.points)


def hand_view(
    seen: SeenRound, hand: SeenHand, low: Sequence[Card] = ()
) -> layout_messages.HandView:
    """A hand; its total if every card is visible and the game is about totals."""
    value = hand.total if not hand.game and seen.opened.terms.totals else None
    turn = any(ask.of == hand.name for ask in seen.asks.values())
    return layout_messages.HandView(
        name=hand.name,
        number=hand.number,
        cards=faces(hand.cards),
        total=value.points if value else None,
        soft=bool(value and value.soft),
        bust=bool(value and value.bust),
        natural=bool(value and hand.natural),
        stake=hand.stake,
        turn=turn,
        over=hand.over,
        reads=poker_hand(seen, hand.cards, hand.game) or total_words(value, turn),
        parts=parts_of(seen, hand.cards, low),
    )


def positions_of(seen: SeenRound) -> Iterator[tuple[str, layout_messages.PositionView]]:
    """The hands on the felt that terminals share, each under its number."""
    opened = seen.opened
    waiting = {box_of(ask.of) for ask in seen.asks.values()}
    for number in range(1, opened.procedure.positions(opened.play) + 1):
        cards = seen.positions.get(number, [])
        value = seen.worth(cards)
        there = {n for n, box in seen.boxes.items() if box.chips.position == number}
        yield (
            str(number),
            layout_messages.PositionView(
                cards=faces(cards),
                total=value.points if value else None,
                soft=bool(value and value.soft),
                reads=total_words(value, bool(waiting)),
                terminals=len(there),
                decided=len(there - waiting) if waiting else None,
            ),
        )


# -- stakes that are not yet placed ----------------------------------------------------------------
# A page shows it while chips are laid, so that no press is refused afterwards.


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
    """What would happen to the stakes of a box if they were placed now.

    Chips below the minimum are not refused: `needs` says what is still missing.
    """
    opened, names = at.table.opened, fixed_view(at.table.opened).names
    there = at.seen_by(who.player).boxes.get(number) if not at.is_idle else None
    placed = dict(there.chips.placed) if there and there.chips.player == who.name else {}
    short = {
        key: least
        for key, cents in laid.items()
        if key in opened.stakable and 0 < cents < (least := least_amount(opened, key))
    }
    whole = _whole(opened, laid, placed)
    box = Box(number, who.name, placed=_whole(opened, laid | short, placed))
    purse = at.purse(who.name) + money_on(opened, placed, {})
    unknown = [key for key in (*whole, *tips) if key not in opened.stakable]
    refused = (
        f"There is no {either(unknown)} at this table."
        if unknown
        else refusal(opened, box, tips, purse)
    )
    cents = money_on(opened, whole, tips) - money_on(opened, placed, {})
    refused = refused or why_refused(at.sessions.of(who.name).check, cents)
    return table_messages.StakesView(
        stakes={key: cents for key, cents in whole.items() if key not in placed},
        cents=cents,
        refused=by_name(refused, names),
        needs="" if refused else _more(short, names) or missing(opened, box, names),
    )


def _whole(opened: Open, laid: Stakes, placed: Stakes) -> Stakes:
    """The stakes of a box with those that accompany them, in the order in which they are placed."""
    made = {**placed, **with_linked(opened, laid, placed)}
    order = {spot.key: n for n, spot in enumerate(spots(opened))}
    return dict(sorted(made.items(), key=lambda each: order.get(each[0], len(order))))


def _more(short: Stakes, names: Mapping[str, str]) -> str:
    """The first stake that needs more chips, and how much it takes at least."""
    for key, least in short.items():
        return f"{named(key, names)} takes at least {show_money(least)}."
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
            # it follows the main one until the player changes it
            made[spot.key] = int(multiple_of(opened, {**placed, **made}, opened.procedure.main))
    return made


def missing(opened: Open, box: Box, names: Mapping[str, str]) -> str:
    """What a box still needs before it can be dealt in; empty if nothing."""
    for key in opened.procedure.required(opened.play):
        if key not in box.placed:
            only = only_amount(opened, key, box.placed)
            amount = f" ({show_money(only)})" if only else ""
            return f"{named(key, names)} is still needed{amount}."
    return by_name(incomplete(opened, box, names), names)


def by_name(words: str, names: Mapping[str, str]) -> str:
    """A sentence with the printed names of wagers for their keys.

    >>> by_name("Top 3 needs a stake on buffalo-3-21-plus-3.", {"buffalo-3-21-plus-3": "21+3"})
    'Top 3 needs a stake on 21+3.'
    """
    for key in sorted(names, key=len, reverse=True):
        if "-" in key:
            words = words.replace(key, names[key])
    return sentence(words)
