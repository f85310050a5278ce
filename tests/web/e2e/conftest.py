"""A browser for each worker, and a house for each test."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium as the system has it."""
    sync = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("No chromium on the PATH: the pages were NOT tried in a browser.")
    with sync.sync_playwright() as started:
        made = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture
def open_house(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Open a house with these tables; it closes after the test, its books in order."""
    from tests.web.e2e.house import opened

    with ExitStack() as houses:
        yield lambda *tables: houses.enter_context(opened(tmp_path, *tables))


@pytest.fixture
def visit(browser: Any) -> Iterator[Callable[..., Any]]:
    """Let somebody in; when the test is over nothing may have gone wrong on their page."""
    from tests.web.e2e.visitor import Visitor

    with ExitStack() as visitors:
        yield lambda house, *given, **more: visitors.enter_context(
            Visitor(browser, house, *given, **more)
        )
