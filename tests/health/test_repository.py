"""The repository holds nothing of the machine or the package index it was written with."""

import ast
import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import pitboss

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = ["requirements.lock", "requirements-test.lock"]
LOCK_LINE = re.compile(r"[a-z0-9-]+==[^/\\]+ \\|    --hash=sha256:[0-9a-f]{64}(?: \\)?| *#.*")
NOT_OURS = {".git", ".hypothesis", ".venv", "__pycache__", "build", "dist", "node_modules"}

# Put together here, so that this file does not hold what it looks for.
HOSTS = ["pypi" + ".org", "python" + "hosted", "npmjs" + ".", "yarnpkg" + ".", "jsdelivr" + "."]
FOLDERS = ["work", "root", r"home/\w+", r"Users/\w+", "private/var"]
FORBIDDEN = {
    "a package index": re.compile("|".join(map(re.escape, HOSTS)), re.IGNORECASE),
    "a machine's own path": re.compile(rf"(?<![\w./~$}}*-])/(?:{'|'.join(FOLDERS)})(?![\w-])"),
}


def git(root: Path, *arguments: str) -> str:
    """What git answers in a folder."""
    command = ["git", "-C", str(root), *arguments]
    return subprocess.check_output(command, text=True, stderr=subprocess.DEVNULL)


def files(root: Path) -> list[Path]:
    """Everything git knows or would take; every file where there is no git."""
    try:
        if Path(git(root, "rev-parse", "--show-toplevel").strip()).resolve() == root.resolve():
            kept = git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
            return sorted({path for name in kept.split("\0") if (path := root / name).is_file()})
    except (OSError, subprocess.CalledProcessError):
        pass
    found = []
    for folder, inner, names in os.walk(root):
        inner[:] = [name for name in inner if name not in NOT_OURS and not name.endswith("_cache")]
        found += [Path(folder, name) for name in names]
    return sorted(found)


def findings(root: Path) -> Iterator[str]:
    """Each forbidden text and file under a root, as `file:line: what`."""
    for path in files(root):
        where = path.relative_to(root).as_posix()
        if path.name == "uv.lock":
            yield f"{where}: the locks are requirements*.lock (tools/lock)"
        content = path.read_bytes()
        if path.suffix == ".whl" or b"\0" in content:
            continue
        for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), 1):
            for what, pattern in FORBIDDEN.items():
                if match := pattern.search(line):
                    yield f"{where}:{number}: {what}: {match[0]}"


def pins(lock: str) -> dict[str, str]:
    """Every `name==version ; marker` of a lock with the text that follows it."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9-]+==[^\\\n]+?) \\\n((?:    .*\n?)+)", text, re.MULTILINE))


def names(requirements: list[str]) -> set[str]:
    """The bare project names of some requirements."""
    return {re.split(r"[^\w-]", requirement)[0] for requirement in requirements}


def test_no_index_path_or_stray_lock() -> None:
    assert not (found := list(findings(ROOT))), "\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("see https://" + HOSTS[0] + "/simple", "a package index"),
        ("cd /" + FOLDERS[0] + "/main", "a machine's own path"),
        ("cache: '/" + FOLDERS[1] + "'", "a machine's own path"),
        ("/" + "home/ann/pitboss", "a machine's own path"),
        ("#!/usr/bin/env python3 >/dev/null", ""),
        ("https://example.org/" + FOLDERS[1] + "/x, ./" + FOLDERS[0] + " and 1/" + FOLDERS[1], ""),
    ],
)
def test_forbidden_text_is_found(tmp_path: Path, text: str, what: str) -> None:
    (tmp_path / "notes.txt").write_text("\n" + text)
    assert [f.split(": ")[:2] for f in findings(tmp_path)] == ([["notes.txt:2", what]] * bool(what))


def test_a_stray_lock_is_found(tmp_path: Path) -> None:
    (tmp_path / "uv.lock").touch()
    assert len(list(findings(tmp_path))) == 1


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_is_pinned_and_hashed(lock: str) -> None:
    for line in (ROOT / lock).read_text(encoding="utf-8").splitlines():
        assert LOCK_LINE.fullmatch(line), f"{lock}: {line}"
        assert not re.search("://| /", line), f"{lock}: {line}"
    assert pins(lock)
    assert all("--hash=sha256:" in rest for rest in pins(lock).values())


def test_locks_follow_pyproject() -> None:
    runtime, test = (pins(lock) for lock in LOCKS)
    assert set(runtime) <= set(test)
    project = PYPROJECT["project"]
    extras = [each for extra in project["optional-dependencies"].values() for each in extra]
    assert names([*project["dependencies"], *extras]) - {"pitboss"} <= names(list(runtime))
    assert names(PYPROJECT["dependency-groups"]["test"]) <= names(list(test))


def test_version_is_written_once() -> None:
    """In the package; the wheel and the command line take it from there."""
    assert PYPROJECT["project"]["dynamic"] == ["version"]
    home = ROOT / PYPROJECT["tool"]["hatch"]["version"]["path"]
    tree = ast.parse(home.read_text(encoding="utf-8"))
    written = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__version__"
    ]
    assert written == [pitboss.__version__]


def test_scripts_are_executable_and_checked() -> None:
    scripts = [ROOT / "run", ROOT / ".ci/run"]
    for path in (ROOT / "tools").iterdir():
        if path.is_file() and path.suffix != ".whl":
            scripts.append(path)
            if "python" in path.read_text(encoding="utf-8").splitlines()[0]:
                assert f"tools/{path.name}" in PYPROJECT["tool"]["mypy"]["files"]
    assert [str(path) for path in scripts if not os.access(path, os.X_OK)] == []
