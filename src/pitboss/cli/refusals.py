"""What a refusal says on the command line: the command to try, and what an option takes."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, get_args

from cyclopts import (
    App,
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    UnknownCommandError,
)

from pitboss.errors import (
    OnlyImagined,
    PitbossError,
    PlayedElsewhere,
    PortInUse,
    UnknownName,
    command,
    either,
)

TAKES: Final = {int: "a whole number", float: "a number"}
"""Kind of value that an option has → what it takes, in words."""
WAGERS: Final = ("--wager", "--with")
"""Options that ask for a wager at a table."""


def in_words(error: PitbossError, arguments: Sequence[str], named: Sequence[App]) -> str:
    """A refusal, with the command that somebody may type instead."""
    match error:
        case UnknownName():
            return error.listed(f"{command()} rules")
        case PlayedElsewhere():
            return f"{error.says} Try {either(_tries(error, arguments, named))}"
        case OnlyImagined():
            return error.tried(f"{command()} strategy --hypothetical")
        case PortInUse():
            return f"{error.says} Try {command()} {_with_port(arguments, error.free)}"
    return str(error)


def _tries(error: PlayedElsewhere, arguments: Sequence[str], named: Sequence[App]) -> Iterator[str]:
    """The same command for each table that has the wager."""
    taken = {name for each in named[-1].assemble_argument_collection() for name in each.names}
    option = next((name for name in WAGERS if name in taken), "")
    words = arguments[: len(named)]
    own = _with_values("--rulebook", arguments)
    for game, key in error.tables:
        asked = [option, key] if key and option else []
        yield f"{command()} {shlex.join([*words, game, *asked, *own])}"


def _with_values(option: str, arguments: Sequence[str]) -> list[str]:
    """An option as it was typed, each time with its value."""
    typed = list[str]()
    for word, after in zip_longest(arguments, arguments[1:], fillvalue=""):
        if word.startswith(f"{option}="):
            typed += [word]
        elif word == option:
            typed += [word, after]
    return typed


def _with_port(arguments: Sequence[str], free: int) -> str:
    """What was typed, with another port."""
    return re.sub(r"(?<=--port[= ])\d+", str(free), shlex.join(arguments))


def mistyped(error: CycloptsError, here: App) -> str:
    """What is wrong with what was typed."""
    return _missing(error, here) or _unknown(error, here) or _unreadable(error) or str(error)


def _unknown(error: CycloptsError, here: App) -> str:
    """The commands like a mistyped one, or all of them if none is."""
    if not isinstance(error, UnknownCommandError) or not error.unused_tokens:
        return ""
    known = [name for name in here if not name.startswith("-") and here[name].show]
    return str(UnknownName("command", error.unused_tokens[0], known, every=True))


def _unreadable(error: CycloptsError) -> str:
    """What an option takes, if a value of another kind was given."""
    if not isinstance(error, CoercionError) or error.token is None or error.argument is None:
        return ""
    kinds = (error.target_type, *get_args(error.target_type))  # int, or int | None
    takes = next((TAKES[kind] for kind in TAKES if kind in kinds), "")
    name = error.token.keyword or error.argument.name.lower()
    return f"{name} takes {takes}, not {error.token.value!r}." if takes else ""


def _missing(error: CycloptsError, here: App) -> str:
    """What a command still needs, with its first example."""
    if not isinstance(error, MissingArgumentError) or error.argument is None:
        return ""
    name = error.argument.name
    example = (here.help_epilogue or "").partition("\n  pitboss ")[2].partition("\n")[0]
    if not example or "Did you mean" in str(error):
        return ""
    needs = f"Say which {name.lower()}"
    if name.startswith("-"):
        needs = f"{name} {'needs a value' if error.keyword else 'is missing'}"
    return f"{needs}, as in: {command()} {example}"
