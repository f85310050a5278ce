"""Where a table stands: its phase, what comes next, and what somebody may do now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

from pitboss.cards import Card
from pitboss.errors import sentence
from pitboss.log import Event
from pitboss.procedure import Ask, Draw, Result, Settle, Turn
from pitboss.server.commands import MAY
from pitboss.server.live_table import LiveTable
from pitboss.server.messages import layout_messages, table_messages
from pitboss.server.messages.table_messages import DealerStepView, ProcedureLine
from pitboss.server.views.felt_view import fixed
from pitboss.table.cards.decks import MUST
from pitboss.table.events import (
    Asked,
    BetsClosed,
    CardDealt,
    CardTurned,
    RoundEnded,
    Said,
    Settled,
    SlipValidated,
    SlipWritten,
    StakeAsked,
    SystemUsed,
)
from pitboss.table.houses.opening import Open
from pitboss.table.log.narrator import capital, grounds, named


def head_of(at: LiveTable) -> dict[str, Any]:
    """Which table it is: the members of a `TableHead`."""
    opened = at.table.opened
    return {
        "id": at.id,
        "name": at.name,
        "game": opened.house.game,
        "game_name": opened.game.name,
        "jurisdiction": opened.house.jurisdiction,
        "jurisdiction_name": at.law,
        "cite": opened.game.cite,
    }


def slip_view(said: SlipWritten | SlipValidated) -> table_messages.SlipView:
    """A slip as the log has it, written or validated."""
    number = said.number if isinstance(said, SlipWritten) else said.slip
    return table_messages.SlipView.from_record(said, number=number)


def system_of(at: LiveTable) -> table_messages.SystemStepView | None:
    """What is due at the progressive system: a disputed step first."""
    step = at.table.system.disputed or at.table.system.next
    return table_messages.SystemStepView.from_record(step) if step else None


def posted_at(at: LiveTable) -> table_messages.PostedLimits | None:
    """Limits that hold from a later time on."""
    posted = at.table.posted
    if posted is None:
        return None
    limits = posted.limits
    return table_messages.PostedLimits(
        least=limits.table[0],
        most=limits.table[1],
        wagers=dict(limits.wagers),
        holds_from=posted.holds_from,
    )


def with_meters(at: LiveTable, wager: layout_messages.WagerView) -> layout_messages.WagerView:
    """A spot with what its meters show now."""
    fed = at.table.opened.fed.get(wager.key, ())
    return wager.model_copy(update={"meters": meters_of(at, fed)}) if fed else wager


def meters_of(at: LiveTable, names: Iterable[str]) -> list[layout_messages.MeterView]:
    """What each meter shows."""
    made = []
    for name in names:
        meter = at.links[name].meter
        mystery = {"minimum": meter.seed, "maximum": meter.limit} if meter.limit else {}
        made.append(layout_messages.MeterView(name=name, shows=at.shows(name), **mystery))
    return made


def phase_of(at: LiveTable) -> table_messages.Phase:
    """The phase of the table."""
    table = at.table
    if table.in_play:
        waits = table.floor_called or (table.slips and table.driver.finished)
        return "floor" if waits else "playing"
    if table.betting and at.is_open:
        return "betting"
    return "idle" if at.is_open and not table.closed else "closed"


def called_for(at: LiveTable) -> str:
    """Why a floor supervisor is called: by the law, by the dealer, or by a difference at the
    progressive system.
    """
    if stopped := at.table.floor_called:
        return f"box {stopped.box} has {stopped.why}"
    step = at.table.system.disputed
    return at.called or (f"{sentence(step.wrong)}." if step else "")


def next_of(at: LiveTable) -> str:
    """What the dealer does next."""
    table, step = at.table, at.table.system.next
    match phase_of(at):
        case "closed":
            return "The table is closed."
        case "idle" if table.opened.house.has_dealer and table.decks.todo:
            must = MUST[table.decks.todo[0]]
            return f"{must[0].upper()}{must[1:]}."
        case "idle":
            return "Open the next round."
        case "betting":
            return "Deal, once the bets are down." if table.boxes else "Wait for bets."
        case "floor" if table.floor_called:
            return f"Wait for a floor supervisor: {called_for(at)}."
        case "floor":
            numbers = ", ".join(map(str, table.slips))
            return f"Wait for a floor supervisor: slip {numbers}."
    if step:
        first = f"{sentence(step.step)} for {step.name}."
        return first if not table.system.disputed else "Wait for a floor supervisor."
    match table.driver.paused:
        case Draw(to=to):
            return f"Deal the next card: {to}."
        case Turn():
            return "The dealer turns the hole card."
        case Settle() | Result():
            return "The dealer takes and pays."
    waits = dict.fromkeys(pending.step.of for pending in table.asked.values())
    return f"Wait for {', '.join(waits)}."


def next_for_player(at: LiveTable) -> str:
    """What a player waits for, if no player is asked."""
    dealt = at.table.opened.house.has_dealer
    match phase_of(at):
        case "closed":
            return "This table is closed."
        case "idle":
            return "The dealer opens the next round." if dealt else "Lay your chips."
        case "betting":
            return "The dealer deals once the bets are down." if dealt else "Lay your chips."
        case "floor":
            return "The floor is called. Cards stay while the floor checks."
    return "The dealer is dealing."


class Standing(NamedTuple):
    """What decides which commands a person may give, besides the state of the table."""

    role: str
    seated: bool
    asked: bool
    deals: bool
    """A floor supervisor has assigned this dealer to the table."""
    mixed: bool
    """This player has added words to the shoe."""
    may_cut: bool
    """The cut is offered to this player, or to any."""


def may_now(at: LiveTable, who: Standing) -> list[str]:
    """Commands that somebody who stands like this may give now."""
    table, phase, seated, dealing = at.table, phase_of(at), who.seated, who.deals
    floor, has_dealer = who.role == "floor", table.opened.house.has_dealer
    there = seated and not has_dealer
    now = {
        "sit": phase != "closed",
        "leave": seated,
        "bet": seated and phase == "betting",
        "tip": seated and phase == "betting" and table.boxes,
        "stakes": seated and (phase == "betting" or (phase == "idle" and there)),
        "session": True,
        "answer": who.asked,
        "answer_stake": who.asked,
        "decks": phase == "idle" and (dealing or floor),
        "open_round": (dealing or there) and phase == "idle",
        "mix": seated and table.betting and table.decks.may_be_mixed and not who.mixed,
        "cut": table.decks.uncut and (dealing or (seated and who.may_cut)),
        "deal": (dealing or there) and phase == "betting" and table.boxes,
        "go": dealing and table.waits_for_dealer,
        "press": dealing and table.system.next and not table.system.disputed,
        "resolve": table.system.disputed,
        "irregular": (floor or (dealing and has_dealer)) and table.may_go_wrong,
        "call": called_for(at) if floor else dealing and at.is_open,
        "assign": at.is_open,
        "validate": table.slips,
        "refuse": table.slips,
        "limits": at.is_open,
        "open": phase == "closed",
        "close": phase == "idle" or (phase == "betting" and not table.boxes),
    }
    return [do for do, roles in MAY.items() if who.role in roles and now[do]]


# -- what a dealer sees beside the cards -----------------------------------------------------------
# Only the staff is sent this: a result that the dealer is about to pay is nobody else's yet.


BETS, SYSTEM, DEAL, SIDES = "bets", "system", "deal", "sides"
INSURANCE, READER, BOXES, DEALER, SETTLE = "insurance", "reader", "boxes", "dealer", "settle"
State = Literal["done", "now", "next", "skipped"]


class Stage(NamedTuple):
    """A stage of a round."""

    words: str
    terms: tuple[str, ...] = ()
    """Those whose clause is its own, the first that the game has."""
    optional: bool = True
    """A round may go without it."""


STAGES = {
    BETS: Stage("No more bets", ("wagers_placed", "opening_wager"), optional=False),
    SYSTEM: Stage("Lock out and count"),
    DEAL: Stage("Deal the first cards", ("dealing", "player_cards"), optional=False),
    SIDES: Stage("Settle side wagers", ("side_wagers_settle",)),
    INSURANCE: Stage("Offer insurance", ("insurance",)),
    READER: Stage("Read the hole card", ("peek",)),
    BOXES: Stage("Boxes act, from your left", ("setting", "raise", "double_on")),
    DEALER: Stage("Your hand", ("dealer_way", "qualifies", "soft_17")),
    SETTLE: Stage("Take and pay, from your right", ("settle_order", "wins_pay"), optional=False),
}
ORDER = tuple(STAGES)
NOT_DONE = frozenset({"none", "not offered", "no", "never", ""})


def dealer_step(at: LiveTable) -> DealerStepView | None:
    """What the dealer's hands do next, if the table waits for it."""
    names = fixed(at.table.opened).names
    match at.table.driver.paused:
        case Draw(to=to):
            return DealerStepView(kind="card", to=to)
        case Turn():
            clause = at.table.opened.terms.clause("hole_card")
            return DealerStepView(kind="turn", to="dealer", clause=clause)
        case Settle(box=box):
            return DealerStepView(kind="settle", to=f"box {box}" if box else "")
        case Result() as step:
            back = at.table.payer.worth(step)
            return DealerStepView.from_record(
                step,
                kind="pay",
                to=f"box {step.box}",
                player=at.table.boxes[step.box].player,
                name=named(step.on, names),
                words=capital(grounds(step.why, str(step.pays), won=back > step.cents)),
                back=back,
            )
    return None


