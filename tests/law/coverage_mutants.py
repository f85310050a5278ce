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
    MutantResult,
    Paragraph,
    read_coverage,
    read_results,
)
from tests.law.mutation import MutantError, Result, Run, check_all, digest

Results = Mapping[tuple[str, str], MutantResult]


def named(paragraph: Paragraph) -> str:
    """A paragraph in one word: `633c.1(d)(2)`."""
    return f"{paragraph.section}{paragraph.number}".replace(" ", "")


def digest_of(paragraph: Paragraph) -> str:
    """What a result of this paragraph holds for; empty if its mutant or test is not there."""
    try:
        return digest(paragraph.mutant, paragraph.pointers("test"))
    except MutantError:
        return ""


def stale(paragraphs: Iterable[Paragraph], results: Results) -> list[Paragraph]:
    """Those whose mutant, rule, step or test is not the one that was run."""
    found = []
    for each in paragraphs:
        before = results.get((each.section, each.number))
        if before is None or not before.digest or before.digest != digest_of(each):
            found.append(each)
    return found


def run(paragraphs: Sequence[Paragraph], jobs: int) -> dict[str, Result]:
    """Run their mutants, with a line on stderr for each."""
    runs = [Run(named(each), each.mutant, each.pointers("test")) for each in paragraphs]
    found: dict[str, Result] = {}
    for result in check_all(runs, jobs):
        found[result.name] = result
        by = f"  {result.by}" if result.outcome != "killed" else ""
        print(f"{len(found):>4}/{len(runs)} {result.outcome:9} {result.name}{by}", file=sys.stderr)
    return found


def write(paragraphs: Iterable[Paragraph], before: Results, found: Mapping[str, Result]) -> None:
    """Write the results of every mutant in the order of the law: the new ones and the others."""
    lines = ["\t".join(RESULT_COLUMNS)]
    for each in paragraphs:
        row = before.get((each.section, each.number))
        if result := found.get(named(each)):
            by = result.by.partition("[")[0]
            row = MutantResult(each.section, each.number, result.outcome, by, digest_of(each))
        if row is not None:
            lines.append("\t".join((row.section, row.number, row.result, row.by, row.digest)))
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
    every = [each for each in read_coverage(FILE) if each.mutant]
    before = read_results(RESULTS)
    chosen = every if asked.all else stale(every, before)
    if asked.line:
        lines = {line.replace(" ", "") for line in asked.line}
        chosen = [each for each in every if named(each) in lines]
        if unknown := lines - {named(each) for each in chosen}:
            parser.error(f"no paragraph with a mutant is called {', '.join(sorted(unknown))}")
    elif asked.sample:
        chosen = Random(asked.seed).sample(every, min(asked.sample, len(every)))
    found = run(chosen, asked.jobs)
    if asked.write or not (asked.line or asked.sample):
        write(every, before, found)
    outcomes = Counter(each.outcome for each in found.values())
    print(", ".join(f"{many} {what}" for what, many in outcomes.items()) or "nothing to run")
    return 0 if set(outcomes) <= {"killed"} else 1


if __name__ == "__main__":
    sys.exit(main())
