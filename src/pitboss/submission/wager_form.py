"""One wager of a submission: its pay table, limits, stake, meter and choices."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from pitboss.errors import NotationError, either
from pitboss.money import Cents, parse_money, show_money
from pitboss.progressive.parameters import parse_share
from pitboss.rulebook.load import OWN, Rulebook, fold
from pitboss.rulebook.paytable import PayTable
from pitboss.rulebook.schema import Game, Jurisdiction, Wager
from pitboss.rulebook.toml_values import KeyPath, Raw
from pitboss.submission.form_reader import FormReader
from pitboss.table.houses.house import Choice
from pitboss.table.houses.offers import WITH_ANOTHER, wager_at
from pitboss.wagers.offer import clause, least_stake
from pitboss.wagers.terms import FIXED_STAKE

NUMBERS: Final = {"seed": "seeds", "reset": "seeds", "rate": "rates", "reserve": "reserves"}
"""Keys for what a house files of a meter → the field of the choice."""
OWN_KEYS: Final = ("paytable", "limits", "stake", "meter", "aggregate", *NUMBERS)
TABLE_KEYS: Final = ("paytable", "configuration")
ALSO_CALLED: Final = {"qualifies": "qualifying-wager"}
NO: Final = ("not offered", "no")


def shown(key: str) -> str:
    """A key of the rulebook as a submission writes it.

    >>> shown("jackpot-party")
    'jackpot_party'
    """
    return key.replace("-", "_")


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What the wagers of a table depend on."""

    game: Game
    shoes: tuple[int, ...]
    """The number of decks; every number that is lawful, if the file gives none that is."""
    limits: tuple[Cents, Cents]
    linked: frozenset[str]
    """Names of meters that more than one table has."""


def read_wagers(
    reader: FormReader, book: Rulebook, raw: Raw, at: KeyPath, facts: TableFacts
) -> dict[str, Choice]:
    """Every wager of a table, in the order in which they are filed."""
    wagers: dict[str, Choice] = {}
    for key, given in raw.items():
        wager = find_wager(reader, book, key, given, (*at, key), facts.game)
        if wager is None:
            continue
        if given is True:
            given = {}
        if not isinstance(given, dict):
            reader.fault((*at, key), f"{key} must be a table in braces, not {given!r:.60}.")
            continue
        made = _WagerForm(reader, book, wager, given, (*at, key), facts, raw)
        wagers[wager.key] = made.choice()
        wagers |= made.companions()
    return wagers


def find_wager(
    reader: FormReader, book: Rulebook, key: str, given: Any, at: KeyPath, game: Game
) -> Wager | None:
    """The wager of a key; `None`, with a fault, if this law has none of that name."""
    law = book.jurisdictions[game.jurisdiction]
    here = [w for w in book.wagers if w.jurisdiction in (law.key, OWN)]
    wanted = fold(key)
    if any(wanted == w.key for w in here):
        return wager_at(book, law.key, wanted)
    elsewhere = any(w.key == wanted and w.is_progressive for w in book.wagers)
    asks = isinstance(given, dict) and {"meter", *NUMBERS} & {*given}
    if law.forbids_progressives and (elsewhere or asks):
        reader.fault(at, f"{law.name} allows no progressive; remove `{key}`.", _forbidding(law))
        return None
    reader.unknown(at, key, [shown(w.key) for w in here], f"wager of {law.name}")
    return None


def _forbidding(law: Jurisdiction) -> str:
    """The clause of a law without progressives that says so."""
    return next((clause.at for clause in law.clauses if "progressive" in clause.says), "")


