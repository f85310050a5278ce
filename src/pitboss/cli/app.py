"""The commands and their options; each imports what it runs only when it runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, CycloptsError, Parameter, UnusedCliTokensError

from pitboss import __version__
from pitboss.errors import PitbossError, either, nearest

app = App(
    name="pitboss",
    version=__version__,
    help="Casino table games from their written rules.",
    help_epilogue="""Three things to try:
  pitboss rules --jurisdiction pennsylvania
  pitboss rules show perfect-pairs
  pitboss rules search "suited blackjack"
""",
    help_format="plaintext",
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)
rules = App(
    name="rules",
    help="The law as data: list, show, search, compare, check and write rules.",
    help_epilogue="""Examples:
  pitboss rules --jurisdiction colorado --progressive
  pitboss rules show perfect-pairs
""",
)
app.command(rules)

Json = Annotated[
    bool, Parameter(name="--json", negative="", show_default=False, help="Print JSON alone.")
]
Folders = Annotated[
    tuple[Path, ...],
    Parameter(
        name="--rulebook",
        negative="",
        show_default=False,
        help="A folder or file of your own rules, beside the law; may be given again. "
        "PITBOSS_RULEBOOK may name some too.",
    ),
]

NoMatter = Annotated[Folders, Parameter(show=False)]
"""Taken by every rules command, though this one has no use for it."""


def start(arguments: Sequence[str]) -> int:
    """Run one command and give its exit status."""
    try:
        status = app(list(arguments), exit_on_error=False, print_error=False, help_on_error=False)
    except UnusedCliTokensError as error:
        raise PitbossError(_unused(list(error.unused_tokens or ()), arguments)) from None
    except CycloptsError as error:
        raise PitbossError(f"{error}\nTry pitboss {_command(arguments)}--help.") from None
    return status if isinstance(status, int) else 0


def _command(arguments: Sequence[str]) -> str:
    """The words of the command line that name a command, each with a space after it."""
    words, here = "", app
    for word in arguments:
        if word.startswith("-") or word not in here:
            break
        words, here = f"{words}{word} ", here[word]
    return words


def _unused(tokens: list[str], arguments: Sequence[str]) -> str:
    if _command(arguments) != "rules ":
        extra = either([repr(t) for t in tokens], "and")
        return f"{extra} is not expected here.\nTry pitboss {_command(arguments)}--help."
    commands = [name for name in rules if not name.startswith("-")]
    if near := nearest(tokens[0], commands):
        return f"No command is called {tokens[0]!r}. Did you mean rules {either(near)}?"
    return f"rules takes no name. To see one entry: pitboss rules show {tokens[0]}"


@rules.default
def _list(
    *,
    jurisdiction: Annotated[str | None, Parameter(help="Only this jurisdiction.")] = None,
    game: Annotated[str | None, Parameter(help="Only wagers offered with this game.")] = None,
    decks: Annotated[int | None, Parameter(help="Only what may be dealt from so many.")] = None,
    progressive: Annotated[
        bool | None, Parameter(help="Only wagers with a meter, or only those without.")
    ] = None,
    kind: Annotated[Literal["wager", "game"] | None, Parameter(help="Only these.")] = None,
    json: Json = False,
    rulebook: Folders = (),
) -> None:
    """List the wagers and games of the rulebook."""
    from pitboss.cli.listing import list_entries
    from pitboss.cli.screen import rulebook as load
    from pitboss.rulebook.find import select

    book = load(rulebook)
    found = select(
        book, where=jurisdiction, game=game, decks=decks, progressive=progressive, kind=kind
    )
    list_entries(book, found, as_json=json)


@rules.command(
    help_epilogue="""Examples:
  pitboss rules show perfect-pairs
  pitboss rules show pennsylvania/jackpot-party --table "P17 option A"
"""
)
def show(
    name: Annotated[str, Parameter(help="An id, a key or a name.")],
    /,
    *,
    table: Annotated[str | None, Parameter(help="Only this pay table.")] = None,
    json: Json = False,
    rulebook: Folders = (),
) -> None:
    """Show a wager or game: its facts, pay tables, clauses and readings."""
    from pitboss.cli.screen import rulebook as load
    from pitboss.cli.show import show_entries

    show_entries(load(rulebook), name, table, as_json=json)


@rules.command(help_epilogue='Example:\n  pitboss rules search "suited blackjack"\n')
def search(
    *words: Annotated[str, Parameter(help="Words that an entry must hold.")],
    all: Annotated[bool, Parameter(negative="", show_default=False, help="Show all hits.")] = False,
    json: Json = False,
    rulebook: Folders = (),
) -> None:
    """Search names, hands, clauses and readings."""
    from pitboss.cli.screen import rulebook as load
    from pitboss.cli.search import show_hits

    show_hits(load(rulebook), " ".join(words), show_all=all, as_json=json)


@rules.command(
    help_epilogue="""Examples:
  pitboss rules diff trilux-bonus --between colorado south_dakota
  pitboss rules diff colorado/21-plus-3 colorado/21-plus-3-xtreme
"""
)
def diff(
    name: Annotated[str, Parameter(help="An id, a key or a name.")],
    other: Annotated[str | None, Parameter(help="The one to compare it with.")] = None,
    /,
    *,
    between: Annotated[
        tuple[str, str] | None, Parameter(help="Two jurisdictions that both have it.")
    ] = None,
    json: Json = False,
    rulebook: Folders = (),
) -> None:
    """Show what differs between two wagers or two games."""
    from pitboss.cli.diff import show_differences
    from pitboss.cli.screen import rulebook as load
    from pitboss.rulebook.diff import pair

    book = load(rulebook)
    show_differences(book, *pair(book, name, other, between), as_json=json)


@rules.command(
    help_epilogue="""Examples:
  pitboss rules check
  pitboss rules check rulebook/lucky-sevens.toml
"""
)
def check(
    *paths: Annotated[Path, Parameter(help="Folders or files to check; without any, the law.")],
    json: Json = False,
    rulebook: Folders = (),
) -> int:
    """Check rule files: every fault with file and line, then what is worth a second look."""
    from pitboss.cli.check import check_rules

    return check_rules((*rulebook, *paths), as_json=json)


@rules.command(help_epilogue='Example:\n  pitboss rules new "Lucky Sevens"\n')
def new(
    name: Annotated[str, Parameter(help="What the wager is called.")],
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
    """Show which paragraphs of the law are carried, and the gaps."""
    from pitboss.cli.coverage import show_coverage

    show_coverage(section, as_json=json)
