"""The stages of a round, as a dealer goes through them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pitboss.cards import Card
from pitboss.games.terms import Terms


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of a round."""

    words: str
    terms: tuple[str, ...] = ()
    """Those whose clause is its own, the first that the game has."""
    optional: bool = True
    """A round may go without it."""
    by_term: bool = False
    """Only a game that has one of the terms goes through it."""
    settles: bool = False
    """Chips are taken and paid in it."""
    about: tuple[str, ...] = ()
    """What its questions are about; all others are put as the boxes act."""
    told: bool = False
    """The dealer's announcement under its clause shows that it is done."""


BETS: Final = Stage("No more bets", ("wagers_placed", "opening_wager"), optional=False)
SYSTEM: Final = Stage("Lock out and count")
DEAL: Final = Stage("Deal the first cards", ("dealing", "player_cards"), optional=False)
SIDES: Final = Stage("Settle side wagers", ("side_wagers_settle",), by_term=True, settles=True)
INSURANCE: Final = Stage(
    "Offer insurance", ("insurance",), by_term=True, about=("insurance", "even money")
)
READER: Final = Stage("Read the hole card", ("peek",), by_term=True, told=True)
BOXES: Final = Stage("Boxes act, from your left", ("setting", "raise", "double_on"))
DEALER: Final = Stage("Your hand", ("dealer_way", "qualifies", "soft_17"))
SETTLE: Final = Stage(
    "Take and pay, from your right", ("settle_order", "wins_pay"), optional=False, settles=True
)
STAGES: Final = (BETS, SYSTEM, DEAL, SIDES, INSURANCE, READER, BOXES, DEALER, SETTLE)
NOT_DONE: Final = frozenset({"none", "not offered", "no", "never", ""})


def clause_of(stage: Stage, terms: Terms, cite: str) -> str | None:
    """The clause of a stage, if not that of the game; `None` if its terms do not have the stage."""
    for term in stage.terms:
        if clause := terms.clause(term):
            return None if stage.by_term and terms.texts.get(term, "") in NOT_DONE else clause
    return None if stage.by_term else cite


def asked_in(about: str) -> Stage:
    """The stage that a question belongs to."""
    return next((each for each in STAGES if about.startswith(each.about)), BOXES)


def skipped(stage: Stage, terms: Terms, up: Card) -> str:
    """Why a stage is left out under this upcard; empty if it is not."""
    shown = f"{'an' if up.rank.symbol in ('A', '8') else 'a'} {up.rank.symbol} is up"
    if stage == INSURANCE and not up.is_ace:
        return f"not offered, {shown}"
    if stage == READER and up.points not in terms.dealing.peeks:
        return f"not used, {shown}"
    return ""
