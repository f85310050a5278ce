"""What everybody may know of the floor: its tables, and what its meters show and have paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from pitboss.progressive.link import Link
from pitboss.server import messages
from pitboss.server.fixed_view import kind_of
from pitboss.server.linked_tables import Waiting
from pitboss.server.live_table import LiveTable
from pitboss.server.table_view import called_for, meters_of, phase_of, slip_view
from pitboss.store.rows import ValidatedRow
from pitboss.table.events import SlipValidated

VALUES: Final = 20
"""How many secret values of a mystery are shown."""


def table_lines(tables: Iterable[LiveTable]) -> Iterator[messages.TableLine]:
    """Every table, as the lobby shows it."""
    for at in tables:
        opened = at.table.opened
        house = opened.house
        yield messages.TableLine(
            id=at.id,
            name=at.name,
            game=house.game,
            game_name=opened.game.name,
            jurisdiction=house.jurisdiction,
            jurisdiction_name=at.law,
            cite=opened.game.cite,
            least=house.least,
            most=house.most,
            decks=house.decks,
            boxes=house.boxes,
            taken=sorted(at.seats),
            seats_free=house.boxes - len(at.seats),
            state="open" if at.is_open else "closed",
            pace=house.pace,
            wagers=[
                messages.WagerName(
                    key=key, name=offered.wager.name, kind=kind_of(opened, key, offered.wager)
                )
                for key, offered in opened.offers.items()
            ],
            meters=meters_of(at, opened.meters),
            phase=phase_of(at),
            called=called_for(at),
        )


def meter_lines(tables: Iterable[LiveTable]) -> Iterator[messages.MeterRow]:
    """Every meter of an open table once, with what it has paid."""
    links: dict[Link, tuple[str, list[LiveTable]]] = {}
    for at in tables:
        for name, link in at.links.items() if at.is_open else ():
            links.setdefault(link, (name, []))[1].append(at)
    for link, (name, feeding) in links.items():
        yield messages.MeterRow(
            name=name,
            table=feeding[0].table.opened.meters[name].link or feeding[0].id,
            tables=[at.id for at in feeding],
            shows=link.meter.display,
            seed=link.meter.seed,
            hits=link.hits,
            top=link.top,
            maximum=link.meter.limit,
            values=[
                messages.MysteryValue(
                    commit=made.commitment,
                    source=made.source,
                    salt=opened.salt if opened else None,
                    value=opened.value if opened else None,
                )
                for made, opened in reversed(link.values[-VALUES:])
            ],
        )


def slip_lines(
    tables: Iterable[LiveTable], waiting: Iterable[Waiting]
) -> Iterator[messages.SlipLine]:
    """Every waiting slip: for a floor supervisor, or for a decision about its table."""
    for at in tables:
        for slip in at.table.awards.waiting.values():
            yield _slip_line(slip_view(slip), at.id, at.name, at.table.rounds, False)
    for table in waiting:
        for each in table.slips:
            yield _slip_line(each, table.id, table.name, table.round, True)


def validated_line(row: ValidatedRow) -> messages.SlipLine:
    """A slip that was validated."""
    assert isinstance(row.event, SlipValidated)
    line = _slip_line(slip_view(row.event), row.table, row.name, row.round, False)
    return line.model_copy(update={"validated_by": row.event.by, "validated_at": row.at})


def _slip_line(
    slip: messages.SlipView, table: str, name: str, number: int, decision: bool
) -> messages.SlipLine:
    said = slip.model_dump()
    return messages.SlipLine(**said, table=table, table_name=name, round=number, decision=decision)
