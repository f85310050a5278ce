"""A browser and a house for each worker, and more houses for the tests that play in one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.needs import CHROMIUM, missing
from tests.web.e2e.house import House, filed, opened
from tests.web.e2e.visitor import BROWSER, Visitor

STARTED = ExitStack()
"""What ends the browser of this worker."""
RUNNING: list[Browser] = []
"""The browser of this worker, while its next test needs one."""


@pytest.fixture(scope="module")
def browser() -> Browser:
    """Chromium as the system has it: one for all, as a process may start Playwright once."""
    if CHROMIUM is None:
        missing("Chromium is not on the PATH: install it to try the pages in a browser.")
    if not RUNNING:
        started = STARTED.enter_context(sync_playwright())
        RUNNING.append(started.chromium.launch(executable_path=CHROMIUM, args=BROWSER))
        STARTED.callback(lambda: RUNNING.pop().close())
    return RUNNING[0]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """End the browser where the next test needs none: no other loop may run beside Playwright's."""
    if "browser" not in getattr(nextitem, "fixturenames", ()):
        STARTED.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for tests that look on or sit down, and leave the rounds alone; each under names
    and at a box of its own.
    """
    tables = filed("pa-blackjack"), filed("co-21-plus-3-blackjack")
    with opened(tmp_path_factory.mktemp("house"), *tables) as made:
        yield made


@pytest.fixture
def open_house(tmp_path: Path) -> Iterator[Callable[..., House]]:
    """Open a house with these tables; it closes after the test, its books in order."""
    with ExitStack() as houses:
        yield lambda *tables: houses.enter_context(opened(tmp_path, *tables))


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Let somebody in; when the test is over nothing may have gone wrong on their page."""
    with ExitStack() as visitors:
        yield lambda house, *given, **more: visitors.enter_context(
            Visitor(browser, house, *given, **more)
        )
