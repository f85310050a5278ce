"""No test is skipped silently, and none at all where every test must run."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.needs import ALL, missing

ROOT = Path(__file__).resolve().parents[2]
OVER = re.compile(r"importorskip|skipif|xfail|pytest\.skip|mark\.skip|skipTest|\+SKIP")


def test_missing_fails_where_every_test_must_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ALL, "1")
    with pytest.raises(pytest.fail.Exception, match=r"^No oven is here\. PITBOSS_ALL_TESTS=1"):
        missing("No oven is here.")


def test_missing_skips_and_warns_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ALL, raising=False)
    with (
        pytest.warns(UserWarning, match=r"^NOT TESTED: No oven is here\.$"),
        pytest.raises(pytest.skip.Exception),
    ):
        missing("No oven is here.")


def test_nothing_else_passes_a_test_over() -> None:
    texts = {
        path: path.read_text(encoding="utf-8")
        for folder, kind in (("tests", "py"), ("src", "py"), ("docs", "md"))
        for path in (ROOT / folder).rglob(f"*.{kind}")
        if path not in (Path(__file__), ROOT / "tests/needs.py")
    }
    found = {str(path): words for path, text in texts.items() if (words := OVER.findall(text))}
    assert found == {}


@pytest.mark.parametrize("apt", ["", "exit 100"], ids=["no apt-get", "apt-get fails"])
def test_ci_says_that_it_has_no_browser(tmp_path: Path, apt: str) -> None:
    """It stops before anything is tried."""
    (tmp_path / "dirname").symlink_to(shutil.which("dirname") or "")
    if apt:
        (tmp_path / "apt-get").write_text(f"#!/bin/sh\n{apt}\n")
        (tmp_path / "apt-get").chmod(0o755)
    done = subprocess.run(
        [shutil.which("bash") or "bash", ROOT / ".ci/run"],
        env={**os.environ, "PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    said = "Chromium is not here and could not be installed: install it and start again.\n"
    assert done.stderr.endswith(said)
