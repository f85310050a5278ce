"""Games without a kernel: the table's own engine deals them, on all cores.

Every round comes from a complete shoe, and the same seed gives the same answer however many
processes are used. The player follows the solved strategy. Where a wager is proved for basic
strategy, or nothing is solved, the player follows that, and gives the usual answer to everything
else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.automatic_player import (
    Answers,
    add_answers,
    always_answered,
    answered,
    play_round,
    usual_bets,
)
from pitboss.analysis.simulated_sheet import RoundsPart, fixed_variance, parts_of, settled_stakes
from pitboss.analysis.workers import Cluster, address_of, threads_of, worked
from pitboss.errors import NotAllowed
from pitboss.log import Event
from pitboss.money import Cents
from pitboss.rulebook.load import Rulebook
from pitboss.simulate.players import check_boxes
from pitboss.simulate.results import MAIN, SimulatedLine, Simulation
from pitboss.simulate.totals import LEAST, RunPlan
from pitboss.solvers.strategy_request import SolvedGame
from pitboss.solvers.table_play import SOLVED_PLAY, TablePlay, sheet_of, solved_play
from pitboss.table.houses.opening import Open
from pitboss.table.log.narrator import named, names_of
from pitboss.table.money.spots import usual_stake, usual_stakes
from pitboss.table.unlogged_table import UnloggedTable

PART: Final = 1_000
"""Rounds that one process plays between reports."""
MOST: Final = 10_000_000
"""More rounds would take days."""
Sums = NDArray[np.object_]
"""Over rounds: stakes settled, cents won on them, its square, both multiplied, the square of the
first, and all cents staked."""
GAME: Final = "the game"
"""All wagers of the game itself together, side wagers left out."""
NOTHING: Final[Sums] = np.zeros(6, object)
Came = dict[str, tuple[int, int, int]]
"""Wager → its stakes settled in a round, the cents won and the cents staked."""


def _rounds_of(
    book: Rulebook, table: UnloggedTable, boxes: int, rounds: int, answers: Answers
) -> Iterator[Came]:
    """The results of each round; answers that no policy decides go into `answers`."""
    bets, play = usual_bets(table.opened, boxes, "p{}"), solved_play(book, table.opened)
    for _ in range(rounds):
        play_round(table, bets, answers=answers, by=play and play.answer)
        yield _came(table.layout.events)


def play_part(book: Rulebook, part: RoundsPart, boxes: int) -> tuple[dict[str, Sums], Answers]:
    """The results of each wager in these rounds, and the answers that no policy decides."""
    table, made, answers = part.table(book), dict[str, Sums](), Answers()
    beside = side_wagers(table.opened)
    for came in _rounds_of(book, table, boxes, part.rounds, answers):
        own = [each for key, each in came.items() if key not in beside]
        whole = (boxes, sum(won for _, won, _ in own), sum(staked for *_, staked in own))
        for key, (times, won, staked) in {GAME: whole, **came}.items():
            added = (times, won, won * won, times * won, times * times, staked)
            made[key] = made.get(key, NOTHING) + np.array(added, object)
    return made, answers


def money_part(book: Rulebook, part: RoundsPart, boxes: int) -> list[Cents]:
    """What all boxes won together in each of these rounds."""
    rounds = _rounds_of(book, part.table(book), boxes, part.rounds, {})
    return [sum(won for _, won, _ in came.values()) for came in rounds]


def side_wagers(opened: Open) -> frozenset[str]:
    """Wagers that a player may leave out, and what comes with one."""
    own = {*opened.mains, *opened.procedure.required(opened.play)}
    return frozenset({*opened.offers, *opened.extras} - own)


def _came(events: Sequence[Event]) -> Came:
    made: dict[str, tuple[int, int, int]] = {}
    seen: set[tuple[int, str]] = set()
    for each, back in settled_stakes(events):
        times, won, staked = made.get(each.wager, (0, 0, 0))
        anew = (each.box, each.wager) not in seen
        seen.add((each.box, each.wager))
        made[each.wager] = (times + anew, won + back - each.cents, staked + each.cents)
    return made


def engine_run(
    book: Rulebook,
    opened: Open,
    plan: RunPlan,
    *,
    boxes: int = 1,
    jobs: int | Cluster = 1,
    own: Sequence[Path] = (),
    why: str = "",
    filed: tuple[str, ...] = (),
    step: Callable[[int], None] = lambda rounds: None,
) -> Simulation:
    """Play the rounds of a plan at the table itself; an interrupt keeps what has been played."""
    if not LEAST <= plan.rounds <= MOST:
        raise NotAllowed(
            f"The table's own engine plays {LEAST:,} to {MOST:,} rounds, not {plan.rounds:,}, and "
            f"{why}."
        )
    check_boxes(opened, boxes)
    began = perf_counter()
    parts = parts_of(opened, plan.seed, plan.rounds, PART)
    sums: dict[str, Sums] = {}
    answers: Answers = {}
    done = 0
    try:
        for part, (made, given) in worked(book, own, partial(play_part, boxes=boxes), parts, jobs):
            sums = {k: sums.get(k, NOTHING) + made.get(k, NOTHING) for k in {**sums, **made}}
            add_answers(answers, given)
            done += part.rounds
            step(part.rounds)
    except KeyboardInterrupt:
        pass
    play = solved_play(book, opened)
    notes = [f"played by the table's own engine: {why}"]
    if answers:
        notes.append(always_answered(answered(answers)))
    return Simulation(
        game=opened.game.id,
        name=opened.game.name,
        decks=opened.terms.decks,
        boxes=boxes,
        strategy=SOLVED_PLAY if play else "basic strategy of the proofs",
        plan=replace(plan, per_shoe=1),
        rounds=done,
        seconds=perf_counter() - began,
        cores=threads_of(jobs),
        cluster=address_of(jobs),
        lines=tuple(_lines(opened, sums, play)),
        complete=done == plan.rounds,
        filed=filed,
        notes=tuple(notes),
        engine="table",
    )


def _lines(
    opened: Open, sums: Mapping[str, Sums], play: TablePlay | None
) -> Iterator[SimulatedLine]:
    names, placed = names_of(opened), usual_stakes(opened)
    order = dict.fromkeys([*opened.stakable, *opened.extras, *sums])
    if play and sums:
        yield _game_line(opened, placed, sums[GAME], play.solved)
    for key in order:
        if key not in sums or key == GAME:
            continue
        stake = placed.get(key) or (
            usual_stake(opened, key, placed) if key in opened.stakable else 0
        )
        main = key == opened.procedure.main
        yield _line(opened, key, MAIN if main else named(key, names), stake, sums[key], play)


def _game_line(
    opened: Open, placed: Mapping[str, Cents], sums: Sums, solved: SolvedGame
) -> SimulatedLine:
    """All wagers of the game itself, compared with the solved value of the game."""
    main, *others = (cents for key, cents in placed.items() if key not in side_wagers(opened))
    unit, why = main * solved.equal_stakes, ""
    if solved.equal_stakes > 1 and any(each != main for each in others):
        why = f"solved for {solved.per}, and here they differ"
    elif opened.extras or not solved.is_whole:
        why = "some of its wagers are solved separately"
    proof = None if why else float(solved.expectation)
    return _compared(GAME, GAME, sums, unit, proof, 0.0, why)


def _line(
    opened: Open, key: str, name: str, stake: Cents, sums: Sums, play: TablePlay | None
) -> SimulatedLine:
    times, *_, staked = sums
    unit = stake or max(staked // max(times, 1), 1)
    sheet, why = sheet_of(opened, key, unit, play)
    if sheet is None:
        return _compared(key, name, sums, unit, None, 0.0, why)
    proof, spread = float(sheet.fixed_return - sheet.at_risk), float(fixed_variance(sheet))
    return _compared(key, name, sums, unit, proof, math.sqrt(spread / times), why)


def _compared(
    key: str, name: str, sums: Sums, unit: Cents, proof: float | None, least: float, why: str
) -> SimulatedLine:
    """A line with the mean in units, its standard error, and z against the proof.

    The error that z is measured by is no less than `least`.
    """
    times, won, square, both, squared, staked = sums
    wide = square - 2 * (won / times) * both + (won / times) ** 2 * squared
    mean, error = won / times / unit, math.sqrt(max(wide, 0.0)) / times / unit
    off = max(error, least)
    z = None if proof is None or not off else (mean - proof) / off
    back = Fraction(staked + won, unit)
    return SimulatedLine(key, name, times, Fraction(staked, unit), back, mean, error, proof, z, why)
