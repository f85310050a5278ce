"""The command line: all commands, and the message for one that is mistyped. Each command imports
what it runs only when it runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, get_args

from cyclopts import App, CycloptsError, Parameter, Token, UnusedCliTokensError, convert

from pitboss import __version__
from pitboss.cli.db import db
from pitboss.cli.evidence import evidence
from pitboss.cli.parameters import (
    SETUP,
    USUAL_BOOKS,
    Folders,
    GameName,
    HouseBooks,
    Jobs,
    LogFile,
    PlayRequest,
    Setup,
    check_positive,
    cores_of,
)
from pitboss.cli.people import people
from pitboss.cli.proof_commands import proof
from pitboss.cli.refusals import in_words, mistyped
from pitboss.cli.rules import rules
from pitboss.cli.submission import submission
from pitboss.errors import NotAllowed, PitbossError, command, either, nearest
from pitboss.server.serve_options import ServerOptions

if TYPE_CHECKING:
    from pitboss.rulebook.load import Rulebook
    from pitboss.submission.records import Submission


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
def verify(file: LogFile, /, *, jobs: Jobs = None, setup: Setup = SETUP) -> int:
    """Replay and re-settle a log; exit with status 1 if a line does not follow from the rules, and
    with status 2 if it is not a log.
    """
    from pitboss.cli.replay import verify_log

    return verify_log(setup, file, cores_of(jobs))


# -- the server ------------------------------------------------------------------------------------


server = App()
SERVE: Final = ServerOptions()


@server.command(
    help_epilogue="""Examples:
  pitboss serve
  pitboss serve --port 9000 --data house
  pitboss serve --submission house.toml --data house
  pitboss serve --database postgresql://pit@localhost/house
  pitboss serve --origin https://pit.example --proxy 127.0.0.1
  pitboss serve --host 0.0.0.0 --people-per-address 250
"""
)
def serve(
    *,
    asked: Annotated[ServerOptions, Parameter(name="*")] = SERVE,
    books: HouseBooks = USUAL_BOOKS,
    submission: Annotated[
        Path | None, Parameter(help="The Rules Submission of the house, whose tables are opened.")
    ] = None,
    trial: Annotated[bool, Parameter(help="Serve it before its effective date.")] = False,
    rulebook: Folders = (),
) -> None:
    """Serve the floor to browsers: a table for every game, meters, rules and PAR sheets."""
    from pitboss.server.serve import serve as start

    port, origin = asked.port, asked.origin
    if port is not None and not 0 <= port < 65_536:
        raise NotAllowed(f"--port must be 1 to 65535, or 0 for any free port, not {port}.")
    if origin and not re.fullmatch(r"https?://[^/\s]+/?", origin):
        raise NotAllowed(f"--origin must be an address like https://pit.example, not {origin!r}.")
    check_positive("--people-per-address", asked.people_per_address)
    check_positive("--backup-hours", asked.backup_hours)
    if trial and not submission:
        raise NotAllowed("--trial serves a revision before its date: give it with --submission.")
    book = Setup(rulebook=rulebook).book
    filed = _filed(book, submission, trial) if submission else None
    if (asked.certificate is None) != (asked.private_key is None):
        raise NotAllowed("--certificate and --private-key go together: give both.")
    start(book, asked, books.address, filed)


def _filed(book: Rulebook, file: Path, trial: bool) -> Submission:
    """The submission of a file; refused with all its faults, or before its date.

    The logs of a trial say so.
    """
    from dataclasses import replace
    from datetime import date

    from pitboss.cli.submission import checked_file, unfiled
    from pitboss.server.revisions import check_effective

    found, checked = checked_file(book, file)
    if not checked.may_be_filed:
        raise PitbossError(unfiled(checked))
    if not trial:
        check_effective(found, date.today())
    return replace(found, name=f"{found.name} (trial)") if trial else found


# -- all commands ----------------------------------------------------------------------------------


def names(here: App) -> list[str]:
    """The commands of an app, without its flags."""
    return [name for name in here if not name.startswith("-")]


def as_typed(kind: object, tokens: Sequence[Token]) -> object:
    """What was typed as a value of this kind; cyclopts alone would round 2.5 to a whole number."""
    if int in (kind, *get_args(kind)) and any("." in token.value for token in tokens):
        raise ValueError
    return convert(kind, tokens)


def as_shown(default: object) -> str | None:
    """A default in the help; nothing that is empty or off."""
    return str(default) if default else None


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
    default_parameter=Parameter(negative=(), show_default=as_shown, converter=as_typed),
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)
app.command(rules)
app.command(db)
app.command(submission)
app.command(evidence)
app.command(people)
for topic in (proof, rounds, server):
    app.command(topic, name="*")


def start(arguments: Sequence[str]) -> int:
    """Run one command and give its exit status."""
    *_, here = app, *_named(arguments)
    if here.default_command is None or {"-h", "--help", "help"} & set(arguments):
        _prepare_help(arguments)
    try:
        status = app(list(arguments), exit_on_error=False, print_error=False, help_on_error=False)
    except UnusedCliTokensError as error:
        raise PitbossError(_unused(list(error.unused_tokens or ()), arguments)) from None
    except CycloptsError as error:
        said = f"{mistyped(error, here)}\nTry {command()} {_command(arguments)}--help."
        raise PitbossError(said) from None
    except PitbossError as error:
        raise PitbossError(in_words(error, arguments, [*_named(arguments)])) from None
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
