"""Run the mutants of docs/coverage.tsv and write docs/coverage-mutants.tsv.

`tools/coverage-mutants` runs those whose result is missing or stale; `--all` runs every one. With
`--line` or `--sample` nothing is written unless `--write` is given.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from pitboss.cli.coverage import (
    FILE,
    RESULT_COLUMNS,
    RESULTS,
    Key,
    MutantResult,
    Paragraph,
    keys_of,
    read_coverage,
    read_results,
)
from tests.law.mutation import MutantError, Result, Run, check_all, digest

Tests = Mapping[Key, tuple[str, ...]]
"""Every mutant of the list, with the tests that must notice it."""
Results = Mapping[Key, MutantResult]


def listed(paragraphs: Iterable[Paragraph]) -> Tests:
    """The mutants of these paragraphs."""
    return {key: each.pointers("test") for each in paragraphs for key in keys_of([each])}


def named(key: Key) -> str:
    """A paragraph in one word: `633c.1(d)(2)`."""
    return f"{key[0]}{key[1]}".replace(" ", "")


def digest_of(key: Key, tests: tuple[str, ...]) -> str:
    """What a result holds for; empty if the mutant or a test is not there."""
    try:
        return digest(key[2], tests)
    except MutantError:
        return ""


def stale(every: Tests, results: Results) -> list[Key]:
    """Mutants that were not run as they, what they change and their tests stand."""
    found = []
    for key, tests in every.items():
        now = digest_of(key, tests)
        if key not in results or not now or results[key].digest != now:
            found.append(key)
    return found


def run(every: Tests, keys: Sequence[Key], jobs: int, found: dict[Key, Result]) -> None:
    """Run these mutants into `found`, with a line on stderr for each."""
    runs = {str(at): Run(str(at), key[2], every[key]) for at, key in enumerate(keys)}
    for result in check_all(runs.values(), jobs):
        key = keys[int(result.name)]
        found[key] = result
        more = f"  {key[2]}  {result.by}" if result.outcome != "killed" else ""
        print(f"{len(found):>4}/{len(runs)} {result.outcome:9} {named(key)}{more}", file=sys.stderr)


def write(every: Tests, before: Results, found: Mapping[Key, Result]) -> None:
    """Write the results of every mutant in the order of the list: the new ones and the others."""
    lines = ["\t".join(RESULT_COLUMNS)]
    for key, tests in every.items():
        row = before.get(key)
        if result := found.get(key):
            by = result.by.partition("[")[0]
            row = MutantResult(*key, result.outcome, by, digest_of(key, tests))
        if row is not None:
            lines.append("\t".join((*key, row.result, row.by, row.digest)))
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Give 1 if a mutant that was run is not killed."""
    parser = argparse.ArgumentParser(prog="tools/coverage-mutants", description=__doc__)
    parser.add_argument("--all", action="store_true", help="every mutant, not only stale ones")
    parser.add_argument("--line", action="append", default=[], metavar="633c.1(d)")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="N of them by chance")
    parser.add_argument("--seed", default="", help="of the sample")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help="keep the results of --line, too")
    asked = parser.parse_args(arguments)
    every, before = listed(read_coverage(FILE)), read_results(RESULTS)
    chosen = [*every] if asked.all else stale(every, before)
    if asked.line:
        lines = {line.replace(" ", "") for line in asked.line}
        chosen = [key for key in every if named(key) in lines]
        if unknown := lines - {named(key) for key in chosen}:
            parser.error(f"no paragraph with a mutant is called {', '.join(sorted(unknown))}")
    elif asked.sample:
        chosen = Random(asked.seed).sample([*every], min(asked.sample, len(every)))
    found: dict[Key, Result] = {}
    try:
        run(every, chosen, asked.jobs, found)
    finally:  # an interrupted run keeps its results, too
        if asked.write or not (asked.line or asked.sample):
            write(every, before, found)
    outcomes = Counter(each.outcome for each in found.values())
    print(", ".join(f"{many} {what}" for what, many in outcomes.items()) or "nothing to run")
    return 0 if set(outcomes) <= {"killed"} else 1


if __name__ == "__main__":
    sys.exit(main())
