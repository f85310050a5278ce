"""`pitboss audit`: what deserves a second look, part by part."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from pitboss.analysis.audit import audit
from pitboss.analysis.proof_files import fresh_or_proved, provable
from pitboss.cli.files import check_there
from pitboss.cli.parameters import Setup, check_positive
from pitboss.cli.progress import progress
from pitboss.cli.screen import KEY, SOFT, Screen, heading, print_json
from pitboss.errors import count
from pitboss.package_data import shipped
from pitboss.rulebook.search import jurisdiction as find_jurisdiction
from pitboss.solvers.game_audit import audit_games


def show_audit(setup: Setup, jurisdiction: str | None, folder: Path | None, jobs: int) -> None:
    """Print every part with its count; each item is one line."""
    check_positive("--jobs", jobs)
    if folder:
        check_there(folder)
    book, kept = setup.book, folder or shipped("proofs")
    where = None if jurisdiction is None else find_jurisdiction(book, jurisdiction).key
    with progress("Proving", quiet=setup.json) as begin:
        # Families are compared across the whole law, so the whole law is read.
        proofs = fresh_or_proved(book, setup.own, provable(book.wagers), kept, jobs, begin)
    parts = (*audit(book, proofs, where), *audit_games(book, kept, where))
    if setup.json:
        print_json(
            {
                part.key: {
                    "title": part.title,
                    "count": len(part.items),
                    "items": [
                        {"wager": i.wager.split(" "), "cite": i.cite, "says": i.says, **i.figures}
                        for i in part.items
                    ],
                }
                for part in parts
            }
        )
        return
    screen = Screen()
    for part in parts:
        screen.print(heading(f"{part.title}: {len(part.items)}"))
        for item in part.items:
            line = Text.assemble(
                "  ", (item.wager.replace(" ", " and "), KEY), f"  {item.says}  ", (item.cite, SOFT)
            )
            screen.print(line, soft_wrap=True)
    total = sum(len(part.items) for part in parts)
    screen.print(f"\n{count(total, 'item')} in {count(len(proofs), 'wager')} proved.")
