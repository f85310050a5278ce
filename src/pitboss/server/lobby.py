"""The lobby: what everybody may know about the tables, the meters, and what they have paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from pitboss.log import Event
from pitboss.money import Odds
from pitboss.progressive.link import Link
from pitboss.rulebook.load import Rulebook
from pitboss.server.messages import record_messages, table_messages
from pitboss.server.tables.linked_tables import Waiting
from pitboss.server.tables.live_table import LiveTable
from pitboss.server.views.felt_view import kind_of, money_of_all
from pitboss.server.views.table_status import (
    called_for,
    head_of,
    meters_of,
    phase_of,
    posted_at,
    slip_view,
)
from pitboss.store.queries import ValidatedRow
from pitboss.store.store import Store
from pitboss.table.events.rounds import Settled, SlipValidated
from pitboss.table.houses.opening import Open

VALUES: Final = 20
"""How many secret values of a mystery are shown."""


def table_lines(
    tables: Iterable[LiveTable], player: str = ""
) -> Iterator[table_messages.TableLine]:
    """Every table, as the lobby shows it to a player or to anybody."""
    for at in tables:
        opened = at.table.opened
        house = opened.house
        yield table_messages.TableLine.from_record(
            house,
            **head_of(at),
            taken=sorted(at.seats),
            seats_free=house.boxes - len(at.seats),
            state="open" if at.is_open else "closed",
            wagers=[
                table_messages.WagerName(
                    key=key, name=offered.wager.name, kind=kind_of(opened, key, offered.wager)
                )
                for key, offered in opened.offers.items()
            ],
            meters=meters_of(at, opened.meters),
            phase=phase_of(at),
            posted=posted_at(at),
            called=called_for(at),
            dealer=at.dealer,
            you=seat_of(at, player),
        )


def seat_of(at: LiveTable, player: str) -> table_messages.OwnSeat | None:
    """What a player has at a table; nothing if they are not seated there."""
    if player not in at.seats.values():
        return None
    lying, _ = money_of_all(at.seen_by(player)).get(player, (0, 0))
    return table_messages.OwnSeat(in_play=lying, asked=player in at.asked)


def meter_lines(tables: Iterable[LiveTable]) -> Iterator[record_messages.MeterRow]:
    """Every meter of an open table once, with what it has paid."""
    links: dict[Link, tuple[str, list[LiveTable]]] = {}
    for at in tables:
        for name, link in at.links.items() if at.is_open else ():
            links.setdefault(link, (name, []))[1].append(at)
    for link, (name, feeding) in links.items():
        yield record_messages.MeterRow.from_record(
            link,
            name=name,
            table=feeding[0].table.opened.meters[name].link or feeding[0].id,
            tables=[at.id for at in feeding],
            shows=link.meter.display,
            seed=link.meter.seed,
            maximum=link.meter.limit,
            wins=list(_hands(feeding[0].table.opened, name)),
            values=[
                record_messages.MysteryValue.from_record(
                    opened, commit=made.commitment, source=made.source
                )
                for made, opened in reversed(link.values[-VALUES:])
            ],
        )


def _hands(opened: Open, meter: str) -> Iterator[record_messages.MeterHand]:
    """The hands that win from a meter, the greatest share first."""
    key, _, which = meter.partition(" ")
    offered = opened.offers.get(key) or opened.extras.get(key)
    table = offered.table.rows if offered else ()
    rows = [(row.outcome, row.pays) for row in table if isinstance(row.pays, Odds)]
    mine = [(hand, pays) for hand, pays in rows if pays.share and pays.meter in ("", which)]
    for hand, pays in sorted(mine, key=lambda each: -each[1].share):
        yield record_messages.MeterHand(hand=hand, pays=str(pays))


def award_line(
    event: SlipValidated,
    this_round: Iterable[Event],
    at: str,
    table: str,
    name: str,
    book: Rulebook,
) -> record_messages.AwardLine:
    """An award for the board, with the hand that won it."""
    won = (e for e in this_round if isinstance(e, Settled) and e.slip == event.slip)
    names = {wager.key: wager.name for wager in book.wagers}
    return record_messages.AwardLine.from_record(
        event,
        at=at,
        table=table,
        table_name=name,
        wager_name=names.get(event.wager, event.wager),
        hand=next((e.why for e in won), ""),
    )


def last_awards(store: Store, book: Rulebook, many: int) -> list[record_messages.AwardLine]:
    """The awards that were validated most recently, newest first."""
    made = []
    for row in store.validated(0, many):
        spans = store.rounds(row.table, row.round - 1, 1)
        events = [e for span in spans for e in store.events(row.table, span.first, span.last)]
        made.append(award_line(row.event, events, row.at, row.table, row.name, book))
    return made


def slip_lines(
    tables: Iterable[LiveTable], waiting: Iterable[Waiting], since: Mapping[tuple[str, int], str]
) -> Iterator[record_messages.SlipLine]:
    """Every waiting slip: for a floor supervisor, or for a decision about its table."""
    for at in tables:
        for slip in at.table.awards.waiting.values():
            yield record_messages.SlipLine.from_record(
                slip_view(slip),
                table=at.id,
                table_name=at.name,
                round=at.table.rounds,
                decision=False,
                since=since.get((at.id, slip.number)),
                refused=at.refused.get(slip.number),
            )
    for waits in waiting:
        for each in waits.slips:
            yield record_messages.SlipLine.from_record(
                each,
                table=waits.id,
                table_name=waits.name,
                round=waits.round,
                decision=True,
                since=since.get((waits.id, each.number)),
            )


def validated_line(row: ValidatedRow) -> record_messages.SlipLine:
    """A slip that was validated."""
    return record_messages.SlipLine.from_record(
        slip_view(row.event),
        table=row.table,
        table_name=row.name,
        round=row.round,
        decision=False,
        validated_by=row.event.by,
        validated_at=row.at,
    )
