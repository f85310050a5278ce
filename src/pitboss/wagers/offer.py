"""A wager as a table offers it: one pay table, with every reading and option settled, and what each
line is worth to a stake, which the table pays and the sheet proves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Final

from pitboss.errors import NotAllowed, UnknownName, check_choice, either
from pitboss.hands import PokerRule
from pitboss.money import Cents, Odds, show_money
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.paytable import Multiplier, PayTable
from pitboss.rulebook.schema import Wager
from pitboss.rulebook.term_fields import fill
from pitboss.rulebook.when import Condition, settled, show
from pitboss.wagers.terms import WagerTerms

NONE_CHOSEN: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Line:
    """One outcome as offered: when it happens and what it pays."""

    outcome: str
    when: Condition
    pays: Odds
    envy: Cents | None = None


@dataclass(frozen=True, eq=False)
class Offer:
    """A wager, one of its pay tables, and the choices in force."""

    wager: Wager
    table: PayTable
    choices: Mapping[str, str]
    lines: tuple[Line, ...]
    hand: PokerRule
    loses: Condition | None
    multipliers: tuple[Multiplier, ...]

    @cached_property
    def terms(self) -> WagerTerms:
        """How a table handles it, under the choices in force."""
        return fill(WagerTerms, self.choices)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of everything that decides an outcome or a payout."""
        parts = [self.wager.id, self.table.id, *self.wager.sees, self.wager.pays, str(self.hand)]
        parts += [f"{x.outcome}|{show(x.when)}|{x.pays}|{x.envy}" for x in self.lines]
        parts += [f"{show(m.when)}|{m.times}" for m in self.multipliers]
        parts += [str(m) for m in self.table.meters]
        parts += [f"{k}={v}" for k, v in sorted(self.choices.items())]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()

    @property
    def placed(self) -> str:
        """When it is placed, under the readings in force."""
        return self.table.placed or self.wager.placed

    @property
    def settles(self) -> str:
        """When it is settled, under its table and the readings in force."""
        return self.table.settles or self.wager.settles

    def scale(self, stake: Cents) -> Fraction:
        """What dollar pays are multiplied by at this stake."""
        return Fraction(stake, self.table.base_stake) if self.table.base_stake else Fraction(1)

    @cached_property
    def in_order(self) -> tuple[tuple[int, Line], ...]:
        """The lines, numbered, in the order in which they claim a hand."""
        numbered = list(enumerate(self.lines))
        if self.wager.pays == "best paying":
            numbered.sort(key=lambda each: worth(each[1].pays), reverse=True)
        return tuple(numbered)

    @cached_property
    def question(self) -> DealQuestion:
        """What decides an outcome, apart from decks and pays."""
        wager, lines = self.wager, tuple((number, line.when) for number, line in self.in_order)
        of_cards = wager.sees, lines, self.multipliers, self.hand, self.loses
        of_play = wager.role, wager.third_card_after, self.placed, self.terms
        return DealQuestion((*of_cards, *of_play), self)


def worth(odds: Odds) -> tuple[Fraction, Fraction, Cents]:
    """A key by which one pay is better than another."""
    return (odds.share, odds.ratio + odds.returned, odds.dollars)


@dataclass(frozen=True)
class DealQuestion:
    """Everything that is asked about a deal; offers that ask the same share the answers."""

    asked: tuple[object, ...]
    offer: Offer = field(compare=False, repr=False)


def offer(
    book: Rulebook,
    wager: Wager,
    table: str | PayTable | None = None,
    choices: Mapping[str, str] | None = None,
) -> Offer:
    """The wager with this pay table (the first if none is named) and these choices."""
    chosen = settle_choices(book, wager, choices or {})
    named = table if isinstance(table, PayTable) else find_table(wager, table)
    bound = as_read(wager, named, chosen)
    collected = wager.to_or_for and chosen[wager.to_or_for] == "for 1"
    lines = []
    for row in bound.rows:
        odds = row.pays_under(chosen)
        pays = odds.collected() if collected else odds
        lines.append(Line(row.outcome, settled(row.when, chosen), pays, row.envy))
    make = chosen[wager.hand_by] if wager.hand_by else wager.hand
    return Offer(
        wager=wager,
        table=bound,
        choices=chosen,
        lines=tuple(lines),
        hand=PokerRule(
            make,
            wager.wild,
            wager.wild_in if wager.wild else "",
            bool(wager.wild_suit_by) and chosen[wager.wild_suit_by] == "any suit",
        ),
        loses=settled(wager.loses, chosen) if wager.loses else None,
        multipliers=tuple(replace(m, when=settled(m.when, chosen)) for m in wager.multipliers),
    )


