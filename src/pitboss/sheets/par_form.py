"""A PAR sheet as plain data: the one form that screen, JSON, CSV, page and PDF are drawn from.

Fractions are "n/d" in lowest terms, money decimal strings; there are no floats. The text
meant for people is under `show`.
"""

from __future__ import annotations

import hashlib
import json
import math
from fractions import Fraction
from typing import Final

from pitboss import __version__
from pitboss.analysis.numbers import (
    Form,
    exact,
    fixed,
    money,
    one_in,
    percent,
    plain,
    probability,
    root,
)
from pitboss.analysis.second_method import checks_form
from pitboss.analysis.sensitivity import Step, is_cheap, no_step, sheets_compared
from pitboss.analysis.sheet import Z90, Z95, Outcome, Sheet
from pitboss.analysis.shipped_sheets import shipped_sheet
from pitboss.rulebook.load import Rulebook
from pitboss.sheets.meter_figures import meter_form, returns_along, split_form, with_amounts
from pitboss.sheets.sheet_comparisons import comparisons, signed_comparisons
from pitboss.sheets.sheet_words import facts, headline, method, not_covered, notes, title
from pitboss.wagers.count import LOST
from pitboss.wagers.offer import clause

SCHEMA: Final = "pitboss.par/1"
LONGEST: Final = 30
"""The longest number, in characters, that a person would still read."""


def form(book: Rulebook, sheet: Sheet, parts: str = "usual", step: Step = no_step) -> Form:
    """The sheet as data.

    `parts`: "bare" leaves out what compares it with other sheets, "full" works all of that out and
    checks the figures by a second method, "usual" works out what takes no time. `step` is called
    for every sheet that has to be made.
    """
    setting = sheet.setting
    wager = setting.wager
    section = book.section_of(wager)
    options = {option.key for option in wager.options}
    rules = {"soft_17": setting.soft_17, "policy": setting.policy}
    choices = setting.offer.choices
    made: Form = {
        "schema": SCHEMA,
        "id": wager.id,
        "name": wager.name,
        "jurisdiction": book.jurisdictions[wager.jurisdiction].name,
        "section": wager.section,
        "cite": cite_of(sheet),
        "status": section.status,
        "effective": section.effective.isoformat() if section.effective else None,
        "table": setting.table.id,
        "kind": kind_of(sheet),
        "decks": setting.decks or str(setting.shoe),
        "cards": setting.shoe.size,
        "hypothetical": bool(wager.sees) and not setting.lawful,
        "seeded": not setting.meters,
        "stake": plain(setting.stake),
        "object": wager.object,
        "rules": {k: v for k, v in rules.items() if v}
        | {k: v for k, v in choices.items() if k in options},
        "readings": {k: v for k, v in choices.items() if k not in options},
        "policy": setting.policy or None,
        "title": title(setting),
        "headline": headline(sheet),
        "facts": facts(setting),
        "notes": notes(sheet),
        "outcomes": outcomes(sheet),
        "total": sheet.total,
        "counting": sheet.counting,
        "looked": sheet.looked,
        "method": method(sheet),
        "not_covered": not_covered(sheet),
        **figures(sheet),
        "hold": hold(sheet),
        "split": split_form(sheet),
        "meters": {meter.name: meter_form(sheet, meter) for meter in sheet.meters},
        "along": returns_along(sheet) if sheet.meters else [],
        "envy": _envy(sheet),
        **_compared(book, sheet, parts, step),
        "version": __version__,
        "rulebook": book.digest,
        "rule": setting.offer.digest,
    }
    return made | {"digest": digest(made)}


