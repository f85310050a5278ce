"""The options of a server. The command line reads them at every start, so this imports little."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pitboss.server.access.security import PER_ADDRESS


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """The options of `serve`; the string below each is its help."""

    host: str = "127.0.0.1"
    """The address to listen on."""
    port: int | None = None
    """The port; by default 8021, or the next free one."""
    origin: str = ""
    """The address that browsers see, behind a proxy."""
    level: Literal["debug", "info", "warning", "error"] = "warning"
    """How much to log."""
    people_per_address: int = PER_ADDRESS
    """How many people may share an address, such as terminals behind a router."""
    proxy: tuple[str, ...] = ()
    """The address of a trusted proxy, whose X-Forwarded-For is accepted."""
    second_factor: bool = False
    """Staff must log in with a second factor."""
    backups: Path | None = None
    """A folder for sealed backups; by default none are made."""
    backup_hours: int = 24
    """Hours from one backup to the next."""
    certificate: Path | None = None
    """A certificate, for TLS without a proxy."""
    private_key: Path | None = None
    """The private key of the certificate."""