@dataclass(slots=True)
class _WagerForm:
    reader: FormReader
    book: Rulebook
    wager: Wager
    given: Raw
    at: KeyPath
    facts: TableFacts
    beside: Mapping[str, Any]
    """Every wager of the table as written."""

    def choice(self) -> Choice:
        stake = self.reader.money(self.given, self.at, "stake")
        choices = self._choices(stake)
        law, rule = self.book.jurisdictions[self.wager.jurisdiction], self.wager.stake
        if law.forbids_progressives and "meter" in self.given:
            at = (*self.at, "meter")
            self.reader.fault(at, f"{law.name} allows no progressive.", _forbidding(law))
        limits = self.reader.limits(self.given, self.at, self.facts.limits[1])
        table = self._table(stake)
        fixed = rule.none or rule.equals or rule.fixed or rule.house_fixed
        needs = not (fixed or stake or self.wager.role in WITH_ANOTHER)
        if needs and "limits" not in self.given and not (table and (table.meters or table.stakes)):
            self.reader.fault(
                self.at,
                f'give the limits of {self.wager.name}, as in limits = "$1 to $100".',
                clause(self.wager, rule.cite),
            )
        usual = Choice()
        lawful = least_stake(self.wager, table) if table else usual.least
        least, most = limits or (max(usual.least, lawful), usual.most)
        made = Choice(table.id if table else None, least, most, stake, choices=choices)
        made = replace(made, aggregate=self.reader.money(self.given, self.at, "aggregate"))
        return replace(made, link=self._link(), **self._numbers(table))

    def companions(self) -> dict[str, Choice]:
        """Wagers that come with this one and are filed in its line: `envy = true`."""
        made = {}
        for key, said in self.given.items():
            other = self._companion(key)
            if other is None or said is False:
                continue
            option = next((o for o in other.options if o.key == "offered"), None)
            form = {} if said is True else {"paytable": said} if isinstance(said, str) else said
            if not isinstance(form, dict):
                self.reader.fault((*self.at, key), f"{key} must be true, false or a pay table.")
                continue
            form = {"offered": True, **form} if option else form
            sub = replace(self, wager=other, given=form, at=(*self.at, key))
            stake = self.reader.money(self.given, sub.at, "stake")  # may name its pay table
            choices = sub._choices(None)
            table = sub._table(stake)
            made[other.key] = Choice(table.id if table else None, choices=choices)
        return made

    def _companion(self, key: str) -> Wager | None:
        name = f"{self.wager.key}-{fold(key)}"
        found = self.book.wagers_by_id.get(f"{self.wager.jurisdiction}/{name}")
        own = {o.key for o in self.wager.options}
        return found if found and found.role in WITH_ANOTHER and fold(key) not in own else None

    def _choices(self, stake: Cents | None) -> dict[str, str]:
        """Options and readings of this wager, and its stake where an option fixes it."""
        options = {option.key: option for option in self.wager.options}
        made: dict[str, str] = {}
        for key, said in self.given.items():
            name = ALSO_CALLED.get(key, fold(key))
            at = (*self.at, key)
            if key in (*OWN_KEYS, *TABLE_KEYS):
                continue
            if name in options:
                option = options[name]
                text = fold(said) if name == "qualifying-wager" and isinstance(said, str) else said
                where = clause(self.wager, option.cite)
                value = self.reader.chosen(at, key, text, option.one_of, where)
                if value is None:  # if it were left out, that would be another fault
                    here = [each for each in option.one_of if each in map(fold, self.beside)]
                    value = option.default or next(iter((*here, *option.one_of)), "")
                if value:
                    made[name] = value
            elif key in self.wager.readings:
                if value := read_reading(self.reader, self.book, key, said, at):
                    made[key] = value
            elif self._companion(key) is None:
                names = [*OWN_KEYS, *map(shown, options), *self.wager.readings]
                self.reader.unknown(at, key, names, f"choice of {self.wager.name}")
        for key in FIXED_STAKE:
            if key in options and stake is not None:
                made.setdefault(key, show_money(stake))
        for option in self.wager.options:  # what a house does not name is not offered
            no = next((each for each in NO if each in option.one_of), "")
            if option.required and option.key not in made and no:
                made[option.key] = no
        return made

    def _table(self, stake: Cents | None) -> PayTable | None:
        """The pay table that is named; the only one for these decks if none is."""
        key = next((k for k in TABLE_KEYS if k in self.given), TABLE_KEYS[0])
        said = self.reader.get(self.given, self.at, key, str, "")
        tables = self.wager.paytables
        if not tables:
            return None
        named = matching(tables, said) if said else list(tables)
        if said and not named:
            known = either([repr(each.id) for each in tables])
            self.reader.fault(
                (*self.at, key), f"{self.wager.name} has no pay table {said!r}. Allowed: {known}."
            )
            return None
        stake = stake or self._qualifying_stake()
        found = min((_narrowed(named, decks, stake) for decks in self.facts.shoes), key=len)
        if len(found) == 1 or {*(table.rows for table in found)} == {found[0].rows} == {()}:
            return found[0]
        known = either([repr(each.id) for each in found])
        self.reader.fault(
            (*self.at, key),
            f"say which pay table of {self.wager.name}, as in paytable = {found[0].id!r}. "
            f"Allowed: {known}.",
            clause(self.wager, found[0].cite),
        )
        return found[0]

    def _qualifying_stake(self) -> Cents | None:
        """The stake of the wager that a mystery rides on."""
        name = self.given.get("qualifies", self.given.get("qualifying_wager", ""))
        for key, each in self.beside.items():
            if fold(key) == fold(str(name)) and isinstance(each, dict) and "stake" in each:
                try:
                    return parse_money(str(each["stake"]))
                except NotationError:
                    return None
        return None

    def _link(self) -> str:
        """The name of a meter that several tables have, or may have."""
        name = self.reader.get(self.given, self.at, "meter", str, "")
        return name if self.wager.linked or name in self.facts.linked else ""

    def _numbers(self, table: PayTable | None) -> dict[str, Any]:
        """Seeds, rates and reserves, each of its meter."""
        names = list(dict.fromkeys(meter.name for meter in table.meters)) if table else []
        made: dict[str, dict[str, Any]] = {"seeds": {}, "rates": {}, "reserves": {}}
        for key, into in NUMBERS.items():
            if key not in self.given:
                continue
            said = self.given[key]
            each = said if isinstance(said, dict) else dict.fromkeys(names or ["meter"], said)
            for name, text in each.items():
                at = (*self.at, key)
                parse = parse_money if into == "seeds" else parse_share
                value = self.reader.parsed(at, str(text), parse)
                if value is None:
                    continue
                if isinstance(value, Fraction) and not 0 <= value <= 1:
                    self.reader.fault(at, f"{key} must be 0% to 100%, not {text}.")
                    value = Fraction(0)  # a missing one would be another fault
                if key == "reset" and made[into].get(name, value) != value:
                    self.reader.fault(
                        at, "a meter restarts at its starting amount: file that amount, as seed."
                    )
                made[into].setdefault(name, value)
        return made


