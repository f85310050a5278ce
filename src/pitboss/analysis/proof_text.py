"""The text form of a proof: a print and parse pair."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from pitboss.analysis.numbers import percent
from pitboss.analysis.proofs import Conditions, Figures, MeterFigures, Proof, Ways
from pitboss.errors import NotationError
from pitboss.money import parse_money, show_money

FORMAT: Final = "pitboss proof 1"


def show_proof(proof: Proof) -> str:
    """The text of a proof; its last header line is the SHA-256 of all the others."""
    head = [
        FORMAT,
        f"wager    {proof.wager}",
        f"name     {proof.name}",
        f"cite     {proof.cite}",
        f"choices  {proof.choices or 'none'}",
        f"rule     {proof.rule}",
        f"from     {proof.made_from}",
    ]
    body = ["", *_counts(proof), *_tables(proof), *_readings(proof)]
    return "\n".join([*head, f"text     {text_digest(*head, *body)}", *body]) + "\n"


def text_digest(*parts: object) -> str:
    """SHA-256 of the texts of some things, each on a line."""
    return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()


def _numbered(proof: Proof) -> dict[Ways, int]:
    distinct = dict.fromkeys(f.ways for f in proof.figures if f.ways)
    return {ways: number for number, ways in enumerate(distinct, 1)}


def _counts(proof: Proof) -> Iterator[str]:
    for ways, number in _numbered(proof).items():
        first = next(f.at for f in proof.figures if f.ways == ways)
        yield f"counts {number}: {', '.join(first.without_stake)}"
        width = len(f"{ways.total:,}")
        for name, many in ways.outcomes:
            yield f"  {many:>{width},}  {name}"
        yield f"  {ways.total:,}  in all: {ways.counting}"
        yield ""


def _tables(proof: Proof) -> Iterator[str]:
    numbers = _numbered(proof)
    for table, pays in proof.pays:
        yield f"table {table}"
        if pays:
            yield f"  pays: {pays}"
        for figures in proof.figures:
            if figures.table == table and figures.ways:
                yield _line(figures, numbers[figures.ways])
                yield from map(_meter_line, figures.meters)
        yield ""


def _share(share: Fraction) -> str:
    return f"{share} {percent(share)}".replace("-", "−")


def _returns(f: Figures) -> list[str]:
    long_run = [f"long run {_share(f.long_run)}"] if f.long_run is not None else []
    return [f"return {_share(f.returns)}", f"edge {_share(f.edge)}", *long_run]


def _line(f: Figures, number: int) -> str:
    parts = [f"  {f.at}: counts {number}", *_returns(f), f"hit {_share(f.hit)}"]
    parts += [f"push {_share(f.push)}"] if f.push else []
    parts += [f"sigma {f.sigma}"]
    parts += [f"fixed {_share(f.fixed)}"] if f.fixed is not None else []
    parts += [f"envy {_share(f.envy)}"] if f.envy else []
    return "; ".join(parts)


def _meter_line(m: MeterFigures) -> str:
    parts = [f"    meter {m.name or '(only)'}: coefficient {m.coefficient}", f"jackpot {m.jackpot}"]
    parts += [f"seed {show_money(m.seed)}"] if m.seed is not None else []
    parts += [f"rate {_share(m.rate)}"] if m.rate is not None else []
    parts += [f"break-even {show_money(m.break_even)}"] if m.break_even is not None else []
    parts += [f"mean {show_money(m.mean)}"] if m.mean is not None else []
    return "; ".join(parts)


def _readings(proof: Proof) -> Iterator[str]:
    if proof.readings is None:
        return
    yield "readings: the edge under each other choice, default otherwise"
    yield ""
    for reading, proved in proof.readings:
        changed = [f for f in proof.others if f.reading == reading]
        yield f"reading {reading}: {len(changed)} of {proved} settings change"
        for table in dict.fromkeys(f.table for f in changed):
            yield f"  table {table}"
            for f in changed:
                if f.table == table:
                    yield f"    {f.at}: " + "; ".join(_returns(f))
        yield ""


def header(text: str) -> dict[str, str]:
    """The header of a proof, by label; `whole` is present if the text is unchanged."""
    lines = text.removesuffix("\n").split("\n")
    if lines[0] != FORMAT:
        raise NotationError(f"This is not a proof: it begins with {lines[0][:40]!r}.")
    found: dict[str, str] = {}
    for place, line in enumerate(lines[1:], 1):
        label, _, value = line.partition(" ")
        if not line:
            break
        found[label] = value.strip()
        if label == "text" and value.strip() == text_digest(*lines[:place], *lines[place + 1 :]):
            found["whole"] = "yes"
    return found


def has_readings(text: str) -> bool:
    """Whether other readings are proved in this text."""
    return "\nreadings: " in text


def read_proof(text: str) -> Proof:
    """The proof that `show_proof` printed."""
    head = header(text)
    body = text.split("\n\n")[1:]
    ways: dict[str, Ways] = {}
    pays: list[tuple[str, str]] = []
    figures: list[Figures] = []
    others: list[Figures] = []
    readings: list[tuple[str, int]] = []
    for block in body:
        title, *lines = block.strip("\n").split("\n")
        if title.startswith("counts "):
            ways[title.partition(":")[0].removeprefix("counts ")] = _read_ways(lines)
        elif title.startswith("table "):
            table = title.removeprefix("table ")
            printed = next((x for x in lines if x.startswith("  pays: ")), "")
            pays.append((table, printed.removeprefix("  pays: ")))
            figures += _read_table(table, [x for x in lines if x != printed], ways)
        elif title.startswith("reading "):
            reading, _, said = title.removeprefix("reading ").rpartition(": ")
            readings.append((reading, int(said.split()[2])))
            others += _read_others(reading, lines)
    return Proof(
        wager=head["wager"],
        name=head["name"],
        cite=head["cite"],
        rule=head["rule"],
        made_from=head["from"],
        choices="" if head["choices"] == "none" else head["choices"],
        pays=tuple(pays),
        figures=tuple(figures),
        others=tuple(others),
        readings=tuple(readings) if has_readings(text) else None,
    )


def _read_ways(lines: Sequence[str]) -> Ways:
    pairs = [line.strip().split("  ", 1) for line in lines]
    numbers = [(name, int(many.replace(",", ""))) for many, name in pairs]
    counting, total = numbers.pop()
    return Ways(tuple(numbers), total, counting.removeprefix("in all: "))


def _parts(text: str) -> dict[str, str]:
    """`return 1/2 50.0000%; edge …` by label; a share loses its percentage."""
    found = {}
    for part in text.split("; "):
        label, _, value = part.removeprefix("long ").partition(" ")
        found[label] = value.replace("−", "-")
    return found


def _fraction(value: str) -> Fraction:
    return Fraction(value.split(" ")[0])


def _read_table(table: str, lines: Sequence[str], ways: dict[str, Ways]) -> list[Figures]:
    found: list[Figures] = []
    for line in lines:
        if line.startswith("    meter "):
            found[-1] = replace(found[-1], meters=(*found[-1].meters, _read_meter(line)))
            continue
        at, _, said = line.strip().partition(": counts ")
        number, _, rest = said.partition("; ")
        found.append(_read_figures(table, at, rest, ways[number]))
    return found


def _read_figures(
    table: str, at: str, said: str, ways: Ways | None = None, reading: str = ""
) -> Figures:
    """The figures of a line, as many as it has."""
    parts = _parts(said)
    shares = {k: _fraction(v) for k, v in parts.items() if k != "sigma"}
    return Figures(
        table=table,
        at=Conditions.parse(at),
        ways=ways,
        returns=shares["return"],
        edge=shares["edge"],
        hit=shares.get("hit", Fraction(0)),
        push=shares.get("push", Fraction(0)),
        sigma=parts.get("sigma", ""),
        fixed=shares.get("fixed"),
        long_run=shares.get("run"),
        envy=shares.get("envy", Fraction(0)),
        reading=reading,
    )


def _read_meter(line: str) -> MeterFigures:
    name, _, said = line.removeprefix("    meter ").partition(": ")
    parts = _parts(said)
    money = {
        k: (-1 if v.startswith("-") else 1) * parse_money(v.removeprefix("-"))
        for k, v in parts.items()
        if k in ("seed", "break-even", "mean")
    }
    return MeterFigures(
        name="" if name == "(only)" else name,
        seed=money.get("seed"),
        rate=_fraction(parts["rate"]) if "rate" in parts else None,
        coefficient=Fraction(parts["coefficient"]),
        jackpot=Fraction(parts["jackpot"]),
        break_even=money.get("break-even"),
        mean=money.get("mean"),
    )


def _read_others(reading: str, lines: Sequence[str]) -> Iterator[Figures]:
    table = ""
    for line in lines:
        if line.startswith("  table "):
            table = line.removeprefix("  table ")
            continue
        at, _, said = line.strip().partition(": return ")
        yield _read_figures(table, at, f"return {said}", reading=reading)
