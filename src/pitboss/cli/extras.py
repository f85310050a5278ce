"""Which extra of the package a command needs, where it is not installed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

EXTRAS: Final[Mapping[str, tuple[str, ...]]] = {
    "cluster": ("distributed",),
    "documents": ("jinja2", "markupsafe", "matplotlib", "typst"),
    "postgres": ("psycopg",),
    "server": (
        "alembic", "anyio", "argon2", "cryptography", "fastapi", "prometheus_client",
        "sqlalchemy", "starlette", "uvicorn", "websockets",
    ),
    "strategy": ("numba",),
}  # fmt: skip
"""Extra → the modules that come with it, as they are imported."""


def extra_of(module: str) -> str:
    """The extra that a module comes with; empty where it comes with none.

    >>> extra_of("sqlalchemy.exc"), extra_of("json")
    ('server', '')
    """
    top = module.partition(".")[0]
    return next((extra for extra, modules in EXTRAS.items() if top in modules), "")


def how_to_install(extra: str, module: str) -> str:
    """What to do where an extra is missing."""
    return f"this needs {module}, which is not installed. Try: pip install 'pitboss[{extra}]'"
