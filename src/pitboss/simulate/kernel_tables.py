"""The tables that kernels can deal, and the kernel of each."""

from __future__ import annotations

from typing import Any

from pitboss.games.blackjack_switch import BlackjackSwitchTerms
from pitboss.simulate.dealers import ChunkDealer, packet_dealer, shoe_dealer, usual_per_shoe
from pitboss.simulate.fast_table import FastTable, why_not_fast
from pitboss.simulate.packet_table import PacketTable, is_of_packets, why_not_packets
from pitboss.simulate.side_wagers import SimulatedTable
from pitboss.simulate.switch_table import SwitchTable, why_not_switch
from pitboss.simulate.totals import RunPlan
from pitboss.table.houses.opening import Open


def why_no_kernel(opened: Open, boxes: int = 1) -> str:
    """Why only the table's own engine plays this many boxes; empty if a kernel does."""
    if is_of_packets(opened):
        return why_not_packets(opened)
    if isinstance(opened.terms, BlackjackSwitchTerms):
        return why_not_switch(opened)
    return why_not_fast(opened, boxes)


def simulated_table(opened: Open, boxes: int, strategy: str) -> SimulatedTable[Any]:
    """A table in the form in which a kernel deals it."""
    if is_of_packets(opened):
        return PacketTable(opened, boxes, strategy)
    if isinstance(opened.terms, BlackjackSwitchTerms):
        return SwitchTable(opened, boxes, strategy)
    return FastTable(opened, boxes, strategy)


def dealer_of(table: SimulatedTable[Any], plan: RunPlan) -> ChunkDealer:
    """The dealer of its chunks."""
    if isinstance(table, PacketTable):
        return packet_dealer(table, plan)
    return shoe_dealer(table, plan)


def usual_rounds(table: SimulatedTable[Any]) -> int:
    """The default number of rounds from each shoe."""
    if isinstance(table, PacketTable):
        return 1
    return usual_per_shoe(table.opened, table.hands)
