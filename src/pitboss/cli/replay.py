"""`pitboss replay` and `pitboss verify`: step through a log, and check one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rich.text import Text

from pitboss.analysis.workers import worked
from pitboss.cli.exit_status import DONE, FAULTS
from pitboss.cli.felt import tell
from pitboss.cli.files import read_bytes
from pitboss.cli.parameters import Setup
from pitboss.cli.screen import MARK, SOFT, Screen, print_json
from pitboss.errors import PitbossError, UnknownName, count, sentence
from pitboss.log import Event
from pitboss.money import show_money
from pitboss.rulebook.load import Rulebook
from pitboss.table.events import TABLE_LOG, as_members, header_of
from pitboss.table.events.rounds import Bet, RoundEnded, RoundOpened
from pitboss.table.events.shoes import ShoeOpened, ShoeReshuffled, ShoeSealed
from pitboss.table.events.table import BuyIn, LogOpened, MeterStarted, TableClosed
from pitboss.table.log.ledger import balances
from pitboss.table.log.mask import SURVEILLANCE, view
from pitboss.table.log.narrator import names_of
from pitboss.table.log.replay import is_executable, judged_by, other_rules
from pitboss.table.log.verification import doubt, missing_end, part_faults, verify, verify_in_parts
from pitboss.table.table_view import with_reasons

HOW_TO_STEP: Final = "Enter for the next event, r for the rest of the round, q to stop."


def read_text(path: Path) -> str:
    """The text of a log file; refuses a file that is not a log."""
    try:
        text = read_bytes(path).decode()
    except UnicodeDecodeError:
        raise PitbossError(f"{path} is not a log: it is not text.") from None
    if not text.startswith("log "):
        raise PitbossError(f"{path} is not a log: its first line must name its table.")
    if "\r\n" in text:
        raise PitbossError(
            f"{path} was changed: its lines end with CRLF, as on Windows; a log uses LF."
        )
    if "\n\n" in text:
        line = text[: text.index("\n\n")].count("\n") + 2
        raise PitbossError(f"{path}, line {line} is empty: a log has one event on every line.")
    return text


@contextmanager
def of_file(path: Path) -> Iterator[None]:
    """Name the file in any error."""
    try:
        yield
    except PitbossError as error:
        sign = "," if str(error).startswith("line ") else ":"
        raise PitbossError(f"{path}{sign} {error}") from None


def verify_log(setup: Setup, path: Path, jobs: int) -> int:
    """Replay and re-settle; report every difference, and whether the table is still open.

    A long log is divided among `jobs` processes, which load the rulebook again.
    """
    book, own = setup.book, setup.own
    events, fault = TABLE_LOG.read_to_fault(read_text(path))
    if fault:
        raise PitbossError(f"{path}, {fault}")
    with of_file(path):
        opened = judged_by(book, events)
        found = verify_in_parts(
            book, events, jobs, lambda parts: worked(book, own, part_faults, parts, jobs)
        )
        faults = [(d.line, str(d)) for d in found]
    again, other = is_executable(opened, events), other_rules(book, events)
    is_open, waits = not any(isinstance(event, TableClosed) for event in events), ""
    if is_open and not faults:
        waits = missing_end(book, events)
    rounds = sum(isinstance(event, RoundEnded) for event in events)
    shoes = sum(isinstance(event, ShoeOpened) for event in events)
    if setup.json:
        print_json(
            {
                "file": str(path),
                "events": len(events),
                "rounds": rounds,
                "shoes_opened": shoes,
                "played_again": again,
                "made_under": header_of(events).rulebook,
                "judged_by": book.digest,
                "open": is_open,
                "faults": [{"line": line, "says": says} for line, says in faults],
            }
        )
        return FAULTS if faults else DONE
    if faults:
        more = f" ({len(faults) - 1} more; --json lists them)" if faults[1:] else ""
        print(f"{path}, {faults[0][1]}{more}")
        if other:
            print(doubt(book, events) or other)
    else:
        holds = "every line follows from the rules, the books balance"
        if not again:
            made, now = header_of(events).procedure, opened.procedure.version
            holds = "books, chain and shoes are correct; "
            holds += f"made by procedure {made}, so not replayed by {now}"
        if is_open:
            holds += f"; the log ends with an open table{f': {waits}' if waits else ''}"
        print(
            f"{path}: {count(rounds, 'round')}, {count(len(events), 'event')}, "
            f"{count(shoes, 'shoe')} opened; {holds}."
        )
        if other:
            print(f"{other} The log was judged by the current one.")
    return FAULTS if faults else DONE


def replay_log(book: Rulebook, path: Path, number: int | None, who: str, *, as_json: bool) -> int:
    """Step through a log as one of the people at the table sees it, up to its first fault."""
    events, fault = TABLE_LOG.read_to_fault(read_text(path))
    with of_file(path):
        opened = judged_by(book, events)
        found = verify(book, events)
    whose = _person(events, who)
    if found and not (fault and found[0].line >= len(events)):  # nothing follows a truncated line
        fault, events = str(found[0]), events[: found[0].line - 1]
    lines = list(_lines(events, number, fault))  # in which a person sees only some of the cards
    seen = dict(enumerate(with_reasons(opened, view(events, whose)), 1))
    names = names_of(opened)
    told = {line: tell(event, names, why) for line in lines for event, why in (seen[line],)}
    if number is not None and lines and lines[-1] != len(events):
        fault = ""  # the fault comes after the round
    if as_json:
        shown = [_form(line, seen[line][0], told[line]) for line in lines]
        rules = {"made_under": header_of(events).rulebook, "judged_by": book.digest}
        form = {"file": str(path), "as": whose, **rules, "events": shown, "fault": fault or None}
        print_json(form)
        return FAULTS if fault else DONE
    if _step_through(Screen(), events, {line: text for line, text in told.items() if text}):
        return DONE
    if fault:
        Screen().print(Text(f"{path}, {fault}", style=MARK))
    if other := other_rules(book, events):
        Screen().print(Text(f"{other} The log was judged by the current one.", style=SOFT))
    return FAULTS if fault else DONE


def _form(line: int, event: Event, says: Text | None) -> dict[str, object]:
    return {"line": line, "event": as_members(event), "says": says.plain if says else None}


def _step_through(screen: Screen, events: Sequence[Event], told: Mapping[int, Text]) -> bool:
    """Print line by line; in a terminal the user asks for each, and may stop before the end."""
    waits = screen.is_terminal
    if waits:
        screen.print(Text(HOW_TO_STEP, style=SOFT))
    for line, text in told.items():
        event = events[line - 1]
        screen.print(Text.assemble((f"{line:>5}  ", SOFT), text), end="")
        if waits and not isinstance(event, LogOpened | BuyIn | MeterStarted):
            try:
                typed = input("  ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                typed = "q"
                screen.print()
            if typed in ("q", "quit"):
                return True
            waits = typed not in ("r", "rest")
        else:
            screen.print()
        if isinstance(event, RoundEnded):
            _show_accounts(screen, events[:line])
            waits = screen.is_terminal
    return False


def _person(events: Sequence[Event], who: str) -> str:
    """The name of a person in the log; `player` if there is only one."""
    players = list(dict.fromkeys(e.player for e in events if isinstance(e, Bet | BuyIn)))
    if who in (SURVEILLANCE, "dealer", *players):
        return who
    if who == "player" and len(players) == 1:
        return players[0]
    raise UnknownName("one at this table", who, [*players, "dealer", SURVEILLANCE])


def _lines(events: Sequence[Event], number: int | None, fault: str) -> Iterator[int]:
    """Line numbers: all, or those of one round with the shoe that came before it."""
    rounds = [i for i, event in enumerate(events) if isinstance(event, RoundOpened)]
    if number is None:
        yield from range(1, len(events) + 1)
        return
    if fault and number > len(rounds):
        where = f"in round {len(rounds)}" if rounds else "before the first round"
        followed = f"The log can be followed to line {len(events)}, {where}."
        raise PitbossError(f"{followed} {sentence(fault)}")
    if not 1 <= number <= len(rounds):
        raise PitbossError(
            f"The log has {count(len(rounds), 'round')}; there is no round {number}."
        )
    first = rounds[number - 1]
    while isinstance(events[first - 1], ShoeSealed | ShoeReshuffled | ShoeOpened):
        first -= 1
    for i in range(first, len(events)):
        yield i + 1
        if isinstance(events[i], RoundEnded):
            return


def _show_accounts(screen: Screen, events: Sequence[Event]) -> None:
    accounts = balances(events)
    shown = [name for name in accounts if name != "cage" and not name.startswith("box ")]
    text = ", ".join(
        f"{name.removeprefix('player ')} {show_money(accounts[name])}" for name in sorted(shown)
    )
    screen.print(Text(f"       {text}", style=SOFT))
