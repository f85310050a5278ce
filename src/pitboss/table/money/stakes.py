"""What may be staked at a table, at which box and by whom: the law's limits, then the house's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

from pitboss.errors import NotAllowed, either
from pitboss.money import Cents, show_money
from pitboss.procedure.round import Box
from pitboss.procedure.steps import AskStake
from pitboss.rulebook.schema import Tips, Wager
from pitboss.rulebook.toml_values import split_multiple
from pitboss.table.houses.house import show_limits
from pitboss.table.houses.opening import Open, rule_of
from pitboss.table.log.mask import SURVEILLANCE
from pitboss.wagers.offer import Offer, check_stake, clause

Stakes = Mapping[str, Cents]
Beside = tuple[tuple[str, Cents], ...]
"""Stakes already placed at a box, in their order."""


@lru_cache(maxsize=1 << 10)  # the same wagers are placed round after round
def check_early(opened: Open, wager: str) -> None:
    """Refuse, before the deal, a stake that is placed after it."""
    rule = rule_of(opened, wager)
    placed = opened.placed(wager)
    if rule is not None and placed != "before the deal":
        raise NotAllowed(f"{rule.name} is placed {placed}.", rule.cite)


def check_bet(opened: Open, box: Box, wager: str, cents: Cents) -> None:
    """Refuse a stake that the law or the house does not allow at this box."""
    _check_amount(cents)
    if wager == opened.procedure.main:
        _check_main(opened, wager, cents)
        return
    rule = rule_of(opened, wager) or opened.offer(wager).wager
    _check_requirements(opened, box.placed, rule)
    if wager in opened.house.wagers:
        _check_limits(opened, wager, cents)
    elif not (rule.stake.equals or rule.stake.most_of):
        _check_main(opened, wager, cents)
    _check_against_others(opened, box.placed, rule, cents)


def check_chips(opened: Open, cents: Cents) -> None:
    """Refuse an amount that no sum of the house's chips makes."""
    chips = opened.chips
    if not chips.make(cents):
        raise NotAllowed(
            f"{show_money(cents)} cannot be made with the chips here, {chips}; "
            f"{chips.nearest(cents)} can."
        )


def _check_amount(cents: Cents) -> None:
    if type(cents) is not int or cents <= 0:
        raise NotAllowed(f"A stake must be a whole number of cents greater than 0, not {cents!r}.")


def _check_main(opened: Open, wager: str, cents: Cents) -> None:
    """The posted limits of the table, and the step if the law sets one."""
    house, rule = opened.house, opened.mains.get(wager)
    name = rule.name if rule else "Blackjack"
    if not house.least <= cents <= house.most:
        raise NotAllowed(f"{name} stakes are {show_limits(house)} here, not {show_money(cents)}.")
    step = opened.terms.wager_step
    if wager == opened.procedure.main and cents % step:
        clause = opened.terms.clause("wager_step")
        raise NotAllowed(
            f"{name} stakes are whole multiples of {show_money(step)}, not {show_money(cents)}.",
            clause,
        )


def _check_limits(opened: Open, wager: str, cents: Cents) -> None:
    """The limits at every box: the law's, then those the house posted."""
    offered, choice = opened.offers.get(wager), opened.house.wagers[wager]
    rule = offered.wager if offered else opened.mains[wager]
    if offered:
        check_stake(rule, offered.table, cents)
    if choice.stake is not None:
        if cents != choice.stake:
            raise NotAllowed(f"{rule.name} is {show_money(choice.stake)} at this table.")
    elif not rule.stake.equals and not choice.least <= cents <= choice.most:
        raise NotAllowed(
            f"{rule.name} takes {show_limits(choice)} at this table, not {show_money(cents)}.",
            clause(rule, rule.stake.cite) if rule.stake.within_table else "",
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
            f"{rule.name} must be exactly {rule.stake.equals}, not {show_money(cents)}.", cite
        )


