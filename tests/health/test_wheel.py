"""The wheel: its metadata, its extras, and the proofs that travel in it."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

import pitboss
from pitboss.cli import EXTRAS, extra_of
from tests.health.sources import parsed
from tests.soak import soak, soak_only

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ALL_EXTRAS = tuple(name for names in EXTRAS.values() for name in names)
REFUSE = """
import sys
from importlib.abc import MetaPathFinder

class Refuse(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in {refused!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Refuse())
from pitboss.cli import run
for words in {commands!r}:
    print("status", run(words), flush=True)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as hatchling builds it from this tree."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="module")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel unpacked, as pip leaves it."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def metadata(site: Path) -> Message:
    (folder,) = site.glob("pitboss-*.dist-info")
    return Parser().parsestr((folder / "METADATA").read_text(encoding="utf-8"))


def ask(site: Path, cwd: Path, *arguments: str, refused: tuple[str, ...] = ()) -> tuple[int, str]:
    """Run a command of the unpacked wheel; its status and what it printed."""
    (told,) = ask_all(site, cwd, [arguments], refused)
    return told


def ask_all(
    site: Path, cwd: Path, commands: Sequence[Sequence[str]], refused: tuple[str, ...]
) -> list[tuple[int, str]]:
    """The same of several, one after the other in one process."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", REFUSE.format(refused=refused, commands=commands)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(site)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout
    parts = re.split(r"^status (\d+)\n", done.stdout, flags=re.MULTILINE)
    return [(int(status), said) for said, status in zip(parts[::2], parts[1::2], strict=False)]


def test_metadata(metadata: Message, site: Path) -> None:
    assert metadata["Version"] == pitboss.__version__
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata.get_all("License-File") == [
        "LICENSE",
        "NOTICE",
        "src/pitboss/web/js/lit/LICENSE",
    ]
    assert metadata["Summary"] == PROJECT["description"]
    assert str(metadata.get_payload()).startswith("# pitboss")
    classifiers = metadata.get_all("Classifier", [])
    for topic in ("Intended Audience", "Operating System", "Framework", "Topic", "Typing"):
        assert any(each.startswith(f"{topic} :: ") for each in classifiers), topic
    assert (site / "pitboss" / "py.typed").is_file()


def test_only_the_command_and_arithmetic_come_without_an_extra(metadata: Message) -> None:
    required = metadata.get_all("Requires-Dist", [])
    base = [each for each in required if "extra ==" not in each]
    assert base == ["cyclopts>=4", "numpy>=2", "pydantic>=2.12", "rich>=14"]
    assert metadata.get_all("Provides-Extra") == [
        "all",
        "cluster",
        "documents",
        "postgres",
        "server",
        "strategy",
    ]


def modules() -> Iterator[str]:
    """Every module that is not of the standard library, as src imports it."""
    for path in (ROOT / "src").rglob("*.py"):
        for node in parsed(path):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            yield from (name.partition(".")[0] for name in names)


def test_every_import_comes_with_the_base_or_an_extra() -> None:
    known = {*sys.stdlib_module_names, "pitboss", "numpy", "pydantic", "pydantic_core"}
    known |= {"cyclopts", "rich"}
    found = {*modules()} - known
    assert {name for name in found if not extra_of(name)} == set()
    assert {*ALL_EXTRAS} - {"psycopg"} <= found


def test_extras_are_those_of_pyproject() -> None:
    extras = PROJECT["optional-dependencies"]
    assert {*EXTRAS} == {*extras} - {"all"}
    for extra, names in EXTRAS.items():
        required = " ".join(extras[extra]).replace("-", "_")
        direct = [name for name in names if name not in ("anyio", "starlette")]
        assert [name for name in direct if name not in required] == []


NEEDS = {
    "documents": ("typst", "par 21-plus-3 --pdf sheet.pdf --brief"),
    "postgres": ("psycopg", "db check --database postgresql://pit@localhost/no"),
    "server": ("fastapi", "serve --port 0"),
    "strategy": ("numba", "strategy pennsylvania/blackjack --decks 2"),
    "cluster": ("distributed", "prove perfect-pairs --cluster local:2"),
}
"""Extra → a module of it, and a command that needs it."""


@pytest.fixture(scope="module")
def without(site: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[int, str]]:
    """What those commands print where none of the modules is installed, each after its status."""
    modules, commands = zip(*NEEDS.values(), strict=True)
    folder = tmp_path_factory.mktemp("without")
    told = ask_all(site, folder, [words.split() for words in commands], modules)
    return dict(zip(NEEDS, told, strict=True))


@pytest.mark.parametrize("extra", NEEDS)
def test_a_missing_extra_is_named_in_one_line(
    without: dict[str, tuple[int, str]], extra: str
) -> None:
    assert without[extra] == (
        2,
        f"pitboss: {NEEDS[extra][0]} is not installed. Install the {extra} extra: "
        f"pip install 'pitboss[{extra}]', or pip install '.[{extra}]' in a checkout.\n",
    )


def test_rounds_are_played_automatically_without_an_extra(site: Path, tmp_path: Path) -> None:
    """By basic strategy, where no compiler is there to solve the game."""
    status, said = ask(site, tmp_path, "play", "--auto", "5", refused=ALL_EXTRAS)
    assert status == 0, said
    assert "5 rounds of Blackjack by basic strategy" in said


def test_coverage_travels(site: Path, tmp_path: Path) -> None:
    status, said = ask(site, tmp_path, "rules", "coverage", "--json", refused=ALL_EXTRAS)
    assert status == 0, said
    packed = json.loads(said)
    lines = (ROOT / "docs" / "coverage.tsv").read_text(encoding="utf-8").splitlines()
    assert sum(each["total"] for each in packed["sections"]) == len(lines) - 1
    assert packed["mutants"]["killed"] == packed["mutants"]["tried"] > 500


@pytest.mark.parametrize("wagers", [["colorado/21-plus-3"], soak([])])
def test_proofs_travel(site: Path, tmp_path: Path, wagers: list[str]) -> None:
    """Every one of them, and `prove --check` reads those of the package, not of this tree."""
    packed = site / "pitboss" / "data" / "proofs"
    here, there = (
        {str(path.relative_to(folder)) for path in folder.rglob("*.*")}
        for folder in (ROOT / "proofs", packed)
    )
    assert here == there
    status, said = ask(site, tmp_path, "prove", "--check", *wagers, "--json", refused=ALL_EXTRAS)
    told = json.loads(said)
    assert told["folder"] == str(packed)
    assert told["left_over"] == []
    assert status == int(bool(told["stale"]))
    assert [each for each in told["stale"] if each["why"] == "missing"] == []
    assert not (tmp_path / "proofs").exists()


@soak_only("tests/proofs/test_audit.py::test_one_jurisdiction")
def test_audit_works_from_any_folder(site: Path, tmp_path: Path) -> None:
    status, said = ask(site, tmp_path, "audit", "--jurisdiction", "new_hampshire", "--json")
    assert status == 0, said
    found = [item for part in json.loads(said).values() for item in part["items"]]
    assert any("Suited 3 of a Kind" in item["says"] for item in found)


def test_what_is_proved_goes_where_the_caller_stands(site: Path, tmp_path: Path) -> None:
    """A package that is installed is not written to."""
    status, said = ask(site, tmp_path, "prove", "colorado/21-plus-3")
    assert status == 0, said
    assert (tmp_path / "proofs" / "colorado" / "21-plus-3.txt").is_file()
