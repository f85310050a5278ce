"""Where a test of the store runs."""

from __future__ import annotations

import pytest

from tests.soak import soak

sqlite_first = pytest.mark.parametrize("backend", ["sqlite", soak("postgresql")], indirect=True)
"""A test whose statements others send to PostgreSQL too: it runs there with `--soak`."""

postgresql_first = pytest.mark.parametrize("backend", ["postgresql", soak("sqlite")], indirect=True)
"""An expensive test; others try the same on SQLite: it runs there with `--soak`."""
