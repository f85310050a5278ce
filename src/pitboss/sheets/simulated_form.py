"""A simulated sheet as plain data: the one form that screen and JSON are drawn from.

Every estimate is a number followed by its standard error; what is proved is a fraction, "n/d" in
lowest terms. The text for people is under `show`, to as many digits as the error allows.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pitboss import __version__
from pitboss.analysis.automatic_player import always_answered
from pitboss.analysis.numbers import Form, estimated, estimates, exact, fixed, money, percent, plain
from pitboss.analysis.sheet import Outcome
from pitboss.analysis.simulated_sheet import RARE, Estimate, SimulatedSheet
from pitboss.rulebook.load import Rulebook
from pitboss.sheets.sheet_words import carrier, part_of_game, rests_on, title

SCHEMA: Final = "pitboss.par.simulated/1"


def simulated_form(book: Rulebook, made: SimulatedSheet) -> Form:
    """The sheet as data."""
    setting, wager = made.setting, made.setting.wager
    return {
        "schema": SCHEMA,
        "id": wager.id,
        "name": wager.name,
        "jurisdiction": book.jurisdictions[wager.jurisdiction].name,
        "cite": wager.cite,
        "game": setting.game.id,
        "table": setting.table.id,
        "decks": setting.decks,
        "stake": plain(setting.stake),
        "policy": setting.policy or None,
        "soft_17": setting.soft_17 or None,
        "terms": dict(setting.filed),
        "choices": {**setting.offer.choices, **setting.readings},
        "title": title(setting),
        "head": (
            f"Simulated, not proved: {made.rounds:,} rounds, seed {made.seed}; "
            "± is one standard error"
        ),
        "notes": [*_notes(made)],
        "rounds": made.rounds,
        "seed": made.seed,
        "settled": made.settled,
        "figures": _figures(made),
        "lines": [_line(made, each) for each in made.outcomes],
        "without_meters": bool(made.shares),
        "meters": [
            {"meter": meter, "share": exact(share), "times": times}
            | _estimate(made.frequency(times))
            | {"show": _often(made, times)}
            for (meter, share), times in made.shares.items()
        ],
        "proved": _proved(made),
        "not_proved": made.unproved or None,
        "answers": dict(made.answers),
        "filed": list(made.filed),
        "version": __version__,
        "rulebook": book.digest,
        "rule": setting.offer.digest,
    }


def _figures(made: SimulatedSheet) -> Form:
    """The headline figures by key, each with its label."""
    part = part_of_game(made.setting.wager)
    apart = ", meters apart" if made.shares else ""
    lead = (part.label if part else "House edge") + apart
    found = {
        "edge": (lead, made.edge),
        "return": (f"Return to player{apart}", made.returns),
        "hit_frequency": ("Hit frequency", made.hits),
    }
    if not made.at_risk:
        found = {
            "return": (f"Cost to the house{apart}", made.returns),
            "hit_frequency": found["hit_frequency"],
        }
    return {
        key: {"label": label} | _estimate(each) | {"show": _shown(each)}
        for key, (label, each) in found.items()
    }


def _estimate(each: Estimate) -> Form:
    """The error is unknown if every round gave the same result."""
    known = bool(each.error)
    return {
        "estimate": float(each.value),
        "standard_error": each.error if known else None,
        "interval_95": [*each.interval] if known else None,
    }


def _shown(each: Estimate) -> Form:
    if not each.error:
        return {"estimate": percent(each.value, 0), "interval_95": "not known"}
    low, high = (Fraction(end) for end in each.interval)
    return {
        "estimate": estimated(each.value, each.error),
        "interval_95": " to ".join(estimates([low, high], each.error)),
    }


def _line(made: SimulatedSheet, line: Outcome) -> Form:
    proved, z = made.proved(line), made.z_of(line)
    return {
        "name": line.name,
        "pays": line.pays or None,
        "times": line.ways,
        "of": made.settled,
        **_estimate(made.frequency(line.ways)),
        "returns": exact(line.fixed),
        "shares": {meter: exact(share) for meter, share in line.shares},
        "proved": None if proved is None else exact(proved),
        "z": None if z is None else round(z, 3),
        "show": {
            "times": f"{line.ways:,}",
            "frequency": _often(made, line.ways),
            "proved": "" if proved is None else percent(proved),
            "z": "–" if z is None else _z(z),
        },
    }


def _often(made: SimulatedSheet, times: int) -> str:
    """A frequency; what never or always occurred is bounded by three in that many (95%)."""
    bound = Fraction(3, made.settled)
    if not times:
        return f"below {estimates([bound], float(bound))[0]}"
    if times == made.settled:
        return f"above {estimates([1 - bound], float(bound))[0]}"
    each = made.frequency(times)
    return estimated(each.value, each.error)


def _proved(made: SimulatedSheet) -> Form | None:
    """The proof to compare it with, without meters."""
    if made.proof is None:
        return None
    returns = made.proof.fixed_return
    edge = made.at_risk - returns
    hits = sum((o.probability for o in made.ahead(made.proof.outcomes)), Fraction(0))
    z = made.z
    return {
        "edge": exact(edge),
        "return": exact(returns),
        "hit_frequency": exact(hits),
        "z": None if z is None else round(z, 3),
        "show": {
            "edge": percent(edge),
            "return": percent(returns),
            "hit_frequency": percent(hits),
            "z": "–" if z is None else _z(z),
        },
    }


def _z(z: float) -> str:
    return fixed(Fraction(z), 2, signed=True)


def _notes(made: SimulatedSheet) -> list[str]:
    """What a reader must know besides the figures."""
    setting = made.setting
    said = ["One box, each round from a complete shoe."]
    if made.unproved:
        said.append(f"Not proved: {made.unproved}.")
    else:
        said.append(
            "z is how many standard deviations a figure is from its proof, for the return and for "
            "each line; – where there is none."
        )
    if setting.wager.stake.none:
        said.append(f"No stake of its own: figures are per unit of {carrier(setting)}.")
    if part := part_of_game(setting.wager):
        said.append(part.note)
    if setting.filed:
        terms = "; ".join(f"{key} = {value}" for key, value in setting.filed.items())
        said.append(f"Terms of the game as asked: {terms}.")
    if setting.policy:
        said.append(rests_on(setting))
    if made.settled < made.rounds:
        said.append(f"It was placed in {made.settled:,} of the rounds; the figures are for these.")
    if made.answers:
        said.append(always_answered(made.answers))
    if made.shares:
        said.append("No figure includes what meters pay; how often they paid is listed separately.")
    if made.rare:
        lines = "1 line" if len(made.rare) == 1 else f"{len(made.rare)} lines"
        most = money(max(each.fixed for each in made.rare) * setting.stake)
        said.append(
            f"{lines} occurred fewer than {RARE} times and may hand back {most} for "
            f"{money(setting.stake)}: the error of the return does not cover results "
            "that rare. Play more rounds."
        )
    said += [f"Filed for this table: {note}." for note in made.filed]
    return said
