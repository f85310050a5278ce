"""`pitboss play --auto`: rounds played automatically, with a summary of every wager."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from rich.table import Column
from rich.table import Table as Grid
from rich.text import Text

from pitboss.analysis.automatic_player import (
    Answers,
    always_answered,
    answered,
    play_round,
    usual_bets,
)
from pitboss.analysis.numbers import formatted, percent
from pitboss.analysis.simulated_sheet import fixed_variance
from pitboss.cli.screen import NAME, SOFT, Screen, headed
from pitboss.errors import count
from pitboss.log import Event
from pitboss.money import Cents, plain_money, show_money
from pitboss.progressive.link import Link
from pitboss.progressive.meter import meter_named
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.table_play import SOLVED_PLAY, TablePlay, sheet_of, solved_play
from pitboss.table.events.rounds import EnvyPaid, Settled, SlipWritten
from pitboss.table.houses.default_house import FiledHouse
from pitboss.table.log.narrator import named, names_of
from pitboss.table.money.spots import usual_stake, usual_stakes
from pitboss.table.table import Table


@dataclass(slots=True)
class Tally:
    """What was staked on one wager and what came back."""

    key: str
    name: str
    paytable: str = ""
    times: int = 0
    """Stakes that were settled: one per box and round, whatever is added to it."""
    staked: Cents = 0
    back: Cents = 0
    awards: Cents = 0
    """The part of it that meters paid, or others' hands."""
    judged: int = 0
    """Rounds of the first box alone: boxes of one round share their cards."""
    judged_staked: Cents = 0
    judged_back: Cents = 0
    exact: Fraction | None = None
    """Proved return without the meters' part, where one is proved for this play."""
    variance: Fraction = Fraction(0)

    @property
    def returned(self) -> Fraction:
        return Fraction(self.back, self.staked) if self.staked else Fraction(0)

    @property
    def z(self) -> float | None:
        """Deviations of the return, without what meters paid, from the proved one."""
        if self.exact is None or not self.judged or not self.variance:
            return None
        mean = Fraction(self.judged_back, self.judged_staked)
        return float(mean - self.exact) / math.sqrt(self.variance / self.judged)


FEW: Final = 100
Step = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Played:
    """Rounds that were played automatically."""

    table: Table
    rounds: int
    tallies: list[Tally]
    answers: dict[str, str]
    """The answer always given to questions that the strategy does not decide."""
    strategy: str
    """How hands were played; empty if nobody hits or stands."""

    @property
    def net(self) -> Cents:
        """What the player won, with what meters paid."""
        return sum(t.back - t.staked for t in self.tallies)


BASIC_PLAY: Final = "basic strategy, pairs played as their totals"


def play_auto(
    book: Rulebook, table: Table, rounds: int, boxes: int = 1, step: Step = lambda rounds: None
) -> Played:
    """Play that many rounds, and compare every side wager with its proof.

    Hands are played by the solved strategy. Where a wager at the table depends on how its hand is
    played, or nothing is solved, it is basic strategy, which such a wager is proved for.
    """
    answers: Answers = {}
    opened = table.opened
    solved = solved_play(book, opened)
    tallies = play_rounds(table, rounds, boxes, step, answers, solved and solved.answer)
    for tally in tallies:
        prove_tally(table, tally, solved)
    usual = BASIC_PLAY if opened.terms.totals else ""
    strategy = SOLVED_PLAY if solved else usual
    return Played(table, rounds, tallies, answered(answers), strategy)


def play_rounds(
    table: Table,
    rounds: int,
    boxes: int = 1,
    step: Step = lambda rounds: None,
    answers: Answers | None = None,
    by: Callable[[Table], bool] | None = None,
) -> list[Tally]:
    """Play that many rounds at the first boxes, with every wager; `step` gets the progress."""
    opened = table.opened
    bets, names, made = usual_bets(opened, boxes), names_of(opened), Tallies()
    for key, offered in {**opened.offers, **opened.extras}.items():
        made[key].paytable = offered.table.id
    for played in range(1, rounds + 1):
        play_round(table, bets, answers=answers, by=by)
        made.add(table.layout.events)
        if played % FEW == 0:
            step(FEW)
    first = [key for key in opened.stakable if key in made]
    for tally in made.values():
        tally.name = named(tally.key, names)
    return [made[key] for key in dict.fromkeys([*first, *made])]


PAYING: Final = frozenset((Settled, SlipWritten, EnvyPaid))
"""The events that say what a stake comes to."""


