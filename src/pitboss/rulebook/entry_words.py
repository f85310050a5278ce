"""The contents of the rulebook's records as text for people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TypeVar

from pitboss.errors import either
from pitboss.money import show_money, show_percent, show_range
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.paytable import Meter, PayTable
from pitboss.rulebook.schema import Discontinued, HouseOption, StakeRule, Tips, Wager
from pitboss.rulebook.toml_values import split_multiple

Whole = TypeVar("Whole", bound=int)


def deck_words(decks: Iterable[int]) -> str:
    """Deck counts with runs joined.

    >>> deck_words([1, 2, 3, 4, 5, 6, 7, 8]), deck_words([2, 4, 5, 6, 7, 8]), deck_words([6, 8])
    ('1–8', '2, 4–8', '6, 8')
    """
    found = runs(sorted(set(decks)))
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in found)


def runs(numbers: Iterable[Whole]) -> list[list[Whole]]:
    """Rising numbers, those that follow one another together."""
    found: list[list[Whole]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return found


def stake_words(stake: StakeRule) -> str:
    """What may be staked, as one phrase.

    >>> stake_words(StakeRule(fixed=(100, 500))), stake_words(StakeRule(least=100, step=100))
    ('$1 or $5', 'at least $1, in multiples of $1')
    >>> stake_words(StakeRule(posted=True, most_of="2 x blackjack"))
    'at most 2 × the blackjack stake, within the posted limits'
    >>> stake_words(StakeRule(house_fixed=True, least=100))
    'one amount fixed by the house, at least $1'
    """
    if stake.none:
        return "none of its own"
    parts = []
    if stake.fixed:
        parts.append(either([show_money(f) for f in stake.fixed]))
    if stake.house_fixed:
        parts.append("one amount fixed by the house")
    if stake.equals:
        parts.append(f"exactly {multiple_words(stake.equals)}")
    if stake.least is not None and stake.most is not None:
        parts.append(show_range(stake.least, stake.most))
    elif stake.least is not None and stake.posts_least:
        parts.append(f"from {show_money(stake.least)}")
    elif stake.least is not None:
        parts.append(f"at least {show_money(stake.least)}")
    elif stake.most is not None:
        parts.append(f"at most {show_money(stake.most)}")
    if stake.most_of:
        parts.append(f"at most {multiple_words(stake.most_of)}")
    if stake.step is not None:
        parts.append(f"in multiples of {show_money(stake.step)}")
    if stake.within_table:
        parts.append("within the limits of the table")
    elif stake.posted:
        parts.append("within the posted limits")
    return ", ".join(parts) or "not stated"


def in_quotes(prose: str) -> str:
    """A sentence of the rulebook with quotation marks where it writes asterisks.

    >>> in_quotes("Odds are printed *to 1*.")
    'Odds are printed “to 1”.'
    """
    return re.sub(r"\*([^*]+)\*", r"“\1”", prose)


def table_stake_words(table: PayTable, wager: Wager) -> str:
    """What may be staked on one pay table, as one phrase."""
    if table.stakes:
        return either([show_money(s) for s in table.stakes])
    if table.least is None:
        return stake_words(wager.stake)
    return stake_words(replace(wager.stake, least=max(table.least, wager.stake.least or 0)))


def multiple_words(text: str) -> str:
    """A multiple of another stake.

    >>> multiple_words("2 x blackjack"), multiple_words("ante")
    ('2 × the blackjack stake', 'the ante stake')
    """
    times, key = split_multiple(text)
    whose = f"the {key.replace('-', ' ')} stake"
    return whose if times == "1" else f"{times} × {whose}"


def meter_words(meter: Meter) -> dict[str, str]:
    """What the law prints about a meter, each figure as text."""
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


def slips_words(wager: Wager) -> str:
    """Which awards of a progressive are paid by jackpot slip."""
    if wager.slips_from is None:
        return wager.slips
    return f"{wager.slips} and awards of {show_percent(wager.slips_from)} of it or more"


def floor_words(wager: Wager) -> str:
    """Which awards of a progressive a floor supervisor validates."""
    if wager.floor_above is None:
        return wager.floor
    return f"{wager.floor} and awards above {wager.floor_above}"


def discontinued_words(discontinued: Discontinued | None) -> str:
    """When a meter may end, as one phrase; empty if the law does not say.

    >>> discontinued_words(Discontinued("(15)(d)", "the Director"))
    'yes, or transferred with the permission of the Director ((15)(d))'
    """
    if discontinued is None:
        return ""
    permits, cite = discontinued.permits, discontinued.cite
    return f"yes, or transferred with the permission of {permits} ({cite})"


def tips_words(tips: Tips) -> str:
    """What the law says about bets for the dealer, as one phrase.

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
        parts.append("the house may require even dollars")
    if tips.rides:
        parts.append("left in play when the player raises")
    return ", ".join(parts)


def requires_words(book: Rulebook, wager: Wager) -> str:
    """The stakes that must be placed first, by name.

    >>> from pitboss.rulebook.load import load
    >>> book = load()
    >>> requires_words(book, book.wager("pennsylvania/buster-bonus"))
    'Buster Blackjack of at least $5'
    """
    names = names_in(book, wager.jurisdiction)
    needed = []
    for each in wager.requires:
        either_of = [names.get(key, key.title()) for key in each.split(" or ")]
        one = f"one of {either(either_of)}" if len(either_of) > 1 else either_of[0]
        needed.append(one)
    least = wager.requires_least
    return either(needed, "and") + (f" of at least {show_money(least)}" if least else "")


