"""`pitboss replay` and `pitboss verify`: a log read back, and a log put to the test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.text import Text

from pitboss.cli import DONE, FAULTS
from pitboss.cli.felt import tell
from pitboss.cli.screen import SOFT, Screen, count, print_json
from pitboss.errors import NotationError, PitbossError
from pitboss.log import Event, parse_log
from pitboss.money import show_money
from pitboss.rulebook.load import Rulebook
from pitboss.table import replay as replaying
from pitboss.table.ledger import balances
from pitboss.table.view import view


def read_log(path: Path) -> tuple[Event, ...]:
    """The events of a log file; refuses a file that is none."""
    try:
        text = path.read_bytes().decode()
    except OSError as error:
        raise PitbossError(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise PitbossError(f"{path} is not a log: it is not text.") from None
    if not text.startswith("log "):
        raise PitbossError(f"{path} is not a log: its first line must say what table it is of.")
    try:
        return parse_log(text)
    except NotationError as error:
        raise PitbossError(f"{path}, {error}") from None


def verify_log(book: Rulebook, path: Path, *, as_json: bool) -> int:
    """Replay and re-settle; report every difference, and whether the log is whole."""
    events = read_log(path)
    found = replaying.verify(book, events)
    faults = [(d.line, str(d)) for d in found]
    if not faults and (lacks := replaying.unfinished(replaying.replay(book, events))):
        line = len(events)
        faults.append((line, f"line {line}: the log ends here, and {lacks}: it was cut short"))
    rounds = sum(event.kind == "round" for event in events)
    shoes = sum(event.kind == "opened" for event in events)
    if as_json:
        print_json(
            {
                "file": str(path),
                "events": len(events),
                "rounds": rounds,
                "shoes_opened": shoes,
                "faults": [{"line": line, "says": says} for line, says in faults],
            }
        )
        return FAULTS if faults else DONE
    for _, says in faults:
        print(f"{path}, {says}")
    if not faults:
        print(
            f"{path}: {count(rounds, 'round')}, {count(len(events), 'event')}, "
            f"{count(shoes, 'shoe')} opened; every line follows from the rules, the books balance."
        )
    return FAULTS if faults else DONE


def replay_log(book: Rulebook, path: Path, number: int | None, who: str) -> None:
    """Step through a log as one of the people around the table sees it."""
    events = read_log(path)
    table = replaying.replay(book, events)  # what does not follow from the rules is not shown
    names = {"blackjack": "Blackjack", "insurance": "Insurance"}
    names |= {key: offered.wager.name for key, offered in table.opened.offers.items()}
    screen = Screen()
    for line, event in _lines(events, number):
        (seen,) = view([event], who)
        text = tell(seen, names)
        if text is not None:
            screen.print(Text.assemble((f"{line:>5}  ", SOFT), text), end="")
            if screen.is_terminal and event.kind not in ("log", "buy-in"):
                try:
                    if input("  ").strip().lower() in ("q", "quit"):
                        return
                except (EOFError, KeyboardInterrupt):
                    screen.print()
                    return
            else:
                screen.print()
        if event.kind == "end":
            _show_accounts(screen, events[:line])


def _lines(events: Sequence[Event], number: int | None) -> Iterator[tuple[int, Event]]:
    """Numbered events: all, or those of one round with the shoe that came before it."""
    rounds = [i for i, event in enumerate(events) if event.kind == "round"]
    if number is None:
        yield from enumerate(events, 1)
        return
    if not 1 <= number <= len(rounds):
        raise PitbossError(
            f"The log has {count(len(rounds), 'round')}; there is no round {number}."
        )
    first = rounds[number - 1]
    while events[first - 1].kind in ("shoe", "opened"):
        first -= 1
    for i in range(first, len(events)):
        yield i + 1, events[i]
        if events[i].kind == "end":
            return


def _show_accounts(screen: Screen, events: Sequence[Event]) -> None:
    accounts = balances(events)
    shown = [name for name in accounts if name != "cage" and not name.startswith("box ")]
    text = ", ".join(f"{name} {show_money(accounts[name])}" for name in sorted(shown))
    screen.print(Text(f"       {text}", style=SOFT))
