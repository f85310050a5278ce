"""The commands that count and prove; each imports what it runs only when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

from cyclopts import App, Parameter

from pitboss.cli.parameters import (
    SETUP,
    AnyShoe,
    Decks,
    GameName,
    GameRequest,
    Jurisdiction,
    Only,
    OnlyIn,
    Page,
    Pdf,
    ProveRequest,
    ReadingWords,
    Setup,
    SimulateRequest,
    TermWords,
    WagerWords,
    Words,
    cores_of,
)
from pitboss.errors import PitbossError, command, either

proof = App()

Csv = Annotated[str | None, Parameter(allow_leading_hyphen=True)]
PROVE: Final = ProveRequest()
SIMULATE: Final = SimulateRequest()


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
    table: Annotated[str | None, Parameter(help="The pay table; by default the first.")] = None,
    decks: Annotated[
        int | None, Parameter(help="Decks in the shoe; by default six, or the most allowed.")
    ] = None,
    shoe: AnyShoe = None,
    stake: Annotated[
        str | None, Parameter(help="The stake, such as $5; by default the fixed stake, or $1.")
    ] = None,
    term: Annotated[
        Words, Parameter(help="TERM=VALUE of the game, or policy='never hit'; repeatable.")
    ] = (),
    reading: Annotated[Words, Parameter(help="KEY=CHOICE of a reading; repeatable.")] = (),
    option: Annotated[Words, Parameter(help="KEY=VALUE of a house option; repeatable.")] = (),
    meter: Annotated[
        Words,
        Parameter(help="NAME=AMOUNT on a meter, or AMOUNT if it is the only one; repeatable."),
    ] = (),
    csv: Annotated[
        Csv, Parameter(help="Write the outcomes, or the removals, to a file; - for the terminal.")
    ] = None,
    html: Page = None,
    pdf: Pdf = None,
    full: Annotated[Only, Parameter(help="Compute every part, however long it takes.")] = False,
    brief: Annotated[Only, Parameter(help="Only the headline and the outcomes.")] = False,
    removal: Annotated[Only, Parameter(help="The effect of removing each card.")] = False,
    all: Annotated[Only, Parameter(help="Print one line of JSON for every setting.")] = False,
    simulate: Annotated[
        int | None,
        Parameter(
            help="Play this many rounds instead, for an estimate. One core plays about 5,000 a "
            "second, so 100000 take 20 seconds."
        ),
    ] = None,
    seed: Annotated[
        int | None, Parameter(help="The seed of the shoes for --simulate; by default 1.")
    ] = None,
    jobs: Annotated[
        int | None, Parameter(help="Number of processes for --simulate; by default one per core.")
    ] = None,
    setup: Setup = SETUP,
) -> None:
    """Show the PAR sheet of a wager: exact ways, return, edge, volatility, meters; or of a game."""
    from pitboss.analysis.proof_request import ProofRequest, pairs_of
    from pitboss.cli.par import show_par, show_removal, show_simulated, stream_all
    from pitboss.cli.sheet_output import SheetOutput
    from pitboss.rulebook.search import is_game

    if simulate is not None:
        others = {
            "--csv": csv, "--html": html, "--pdf": pdf, "--removal": removal, "--all": all,
            "--full": full, "--brief": brief, "--meter": meter, "--shoe": shoe,
        }  # fmt: skip
        if said := [option for option, given in others.items() if given]:
            raise PitbossError(
                "--simulate prints to the terminal or as --json, for whole decks and without a "
                f"meter: leave out {either(said, 'and')}."
            )
    elif seed is not None or jobs is not None:
        raise PitbossError("--seed and --jobs need --simulate.")
    if full and brief:
        raise PitbossError("--full and --brief cannot be combined.")
    parts = "full" if full else "bare" if brief else "usual"
    output = SheetOutput(setup.json, csv, html, pdf)
    if all:
        if removal or full:
            raise PitbossError("--all prints only the bare sheets: leave out --removal and --full.")
        stream_all(setup.book, wager, output)
        return
    if wager is None:
        raise PitbossError(f"Say which wager, as in: {command()} par colorado/21-plus-3")
    book = setup.book
    if is_game(book, wager):
        others = {
            "--table": table, "--stake": stake, "--meter": meter, "--option": option,
            "--removal": removal, "--simulate": simulate is not None,
        }  # fmt: skip
        if said := [option for option, given in others.items() if given]:
            raise PitbossError(f"{wager} is a game, not a wager: leave out {either(said, 'and')}.")
        from pitboss.cli.game_sheet import show_game_par
        from pitboss.solvers.strategy_request import StrategyRequest

        terms, choices = pairs_of("--term", term), pairs_of("--reading", reading)
        game = StrategyRequest(wager, None, decks, terms, choices, shoe)
        show_game_par(book, game, output, options=not brief)
        return
    asked = ProofRequest(
        wager, table, decks, shoe, stake, term, (*reading, *option), meter, typed=True
    )
    if simulate is not None:
        shoes = 1 if seed is None else seed
        show_simulated(book, setup, asked, simulate, shoes, cores_of(jobs))
        return
    if removal:
        show_removal(book, asked, output, parts)
        return
    show_par(book, asked, output, parts)


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
    long: Annotated[bool, Parameter(help="Search however long it takes.", negative="")] = False,
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
    game: GameName = "blackjack",
    /,
    *,
    jurisdiction: Jurisdiction = None,
    decks: Decks = None,
    term: TermWords = (),
    reading: Annotated[Words, Parameter(help="KEY=VALUE of a reading.")] = (),
    shoe: AnyShoe = None,
    remove: Annotated[str, Parameter(help="Cards removed, such as 'A A 10'.")] = "",
    hypothetical: Annotated[Only, Parameter(help="Also solve terms that no law allows.")] = False,
    hand: Annotated[
        str | None, Parameter(help="Show the value of every choice for a hand, such as '10 6'.")
    ] = None,
    up: Annotated[str | None, Parameter(help="The upcard it plays against.")] = None,
    chart: Annotated[
        Path | None, Parameter(help="Also value your own chart, from a TOML file.")
    ] = None,
    options: Annotated[
        Only, Parameter(help="Also show the effect of each house option and reading.")
    ] = False,
    csv: Annotated[Csv, Parameter(help="Write the chart to a file; - for the terminal.")] = None,
    html: Page = None,
    pdf: Pdf = None,
    svg: Annotated[Path | None, Parameter(help="Write the chart as a picture.")] = None,
    setup: Setup = SETUP,
) -> None:
    """Show the best play of a game and what it is worth."""
    from pitboss.analysis.proof_request import pairs_of
    from pitboss.cli.sheet_output import SheetOutput
    from pitboss.cli.strategy import show_strategy
    from pitboss.solvers.strategy_request import StrategyRequest

    terms, choices = pairs_of("--term", term), pairs_of("--reading", reading)
    asked = StrategyRequest(game, jurisdiction, decks, terms, choices, shoe, remove, hypothetical)
    output = SheetOutput(setup.json, csv, html, pdf, svg)
    show_strategy(setup.book, asked, hand, up, chart, output, options)


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
