"""What everybody may know of the floor: its tables, and what its meters show and have paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.progressive.link import Link
from pitboss.server import messages as told
from pitboss.server.running import Running
from pitboss.server.spots import kind_of, slip_told
from pitboss.server.tableview import phase_of
from pitboss.server.waiting import Waiting, slip_of
from pitboss.store.rows import ValidatedRow


def table_lines(tables: Iterable[Running]) -> Iterator[told.TableLine]:
    """Every table, as the lobby shows it."""
    for at in tables:
        opened = at.table.opened
        house = opened.house
        yield told.TableLine(
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
                told.WagerName(
                    key=key, name=offered.wager.name, kind=kind_of(opened, key, offered.wager)
                )
                for key, offered in opened.offers.items()
            ],
            meters=[told.MeterTold(name=name, shows=at.shows(name)) for name in opened.meters],
            phase=phase_of(at),
            called=at.called,
        )


def meter_lines(tables: Iterable[Running]) -> Iterator[told.MeterLine]:
    """Every meter of an open table once, with what it has paid."""
    links: dict[Link, tuple[str, list[Running]]] = {}
    for at in tables:
        for name, link in at.links.items() if at.is_open else ():
            links.setdefault(link, (name, []))[1].append(at)
    for link, (name, feeding) in links.items():
        yield told.MeterLine(
            name=name,
            table=feeding[0].table.opened.meters[name].link or feeding[0].id,
            tables=[at.id for at in feeding],
            shows=link.meter.display,
            seed=link.meter.seed,
            hits=link.hits,
            top=link.top,
            maximum=link.meter.limit,
        )


def slip_lines(tables: Iterable[Running], waiting: Iterable[Waiting]) -> Iterator[told.SlipLine]:
    """Every slip that waits: for a floor supervisor, or for what is decided about its table."""
    for at in tables:
        for slip in at.table.awards.waiting.values():
            yield _slip_line(slip_told(slip), at.id, at.name, at.table.rounds, False)
    for table in waiting:
        for each in table.slips:
            yield _slip_line(each, table.id, table.name, table.round, True)


def validated_line(row: ValidatedRow) -> told.SlipLine:
    """A slip that was validated."""
    slip, by = slip_of(row.event), row.event.get("by")
    line = _slip_line(slip, row.table, row.name, row.round, False)
    return line.model_copy(update={"validated_by": by, "validated_at": row.at})


def _slip_line(
    slip: told.SlipTold, table: str, name: str, number: int, decision: bool
) -> told.SlipLine:
    said = slip.model_dump()
    return told.SlipLine(**said, table=table, table_name=name, round=number, decision=decision)
