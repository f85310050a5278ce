"""A table closes between rounds: its meters are handed over and its players paid out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pitboss.errors import NotAllowed
from pitboss.server.orders import CloseOrder
from pitboss.server.running import Running
from pitboss.server.table_view import Viewer
from pitboss.server.transfers import Authority, To, check_targets, end_meters

if TYPE_CHECKING:
    from pitboss.server.floor import Floor


def close(
    floor: Floor, at: Running, who: Viewer, command: CloseOrder, to: Mapping[str, To]
) -> None:
    """Close it, or refuse that before anything has changed; `to` take over what its meters owe."""
    table = at.table
    if not at.is_open:
        raise NotAllowed(f"{at.name} is closed.")
    if to and not command.why:
        raise NotAllowed("Say why the liability of the meters goes to another table.")
    if at.is_idle or (table.betting and not table.boxes):
        check_targets(floor.book, at, to, floor.feeding)
        word = Authority(who.name, command.why, command.permission)
        end_meters(at, table.awards, to, floor.feeding, word)
    table.close(at.chips)
    at.seats, at.chosen = {}, {}
