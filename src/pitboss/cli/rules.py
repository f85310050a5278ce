"""`pitboss rules`: its commands, each in a separate module that is imported only when it runs."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import App, Parameter

from pitboss.cli.parameters import SETUP, OnlyIn, Setup

rules = App(
    name="rules",
    help="The law as data: list, show, search, compare, check and write rules.",
    help_epilogue="""Examples:
  pitboss rules --jurisdiction colorado --progressive
  pitboss rules show perfect-pairs
""",
)


@rules.default
def _list(
    *,
    jurisdiction: OnlyIn = None,
    game: Annotated[str | None, Parameter(help="Only wagers offered with this game.")] = None,
    decks: Annotated[int | None, Parameter(help="Only entries that allow this many decks.")] = None,
    progressive: Annotated[
        bool | None,
        Parameter(
            negative="--no-progressive",
            help="Only wagers with a meter, or only wagers without one.",
        ),
    ] = None,
    kind: Annotated[
        Literal["wager", "game"] | None, Parameter(help="Only entries of this kind.")
    ] = None,
    setup: Setup = SETUP,
) -> None:
    """List the wagers and games of the rulebook."""
    from pitboss.cli.listing import list_entries
    from pitboss.rulebook.search import select

    book = setup.book
    found = select(
        book, where=jurisdiction, game=game, decks=decks, progressive=progressive, kind=kind
    )
    list_entries(book, found, decks=decks, as_json=setup.json)


rules.command(_list, name="list", show=False)
rules.command(
    "pitboss.cli.entry_sheet:show",
    help="Show a wager, a game or a section: facts, pay tables, clauses and readings.",
    help_epilogue="""Examples:
  pitboss rules show perfect-pairs
  pitboss rules show pennsylvania/jackpot-party --table "P17 option A"
  pitboss rules show 633c.6 --decks 6
""",
)
rules.command(
    "pitboss.cli.readings:readings",
    help="List the doubtful clauses: choices, default, reason, and what they concern.",
    help_epilogue="""Examples:
  pitboss rules readings --low
  pitboss rules readings 633c.6
""",
)
rules.command(
    "pitboss.cli.duties:duties",
    help="List what must be posted, approved or inspected before a table of a game opens.",
    help_epilogue="""Examples:
  pitboss rules duties pennsylvania/blackjack --with jackpot-party
  pitboss rules duties pai-jack --json
""",
)
rules.command(
    "pitboss.cli.listing:search",
    help="Search names, hands, clauses and readings.",
    help_epilogue='Example:\n  pitboss rules search "suited blackjack"\n',
)
rules.command(
    "pitboss.cli.diff:diff",
    help="Show what differs between two wagers or two games, including the games' wagers.",
    help_epilogue="""Examples:
  pitboss rules diff trilux-bonus --between colorado south_dakota
  pitboss rules diff colorado/21-plus-3 colorado/21-plus-3-xtreme
""",
)
rules.command(
    "pitboss.cli.rule_files:check",
    help="Check rule files: every fault with file and line, then what deserves a second look.",
    help_epilogue="""Examples:
  pitboss rules check
  pitboss rules check rulebook/lucky-sevens.toml
""",
)
rules.command(
    "pitboss.cli.rule_files:new",
    help="Write a commented starter file for a wager of your own.",
    help_epilogue='Example:\n  pitboss rules new "Lucky Sevens"\n',
)
rules.command(
    "pitboss.cli.coverage:coverage",
    help="Show which paragraphs of the law are executed, how that is tested, and what is open.",
    help_epilogue="Example:\n  pitboss rules coverage 633c.2\n",
)
