"""What compares a sheet with others of its wager: readings, decks, missing cards, the play."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pitboss.analysis import numbers as say
from pitboss.analysis.correlation import spot_correlation
from pitboss.analysis.numbers import exact, fixed, money, one_in, percent, plain
from pitboss.analysis.par import MeterLine, Sheet
from pitboss.analysis.sensitivity import Step, by_choice, by_decks, must_cancel, no_step, removals
from pitboss.analysis.sharing import sharing
from pitboss.errors import NotAllowed, NotProved
from pitboss.rulebook.load import Rulebook
from pitboss.wagers.sides import own_play

Form = dict[str, Any]


def signed_comparisons(book: Rulebook, sheet: Sheet, step: Step = no_step) -> Form:
    """All that a sheet which is signed is compared with."""
    return comparisons(book, sheet, step, wanted=True) | {"by_play": _by_play(sheet)}


def comparisons(book: Rulebook, sheet: Sheet, step: Step, *, wanted: bool) -> Form:
    """What compares it with other sheets; without those that take long if they are not wanted."""
    correlation = spot_correlation(sheet)
    return {
        "spot_correlation": None if correlation is None else exact(correlation),
        "show_correlation": None if correlation is None else fixed(correlation, 6),
        "sharing": _shared(sheet),
        "sensitivity": sensitivity(book, sheet, step) if wanted else None,
        "removal": removal(sheet, step) if wanted and sheet.setting.offer.lines else None,
    }


def _by_play(sheet: Sheet) -> Form | None:
    """What the wager returns by how the hand is played; `None` if no play affects it."""
    if not (own_play(sheet.setting.offer) or sheet.setting.wager.presses):
        return None
    from pitboss.analysis.returns_by_play import FIGURES, PER, play_form, returns_by_play

    try:
        made = returns_by_play(sheet.setting)
    except (NotAllowed, NotProved) as error:
        return {"per": PER, "why": str(error), "returns": []}
    except ModuleNotFoundError as error:
        why = f"not solved here: {error.name} is missing (pip install 'pitboss[strategy]')."
        return {"per": PER, "why": why, "returns": []}
    if not made:
        return None
    returns = []
    for each in made:
        worth = {name: Fraction(getattr(each, name)) for name in FIGURES}
        shown = {name: percent(figure, signed=True) for name, figure in worth.items()}
        returns.append({**play_form(each), "show": shown})
    return {"per": PER, "why": None, "returns": returns}


def _shared(sheet: Sheet) -> list[Form]:
    """What sharing an award costs a winner, for each meter that two boxes can win at once."""
    made = []
    for meter in sheet.meters:
        found = sharing(sheet.setting, meter.name) if meter.minimum is None else None
        if found is None or not found.both:
            continue
        beside = {others: found.part(others) for others in (1, 2, 6)}
        made.append(
            {
                "meter": meter.name,
                "one_box": exact(found.one),
                "two_boxes": exact(found.both),
                "part": {
                    str(others): [exact(least), exact(most)]
                    for others, (least, most) in beside.items()
                },
                "show": (
                    f"Two boxes win the {meter.name} together once in {one_in(found.both)} rounds; "
                    f"a winner beside one other bettor can expect {percent(beside[1][0])} of the "
                    f"award, beside six at least {percent(beside[6][0])}."
                ),
            }
        )
    return made


def sensitivity(book: Rulebook, sheet: Sheet, step: Step = no_step) -> Form:
    """The edge with other decks and under other readings."""
    found = by_choice(book, sheet, step)
    decks = by_decks(book, sheet, step) if sheet.setting.wager.sees else []
    return {
        "decks": [
            {
                "decks": n,
                "house_edge": exact(there.edge),
                "break_even": {m.name: plain(m.break_even, up=True) for m in there.meters},
                "show": percent(there.edge),
                "show_break_even": {m.name: _even(m) for m in there.meters},
            }
            for n, there in decks
        ],
        "readings": [
            {
                "key": other.key,
                "choice": other.choice,
                "means": other.says,
                "house_edge": exact(other.edge),
                "change": exact(other.change),
                "note": other.note or None,
                "show": {"house_edge": percent(other.edge), "change": say.points(other.change)},
            }
            for other in found.moved
        ],
        "no_effect": [{"key": key, "reason": why} for key, why in found.idle.items()],
        "left_out": [{"key": key, "reason": why} for key, why in found.left_out.items()],
    }


def _even(meter: MeterLine) -> str:
    return "–" if meter.break_even is None else money(meter.break_even, up=True)


def removal(sheet: Sheet, step: Step = no_step) -> Form:
    """The effect of one missing card on the player, and the sum that checks it."""
    found, check = removals(sheet, step)
    return {
        "effects": [
            {
                "words": each.words,
                "cards": [str(card) for card in each.cards],
                "effect": exact(each.effect),
                "show": say.points(each.effect),
            }
            for each in found
        ],
        "check": exact(check),
        "show_check": "0" if not check else say.points(check),
        "must_cancel": must_cancel(sheet.setting),
    }