class Tallies(dict[str, Tally]):
    """The stakes and pays of each round, wager by wager."""

    def __missing__(self, key: str) -> Tally:
        made = self[key] = Tally(key, key)
        return made

    def add(self, events: Iterable[Event]) -> None:
        """One round."""
        settled: set[tuple[int, str]] = set()
        for event in events:
            if type(event) not in PAYING:
                continue
            match event:
                case Settled(to=""):
                    self._result(event, settled)
                case SlipWritten():
                    self._slip(event)
                case EnvyPaid(to="player"):
                    tally = self[event.wager]
                    tally.back += event.cents
                    tally.awards += event.cents

    def _result(self, event: Settled, settled: set[tuple[int, str]]) -> None:
        box, cents, back = event.box, event.cents, event.back
        tally = self[event.wager]
        tally.staked += cents
        tally.back += back
        spot = box, event.wager
        anew = spot not in settled
        settled.add(spot)
        tally.times += anew
        if box == 1:
            tally.judged += anew
            tally.judged_staked += cents
            tally.judged_back += back

    def _slip(self, event: SlipWritten) -> None:
        """What a floor supervisor validates: out of a meter, or odds that wait."""
        tally = self[event.wager]
        tally.back += event.cents
        if event.fund == "meter":
            tally.awards += event.cents
        elif event.box == 1:
            tally.judged_back += event.cents


def prove_tally(table: Table, tally: Tally, play: TablePlay | None = None) -> None:
    """The exact return of a side wager under this play, where there is one."""
    opened, key = table.opened, tally.key
    if not tally.times or key not in opened.offers:
        return
    placed = usual_stakes(opened)
    sheet, _ = sheet_of(opened, key, placed.get(key) or usual_stake(opened, key, placed), play)
    if sheet is not None:
        tally.exact, tally.variance = sheet.fixed_return, fixed_variance(sheet)


# -- the summary -----------------------------------------------------------------------------------


def meters_shown(table: Table) -> Mapping[str, Cents]:
    """What the table's own meters show."""
    return {n: link.meter.display for n, link in table.meters.items() if isinstance(link, Link)}


def form(filed: FiledHouse, played: Played, seed: int | None, start: Cents) -> Any:
    """The summary as JSON."""
    house = filed.opened.house
    return {
        "jurisdiction": house.jurisdiction,
        "game": house.game,
        "decks": house.decks,
        "source": "system" if seed is None else f"seed {seed}",
        "filed": list(filed.notes),
        "rounds": played.rounds,
        "bankroll": {"start": plain_money(start), "end": plain_money(start + played.net)},
        "wagers": [
            {
                "key": t.key,
                "name": t.name,
                "paytable": t.paytable or None,
                "rounds": t.times,
                "staked": plain_money(t.staked),
                "back": plain_money(t.back),
                "from_meters": plain_money(t.awards),
                "return": round(float(t.returned), 6),
                "exact_without_meters": None if t.exact is None else round(float(t.exact), 6),
                "z": None if t.z is None else round(t.z, 3),
            }
            for t in played.tallies
        ],
        "strategy": played.strategy or None,
        "answers": played.answers,
        "meters": {name: plain_money(cents) for name, cents in meters_shown(played.table).items()},
    }


def show_summary(screen: Screen, filed: FiledHouse, played: Played, start: Cents) -> None:
    """The summary as a table."""
    tallies, net = played.tallies, played.net
    how = f" by {played.strategy}" if played.strategy else ", every bet made"
    rounds = f"{count(played.rounds, 'round')} of {filed.opened.game.name}"
    screen.print(Text(rounds + how, NAME))
    if played.answers:
        screen.print(Text(always_answered(played.answers), style=SOFT))
    screen.print(_grid(tallies, metered=bool(filed.opened.meters)))
    for note in filed.notes:
        screen.print(Text(f"Filed for this table: {note}.", style=SOFT))
    for name, cents in meters_shown(played.table).items():
        screen.print(f"T{meter_named(name)[1:]} shows {show_money(cents)}.")
    won = f"won {show_money(net)}" if net > 0 else f"lost {show_money(-net)}" if net else "even"
    limit = "" if start + net >= 0 else "; the rounds went on after it was spent"
    screen.print(f"Bankroll: {show_money(start)} at the start, {won}{limit}.")
    if any(t.awards for t in tallies):
        screen.print(Text("The return includes what meters paid; proved and z do not.", SOFT))


def _grid(tallies: Iterable[Tally], metered: bool) -> Grid:
    proved = "proved\nwithout meters" if metered else "proved"
    figures = ("stakes", "staked", "back", "return", proved, "z")
    rows = [
        (
            Text(tally.name, style=NAME),
            f"{tally.times:,}",
            show_money(tally.staked),
            show_money(tally.back),
            percent(tally.returned, 2) if tally.staked else "",
            "" if tally.exact is None else percent(tally.exact, 2),
            "" if (z := tally.z) is None else formatted(z, "+.2f"),
        )
        for tally in tallies
    ]
    return headed(("wager", *(Column(name, justify="right") for name in figures)), rows)
