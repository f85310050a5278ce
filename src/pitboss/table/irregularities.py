"""Which irregularities may be reported at a table, by whom and when, and what follows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from pitboss.errors import NotAllowed, either
from pitboss.games.terms import SUPERVISOR
from pitboss.log import Event
from pitboss.procedure import LATER, PLAY_ON, Irregularity, Round
from pitboss.table.events import (
    Answered,
    AnswerExpired,
    BetsClosed,
    CardDealt,
    CardPlaced,
    FloorCame,
    Irregular,
)
from pitboss.table.houses.opening import (
    EXTRA,
    EXTRA_TO_DEALER,
    IRREGULARITIES,
    MISDEALS,
    POKER_MISDEALS,
    Open,
)

TAKES_CARD: Final = ("dealt on", "used", "burned", "discarded")
"""What is decided about a card that has left the shoe: everybody sees it."""
GOES_ON: Final = (Answered, AnswerExpired, BetsClosed, CardDealt, CardPlaced, FloorCame)
"""Events after which the same irregularity may happen again."""


def reportable(opened: Open) -> tuple[str, ...]:
    """What may be reported: software that deals makes none of a dealer's errors."""
    return tuple(IRREGULARITIES) if opened.house.has_dealer else ("other",)


def decisions(opened: Open, kind: str) -> tuple[str, ...]:
    """What a supervisor may decide; where software deals, no card has left the shoe."""
    may = opened.decisions(kind)
    return may if opened.house.has_dealer else tuple(m for m in may if m not in TAKES_CARD)


def needs_floor(kind: str, decided: str) -> bool:
    """It shows a card or moves money, and so a floor supervisor reports it."""
    return decided not in PLAY_ON or kind.startswith(EXTRA)


def judge(opened: Open, table: Round, said: Irregular, decided: str) -> Irregular:
    """A report with the decision of its clause, or of the supervisor where the clause leaves it.

    It is refused if it names no such hand.
    """
    found = replace(said, decision=_decision(opened, said, decided))
    kind, box, clause = found.what, found.box, found.clause
    extra = kind.startswith(EXTRA)
    at_box = extra and kind != EXTRA_TO_DEALER
    if found.decision.startswith("that ") or at_box or _is_missed(found, "misdeal to a box"):
        numbers = [each.number for each in table.live]
        if box not in numbers:
            raise NotAllowed(
                f"Box {box} has no stake in this round; name {either(map(str, numbers))}."
            )
    if extra:
        _check_extra(opened, table, kind, box, clause)
    return found


def _decision(opened: Open, said: Irregular, decided: str) -> str:
    if decided == SUPERVISOR:
        may = opened.decisions(said.what)
        if said.decision not in may:
            raise NotAllowed(
                f"the supervisor decides: choose {either(may)}, not {said.decision!r}.", said.clause
            )
        return said.decision
    if said.decision and said.decision != decided:
        raise NotAllowed(f"{said.what} means {decided!r} here, not {said.decision!r}.", said.clause)
    return decided


def _is_missed(found: Irregular, kind: str) -> bool:
    """A card that was missed is dealt after the others."""
    return (found.what, found.decision) == (kind, LATER)


def _check_extra(opened: Open, table: Round, kind: str, box: int | None, clause: str) -> None:
    """Refuse a card too many where there is no such hand, or where hands share their cards."""
    if opened.terms.community_cards == "shared":
        raise NotAllowed("cards are shared here: report an exposed card.", clause)
    hands = table.box(box).hands if box else []
    games = {hand.game for hand in hands[:1]}
    if kind != EXTRA_TO_DEALER and games != {"poker" if kind.endswith("poker hand") else ""}:
        raise NotAllowed(f"Box {box} has no such hand now.", clause)


def thrown(opened: Open, found: Irregular) -> Irregularity:
    """What the script is told of an irregularity."""
    kind = found.what
    to_dealer = kind == EXTRA_TO_DEALER or _is_missed(found, "misdeal to the dealer")
    return Irregularity(
        found.why or kind,
        found.decision,
        found.clause,
        None if to_dealer else found.box,
        opened.procedure.by_table if kind in POKER_MISDEALS else (),
        kind in MISDEALS and opened.terms.misdealt_bets == "every bet",
        kind.startswith(EXTRA),
    )


def check_state(
    log: Iterable[Event],
    found: Irregular,
    dealing: str,
    exposed: bool,
    later: bool,
) -> None:
    """Refuse what cannot have happened now, or has been reported already.

    `dealing`: where the next card goes, if the dealer is about to deal it; `later`: cards beyond
    the first two have been dealt.
    """
    since = _reported(log)
    if any((each.what, each.box) == (found.what, found.box) for each in since):
        raise NotAllowed(f"{found.what} has already been reported: the round must continue first.")
    if _takes_card(found) and (exposed or any(map(_takes_card, since))):
        raise NotAllowed("A card has already left the shoe: it must be dealt before another.")
    if found.what == "surplus card" and dealing != "dealer":
        raise NotAllowed("The dealer is not drawing: there is no surplus card.", found.clause)
    if found.what.startswith("misdeal") and found.decision == LATER and (later or not dealing):
        raise NotAllowed("The first cards have been dealt: none of them is missing.", found.clause)


def _reported(log: Iterable[Event]) -> list[Irregular]:
    """What has been reported since somebody answered or a card was dealt to a hand."""
    since: list[Irregular] = []
    out = False
    for event in log:
        match event:
            case Irregular():
                since.append(event)
                out = out or _takes_card(event)
            case CardDealt() if out:  # the card that was reported
                out = False
            case CardPlaced(to="exposed" | "burn"):
                pass
            case _ if isinstance(event, GOES_ON):
                since.clear()
    return since


def _takes_card(found: Irregular) -> bool:
    return found.decision in TAKES_CARD or found.what.startswith(EXTRA)
