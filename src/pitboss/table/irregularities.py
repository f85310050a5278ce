"""The irregularities of a round.

Which irregularities may be reported, by whom and when, and what follows; and the lines that void a
round by decision: stakes are returned, and slips are paid. Those lines follow from the round alone,
so that a log can be checked against them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from pitboss.errors import NotAllowed, PitbossError, UnknownName, either
from pitboss.games.log_words import IN_SECOND_GAME, IRREGULARITIES
from pitboss.games.terms import SUPERVISOR
from pitboss.log import NOTHING, Difference, Event
from pitboss.procedure.round import Round
from pitboss.procedure.steps import Irregularity
from pitboss.procedure.verbs import DECISIONS, LATER, LEFT_THERE, PLAY_ON
from pitboss.rulebook.term_fields import fill
from pitboss.table.events import header_of
from pitboss.table.events.rounds import (
    Answered,
    AnswerExpired,
    Bet,
    BetsClosed,
    FloorCame,
    Irregular,
    RoundEnded,
    RoundOpened,
    Settled,
    SlipValidated,
    SlipWritten,
    StakeAdded,
    StakeCollected,
    Tip,
    Voided,
)
from pitboss.table.events.shoes import CardDealt, CardPlaced, ShoeOpened
from pitboss.table.events.table import (
    CashOut,
    LogSuperseded,
    MeterFed,
    MeterRetired,
    MeterSent,
    MeterUnfed,
    TableClosed,
)
from pitboss.table.houses.filed_meters import wager_of
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import Open
from pitboss.table.log.chain import chain_of
from pitboss.table.log.ledger import Layout, reversing_entries, spot
from pitboss.table.money.awards import TableMeter, retired, taken_back, transferred, validated
from pitboss.wagers.terms import WagerTerms

MISDEALS: Final = tuple(
    kind for kind, by in IRREGULARITIES.items() if by in ("misdeal_player", "misdeal_dealer")
)
EXTRA: Final = "extra card "
"""The prefix of the kinds that leave an extra card in a hand."""
EXTRA_TO_DEALER: Final = f"{EXTRA}to the dealer"
TAKES_CARD: Final = ("dealt on", "used", "burned", "discarded")
"""What is decided about a card that has left the shoe: everybody sees it."""
CONTINUES: Final = (Answered, AnswerExpired, BetsClosed, CardDealt, CardPlaced, FloorCame)
"""Events after which the same irregularity may happen again."""


def reportable(opened: Open) -> tuple[str, ...]:
    """What may be reported: software that deals makes none of a dealer's errors."""
    return tuple(may_happen(opened)) if opened.house.has_dealer else ("other",)


def may_happen(opened: Open) -> Iterator[str]:
    """The irregularities of a game: no hand of a second game goes wrong where there is none."""
    for kind in IRREGULARITIES:
        if opened.procedure.second_game or kind not in IN_SECOND_GAME:
            yield kind


def decision_of(opened: Open, kind: str, later: bool = False) -> tuple[str, str]:
    """What the game decides about an irregularity, and the clause that says so.

    A misdeal comes `later` once a card beyond the first two is delivered.
    """
    terms = opened.terms
    if kind not in IRREGULARITIES:
        raise UnknownName("irregularity", kind, IRREGULARITIES)
    if kind == "harmless error":
        return "play on", terms.clause("misdeal_player") or opened.game.cite
    term = IRREGULARITIES[kind]
    if later and kind in MISDEALS and terms.misdeal_later:
        term = "misdeal_later"
    decided = getattr(terms, term) if term else SUPERVISOR
    if kind.startswith(EXTRA) and decided == LATER:  # that is about a card missing
        term, decided = "exposed_card", terms.exposed_card
    if kind == "fallen card" and terms.fallen_hand == "lost":
        decided = "that hand lost"
    return decided, terms.clause(term) or terms.clause("misdeal_player")


def lawful_decisions(kind: str) -> tuple[str, ...]:
    """What a supervisor may decide about an irregularity."""
    may = [each for each in DECISIONS if not (kind.startswith(EXTRA) and each in LEFT_THERE)]
    if kind == EXTRA_TO_DEALER:
        may = [each for each in may if not each.startswith("that ")]
    return tuple(may)


