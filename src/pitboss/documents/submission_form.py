"""A Rules Submission as plain data: the content of its document, in order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import date
from typing import Final

from pitboss import __version__
from pitboss.analysis.numbers import Form, percent
from pitboss.analysis.sheet import Sheet
from pitboss.errors import either
from pitboss.games.terms_in_force import readings_of
from pitboss.money import show_money, show_percent
from pitboss.rulebook.entry_words import in_quotes, multiple_words, names_in
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Clause, Game, Term
from pitboss.rulebook.term_fields import named
from pitboss.submission.check import CheckedSubmission
from pitboss.submission.records import Approval, FiledTable, Submission, Superseded
from pitboss.table.houses.filed_meters import Metered, wager_of
from pitboss.table.houses.house import show_limits
from pitboss.table.houses.opening import Open
from pitboss.wagers.offer import Offer, bears_on, clause
from pitboss.wagers.terms import WagerTerms

TOPICS: Final[Mapping[str, str]] = {
    "The cards": r"delivery|least_decks|double_shoe|deck_life.*|cards|card_values|cut.*|burn|"
    r"shuffle.*|inspection|decks_received|wash|jokers?|two_batches",
    "Bets": r"boxes|hands_per_player|mid_shoe.*|limits|wager.*|tip.*|side_wagers|compulsory.*|"
    r"ante.*|bet.*|poker_wager|countdown|lucky_george.*",
    "The deal": r"dealing|player_cards|hole_card|community.*|side_wagers_settle|peek|draw_until|"
    r"cards_per_player|poker_cards",
    "What a player may do": r"insurance(_amount|_to)?|even_money|surrender.*|double.*|split.*|"
    r"resplit.*|ace_splits|no_action|switch.*|help|hit.*|stand.*|press.*|fold.*|raise.*",
    "The dealer": r"soft_17|dealer_(?!over).*|house_way|qualif.*",
    "What is paid": r".*pays?|natural.*|tied.*|player_21|dealt_21|player_bust|ties|winnings|"
    r"comparison|lost_to.*|settle.*|order.*|insurance_settles|further.*|.*_pay",
    "When something goes wrong": r"misdeal.*|exposed.*|card_(found|drawn).*|dealer_overdraw|"
    r"fallen.*|foul|shoe_runs_out|wrong.*",
}
"""Heading → the keys of the terms under it, as a pattern; the rest are other rules."""
OTHER: Final = "Other rules"


def submission_form(
    book: Rulebook, submission: Submission, checked: CheckedSubmission, drawn: date
) -> Form:
    """The whole document."""
    filed = {table.id: table for table in submission.tables}
    opened = {key: checked.opened[key] for key in filed}
    laws = list(dict.fromkeys(at.house.jurisdiction for at in opened.values()))
    return {
        "house": submission.name,
        "title": book.jurisdictions[laws[0]].submission if len(laws) == 1 else "Rules Submission",
        "number": number_of(submission),
        "revision": submission.revision,
        "effective": day(submission.effective),
        "approved": _approval(submission.approved),
        "laws": [
            {"name": book.jurisdictions[law].name, "law": book.jurisdictions[law].law}
            for law in laws
        ],
        "revisions": _revisions(submission),
        "tables": [
            table_form(book, filed[key], at, checked.sheets.get(key, {}))
            for key, at in opened.items()
        ],
        "games": _games(book, opened),
        "readings": list(_readings(book, opened)),
        "acknowledged": [
            {"name": each.name, "clause": each.clause, "says": each.message}
            for each in checked.known
        ],
        "digest": submission.digest,
        "rulebook": book.digest,
        "version": __version__,
        "drawn": day(drawn),
    }


def number_of(submission: Submission) -> str:
    """The number of the document.

    >>> from datetime import date
    >>> number_of(Submission("River Bend", "pennsylvania", 3, date(2027, 2, 1), ()))
    'RIVER-BEND-RS-03'
    """
    slug = "-".join(re.findall(r"[A-Z0-9]+", submission.name.upper()))
    return f"{slug or 'HOUSE'}-RS-{submission.revision:02}"


def day(when: date) -> str:
    """A date in words.

    >>> from datetime import date
    >>> day(date(2027, 2, 1))
    '1 February 2027'
    """
    return f"{when.day} {when:%B} {when.year}"


def _approval(approved: Approval | None) -> Form | None:
    return asdict(approved) | {"on": day(approved.on)} if approved else None


def _revisions(submission: Submission) -> list[Form]:
    approved = submission.approved
    now = Superseded(submission.revision, submission.effective, "This document.", approved)
    return [
        {
            "number": each.revision,
            "effective": day(each.effective),
            "says": each.says,
            "approved": _approval(each.approved),
        }
        for each in (now, *submission.history)
    ]


# -- one table -------------------------------------------------------------------------------------


def table_form(
    book: Rulebook, filed: FiledTable, opened: Open, sheets: Mapping[str, Sheet]
) -> Form:
    """A table with its choices, each with its clause."""
    house, game = opened.house, opened.game
    return {
        "id": filed.id,
        "name": filed.name,
        "heading": f"{filed.id}: {game.name if filed.name == filed.id else filed.name}",
        "game": game.name,
        "cite": game.cite,
        "law": book.jurisdictions[house.jurisdiction].name,
        "decks": decks_in_words(house.decks),
        "least": show_money(house.least),
        "most": show_money(house.most),
        "rows": [[label, words] for label, words in _settings(opened)],
        "choices": list(_choices(book, opened)),
        "wagers": [
            wager_form(book, opened, key, bound, sheets.get(key))
            for key, bound in {**opened.offers, **opened.extras}.items()
        ],
        "mains": [
            {"name": wager.name, "cite": wager.cite, "object": wager.object}
            for key, wager in opened.mains.items()
            if key not in opened.offers
        ],
        "duties": [
            {"says": duty.says, "done": duty.done, "cite": duty.cite} for duty in opened.duties
        ],
    }


def decks_in_words(decks: int) -> str:
    """How many decks, in a word.

    >>> decks_in_words(6), decks_in_words(1)
    ('six decks', 'one deck')
    """
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
    return f"{words[decks]} deck{'s' * (decks != 1)}"


def _settings(opened: Open) -> Iterator[tuple[str, str]]:
    house = opened.house
    terminals = opened.terms.at_terminals
    yield "Limits", show_limits(house)
    yield "Decks", decks_in_words(house.decks)
    yield "Terminals" if terminals else "Boxes", str(house.boxes)
    yield "Chips", either([show_money(chip) for chip in house.chips], "and")
    if house.aggregate is not None:
        yield "Most paid in a round", show_money(house.aggregate)
    yield "Dealt by", "a dealer" if house.has_dealer else "software, automatically"
    if house.cut is not None:
        yield "Cards behind the cut card", str(house.cut)
    yield "Bets for the dealer", "taken where the law allows them" if house.tips else "not taken"
    yield "Validated from", show_money(house.validate_from)
    yield "Fractions paid", f"rounded {house.odd_cents} to {show_money(house.unit)}"
    yield "Changed limits posted", f"{house.notice} minutes before"


def _choices(book: Rulebook, opened: Open) -> Iterator[Form]:
    """Every term that the law leaves to the house: what is chosen, and what is not."""
    texts = opened.terms.texts
    for term in terms_played(book, opened):
        others = [each for each in term.one_of if each != texts.get(term.key)]
        if term.is_fixed or (not term.one_of and not texts.get(term.key)):
            continue
        yield {
            "what": term.key.replace("_", " "),
            "chosen": texts.get(term.key, ""),
            "rejected": ", ".join(others),
            "cite": term.cite,
            "filed": term.key in opened.house.terms,
        }


def wager_form(book: Rulebook, opened: Open, key: str, bound: Offer, sheet: Sheet | None) -> Form:
    """A wager as it is offered at a table."""
    wager, choice = bound.wager, opened.house.wagers.get(key)
    meters = [m for name, m in opened.meters.items() if wager_of(name) == key]
    return {
        "key": key,
        "name": wager.name,
        "cite": clause(wager, bound.table.cite),
        "object": wager.object,
        "paytable": bound.table.id,
        "stake": filed_stake(opened, key, bound),
        "aggregate": show_money(choice.aggregate) if choice and choice.aggregate else None,
        "settles": bound.settles,
        "requires": [_need(book, opened, need) for need in wager.requires],
        "collected": wager.collected,
        "rows": [  # in the law's words, whether or not a collected stake comes back
            [row.outcome, str(row.pays_under(bound.choices)), _envy(row.envy)]
            for row in bound.table.rows
            if row.in_force(bound.choices)
        ],
        "options": [
            {
                "what": option.key.replace("-", " "),
                "chosen": bound.choices.get(option.key, ""),
                "says": option.says,
                "cite": clause(wager, option.cite),
            }
            for option in wager.options
            if option.required or (choice and option.key in choice.choices)
        ],
        "meters": [meter_form(each) for each in meters],
        "figures": _figures(sheet),
        "clauses": [[each.at, each.says] for each in wager.clauses],
    }


def _need(book: Rulebook, opened: Open, need: str) -> str:
    """The wagers here of which one must be placed; those of the law, where none is its own."""
    keys = need.split(" or ")
    here = [key for key in keys if key in opened.offers] or keys
    names = names_in(book, opened.house.jurisdiction)
    return " or ".join(names.get(key, key.replace("-", " ").title()) for key in here)


def _envy(cents: int | None) -> str:
    return "" if cents is None else show_money(cents)


def filed_stake(opened: Open, key: str, bound: Offer) -> str:
    """What may be staked on a wager at a table, as its sign says it."""
    rule, choice = bound.wager.stake, opened.house.wagers.get(key)
    if rule.none:
        return "no stake of its own"
    if rule.equals:
        return f"equal to {multiple_words(rule.equals)}"
    if choice is None:
        return show_limits(opened.house)
    if choice.stake is not None:
        return show_money(choice.stake)
    fixed = bound.table.stakes or rule.fixed
    if fixed:
        return either([show_money(each) for each in fixed])
    most = f", at most {multiple_words(rule.most_of)}" if rule.most_of else ""
    return show_limits(choice) + most


def meter_form(metered: Metered) -> Form:
    """A progressive: how it starts, grows and is paid."""
    state, rule = metered.state, metered.rule
    return {
        "name": rule.name,
        "seed": show_money(state.seed),
        "rate": show_percent(state.rate),
        "reserve": show_percent(state.reserve_rate) if state.reserve_rate else "none",
        "reset": state.reset if state.reserve_rate else "starts at this amount again",
        "limit": show_money(state.limit) if state.limit else "none",
        "link": metered.link or "this table only",
        "cite": state.clause,
        "ends": state.discontinued,
        "permits": state.permits,
    }


def _figures(sheet: Sheet | None) -> Form | None:
    if sheet is None or not sheet.at_risk:
        return None
    at_seed = bool(sheet.meters)
    return {
        "return": percent(sheet.returns),
        "edge": percent(sheet.edge),
        "hit": percent(sheet.hit_frequency),
        "long_run": percent(sheet.long_run) if at_seed and sheet.long_run is not None else None,
        "label": "with every meter at its seed" if at_seed else "",
    }


# -- the rules of play -----------------------------------------------------------------------------


def _games(book: Rulebook, opened: Mapping[str, Open]) -> list[Form]:
    """Each game once for all tables that play it by the same terms."""
    found: dict[tuple[str, tuple[tuple[str, str], ...]], list[str]] = {}
    for key, at in opened.items():
        terms = tuple(sorted(at.terms.texts.items()))
        found.setdefault((at.game.id, terms), []).append(key)
    return [rules_form(book, opened[keys[0]], keys) for keys in found.values()]


def rules_form(book: Rulebook, opened: Open, tables: list[str]) -> Form:
    """The rules of a game as the house plays it, in plain words under a few headings."""
    texts = opened.terms.texts
    topics: dict[str, list[Form]] = {name: [] for name in (*TOPICS, OTHER)}
    for term in terms_played(book, opened):
        value = "" if term.is_fixed else texts.get(term.key, "")
        said = f"{term.says} Here: {value}." if value else term.says
        topics[topic_of(term.key)].append({"says": said, "cite": term.cite, "sure": term.sure})
    return {
        "name": opened.game.name,
        "law": book.jurisdictions[opened.game.jurisdiction].name,
        "cite": opened.game.cite,
        "object": opened.game.object,
        "tables": tables,
        "topics": [{"name": name, "rules": rules} for name, rules in topics.items() if rules],
        "steps": [[each.at, each.says] for each in _steps(book, opened.game)],
    }


def terms_played(book: Rulebook, opened: Open) -> Iterator[Term]:
    """The terms of a game; those of the one it is based on only where its procedure plays them."""
    played = {field.key for field in named(type(opened.terms))}
    for term, source in book.terms_of(opened.game):
        if source.id == opened.game.id or opened.terms.totals or term.key in played:
            yield term


def topic_of(key: str) -> str:
    """The heading of a term.

    >>> topic_of("soft_17"), topic_of("misdeal_dealer"), topic_of("natural_pays")
    ('The dealer', 'When something goes wrong', 'What is paid')
    """
    return next((name for name, like in TOPICS.items() if re.fullmatch(like, key)), OTHER)


def _steps(book: Rulebook, game: Game) -> tuple[Clause, ...]:
    """The paragraphs of the game's own section, in order."""
    return game.clauses or book.section_of(game).clauses


