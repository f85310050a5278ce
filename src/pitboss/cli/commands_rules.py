"""The `pitboss rules` commands; each imports what it runs only when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from pitboss.cli.parameters import SETUP, Folders, Json, Only, OnlyIn, Setup

rules = App(
    name="rules",
    help="The law as data: list, show, search, compare, check and write rules.",
    help_epilogue="""Examples:
  pitboss rules --jurisdiction colorado --progressive
  pitboss rules show perfect-pairs
""",
)

When = Annotated[Only, Parameter(help="Also show conditions, as a rule file writes them.")]
NoMatter = Annotated[Folders, Parameter(show=False)]
"""Accepted by every rules command; it has no effect here."""


@rules.default
def _list(
    *,
    jurisdiction: OnlyIn = None,
    game: Annotated[str | None, Parameter(help="Only wagers offered with this game.")] = None,
    decks: Annotated[int | None, Parameter(help="Only entries that allow this many decks.")] = None,
    progressive: Annotated[
        bool | None, Parameter(help="Only wagers with a meter, or only wagers without one.")
    ] = None,
    kind: Annotated[Literal["wager", "game"] | None, Parameter(help="Only these.")] = None,
    setup: Setup = SETUP,
) -> None:
    """List the wagers and games of the rulebook."""
    from pitboss.cli.listing import list_entries
    from pitboss.rulebook.find import select

    book = setup.book
    found = select(
        book, where=jurisdiction, game=game, decks=decks, progressive=progressive, kind=kind
    )
    list_entries(book, found, decks=decks, as_json=setup.json)


rules.command(_list, name="list", show=False)


@rules.command(
    help_epilogue="""Examples:
  pitboss rules show perfect-pairs
  pitboss rules show pennsylvania/jackpot-party --table "P17 option A"
  pitboss rules show 633c.6 --decks 6
"""
)
def show(
    name: Annotated[str, Parameter(help="An id, key or name, or a section of the law.")],
    /,
    *,
    table: Annotated[str | None, Parameter(help="Only this pay table.")] = None,
    decks: Annotated[int | None, Parameter(help="Only pay tables for this many decks.")] = None,
    when: When = False,
    setup: Setup = SETUP,
) -> None:
    """Show a wager, a game or a section: facts, pay tables, clauses and readings."""
    from pitboss.cli.show import show_entries

    show_entries(setup.book, name, table, decks=decks, when=when, as_json=setup.json)


@rules.command(
    help_epilogue="""Examples:
  pitboss rules readings --low
  pitboss rules readings 633c.6
"""
)
def readings(
    name: Annotated[
        str | None, Parameter(help="Only those of this section, wager or game; or one reading.")
    ] = None,
    /,
    *,
    low: Annotated[Only, Parameter(help="Only those the house must decide.")] = False,
    setup: Setup = SETUP,
) -> None:
    """List the doubtful clauses: choices, default, reason, and what they concern."""
    from pitboss.cli.readings import list_readings

    list_readings(setup.book, name, low=low, as_json=setup.json)


@rules.command(
    help_epilogue="""Examples:
  pitboss rules duties pennsylvania/blackjack --with jackpot-party
  pitboss rules duties pai-jack --json
"""
)
def duties(
    game: Annotated[str, Parameter(help="The id, key or name of a game.")],
    /,
    *,
    side: Annotated[
        tuple[str, ...], Parameter(name="--with", negative="", help="Side wagers at the table.")
    ] = (),
    setup: Setup = SETUP,
) -> None:
    """List what must be posted, approved or inspected before a table of a game opens."""
    from pitboss.cli.duties import list_duties

    list_duties(setup.book, game, side, as_json=setup.json)


@rules.command(help_epilogue='Example:\n  pitboss rules search "suited blackjack"\n')
def search(
    *words: Annotated[str, Parameter(help="Words that an entry must contain.")],
    all: Annotated[Only, Parameter(help="Show all hits.")] = False,
    setup: Setup = SETUP,
) -> None:
    """Search names, hands, clauses and readings."""
    from pitboss.cli.search import show_hits

    show_hits(setup.book, " ".join(words), show_all=all, as_json=setup.json)


@rules.command(
    help_epilogue="""Examples:
  pitboss rules diff trilux-bonus --between colorado south_dakota
  pitboss rules diff colorado/21-plus-3 colorado/21-plus-3-xtreme
"""
)
def diff(
    name: Annotated[str, Parameter(help="An id, key or name.")],
    other: Annotated[str | None, Parameter(help="The one to compare it with.")] = None,
    /,
    *,
    between: Annotated[
        tuple[str, str] | None, Parameter(help="Two jurisdictions that both have it.")
    ] = None,
    when: When = False,
    setup: Setup = SETUP,
) -> None:
    """Show what differs between two wagers or two games, including the games' wagers."""
    from pitboss.cli.diff import show_differences
    from pitboss.rulebook.diff import pair

    book = setup.book
    show_differences(book, *pair(book, name, other, between), when=when, as_json=setup.json)


@rules.command(
    help_epilogue="""Examples:
  pitboss rules check
  pitboss rules check rulebook/lucky-sevens.toml
"""
)
def check(
    *paths: Annotated[Path, Parameter(help="Folders or files to check; by default the law.")],
    setup: Setup = SETUP,
) -> int:
    """Check rule files: every fault with file and line, then what deserves a second look."""
    from pitboss.cli.check import check_rules

    return check_rules((*setup.rulebook, *paths), as_json=setup.json)


@rules.command(help_epilogue='Example:\n  pitboss rules new "Lucky Sevens"\n')
def new(
    name: Annotated[str, Parameter(help="The name of the wager.")],
    /,
    *,
    folder: Annotated[Path, Parameter(help="Where to write it.")] = Path("rulebook"),
    json: Json = False,
    rulebook: NoMatter = (),
) -> None:
    """Write a commented starter file for a wager of your own."""
    from pitboss.cli.new import write_starter

    write_starter(name, folder, as_json=json)


@rules.command(help_epilogue="Example:\n  pitboss rules coverage 633c.2\n")
def coverage(
    section: Annotated[str | None, Parameter(help="Only this section, by paragraph.")] = None,
    /,
    *,
    json: Json = False,
    rulebook: NoMatter = (),
) -> None:
    """Show which paragraphs of the law are executed, how that is tested, and what is open."""
    from pitboss.cli.coverage import show_coverage

    show_coverage(section, as_json=json)