def decisions(opened: Open, kind: str) -> tuple[str, ...]:
    """What a supervisor may decide; where software deals, no card has left the shoe."""
    may = lawful_decisions(kind)
    return may if opened.house.has_dealer else tuple(m for m in may if m not in TAKES_CARD)


def needs_floor(kind: str, decided: str) -> bool:
    """Whether only a floor supervisor may report it, as it exposes a card or moves money."""
    return decided not in PLAY_ON or kind.startswith(EXTRA)


def judge(opened: Open, table: Round, said: Irregular, decided: str) -> Irregular:
    """A report with the decision of its clause, or of the supervisor where the clause leaves it.

    It is refused if it names no such hand.
    """
    found = replace(said, decision=_decision(said, decided))
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


def _decision(said: Irregular, decided: str) -> str:
    if decided == SUPERVISOR:
        may = lawful_decisions(said.what)
        if said.decision not in may:
            raise NotAllowed(
                f"the supervisor decides: choose {either(may)}, not {said.decision!r}.", said.clause
            )
        return said.decision
    if said.decision and said.decision != decided:
        raise NotAllowed(
            f"{said.what} is decided as {decided!r} at this table, not {said.decision!r}.",
            said.clause,
        )
    return decided


def _is_missed(found: Irregular, kind: str) -> bool:
    """Whether a card that was missed is dealt after the others."""
    return (found.what, found.decision) == (kind, LATER)


def _check_extra(opened: Open, table: Round, kind: str, box: int | None, clause: str) -> None:
    """Refuse a card too many where there is no such hand, or where hands share their cards."""
    if opened.terms.at_terminals:
        raise NotAllowed("hands share their cards at this table: report an exposed card.", clause)
    hands = table.box(box).hands if box else []
    of_second = {bool(hand.game) for hand in hands[:1]}
    if kind != EXTRA_TO_DEALER and of_second != {kind in IN_SECOND_GAME}:
        raise NotAllowed(f"Box {box} has no such hand now.", clause)


