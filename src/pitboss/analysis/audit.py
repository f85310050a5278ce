"""The audit: findings in the proofs and rules that deserve a regulator's second look."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from statistics import median, quantiles
from typing import Final

from pitboss.analysis.audit_tables import (
    Item,
    Proofs,
    odd_rows,
    proved,
    rarity,
    same_ids,
    some_tables,
    usual_play,
)
from pitboss.analysis.numbers import percent, points, unlucky
from pitboss.analysis.policies import BASIC
from pitboss.analysis.proofs import Figures, MeterFigures
from pitboss.errors import either
from pitboss.money import Cents, show_money
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Wager

FEWEST: Final = 5
"""Minimum size of a family for one of its tables to be an outlier."""
FENCE: Final = Fraction(3, 2)
"""Interquartile ranges beyond the quartiles at which an edge is an outlier."""
NEAR: Final = 2
"""A break-even within this many seeds is near."""
LIKELY: Final = Fraction(1, 10)
"""Chance of reaching break-even unwon that deserves a look."""


@dataclass(frozen=True, slots=True)
class AuditPart:
    """Items of one kind."""

    key: str
    title: str
    items: tuple[Item, ...]

    @classmethod
    def of(cls, key: str, title: str, items: Iterable[Item]) -> AuditPart:
        """The items, most significant first."""
        return cls(key, title, tuple(sorted(items, key=lambda each: -each.weight)))


def audit(book: Rulebook, proofs: Proofs, jurisdiction: str | None = None) -> tuple[AuditPart, ...]:
    """Every part in order, with the items of one jurisdiction or of all."""
    parts = [
        ("over", "Returns over 100%", over_100(book, proofs)),
        ("family", "Edges far from tables of the same family", outliers(book, proofs)),
        (
            "rows",
            "Rows that cannot happen, and hands that rank higher but pay less",
            odd_rows(book, proofs, jurisdiction),
        ),
        ("rarity", "Rarer hands that pay less than commoner ones", rarity(book, proofs)),
        ("ids", "One table id, different tables", same_ids(book)),
        (
            "meters",
            "Meters that start near break-even or are likely to reach it",
            meters(book, proofs),
        ),
        ("readings", "Readings by the money they move", readings(book, proofs)),
    ]
    made = []
    for key, title, items in parts:
        found = [
            item
            for item in items
            if jurisdiction is None
            or any(w.startswith(f"{jurisdiction}/") for w in item.wager.split(" "))
        ]
        made.append(AuditPart.of(key, title, found))
    return tuple(made)


def over_100(book: Rulebook, proofs: Proofs) -> Iterator[Item]:
    """Tables that return more than is staked: as the meters start, or over many jackpots."""
    for wager, proof in proved(book, proofs):
        found: dict[tuple[str, str, str], list[tuple[Fraction, Figures]]] = {}
        usual = proof.usual_policy
        for f in (*proof.figures, *proof.others):
            if not f.staked:
                continue
            policy = f.at.policy if f.at.policy != usual else ""
            now, long = f.returns, f.long_run or Fraction(0)
            if now > 1:
                found.setdefault((f.reading, policy, ""), []).append((now, f))
            if long > 1:
                found.setdefault((f.reading, policy, "over many jackpots"), []).append((long, f))
        for (reading, policy, when), over in found.items():
            most, f = max(over, key=lambda each: each[0])
            tables = list(dict.fromkeys(x.table for _, x in over))
            how = [f"if {reading}" if reading else "as printed"]
            how += [f"played {policy}"] if policy else []
            how += [when or ("at seed" if f.meters or f.long_run else "")]
            yield Item(
                wager.id,
                wager.cite,
                f"{some_tables(tables, len(wager.paytables))} {', '.join(filter(None, how))}: "
                f"up to {percent(most)} ({f.table}, {f.at})",
                float(most),
                {
                    "reading": reading or None,
                    "policy": policy or None,
                    "basis": when or "as the meters start",
                    "return": str(most),
                    "at": f"{f.table}, {f.at}",
                    "tables": tables,
                },
            )


def outliers(book: Rulebook, proofs: Proofs) -> Iterator[Item]:
    """Tables whose edge is outside the fences of all tables on the same cards."""
    families: dict[tuple[object, ...], list[tuple[Fraction, Wager, str]]] = {}
    for wager, proof in proved(book, proofs):
        for table in wager.paytables:
            edges = [f.edge for f in usual_play(proof, table.id) if f.staked]
            if edges and wager.role == "side":
                family = (wager.sees, table.is_progressive)
                families.setdefault(family, []).append((median(edges), wager, table.id))
    for (_, progressive), members in families.items():
        edges = [edge for edge, _, _ in members]
        if len(members) < FEWEST:
            continue
        low, middle, high = quantiles(edges, n=4, method="inclusive")
        fence = FENCE * (high - low)
        for edge, wager, name in members:
            if low - fence <= edge <= high + fence:
                continue
            cards = either(
                [place.replace(".", "'s ").replace("_", " ") for place in wager.sees], "and"
            )
            meter = " with a meter, at seed" if progressive else ""
            yield Item(
                wager.id,
                wager.cite,
                f"{name} keeps {percent(edge)}; the middle of {len(members)} tables on "
                f"{cards}{meter} is {percent(middle)}, half of them {percent(low)} to "
                f"{percent(high)}",
                abs(float(edge - middle)),
                {"table": name, "edge": str(edge), "median": str(middle), "tables": len(members)},
            )


def meters(book: Rulebook, proofs: Proofs) -> Iterator[Item]:
    """Meters whose break-even is below or near the seed, or is likely to be reached unwon.

    The chance ignores partial awards, with the other meters as they start.
    """
    for wager, proof in proved(book, proofs):
        found: dict[tuple[str, bool], list[MeterClimb]] = {}
        for f in proof.figures:
            for m in f.meters:
                if climb := _climb(f, m):
                    found.setdefault((m.name, climb.rounds is None), []).append(climb)
        for (name, _), climbs in found.items():
            worst = max(climbs, key=lambda each: each.weight)
            tables = list(dict.fromkeys(each.figures.table for each in climbs))
            chance = None if worst.rounds is None else percent(worst.weight)
            if chance:
                what = f"reached unwon {chance} of the time, after {worst.rounds:,} wagers"
            else:
                what = "below the seed" if worst.break_even <= worst.seed else "near the seed"
            yield Item(
                wager.id,
                wager.cite,
                f"{name}, {some_tables(tables, len(wager.paytables))}: break-even "
                f"{show_money(worst.break_even)} from a seed of {show_money(worst.seed)}, {what} "
                f"({worst.figures.table}, {worst.figures.at})",
                float(worst.weight),
                {
                    "meter": name,
                    "tables": tables,
                    "seed": worst.seed,
                    "break_even": worst.break_even,
                    "chance": chance,
                },
            )


@dataclass(frozen=True, slots=True)
class MeterClimb:
    """A meter with a break-even near its seed, or likely to be reached unwon."""

    figures: Figures
    seed: Cents
    break_even: Cents
    weight: Fraction
    """How near it is, above 1; or the chance of reaching it."""
    rounds: int | None = None
    """Wagers needed to reach it; `None` if it is near."""


def _climb(f: Figures, m: MeterFigures) -> MeterClimb | None:
    """The meter, if it deserves a look."""
    if m.seed is None or m.break_even is None:
        return None
    if m.break_even <= NEAR * m.seed:
        return MeterClimb(f, m.seed, m.break_even, 1 + Fraction(m.seed, max(1, m.break_even)))
    if not m.rate or not 0 < m.jackpot < 1:
        return None
    rounds = math.ceil((m.break_even - m.seed) / (m.rate * f.at.stake))
    chance = unlucky(m.jackpot, rounds)
    return MeterClimb(f, m.seed, m.break_even, chance, rounds) if chance >= LIKELY else None


def readings(book: Rulebook, proofs: Proofs) -> Iterator[Item]:
    """Other choices of a doubtful clause or option, by how many points they move the edge."""
    for wager, proof in proved(book, proofs):
        usual = proof.usual_policy
        default: dict[tuple[object, ...], Figures] = {}
        for f in proof.figures:
            default.setdefault((f.table, f.at.decks, f.at.soft_17, f.at.policy), f)
            default[(f.table, f.at)] = f
        for reading, _ in proof.readings or ():
            moves = []
            for f in proof.others:
                alike = (f.table, f.at.decks, f.at.soft_17, usual)
                was = default.get((f.table, f.at)) or default.get(alike)
                if f.reading == reading and f.at.policy in (usual, "", BASIC) and was:
                    long = f.edge == was.edge and f.long_run is not None
                    now, then = _edges(f, long), _edges(was, long)
                    moves.append((abs(now - then), now, then, f, long))
            moves = [move for move in moves if move[0]]
            if not moves:
                continue
            moved, now, then, f, long = max(moves, key=lambda each: each[0])
            key = reading.split(" = ")[0]
            sure = book.readings[key].confidence if key in book.readings else ""
            yield Item(
                wager.id,
                book.readings[key].clause if key in book.readings else wager.cite,
                f"{reading} moves the edge {points(now - then)} points"
                f"{' over many jackpots' if long else ''}, {percent(then)} to {percent(now)} "
                f"({f.table}, {f.at}"
                f"{f'; {sure} confidence' if sure else '; option of the house'})",
                float(moved),
                {
                    "reading": reading,
                    "points": str(now - then),
                    "edge": str(now),
                    "default_edge": str(then),
                    "confidence": sure or None,
                },
            )


def _edges(f: Figures, long: bool) -> Fraction:
    return 1 - f.long_run if long and f.long_run is not None else f.edge
