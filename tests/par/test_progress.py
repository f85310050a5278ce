"""A bar after a second, on a terminal alone."""

import io
import time

import pytest
from rich.console import Console

from pitboss.cli import progress as module


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def drawn(monkeypatch: pytest.MonkeyPatch, *, piped: bool = False, quiet: bool = False) -> str:
    screen = Terminal()
    errors = Console(file=screen, force_terminal=True, width=80)
    printed = Console(file=io.StringIO(), force_terminal=not piped)
    monkeypatch.setattr(module, "Console", lambda stderr=False: errors if stderr else printed)
    monkeypatch.setattr(module, "AFTER", 0.01)
    with module.progress("Proving", quiet=quiet) as begin:
        step = begin(3)
        step(1)
        time.sleep(0.3)
    return screen.getvalue()


def test_a_long_computation_shows_its_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "1/3" in drawn(monkeypatch)


@pytest.mark.parametrize("kind", [{"piped": True}, {"quiet": True}])
def test_nothing_is_shown_to_machines(
    monkeypatch: pytest.MonkeyPatch, kind: dict[str, bool]
) -> None:
    assert drawn(monkeypatch, **kind) == ""
