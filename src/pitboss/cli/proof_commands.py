"""The commands that count and prove; each imports what it runs only when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

from cyclopts import App, Parameter

from pitboss.cli.parameters import (
    SETUP,
    Csv,
    GameName,
    GameRequest,
    Jurisdiction,
    OnlyIn,
    ParOptions,
    ProveRequest,
    ReadingWords,
    Setup,
    SimulateRequest,
    StrategyOptions,
    TermWords,
    WagerWords,
)

proof = App()

PAR: Final = ParOptions()
PROVE: Final = ProveRequest()
SIMULATE: Final = SimulateRequest()
STRATEGY: Final = StrategyOptions()


@proof.command(
    help_epilogue="""Examples:
  pitboss prove
  pitboss prove perfect-pairs --folder out/proofs
  pitboss prove --check
  pitboss prove --all-readings --cluster tcp://10.0.0.5:8786
"""
)
def prove(
    *wagers: Annotated[str, Parameter(help="Only these, by id, key or name; by default all.")],
    asked: ProveRequest = PROVE,
    setup: Setup = SETUP,
) -> int:
    """Prove every pay table that has changed, exactly, in one text file per wager."""
    from pitboss.cli.prove import prove_rulebook

    return prove_rulebook(setup, wagers, asked)


@proof.command(
    help_epilogue="""Examples:
  pitboss audit
  pitboss audit --jurisdiction new_hampshire
"""
)
def audit(
    *,
    jurisdiction: OnlyIn = None,
    folder: Annotated[
        Path | None,
        Parameter(help="The folder of the proofs; by default those that come with pitboss."),
    ] = None,
    jobs: Annotated[int, Parameter(help="Number of processes, if a proof is out of date.")] = 2,
    setup: Setup = SETUP,
) -> None:
    """Show what deserves a regulator's second look, found by computation."""
    from pitboss.cli.audit import show_audit

    show_audit(setup, jurisdiction, folder, jobs)


@proof.command(
    help_epilogue="""Examples:
  pitboss par colorado/21-plus-3 --decks 6
  pitboss par trilux-progressive --table 06 --meter 12000 --pdf sheet.pdf
  pitboss par colorado/21-plus-3 --shoe "6d - As As Kd"
  pitboss par colorado/21-plus-3 --removal
  pitboss par colorado/21-plus-3 --simulate 10000 --seed 7
  pitboss par blackjack-switch --full
"""
)
def par(
    wager: Annotated[
        str | None, Parameter(help="The id, key or name of a wager or a game.")
    ] = None,
    /,
    *,
    asked: ParOptions = PAR,
    setup: Setup = SETUP,
) -> None:
    """Show the PAR sheet of a wager: exact ways, return, edge, volatility, meters; or of a game."""
    from pitboss.cli.par import show_any

    show_any(setup, wager, asked)


@proof.command(
    help_epilogue="""Examples:
  pitboss compare colorado/trilux-bonus
  pitboss compare jackpot-party --decks 6 --sort top
  pitboss compare pennsylvania/blackjack
"""
)
def compare(
    wager: Annotated[str, Parameter(help="The id, key or name of a wager or a game.")],
    /,
    *,
    decks: Annotated[int | None, Parameter(help="Only with this many decks.")] = None,
    sort: Annotated[
        Literal["edge", "hit", "volatility", "top", "return"],
        Parameter(help="The figure to sort by."),
    ] = "edge",
    csv: Annotated[Csv, Parameter(help="Write the lines to a file; - for the terminal.")] = None,
    setup: Setup = SETUP,
) -> None:
    """Show the pay tables of a wager side by side, or a game under each option of the house."""
    from pitboss.cli.par import show_comparison
    from pitboss.cli.sheet_output import SheetOutput
    from pitboss.rulebook.search import is_game

    book = setup.book
    if is_game(book, wager):
        from pitboss.cli.game_sheet import show_game_comparison
        from pitboss.solvers.strategy_request import StrategyRequest

        show_game_comparison(
            book, StrategyRequest(wager, decks=decks), SheetOutput(setup.json, csv)
        )
        return
    show_comparison(book, wager, decks, sort, SheetOutput(setup.json, csv))


@proof.command(
    help_epilogue="""Examples:
  pitboss referee colorado/blackjack --shoe "10s 10s 10s 9s 9s As"
  pitboss referee blackjack-switch --shoe "10s 10s 10s 6s 6s As As"
"""
)
def referee(
    game: GameName = "blackjack",
    /,
    *,
    shoe: Annotated[str, Parameter(help="The cards of a small shoe, such as '10s 10s 9s As'.")],
    jurisdiction: Jurisdiction = None,
    wager: WagerWords = (),
    term: TermWords = (),
    reading: ReadingWords = (),
    long: Annotated[bool, Parameter(help="Search however long it takes.")] = False,
    setup: Setup = SETUP,
) -> None:
    """Search every deal and every choice of a round dealt from a small shoe."""
    from pitboss.cli.referee import show_referee

    asked = GameRequest(jurisdiction=jurisdiction, wager=wager, term=term, reading=reading)
    show_referee(setup.book, game, asked, shoe, long=long, as_json=setup.json)


@proof.command(
    help_epilogue="""Examples:
  pitboss strategy pennsylvania/blackjack
  pitboss strategy blackjack --in colorado --decks 2 --term soft_17=stand
  pitboss strategy south_dakota/blackjack --hand "10 6" --up 10
  pitboss strategy blackjack --term soft_17=hit --hypothetical --json
"""
)
def strategy(
    game: GameName = "blackjack", /, *, asked: StrategyOptions = STRATEGY, setup: Setup = SETUP
) -> None:
    """Show the best play of a game and what it is worth."""
    from pitboss.cli.strategy import show_strategy

    show_strategy(setup, game, asked)


@proof.command(
    help_epilogue="""Examples:
  pitboss simulate pennsylvania/blackjack --wager perfect-pairs
  pitboss simulate blackjack --in colorado --boxes 7 --rounds 1e8 --cut-card
  pitboss simulate blackjack --error 0.01% --checkpoint night.json
  pitboss simulate blackjack --rounds 1e12 --cluster tcp://10.0.0.5:8786
  pitboss simulate blackjack --report session --plot night.svg
"""
)
def simulate(
    game: GameName = "blackjack", /, *, asked: SimulateRequest = SIMULATE, setup: Setup = SETUP
) -> int:
    """Deal rounds by the million, and compare every wager with its proof."""
    from pitboss.cli.simulate import show_simulation

    return show_simulation(setup, game, asked)
