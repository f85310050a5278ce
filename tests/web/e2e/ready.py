"""What every server reads first, read by whoever imports this: once in the process from which
servers are forked.
"""

import gc
from importlib.resources import files
from pathlib import Path

import pitboss
from pitboss.server import app, demo, integrity
from tests.server.read_once import read_once

READ = read_once()
READ.__enter__()  # until the process ends
BOOK = pitboss.load()
HOUSE, SOFTWARE = demo.demonstration(BOOK), integrity.software(BOOK)
PAGES = app.assets(Path(str(files("pitboss"))) / "web").values()
PACKED = [each.packed for each in PAGES]
gc.collect()
gc.freeze()  # the garbage collector of a server does not look through it, so it is not copied