def multiple_of(opened: Open, placed: Stakes, text: str) -> Fraction:
    """The exact value of `2 x blackjack`, given the stakes already placed."""
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
    name, cite = (rule.name, clause(rule, tips.cite)) if rule else ("Blackjack", opened.game.cite)
    if rule is None and tips.cite:
        cite += f"{'' if tips.cite.startswith('(') else ', '}{tips.cite}"
    fee = rule is not None and rule.role == "fee"
    if tips.allowed == "no" or fee or not opened.house.tips:
        raise NotAllowed(f"no bets for the dealer on {name} at this table.", cite)
    if wager in opened.offers and opened.offers[wager].table.meters:
        raise NotAllowed("a progressive takes one stake per box, and no bet for the dealer.", cite)
    if own not in box.placed:
        raise NotAllowed(f"a bet for the dealer needs the player's own stake on {name}.", cite)
    if tips.needs and opened.procedure.main not in box.tips:
        raise NotAllowed(f"a bet for the dealer on {name} needs {tips.needs}.", cite)
    even = tips.even_dollars and opened.terms.tip_amounts == "even dollars"
    if even and cents % 100:
        raise NotAllowed(f"bets for the dealer are whole dollars, not {show_money(cents)}.", cite)
    most = tip_limit(opened, box, own, tips)
    if cents > most:
        raise NotAllowed(
            f"a bet for the dealer on {name} is at most {show_money(most)}, "
            f"not {show_money(cents)}.",
            cite,
        )
    check_chips(opened, cents)


def tip_limit(opened: Open, box: Box, wager: str, tips: Tips) -> Cents:
    """The player's own stake, or the house's posted limit if the section or B-67 says so."""
    offered = opened.offers.get(wager)
    unsaid = (offered.terms.tips_unsaid if offered else None) or opened.terms.tips_unsaid
    if (tips.most if tips.most != "not stated" else unsaid) != "house limit":
        return box.placed[wager]
    most = opened.house.wagers.get(wager, opened.house).most
    limit = opened.terms.tip_limits
    return most if limit is None else min(most, limit)


def _from_first_hand(offered: Offer, decks: int) -> bool:
    """Whether it is placed on the first hand of a shoe or not in it at all, as filed or by reading
    B-31.
    """
    if offered.terms.opening_hand_always:
        entry = next(each for each in offered.wager.options if each.key == "entry")
        return decks in entry.decks[OPENING]
    return offered.terms.entry == OPENING


OPENING: Final = "opening hand"


class EntryRights:
    """Entry rights, which each round carries over to the next one of its shoe."""

    def __init__(self, opened: Open) -> None:
        self._main = opened.procedure.main
        self._clauses = {
            key: o.wager.cite
            for key, o in opened.offers.items()
            if _from_first_hand(o, opened.house.decks)
        }
        if opened.terms.mid_shoe_entry == "barred":
            self._clauses[self._main] = opened.terms.clause("mid_shoe_entry")
        self._players: dict[str, set[str]] | None = None
        """Wager → who may place it; `None` while the first round of a shoe is open to all."""

    def new_shoe(self) -> None:
        """Everyone may enter."""
        self._players = None

    def check(self, player: str, wager: str) -> None:
        """Refuse a bet by a player who did not make it when the shoe began."""
        if self._players is None or wager not in self._clauses:
            return
        entitled = self._players[wager]
        nobody = not entitled and wager == self._main  # an empty table is open to all
        if player not in entitled and not nobody:
            raise NotAllowed(
                f"{player} did not play the first hand of this shoe and may bet on "
                f"{wager} again after the shuffle.",
                self._clauses[wager],
            )

    def dealt(self, boxes: Iterable[Box]) -> None:
        """Betting is over: bar players from the main wager or any other they did not place."""
        if not self._clauses:
            return
        first = self._players is None
        players = self._players or {key: set() for key in self._clauses}
        for key in self._clauses:
            now = {box.player for box in boxes if key in box.placed}
            if first:
                players[key] = now
            elif key == self._main:
                players[key] = players[key] & now or now
        self._players = players

    def carried(self) -> str:
        """Who may still bet, as a round carries it over; empty if nothing restricts them."""
        if not self._clauses or self._players is None:
            return ""
        players = {key: map(_escaped, sorted(who)) for key, who in self._players.items()}
        return ";".join(f"{key}:{','.join(names)}" for key, names in players.items())

    def resume(self, carried: str, fresh: bool) -> None:
        """Restore what a logged round carried over."""
        self._players = None
        if carried and not fresh:
            pairs = (part.split(":", 1) for part in carried.split(";"))
            self._players = {key: {*map(unquote, who.split(","))} - {""} for key, who in pairs}


_ESCAPES: Final = {ord(sign): f"%{ord(sign):02X}" for sign in "%,;:"}


def _escaped(name: str) -> str:
    """A player's name with the separators of names and wagers escaped; `unquote` reads it.

    >>> _escaped("Doe, J."), unquote(_escaped("Doe, J."))
    ('Doe%2C J.', 'Doe, J.')
    """
    return name.translate(_ESCAPES)


Boxes = Mapping[int, Box]
NOT_PLAYERS = (SURVEILLANCE, "dealer", "")