CHANGED: Final = ("decks", "stakes", "meters", "settles", "placed", "beside")
"""What a choice may change in a pay table."""


def as_read(wager: Wager, table: PayTable, chosen: Mapping[str, str]) -> PayTable:
    """A pay table under the chosen readings and options; one that is not chosen changes nothing."""
    for change in wager.changes:
        if table.id in change.tables and chosen.get(change.by) == change.choice:
            said = {name: getattr(change, name) for name in CHANGED}
            table = replace(table, **{name: value for name, value in said.items() if value})
    return table


def bears_on(key: str, wager: Wager, table: PayTable) -> bool:
    """Whether a reading can matter at a pay table: not if only other tables, or rows of other
    tables, ask for it.
    """
    asked = {each.id for each in wager.paytables for row in each.rows if key in row.hangs_on}
    changed = {name for change in wager.changes if change.by == key for name in change.tables}
    found = asked | changed
    return not found or table.id in found


def find_table(wager: Wager, name: str | None) -> PayTable:
    """The pay table of this id; its last word is enough if unambiguous.

    With no name given, the only table, or the first.
    """
    if not wager.paytables:
        says = "prints no pay table; the house must set one"
        other = "settles it by the procedure of its game, not by a pay table"
        raise NotAllowed(f"{wager.name}: {wager.cite} {says if wager.house_sets_table else other}.")
    if name is None:
        return wager.paytables[0]
    folded = name.casefold()
    for table in wager.paytables:
        if table.id.casefold() == folded:
            return table
    ends = [t for t in wager.paytables if t.id.casefold().endswith(" " + folded)]
    if len(ends) == 1:
        return ends[0]
    raise UnknownName(f"pay table of {wager.name}", name, [t.id for t in wager.paytables])


def settle_choices(book: Rulebook, wager: Wager, given: Mapping[str, str]) -> dict[str, str]:
    """Every reading and option of the wager: the given value, otherwise the default."""
    allowed = {reading.key: tuple(reading.choices) for reading in book.readings_of(wager)}
    allowed |= {option.key: option.one_of for option in wager.options}
    chosen = book.default_choices(wager)
    for key, value in given.items():
        if key not in allowed:
            raise UnknownName(f"reading or option of {wager.name}", key, allowed)
        if allowed[key]:
            check_choice(f"{key} of {wager.name}", value, allowed[key])
        chosen[key] = value
    return chosen


def draws_third(offer: Offer) -> bool:
    """Whether its third card is the player's next card (58 Pa. Code § 633c.9(d)(4), (h))."""
    drawn = offer.terms.third_card == "drawn card"
    return "player.third_card" in offer.wager.sees and drawn


def check_decks(
    wager: Wager, table: PayTable, decks: int, chosen: Mapping[str, str] = NONE_CHOSEN
) -> None:
    """Refuse a deck count the law does not allow for this table, under the readings chosen."""
    if decks in table.decks:
        return
    cite, read = clause(wager, table.cite), [as_read(wager, t, chosen) for t in wager.paytables]
    others = [each.id for each in read if decks in each.decks]
    if not others:
        allowed = sorted({d for each in read for d in each.decks})
        raise NotAllowed(f"{wager.name} is for {_decks(allowed)}, not {decks!r}.", cite)
    raise NotAllowed(
        f"{table.id} of {wager.name} is for {_decks(table.decks)}, not {decks!r}. "
        f"With {decks}: {either(others)}.",
        cite,
    )


def _decks(counts: Sequence[int]) -> str:
    return f"{either([str(d) for d in counts])} deck{'s' * (list(counts) != [1])}"


