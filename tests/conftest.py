"""What tests of many folders share: the rulebook, a command line to ask, and `--soak`."""

import gc
import hashlib
import os
from collections.abc import Callable, Generator, Iterator
from math import factorial
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

import pitboss
from pitboss.cli import run
from pitboss.table.cards.seeds import OF_ORDER, System

Ask = Callable[..., tuple[int, str, str]]

COLLECTED_AFTER = 20_000, 20, 20
"""Objects between two looks of the garbage collector, so that it seldom looks through the law."""
COLLECTED = pytest.StashKey[list[pytest.Item]]()
"""Every test that was found, the long ones too."""
DRAWN = System.seed_for
"""How a house draws a seed."""
# The same examples every time: what fails here fails everywhere.
SAME = settings(derandomize=True, database=None, deadline=None)
settings.register_profile("light", SAME, max_examples=25)
settings.register_profile("soak", SAME, max_examples=1_000)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run the long tests too")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("soak" if config.getoption("--soak") else "light")
    config.pluginmanager.register(Doctests())


class Doctests:
    """Modules without an example are not looked through for one, those outside tests/ too."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        found = yield
        if file_path.suffix != ".py" or b">>> " in file_path.read_bytes():
            return found
        return [each for each in found if not isinstance(each, DoctestModule)]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without `--soak`, the tests marked so are deselected by name; none is skipped.

    Tests in a browser come first: one worker is at them while the others keep the cores busy, and
    those take some of them when they have nothing else to do. Next come those of a server in a
    process of its own, because that worker has started one already.
    """
    config.stash[COLLECTED] = [*items]
    first = ("browser", "server_process")
    items.sort(key=lambda item: [name not in getattr(item, "fixturenames", ()) for name in first])
    if not config.getoption("--soak"):
        config.hook.pytest_deselected(items=[i for i in items if i.get_closest_marker("soak")])
        items[:] = [i for i in items if not i.get_closest_marker("soak")]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is there once the tests are found stays until the end: the garbage collector, which
    would take half of the time, does not look through it meanwhile, nor later.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*COLLECTED_AFTER)
        gc.enable()


@pytest.fixture(scope="session", autouse=True)
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Nothing is written to the folder of whoever runs the tests."""
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("data"))


def known_seed(self: System, number: int, cards: int) -> str:
    """A seed that is the same every time."""
    digest = hashlib.shake_256(f"shoe {number} of {cards} cards".encode())
    order = int.from_bytes(digest.digest(512)) % factorial(cards)
    return f"{OF_ORDER}{order:x}-{digest.hexdigest(16)}"


@pytest.fixture(scope="session", autouse=True)
def same_shoes(request: pytest.FixtureRequest) -> Iterator[None]:
    """The same shoes every time, as with the examples above; `--soak` draws new ones."""
    with pytest.MonkeyPatch.context() as patch:
        if not request.config.getoption("--soak"):
            patch.setattr(System, "seed_for", known_seed)
        yield


@pytest.fixture
def known_shoes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same shoes with `--soak` too, for a test that needs what they bring."""
    monkeypatch.setattr(System, "seed_for", known_seed)


@pytest.fixture
def new_shoes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shoes as a house draws them, for a test that asks whether two are alike."""
    monkeypatch.setattr(System, "seed_for", DRAWN)


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
