"""The signs, cards, forms and slips of a table, as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final

from pitboss.analysis.numbers import Form, one_in, probability
from pitboss.analysis.sheet import Sheet
from pitboss.documents.submission_form import day, meter_form, number_of, rules_form, table_form
from pitboss.games.house_rules import base_rules
from pitboss.money import Cents, Odds, show_money
from pitboss.rulebook.load import Rulebook
from pitboss.submission.records import FiledTable, Submission
from pitboss.table.houses.filed_meters import wager_of
from pitboss.table.houses.opening import Open
from pitboss.table.irregularities import decision_of, may_happen

HELP: Final = "Gambling problem? Call 1-800-GAMBLER."
COLLECTED: Final = "The wager is collected before the deal and is {} with an award."


def pieces_form(
    book: Rulebook,
    submission: Submission,
    table: FiledTable,
    opened: Open,
    sheets: Mapping[str, Sheet],
    drawn: date,
) -> Form:
    """Everything that these documents of one table are drawn from."""
    whole = table_form(book, table, opened, sheets)
    texts = opened.terms.texts
    return {
        **whole,
        "house": submission.name,
        "number": f"{number_of(submission)}-{table.id}".upper(),
        "revision": submission.revision,
        "effective": day(submission.effective),
        "approved": submission.approved is not None,
        "drawn": day(drawn),
        "digest": submission.digest[:16],
        "base": [*base_rules(opened.procedure, opened.terms).values()]
        if opened.terms.totals
        else [],
        "totals": opened.terms.totals,
        "notices": list(_notices(opened)),
        "help": HELP,
        "rules": rules_form(book, opened, [table.id]),
        "irregularities": list(_irregularities(opened)),
        "settling": list(_settling(opened)),
        "examples": {key: list(_example(opened, key)) for key in opened.offers},
        "chips": [show_money(chip) for chip in opened.house.chips],
        "deck_rows": list(_decks(opened)),
        "meter_forms": list(_meter_forms(opened, sheets)),
        "clock": texts.get("no_action", ""),
    }


def _notices(opened: Open) -> Iterator[str]:
    """What else must or should be posted."""
    house, terms = opened.house, opened.terms
    if house.aggregate is not None:
        yield (
            f"All wagers of a round together are paid at most {show_money(house.aggregate)} "
            "(aggregate payout limit)."
        )
    for key, choice in house.wagers.items():
        if choice.aggregate is not None:
            name = opened.offers[key].wager.name
            yield (
                f"All winners of {name} in a round together are paid at most "
                f"{show_money(choice.aggregate)} (aggregate payout limit)."
            )
    if terms.mid_shoe_entry == "barred":
        yield "No mid-shoe entry: whoever sat out a round waits for the next shuffle."
    if terms.tip_limits is not None:
        yield f"Bets for the dealer: at most {show_money(terms.tip_limits)}."
    if not house.tips:
        yield "No bets for the dealer."
    for bound in opened.offers.values():
        wager = bound.wager
        if wager.collected:
            back = "not returned" if bound.choices.get(wager.to_or_for) == "for 1" else "returned"
            yield f"{wager.name}: {COLLECTED.format(back)[0].lower()}{COLLECTED.format(back)[1:]}"
        needs = [need for need in wager.requires if need in opened.offers]
        for need in needs:
            yield f"{wager.name} needs {opened.offers[need].wager.name}."
    for bound in opened.extras.values():
        meters = [m for m in bound.table.meters if m.minimum is not None]
        for meter in meters:
            yield (
                f"{bound.wager.name}: hits between {show_money(meter.minimum or 0)} and "
                f"{show_money(meter.maximum or 0)}."
            )
    if any(bound.wager.pays != "one class only" for bound in opened.offers.values()):
        yield "Highest hand only, where a hand makes several."


def _irregularities(opened: Open) -> Iterator[Form]:
    """What to do when something goes wrong, each with its clause."""
    for kind in may_happen(opened):
        if kind in ("other", "harmless error"):
            continue
        decided, _ = decision_of(opened, kind)
        yield {"kind": kind, "decided": decided or "supervisor decides"}


def _settling(opened: Open) -> Iterator[Form]:
    """The order in which wagers are taken and paid."""
    moments: dict[str, list[str]] = {}
    for bound in opened.offers.values():
        said = (
            bound.settles
            if bound.wager.rotation == "not stated"
            else (f"{bound.settles}, {bound.wager.rotation}")
        )
        moments.setdefault(said, []).append(bound.wager.name)
    for moment, names in moments.items():
        yield {"when": moment, "what": ", ".join(names)}


def _example(opened: Open, key: str) -> Iterator[str]:
    """One win in dollars, at a stake that the table accepts."""
    bound, choice = opened.offers[key], opened.house.wagers.get(key)
    stake = (choice.stake or choice.least) if choice else opened.house.least
    line = next((x for x in bound.lines if x.pays.ratio and not x.pays.share), None)
    if line is not None:
        won = _won(line.pays, stake)
        yield f"{show_money(stake)} on {bound.wager.name} with {line.outcome}: {won}."


def _won(odds: Odds, stake: Cents) -> str:
    back = "is returned" if odds.returned else "stays with the house"
    return f"it wins {show_money(int(odds.won(stake)))}, and the wager {back}"


def _decks(opened: Open) -> Iterator[tuple[str, str]]:
    terms = opened.deck_terms
    yield "Decks", str(opened.house.decks)
    yield "Cards", str(opened.terms.pack.size)
    yield "Received", terms.decks_received
    yield "Inspected by", terms.inspection or "dealer"
    yield "Washed", terms.wash or "as the house's controls say"
    yield "Changed after", f"{opened.deck_life} hours" if opened.deck_life else "as filed"


def _meter_forms(opened: Open, sheets: Mapping[str, Sheet]) -> Iterator[Form]:
    for name, metered in opened.meters.items():
        key = wager_of(name)
        lines = sheets[key].meters if key in sheets else ()
        line = next((each for each in lines if each.name == metered.rule.name), None)
        won = line is not None and line.jackpot
        yield meter_form(metered) | {
            "wager": metered.wager.name,
            "link": metered.link or "none",
            "chance": probability(line.jackpot) if line and won else "by its secret value",
            "one_in": one_in(line.jackpot) if line and won else "–",
        }


def rules_icon(form: Form) -> str:
    """The text behind the rules icon of a terminal (58 Pa. Code § 633c.5(c)(2))."""
    lines = [f"{form['game']}, table {form['id']}", *form["base"]]
    if form["clock"]:
        lines.append(f"When the clock runs out: {form['clock']}")
    for wager in form["wagers"]:
        lines += ["", f"{wager['name']} ({wager['stake']})"]
        lines += [f"  {hand}: {odds}" for hand, odds, _ in wager["rows"]]
    for topic in form["rules"]["topics"]:
        lines += ["", topic["name"], *(f"- {rule['says']}" for rule in topic["rules"])]
    return "\n".join([*lines, "", form["help"]]) + "\n"
