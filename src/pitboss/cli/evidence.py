"""`pitboss evidence`: the regulator's bundle, written and checked."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from rich.text import Text

from pitboss.cli.files import read_bytes
from pitboss.cli.new_submission import read_day
from pitboss.cli.parameters import HouseBooks
from pitboss.cli.screen import MARK, NAME, SOFT, Screen, print_json, tell
from pitboss.cli.status import DONE, FAULTS
from pitboss.errors import NotAllowed, command
from pitboss.rulebook.load import Rulebook


def write_evidence(
    book: Rulebook,
    table: str,
    days: tuple[str, str],
    out: Path,
    books: HouseBooks,
    *,
    as_json: bool,
) -> int:
    """Write the archive of a table."""
    from pitboss.documents.evidence import Period, evidence
    from pitboss.documents.save import check_folder, save, sha256
    from pitboss.store.store import Store

    first, last = map(read_day, days)
    if first > last:
        raise NotAllowed(f"--from {first} is after --to {last}.")
    check_folder(out)
    with Store.open(books.address) as store:
        made = datetime.now(UTC).isoformat(timespec="seconds")
        content = evidence(book, store, table, Period(first, last), made)
    save(out, content)
    words = f"Wrote {out}. To check it: {command()} evidence verify {out}"
    tell({"file": str(out), "sha256": sha256(content)}, words, as_json=as_json)
    return DONE


def verify_evidence(book: Rulebook, file: Path, *, as_json: bool) -> int:
    """Check an archive and say what was found."""
    from pitboss.documents.evidence_check import check_evidence

    found = check_evidence(book, read_bytes(file))
    wrong = any(each.verdict == "false" for each in found)
    if as_json:
        print_json({"file": str(file), "findings": [asdict(each) for each in found]})
        return FAULTS if wrong else DONE
    screen = Screen()
    style = {"proved": NAME, "false": MARK, "not proved": SOFT}
    for each in found:
        screen.print(Text.assemble((f"{each.verdict:<11}", style[each.verdict]), each.says))
    verdict = "Something is false." if wrong else "Nothing is false."
    screen.print(f"\n{verdict} What is not proved needs other evidence.")
    return FAULTS if wrong else DONE