def digest(made: Form) -> str:
    """SHA-256 of the form without its digest, keys sorted, no spaces."""
    bare = {key: value for key, value in made.items() if key != "digest"}
    text = json.dumps(bare, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def cite_of(sheet: Sheet) -> str:
    """The clause of the wager and, if it has its own, of the pay table."""
    wager, cite = sheet.setting.wager, sheet.setting.table.cite
    return wager.cite if cite in wager.cite else clause(wager, cite)


def kind_of(sheet: Sheet) -> str:
    """What sort of sheet it is."""
    if not sheet.setting.offer.lines:
        return "mystery"
    if sheet.meters:
        return "progressive"
    return "bonus" if sheet.setting.wager.stake.none else "fixed odds"


def outcomes(sheet: Sheet) -> list[Form]:
    """Every line, the printed rows in order and the loss last."""
    lines = [_line(sheet, outcome) for outcome in sheet.outcomes]
    if not any(outcome.lost for outcome in sheet.outcomes):
        zero = Fraction(0)
        lines.append(_line(sheet, Outcome(LOST, "Loses", "", 0, zero, zero, zero)))
    return lines


def _line(sheet: Sheet, outcome: Outcome) -> Form:
    back = outcome.probability * outcome.gross
    net = back - outcome.probability * sheet.at_risk
    lasting = _lasting(sheet, outcome)
    made: Form = {
        "name": outcome.name,
        "pays": "loss" if outcome.lost else outcome.pays,
        "ways": outcome.ways,
        "probability": exact(outcome.probability),
        "gross": exact(outcome.gross),
        "return": exact(back),
        "lost": outcome.lost,
        "show": {
            "name": "No bonus" if outcome.lost and not sheet.at_risk else outcome.name,
            "pays": _pays(sheet, outcome),
            "ways": f"{outcome.ways:,}",
            "probability": probability(outcome.probability),
            "one_in": one_in(outcome.probability),
            "return": percent(back),
            "net": percent(net, signed=True),
        },
    }
    if outcome.shares:
        made["shares"] = {name: exact(share) for name, share in outcome.shares}
    if outcome.envy:
        made["envy"] = exact(outcome.envy)
    if lasting is not None:
        made["long_run"] = exact(lasting)
        made["show"]["long_run"] = percent(lasting)
    return made


def _pays(sheet: Sheet, outcome: Outcome) -> str:
    if outcome.lost:
        return ""
    if len(sheet.meters) == 1:
        short = outcome.pays.removesuffix(f" of {sheet.meters[0].name}")
        return f"{short} of meter" if short.endswith("%") else short
    return outcome.pays


def _lasting(sheet: Sheet, outcome: Outcome) -> Fraction | None:
    """What the line returns over many jackpots.

    All that goes into a meter comes out in proportion to chance times share.
    """
    if sheet.long_run is None or not sheet.meters or not sheet.setting.offer.lines:
        return None
    made = outcome.probability * outcome.fixed
    stake = sheet.setting.stake
    for name, share in outcome.shares:
        meter = next(m for m in sheet.meters if m.name == name)
        if meter.coefficient and meter.rate is not None:
            flow = meter.rate + meter.jackpot * Fraction(meter.seed or 0, stake)
            made += flow * outcome.probability * share * 100 / (meter.coefficient * stake)
    return made


def figures(sheet: Sheet) -> Form:
    """Return, edge, spread and exposure."""
    variance = sheet.variance
    sd = root(variance)
    pushes = sheet.push_frequency
    resolved = sheet.edge / (1 - pushes) if pushes and pushes < 1 else None
    kurtosis = sheet.moment(4) / variance**2 - 3 if variance else None
    many = rounds(sheet)
    bare = with_amounts(sheet, {meter.name: Fraction(0) for meter in sheet.meters})
    return {
        "return": exact(sheet.returns),
        "house_edge": exact(sheet.edge),
        "hit_frequency": exact(sheet.hit_frequency),
        "push_frequency": exact(pushes),
        "edge_per_resolved": None if resolved is None else exact(resolved),
        "variance": exact(variance),
        "excess_kurtosis": None if kurtosis is None else exact(kurtosis),
        **many,
        "liability": exact(sheet.liability),
        "show": {
            "return": percent(sheet.returns),
            "house_edge": percent(sheet.edge),
            "hit_frequency": percent(sheet.hit_frequency),
            "hit_one_in": one_in(sheet.hit_frequency),
            "push_frequency": percent(pushes),
            "edge_per_resolved": None if resolved is None else percent(resolved),
            "total": f"{sheet.total:,}",
            "counting": _counting(sheet),
            "stake": money(sheet.setting.stake),
            "variance": fixed(variance, 6),
            "sd": fixed(sd, 6),
            "sd_without_meters": fixed(root(bare.variance), 6),
            "volatility_index": fixed(Z90 * sd, 4),
            "z90": fixed(Z90, 6),
            "coefficient": fixed(sd / sheet.edge, 2) if sheet.edge and sheet.at_risk else "–",
            "skewness": fixed(sheet.moment(3) / sd**3, 4) if variance else "–",
            "excess_kurtosis": "–" if kurtosis is None else fixed(kurtosis, 4),
            **many["show"],
            "liability": f"{_trim(sheet.liability)} × the stake",
            "liability_money": money(sheet.liability * sheet.setting.stake, up=True),
        },
    }


def _counting(sheet: Sheet) -> str:
    """What the ways are, with their number if it is short enough to read."""
    total = f"{sheet.total:,}"
    return f"{total} ways: {sheet.counting}" if len(total) <= LONGEST else sheet.counting


def _trim(number: Fraction) -> str:
    text = fixed(number, 2)
    return text.rstrip("0").rstrip(".") if "." in text else text


def _envy(sheet: Sheet) -> Form | None:
    if not sheet.envy:
        return None
    to = sheet.setting.wager.envy_to
    return {
        "to": "each other player" if to == "other players" else f"the {to}",
        "worth": exact(sheet.envy),
        "show": percent(sheet.envy),
    }


def _compared(book: Rulebook, sheet: Sheet, parts: str, step: Step) -> Form:
    """Comparisons with other sheets of the same wager."""
    if parts == "bare":
        return {}
    if parts != "full":
        return comparisons(book, sheet, step, wanted=is_cheap(sheet.setting))
    if kept := shipped_sheet(book, sheet.setting):
        step(sheets_compared(book, sheet))
        made = kept.compared
    else:
        made = signed_comparisons(book, sheet, step)
    return made | {"checks": checks_form(book, sheet)}


# -- hold after many wagers, by the normal distribution --------------------------------------------


HOLD_AFTER: Final = tuple(10**n for n in range(3, 8))
EXPECTED: Final = 10
"""Expected hits of the rarest material line from which the normal distribution is used."""
MATERIAL: Final = Fraction(1, 100)
"""Share of the variance from which a line is material."""
POINT: Final = Fraction(1, 100)
LINKED: Final = "wagers at one meter are not independent"


def rarest(sheet: Sheet) -> Outcome | None:
    """The rarest line that matters; `None` if every result is the same."""
    variance = sheet.variance
    material = (
        o
        for o in sheet.outcomes
        if variance and o.probability * o.central(2, sheet.returns) >= MATERIAL * variance
    )
    return min(material, key=lambda o: o.probability, default=None)


def normal_from(sheet: Sheet) -> int | None:
    """Wagers from which the normal distribution may be used; `None` if it never may."""
    line = rarest(sheet)
    if line is None or not sheet.setting.offer.lines:
        return None
    return math.ceil(EXPECTED / line.probability)


def hold(sheet: Sheet) -> list[Form]:
    """Limits of the hold after that many wagers, 95 times in 100."""
    first = normal_from(sheet)
    if first is None:
        return []
    found = []
    for wagers in HOLD_AFTER:
        line: Form = {"wagers": wagers, "show": {"wagers": f"{wagers:,}", "low": "", "high": ""}}
        line["normal"] = wagers >= first
        if line["normal"]:
            reach = Z95 * root(sheet.variance / wagers)
            line["show"]["low"] = percent(sheet.edge - reach, 2)
            line["show"]["high"] = percent(sheet.edge + reach, 2)
        found.append(line)
    return found


def rounds(sheet: Sheet) -> Form:
    """Wagers until the hold is near the edge, and until the house is ahead, or why not."""
    within = Z95**2 * sheet.variance
    wanted = {
        "rounds_to_one_percent": math.ceil(within / POINT**2),
        "rounds_house_ahead": math.ceil(within / sheet.edge**2) if sheet.edge > 0 else None,
    }
    first = normal_from(sheet)
    made: Form = {"normal_from": first, "not_normal": {}, "show": {}}
    for key, wagers in wanted.items():
        why = _why_not(sheet, first, wagers)
        made[key] = None if why else wagers
        made["show"][key] = "–" if why else f"{wagers:,}"
        if why:
            made["not_normal"][key] = why
    return made


def _why_not(sheet: Sheet, first: int | None, wagers: int | None) -> str:
    """Why the normal distribution does not apply after that many wagers; empty if it does."""
    if wagers is None:
        return "the house has no edge"
    line = rarest(sheet)
    if line is None:
        return "every result is the same"
    if first is None:
        return LINKED
    if wagers >= first:
        return ""
    return f"too few hits of {line.name} for a normal distribution"
