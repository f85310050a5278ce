"""Who may bet at which box, and which stakes stand together there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pitboss.errors import NotAllowed
from pitboss.money import Cents, show_money
from pitboss.procedure import AskStake, Box
from pitboss.procedure.layout import any_stakes
from pitboss.table.opening import Open, rule_of
from pitboss.table.stakes import check_bet, check_tip
from pitboss.table.view import SURVEILLANCE

Boxes = Mapping[int, Box]
NOT_PLAYERS = (SURVEILLANCE, "dealer")


def box_for(opened: Open, boxes: Boxes, number: int, player: str, position: int) -> Box:
    """The box of a player, or a new one if the player may have it."""
    house = opened.house
    if not 1 <= number <= house.boxes:
        raise NotAllowed(f"The table has boxes 1 to {house.boxes}, not {number}.")
    if number in boxes:
        box = boxes[number]
        if box.player != player:
            raise NotAllowed(f"Box {number} is {box.player}'s.")
        if position not in (0, box.position):
            raise NotAllowed(f"Box {number} plays position {box.position} in this round.")
        return box
    if player in NOT_PLAYERS:
        raise NotAllowed(f"Nobody plays as {player!r}: what {player} sees is another's.")
    _check_position(opened, position)
    most = most_boxes(opened)
    if sum(box.player == player for box in boxes.values()) >= most:
        clause = opened.terms.clause("hands_per_player")
        what = "one box" if most == 1 else f"{most} boxes"
        raise NotAllowed(f"a player bets on {what} here, and {player} does already.", clause)
    return Box(number, player, position=position)


def most_boxes(opened: Open) -> int:
    """Boxes that one player may bet on."""
    hands = opened.terms.hands_per_player or opened.house.boxes
    return min(opened.house.boxes, max(1, hands // opened.procedure.spots))


def _check_position(opened: Open, position: int) -> None:
    """Where boxes share the hands on the felt, each chooses one of them."""
    most = opened.procedure.positions(opened.play)
    if most and position not in range(1, most + 1):
        clause = opened.terms.clause("boxes")
        raise NotAllowed(f"choose a position from 1 to {most}, not {position!r}.", clause)
    if position and not most:
        raise NotAllowed(f"No position is chosen at a table of {opened.game.name}.")


def check_beside(opened: Open, boxes: Boxes, box: Box, wager: str, cents: Cents) -> None:
    """A stake stands with the others of the box, and with the player's other boxes."""
    procedure, play = opened.procedure, opened.play
    if procedure.check_box is not any_stakes:
        trial = replace(box, placed={**box.placed, wager: cents})
        procedure.check_box(trial, play, opened.house.most)
    if wager in procedure.once:
        for other in boxes.values():
            if other.player == box.player and wager in other.placed:
                raise NotAllowed(
                    f"{box.player} has a stake on {wager} "
                    f"at box {other.number}, and may have it at one box only.",
                    play.terms.clause("hands_per_player"),
                )


def check_boxes(opened: Open, boxes: Iterable[Box]) -> None:
    """Before the deal every box has the stakes it must have."""
    procedure, play = opened.procedure, opened.play
    for box in boxes:
        for key in procedure.required(play):
            if key not in box.placed:
                rule = rule_of(opened, key) or opened.offer(key).wager
                raise NotAllowed(f"box {box.number} needs a stake on {rule.name}.", rule.cite)
        procedure.check_box(box, play, opened.house.most)


def check_added(opened: Open, box: Box, step: AskStake, cents: Cents) -> None:
    """Refuse a stake after the deal that is not within what was offered."""
    if cents == 0 and type(cents) is int and not step.least:
        return
    if step.tip:
        check_tip(opened, box, step.wager, cents)
    elif step.wager in opened.offers:
        check_bet(opened, box, step.wager, cents)
    if type(cents) is not int:
        raise NotAllowed(f"A stake is a whole number of cents, not {cents!r}.")
    least = max(step.least, 1)
    if cents < least or (step.most is not None and cents > step.most):
        most = "" if step.most is None else f" to {show_money(step.most)}"
        takes = f"{show_money(least)}{most}"
        raise NotAllowed(f"{step.wager} takes {takes} here, not {show_money(cents)}.", step.clause)
