"""What tests of many folders share: the rulebook, and a command line to ask."""

from collections.abc import Callable

import pytest

import pitboss
from pitboss.cli import run

Ask = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="session")
def book() -> pitboss.Rulebook:
    """The law as it stands."""
    return pitboss.load()


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Run a command in a terminal of 80 columns; give status, stdout and stderr."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("PITBOSS_RULEBOOK", raising=False)

    def answer(*arguments: str) -> tuple[int, str, str]:
        status = run(arguments)
        said = capsys.readouterr()
        return status, said.out, said.err

    return answer
