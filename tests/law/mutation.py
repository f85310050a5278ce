"""Change the rule or the step that carries a paragraph, and see whether its test notices.

Each executed line of `docs/coverage.tsv` names a mutant:

    rule: pennsylvania/perfect-pairs settles => "after the dealer's hand"    another datum
    drop: pennsylvania/perfect-pairs hands[Mixed pair]                       a datum is missing
    code: pitboss.games.standard.settle_hand: theirs.bust => not theirs.bust another step
    skip: pitboss.games.standard.pay_naturals                                a step is left out

A mutant is applied in memory, in a child process that then runs the tests of the line. They must
fail, and not merely because the mutant makes no sense: a rulebook that does not load, a name that
is not there or a round that never ends prove nothing.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import hashlib
import importlib
import inspect
import json
import multiprocessing
import os
import pkgutil
import re
import signal
import textwrap
import tomllib
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final, Literal

import pytest

load: Any = importlib.import_module("pitboss.rulebook.load")  # the function has its name
ROOT: Final = Path(__file__).resolve().parents[2]
SECONDS: Final = 120
Outcome = Literal["killed", "survived", "broken", "hangs", "refused", "not found"]
SENSELESS: Final = (NameError, TypeError, AttributeError, ImportError, SyntaxError)
"""What a mutant raises that is no changed rule but a broken program."""


class MutantError(Exception):
    """A mutant that cannot be applied."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: what kind, where, what is there, what is put in its place."""

    kind: str
    where: str
    old: str = ""
    new: str = ""


MUTANT: Final = {
    "rule": re.compile(r"(?P<where>\S+) (?P<old>.+?) => (?P<new>.+)"),
    "drop": re.compile(r"(?P<where>\S+) (?P<old>.+)"),
    "code": re.compile(r"(?P<where>[\w.]+): (?P<old>.+?) => (?P<new>.*)"),
    "skip": re.compile(r"(?P<where>[\w.]+)"),
}


def parse(text: str) -> Mutant:
    """Read a mutant.

    >>> parse("skip: pitboss.games.standard.burn").where
    'pitboss.games.standard.burn'
    """
    kind, _, rest = text.partition(": ")
    form = MUTANT.get(kind)
    found = form.fullmatch(rest) if form else None
    if found is None:
        raise MutantError(f"{text!r} is not a mutant: write rule, drop, code or skip")
    return Mutant(kind, **found.groupdict())


# ---- a changed datum -----------------------------------------------------------------------


def entry_of(raw: dict[str, Any], key: str) -> dict[str, Any] | None:
    """The wager or game of this key in a rule file."""
    for kind in ("wager", "game"):
        if key in raw.get(kind, {}):
            found: dict[str, Any] = raw[kind][key]
            return found
    return None


def change(entry: Any, mutant: Mutant) -> None:
    """Set the datum at a path such as `hands[Mixed pair].A`, or take it away."""
    *way, last = re.findall(r"[^.\[\]]+|\[[^\]]*\]", mutant.old)
    try:
        for part in way:
            entry = entry[index(entry, part)]
        at = index(entry, last)
        if mutant.kind == "drop":
            del entry[at]
            return
        value = tomllib.loads(f"value = {mutant.new}")["value"]
        if (isinstance(entry, list) or at in entry) and entry[at] == value:
            raise MutantError(f"{mutant.old} is {mutant.new} already")
        entry[at] = value
    except (KeyError, IndexError, TypeError) as error:
        raise MutantError(f"{mutant.where} has no {mutant.old}: {error}") from None


def index(entry: Any, part: str) -> Any:
    """A key of a table; of a list, the number, the name or the id of a member."""
    name = part.removeprefix("[").removesuffix("]")
    if isinstance(entry, dict):
        return name
    if name.isdecimal():
        return int(name)
    for at, member in enumerate(entry):
        if isinstance(member, dict) and name in (member.get("name"), member.get("id")):
            return at
    raise KeyError(name)


