"""Random tables and random people at them, all from one seed."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from random import Random

from pitboss.analysis.setting import stakes
from pitboss.errors import NotAllowed
from pitboss.log import Event
from pitboss.procedure import Ask, AskStake
from pitboss.rulebook.load import Rulebook, load
from pitboss.rulebook.schema import PayTable, Wager
from pitboss.table.chance import Lesson
from pitboss.table.house import Choice, House, open_house, why_not
from pitboss.table.ledger import moves
from pitboss.table.shoes import SealedShoes, Shoes
from pitboss.table.table import Table
from pitboss.wagers.offer import offer, settle_choices

JURISDICTIONS = ("pennsylvania", "colorado", "south_dakota", "new_hampshire")


@cache
def book() -> Rulebook:
    """The law."""
    return load()


MAIN = {"blackjack", "blackjack-ante"}


@cache
def played(jurisdiction: str) -> tuple[Wager, ...]:
    """Every side wager of the law that stands beside standard blackjack."""
    here = [w for w in book().wagers if w.jurisdiction == jurisdiction and not why_not(w)]
    there = MAIN | {w.key for w in here}
    return tuple(w for w in here if all(there & {*each.split(" or ")} for each in w.requires))


def offered_with(wager: Wager, decks: int, random: Random, table: PayTable | None = None) -> Choice:
    """A lawful way for a house to offer a wager, with any reading; `NoTable` if there is none."""
    chosen = settle_choices(book(), wager, {})
    for reading in book().readings_of(wager):
        chosen[reading.key] = random.choice(list(reading.choices))
    for option in wager.options:
        if option.one_of:
            chosen[option.key] = random.choice(option.one_of)
    tables = [table] if table else list(wager.paytables)
    bound = [offer(book(), wager, each, chosen).table for each in tables]
    fitting = [each for each in bound if decks in each.decks]
    if not fitting:
        raise NoTable
    found = random.choice(fitting)
    fixed = bool(found.meters or found.stakes or wager.stake.fixed or wager.stake.house_fixed)
    stake = random.choice(stakes(wager, found)) if fixed else None
    meters = [m for m in found.meters if m.stake in (None, stake)]
    unseeded = any(m.seed_for(stake or 100, found.base_stake) is None for m in meters)
    return Choice(
        paytable=found.id,
        least=100,
        most=20_000,
        stake=stake,
        seed=1_234_567 if unseeded else None,
        rate=Fraction(1, 7) if any(m.rate is None for m in meters) else None,
        choices=chosen,
    )


class NoTable(Exception):
    """No pay table is for so many decks."""


def with_what_it_needs(
    wager: Wager, choice: Choice, decks: int, random: Random
) -> dict[str, Choice]:
    """A wager and those that must be at the table for it."""
    made = {wager.key: choice}
    for each in wager.requires:
        keys = each.split(" or ")
        if not MAIN & {*keys}:
            other = book().wager(f"{wager.jurisdiction}/{keys[0]}")
            made = (
                with_what_it_needs(other, offered_with(other, decks, random), decks, random) | made
            )
    return made


def random_house(random: Random, jurisdiction: str, most_wagers: int = 5) -> House:
    """A lawful table with some side wagers; what one of them needs is offered too."""
    game = next(g for g in book().games if g.id == f"{jurisdiction}/blackjack")
    decks = random.choice(game.decks)
    wagers = played(jurisdiction)
    offered: dict[str, Choice] = {}
    for wager in random.sample(wagers, min(len(wagers), random.randint(0, most_wagers))):
        with suppress(NoTable):
            choice = offered_with(wager, decks, random)
            offered |= with_what_it_needs(wager, choice, decks, random)
    terms = {
        term.key: random.choice(term.one_of)
        for term in game.terms
        if term.key in TERMS and term.one_of
    }
    cut = random.choice((3, 52 if decks > 1 else 40))  # a thin cut card lets shoes run out
    return House(jurisdiction, decks=decks, terms=terms, wagers=offered, cut=cut)


TERMS = (
    *("soft_17", "burn", "natural_pays", "even_money", "surrender", "peek", "double_on"),
    *("double_after_split", "split_hands", "resplit_aces", "split_aces_draw"),
    "lost_to_dealer_natural",
)


@dataclass
class Books:
    """Every account after each event, checked as the events come."""

    accounts: Counter[str] = field(default_factory=Counter)

    def __call__(self, event: Event) -> None:
        for move in moves(event):
            assert move.cents > 0, event
            self.accounts[move.source] -= move.cents
            self.accounts[move.to] += move.cents
        assert sum(self.accounts.values()) == 0
        assert all(n >= 0 for name, n in self.accounts.items() if name.startswith("box ")), event
        if event.kind in ("end", "close"):
            assert not [n for name, n in self.accounts.items() if name.startswith("box ") and n]


def sealed(house: House, seed: int) -> SealedShoes:
    """The shoes of a seed."""
    return SealedShoes(house.decks, house.cut, Lesson(seed).shuffled)


def open_table(house: House, shoes: Shoes) -> Table:
    """A table of this house whose books are checked after every event."""
    return Table(open_house(book(), house), shoes, book().digest, Books())


def place_bets(table: Table, random: Random) -> None:
    """Somebody bets at some of the boxes; what is refused changes nothing."""
    boxes = random.sample(range(1, 8), random.randint(1, 7))
    for number in boxes:
        player = random.choice(("ann", "bob", 'zoë of "7"'))
        table.bet(number, player, "blackjack", random.choice((1_000, 2_500, 5_001, 50_000)))
        offered = list(table.opened.offers)
        random.shuffle(offered)
        for key in offered * 2:  # again, for what the first needs may come later
            fixed = table.opened.house.wagers[key].stake
            if random.random() < 0.8:
                before = len(table.log)
                try:
                    table.bet(number, player, key, fixed or random.choice((100, 200, 500, 700)))
                except NotAllowed:
                    assert len(table.log) == before
                    continue


def random_answer(table: Table, random: Random) -> None:
    """Any legal answer to what is asked."""
    assert table.pending
    number, step = table.pending.number, table.pending.step
    if isinstance(step, AskStake):
        table.answer_stake(number, random.choice((0, 100, 500)))
    else:
        assert isinstance(step, Ask)
        table.answer(number, random.choice(step.may))


def play_round(table: Table, random: Random, voids: float = 0.0) -> None:
    """One round with random stakes and choices, and now and then an irregularity."""
    table.open_round()
    place_bets(table, random)
    table.deal()
    while table.pending:
        if random.random() < voids:
            number = random.choice(["", *(str(n) for n in table.boxes)])
            table.void(number, "a clause", "a card fell from the table")
            continue
        random_answer(table, random)
