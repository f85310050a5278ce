"""Every deal of a small pack through the table itself, and what each wager was paid.

One box, stakes that never change and answers by a fixed rule. The cards branch: every card that
could come does, with its exact chance. Nothing here asks the analysis anything but `proved`, which
is the only place that asks for a sheet.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files

from pitboss.analysis.referee import Branching
from pitboss.analysis.setting import Setting
from pitboss.analysis.sheet import Sheet, prove
from pitboss.cards import DECK, Card, Shoe
from pitboss.games.terms import BlackjackTerms
from pitboss.log import Event
from pitboss.money import Cents
from pitboss.procedure.steps import Ask
from pitboss.table.cards.shoes import RAN_OUT, UnsealedShoes
from pitboss.table.events.rounds import Irregular, Settled, SlipWritten
from pitboss.table.houses.opening import Open
from pitboss.table.money.spots import position_of
from pitboss.table.table import Table
from pitboss.table.unlogged_table import UnloggedTable
from pitboss.wagers.offer import Offer

PLAYER = "ann"
Paid = tuple[str, Fraction]
"""The hand that a wager was paid for, and all that came back for each unit staked, the stake
included and what meters paid left out."""
LOST: Paid = ("", Fraction(0))
Paids = dict[Paid, Fraction]
"""What may be paid → its chance, given that there was a stake to pay."""
Answer = Callable[[Table, Ask], str]
Takes = Callable[[Table], bool]
"""Whether one who is asked for a later stake places it."""


def pack_of(text: str) -> Shoe:
    """A pack such as `8 Ks, 3 Ad`."""
    held = {card: int(many) for many, card in (each.split() for each in text.split(", "))}
    return Shoe(tuple(held.get(str(card), 0) for card in DECK))


class RanOut(Exception):
    """A round of this pack may need more cards than it has, or it has too many deals."""


# -- how the box is played ------------------------------------------------------------------------

GLADLY = ("house way", "bet", "play", "no", "stay", "keep", "show", "stand")
"""Answers to everything but the play of a hand: stay in, buy nothing."""


def never_hit(table: Table, step: Ask) -> str:
    """Stand on the first two cards."""
    return next((word for word in GLADLY if word in step.may), step.may[0])


@cache
def _chart(rule: str) -> Mapping[str, Mapping[str, str]]:
    text = files("pitboss.analysis").joinpath("basic_strategy.toml").read_text("utf-8")
    made: Mapping[str, Mapping[str, str]] = tomllib.loads(text)[f"{rule}_on_soft_17"]
    return made


def worth(cards: list[Card]) -> tuple[int, bool]:
    """The total of a hand, and whether an ace counts 11 in it."""
    hard = sum(card.points for card in cards)
    soft = hard <= 11 and any(card.is_ace for card in cards)
    return hard + 10 * soft, soft


def basic_strategy(table: Table, step: Ask) -> str:
    """The chart of basic strategy, pairs as their totals; D without a double hits, d stands."""
    if not {"stand", "hit"} <= {*step.may}:
        return never_hit(table, step)
    assert table.round
    box = table.round.box(step.box)
    hand = next(hand for hand in box.hands if hand.name == step.of)
    points, soft = worth(list(hand.cards))
    if points >= 21:
        return "stand"
    terms = table.opened.terms
    chart = _chart(terms.soft_17 if isinstance(terms, BlackjackTerms) else "stand")
    row = min(max(points, 12), 19) if soft else min(max(points, 8), 17)
    letter = chart["soft" if soft else "hard"][str(row)][(table.round.upcard.points - 2) % 10]
    if letter in "Dd" and "double" in step.may:
        return "double"
    return "stand" if letter in "Sd" else "hit"


PLAYS: Mapping[str, Answer] = {"basic strategy": basic_strategy, "never hit": never_hit}
"""The named plays of a sheet that do not depend on the wager."""


def always(table: Table) -> bool:
    """Bet whatever the upcard is."""
    return True


# -- every deal -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rounds:
    """All rounds of a pack, wager by wager."""

    paid: Mapping[str, Paids]
    placed: Mapping[str, Fraction]
    """Wager → the chance that its stake is placed at all."""
    deals: int


def dealt(
    opened: Open,
    pack: Shoe,
    stakes: Mapping[str, Cents],
    play: Answer = basic_strategy,
    takes: Takes = always,
    most: int = 100_000,
    only: str = "",
) -> Rounds:
    """What every wager of a table is paid, with exact chances, over every deal of a pack.

    With `only`, a round is left as soon as that wager is settled: the rest changes nothing for it.
    Raises `RanOut` where some deal needs more cards than the pack has, or there are too many.
    """
    paid: dict[str, dict[Paid, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    deals = 0
    for events, chance in _rounds(opened, pack, stakes, play, takes, only):
        deals += 1
        if deals > most:
            raise RanOut
        for key, result in results(opened, events, stakes):
            if only in ("", key):
                paid[key][result] += chance
    placed = {key: sum(each.values(), Fraction(0)) for key, each in paid.items()}
    given = {
        key: {result: chance / placed[key] for result, chance in each.items()}
        for key, each in paid.items()
    }
    return Rounds(given, placed, deals)


def _rounds(
    opened: Open, pack: Shoe, stakes: Mapping[str, Cents], play: Answer, takes: Takes, only: str
) -> Iterator[tuple[list[Event], Fraction]]:
    position = position_of(opened, 1)
    early = {key: cents for key, cents in stakes.items() if _is_early(opened, key)}
    shoes = Packs(pack)
    table = UnloggedTable(opened, shoes)
    todo: list[tuple[Card, ...]] = [()]
    while todo:
        shoes.now = Branching(pack, todo.pop())
        table.open_round()
        for key, cents in early.items():
            table.bet(1, PLAYER, key, cents, position)
        table.deal()
        known: Branching | None = None
        while table.pending:
            if only and known is None and _is_settled(table.layout.events, only):
                known, shoes.now = shoes.now, Branching(pack)  # whatever comes now
            number, step = table.pending.number, table.pending.step
            if isinstance(step, Ask):
                table.answer(number, never_hit(table, step) if known else play(table, step))
            elif step.wager in early or step.tip or step.wager not in stakes or not takes(table):
                table.answer_stake(number, step.least)
            else:
                table.answer_stake(number, stakes[step.wager])
            while table.floor_called:
                table.attend("floor")
        for slip in table.slips:
            table.validate(slip, "floor")
        if any(isinstance(e, Irregular) and e.what == RAN_OUT for e in table.layout.events):
            raise RanOut
        cards = known or shoes.now
        yield table.layout.events, cards.chance
        todo += cards.others()


def _is_settled(events: list[Event], key: str) -> bool:
    return any(isinstance(e, Settled) and e.wager == key and not e.to for e in events)


class Packs(UnsealedShoes):
    """The same pack for round after round at one table, each with cards of its own."""

    def __init__(self, pack: Shoe) -> None:
        self.now = Branching(pack)

    @property
    def dealt(self) -> int:
        return self.now.dealt

    def next(self) -> Card:
        return self.now.next()

    def reshuffle(self, staying: Sequence[Card]) -> list[Event]:
        return self.now.reshuffle(staying)


def _is_early(opened: Open, key: str) -> bool:
    return opened.placed(
        opened.alias if key == opened.procedure.main and opened.alias else key
    ) == ("before the deal")


def results(
    opened: Open, events: list[Event], stakes: Mapping[str, Cents]
) -> Iterator[tuple[str, Paid]]:
    """What each wager of a round was paid; a bonus that is not paid has lost."""
    slips = {e.number: e for e in events if isinstance(e, SlipWritten)}
    extras = {key: LOST for key, each in opened.extras.items() if each.wager.role == "bonus"}
    for event in events:
        if not isinstance(event, Settled) or event.to:
            continue
        key = event.wager
        if key not in (*opened.offers, *extras, opened.procedure.main):
            continue
        back, slip = event.back, slips.get(event.slip)
        if slip is not None and slip.fund != "meter":
            back += slip.cents
        if key in extras:
            extras[key] = (event.why, Fraction(back, _base(opened.extras[key], stakes)))
        elif event.pays == "loss":
            yield key, LOST
        elif key not in opened.offers:  # a main wager has other words for why it is paid
            yield key, ("", Fraction(back, event.cents))
        else:
            yield key, (event.why, Fraction(back, event.cents))
    yield from extras.items()


def _base(bonus: Offer, stakes: Mapping[str, Cents]) -> Cents:
    """The stake that a bonus is paid on."""
    return stakes[bonus.wager.odds_on or bonus.wager.requires[-1]]


# -- the proof ------------------------------------------------------------------------------------


def proved(opened: Open, offered: Offer, pack: Shoe, stake: Cents, policy: str = "") -> Sheet:
    """The sheet of a wager at this table, dealt from this pack."""
    return prove(Setting(offered, opened.game, opened.terms, stake, policy, pack=pack))


def of_sheet(sheet: Sheet) -> Paids:
    """What a sheet says may be paid, lines that never come left out."""
    made: dict[Paid, Fraction] = defaultdict(Fraction)
    for each in sheet.outcomes:
        if each.probability:
            line = sheet.setting.offer.lines[each.key[0]] if not each.lost else None
            lost = line is None or not (each.fixed or each.shares)
            made[LOST if lost or line is None else (line.outcome, each.fixed)] += each.probability
    return dict(made)


def nameless(paids: Paids) -> Paids:
    """The same by what was returned alone."""
    made: dict[Paid, Fraction] = defaultdict(Fraction)
    for (_, back), chance in paids.items():
        made["", back] += chance
    return dict(made)


def difference(table: Paids, sheet: Paids) -> str:
    """Both distributions side by side where they differ; empty where they agree."""
    rows = []
    for result in sorted({*table, *sheet}):
        ours, theirs = table.get(result, Fraction(0)), sheet.get(result, Fraction(0))
        if ours != theirs:
            name, back = result
            rows.append(f"  {name or 'lost'} ({back} back): table {ours}, sheet {theirs}")
    return "\n".join(rows)
