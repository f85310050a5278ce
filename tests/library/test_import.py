"""`import pitboss` is quick and lazy, and the library needs numpy alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pitboss

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("numpy", "numba", "matplotlib", "fastapi", "pydantic", "sqlalchemy", "rich", "cyclopts")
EXTRAS = (
    "alembic", "argon2", "cyclopts", "fastapi", "jinja2", "matplotlib", "numba", "psycopg",
    "prometheus_client", "rich", "sqlalchemy", "starlette", "typst", "uvicorn",
)  # fmt: skip

LAZY = f"""
import sys
import pitboss
assert pitboss.__version__ and dir(pitboss)
heavy = [name for name in {HEAVY} if name in sys.modules]
own = [name for name in sys.modules if name.startswith("pitboss.")]
assert not heavy and not own, (heavy, own)
"""

BASE = f"""
import sys
from importlib.abc import MetaPathFinder

class Refuse(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in {EXTRAS}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Refuse())
import pitboss
table = pitboss.open_table("pennsylvania/blackjack", wagers="perfect-pairs", seed=7)
table.bet("blackjack", "$10")
table.bet("perfect-pairs", "$5")
table.deal()
table.answer("double")
table.close()
print(table.net())
print(pitboss.par("colorado/21-plus-3", decks=6).edge)
print(pitboss.settle("pennsylvania/perfect-pairs", player="Ks Ks", dealer="7h").hand)
pitboss.strategy("colorado/pai-jack").expectation  # exact, without compiled code
try:
    pitboss.strategy("pennsylvania/blackjack").expectation
except pitboss.PitbossError as refused:
    print(refused)
"""


SERVER = """
import sys
import pitboss.server.serve
slow = ("numpy", "numba", "matplotlib", "pitboss.analysis.sheet", "pitboss.solvers.strategy_sheet")
assert not [name for name in slow if name in sys.modules]
"""


def python(code: str, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *options, "-c", code],
        env={"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_import_is_lazy() -> None:
    """Nothing of pitboss but its `__init__`, and nothing heavy at all, is imported."""
    done = python(LAZY)
    assert done.returncode == 0, done.stderr


def test_import_costs_little_beside_python_itself() -> None:
    """By `-X importtime`: so few modules come with it that it takes a millisecond or two."""
    told = python("import pitboss", "-X", "importtime").stderr.splitlines()
    names = [line.split("|")[-1].strip() for line in told]
    came = names[names.index("site") + 1 : names.index("pitboss")]
    assert len(came) < 12, came


def test_base_alone_opens_proves_and_settles() -> None:
    """With every package of the extras refused, as where they were not installed."""
    done = python(BASE)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        *("-2500", "4059/125333", "Perfect pair"),
        "numba is not installed. Install the strategy extra: pip install 'pitboss[strategy]', or "
        "pip install '.[strategy]' in a checkout.",
    ]


def test_a_server_starts_without_what_proves_and_solves() -> None:
    """It is imported when somebody first asks for a sheet, a strategy or the coach."""
    done = python(SERVER)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", pitboss.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(pitboss, name) is not None
    assert name in dir(pitboss)


def test_a_name_that_is_not_there_says_so() -> None:
    with pytest.raises(AttributeError, match="module 'pitboss' has no attribute 'deal'"):
        pitboss.deal  # noqa: B018


def test_a_printed_sheet_loads_no_solver_and_no_plotting_library(tmp_path: Path) -> None:
    """Two thirds of a second of every sheet went there."""
    wanted = ["par", "colorado/21-plus-3", "--brief", "--pdf", str(tmp_path / "sheet.pdf")]
    made = python(
        f"import sys; from pitboss.cli import run; status = run({wanted!r});"
        "slow = {'matplotlib', 'pitboss.solvers.strategy_sheet'} & {*sys.modules};"
        "print(status, *slow)"
    )
    assert made.stdout.splitlines()[-1] == "0", made.stderr