def clause(wager: Wager, cite: str) -> str:
    """A full citation, if a rule gives only the paragraph: `(e)`, `Start of game (3)`."""
    if not cite or wager.section in cite:
        return cite or wager.cite
    return f"{wager.cite}{cite}" if cite.startswith("(") else f"{wager.cite}, {cite}"


def least_stake(wager: Wager, table: PayTable) -> Cents:
    """The least that the law allows, whatever a house files."""
    return max(table.least or 0, wager.stake.least or 0, 1)


def check_stake(wager: Wager, table: PayTable, stake: Cents) -> None:
    """Refuse a stake that neither the table nor the wager allows."""
    fixed = table.stakes or wager.stake.fixed
    least = least_stake(wager, table)
    step = wager.stake.step
    if fixed and stake not in fixed and not table.base_stake:
        takes = either([show_money(s) for s in fixed])
    elif stake < least:
        takes = f"{show_money(least)} or more"
    elif step and stake % step:
        takes = f"whole steps of {show_money(step)}"
    else:
        return
    cite = clause(wager, wager.stake.cite)
    raise NotAllowed(f"{wager.name} ({table.id}) takes {takes}, not {show_money(stake)}.", cite)


def stakes(wager: Wager, table: PayTable, carrier: Wager | None = None) -> tuple[Cents, ...]:
    """Stakes for which figures differ: those the law names, otherwise one dollar.

    A bonus without its own takes those of its `carrier`.
    """
    seeded = tuple(dict.fromkeys(m.stake for m in table.meters if m.stake))
    named = table.stakes or wager.stake.fixed or seeded or (carrier.stake.fixed if carrier else ())
    if named:
        return named if _stake_matters(table) else named[:1]
    return (table.base_stake or table.least or wager.requires_least or 100,)


def carrier_of(wager: Wager, handled: WagerTerms) -> str:
    """The wager whose stake decides what it pays: itself, or the one that a bonus comes with."""
    if not wager.stake.none:
        return wager.key
    return handled.qualifying_wager or wager.odds_on or wager.requires[-1]


def feeder_of(wager: Wager, handled: WagerTerms) -> str:
    """The wager whose stakes feed a mystery's meter (§ 633c.14(c)(1), reading D-24)."""
    return "blackjack" if handled.rate_of == "Blackjack wager" else carrier_of(wager, handled)


def _stake_matters(table: PayTable) -> bool:
    if table.base_stake:
        return False
    fixed_seed = any(m.seed is not None or m.maximum is not None for m in table.meters)
    dollars = any("$" in str(row.pays) for row in table.rows)
    return fixed_seed or dollars


# -- what a line is worth to a stake ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Price:
    """What one stake gets for its hand: exact cents, a share of a meter, and what others get."""

    why: str
    pays: str = "loss"
    win: Fraction = Fraction(0)
    """What it wins in addition to the stake, in exact cents, without what a meter pays."""
    returned: bool = False
    """The stake is returned too; a bonus that comes with another wager has none."""
    ratio: Fraction = Fraction(0)
    """What it wins by its odds for each cent staked, apart from dollar pays."""
    share: Fraction = Fraction(0)
    meter: str = ""
    """The meter that the share is taken of."""
    envy: Cents = 0
    """Paid to each other bettor, or to the dealer."""

    @property
    def is_lost(self) -> bool:
        """Whether nothing is won and nothing is returned."""
        return not (self.win or self.share or self.returned)


NO_HAND = Price("no hand")


@lru_cache(maxsize=1 << 14)
def priced(offered: Offer, number: int, times: int, stake: Cents) -> Price:
    """What the line of this number, paid that many times, gives a stake; −1 means no line."""
    if number < 0:
        return NO_HAND
    line = offered.lines[number]
    odds = line.pays
    return Price(
        line.outcome,
        str(odds),
        odds.won(stake, offered.scale(stake)) * times,
        odds.returned and not offered.wager.stake.none,
        odds.ratio * times,
        odds.share * times,
        odds.meter or offered.table.meters[0].name if odds.share else "",
        line.envy or 0,
    )
