"""Every exception of the package is in the tree that `pitboss.errors` draws."""

import ast
import builtins
import re
from pathlib import Path

import pitboss.errors
from tests.health.sources import parsed

ROOT = Path(__file__).resolve().parents[2]
BRANCH = re.compile(r"^([│ ]*)(?:[├└]── )?(\w+)(?:  .*)?$")


def drawn(text: str) -> dict[str, str]:
    """Class → its base, as a tree draws them: four columns a level."""
    made, path = dict[str, str](), list[str]()
    for line in text.splitlines():
        found = BRANCH.match(line)
        if not found or (line[0].isalpha() and line not in ("PitbossError", "Exception")):
            continue
        depth = 0 if line[0].isalpha() else len(found[1]) // 4 + 1
        path = [*path[:depth], found[2]]
        if depth:
            assert found[2] not in made, f"{found[2]} is drawn twice"
            made[found[2]] = path[depth - 1]
    return made


def written(package: Path) -> dict[str, str]:
    """Class → its base, of every exception in the files of a package."""
    classes = dict[str, str]()
    for path in package.rglob("*.py"):
        for node in parsed(path):
            if isinstance(node, ast.ClassDef) and node.bases:
                classes[node.name] = ast.unparse(node.bases[0])

    def is_exception(name: str) -> bool:
        known = getattr(builtins, name, None)
        if isinstance(known, type):
            return issubclass(known, BaseException)
        return name in classes and classes[name] != name and is_exception(classes[name])

    return {name: base for name, base in classes.items() if is_exception(name)}


def test_the_tree_is_the_package() -> None:
    found = written(ROOT / "src" / "pitboss")
    assert found.pop("PitbossError") == "Exception"
    assert drawn(pitboss.errors.__doc__ or "") == found


def test_an_exception_missing_from_the_tree_is_found(tmp_path: Path) -> None:
    (tmp_path / "wild.py").write_text(
        "class Wild(ValueError): ...\nclass Wilder(Wild): ...\nclass Tame(dict): ...\n"
    )
    assert written(tmp_path) == {"Wild": "ValueError", "Wilder": "Wild"}
