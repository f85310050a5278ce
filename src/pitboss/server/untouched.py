"""Tables of other rules about which there is nothing to decide: they open again by themselves."""

from __future__ import annotations

import json
import logging
from typing import Final

from pitboss.errors import PitbossError
from pitboss.server.deciding import reopen
from pitboss.server.floor import Floor
from pitboss.server.waiting import Waiting
from pitboss.store.journal import Note
from pitboss.table.ledger import chips

log = logging.getLogger("pitboss.floor")
BY: Final = "house"
WHY: Final = "Nothing was in play and nothing is owed."


async def reopen_untouched(floor: Floor) -> list[str]:
    """Open again, under the rules at hand, what nobody has anything at; the ids they have now."""
    untouched = [waits for waits in floor.waiting.values() if is_untouched(floor, waits)]
    made = []
    async with floor.opening:
        for waits in untouched:
            details = json.dumps({"table": waits.id, "why": waits.why}, ensure_ascii=False)
            note = Note(BY, "reopened", details)
            try:
                made.append(await reopen(floor, waits, WHY, note))
            except PitbossError as error:  # it waits, as it would with something to decide
                log.error("not reopened", extra={"table": waits.id, "why": str(error)})
    if floor.waiting:
        why = sorted({waits.why for waits in floor.waiting.values()})
        log.warning("tables wait for a decision", extra={"tables": [*floor.waiting], "why": why})
    return made


def is_untouched(floor: Floor, waits: Waiting) -> bool:
    """Its rules have changed, and there is nothing to decide about it.

    No round is in play, no slip waits, no meter of its own is owed, and nobody has chips there;
    those that were bought before the first round go over with the table.
    """
    if not waits.of_other_rules or "reopen" not in waits.may or waits.in_play or waits.slips:
        return False
    if any(link.owes() and not link.linked for link in waits.links.values()):
        return False
    return not waits.round or not any(chips(floor.store.balances(waits.id)).values())
