"""A house that is killed: `python dealing.py URL SEED STATEMENTS` dies after that many
statements.
"""

from __future__ import annotations

import os
import signal
import sys
from random import Random

from sqlalchemy import event

from pitboss.store.store import Store
from tests.store.houses import act
from tests.store.whole_house import WholeHouse
from tests.table.floor import book


def main(url: str, seed: int, statements: int) -> None:
    """Play on, and print after each commit what has been committed."""
    store = Store.open(url, write=True)
    floor = WholeHouse(store, book())
    left = statements

    def count(*_: object) -> None:
        nonlocal left
        left -= 1
        if left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    moments = ("before_cursor_execute", "after_cursor_execute", "commit")
    event.listen(store.database.engine, moments[seed % 3], count)
    random = Random(seed)
    while True:
        table = random.choice(list(floor.tables))
        act(floor.tables[table], random)
        batch = floor.commit()
        for name, seq, _ in batch.events[-1:]:
            print(f"{name} {seq}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