def procedure_lines(at: LiveTable) -> list[ProcedureLine]:
    """The steps of a round in their order: done, now, to come, or skipped and why."""
    opened = at.table.opened
    stages = {key: clause for key in ORDER if (clause := _clause(opened, key)) is not None}
    seen = dict.fromkeys(_stages(opened, at.this_round))
    now = _now(at, [*seen])
    over = any(isinstance(each, RoundEnded) for each in at.this_round) and not at.table.betting
    reached = len(ORDER) if over else ORDER.index(now) if now else -1
    lines = []
    for key, clause in stages.items():
        stage, place, skipped = STAGES[key], ORDER.index(key), _skipped(at, key)
        state: State
        if not over and key == now:
            state = "now"
        elif place < reached:
            state = "done" if key in seen or not stage.optional else "skipped"
        else:
            state = "skipped" if skipped and reached >= 0 else "next"
        said = skipped if state == "skipped" else ""
        settles = key in (SIDES, SETTLE)
        lines.append(
            ProcedureLine(
                words=STAGES[key].words, clause=clause, state=state, why=said, settles=settles
            )
        )
    return lines


def _clause(opened: Open, key: str) -> str | None:
    """The clause of a stage; `None` if this table does not have it."""
    if key == SYSTEM:
        wagers = [offered.wager for offered in opened.offers.values()]
        return next((w.cite for w in wagers if w.equipment.steps), None)
    if key == SIDES and not any(_is_early(offer.wager.settles) for offer in opened.offers.values()):
        return None
    for term in STAGES[key].terms:
        if clause := opened.terms.clause(term):
            value = opened.terms.texts.get(term, "")
            return None if key in (INSURANCE, READER) and value in NOT_DONE else clause
    return opened.game.cite if key not in (INSURANCE, READER, SIDES) else None


