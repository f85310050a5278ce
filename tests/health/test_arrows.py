"""Imports inside pitboss point one way: a module knows its own package and those before it."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.health.sources import parsed

ROOT = Path(__file__).resolve().parents[2]

LAYERS = (
    *("cards", "money", "chips", "log", "hands", "rulebook", "wagers", "progressive", "procedure"),
    *("games", "table", "analysis", "solvers", "sheets", "simulate", "store", "library"),
    *("submission", "documents", "server", "cli"),
)
LAYER = {name: depth for depth, name in enumerate(LAYERS)}
for each in ("errors", "cache_files", "package_data", "whole_file"):
    LAYER[each] = -1  # all import them, they nothing
TOP = {"__init__", "__main__"}  # may import anything
WHOLE = {"server", "cli"}  # may import the package itself


def imports(path: Path, package: list[str]) -> Iterator[tuple[int, str]]:
    """Every import of pitboss with its line, wherever it stands, as `pitboss.cards.Card`."""
    for node in parsed(path):
        match node:
            case ast.Import(names=names):
                found = [alias.name for alias in names]
            case ast.ImportFrom(module=module, names=names, level=level):
                base = package[: len(package) - level + 1] if level else []
                base = [*base, *(module or "").split(".")] if module else base
                found = [".".join([*base, alias.name]) for alias in names]
            case ast.Call(
                func=ast.Name(id="__import__" | "import_module")
                | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                found = [name]
            case _:
                continue
        yield from ((node.lineno, name) for name in found if name.split(".")[0] == "pitboss")


def wrong_arrows(package: Path) -> list[str]:
    """What points the wrong way under a pitboss package, one `file:line: what` each."""
    wrong = []
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        importer, where = parts[0], path.relative_to(package.parent).as_posix()
        if importer in TOP:
            continue
        if importer not in LAYER:
            wrong.append(f"{where}:1: {importer} has no layer; give it one in tests/health")
            continue
        for line, name in imports(path, ["pitboss", *parts[:-1]]):
            imported = [*name.split("."), ""][1]
            if name == "pitboss.__version__":
                continue
            # else it is the package itself, or a name that only its __init__ has
            known = imported in LAYER
            allowed = LAYER[imported] <= LAYER[importer] if known else importer in WHOLE
            if not allowed or (LAYER[importer] < 0 and imported != importer):
                wrong.append(f"{where}:{line}: {importer} may not import {name}")
    return wrong


def test_arrows_point_one_way() -> None:
    assert not (wrong := wrong_arrows(ROOT / "src" / "pitboss")), "\n" + "\n".join(wrong)


def circles(package: Path) -> list[str]:
    """Every circle of modules that import one another, lazily or for types alone too."""
    found = {
        path.relative_to(package.parent).with_suffix("").as_posix().replace("/", "."): path
        for path in package.rglob("*.py")
    }
    modules = {name.removesuffix(".__init__"): path for name, path in found.items()}
    needs: dict[str, set[str]] = {}
    for name, path in modules.items():
        inside = name if path.stem == "__init__" else name.rpartition(".")[0]
        named = [each for _, each in imports(path, inside.split("."))]
        wanted = {each if each in modules else each.rpartition(".")[0] for each in named}
        needs[name] = (wanted & {*modules}) - {name, "pitboss"}
    while free := [name for name, wanted in needs.items() if not wanted & {*needs}]:
        for name in free:
            del needs[name]
    needed = {each for wanted in needs.values() for each in wanted}
    return sorted(name for name in needs if name in needed)


def test_no_modules_import_one_another_in_a_circle() -> None:
    assert circles(ROOT / "src" / "pitboss") == []


def test_a_circle_is_found(tmp_path: Path) -> None:
    package = tmp_path / "pitboss"
    package.mkdir()
    (package / "one.py").write_text("def f():\n    from pitboss.two import x")
    (package / "two.py").write_text("if TYPE_CHECKING:\n    from pitboss.one import f")
    (package / "three.py").write_text("from pitboss.one import f")
    assert circles(package) == ["pitboss.one", "pitboss.two"]


def test_no_two_classes_have_the_same_name() -> None:
    called: dict[str, list[str]] = {}
    for path in sorted((ROOT / "src" / "pitboss").rglob("*.py")):
        module = parsed(path)[0]
        assert isinstance(module, ast.Module)
        for node in module.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                called.setdefault(node.name, []).append(path.name)
    assert {name: where for name, where in called.items() if len(where) > 1} == {}


def test_no_three_modules_share_a_name() -> None:
    found = Counter(path.stem for path in (ROOT / "src" / "pitboss").rglob("*.py"))
    assert {name for name, many in found.items() if many > 2} == {"__init__"}


@pytest.mark.parametrize(
    ("file", "source", "wrong"),
    [
        ("chips.py", "from pitboss.money import Odds", ""),
        ("cards.py", "from pitboss.errors import PitbossError", ""),
        ("cards.py", "import fractions", ""),
        ("cards.py", "import pitboss.hands", "cards.py:1: cards may not import pitboss.hands"),
        ("cards.py", "\nfrom pitboss import hands", "cards.py:2: cards may not import"),
        ("cards.py", "from . import hands", "cards.py:1: cards may not import pitboss.hands"),
        ("cards.py", "from .hands import x", "cards.py:1: cards may not import pitboss.hands.x"),
        ("cards.py", "def f():\n    from pitboss.table import Table", "cards.py:2: "),
        ("cards.py", "if TYPE_CHECKING:\n    import pitboss.table", "cards.py:2: "),
        ("cards.py", "importlib.import_module('pitboss.cli')", "cards.py:1: "),
        ("cards.py", "from pitboss import Card", "cards.py:1: cards may not import pitboss.Card"),
        ("errors.py", "from pitboss.cards import Card", "errors.py:1: errors may not import"),
        ("wagers/pairs.py", "from . import rows\nfrom .. import rulebook", ""),
        ("wagers/pairs.py", "from .rows import x\nfrom ..games import x", "wagers/pairs.py:2: "),
        ("wagers/__init__.py", "from .pairs import x\nfrom ..table import x", "__init__.py:2: "),
        ("store/log.py", "from pitboss.analysis import x", ""),
        ("analysis/log.py", "from pitboss.solvers import x", "log.py:1: analysis may not import"),
        ("documents/sign.py", "from pitboss import __version__", ""),
        ("documents/sign.py", "from pitboss.cli import main", "sign.py:1: documents may not"),
        ("cli/main.py", "import pitboss\nfrom pitboss import Card", ""),
        ("cli/main.py", "from pitboss.server.serve import serve", ""),
        ("server/app.py", "from pitboss.cli.par import x", "app.py:1: server may not import"),
        ("__init__.py", "from pitboss.cli import main", ""),
        ("__main__.py", "from pitboss.cli import main", ""),
        ("utils.py", "", "utils.py:1: utils has no layer"),
        ("bonus/pay.py", "", "bonus/pay.py:1: bonus has no layer"),
    ],
)
def test_a_wrong_arrow_is_found(tmp_path: Path, file: str, source: str, wrong: str) -> None:
    path = tmp_path / "pitboss" / file
    path.parent.mkdir(parents=True)
    path.write_text(source, encoding="utf-8")
    found = wrong_arrows(tmp_path / "pitboss")
    if wrong:
        assert len(found) == 1
        assert wrong in found[0]
    else:
        assert found == []
