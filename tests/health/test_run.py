"""./run sets up once, starts fast after that, and never leaves a set-up half done."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.soak import soak, soak_only

ROOT = Path(__file__).resolve().parents[2]
PIP = """
import os, pathlib, sys, sysconfig, time
package = pathlib.Path(sysconfig.get_path("purelib"), "whisk")
for folder in package, package / "tests":
    folder.mkdir(exist_ok=True)
    (folder / "__init__.py").touch()
count = pathlib.Path(os.environ["COUNT"])
with count.open("a") as file:
    file.write("installed\\n")
print("Downloading whisk-1.2-py3-none-any.whl (3 kB)", flush=True)
time.sleep(float(os.environ.get("PIP_TAKES", "0")))
if "PIP_SAYS" in os.environ:
    print(os.environ["PIP_SAYS"])
    sys.exit(1)
"""
PITBOSS = "import os, sys; print(os.getcwd(), sys.argv[1:])"
CHECKOUT = "a checkout"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """One that was never started."""
    return checkout(tmp_path)


def checkout(folder: Path) -> Path:
    """A checkout in a folder with a space, with a pip and a pitboss that only report."""
    tree = folder / CHECKOUT
    for name, text in {
        "requirements.lock": "whisk==1.2\n",
        "requirements-test.lock": "broom==3\n",
        "src/pitboss/__main__.py": PITBOSS,
        "tools/pip-1-py3-none-any.whl/pip/__main__.py": PIP,
    }.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text)
    shutil.copy(ROOT / "run", tree)
    return tree


@pytest.fixture(scope="module")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a checkout was started once."""
    folder = tmp_path_factory.mktemp("first")
    run(checkout(folder))
    return folder


@pytest.fixture
def started(first_start: Path, tmp_path: Path) -> Path:
    """A checkout that was started once."""
    shutil.copytree(first_start, tmp_path, symlinks=True, dirs_exist_ok=True)
    return tmp_path / CHECKOUT


def environment(tree: Path, **more: str) -> dict[str, str]:
    """The caller's surroundings, with the tests' own Python as python3."""
    names = tree.parent / "bin"
    names.mkdir(exist_ok=True)
    if not (names / "python3").exists():
        (names / "python3").symlink_to(os.path.realpath(sys.executable))
    path = f"{names}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "COUNT": str(tree.parent / "count"), **more}