def _is_early(settles: str | Sequence[str]) -> bool:
    return "after the deal" in str(settles)


def _stages(opened: Open, events: Sequence[Event]) -> Iterator[str]:
    """The stages that these events belong to, as they were reached."""
    peek, main = opened.terms.clause("peek"), opened.procedure.main
    asked = turned = False
    for event in events:
        match event:
            case BetsClosed():
                yield BETS
            case SystemUsed() if not asked and not turned:
                yield SYSTEM
            case CardDealt(to=to) if to.startswith("box"):
                yield BOXES if asked else DEAL
            case CardDealt(to="dealer"):
                yield DEALER if turned else DEAL
            case Asked(about="insurance" | "even money"):
                yield INSURANCE
            case StakeAsked(about=wager) if wager.startswith("insurance"):
                yield INSURANCE
            case Said(clause=clause) if clause and clause == peek:
                yield READER
            case Asked() | StakeAsked():
                asked = True
                yield BOXES
            case CardTurned(at="dealer"):
                turned = True
                yield DEALER
            case Settled() if turned:
                yield SETTLE
            case Settled(wager=wager) if not asked and not wager.startswith(main):
                yield SIDES


def _now(at: LiveTable, seen: list[str]) -> str:
    """The stage that waits to be done; empty between rounds."""
    table = at.table
    if table.betting:
        return BETS
    if not table.in_play:
        return ""
    last = max(seen, key=ORDER.index, default=BETS)
    match table.driver.paused:
        case _ if table.driver.script is None:
            return SYSTEM
        case Draw(to=to) if last in (BETS, SYSTEM, DEAL):
            return DEAL if to != "dealer" or not _dealt(at) else DEALER
        case Draw(to="dealer"):
            return DEALER if _dealt(at) else DEAL
        case Draw():
            return BOXES
        case Turn():
            return DEALER
        case Settle() | Result() if last in (DEALER, SETTLE):
            return SETTLE
        case Settle():
            return SIDES if last in (BETS, SYSTEM, DEAL, SIDES) else last
        case Result():
            return BOXES
    for pending in table.asked.values():
        about = pending.step.about if isinstance(pending.step, Ask) else pending.step.wager
        return INSURANCE if about.startswith(("insurance", "even money")) else BOXES
    return last


def _dealt(at: LiveTable) -> bool:
    """The dealer has the first cards."""
    first = 1 if at.table.opened.terms.texts.get("hole_card") not in ("dealt", None) else 2
    return len(at.table.round.dealer) >= first if at.table.round else False


def _skipped(at: LiveTable, key: str) -> str:
    """Why a stage is left out, once the dealer's first card is known."""
    if key == SYSTEM and at.table.in_play:
        placed = {wager for box in at.table.boxes.values() for wager in box.placed}
        kinds = at.table.opened.offers
        made = [w for w in placed if w in kinds and kinds[w].wager.equipment.steps]
        return "" if made else "no progressive wager was made"
    up = _upcard(at)
    if up is None or key not in (INSURANCE, READER):
        return ""
    article = "an" if up.rank.symbol in ("A", "8") else "a"
    shown = f"{article} {up.rank.symbol} is up"
    if key == INSURANCE and not up.is_ace:
        return f"not offered, {shown}"
    if key == READER and up.points not in at.table.opened.terms.dealing.peeks:
        return f"not used, {shown}"
    return ""


def _upcard(at: LiveTable) -> Card | None:
    dealer = at.seen_by("").dealer
    return dealer[0].card if dealer and at.table.in_play else None
