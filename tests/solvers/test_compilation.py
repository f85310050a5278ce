"""What was compiled before: never an old answer, nothing compiled twice, nothing loaded in vain."""

from __future__ import annotations

import ast
import multiprocessing
import subprocess
import sys
from collections.abc import Callable, Iterator
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Final

import pytest

import pitboss
from pitboss.cli.progress import tell_of_compiling
from pitboss.solvers.kernels.compiler import SHARED
from tests.solvers.new_process import asked

READY: Final = "tests.solvers.compiler_ready"
SOURCE: Final = Path(pitboss.__file__).parent
KERNELS: Final = (SOURCE / "solvers" / "kernels", SOURCE / "simulate" / "kernels")
COMPILER: Final = """
from pathlib import Path
from pitboss.solvers.kernels.compiler import compiler_of, kept_code
kernel = compiler_of(kept_code(Path(__file__).parent))
"""
INNER: Final = """
from rules.compiler import kernel
@kernel
def pays():
    return {pays}
"""
OUTER: Final = """
from rules.compiler import kernel
from rules.inner import pays
@kernel
def won(stake):
    return stake * pays()
"""
COMPILES: Final = "compiles outer.won: "


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """Two functions in two files, of which one calls the other."""
    folder = tmp_path / "rules"
    folder.mkdir()
    for name, text in (("compiler", COMPILER), ("outer", OUTER), ("inner", INNER.format(pays=2))):
        (folder / f"{name}.py").write_text(text)
    return folder


Ask = Callable[..., list[str]]


@pytest.fixture(scope="module")
def processes() -> Iterator[Pool]:
    """Each answers once and ends; they share only what is kept in files."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([asked.__module__, READY])
    with context.Pool(4, maxtasksperchild=1) as opened:
        yield opened


@pytest.fixture
def ask(processes: Pool, rules: Path) -> Ask:
    """What new processes answer at once, and what they say before they compile anything."""

    def answers(*stakes: float) -> list[str]:
        given = [(str(rules.parent), stake) for stake in stakes]
        return processes.starmap(asked, given, chunksize=1)

    return answers


def test_a_change_of_another_file_leaves_no_old_answer(rules: Path, ask: Ask) -> None:
    """What is kept of a function holds those that it calls, whichever file they are in."""
    assert ask(10) == [f"{COMPILES}20"]
    assert ask(10) == ["20"]
    (rules / "inner.py").write_text(INNER.format(pays=3))
    assert ask(10) == [f"{COMPILES}30"]
    (rules / "inner.py").write_text(INNER.format(pays=2))
    assert ask(10) == ["20"]


def test_processes_that_compile_at_once_do_not_mix_what_they_keep(ask: Ask) -> None:
    at_once = ask(10, 0.5, 10, 0.5)
    assert [each.removeprefix(COMPILES) for each in at_once] == ["20", "1.0", "20", "1.0"]
    assert ask(10, 0.5) == ["20", "1.0"]


def test_a_damaged_file_is_compiled_again(rules: Path, ask: Ask) -> None:
    assert ask(10) == [f"{COMPILES}20"]
    (kept,) = rules.glob("__pycache__/compiled-*/outer.won-*")
    whole = kept.read_bytes()
    for damaged in (b"", whole[:-1] + bytes([whole[-1] ^ 1])):
        kept.write_bytes(damaged)
        assert ask(10) == [f"{COMPILES}20"]
    assert ask(10) == ["20"]


@pytest.mark.parametrize("folder", KERNELS, ids=lambda folder: folder.parent.name)
def test_the_digest_covers_all_that_is_compiled(folder: Path) -> None:
    """Kernels use nothing of pitboss but their own folder, the compiler, which is in it too, and
    two modules that are not compiled.
    """
    own = ".".join(folder.relative_to(SOURCE.parent).parts)
    allowed = {own, "pitboss.cache_files", "pitboss.errors", "pitboss.solvers.kernels"}
    allowed |= {f"pitboss.solvers.kernels.{path.stem}" for path in SHARED}
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pitboss"):
                module = node.module or ""
                assert module in allowed or module.startswith(f"{own}."), f"{path}: {module}"


@pytest.mark.parametrize("quiet", [False, True])
def test_the_first_use_says_that_it_compiles(
    quiet: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal, unless JSON is printed; then the rest of the solver is compiled, too."""
    wanted: list[str] = []
    calls: list[Callable[[str], None]] = []
    monkeypatch.setattr("pitboss.cli.progress.before_compiling", calls)
    monkeypatch.setattr("pitboss.solvers.compilation.compile_solver", wanted.append)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    tell_of_compiling(quiet=quiet)
    tell_of_compiling(quiet=quiet)
    [tell] = calls
    tell("shoe.solve_shoe")
    assert wanted == ["shoe.solve_shoe"]
    assert ("Compiling for this machine" in capsys.readouterr().err) is not quiet


SHEET: Final = """
import sys
sys.path.insert(0, {src!r})
import pitboss
from pitboss.solvers.returns_by_play import wagers_by_play
from pitboss.rulebook.load import load
from pitboss.solvers.compilation import SHARES, compile_share
from pitboss.solvers.strategy_request import StrategyRequest
from pitboss.solvers.strategy_sheet import solve_game, strategy_form
def compiled():
    modules = (each for name, each in sys.modules.items() if "solvers.kernels." in name)
    found = (each for module in modules for each in vars(module).values())
    kernels = [each for each in found if hasattr(each, "py_func")]
    return {{(each.py_func.__name__, kinds) for each in kernels for kinds in each.signatures}}
for share in range(len(SHARES)):
    compile_share(share)
ahead = compiled()
made = solve_game(load(), StrategyRequest("pennsylvania/blackjack", decks=2))
strategy_form(made, "10 6", "10")
wagers_by_play(load(), made.game, made.terms, made.shoe)
print(*(compiled() - ahead))
"""


def test_all_that_the_sheet_of_blackjack_needs_is_compiled_ahead() -> None:
    """On two cores, before it is first used: the kinds of arguments are those of the calls."""
    assert run(SHEET.format(src=str(SOURCE.parent))) == ""


FRESH: Final = """
import sys
sys.path.insert(0, {src!r})
from pitboss.games.terms_in_force import terms_for
from pitboss.rulebook.load import load
from pitboss.solvers.blackjack import value
from pitboss.solvers.rules import rules_of
book = load()
value(rules_of(terms_for(book, book.game("pennsylvania/blackjack"), 6)))
print(*(name for name in {vain!r} if name in sys.modules))
"""
VAIN: Final = ("numba.np.npyimpl", "numba.typed.typeddict", "pycparser", "pydantic", "rich")
"""What a compiler loads to be ready for anything, and what prints or checks."""


def test_a_process_that_solves_what_was_compiled_loads_nothing_in_vain() -> None:
    """The first may have compiled it."""
    code = FRESH.format(src=str(SOURCE.parent), vain=VAIN)
    assert run(code) == "" or run(code) == ""
