"""`pitboss prove`: the rulebook's exact figures as files, and whether they are up to date."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from pitboss.analysis.no_table import no_table
from pitboss.analysis.proof_text import has_readings
from pitboss.analysis.proving import (
    cases,
    left_over,
    proof_file,
    provable,
    prove_wagers,
    read_file,
    why_stale,
    write_proof,
)
from pitboss.cli.progress import progress
from pitboss.cli.screen import MARK, SOFT, Screen, count, folders, print_json
from pitboss.cli.status import DONE, FAULTS
from pitboss.errors import PitbossError, command
from pitboss.rulebook.load import Rulebook, load
from pitboss.rulebook.schema import Wager
from pitboss.shipped import is_checkout, shipped

Stale = tuple[Wager, str]


def prove_rulebook(
    names: Sequence[str],
    *,
    check: bool,
    all_readings: bool,
    jobs: int,
    folder: Path | None,
    own: Sequence[Path],
    as_json: bool,
) -> int:
    """Prove what changed, or with `check` only report it."""
    if jobs < 1:
        raise PitbossError("--jobs must be 1 or more.")
    given = folders(own)
    book = load(*given)
    wagers = _chosen(book, names)
    # What is installed is read, and never written to.
    kept = not given and (check or is_checkout())
    place = folder or (shipped("proofs") if kept else Path("proofs"))
    texts = {w.id: read_file(proof_file(place, w)) for w in wagers}
    stale = [
        (w, why) for w in wagers if (why := why_stale(book, w, texts[w.id], readings=all_readings))
    ]
    old = [] if names else left_over(book, place)
    if check:
        return _say_check(place, wagers, stale, old, as_json)
    # A file that has its other readings keeps them.
    wanted = [(w, all_readings or has_readings(texts[w.id] or "")) for w, _ in stale]
    total = sum(len(cases(book, w, others)) for w, others in wanted)
    with progress("Proving", quiet=as_json) as begin:
        step = begin(total)
        for wager, proof in prove_wagers(book, given, wanted, jobs, step):
            write_proof(place, wager, proof)
    for path in old:
        path.unlink()
    _say_proved(place, wagers, stale, total, old, as_json)
    return DONE


def _chosen(book: Rulebook, names: Sequence[str]) -> list[Wager]:
    if not names:
        return provable(book.wagers)
    chosen: dict[str, Wager] = {}
    for name in names:
        found = [e for e in book.find(name) if isinstance(e, Wager)]
        if not found:
            raise PitbossError(f"{name!r} is a game, not a wager.")
        printed = provable(found)
        if not printed:
            raise no_table(book, found[0])
        chosen |= {w.id: w for w in printed}
    return list(chosen.values())


def _say_check(
    folder: Path, wagers: Sequence[Wager], stale: Sequence[Stale], old: Sequence[Path], json: bool
) -> int:
    if json:
        print_json(
            {
                "folder": str(folder),
                "proofs": len(wagers),
                "stale": [
                    {"wager": w.id, "file": str(proof_file(folder, w)), "why": why}
                    for w, why in stale
                ],
                "left_over": [str(path) for path in old],
            }
        )
        return FAULTS if stale or old else DONE
    screen = Screen()
    for wager, why in stale:
        line = Text.assemble((str(proof_file(folder, wager)), MARK), f": {why}")
        screen.print(line, soft_wrap=True)
    for path in old:
        screen.print(Text.assemble((str(path), MARK), ": its wager is gone"), soft_wrap=True)
    if wrong := len(stale) + len(old):
        of = f"{wrong} of {count(len(wagers), 'proof')}"
        screen.print(f"{of} must be renewed: {command()} prove")
        return FAULTS
    screen.print(f"{count(len(wagers), 'proof')}, all up to date.")
    return DONE


def _say_proved(
    folder: Path,
    wagers: Sequence[Wager],
    stale: Sequence[Stale],
    total: int,
    old: Sequence[Path],
    json: bool,
) -> None:
    if json:
        print_json(
            {
                "folder": str(folder),
                "proved": [w.id for w, _ in stale],
                "settings": total,
                "fresh": len(wagers) - len(stale),
                "removed": [str(path) for path in old],
            }
        )
        return
    screen = Screen()
    for wager, why in stale:
        because = "new" if why == "missing" else why
        screen.print(Text.assemble(wager.id, (f"  proved: {because}", SOFT)), soft_wrap=True)
    for path in old:
        screen.print(Text.assemble(str(path), ("  removed: its wager is gone", SOFT)))
    fresh = len(wagers) - len(stale)
    if stale:
        screen.print(
            f"Proved {count(len(stale), 'wager')} in {count(total, 'setting')}; "
            f"{fresh} already up to date. In {folder}."
        )
    else:
        screen.print(f"{count(fresh, 'proof')} in {folder}, all up to date.")
