"""The output of a sheet: to the screen, as JSON, or into files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from pkgutil import resolve_name

from pitboss.cli.screen import print_json
from pitboss.errors import NotAllowed, either


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


def put_out(output: SheetOutput, drawn_by: str, form: object, show: Callable[[], None]) -> None:
    """Write the files that are wanted, all drawn before the first is written.

    Without any, the sheet is shown on the screen, or its form printed as JSON. A file is drawn by
    the function of this name and its kind, as in `…:par_csv`, which is imported only when needed.
    """
    from pitboss.documents.output_file import save

    wanted = output.wanted.items()
    drawn = [(where, resolve_name(f"{drawn_by}_{kind}")(form)) for kind, where in wanted]
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
        print_json(form)
    elif not drawn:
        show()
    for where, _ in drawn:
        print(f"Wrote {where}", file=sys.stderr if output.json else sys.stdout)
