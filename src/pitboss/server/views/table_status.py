"""The status of a table: its phase, what comes next, and what somebody may do now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from pitboss.errors import sentence
from pitboss.games.stages import (
    BETS,
    BOXES,
    DEAL,
    DEALER,
    SETTLE,
    SIDES,
    STAGES,
    SYSTEM,
    Stage,
    asked_in,
    clause_of,
    skipped,
)
from pitboss.log import Event
from pitboss.procedure.steps import Ask, Draw, Result, Settle, Turn
from pitboss.rulebook.schema import Wager
from pitboss.server.messages import layout_messages, table_messages
from pitboss.server.messages.table_messages import DealerStepView, ProcedureLine
from pitboss.server.tables.commands import MAY
from pitboss.server.tables.live_table import LiveTable
from pitboss.server.views.felt_view import fixed_view
from pitboss.table.cards.decks import MUST
from pitboss.table.events import has_ended
from pitboss.table.events.rounds import (
    Asked,
    BetsClosed,
    Said,
    Settled,
    SlipValidated,
    SlipWritten,
    StakeAsked,
    SystemUsed,
)
from pitboss.table.events.shoes import CardDealt, CardTurned
from pitboss.table.houses.opening import Open
from pitboss.table.log.mask import NOBODY, box_of
from pitboss.table.log.narrator import grounds, named, stopped_for


def head_of(at: LiveTable) -> dict[str, str]:
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
    """Limits that apply from a later time on."""
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
        made.append(layout_messages.MeterView(name=name, shows=meter.display, **mystery))
    return made


def phase_of(at: LiveTable) -> table_messages.Phase:
    """The phase of the table."""
    table = at.table
    if table.in_play:
        waits = at.is_stopped or table.floor_called or (table.slips and table.driver.finished)
        return "floor" if waits else "playing"
    if table.betting and at.is_open:
        return "betting"
    return "idle" if at.is_open and not table.closed else "closed"


def called_for(at: LiveTable) -> str:
    """Why a floor supervisor is called: by the law, by the dealer, or by a difference at the
    progressive system.
    """
    if stopped := at.table.floor_called:
        return stopped_for(stopped, fixed_view(at.table.opened).names)
    step = at.table.system.disputed
    if at.called:
        return at.called.why
    return f"{sentence(step.wrong)}." if step else ""


CHECKS: Final = "The floor is called. Cards stay while the floor checks."


class Next(NamedTuple):
    """What comes next."""

    staff: str
    """What the dealer does, or waits for."""
    player: str
    """What a player does, or waits for."""


def next_of(at: LiveTable) -> Next:
    """What comes next, in words for the dealer and for the player."""
    table, dealt = at.table, at.table.opened.house.has_dealer
    match phase_of(at):
        case "closed":
            return Next("This table is closed.", "This table is closed.")
        case "idle":
            todo = table.decks.todo if dealt else ()
            first = f"{sentence(MUST[todo[0]])}." if todo else "Open the next round."
            return Next(first, "The dealer opens the betting." if dealt else "Lay your chips.")
        case "betting":
            deal = "Deal, once the bets are down." if table.boxes else "Wait for bets."
            deals = "The dealer deals once the bets are down."
            return Next(deal, deals if dealt else "Lay your chips.")
        case "floor" if not at.is_stopped and not table.floor_called:
            slips = ", ".join(map(str, table.slips))
            return Next(f"Wait for a floor supervisor: slip {slips}.", CHECKS)
    if phase_of(at) == "floor" or table.system.disputed:
        return Next("Wait for a floor supervisor.", CHECKS)
    asked = {table.boxes[pending.step.box].player: None for pending in table.asked.values()}
    whom = " and ".join(asked) if len(asked) <= 2 else f"{len(asked)} players"
    waits = f"Waiting for {whom}." if asked else ""
    return Next(_by_hand(at) or waits, waits or "The dealer is dealing.")


def _by_hand(at: LiveTable) -> str:
    """What the dealer's hands do next, at the progressive system or on the felt."""
    if step := at.table.system.next:
        return f"{step.name}: {step.step}."
    match at.table.driver.paused:
        case Draw(to=to):
            return f"Deal the next card: {to}."
        case Turn():
            return "The dealer turns the hole card."
        case Settle() | Result():
            return "The dealer takes and pays."
    return ""


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
    """The commands that somebody in this position may give now."""
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
        "answer": who.asked and phase == "playing",
        "answer_stake": who.asked and phase == "playing",
        "decks": phase == "idle" and (dealing or floor),
        "open_round": (dealing or there) and phase == "idle",
        "mix": seated and table.betting and table.decks.may_be_mixed and not who.mixed,
        "cut": table.decks.uncut and (dealing or (seated and who.may_cut)),
        "deal": (dealing or there) and phase == "betting" and table.boxes,
        "go": dealing and table.waits_for_dealer and phase == "playing",
        "move": dealing and has_dealer and not at.is_stopped and at.results - Counter(at.moved),
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


State = Literal["done", "now", "next", "skipped"]