def names_in(book: Rulebook, jurisdiction: str) -> dict[str, str]:
    """Keys of a jurisdiction's wagers and games, and their printed names."""
    return {e.key: e.name for e in book.entries if e.jurisdiction == jurisdiction}


def win_words(book: Rulebook, wager: Wager, filed: Mapping[str, str] | None = None) -> str:
    """What happens to the stake when the wager wins; empty if there is no stake or no pay.

    Under the choices that a house filed, or the defaults.

    >>> from pitboss.rulebook.load import load
    >>> book = load()
    >>> for name in ("perfect-pairs", "blackjack-match", "burnout-fee", "trilux-progressive"):
    ...     print(win_words(book, book.find(name)[0]))
    the stake is returned with the pay
    the pay is all; the stake is not returned (the default of A-1)
    it is a fee: nothing is paid on it and it is not returned
    the pay is all; the stake is not returned
    >>> win_words(book, book.wager("blackjack-match"), {"A-1": "to 1"})
    'the stake is returned with the pay'
    """
    if wager.role == "fee":
        return "it is a fee: nothing is paid on it and it is not returned"
    if wager.stake.none:
        return ""
    chosen = {**book.default_choices(wager), **(filed or {})}
    pays = [r.pays_under(chosen) for t in wager.paytables for r in t.rows if r.in_force(chosen)]
    by = ""
    if wager.to_or_for:
        by = "" if filed else f" (the default of {wager.to_or_for})"
        if chosen[wager.to_or_for] == "for 1":
            pays = [odds.collected() for odds in pays]
    returned = {odds.returned for odds in pays if odds.win}
    if len(returned) > 1:
        return f"a pay printed *to* returns the stake, one printed *for* does not{by}"
    if returned == {True}:
        return f"the stake is returned with the pay{by}"
    if any(odds.win or odds.dollars or odds.share for odds in pays):
        return f"the pay is all; the stake is not returned{by}"
    return ""


@dataclass(frozen=True, slots=True)
class FilingPoint(HouseOption):
    """One point that a house must state before it offers a wager: an option, or much like one."""

    required: bool = True
    """It must be stated."""
    must_choose: bool = False
    """A low-confidence reading: the law does not decide it, and no default is acceptable."""


def filed(book: Rulebook, wager: Wager) -> tuple[FilingPoint, ...]:
    """Everything a house must state to offer a wager, in the order of a submission."""
    return tuple(_filed(book, wager))


def _filed(book: Rulebook, wager: Wager) -> Iterator[FilingPoint]:
    options = {option.key for option in wager.options}
    if "offered" not in options:
        yield FilingPoint("offered", f"That {wager.name} is offered.")
    if wager.house_sets_table:
        yield FilingPoint("pay table", "The pay table: the law prints none here.")
    elif len(wager.paytables) > 1:
        ids = tuple(t.id for t in wager.paytables)
        yield FilingPoint("pay table", "Which pay table is used.", ids)
    if not options & {"stake", "amount"}:
        yield from _filed_stake(wager)
    for option in wager.options:
        yield FilingPoint(**{each.name: getattr(option, each.name) for each in fields(option)})
    yield from _filed_meters(wager)
    for reading in book.readings_of(wager):
        if reading.must_be_chosen:
            yield FilingPoint(
                reading.key,
                reading.question,
                tuple(reading.choices),
                reading.default,
                must_choose=True,
                cite=reading.clause,
            )


def _filed_stake(wager: Wager) -> Iterator[FilingPoint]:
    stake = wager.stake
    if stake.house_fixed:
        yield FilingPoint("stake", "The one amount of the wager.", cite=stake.cite)
    elif len(stake.fixed) > 1 and not all(t.stakes for t in wager.paytables):
        amounts = tuple(show_money(f) for f in stake.fixed)
        yield FilingPoint("stake", "Which stake is offered.", amounts, cite=stake.cite)
    elif stake.posted:
        posted = "The minimum and maximum stake, posted at the table."
        if stake.within_table:
            posted = "The minimum and maximum stake, within those of the table."
        if stake.posts_least and stake.least is not None:
            least = show_money(stake.least)
            posted = f"The maximum stake, within that of the table; the minimum is {least}."
        yield FilingPoint("stake", posted, cite=stake.cite)


def _filed_meters(wager: Wager) -> Iterator[FilingPoint]:
    """What the house files about each meter: its seed if not fixed, its rate if not printed."""
    meters = dict.fromkeys(m for t in wager.paytables for m in t.meters)
    for name in dict.fromkeys(m.name for m in meters):
        alike = [m for m in meters if m.name == name]
        parts = ["seed"] if any(m.seed_is != "fixed" for m in alike) else []
        if least := [_least_seed(m) for m in alike if m.seed_is == "at least"]:
            parts = [f"seed ({either(least, 'and')})"]
        parts += ["rate"] if any(m.rate is None for m in alike) else []
        if parts:
            whose = "The meter's" if name == "meter" else f"The {name} meter's"
            yield FilingPoint(name, f"{whose} {either(parts, 'and')}.")


def _least_seed(meter: Meter) -> str:
    at = f" at a stake of {show_money(meter.stake)}" if meter.stake else ""
    return f"at least {show_money(meter.seed or 0)}{at}"


def table_ids(ids: Sequence[str]) -> str:
    """Ids of pay tables, abbreviated if there are many.

    >>> table_ids(["P1", "P2"]), table_ids(["P1", "P2", "P3", "P4"])
    ('P1 and P2', 'P1 … P4 (4 tables)')
    """
    return either(ids, "and") if len(ids) <= 3 else f"{ids[0]} … {ids[-1]} ({len(ids)} tables)"
