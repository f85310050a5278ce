"""The commands at a table: who may give them, and how they are carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from pitboss.errors import NotAllowed, check_choice, count, either
from pitboss.money import Cents, show_money
from pitboss.procedure.steps import Ask, Result
from pitboss.rulebook.load import Rulebook
from pitboss.server.audit_trail import ROLES, refusal_words, words_of
from pitboss.server.messages import orders
from pitboss.server.messages.message import Role
from pitboss.server.tables.live_table import Call, LiveTable
from pitboss.store.people import Person
from pitboss.table.cards.decks import DEALER
from pitboss.table.houses.limits import TableLimits, with_limits
from pitboss.table.irregularities import decisions, needs_floor, reportable
from pitboss.table.money.stakes import most_boxes


class NotYours(NotAllowed):
    """A command that this person may not give: the message says who may, or why not."""


def only_for(roles: Iterable[Role], do: str) -> str:
    """The message to a person with another role.

    >>> only_for(["auditor", "admin"], "do this")
    'Only an auditor or an administrator may do this.'
    """
    return f"Only {either([ROLES[each] for each in roles])} may {do}."


def check_role(who: Person, do: str) -> None:
    """Refuse a command that is for another role."""
    if who.role not in MAY[do]:
        raise NotYours(only_for(MAY[do], f"give the command {do!r}"))


def _check_open(at: LiveTable) -> None:
    if not at.is_open:
        raise NotAllowed(f"{at.name} is closed.")


def post_limits(book: Rulebook, at: LiveTable, who: Person, command: orders.LimitsOrder) -> None:
    """Post new limits; no notice is needed if nobody is seated."""
    _check_open(at)
    posted = at.table.posted.limits.table if at.table.posted else None
    least, most = posted or (at.filed.least, at.filed.most)
    table = (
        least if command.least is None else command.least,
        most if command.most is None else command.most,
    )
    limits = TableLimits(table, command.wagers)
    new = with_limits(book, at.table.opened, limits)
    at.table.post_limits(new, who.name, at.now, empty=not at.seats)
    at.change_limits()


def assign(at: LiveTable, dealer: str, others: Iterable[LiveTable]) -> None:
    """Let a dealer deal at this table, and at no other."""
    _check_open(at)
    for other in others:
        other.dealer = ""
    at.dealer = dealer


def carry_out(at: LiveTable, who: Person, command: orders.Command) -> None:
    """Carry out a command, or refuse it before anything has changed; opening and closing are
    elsewhere.
    """
    _check_open(at)
    if who.role == "dealer" and who.name != at.dealer:
        raise NotYours(f"A floor supervisor has not assigned you to {at.name}.")
    if at.called and at.is_stopped and command.do in STOPPED:
        why = at.called.why.removesuffix(".")
        raise NotAllowed(f"The deal has stopped until a floor supervisor comes: {why}.")
    _, does = COMMANDS[command.do]
    assert does
    does(at, who, command)


# -- players -------------------------------------------------------------------------------------


def _sit(at: LiveTable, who: Person, command: orders.SitOrder) -> None:
    boxes = at.table.opened.house.boxes
    if command.box > boxes:
        raise NotAllowed(f"The table has boxes 1 to {boxes}, not {command.box}.")
    there = at.seats.get(command.box)
    if there not in (None, who.name) and not (there and at.may_be_cleared(command.box)):
        raise NotAllowed(f"Box {command.box} is {there}'s.")
    most = most_boxes(at.table.opened)
    mine = [n for n, name in at.seats.items() if name == who.name and n != command.box]
    if len(mine) >= most:
        opened = at.table.opened
        clause = opened.terms.clause("hands_per_player") or opened.game.cite
        many = count(most, "box", "boxes")
        raise NotAllowed(
            f"players are limited to {many} here, and you have reached the limit.", clause
        )
    at.seats[command.box] = who.name
    at.chosen[command.box] = command.position
    if not at.table.in_play:
        at.buy_ins()


def _leave(at: LiveTable, who: Person, command: orders.LeaveOrder) -> None:
    mine = [n for n, name in at.seats.items() if name == who.name]
    leaving = mine if command.box is None else [n for n in mine if n == command.box]
    if not leaving:
        raise NotAllowed("You are not sitting there.")
    if any(at.has_stakes(n) for n in leaving):
        raise NotAllowed("You have stakes on the table. You can leave when the round ends.")
    for number in leaving:
        del at.seats[number]


def _bet(at: LiveTable, who: Person, command: orders.BetOrder | orders.LaidStake) -> None:
    _check_seat(at, who, command.box)
    procedure = at.table.opened.procedure
    again = procedure.spots - 1 if command.wager == procedure.main else 0
    position = getattr(command, "position", 0) or at.chosen.get(command.box, 0)
    due = command.cents * (1 + again) + at.owed(who.name)
    at.check_money(who.name, due, f"A stake on {command.wager}")
    at.table.bet(command.box, who.name, command.wager, command.cents, position)


def _tip(at: LiveTable, who: Person, command: orders.TipOrder | orders.LaidStake) -> None:
    _check_seat(at, who, command.box)
    box = at.table.boxes.get(command.box)
    if box and box.player != who.name:
        raise NotYours(f"Box {command.box} is {box.player}'s.")
    at.check_money(who.name, command.cents + at.owed(who.name), "A bet for the dealer")
    at.table.tip(command.box, command.wager, command.cents)


def _stakes(at: LiveTable, who: Person, command: orders.StakesOrder) -> None:
    if at.is_idle and not at.table.opened.house.has_dealer:
        _open_round(at, who, command)
    for each in command.stakes:
        if each.tip:
            _tip(at, who, each)
        else:
            _bet(at, who, each)
    if command.deal and at.table.cut_offered_to != who.name:
        _deal(at, who, command)


def _session(at: LiveTable, who: Person, command: orders.SessionOrder) -> None:
    at.sessions.of(who.name).limit(command.minutes, command.loss)


def _answer(at: LiveTable, who: Person, command: orders.AnswerOrder) -> None:
    cost = _check_asked(at, who, command.ask, command.word)
    if cost:
        at.check_money(who.name, cost, command.word)
    at.table.answer(command.ask, command.word)


def _answer_stake(at: LiveTable, who: Person, command: orders.StakeOrder) -> None:
    _check_asked(at, who, command.ask)
    at.check_money(who.name, command.cents, "That")
    at.table.answer_stake(command.ask, command.cents)


def _check_seat(at: LiveTable, who: Person, number: int) -> None:
    there = at.seats.get(number)
    if there is None:
        raise NotAllowed(f"Sit down at box {number} first.")
    if there != who.name:
        raise NotYours(f"Box {number} is {there}'s.")


def _check_asked(at: LiveTable, who: Person, number: int, word: str = "") -> Cents:
    """Check whose question it is, and what the answer costs."""
    if number not in at.table.asked:
        return 0  # the table says what it waits for
    box = at.table.boxes[at.table.asked[number].step.box]
    if box.player != who.name:
        raise NotYours(f"Only {box.player} may answer for box {box.number}.")
    step = at.table.asked[number].step
    option = step.option(word) if isinstance(step, Ask) else None
    return option.cost if option else 0


# -- dealers -------------------------------------------------------------------------------------


def _open_round(at: LiveTable, who: Person, command: orders.Order) -> None:
    _check_pace(at, who)
    if not at.table.in_play:
        for number in at.left_seats:
            del at.seats[number]  # a player who left has no box in a new round
        at.buy_ins()
    at.change_limits()
    at.table.open_round()
    at.moved = {}


def _decks(at: LiveTable, who: Person, command: orders.DecksOrder) -> None:
    if who.role not in SIGNS[command.step]:
        raise NotYours(only_for(SIGNS[command.step], f"{command.step} the decks"))
    at.table.prepare(command.step, who.name)


SIGNS: Final[Mapping[str, tuple[Role, ...]]] = {
    "receive": ("dealer", "floor"),
    "inspect": ("dealer",),
    "verify": ("floor",),
    "wash": ("dealer",),
}
"""Step with the decks → who signs for it."""


def _mix(at: LiveTable, who: Person, command: orders.MixOrder) -> None:
    if who.name not in at.seats.values():
        raise NotAllowed("Sit down first.")
    at.table.mix(who.name, command.words)


def _cut(at: LiveTable, who: Person, command: orders.CutOrder) -> None:
    cutter = who.name if who.role == "player" else command.player or DEALER
    if cutter != DEALER and cutter not in at.seats.values():
        raise NotAllowed(f"{cutter} is not seated at this table.")
    at.table.cut(cutter, command.at, passed=who.role == "dealer")


def _deal(at: LiveTable, who: Person, command: orders.Order) -> None:
    _check_pace(at, who)
    at.table.deal()


def _go(at: LiveTable, who: Person, command: orders.Order) -> None:
    paying = at.table.driver.paused
    at.table.go()
    if isinstance(paying, Result):
        at.moved = {**at.moved, paying.box: at.results[paying.box]}


def _move(at: LiveTable, who: Person, command: orders.MoveOrder) -> None:
    box, there = command.box, at.results[command.box]
    if command.results > there:
        raise NotAllowed(f"Box {box} has {count(there, 'result')} in this round.")
    at.moved = {**at.moved, box: max(command.results, at.moved.get(box, 0))}


def _press(at: LiveTable, who: Person, command: orders.PressOrder) -> None:
    at.table.press(command.step, command.boxes, command.chips, command.slip)


def _resolve(at: LiveTable, who: Person, command: orders.ResolveOrder) -> None:
    seen, chips = command.boxes, command.chips
    at.table.resolve(who.name, box=command.box, boxes=seen, chips=chips, why=command.why)


def _check_pace(at: LiveTable, who: Person) -> None:
    """Only if there is no dealer may a player open and deal, and only from a seat."""
    if who.role != "player":
        return
    if at.table.opened.house.has_dealer:
        raise NotYours("This table has a dealer, who opens the round and deals.")
    if who.name not in at.seats.values():
        raise NotAllowed("Sit down first.")


def _irregular(at: LiveTable, who: Person, command: orders.IrregularityOrder) -> None:
    opened = at.table.opened
    decided, clause = at.table.decision(command.kind)
    kinds, may = reportable(opened), decisions(opened, command.kind)
    known = command.kind in kinds and command.decision in ("", *may)
    if not opened.house.has_dealer and not known:
        raise NotAllowed(
            "software deals here, so there is no dealer's error to report; a floor supervisor may "
            f"report {either(kinds)} and decide {either(decisions(opened, kinds[0]))}.",
            clause,
        )
    check_choice("kind", command.kind, kinds)
    if who.role != "floor" and needs_floor(command.kind, decided):
        raise NotYours(
            "only a floor supervisor may report what exposes a card or moves money. Call one.",
            clause,
        )
    at.table.irregular(command.kind, command.box, command.decision, who.name, command.why)
    if who.role == "floor":
        at.called = None


def _call(at: LiveTable, who: Person, command: orders.CallOrder) -> None:
    """A dealer calls a supervisor, or a supervisor reports having come."""
    if who.role == "floor":
        at.called = None
        if at.table.floor_called:
            at.table.attend(who.name)
        return
    if command.kind:
        _check_stops(at, command.kind)
    stops = bool(command.kind) or at.is_stopped
    at.called = Call(words_of(command.why), stops)


def _check_stops(at: LiveTable, kind: str) -> None:
    """Refuse to stop the deal for what a dealer may report, or what cannot have happened now."""
    check_choice("kind", kind, reportable(at.table.opened))
    decided, clause = at.table.decision(kind)
    if not needs_floor(kind, decided):
        raise NotAllowed(f"report the {kind} yourself: no floor supervisor is needed.", clause)
    if not at.table.may_go_wrong:
        raise NotAllowed("Nothing can have gone wrong now: no card or decision is due.")


def _validate(at: LiveTable, who: Person, command: orders.ValidateOrder) -> None:
    slip = at.table.awards.waiting.get(command.slip)
    if slip and command.cents not in (None, slip.cents):
        raise NotAllowed(f"Slip {slip.number} is for {show_money(slip.cents)}: check it again.")
    at.table.validate(command.slip, who.name)


def _refuse(at: LiveTable, who: Person, command: orders.RefuseOrder) -> None:
    """The award is not paid: its slip and the cards stay for another look."""
    waiting = at.table.awards.waiting
    if command.slip not in waiting:
        there = either(map(str, waiting)) or "none"
        raise NotAllowed(f"Slip {command.slip} is not waiting; these are: {there}.")
    at.refused = {**at.refused, command.slip: refusal_words(who.name, command.why)}


Does = Callable[[LiveTable, Person, Any], None]
COMMANDS: Final[Mapping[str, tuple[tuple[Role, ...], Does | None]]] = {
    "sit": (("player",), _sit),
    "leave": (("player",), _leave),
    "bet": (("player",), _bet),
    "tip": (("player",), _tip),
    "stakes": (("player",), _stakes),
    "session": (("player",), _session),
    "answer": (("player",), _answer),
    "answer_stake": (("player",), _answer_stake),
    "decks": (("dealer", "floor"), _decks),
    "open_round": (("player", "dealer"), _open_round),
    "mix": (("player",), _mix),
    "cut": (("player", "dealer"), _cut),
    "deal": (("player", "dealer"), _deal),
    "go": (("dealer",), _go),
    "move": (("dealer",), _move),
    "press": (("dealer",), _press),
    "resolve": (("floor",), _resolve),
    "irregular": (("dealer", "floor"), _irregular),
    "call": (("dealer", "floor"), _call),
    "assign": (("floor",), None),
    "validate": (("floor",), _validate),
    "refuse": (("floor",), _refuse),
    "limits": (("floor",), None),
    "open": (("floor",), None),
    "close": (("floor",), None),
}
"""Command → who may give it, and how it is done here, unless that concerns more than one table.

A player opens and deals only if there is no dealer.
"""
STOPPED: Final = ("answer", "answer_stake", "go", "move", "press")
"""The commands that wait while the deal is stopped for a floor supervisor."""
MAY: Final = {do: roles for do, (roles, _) in COMMANDS.items()}
