"""`pitboss serve`; it imports the server only when it starts one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, Parameter

from pitboss.cli.parameters import Folders, Only, Setup, check_positive
from pitboss.errors import NotAllowed, PitbossError

if TYPE_CHECKING:
    from pitboss.rulebook.load import Rulebook
    from pitboss.submission.records import Submission

server = App()


@server.command(
    help_epilogue="""Examples:
  pitboss serve
  pitboss serve --port 9000 --data house
  pitboss serve --submission house.toml --data house
  pitboss serve --database postgresql://pit@localhost/house
  pitboss serve --origin https://pit.example --proxy 127.0.0.1
  pitboss serve --host 0.0.0.0 --people-per-address 250
"""
)
def serve(
    *,
    host: Annotated[str, Parameter(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int | None, Parameter(help="The port; by default 8021, or the next free one.")
    ] = None,
    data: Annotated[Path | None, Parameter(help="The folder that holds the books.")] = None,
    database: Annotated[
        str | None, Parameter(help="The URL of the books, instead of a folder.")
    ] = None,
    origin: Annotated[str, Parameter(help="The address that browsers see, behind a proxy.")] = "",
    level: Annotated[
        Literal["debug", "info", "warning", "error"], Parameter(help="How much to log.")
    ] = "warning",
    people_per_address: Annotated[
        int,
        Parameter(help="How many people may share an address, such as terminals behind a router."),
    ] = 10,
    submission: Annotated[
        Path | None,
        Parameter(show_default=False, help="The Rules Submission of the house: opens its tables."),
    ] = None,
    trial: Annotated[Only, Parameter(help="Serve it before its effective date.")] = False,
    proxy: Annotated[
        tuple[str, ...],
        Parameter(help="The address of a trusted proxy, whose X-Forwarded-For is accepted."),
    ] = (),
    second_factor: Annotated[
        bool, Parameter(negative=(), help="Staff must log in with a second factor.")
    ] = False,
    backups: Annotated[
        Path | None, Parameter(help="A folder for sealed backups; by default none are made.")
    ] = None,
    backup_hours: Annotated[int, Parameter(help="Hours from one backup to the next.")] = 24,
    certificate: Annotated[
        Path | None, Parameter(help="A certificate, for TLS without a proxy.")
    ] = None,
    private_key: Annotated[Path | None, Parameter(help="The key of the certificate.")] = None,
    rulebook: Folders = (),
) -> None:
    """Serve the floor to browsers: a table for every game, meters, rules and PAR sheets."""
    from pitboss.server.serve import ServerOptions
    from pitboss.server.serve import serve as start

    if port is not None and not 0 <= port < 65_536:
        raise NotAllowed(f"--port must be 1 to 65535, or 0 for any free port, not {port}.")
    if origin and not re.fullmatch(r"https?://[^/\s]+/?", origin):
        raise NotAllowed(f"--origin must be an address like https://pit.example, not {origin!r}.")
    check_positive("--people-per-address", people_per_address)
    check_positive("--backup-hours", backup_hours)
    book = Setup(rulebook=rulebook).book
    filed = _filed(book, submission, trial) if submission else None
    if (certificate is None) != (private_key is None):
        raise NotAllowed("--certificate and --private-key go together: give both.")
    access = (people_per_address, proxy, second_factor, backups, backup_hours)
    tls = (certificate, private_key)
    start(book, ServerOptions(host, port, database, data, origin, level, *access, *tls, filed))


def _filed(book: Rulebook, file: Path, trial: bool) -> Submission:
    """The submission of a file; refused with all its faults, or before its date.

    The logs of a trial say so.
    """
    from dataclasses import replace
    from datetime import date

    from pitboss.cli.submission import checked_file, unfiled
    from pitboss.server.revisions import check_effective

    found, checked = checked_file(book, file)
    if not checked.may_be_filed:
        raise PitbossError(unfiled(checked))
    if not trial:
        check_effective(found, date.today())
    return replace(found, name=f"{found.name} (trial)") if trial else found