def thrown(opened: Open, found: Irregular) -> Irregularity:
    """The record of an irregularity that is thrown into the script."""
    kind = found.what
    to_dealer = kind == EXTRA_TO_DEALER or _is_missed(found, "misdeal to the dealer")
    return Irregularity(
        found.why or kind,
        found.decision,
        found.clause,
        None if to_dealer else found.box,
        opened.procedure.by_table if kind in IN_SECOND_GAME else (),
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
        raise NotAllowed(
            f"{found.what} has already been reported. Continue the round before reporting it again."
        )
    if _takes_card(found) and (exposed or any(map(_takes_card, since))):
        raise NotAllowed("A card has already left the shoe: it must be dealt before another.")
    if found.what == "surplus card" and dealing != "dealer":
        raise NotAllowed("The dealer is not drawing: there is no surplus card.", found.clause)
    if found.what.startswith("misdeal") and found.decision == LATER and (later or not dealing):
        raise NotAllowed("The first cards have been dealt: none of them is missing.", found.clause)


def _reported(log: Iterable[Event]) -> list[Irregular]:
    """What has been reported since a player answered or a card was dealt to a hand."""
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
            case _ if isinstance(event, CONTINUES):
                since.clear()
    return since


def _takes_card(found: Irregular) -> bool:
    return found.decision in TAKES_CARD or found.what.startswith(EXTRA)


# -- a round voided by decision --------------------------------------------------------------------


def voided(
    house: House,
    this_round: Sequence[Event],
    meters: Mapping[str, TableMeter],
    decided: LogSuperseded,
    cite: str,
    before: str,
    salt: str,
    why: str = "the round could not be resumed",
) -> list[Event]:
    """The lines from the decision that voids a round to the end of that round.

    `before` is what the chain of the round already holds when it begins, `salt` what hides it.
    `why` is the reason if the rules are the same as before.
    """
    if decided.was != decided.now or decided.rulebook:
        why = "the rules changed in the middle of the round"
    layout = Layout(this_round)
    back = _stakes_back(layout)
    made: list[Event] = [decided, Voided(None, cite, why)]
    made += [*back, *unfed(house, layout, meters, *back)]
    made += [validated(slip, decided.by) for slip in slips_waiting(this_round)]  # it stands
    chain = chain_of(salt, [before, *(each.line for each in (*this_round, *made))])
    return [*made, RoundEnded(rounds_of(this_round), chain, salt)]


def audit_decision(
    house: House, events: Sequence[Event], begun: int, before: str, meters: Mapping[str, TableMeter]
) -> Iterator[Difference]:
    """Check the lines from a decision on against what the log before it implies.

    `begun` is where the round in play begins, 0 if none is.
    """
    at = decided_at(events)
    decided = events[at]
    assert isinstance(decided, LogSuperseded)
    made: list[Event | None] = [replace(decided, was=header_of(events).procedure)]
    try:
        if begun:
            cite, why = next(
                ((e.clause, e.why) for e in events[at:] if isinstance(e, Voided)), ("", "")
            )
            salt = next((e.salt for e in events[at:] if isinstance(e, RoundEnded)), "")
            made += voided(house, events[begun:at], meters, decided, cite, before, salt, why)[1:]
        rounds = rounds_of(events)
        made += [_after(each, meters, rounds) for each in events[at + len(made) :]]
    except (PitbossError, KeyError) as error:
        yield Difference(at + 1, decided.line, f"a decision that can be carried out: {error}")
        return
    for line, (logged, should) in enumerate(zip_longest(events[at:], made), at + 1):
        if logged != should:
            yield Difference(line, str(logged or NOTHING), str(should or NOTHING))
            return


def decided_at(events: Sequence[Event]) -> int:
    """Where a decision ends a log; its length if none does."""
    kinds = [*map(type, events)]
    return kinds.index(LogSuperseded) if LogSuperseded in kinds else len(kinds)


def rounds_of(events: Sequence[Event]) -> int:
    """The number of a log's last round; 0 if none began."""
    return max((each.number for each in events if isinstance(each, RoundOpened)), default=0)


def _after(said: Event, meters: Mapping[str, TableMeter], rounds: int) -> Event | None:
    """A line after the round, as it should be; the ledger and the shoes check the others."""
    match said:
        case MeterSent(meter=meter, to=to, by=by, clause=clause, permission=permission):
            fund = meters[meter].transfer(to, by, clause, permission)
            return transferred(meter, fund, said.why)
        case MeterRetired(meter=meter):
            return retired(meter, meters[meter].retire())
        case TableClosed():
            return TableClosed(rounds)
        case CashOut() | ShoeOpened():
            return said
    return None


def _stakes_back(layout: Layout) -> list[Settled]:
    """Reversing entries for everything unsettled, in the order it was placed:
    what was racked, the other stakes, and bets for the dealer.
    """
    back = {spot(each): each for box in layout.boxes.values() for each in reversing_entries(box)}
    racked = [spot(each) for each in layout.events if isinstance(each, StakeCollected)]
    put = [spot(each) for each in layout.events if isinstance(each, Bet | StakeAdded | Tip)]
    put.sort(key=lambda at: at[2])
    return [back.pop(at) for at in (*racked, *put) if at in back]


def unfed(
    house: House, layout: Layout, meters: Mapping[str, TableMeter], *back: Settled
) -> Iterator[MeterUnfed]:
    """Contributions of voided stakes are returned, unless a meter keeps them (reading G-9)."""
    key, gone = f"{house.table}/{rounds_of(layout.events)}", {spot(each) for each in back}
    fed = [each for each in layout.events if isinstance(each, MeterFed) and spot(each) in gone]
    for each in fed:
        if not _keeps(house, each.meter):
            yield taken_back(meters, each.meter, key, each.box, each.wager)


def _keeps(house: House, meter: str) -> bool:
    """Whether the house has filed that a meter keeps the contribution of a voided stake."""
    choice = house.wagers.get(wager_of(meter))
    return choice is not None and fill(WagerTerms, house.in_force(choice)).contributions_kept


def slips_waiting(this_round: Sequence[Event]) -> list[SlipWritten]:
    """Slips of a round not yet validated by a floor supervisor."""
    paid = {each.slip for each in this_round if isinstance(each, SlipValidated)}
    written = (each for each in this_round if isinstance(each, SlipWritten))
    return [slip for slip in written if slip.number not in paid]