def change_rule(mutant: Mutant) -> None:
    """From now on the rule file is read with this change; every other file is unchanged."""
    jurisdiction, _, key = mutant.where.partition("/")
    read = load._parse
    found: list[str] = []

    def changed(path: Path, where: str, shown: str, own: str) -> Any:
        file = read(path, where, shown, own)
        entry = entry_of(file.raw, key) if where == jurisdiction and not own else None
        if entry is not None:
            found.append(shown)
            change(entry, mutant)
        return file

    load._parse = changed
    _, faults = load.read_all()
    if not found:
        raise MutantError(f"there is no rule {mutant.where}")
    if faults:
        raise ValueError(str(faults[0]))


# ---- a changed step ------------------------------------------------------------------------


def function(where: str) -> FunctionType:
    """The function of a dotted name: of a method, a property or a cached one too."""
    try:
        found = pkgutil.resolve_name(where)
    except (ImportError, AttributeError, ValueError):
        raise MutantError(f"there is no {where}") from None
    found = getattr(found, "fget", None) or getattr(found, "func", None) or found
    found = inspect.unwrap(getattr(found, "__func__", found))
    if not isinstance(found, FunctionType):
        raise MutantError(f"{where} is not a function")
    return found


def source(of: FunctionType) -> str:
    """The function's text, flush left."""
    return textwrap.dedent(inspect.getsource(of))


def change_code(mutant: Mutant) -> None:
    """Put another fragment in the place of one that occurs once in a function."""
    changed = function(mutant.where)
    text = source(changed)
    if text.count(mutant.old) != 1:
        times = text.count(mutant.old)
        raise MutantError(f"{mutant.where} has {mutant.old!r} {times} times, not once")
    flags = changed.__code__.co_flags & 0x1000000  # from __future__ import annotations
    try:
        module = compile(text.replace(mutant.old, mutant.new), "mutant", "exec", flags)
    except SyntaxError as error:
        raise MutantError(f"{mutant.new!r} is not Python there: {error}") from None
    inner = [c for c in module.co_consts if isinstance(c, CodeType)]
    [code] = [c for c in inner if c.co_name == changed.__name__]
    if code.co_freevars != changed.__code__.co_freevars:
        raise MutantError(f"{mutant.where} is a closure")
    changed.__code__ = code


def skip(mutant: Mutant) -> None:
    """From now on a function does nothing."""
    skipped = function(mutant.where)
    steps = inspect.isgeneratorfunction(skipped)
    skipped.__defaults__ = skipped.__kwdefaults__ = None
    skipped.__code__ = (_no_steps if steps else _nothing).__code__


def _nothing(*_: object, **__: object) -> None:
    return None


def _no_steps(*_: object, **__: object) -> Iterator[None]:
    return
    yield


APPLY: Final[dict[str, Callable[[Mutant], None]]] = {
    "rule": change_rule, "drop": change_rule, "code": change_code, "skip": skip,
}  # fmt: skip


# ---- what a result holds for ---------------------------------------------------------------


def digest(mutant: str, tests: Iterable[str]) -> str:
    """Of the mutant, of what it changes and of the tests: a result is stale once they differ."""
    made = hashlib.sha256(mutant.encode())
    read = parse(mutant)
    made.update(carrier(read).encode())
    for test in tests:
        made.update(source_of_test(test).encode())
    return made.hexdigest()[:12]


def carrier(mutant: Mutant) -> str:
    """The text of the rule or of the function that a mutant changes."""
    if mutant.kind in ("code", "skip"):
        return source(function(mutant.where))
    jurisdiction, _, key = mutant.where.partition("/")
    for path in sorted((load.LAW / jurisdiction).glob("*.toml")):
        entry = entry_of(_toml(path), key)
        if entry is not None:
            return json.dumps(entry, default=str, sort_keys=True)
    raise MutantError(f"there is no rule {mutant.where}")


