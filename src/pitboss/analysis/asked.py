"""A sheet as somebody asks for it: a wager and a few words, and the setting that they mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pitboss.analysis.par import Sheet, prove
from pitboss.analysis.setting import Setting, setting
from pitboss.errors import NotAllowed
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Wager


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody says of a setting; rules, choices and meters as `KEY=VALUE`."""

    wager: str
    table: str | None = None
    decks: int | None = None
    shoe: str | None = None
    stake: str | None = None
    rules: Sequence[str] = ()
    choices: Sequence[str] = ()
    meters: Sequence[str] = ()


def proved(book: Rulebook, asked: Asked) -> Sheet:
    """The sheet of what was asked for."""
    return prove(asked_setting(book, asked))


def asked_setting(book: Rulebook, asked: Asked) -> Setting:
    """The setting that is meant; refuses what cannot be."""
    wager = book.wager(asked.wager)
    rules, options = _rules(wager, pairs_of("rule", asked.rules))
    meters = pairs_of("meter", asked.meters, _only_meter(wager))
    for name, amount in meters.items():
        if amount.lstrip("$ ").startswith(("-", "−")):
            raise NotAllowed(f"{name}={amount}: a meter never stands below $0.")
    return setting(
        book,
        asked.wager,
        table=asked.table,
        decks=asked.decks,
        shoe=asked.shoe,
        stake=asked.stake,
        rules=rules,
        choices=pairs_of("reading", asked.choices) | options,
        meters=meters,
    )


def pairs_of(what: str, given: Iterable[str], only: str = "") -> dict[str, str]:
    """`KEY=VALUE`, each key once; a bare value where there is only one key.

    >>> pairs_of("--term", ["soft_17=hit"])
    {'soft_17': 'hit'}
    """
    made: dict[str, str] = {}
    for each in given:
        key, sign, value = (part.strip() for part in each.partition("="))
        if only and not sign:
            key, sign, value = only, "=", each.strip()
        if not (key and sign and value):
            raise NotAllowed(f"{what} takes KEY=VALUE, not {each!r}.")
        if key in made:
            raise NotAllowed(f"{what} {key} is given twice.")
        made[key] = value
    return made


def _only_meter(wager: Wager) -> str:
    names = {meter.name for table in wager.paytables for meter in table.meters}
    return names.pop() if len(names) == 1 else ""


def _rules(wager: Wager, given: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Rules of play, and those that are options of the wager."""
    options = {option.key for option in wager.options}
    rules = {key: value for key, value in given.items() if key not in options}
    return rules, {key: value for key, value in given.items() if key in options}