def box_for(opened: Open, boxes: Boxes, number: int, player: str, position: int) -> Box:
    """A player's box, or a new one if the player may have it."""
    if box := boxes.get(number):
        if box.player != player:
            raise NotAllowed(f"Box {number} is {box.player}'s.")
        if position and position != box.position:
            raise NotAllowed(f"Box {number} plays position {box.position} in this round.")
        return box
    if type(number) is not int or not 1 <= number <= opened.house.boxes:
        raise NotAllowed(f"The table has boxes 1 to {opened.house.boxes}, not {number!r}.")
    if player in NOT_PLAYERS:
        raise NotAllowed(f"The name {player!r} is reserved and cannot be a player's.")
    _check_position(opened, position)
    if boxes:
        _check_boxes_of(player, opened, boxes)
    return Box(number, player, position=position)


def _check_boxes_of(player: str, opened: Open, boxes: Boxes) -> None:
    """Refuse another box to a player who already has as many as allowed."""
    most = most_boxes(opened)
    if sum(box.player == player for box in boxes.values()) >= most:
        clause = opened.terms.clause("hands_per_player")
        what = "one box" if most == 1 else f"{most} boxes"
        raise NotAllowed(
            f"a player may bet on {what} here, and {player} has reached that limit.", clause
        )


def most_boxes(opened: Open) -> int:
    """How many boxes one player may bet on."""
    hands = opened.terms.hands_per_player or opened.house.boxes
    return min(opened.house.boxes, max(1, hands // opened.procedure.spots))


def _check_position(opened: Open, position: int) -> None:
    """Each box chooses a hand, if boxes share the hands on the felt."""
    most = opened.procedure.positions(opened.play)
    if most and position not in range(1, most + 1):
        clause = opened.terms.clause("boxes")
        raise NotAllowed(f"choose a position from 1 to {most}, not {position!r}.", clause)
    if position and not most:
        raise NotAllowed(f"No position is chosen at a table of {opened.game.name}.")


def check_in_box(opened: Open, box: Box, wager: str, cents: Cents) -> None:
    """Refuse a stake on its own, together with the others of its box, or as a sum of chips."""
    _check_in_box(opened, tuple(box.placed.items()), wager, cents)


@lru_cache(maxsize=1 << 12, typed=True)  # the same stakes are placed round after round
def _check_in_box(opened: Open, beside: Beside, wager: str, cents: Cents) -> None:
    trial = Box(0, "", placed=dict(beside))
    check_bet(opened, trial, wager, cents)
    trial.placed[wager] = cents
    opened.procedure.check_box(trial, opened.play, opened.house.most)
    check_chips(opened, cents)


def check_beside(opened: Open, boxes: Boxes, box: Box, wager: str, cents: Cents) -> None:
    """Check a stake against the player's other boxes, and for the box itself."""
    _check_in_box(opened, tuple(box.placed.items()), wager, cents)
    if wager in opened.procedure.once:
        for other in boxes.values():
            if other.player == box.player and wager in other.placed:
                raise NotAllowed(
                    f"{box.player} has a stake on {wager} "
                    f"at box {other.number}, and may have one at only one box.",
                    opened.terms.clause("hands_per_player"),
                )


def check_boxes(opened: Open, boxes: Iterable[Box]) -> None:
    """Check, before the deal, that every box has the stakes it must have."""
    procedure, play = opened.procedure, opened.play
    for box in boxes:
        for key in procedure.required(play):
            if key not in box.placed:
                rule = rule_of(opened, key) or opened.offer(key).wager
                raise NotAllowed(f"box {box.number} needs a stake on {rule.name}.", rule.cite)
        procedure.check_box(box, play, opened.house.most)


def check_added(opened: Open, box: Box, step: AskStake, cents: Cents) -> None:
    """Refuse a stake after the deal that is outside what was offered."""
    if cents == 0 and type(cents) is int and not step.least:
        return
    if step.tip:
        check_tip(opened, box, step.wager, cents)
    elif step.wager in opened.offers:
        check_bet(opened, box, step.wager, cents)
    if type(cents) is not int:
        raise NotAllowed(f"A stake must be a whole number of cents, not {cents!r}.")
    least = max(step.least, 1)
    if cents < least or (step.most is not None and cents > step.most):
        most = "" if step.most is None else f" to {show_money(step.most)}"
        takes = f"{show_money(least)}{most}"
        raise NotAllowed(f"{step.wager} takes {takes} here, not {show_money(cents)}.", step.clause)
    check_chips(opened, cents)
