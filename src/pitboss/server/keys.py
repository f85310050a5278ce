"""Idempotency keys: the same command of a person again changes nothing and is answered alike."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any

from pitboss.errors import PitbossError
from pitboss.store.journal import Command
from pitboss.store.people import Person
from pitboss.store.store import Store


class KeyTaken(PitbossError):
    """An idempotency key that came with another command before."""


@dataclass(frozen=True, slots=True)
class Keyed:
    """What a person asks for, under the key that tells it from all else."""

    person: Person
    key: str
    asked: str

    async def before(self, store: Store) -> dict[str, Any] | None:
        """What was answered to the same command before; nothing if it is new."""
        found = await asyncio.to_thread(store.command, self.person.id, self.key)
        if found and found.asked != self.asked:
            raise KeyTaken("This idempotency key came with another command before.")
        answer: dict[str, Any] | None = json.loads(found.answer) if found else None
        return answer

    def done(self, **answer: str | int | None) -> Command:
        """The command as it is kept, with its answer."""
        return Command(self.person.id, self.key, self.asked, json.dumps(answer))
