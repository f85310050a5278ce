"""`pitboss prove`: the rulebook's exact figures as files, and whether they are up to date."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.text import Text

from pitboss.analysis.proof_files import (
    cases,
    left_over,
    proof_file,
    provable,
    prove_wagers,
    read_file,
    why_stale,
    write_text,
)
from pitboss.analysis.proof_request import no_table
from pitboss.analysis.proof_text import has_readings, show_proof
from pitboss.analysis.setting import setting
from pitboss.analysis.sheet import prove
from pitboss.analysis.shipped_sheets import (
    left_over_sheets,
    sheet_file,
    sheet_text,
    takes_long,
    why_sheet_stale,
)
from pitboss.analysis.workers import worked, workers
from pitboss.cli.exit_status import DONE, FAULTS
from pitboss.cli.files import check_there
from pitboss.cli.parameters import ProveRequest, Setup, check_positive
from pitboss.cli.progress import progress
from pitboss.cli.screen import MARK, SOFT, Screen, print_json
from pitboss.errors import PitbossError, command, count, either
from pitboss.package_data import is_checkout, shipped
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game, Wager
from pitboss.sheets.game_sheet import (
    game_sheet_file,
    game_sheet_text,
    left_over_game_sheets,
    why_game_sheet_stale,
)
from pitboss.sheets.sheet_comparisons import signed_comparisons
from pitboss.solvers.proofs import (
    game_file,
    game_proof,
    left_over_games,
    solved_game,
    solved_games,
    why_game_stale,
)
from pitboss.solvers.strategy_request import SolvedGame, StrategyRequest
from pitboss.solvers.strategy_sheet import solve_game

JOBS: Final = 2
"""The default number of processes."""
GONE: Final = {
    ".txt": "its wager no longer exists",
    ".toml": "its game no longer exists",
    ".json": "its sheet is no longer stored",
}
"""Suffix of a leftover file → why it is no longer needed."""
Stale = tuple[str, Path, str]
"""A wager or a game, its file, and why that is out of date."""


def prove_rulebook(setup: Setup, names: Sequence[str], asked: ProveRequest) -> int:
    """Prove what changed, or with `check` only report it."""
    own, as_json = setup.own, setup.json
    check, all_readings, jobs = asked.check, asked.all_readings, asked.jobs
    check_positive("--jobs", jobs)
    if asked.cluster is not None and (check or jobs is not None):
        raise PitbossError("--cluster cannot be combined with --check or --jobs.")
    if check and asked.folder:
        check_there(asked.folder)
    book = setup.book
    wagers, solved = _chosen(book, names)
    # Installed proofs are read and never written.
    kept = not own and (check or is_checkout())
    place = asked.folder or (shipped("proofs") if kept else Path("proofs"))
    texts = {w.id: read_file(proof_file(place, w)) for w in wagers}
    stale: list[Stale] = [
        (w.id, proof_file(place, w), why)
        for w in wagers
        if (why := why_stale(book, w, texts[w.id], readings=all_readings))
    ]
    stale_games = [
        (name, game_file(place, made.game), why)
        for name, made in solved.items()
        if (why := _why_game_stale(book, place, made, sheets=all_readings))
    ]
    sheets = [w for w in wagers if takes_long(setting(book, w.id))] if all_readings else []
    stale_sheets = [
        (w.id, path, why)
        for w in sheets
        if (why := why_sheet_stale(book, w, read_file(path := sheet_file(place, w))))
    ]
    gone = [*left_over(book, place), *left_over_games(book, place)]
    gone += [*left_over_sheets(book, place), *left_over_game_sheets(book, place)]
    every = len(wagers) + len(solved) + len(sheets)
    found = [*stale, *stale_games, *stale_sheets]
    old = [] if names else gone
    if check:
        return _say_check(place, every, found, old, as_json)
    # A proof that includes the other readings is renewed with them.
    wanted = [
        (book.wager(name), all_readings or has_readings(texts[name] or "")) for name, *_ in stale
    ]
    total = sum(len(cases(book, w, others)) for w, others in wanted)
    total += len(stale_games) + len(stale_sheets)
    with workers(jobs or JOBS, asked.cluster) as doing, progress("Proving", quiet=as_json) as begin:
        step = begin(total)
        for wager, proof in prove_wagers(book, own, wanted, doing, step):
            write_text(proof_file(place, wager), show_proof(proof))
        units = [name for name, *_ in stale_games]
        for name, (text, sheet) in worked(book, own, _prove_game, units, doing):
            write_text(game_file(place, solved[name].game), text)
            if all_readings:
                write_text(game_sheet_file(place, solved[name].game), sheet)
            step(1)
        units = [name for name, *_ in stale_sheets]  # last: they take their edges from the proofs
        for name, text in worked(book, own, _prove_sheet, units, doing):
            write_text(sheet_file(place, book.wager(name)), text)
            step(1)
    for path in old:
        path.unlink()
    _say_proved(place, every, found, total, old, as_json)
    return DONE


def _why_game_stale(book: Rulebook, place: Path, made: SolvedGame, *, sheets: bool) -> str:
    why = why_game_stale(book, made, read_file(game_file(place, made.game)))
    if why or not sheets:
        return why
    text = read_file(game_sheet_file(place, made.game))
    return "without its sheet" if text is None else why_game_sheet_stale(book, made, text)


def _prove_game(book: Rulebook, name: str) -> tuple[str, str]:
    """The proof of a game and its sheet; what takes long is computed once for both."""
    found = solved_game(book, book.game(name))
    return game_proof(book, found), game_sheet_text(book, found)


def _prove_sheet(book: Rulebook, name: str) -> str:
    sheet = prove(setting(book, name))
    return sheet_text(book, sheet, signed_comparisons(book, sheet))


def _chosen(book: Rulebook, names: Sequence[str]) -> tuple[list[Wager], dict[str, SolvedGame]]:
    """The wagers with a printed pay table, and the games that are solved, by these names or all."""
    if not names:
        return provable(book.wagers), {game.id: made for game, made in solved_games(book)}
    wagers: dict[str, Wager] = {}
    games: dict[str, SolvedGame] = {}
    for name in names:
        entries = book.find(name)
        found = [e for e in entries if isinstance(e, Wager)]
        if not found:
            each = [e for e in entries if isinstance(e, Game)]
            games |= {g.id: solve_game(book, StrategyRequest(g.id)) for g in each}
            continue
        printed = provable(found)
        if not printed:
            raise no_table(book, found[0])
        wagers |= {w.id: w for w in printed}
    return list(wagers.values()), games


def _say_check(
    folder: Path, every: int, stale: Sequence[Stale], old: Sequence[Path], json: bool
) -> int:
    if json:
        print_json(
            {
                "folder": str(folder),
                "proofs": every,
                "stale": [
                    {"wager": name, "file": str(path), "why": why} for name, path, why in stale
                ],
                "left_over": [str(path) for path in old],
            }
        )
        return FAULTS if stale or old else DONE
    screen = Screen()
    for _, path, why in stale:
        screen.print(Text.assemble((str(path), MARK), f": {why}"), soft_wrap=True)
    for path in old:
        screen.print(Text.assemble((str(path), MARK), f": {GONE[path.suffix]}"), soft_wrap=True)
    if wrong := len(stale) + len(old):
        of = f"{wrong} of {count(every, 'proof')}"
        every_reading = " --all-readings" if any(p.suffix == ".json" for _, p, _ in stale) else ""
        screen.print(f"{of} must be renewed: {command()} prove{every_reading}")
        return FAULTS
    screen.print(f"{count(every, 'proof')}, all up to date.")
    return DONE


def _say_proved(
    folder: Path,
    every: int,
    stale: Sequence[Stale],
    total: int,
    old: Sequence[Path],
    json: bool,
) -> None:
    fresh = every - len(stale)
    if json:
        print_json(
            {
                "folder": str(folder),
                "proved": [name for name, _, _ in stale],
                "settings": total,
                "fresh": fresh,
                "removed": [str(path) for path in old],
            }
        )
        return
    screen = Screen()
    for name, _, why in stale:
        because = "new" if why == "missing" else why
        screen.print(Text.assemble(name, (f"  proved: {because}", SOFT)), soft_wrap=True)
    for path in old:
        screen.print(Text.assemble(str(path), (f"  removed: {GONE[path.suffix]}", SOFT)))
    if stale:
        kinds = {".txt": "wager", ".toml": "game", ".json": "sheet"}
        many = Counter(kinds[path.suffix] for _, path, _ in stale)
        what = [count(n, name) for name, n in many.items()]
        screen.print(
            f"Proved {either(what, 'and')} in {count(total, 'setting')}; "
            f"{fresh} already up to date. In {folder}."
        )
    else:
        screen.print(f"{count(fresh, 'proof')} in {folder}, all up to date.")
