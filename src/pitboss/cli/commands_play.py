"""The commands of a table; each imports what it runs only when it runs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from pitboss.cli.parameters import (
    Decks,
    Folders,
    GameName,
    Json,
    Jurisdiction,
    LogFile,
    ReadingWords,
    TermWords,
    WagerWords,
)
from pitboss.errors import PitbossError

rounds = App()


@rounds.command(
    help_epilogue="""Examples:
  pitboss play
  pitboss play --in colorado --wager 21-plus-3 --wager straight-jack
  pitboss play pai-jack --wager pai-jack-bonus
  pitboss play switch-hands --boxes 2 --bankroll 1000
  pitboss play --wager perfect-pairs="Paytable B" --seed 7 --log lesson.log
  pitboss play --in colorado --term soft_17=stand --auto 1000
"""
)
def play(
    game: GameName = "blackjack",
    /,
    *,
    jurisdiction: Jurisdiction = None,
    decks: Decks = None,
    wager: WagerWords = (),
    term: TermWords = (),
    reading: ReadingWords = (),
    boxes: Annotated[int, Parameter(help="Boxes that you play.")] = 1,
    bankroll: Annotated[str, Parameter(help="What you sit down with.")] = "$500",
    seed: Annotated[int | None, Parameter(help="A lesson: the same shoes every time.")] = None,
    log: Annotated[Path | None, Parameter(help="Write the log to this new file.")] = None,
    auto: Annotated[int | None, Parameter(help="Play this many rounds automatically.")] = None,
    json: Json = False,
    rulebook: Folders = (),
) -> None:
    """Play a game in the terminal: blackjack, or any other."""
    from pitboss.cli.play import PlayRequest, play
    from pitboss.cli.screen import rulebook as load

    asked = PlayRequest(
        game, jurisdiction, decks, wager, term, reading, boxes, bankroll, seed, log, auto
    )
    play(load(rulebook), asked, as_json=json)


@rounds.command(
    help_epilogue="""Examples:
  pitboss replay lesson.log --round 3
  pitboss replay lesson.log --as player
  pitboss replay night.log --as ann
"""
)
def replay(
    file: LogFile,
    /,
    *,
    round: Annotated[int | None, Parameter(help="Only this round.")] = None,
    who: Annotated[
        str,
        Parameter(
            name="--as",
            metavar="WHO",
            help="Who is looking: surveillance (sees every card), dealer, player or a name.",
        ),
    ] = "surveillance",
    json: Json = False,
    rulebook: Folders = (),
) -> int:
    """Step through the rounds of a log, event by event, up to the first fault."""
    from pitboss.cli.replay import replay_log
    from pitboss.cli.screen import rulebook as load

    return replay_log(load(rulebook), file, round, who, as_json=json)


@rounds.command(help_epilogue="Example:\n  pitboss verify lesson.log\n")
def verify(
    file: LogFile,
    /,
    *,
    jobs: Annotated[
        int | None, Parameter(help="Number of processes; by default one per core.")
    ] = None,
    json: Json = False,
    rulebook: Folders = (),
) -> int:
    """Replay and re-settle a log; exit with status 1 if a line does not follow from the rules."""
    from pitboss.cli.replay import verify_log
    from pitboss.cli.screen import folders
    from pitboss.cli.screen import rulebook as load

    if jobs is not None and jobs < 1:
        raise PitbossError(f"--jobs must be 1 or more, not {jobs}.")
    cores, own = jobs or os.cpu_count() or 1, folders(rulebook)
    return verify_log(load(rulebook), file, jobs=cores, own=own, as_json=json)
