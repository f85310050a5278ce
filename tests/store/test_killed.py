"""A house that dies in the middle of anything loses nothing that was committed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from pitboss.store.store import Store
from pitboss.table.log.replay import replay
from tests.soak import soak
from tests.store.backends import postgresql_first
from tests.store.houses import open_tables, play, stands
from tests.store.whole_house import WholeHouse
from tests.table.floor import book

ROOT = Path(__file__).resolve().parents[2]


def killed(url: str, seed: int, statements: int) -> dict[str, int]:
    """Play until killed; what was said to be committed last, by table."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.dealing", url, str(seed), str(statements)],
        cwd=ROOT,
        env={
            "PYTHONPATH": f"{ROOT}/src:{ROOT}",
            "PATH": "",
            "XDG_DATA_HOME": os.environ["XDG_DATA_HOME"],
        },
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == -9, done.stderr[-2_000:]
    last = {}
    for line in done.stdout.splitlines():
        name, seq = line.rsplit(" ", 1)
        last[name] = int(seq)
    return last


@pytest.mark.parametrize(("seed", "times"), [(0, 1), *(soak(seed, 2) for seed in range(10))])
@postgresql_first
def test_killed_at_any_statement_it_goes_on_from_the_last_commit(
    url: str, seed: int, times: int
) -> None:
    random = Random(seed)
    with Store.open(url, write=True) as store:
        open_tables(store, seed)
    for _ in range(times):
        said = killed(url, random.randrange(1_000), random.randint(1, 400))
        with Store.open(url, write=True) as store:
            stored = store.last_seqs()
            assert all(stored[table] >= seq for table, seq in said.items())
            assert store.check(book()) == []
            floor = WholeHouse(store, book())
            assert not floor.stopped
            for name, table in floor.tables.items():
                again = replay(book(), store.events(name))
                assert stands(table)[:-2] == stands(again)[:-2]
            assert store.last_seqs() == stored
            play(floor, random, 20)
            assert store.check(book()) == []
