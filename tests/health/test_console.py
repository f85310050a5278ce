"""What the pages show of the command line is what it prints."""

import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.cli.app import app
from tests.conftest import Ask

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
FLAGS = re.MULTILINE | re.DOTALL
BLOCK = re.compile(r"^```(console|toml)\n(.*?)^```", FLAGS)
STARTS = ("./run", "pitboss")
NOT_RUN = ("serve", "db", "people", "audit", "prove --check", "verify pit.log")
"""They go on for ever, or for minutes, or need a house in which somebody has played."""
LONG = ("compare pennsylvania/blackjack",)
"""With `--soak`: a page shows none of its lines, and tests/solvers asks for them too."""
DESIGNER = "designer"
"""The page whose rule is written down before it is tried."""


def shown(block: str) -> Iterator[tuple[list[str], list[str]]]:
    """Each command of a block, as words, and the lines that it prints."""
    joined = block.replace("\\\n", " ")
    for part in re.split(r"^\$ ", joined, flags=re.MULTILINE)[1:]:
        command, *printed = part.splitlines()
        if command.startswith(STARTS):
            yield shlex.split(command, comments=True)[1:], printed


def write_rule(rule: str) -> None:
    """Put the lines of a page into the file that `rules new` wrote."""
    (path,) = Path("rulebook").glob("*.toml")
    text = path.read_text("utf-8")
    entry = r"^{} *= (\[.*?^\]|.*?)$"
    for key, value in re.findall(entry.format(r"(\w+)"), rule, FLAGS):
        (old,) = re.finditer(entry.format(key), text, FLAGS)
        text = f"{text[: old.start()]}{key} = {value}{text[old.end() :]}"
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if "```console" in page.read_text("utf-8")],
    ids=lambda p: p.stem,
)
def test_a_page_shows_what_is_printed(
    ask: Ask,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    pytestconfig: pytest.Config,
    page: Path,
) -> None:
    """Every command parses; its lines stand in the answer in this order, and … leaves some out."""
    not_run = NOT_RUN if pytestconfig.getoption("--soak") else NOT_RUN + LONG
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PITBOSS_COMMAND", "./run")
    for kind, block in BLOCK.findall(page.read_text("utf-8")):
        if kind == "toml":
            if page.stem == DESIGNER:
                write_rule(block)
            continue
        for words, printed in shown(block):
            app.parse_args(words, exit_on_error=False, print_error=False)
            if " ".join(words).startswith(not_run):
                continue
            monkeypatch.setattr("sys.stdin", io.StringIO(""))
            monkeypatch.setenv("COLUMNS", "100" if "--progressive" in words else "80")
            status, out, err = ask(*words)
            assert (status, err) == (0, ""), words
            answer = iter(out.splitlines())
            for line in printed:
                assert line == "…" or line in answer, (words, line)
