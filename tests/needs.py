"""What tests need of the machine they run on, and what happens where it is not there."""

from __future__ import annotations

import os
import shutil
import warnings
from typing import NoReturn

import pytest

ALL = "PITBOSS_ALL_TESTS"
"""Set to 1 where every test must run, as in `.ci/run`."""
BROWSERS = "chromium-headless-shell", "chromium", "chromium-browser"
"""What the system may call its browser; without windows it takes a third less time."""
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
"""The system's browser."""


def missing(what: str) -> NoReturn:
    """Fail where every test must run; elsewhere skip, and warn so that it is seen."""
    if os.environ.get(ALL) == "1":
        pytest.fail(f"{what} {ALL}=1 lets no test be skipped.", pytrace=False)
    warnings.warn(f"NOT TESTED: {what}", stacklevel=2)
    pytest.skip(what)
