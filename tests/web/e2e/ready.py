"""What every server reads first, read by whoever imports this: once in the process from which
servers are forked.
"""

import gc
from importlib.resources import files
from pathlib import Path

import pitboss
from pitboss.server.health import software
from pitboss.submission.first_submission import demonstration
from tests.server.read_once import PAGES, by_digest, read_once

READ = read_once()
READ.__enter__()  # until the process ends
BOOK = pitboss.load()
HOUSES, SOFTWARE = demonstration(BOOK).tables, by_digest(software)(BOOK)
PACKED = [each.packed for each in PAGES(Path(str(files("pitboss"))) / "web").values()]
gc.collect()
gc.freeze()  # the garbage collector of a server does not look through it, so it is not copied
