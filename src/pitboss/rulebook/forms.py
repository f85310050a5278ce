"""Entries of the rulebook as plain data for machines, and their numbers in words.

`plain(book, entry)` is what `pitboss rules --json` prints. Money is a decimal string, odds and
rates are written as the law prints them, and a cell the law leaves out is left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from datetime import date
from typing import Any

from pitboss.errors import either
from pitboss.money import Cents, Odds, plain_money, show_money, show_percent
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.read import split_multiple
from pitboss.rulebook.schema import (
    ByChoice,
    Change,
    Clause,
    Game,
    Meter,
    Option,
    PayTable,
    Reading,
    Row,
    Section,
    Stake,
    Term,
    Tips,
    Wager,
)
from pitboss.rulebook.when import show

Plain = dict[str, Any]


def plain(book: Rulebook, entry: Wager | Game) -> Plain:
    """A wager or game as plain data.

    >>> from pitboss.rulebook.load import read_all
    >>> book, _ = read_all()
    >>> form = plain(book, book.wager("pennsylvania/perfect-pairs"))
    >>> form["paytables"][0]["rows"][0]
    {'outcome': 'Perfect pair', 'pays': '25 to 1', 'envy': None}
    """
    section = book.section_of(entry)
    form = {
        "id": entry.id,
        "kind": "game" if isinstance(entry, Game) else "wager",
        "name": entry.name,
        "jurisdiction": entry.jurisdiction,
        "section": entry.section,
        "cite": entry.cite,
        "decks": list(entry.decks),
        "paytables": [],
        "options": [],
        "readings": [_reading(r) for r in book.readings_of(entry)],
        "key": entry.key,
        "object": entry.object,
        **_of_section(section),
        "owner": entry.owner,
        "place": str(entry.place) if entry.place else None,
    }
    rest = _wager(book, entry) if isinstance(entry, Wager) else _game(book, entry)
    return form | rest | _last(entry, section)


def _of_section(section: Section) -> Plain:
    return {
        "title": section.title,
        "status": section.status,
        "effective": _date(section.effective),
        "amended": _date(section.amended),
        "source": section.source,
    }


def _last(entry: Wager | Game, section: Section) -> Plain:
    return {
        "tips": {f.name: getattr(entry.tips, f.name) for f in fields(Tips)},
        "clauses": _clauses(entry.clauses),
        "section_clauses": _clauses(section.clauses),
        "notes": list(entry.notes),
    }


def _wager(book: Rulebook, wager: Wager) -> Plain:
    defaults = default_choices(book, wager)
    return {
        "paytables": [_paytable(t, wager, defaults) for t in wager.paytables],
        "options": [_option(o) for o in wager.options],
        "role": wager.role,
        "sees": list(wager.sees),
        "placed": wager.placed,
        "requires": list(wager.requires),
        "requires_least": _money(wager.requires_least),
        "stake": stake_words(wager.stake),
        "odds_on": wager.odds_on or None,
        "settles": wager.settles,
        "rotation": wager.rotation,
        "pays": wager.pays,
        "hand": wager.hand,
        "hand_by": wager.hand_by or None,
        "wild": str(wager.wild) if wager.wild else None,
        "wild_in": wager.wild_in if wager.wild else None,
        "wild_suit_by": wager.wild_suit_by or None,
        "collected": wager.collected,
        "to_or_for": wager.to_or_for or None,
        "loses": show(wager.loses) if wager.loses else None,
        "multipliers": [
            {"when": show(m.when), "times": m.times, "cite": m.cite} for m in wager.multipliers
        ],
        "changes": [_change(c) for c in wager.changes],
        "envy_to": wager.envy_to,
        "linked": wager.linked,
        "automated_only": wager.automated_only,
        "aggregate_limit": wager.aggregate_limit,
        "house_sets_table": wager.house_sets_table,
        "face_down": wager.face_down,
        "splits": wager.splits,
        "hands": [
            {"outcome": outcome, "when": when}
            for outcome, when in dict.fromkeys(
                (row.outcome, show(row.when)) for t in wager.paytables for row in t.rows
            )
        ],
    }


def _game(book: Rulebook, game: Game) -> Plain:
    terms = terms_of(book, game)
    return {
        "options": [_left_to_house(t) for t, _ in terms if not t.is_fixed],
        "based_on": game.based_on or None,
        "wagers": list(game.wagers),
        "terms": [
            {
                "key": t.key,
                "says": t.says,
                "allowed": list(t.one_of),
                "default": t.default,
                "fixed": t.is_fixed,
                "sure": t.sure,
                "cite": t.cite,
                "from": source.id,
            }
            for t, source in terms
        ],
    }


def terms_of(book: Rulebook, game: Game) -> tuple[tuple[Term, Game], ...]:
    """Every term that holds in a game, with the game that says it: its own first."""
    games = {(g.jurisdiction, g.key): g for g in book.games}
    found: dict[str, tuple[Term, Game]] = {}
    seen: set[str] = set()
    source: Game | None = game
    while source is not None and source.id not in seen:
        seen.add(source.id)
        for term in source.terms:
            found.setdefault(term.key, (term, source))
        source = games.get((source.jurisdiction, source.based_on))
    return tuple(found.values())


def default_choices(book: Rulebook, wager: Wager) -> dict[str, str]:
    """What each reading and option of a wager is set to where nobody chooses."""
    chosen = {r.key: r.default for r in book.readings_of(wager)}
    return chosen | {o.key: o.default for o in wager.options if o.default is not None}


def pay_of(pays: Odds | ByChoice, chosen: dict[str, str]) -> Odds:
    """The pay of a row under these choices."""
    if isinstance(pays, Odds):
        return pays
    return pays.pays.get(chosen.get(pays.key, ""), next(iter(pays.pays.values())))


def _paytable(table: PayTable, wager: Wager, defaults: dict[str, str]) -> Plain:
    stakes = table.stakes or wager.stake.fixed
    form: Plain = {
        "id": table.id,
        "decks": list(table.decks),
        "stake": [plain_money(s) for s in stakes] if stakes else stake_words(wager.stake),
        "rows": [_row(row, defaults) for row in table.rows],
        "meters": [_meter(m) for m in table.meters],
        "base_stake": _money(table.base_stake),
    }
    if table.least is not None:
        form["least"] = plain_money(table.least)
    told = {"settles": table.settles, "note": table.note, "cite": table.cite}
    return form | {key: text for key, text in told.items() if text}


def _row(row: Row, defaults: dict[str, str]) -> Plain:
    form: Plain = {
        "outcome": row.outcome,
        "pays": str(pay_of(row.pays, defaults)),
        "envy": _money(row.envy),
    }
    if isinstance(row.pays, ByChoice):
        form |= {"by": row.pays.key, "choices": {k: str(v) for k, v in row.pays.pays.items()}}
    return form


def _meter(meter: Meter) -> Plain:
    form: Plain = {
        "name": meter.name,
        "seed": _money(meter.seed),
        "rate": None if meter.rate is None else show_percent(meter.rate),
        "reserve": None if meter.reserve is None else show_percent(meter.reserve),
    }
    if meter.minimum is not None or meter.maximum is not None:
        form |= {"minimum": _money(meter.minimum), "maximum": _money(meter.maximum)}
    if meter.seed_is != "fixed":
        form["seed_is"] = meter.seed_is
    if meter.seed_times_stake is not None:
        form["seed_times_stake"] = meter.seed_times_stake
    if meter.on_first is not None:
        form["on_first"] = plain_money(meter.on_first)
    if meter.stake is not None:
        form["stake"] = plain_money(meter.stake)
    return form


def _change(change: Change) -> Plain:
    return {
        "by": change.by,
        "choice": change.choice,
        "tables": list(change.tables),
        "decks": list(change.decks),
        "stake": [plain_money(s) for s in change.stakes],
        "meters": [_meter(m) for m in change.meters],
    }


def _option(option: Option) -> Plain:
    return {
        "key": option.key,
        "says": option.says,
        "allowed": list(option.one_of),
        "default": option.default,
        "required": option.required,
        "cite": option.cite,
    }


def _left_to_house(term: Term) -> Plain:
    return {
        "key": term.key,
        "says": term.says,
        "allowed": list(term.one_of),
        "default": term.default or None,
        "required": not term.default,
        "cite": term.cite,
    }


def _reading(reading: Reading) -> Plain:
    return {
        "key": reading.key,
        "clause": reading.clause,
        "question": reading.question,
        "choices": dict(reading.choices),
        "default": reading.default,
        "confidence": reading.confidence,
        "because": reading.because,
    }


def _clauses(clauses: Iterable[Clause]) -> list[Plain]:
    return [{"at": c.at, "says": c.says} for c in clauses]


def _money(cents: Cents | None) -> str | None:
    return None if cents is None else plain_money(cents)


def _date(day: date | None) -> str | None:
    return day.isoformat() if day else None


def deck_words(decks: Iterable[int]) -> str:
    """Deck counts with runs drawn together.

    >>> deck_words([1, 2, 3, 4, 5, 6, 7, 8]), deck_words([2, 4, 5, 6, 7, 8]), deck_words([6, 8])
    ('1–8', '2, 4–8', '6, 8')
    """
    runs: list[list[int]] = []
    for count in sorted(set(decks)):
        if runs and count == runs[-1][-1] + 1:
            runs[-1].append(count)
        else:
            runs.append([count])
    return ", ".join(f"{r[0]}–{r[-1]}" if len(r) > 1 else str(r[0]) for r in runs)


def stake_words(stake: Stake) -> str:
    """What may be staked, as one phrase.

    >>> stake_words(Stake(fixed=(100, 500))), stake_words(Stake(least=100, step=100))
    ('$1 or $5', 'at least $1, in multiples of $1')
    >>> stake_words(Stake(posted=True, most_of="2 x blackjack"))
    'at most 2 × the blackjack stake, within the posted limits'
    """
    if stake.none:
        return "none of its own"
    parts = []
    if stake.fixed:
        parts.append(either([show_money(f) for f in stake.fixed]))
    if stake.equals:
        parts.append(f"exactly {_multiple(stake.equals)}")
    if stake.least is not None and stake.most is not None:
        parts.append(f"{show_money(stake.least)} to {show_money(stake.most)}")
    elif stake.least is not None:
        parts.append(f"at least {show_money(stake.least)}")
    elif stake.most is not None:
        parts.append(f"at most {show_money(stake.most)}")
    if stake.most_of:
        parts.append(f"at most {_multiple(stake.most_of)}")
    if stake.step is not None:
        parts.append(f"in multiples of {show_money(stake.step)}")
    if stake.posted:
        parts.append("within the posted limits")
    return ", ".join(parts) or "not stated"


def _multiple(text: str) -> str:
    times, key = split_multiple(text)
    whose = f"the {key.replace('-', ' ')} stake"
    return whose if times == "1" else f"{times} × {whose}"


def meter_words(meter: Meter) -> dict[str, str]:
    """What the law prints of a meter, each figure in words."""
    facts: dict[str, str] = {}
    if meter.seed_times_stake is not None:
        facts["seed"] = f"{meter.seed_times_stake:,} × stake"
    elif meter.seed is not None:
        least = "≥ " if meter.seed_is == "at least" else ""
        facts["seed"] = least + show_money(meter.seed)
    if meter.seed_is == "filed by the house":
        facts["seed"] = f"{facts['seed']} (filed)" if "seed" in facts else "filed"
    if meter.minimum is not None:
        facts["minimum"] = show_money(meter.minimum)
    if meter.maximum is not None:
        facts["maximum"] = show_money(meter.maximum)
    facts["rate"] = "filed" if meter.rate is None else show_percent(meter.rate)
    if meter.reserve is not None:
        facts["reserve"] = show_percent(meter.reserve)
    if meter.on_first is not None:
        facts["on first"] = show_money(meter.on_first)
    if meter.stake is not None:
        facts["stake"] = show_money(meter.stake)
    return facts


def tips_words(tips: Tips) -> str:
    """What the law says of bets for the dealer, as one phrase.

    >>> tips_words(Tips(allowed="yes", most="own stake"))
    "yes, beside the player's own wager, at most the player's stake"
    """
    if tips.allowed in ("no", "not stated"):
        return tips.allowed
    parts = [tips.allowed]
    if tips.beside_own:
        parts.append("beside the player's own wager")
    if tips.needs:
        parts.append(f"needs {tips.needs}")
    if tips.most == "own stake":
        parts.append("at most the player's stake")
    elif tips.most == "house limit":
        parts.append("at most the house's limit")
    if tips.even_dollars:
        parts.append("the house may ask for even dollars")
    if tips.rides:
        parts.append("stays in play when the player raises")
    return ", ".join(parts)
