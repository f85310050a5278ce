"""The commands of a table; each imports what it runs only when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from pitboss.cli.parameters import Folders, Json, Words

rounds = App()


@rounds.command(
    help_epilogue="""Examples:
  pitboss play
  pitboss play --jurisdiction colorado --wager 21-plus-3 --wager straight-jack
  pitboss play --wager perfect-pairs="Paytable B" --seed 7 --log lesson.log
  pitboss play --wager perfect-pairs --auto 1000
"""
)
def play(
    *,
    jurisdiction: Annotated[str, Parameter(help="Whose blackjack.")] = "pennsylvania",
    decks: Annotated[int, Parameter(help="Decks in the shoe.")] = 6,
    wager: Annotated[Words, Parameter(help="KEY or KEY=PAYTABLE to offer; repeatable.")] = (),
    bankroll: Annotated[str, Parameter(help="What you sit down with.")] = "$500",
    seed: Annotated[int | None, Parameter(help="A lesson: the same shoes every time.")] = None,
    log: Annotated[Path | None, Parameter(help="Keep the rounds in this new file.")] = None,
    auto: Annotated[int | None, Parameter(help="Play so many rounds of basic strategy.")] = None,
    json: Json = False,
    rulebook: Folders = (),
) -> None:
    """Play blackjack with side wagers at the terminal."""
    from pitboss.cli.play import Asked, play
    from pitboss.cli.screen import rulebook as load

    asked = Asked(jurisdiction, decks, wager, bankroll, seed, log, auto)
    play(load(rulebook), asked, as_json=json)


@rounds.command(
    help_epilogue="""Examples:
  pitboss replay lesson.log --round 3
  pitboss replay lesson.log --as player
"""
)
def replay(
    file: Annotated[Path, Parameter(help="A log that play wrote.")],
    /,
    *,
    round: Annotated[int | None, Parameter(help="Only this round.")] = None,
    who: Annotated[
        Literal["surveillance", "dealer", "player"],
        Parameter(name="--as", help="Who looks: only surveillance sees a card face down."),
    ] = "surveillance",
    rulebook: Folders = (),
) -> None:
    """Step through the rounds of a log, event by event."""
    from pitboss.cli.replay import replay_log
    from pitboss.cli.screen import rulebook as load

    replay_log(load(rulebook), file, round, who)


@rounds.command(help_epilogue="Example:\n  pitboss verify lesson.log\n")
def verify(
    file: Annotated[Path, Parameter(help="A log that play wrote.")],
    /,
    *,
    json: Json = False,
    rulebook: Folders = (),
) -> int:
    """Replay and re-settle a log; fail at the first line that does not follow."""
    from pitboss.cli.replay import verify_log
    from pitboss.cli.screen import rulebook as load

    return verify_log(load(rulebook), file, as_json=json)