def run(tree: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Start ./run from another folder."""
    return subprocess.run(
        [tree / "run", *arguments],
        cwd=more.pop("cwd", tree.parent),
        env=environment(tree, **more),
        capture_output=True,
        text=True,
        timeout=60,
    )


def installs(tree: Path) -> int:
    """How often pip was asked."""
    count = tree.parent / "count"
    return len(count.read_text().splitlines()) if count.exists() else 0


def only(tree: Path, **commands: str) -> str:
    """A PATH of the plain commands and these scripts."""
    folder = tree.parent / "only"
    folder.mkdir()
    for plain in ("cat", "cp", "dirname", "readlink", "rm"):
        (folder / plain).symlink_to(shutil.which(plain) or plain)
    for name, script in commands.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    return str(folder)


def test_run_is_plain_sh() -> None:
    subprocess.run(["sh", "-n", ROOT / "run"], check=True)


def test_first_start_sets_up_and_later_ones_do_not(tree: Path) -> None:
    first = run(tree, "deal", "a b")
    assert first.stdout == f"{tree.parent} ['deal', 'a b']\n"
    assert "  whisk 1.2 (3 kB)\n" in first.stderr
    later = run(tree, "deal", "a b")
    assert (later.stdout, later.stderr, later.returncode) == (first.stdout, "", 0)
    assert installs(tree) == 1


def test_a_later_start_is_fast(started: Path) -> None:
    (started / ".venv/bin/python").unlink()  # the cost of Python itself is not ours
    (started / ".venv/bin/python").write_text("#!/bin/sh\n")
    (started / ".venv/bin/python").chmod(0o755)
    shutil.copy(ROOT / "requirements.lock", started)
    shutil.copy(ROOT / "requirements.lock", started / ".venv")
    took = []
    for _ in range(5):
        began = time.perf_counter()
        assert run(started).returncode == 0
        took.append(time.perf_counter() - began)
    assert min(took) < 0.1
    assert installs(started) == 1


def test_bytecode_is_kept_for_the_next_start(started: Path) -> None:
    """Also where the caller's surroundings forbid it: that start would take twice as long."""
    (started / "src/pitboss/__init__.py").touch()
    assert run(started, PYTHONDONTWRITEBYTECODE="1", PYTHONPYCACHEPREFIX="").returncode == 0
    assert list((started / "src/pitboss/__pycache__").glob("__init__.*.pyc"))


def test_packages_are_compiled_without_their_tests(tree: Path) -> None:
    run(tree, PYTHONPYCACHEPREFIX="")
    assert [each.parts[-4:-1] for each in tree.glob(".venv/lib/*/site-packages/**/*.pyc")] == [
        ("site-packages", "whisk", "__pycache__")
    ]


def test_pitboss_is_told_how_it_was_started(started: Path) -> None:
    (started / "src/pitboss/__main__.py").write_text(
        "import os; print(os.environ['PITBOSS_COMMAND'])"
    )
    assert run(started).stdout == f"{started / 'run'}\n"
    told = subprocess.check_output(["./run"], cwd=started, env=environment(started), text=True)
    assert told == "./run\n"


def test_start_through_a_link(started: Path) -> None:
    (started.parent / "bin" / "pitboss").symlink_to("../a checkout/run")
    found = subprocess.check_output(["pitboss"], cwd=started, env=environment(started), text=True)
    assert found == f"{started} ['serve']\n"


def test_packages_of_the_current_folder_do_not_come_first(started: Path) -> None:
    (started.parent / "pitboss.py").write_text("raise SystemExit('wrong pitboss')")
    assert run(started, PYTHONPATH=str(started.parent)).returncode == 0


def test_a_new_lock_sets_up_again(started: Path) -> None:
    (started / ".venv/old").touch()
    (started / "requirements.lock").write_text("whisk==1.3\n")
    assert run(started).returncode == 0
    assert not (started / ".venv/old").exists()
    assert installs(started) == 2


def test_a_half_made_set_up_is_made_again(tree: Path) -> None:
    (tree / ".venv/bin").mkdir(parents=True)
    (tree / ".venv/bin/python").symlink_to(sys.executable)
    (tree / ".venv/old").touch()
    assert run(tree).returncode == 0
    assert not (tree / ".venv/old").exists()


def test_a_python_that_is_gone_sets_up_again(started: Path) -> None:
    (started / ".venv/bin/python").unlink()
    (started / ".venv/bin/python").symlink_to("gone")
    assert run(started).returncode == 0
    assert installs(started) == 2


@pytest.mark.parametrize("locked", [".", ".venv", ".venv/bin"])
def test_a_checkout_that_cannot_be_written_is_left_alone(tree: Path, locked: str) -> None:
    """Also where its Python is one that this user cannot run."""
    (tree / ".venv/bin").mkdir(parents=True)
    (tree / ".venv/bin/python").symlink_to("/nowhere/python")
    (tree / ".venv/bin/old").touch()
    with tempfile.TemporaryDirectory() as folder:  # others may not look into pytest's own
        other = shutil.copytree(tree, Path(folder) / "checkout", symlinks=True)
        for path in (Path(folder), other, *other.rglob("*")):
            if path.is_dir():
                path.chmod(0o755 if path == other / locked or path == Path(folder) else 0o777)
        if os.geteuid():
            (other / locked).chmod(0o555)
        told = subprocess.run(
            [other / "run"],
            capture_output=True,
            text=True,
            timeout=60,
            user=None if os.geteuid() else 65534,
        )
        (other / locked).chmod(0o755)
        assert (other / ".venv/bin/old").exists()
    assert (told.returncode, told.stdout) == (1, "")
    [line] = told.stderr.splitlines()
    assert f"you may not write to {other / locked}" in line


def test_an_interrupted_set_up_leaves_nothing(tree: Path) -> None:
    with subprocess.Popen(
        [tree / "run"],
        env=environment(tree, PIP_TAKES="30"),
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as started:
        assert started.stderr
        while "whisk" not in started.stderr.readline():
            pass
        os.killpg(started.pid, 2)  # what Ctrl-C sends
        started.communicate(timeout=20)
    assert started.returncode == 130
    assert not (tree / ".venv").exists()
    assert run(tree).returncode == 0


def test_two_starts_set_up_once(tree: Path) -> None:
    surroundings = environment(tree, PIP_TAKES="1")
    both = [
        subprocess.Popen(
            [tree / "run", "deal"],
            env=surroundings,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    said = [start.communicate(timeout=60) for start in both]
    assert [start.returncode for start in both] == [0, 0]
    assert all("['deal']" in out for out, _ in said)
    assert sum("waiting" in err for _, err in said) == 1
    assert installs(tree) == 1


@pytest.mark.parametrize(
    ("says", "told"),
    [
        (
            "WARNING: Retrying after connection broken by 'NewConnectionError(...)'",
            "the packages cannot be fetched: no package index answers. "
            "Connect to the network and start again.",
        ),
        (
            "WARNING: Retrying after connection broken by 'SSLError(CERTIFICATE_VERIFY_FAILED)'",
            "the package index shows a certificate this machine does not trust. "
            "Check the clock or set PIP_CERT, then start again.",
        ),
        (
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.",
            "a package that was fetched is not the one in the lock, so none was installed.",
        ),
        ("ERROR: No matching distribution found for whisk", "No matching distribution found"),
        soak(
            "WARNING: connection broken by a truck\nERROR: No space left on device",
            "No space left on device",
        ),
        ("", "pip failed without saying why."),
    ],
)
def test_a_failed_set_up_says_why_and_leaves_nothing(tree: Path, says: str, told: str) -> None:
    failed = run(tree, PIP_SAYS=says)
    assert failed.returncode == 1
    assert sum(f"pitboss: {told}" in line for line in failed.stderr.splitlines()) == 1
    assert failed.stderr.endswith("Nothing was set up.\n")
    assert not (tree / ".venv").exists()


@soak_only("test_a_failed_set_up_says_why_and_leaves_nothing")
def test_a_missing_network_is_reported(tree: Path) -> None:
    """The pip that ./run carries, and an index where nobody listens."""
    shutil.rmtree(tree / "tools")
    shutil.copytree(ROOT / "tools", tree / "tools")
    shutil.copy(ROOT / "requirements.lock", tree)
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_CONFIG_FILE": os.devnull}
    failed = run(tree, **nowhere, PIP_RETRIES="1", PIP_FIND_LINKS="", PIP_NO_CACHE_DIR="1")
    assert failed.stderr.splitlines()[1:] == [
        "pitboss: the packages cannot be fetched: no package index answers. "
        "Connect to the network and start again.",
        "Nothing was set up.",
    ]
    assert not (tree / ".venv").exists()


def test_an_old_python_is_named(tree: Path) -> None:
    old = 'case $1 in -V) echo "Python 3.9.2" ;; *) exit 1 ;; esac'
    refused = run(tree, PATH=only(tree, python3=old))
    assert refused.returncode == 1
    assert refused.stderr == (
        "pitboss: Python 3.11 or newer is needed; found: Python 3.9.2. "
        "Install it and start again.\n"
    )


def test_a_missing_python_is_reported(tree: Path) -> None:
    refused = run(tree, PATH=only(tree))
    assert refused.returncode == 1
    assert refused.stderr.startswith("pitboss: Python 3.11 or newer is needed; found: none.")
    assert len(refused.stderr.splitlines()) == 1


def test_a_newer_python_is_found_by_name(tree: Path) -> None:
    good = {"python3": "exit 1", "python3.12": f'exec "{sys.executable}" "$@"'}
    assert run(tree, PATH=only(tree, **good)).returncode == 0


def test_tests_alone_need_the_test_tools(started: Path) -> None:
    """`./run test x` hands x to pytest, at the root of the checkout."""
    (started / "src/pytest.py").write_text(PITBOSS)
    assert run(started, "test", "-k", "naturals").stdout == f"{started} ['-k', 'naturals']\n"
    assert run(started, "test", "-k", "naturals").stderr == ""
    assert installs(started) == 2


@pytest.mark.parametrize("long", [[], ["--soak"]])
def test_every_step_runs_and_the_failed_ones_are_named(started: Path, long: list[str]) -> None:
    (started / "src/ruff.py").write_text("raise SystemExit('format' in __import__('sys').argv)")
    (started / "src/pytest.py").write_text(PITBOSS)
    (started / "src/mypy.py").write_text("raise SystemExit('Found 2 errors.')")
    run(started, "test", "-k", "none")
    for name, status in (("oxlint", 1), ("oxfmt", 0)):
        (started / f".venv/bin/{name}").write_text(f"#!/bin/sh\nexit {status}\n")
        (started / f".venv/bin/{name}").chmod(0o755)
    tested = run(started, "test", *long)
    steps = [line[3:] for line in tested.stderr.splitlines() if line.startswith("== ")]
    assert steps == ["ruff check", "ruff format", "oxlint", "oxfmt", "pytest", "mypy"]
    arguments = ["-q", "-n", "4", "--dist", "worksteal", *long]
    assert tested.stdout == f"{started} {arguments}\nFound 2 errors.\n"
    assert tested.stderr.endswith("pitboss: failed: ruff format, oxlint, mypy\n")
    assert tested.returncode == 1
