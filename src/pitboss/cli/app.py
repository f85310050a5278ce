"""The command line: all commands, and the message for one that is mistyped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cyclopts import App, CycloptsError, Parameter, UnusedCliTokensError

from pitboss import __version__
from pitboss.cli.commands_play import rounds
from pitboss.cli.commands_proof import proof
from pitboss.cli.commands_serve import server
from pitboss.cli.db import db
from pitboss.cli.evidence import evidence
from pitboss.cli.people import people
from pitboss.cli.rules import rules
from pitboss.cli.submission import submission
from pitboss.errors import PitbossError, command, either, nearest


def names(here: App) -> list[str]:
    """The commands of an app, without its flags."""
    return [name for name in here if not name.startswith("-")]


app = App(
    name=command(),
    version=__version__,
    help="Casino table games from their written rules.",
    help_epilogue="""Three things to try:
  pitboss rules show 21-plus-3
  pitboss par 21-plus-3
  pitboss play --auto 200
""",
    help_format="plaintext",
    default_parameter=Parameter(negative_iterable=()),
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)
app.command(rules)
app.command(db)
app.command(submission)
app.command(evidence)
app.command(people)
for topic in (proof, rounds, server):
    for name in names(topic):
        app.command(topic[name], name=name)


def start(arguments: Sequence[str]) -> int:
    """Run one command and give its exit status."""
    if not arguments or {"-h", "--help", "help"} & set(arguments):
        _prepare_help(arguments)
    try:
        status = app(list(arguments), exit_on_error=False, print_error=False, help_on_error=False)
    except UnusedCliTokensError as error:
        raise PitbossError(_unused(list(error.unused_tokens or ()), arguments)) from None
    except CycloptsError as error:
        said = f"{error}\nTry {command()} {_command(arguments)}--help."
        raise PitbossError(said) from None
    return status if isinstance(status, int) else 0


def _prepare_help(arguments: Sequence[str]) -> None:
    """Print help as everything else is printed, its examples as the user would type them."""
    from pitboss.cli.screen import Screen

    app.console = Screen()
    for here in (app, *_named(arguments)):
        if here.help_epilogue:
            here.help_epilogue = here.help_epilogue.replace("  pitboss ", f"  {command()} ")


def _named(arguments: Sequence[str]) -> Iterator[App]:
    """The commands that a command line names, from the outermost in."""
    here = app
    for word in arguments:
        if word.startswith("-") or word not in here:
            return
        here = here[word]
        yield here


def _command(arguments: Sequence[str]) -> str:
    """The words of the command line that name a command, each with a space after it."""
    return "".join(f"{word} " for word, _ in zip(arguments, _named(arguments), strict=False))


def _unused(tokens: list[str], arguments: Sequence[str]) -> str:
    if _command(arguments) != "rules ":
        extra = either([repr(t) for t in tokens], "and")
        return f"{extra} is not expected here.\nTry {command()} {_command(arguments)}--help."
    if near := nearest(tokens[0], names(rules)):
        return f"No command is called {tokens[0]!r}. Did you mean rules {either(near)}?"
    return f"rules takes no name. To see one entry: {command()} rules show {tokens[0]}"


@app.command(name="help", show=False)
def _help() -> None:
    """Show the commands."""
    app.help_print([])


@rules.command(name="help", show=False)
def _rules_help() -> None:
    """Show the commands."""
    app.help_print(["rules"])