def dealer_step(at: LiveTable) -> DealerStepView | None:
    """What the dealer's hands do next, if the table waits for it."""
    names = fixed_view(at.table.opened).names
    match at.table.driver.paused:
        case Draw(to=to):
            return DealerStepView(kind="card", to=to, words=_card_words(at, to))
        case Turn():
            clause = at.table.opened.terms.clause("hole_card")
            words = "Turn your hole card"
            return DealerStepView(kind="turn", to="dealer", words=words, clause=clause)
        case Settle(box=box):
            words = "Settle side wagers, from your right"
            return DealerStepView(kind="settle", to=f"box {box}" if box else "", words=words)
        case Result() as step:
            back = at.table.payer.worth(step)
            return DealerStepView.from_record(
                step,
                kind="pay",
                to=f"box {step.box}",
                player=at.table.boxes[step.box].player,
                name=named(step.on, names),
                words=sentence(grounds(step.why, str(step.pays), won=back > step.cents)),
                back=back,
            )
    return None


def _card_words(at: LiveTable, to: str) -> str:
    """Where the next card goes, in the dealer's words."""
    box = at.table.boxes.get(box_of(to))
    if box:
        return f"A card to {box.player}, {to}"
    return {"burn": "Burn a card", "dealer": "A card to yourself"}.get(to, f"A card: {to}")


def procedure_lines(at: LiveTable) -> list[ProcedureLine]:
    """The steps of a round in their order: done, now, to come, or skipped and why."""
    opened, order = at.table.opened, STAGES.index
    stages = {each: clause for each in STAGES if (clause := _clause(opened, each)) is not None}
    events = at.seen_by(NOBODY).events
    seen = dict.fromkeys(_stages(opened, stages, events))
    now = _now(at, [*seen])
    over = has_ended(events) and not at.table.betting
    reached = len(STAGES) if over else order(now) if now else -1
    lines = []
    for stage, clause in stages.items():
        why = _skipped(at, stage)
        state: State
        if not over and stage == now:
            state = "now"
        elif order(stage) < reached:
            state = "done" if stage in seen or not stage.optional else "skipped"
        else:
            state = "skipped" if why and reached >= 0 else "next"
        said = (why or "there was nothing to do") if state == "skipped" else ""
        lines.append(ProcedureLine.from_record(stage, clause=clause, state=state, why=said))
    return lines


def _clause(opened: Open, stage: Stage) -> str | None:
    """The clause of a stage; `None` if this table does not have it."""
    wagers = [offered.wager for offered in opened.offers.values()]
    if stage == SYSTEM:
        return next((wager.cite for wager in wagers if wager.equipment.steps), None)
    if stage == SIDES and not any(map(_settles_early, wagers)):
        return None
    return clause_of(stage, opened.terms, opened.game.cite)


def _settles_early(wager: Wager) -> bool:
    """Whether a side wager is settled after the deal, before anybody acts."""
    return "after the deal" in str(wager.settles)


def _stages(opened: Open, stages: Mapping[Stage, str], events: Sequence[Event]) -> Iterator[Stage]:
    """The stages that these events belong to, as they were reached."""
    told = {clause: stage for stage, clause in stages.items() if stage.told}
    asked = turned = False
    for event in events:
        match event:
            case BetsClosed():
                yield BETS
            case SystemUsed() if not asked and not turned:
                yield SYSTEM
            case CardDealt(to=to) if box_of(to):
                yield BOXES if asked else DEAL
            case CardDealt(to="dealer"):
                yield DEALER if turned else DEAL
            case Said(clause=clause) if clause in told:
                yield told[clause]
            case Asked(about=about) | StakeAsked(about=about):
                stage = asked_in(about)
                asked = asked or stage == BOXES
                yield stage
            case CardTurned(at="dealer"):
                turned = True
                yield DEALER
            case Settled() if turned:
                yield SETTLE
            case Settled(wager=wager) if not asked and not wager.startswith(opened.procedure.main):
                yield SIDES


def _now(at: LiveTable, seen: list[Stage]) -> Stage | None:
    """The stage that waits to be done; `None` between rounds."""
    table = at.table
    if table.betting:
        return BETS
    if not table.in_play:
        return None
    last = max(seen, key=STAGES.index, default=BETS)
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
        step = pending.step
        return asked_in(step.about if isinstance(step, Ask) else step.wager)
    return last


def _dealt(at: LiveTable) -> bool:
    """Whether the dealer has the first cards."""
    return len(at.seen_by(NOBODY).dealer) >= at.table.opened.procedure.dealer_cards


def _skipped(at: LiveTable, stage: Stage) -> str:
    """Why a stage is left out, once that is known."""
    seen, opened = at.seen_by(NOBODY), at.table.opened
    if stage in (SYSTEM, SIDES) and not at.table.betting:
        placed = {wager for box in seen.boxes.values() for wager in box.chips.placed}
        made = [each.wager for key, each in opened.offers.items() if key in placed]
        if stage == SYSTEM and not any(wager.equipment.steps for wager in made):
            return "no progressive wager was made"
        if stage == SIDES and not any(map(_settles_early, made)):
            return "no such wager was made"
        return ""
    up = seen.dealer[0].card if seen.dealer else None
    return skipped(stage, opened.terms, up) if up else ""
