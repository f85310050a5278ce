"""The commands of a table; each imports what it runs only when it runs."""

from __future__ import annotations

from typing import Annotated, Final

from cyclopts import App, Parameter

from pitboss.cli.parameters import SETUP, GameName, Jobs, LogFile, Setup, cores_of
from pitboss.cli.requests import PlayRequest

rounds = App()
PLAY: Final = PlayRequest()


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
    game: GameName = "blackjack", /, *, asked: PlayRequest = PLAY, setup: Setup = SETUP
) -> None:
    """Play a game in the terminal: blackjack, or any other."""
    from pitboss.cli.play import play

    play(setup.book, game, asked, as_json=setup.json)


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
            help="Whose view: surveillance (sees every card), dealer, player or a name.",
        ),
    ] = "surveillance",
    setup: Setup = SETUP,
) -> int:
    """Step through the rounds of a log, event by event, up to the first fault."""
    from pitboss.cli.replay import replay_log

    return replay_log(setup.book, file, round, who, as_json=setup.json)


@rounds.command(help_epilogue="Example:\n  pitboss verify lesson.log\n")
def verify(
    file: LogFile,
    /,
    *,
    jobs: Jobs = None,
    setup: Setup = SETUP,
) -> int:
    """Replay and re-settle a log; exit with status 1 if a line does not follow from the rules."""
    from pitboss.cli.replay import verify_log

    return verify_log(setup, file, cores_of(jobs))
