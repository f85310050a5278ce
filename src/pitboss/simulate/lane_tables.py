"""The tables of a fast table in the form that the kernel for one box reads, if they fit.

States are multiplied by 16, ends stay what they are whatever is drawn, and the class of an outcome
is a shift of 0, 8 … 56 bits: at most eight classes of a wager, and sixteen of the game.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.simulate.fast_table import FastTable
from pitboss.simulate.kernels import array_layout as layout
from pitboss.simulate.play_tables import WIDTH
from pitboss.simulate.side_wagers import Arrays, SimulatedWager
from pitboss.simulate.wager_tables import SUIT_SETS, WagerTable

BYTES: Final = 8


def lane_tables(table: FastTable) -> Arrays | None:
    """The arguments of `deal_lanes` for a table, in order; `None` if the game does not fit."""
    made = table.tables
    if table.boxes != 1 or made.early.any() or made.insured.any() or made.hole_later:
        return None
    if table.arrays[0].size > 1 << 15 or table.terms.pack.size > 416:
        return None
    chosen = _chosen(table)
    classes = _classes(table)
    if chosen is None or classes is None:
        return None
    *_, busts, _ = chosen
    shifts, *_ = classes
    entry = np.zeros((14, 256), np.uint16)
    entry[:13] = made.entry.reshape(13, 256)
    # the last block is for a natural that is found before anyone plays
    found = np.where(entry[0] == layout.NATURAL, layout.NATURAL, layout.STOOD)
    blocks = np.zeros(256, np.uint16)
    for up in range(13):
        for hole in range(13):
            natural = made.begins[up * WIDTH + hole] == layout.DEALER_NATURAL
            blocks[up * 16 + hole] = 256 * (13 if natural and made.peeks[up] else up)
    if layout.EVEN_MONEY in entry[:13]:  # even money is taken: naturals differ by the upcard
        return None
    entry[13] = found
    completes = busts is not None
    begins = np.zeros((2, 256), np.uint16)
    begins[1] = made.begins.astype(np.uint16) * 16
    begins[0] = begins[1] if completes else np.minimum(begins[1], 16 * layout.FINALS)
    if not completes:
        begins[0][begins[0] == 16 * layout.FINALS] = 0  # nobody waits for the dealer's hand
    wide = int(shifts.max()) >= 8 * BYTES  # there are more than eight classes of outcomes
    return (
        table.arrays[0],
        (entry * 16).ravel(),
        blocks,
        made.step * np.uint16(16),
        made.dealer.astype(np.uint16) * np.uint16(16),
        begins.ravel(),
        *classes,
        np.zeros(1, np.uint8) if wide else None,
        *chosen,
    )


def _classes(
    table: FastTable,
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int64]] | None:
    """How a hand and the dealer's ended → the byte that counts it, and what each is worth."""
    made = table.tables
    all_read = bool(made.peeks[8:].all())
    drawn = made.step[layout.ENDS * WIDTH :]
    used = {*np.unique(made.entry).tolist(), *np.unique(drawn).tolist(), layout.STOOD}
    found: dict[tuple[int, int], int] = {}
    shifts = np.zeros(layout.ENDS * layout.FINALS, np.uint8)
    for end in range(layout.ENDS):
        if end not in used or end == layout.SPLIT:
            continue
        for final in range(layout.FINALS):
            if (
                final == layout.DEALER_NATURAL
                and end not in (layout.STOOD, layout.NATURAL)
                and all_read
            ):
                continue  # nobody plays against a natural that is found first
            key = (
                int(made.settle[end * layout.FINALS + final]),
                made.unit * (1 + layout.is_doubled(end)),
            )
            shifts[end * layout.FINALS + final] = 8 * found.setdefault(key, len(found))
    if len(found) > 2 * BYTES:
        return None
    nets, stakes = np.zeros(2 * BYTES, np.int64), np.zeros(2 * BYTES, np.int64)
    for (net, stake), number in found.items():
        nets[number], stakes[number] = net, stake
    return shifts, nets, stakes


Chosen = tuple[
    NDArray[np.uint8] | None, NDArray[np.uint8] | None, NDArray[np.uint8] | None, NDArray[np.int64]
]


def _chosen(table: FastTable) -> Chosen | None:
    """At most one wager of each kind that the kernel has room for."""
    order = np.full(3, -1, np.int64)
    tables: list[NDArray[np.uint8] | None] = [None, None, None]
    for number, wager in enumerate(table.wagers):
        looks = wager.table.looks
        if looks not in (layout.TWO, layout.THREE, layout.DEALER) or len(wager.table.keys) > BYTES:
            return None
        place = (layout.TWO, layout.THREE, layout.DEALER).index(looks)
        made = _busts(table, wager) if looks == layout.DEALER else _dealt(wager)
        if made is None or tables[place] is not None:
            return None
        tables[place], order[place] = made, number
    two, three, busts = tables
    return two, three, busts, order


def _dealt(wager: SimulatedWager[WagerTable]) -> NDArray[np.uint8]:
    """Every cell in the order in which cards are dealt."""
    rows = wager.table.cells.reshape(int(wager.table.pairs.max()) + 1, -1)
    return (rows[wager.table.pairs] * np.uint8(8)).ravel()


def _busts(table: FastTable, wager: SimulatedWager[WagerTable]) -> NDArray[np.uint8] | None:
    """The dealer's final and the cards drawn → class, if the wager asks for nothing else."""
    made, wagers = table.tables, wager.table
    if wager.flags != layout.COMPLETES or wagers.kinds != 1:
        return None
    cells = wagers.cells.reshape(-1, SUIT_SETS)
    if (cells != cells[:, :1]).any():
        return None
    steps = wagers.step.reshape(-1, 52)
    classes: dict[int, set[int]] = {}
    layer = {
        (int(made.begins[up * WIDTH + hole]), int(steps[steps[0, 4 * up + a], 4 * hole + b]))
        for up in range(13)
        for hole in range(13)
        for a in range(4)
        for b in range(4)
    }
    drawn = 0
    while layer:
        after = set()
        for theirs, state in layer:
            if theirs < layout.FINALS:
                classes.setdefault(theirs * WIDTH + drawn, set()).add(int(cells[state, 0]))
                continue
            for card in range(52):
                step = int(made.dealer[theirs * WIDTH + card // 4])
                after.add((step, int(steps[state, card])))
        layer, drawn = after, drawn + 1
    if drawn > WIDTH or any(len(each) > 1 for each in classes.values()):
        return None
    found = np.zeros(layout.FINALS * WIDTH + WIDTH, np.uint8)
    for cell, (kind,) in classes.items():
        found[cell] = 8 * kind
    return found
