"""The `pitboss` command."""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Final, NoReturn

from pitboss.cli.status import DONE, FAULTS, INTERRUPTED, REFUSED
from pitboss.errors import NotInstalled, PitbossError

COLLECTED_AFTER: Final = 100_000
"""Objects between two collections: those made at startup live on, and scanning them is slow."""


def main() -> NoReturn:
    """Run the command line and exit with its status."""
    gc.set_threshold(COLLECTED_AFTER)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal that has no § still shows the rest
            stream.reconfigure(errors="replace")
    status = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _let_go()
    except OSError as error:
        status = _unwritten(error)
    sys.exit(status)


def run(arguments: Sequence[str]) -> int:
    """Run one command; an error is one message on stderr, and with `--json` JSON as well."""
    try:
        from pitboss.cli.app import start

        return start(arguments)
    except PitbossError as error:
        return _refuse(str(error), arguments)
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if not (extra := extra_of(missing)):
            raise
        return _refuse(str(NotInstalled(missing, extra)), arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader has closed the pipe
        _let_go()
        return DONE
    except OSError as error:  # files are read and written elsewhere, with messages of their own
        return _unwritten(error)


def _refuse(message: str, arguments: Sequence[str]) -> int:
    """Say why nothing was done."""
    print(f"pitboss: {message}", file=sys.stderr)
    if "--json" in arguments:
        print(json.dumps({"error": message}, ensure_ascii=False, indent=2))
    return REFUSED


def _unwritten(error: OSError) -> int:
    """Say why the output cannot be written, in one line."""
    _let_go()
    print(f"pitboss: the output cannot be written: {error.strerror}.", file=sys.stderr)
    return FAULTS


def _let_go() -> None:
    """Discard all further output, so that Python's own last flush is quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# -- the extra that a command needs, where it is not installed -------------------------------------


EXTRAS: Final[Mapping[str, tuple[str, ...]]] = {
    "cluster": ("distributed",),
    "documents": ("jinja2", "matplotlib", "typst"),
    "postgres": ("psycopg",),
    "server": (
        "alembic", "anyio", "argon2", "cryptography", "fastapi", "prometheus_client",
        "sqlalchemy", "starlette", "uvicorn", "websockets",
    ),
    "strategy": ("numba",),
}  # fmt: skip
"""Extra → the modules that come with it, as they are imported."""


def extra_of(module: str) -> str:
    """The extra that a module comes with; empty if it comes with none.

    >>> extra_of("sqlalchemy.exc"), extra_of("json")
    ('server', '')
    """
    top = module.partition(".")[0]
    return next((extra for extra, modules in EXTRAS.items() if top in modules), "")
