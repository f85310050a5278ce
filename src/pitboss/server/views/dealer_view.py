"""What a dealer sees beside the cards: the next step, and the procedure with its clauses.

Only the floor's staff is sent this: a result that the dealer is about to pay is nobody else's yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from pitboss.cards import Card
from pitboss.log import Event
from pitboss.procedure import Ask, Draw, Result, Settle, Turn
from pitboss.server.live_table import LiveTable
from pitboss.server.messages.table_messages import DealerStepView, ProcedureLine
from pitboss.server.views.fixed_view import fixed
from pitboss.table.events import (
    Asked,
    BetsClosed,
    CardDealt,
    CardTurned,
    RoundEnded,
    Said,
    Settled,
    StakeAsked,
    SystemUsed,
)
from pitboss.table.houses.opening import Open
from pitboss.table.log.narrator import capital, grounds, named

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