def read_reading(
    reader: FormReader, book: Rulebook, key: str, said: Any, at: KeyPath
) -> str | None:
    """The choice of a reading; `None`, with a fault, if there is no such reading or choice."""
    if key not in book.readings:
        reader.unknown(at, key, book.readings, "reading")
        return None
    reading = book.readings[key]
    return reader.chosen(at, key, said, reading.choices, reading.clause)


def matching(tables: Iterable[PayTable], said: str) -> list[PayTable]:
    """The pay tables of this id; else those called so after a word such as *Paytable*; else those
    whose id has all these words.
    """
    found = list(tables)
    wanted = _words(said)
    exact = [table for table in found if table.id.casefold() == said.casefold()]
    called = [table for table in found if _words(table.id)[1 : 1 + len(wanted)] == wanted]
    return exact or called or [table for table in found if {*wanted} <= {*_words(table.id)}]


def _words(text: str) -> list[str]:
    return re.findall(r"[\w$.-]+", text.casefold())


def _narrowed(tables: list[PayTable], decks: int, stake: Cents | None) -> list[PayTable]:
    """Those for these decks and this stake, if some are."""
    fitting = [table for table in tables if decks in table.decks] or tables
    if len(fitting) == 1:
        return fitting
    if stake is None:
        return fitting
    named = show_money(stake)
    return [t for t in fitting if stake in t.stakes or named in _words(t.id)] or fitting