# -- readings --------------------------------------------------------------------------------------


def _readings(book: Rulebook, opened: Mapping[str, Open]) -> Iterator[Form]:
    """Every doubtful clause that matters at some table: what is chosen, where, and why."""
    where: dict[tuple[str, str], list[str]] = {}
    filed: set[tuple[str, str]] = set()
    for ident, at in opened.items():
        house = at.house
        found = {key: reading.default for key, reading in readings_of(book, at.game).items()}
        for key, bound in {**at.offers, **at.extras}.items():
            found |= {k: v for k, v in bound.choices.items() if _matters(k, bound)}
            choice = house.wagers.get(key)
            filed |= {(k, v) for k, v in (choice.choices if choice else {}).items()}
        found |= {key: value for key, value in house.readings.items() if key in found}
        filed |= {*house.readings.items()}
        for chosen in found.items():
            where.setdefault(chosen, []).append(ident)
    for (key, value), tables in sorted(where.items(), key=lambda each: _order(each[0][0])):
        reading = book.readings[key]
        yield {
            "key": key,
            "clause": reading.clause,
            "question": in_quotes(reading.question),
            "chosen": value,
            "means": in_quotes(reading.choices[value]),
            "others": [each for each in reading.choices if each != value],
            "because": in_quotes(reading.because)
            if value == reading.default
            else "The house's own choice.",
            "confidence": reading.confidence,
            "filed": (key, value) in filed,
            "tables": tables,
        }


def _matters(key: str, bound: Offer) -> bool:
    """Whether a choice is a reading that the pay table filed depends on; one about envy bonuses
    only where it prints them.
    """
    about_envy = {each.key for each in named(WagerTerms) if each.name.startswith("envy")}
    if key in about_envy and all(row.envy is None for row in bound.table.rows):
        return False
    return key in bound.wager.readings and bears_on(key, bound.wager, bound.table)


def _order(key: str) -> tuple[str, int, str]:
    letter, _, rest = key.partition("-")
    number, _, part = rest.partition("-")
    return letter, int(number) if number.isdecimal() else 0, part
