"""Which tables the kernels deal, and as what."""

from __future__ import annotations

from pitboss.simulate.fast_table import FastTable, why_not_fast
from pitboss.simulate.packet_dealer import packet_dealer
from pitboss.simulate.packet_table import PacketTable, is_of_packets, why_not_packets
from pitboss.simulate.shoe_dealer import shoe_dealer, usual_per_shoe
from pitboss.simulate.totals import ChunkDealer, RunPlan
from pitboss.table.opening import Open

SimulatedTable = FastTable | PacketTable


def why_no_kernel(opened: Open) -> str:
    """Why only the table's own engine plays a table; empty if a kernel does."""
    return why_not_packets(opened) if is_of_packets(opened) else why_not_fast(opened)


def simulated_table(opened: Open, boxes: int, strategy: str) -> SimulatedTable:
    """A table as a kernel deals it."""
    made = PacketTable if is_of_packets(opened) else FastTable
    return made(opened, boxes, strategy)


def dealer_of(table: SimulatedTable, plan: RunPlan) -> ChunkDealer:
    """Who deals its chunks."""
    if isinstance(table, PacketTable):
        return packet_dealer(table, plan)
    return shoe_dealer(table, plan)


def usual_rounds(table: SimulatedTable) -> int:
    """Rounds from each shoe, if nobody says how many."""
    return 1 if isinstance(table, PacketTable) else usual_per_shoe(table)