_READ: dict[Path, Any] = {}


def _toml(path: Path) -> dict[str, Any]:
    if path not in _READ:
        _READ[path] = tomllib.loads(path.read_text("utf-8-sig"))
    found: dict[str, Any] = _READ[path]
    return found


def source_of_test(test: str) -> str:
    """The text of a test function."""
    name, _, called = test.partition("::")
    path = ROOT / name
    if path not in _READ:
        text = path.read_bytes()
        lines = text.split(b"\n")
        nodes = [n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)]
        _READ[path] = {n.name: _text_of(n, lines) for n in nodes}
    found = _READ[path].get(called.partition("[")[0])
    if found is None:
        raise MutantError(f"there is no test {test}")
    return str(found)


def _text_of(node: ast.FunctionDef, lines: Sequence[bytes]) -> str:
    """The text of a function that no other is in."""
    *before, last = lines[node.lineno - 1 : node.end_lineno]
    return b"\n".join((*before, last[: node.end_col_offset])).decode()


# ---- a run ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Run:
    """A mutant and the tests that must notice it."""

    name: str
    mutant: str
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a mutant."""

    name: str
    outcome: Outcome
    by: str
    """The test that failed, or what went wrong."""


class Watch:
    """Notes the first test that fails, and how."""

    def __init__(self) -> None:
        self.failed, self.raised = "", ""
        self.senseless = False

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, Any, Any]:
        report = yield
        if report.failed and call.excinfo and not self.failed:
            self.failed = item.nodeid
            self.raised = call.excinfo.typename
            self.senseless = isinstance(call.excinfo.value, SENSELESS)
        return report


def run_tests(tests: Iterable[str], watch: Watch) -> int:
    """Run tests in this process, silently, up to the first failure."""
    os.chdir(ROOT)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # to look for plugins takes longer than most
    options = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "addopts="]
    with (
        Path(os.devnull).open("w") as nowhere,
        contextlib.redirect_stdout(nowhere),
        contextlib.redirect_stderr(nowhere),
    ):
        return int(pytest.main([*options, "--import-mode=importlib", *tests], [watch]))


def check(run: Run) -> Result:
    """Apply the mutant and run the tests: only in a process that ends with it."""
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.alarm(SECONDS)
    watch = Watch()
    try:
        if run.mutant:
            load._law = functools.cache(lambda: load._load(()))  # not as it was kept
            mutant = parse(run.mutant)
            APPLY[mutant.kind](mutant)
        status = run_tests(run.tests, watch)
    except MutantError as error:
        return Result(run.name, "not found", str(error))
    except ValueError as error:
        return Result(run.name, "refused", str(error))
    except KeyboardInterrupt:
        return Result(run.name, "hangs", "")
    signal.alarm(0)
    if status == pytest.ExitCode.OK:
        return Result(run.name, "survived", "")
    if status == pytest.ExitCode.TESTS_FAILED and watch.failed:
        if watch.senseless:
            return Result(run.name, "broken", f"{watch.raised} in {watch.failed}")
        return Result(run.name, "killed", watch.failed)
    if status == pytest.ExitCode.INTERRUPTED:
        return Result(run.name, "hangs", "")
    return Result(run.name, "broken", f"pytest exits with {status}")


def check_all(runs: Iterable[Run], jobs: int) -> Iterator[Result]:
    """Each mutant in a process of its own, several at a time."""
    warm()
    with multiprocessing.get_context("fork").Pool(jobs, maxtasksperchild=1) as pool:
        yield from pool.imap_unordered(check, runs)


def warm() -> None:
    """Import what the tests need once, before the processes part; no rule is read yet."""
    for name in (
        "hypothesis",
        "pitboss.cli",
        "pitboss.library.open_table",
        "pitboss.table.log.replay",
    ):
        importlib.import_module(name)
