"""The output of a sheet: to the screen, as JSON, or into files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from pkgutil import resolve_name

from pitboss.cli.screen import print_json
from pitboss.errors import NotAllowed, either

Draw = Callable[[], str | bytes]
"""Makes the content of a file."""


@dataclass(frozen=True, slots=True)
class SheetOutput:
    """Where a sheet goes; by default to the screen."""

    json: bool = False
    csv: str | None = None
    """A file, or `-` for the terminal."""
    html: Path | None = None
    pdf: Path | None = None
    svg: Path | None = None

    @property
    def wanted(self) -> dict[str, str]:
        """Kind of file → where to write it."""
        all_kinds = {"csv": self.csv, "svg": self.svg, "html": self.html, "pdf": self.pdf}
        return {kind: str(where) for kind, where in all_kinds.items() if where}

    def check(self) -> None:
        """Refuse what cannot be printed or written, before any work is done."""
        from pitboss.documents.output_file import check_folder

        if self.csv == "-" and self.json:
            raise NotAllowed("--json and --csv - both print to the terminal: choose one.")
        files = [Path(where) for where in self.wanted.values() if where != "-"]
        if len({path.resolve() for path in files}) < len(files):
            raise NotAllowed(f"{either([str(path) for path in files], 'and')} are the same file.")
        for path in files:
            check_folder(path)


def drawn_by(name: str, form: object) -> Draw:
    """A file's content, drawn by a function of a module that is imported only when needed."""
    return lambda: resolve_name(name)(form)


def put_out(
    output: SheetOutput,
    files: Mapping[str, Draw],
    form: Callable[[], object],
    show: Callable[[], None],
) -> None:
    """Write the files that are wanted, all drawn before the first is written.

    Without any, the sheet is shown on the screen, or its form printed as JSON.
    """
    from pitboss.documents.output_file import save

    drawn = [(where, files[kind]()) for kind, where in output.wanted.items()]
    for where, content in drawn:
        if isinstance(content, bytes):
            save(Path(where), content)
        elif where != "-":
            save(Path(where), content.encode())
        else:
            sys.stdout.write(content)
    if output.csv == "-":
        return
    if output.json:
        print_json(form())
    elif not drawn:
        show()
    for where, _ in drawn:
        print(f"Wrote {where}", file=sys.stderr if output.json else sys.stdout)
