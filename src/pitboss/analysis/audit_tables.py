"""Oddities in the pay tables themselves: rows, pays against rarity, one id for two tables."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.analysis.policies import ANY_UPCARD
from pitboss.analysis.proofs import Figures, Proof
from pitboss.errors import either
from pitboss.money import LOSS, PUSH, Odds
from pitboss.rulebook.entry_words import deck_words
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.paytable import PayTable
from pitboss.rulebook.schema import Wager
from pitboss.rulebook.when import NEVER
from pitboss.wagers.findings import inspect
from pitboss.wagers.offer import offer, worth

Proofs = Mapping[str, Proof]


@dataclass(frozen=True, slots=True)
class Item:
    """One item: where it is, what it is, and its figures."""

    wager: str
    cite: str
    says: str
    weight: float = 0.0
    """Sort key of the items of a part, largest first."""
    figures: Mapping[str, object] = field(default_factory=dict)


def proved(book: Rulebook, proofs: Proofs) -> Iterator[tuple[Wager, Proof]]:
    return ((w, proofs[w.id]) for w in book.wagers if w.id in proofs)


def some_tables(names: Sequence[str], every: int) -> str:
    if every == 1:
        return names[0]
    if len(names) == every:
        return f"all {every} tables"
    return either(names, "and") if len(names) <= 3 else f"{len(names)} of {every} tables"


def usual_play(proof: Proof, table: str) -> list[Figures]:
    """The figures of a table under the usual play."""
    usual = proof.usual_policy
    return [f for f in proof.figures if f.table == table and f.at.policy == usual]


def odd_rows(book: Rulebook, proofs: Proofs, jurisdiction: str | None) -> Iterator[Item]:
    """What the checker finds by counting, and outcomes that no shoe of a table can deal."""
    wagers = [w for w in book.wagers if jurisdiction in (None, w.jurisdiction)]
    said: dict[tuple[str, str], list[str]] = {}
    for finding in inspect(book, wagers)[1]:
        printed = book.wager(finding.wager_id).paytables
        table = next(t.id for t in printed if finding.message.startswith(f"{t.id}: "))
        message = finding.message.removeprefix(f"{table}: ")
        said.setdefault((finding.wager_id, message), []).append(table)
    known = {(wager, message.split(" cannot happen")[0]) for wager, message in said}
    for wager, proof in proved(book, proofs):
        off = {x.outcome for t in wager.paytables for x in offer(book, wager, t).lines
               if x.when == NEVER}  # fmt: skip
        for table, name, decks in _never(proof):
            if (wager.id, name) not in known and name not in off:
                listed = either([str(d) for d in decks])
                message = f"{name} cannot happen with {listed} deck{'s' * (decks != [1])}"
                said.setdefault((wager.id, message), []).append(table)
    for (name, message), tables in said.items():
        wager = book.wager(name)
        if jurisdiction in (None, wager.jurisdiction):
            yield Item(
                name,
                wager.cite,
                f"{some_tables(tables, len(wager.paytables))}: {message}",
                figures={"tables": tables, "finding": message},
            )


def _never(proof: Proof) -> Iterator[tuple[str, str, list[int]]]:
    """Table, outcome and decks with which it is impossible, however the hand is played."""
    most: dict[tuple[str, str], dict[int, int]] = {}
    for f in proof.figures:
        for name, ways in f.ways.outcomes if f.ways else ():
            by_decks = most.setdefault((f.table, name), {})
            by_decks[f.at.decks] = max(by_decks.get(f.at.decks, 0), ways)
    for (table, name), by_decks in most.items():
        never = sorted(decks for decks, ways in by_decks.items() if not ways)
        if never and name != "Loses":
            yield table, name, never


def rarity(book: Rulebook, proofs: Proofs) -> Iterator[Item]:
    """Lines that pay less than a commoner line of their table; each with the commonest."""
    for wager, proof in proved(book, proofs):
        found: dict[str, list[tuple[Fraction, Figures, str]]] = {}
        for table in wager.paytables:
            pays = {
                x.outcome: x.pays
                for x in offer(book, wager, table).lines
                if x.pays.is_fixed and x.pays not in (PUSH, LOSS)
            }
            for f in _as_bet(proof, table.id):
                for rare, common, times in _out_of_order(f, pays):
                    text = f"{_line(f, rare, pays)}, {_line(f, common, pays)}"
                    found.setdefault(rare, []).append((times, f, text))
        for rare, pairs in found.items():
            times, f, text = max(pairs, key=lambda each: each[0])
            tables = list(dict.fromkeys(x.table for _, x, _ in pairs))
            decks = sorted({x.at.decks for _, x, _ in pairs})
            yield Item(
                wager.id,
                wager.cite,
                f"{some_tables(tables, len(wager.paytables))}: {text} ({f.table}, {f.at})",
                float(times),
                {"rarer": rare, "times": str(times), "tables": tables, "decks": decks},
            )


def _as_bet(proof: Proof, table: str) -> list[Figures]:
    """The usual play; upcard by upcard if the bettor has seen it."""
    if proof.usual_policy == ANY_UPCARD:
        return [f for f in proof.figures if f.table == table and f.at.policy != ANY_UPCARD]
    return usual_play(proof, table)


def _out_of_order(f: Figures, pays: Mapping[str, Odds]) -> Iterator[tuple[str, str, Fraction]]:
    """The rarer line, the commoner that pays more, and how many times commoner it is."""
    ways = {name: n for name, n in f.ways.outcomes if name in pays and n} if f.ways else {}
    for rare, common in itertools.permutations(ways, 2):
        if ways[rare] < ways[common] and worth(pays[rare]) < worth(pays[common]):
            yield rare, common, Fraction(ways[common], ways[rare])


def _line(f: Figures, name: str, pays: Mapping[str, Odds]) -> str:
    assert f.ways
    one_in = f.ways.total // dict(f.ways.outcomes)[name]
    return f"{name} (one in {one_in:,}) pays {pays[name]}"


def same_ids(book: Rulebook) -> Iterator[Item]:
    """Tables of one id that are not the same: a maker's own id anywhere, else within a wager."""
    places: dict[tuple[str, str], list[tuple[Wager, PayTable]]] = {}
    for wager in book.wagers:
        for table in wager.paytables:
            own = re.fullmatch(r"[A-Z][A-Z-]*[0-9-]*\d", table.id)
            places.setdefault((table.id, "" if own else wager.key), []).append((wager, table))
    pairs: dict[tuple[str, str, str], list[str]] = {}
    for (name, _), found in places.items():
        for (left, a), (right, b) in itertools.combinations(found, 2):
            if points := "; ".join(_differences(a, b)):
                pairs.setdefault((left.id, right.id, points), []).append(name)
    for (one, other, points), names in pairs.items():
        yield Item(
            f"{one} {other}",
            f"{book.wager(one).cite} and {book.wager(other).cite}",
            f"{either(names, 'and')}: {points}",
            len(points.split("; ")),
            {"tables": names, "differences": points.split("; ")},
        )


def _differences(a: PayTable, b: PayTable) -> Iterator[str]:
    if a.decks != b.decks:
        yield f"decks {deck_words(a.decks)} against {deck_words(b.decks)}"
    left, right = _rows(a), _rows(b)
    for name in dict.fromkeys([*left, *right]):
        x, y = left.get(name, "no row"), right.get(name, "no row")
        if x != y:
            yield f"{name} {x} against {y}"
    if a.meters != b.meters:
        yield "meters differ"
    if (a.stakes, a.base_stake, a.least) != (b.stakes, b.base_stake, b.least):
        yield "stakes differ"


def _rows(table: PayTable) -> dict[str, str]:
    made = {}
    for row in table.rows:
        name = re.sub(r"[\W_]+", " ", row.outcome.casefold()).strip()
        made[name] = str(row.pays)
    return made
