"""`pitboss play --auto`: basic strategy plays by itself, and every wager is summed up."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from pitboss.analysis.numbers import percent
from pitboss.analysis.par import prove
from pitboss.analysis.play import BASIC, basic
from pitboss.analysis.setting import Setting, after_upcard, needs_dealer, sees
from pitboss.cards import Shoe
from pitboss.cli.house import before_deal, usual_stake
from pitboss.cli.screen import NAME, SOFT, Screen
from pitboss.errors import NotAllowed
from pitboss.log import Event
from pitboss.money import Cents, plain_money, show_money
from pitboss.procedure import Ask, AskStake
from pitboss.table.table import Table

PLAYER = "player"


@dataclass(slots=True)
class Tally:
    """What was staked on one wager and what came back."""

    key: str
    name: str
    paytable: str = ""
    times: int = 0
    staked: Cents = 0
    back: Cents = 0
    awards: Cents = 0
    """The part of it that meters paid."""
    exact: Fraction | None = None
    """Proved return without the meters' part, where one is proved for this play."""
    variance: Fraction = Fraction(0)

    @property
    def returned(self) -> Fraction:
        return Fraction(self.back, self.staked) if self.staked else Fraction(0)

    @property
    def z(self) -> float | None:
        """Deviations of the return, without what meters paid, from the proved one."""
        if self.exact is None or not self.times or not self.variance:
            return None
        mean = Fraction(self.back - self.awards, self.staked)
        return float(mean - self.exact) / math.sqrt(self.variance / self.times)


def play_auto(table: Table, rounds: int) -> list[Tally]:
    """Play so many rounds, and put the proof beside every side wager."""
    tallies = play_rounds(table, rounds)
    for tally in tallies:
        if tally.key in table.opened.offers:
            prove_tally(table, tally)
    return tallies


def play_rounds(table: Table, rounds: int) -> list[Tally]:
    """Play so many rounds of basic strategy at box 1, pairs as their totals."""
    opened = table.opened
    main = opened.house.least
    bets = [(key, usual_stake(opened, key, main)) for key in before_deal(opened)]
    later = {key: usual_stake(opened, key, main) for key in opened.offers}
    tallies = {
        "blackjack": Tally("blackjack", "Blackjack"),
        "insurance": Tally("insurance", "Insurance"),
    }
    for key, offered in opened.offers.items():
        tallies[key] = Tally(key, offered.wager.name, offered.table.id)
    hit = opened.play.terms.soft_17 == "hit"
    for _ in range(rounds):
        table.log.clear()  # the file keeps it
        table.open_round()
        table.bet(1, PLAYER, "blackjack", main)
        for key, cents in bets:
            table.bet(1, PLAYER, key, cents)
        table.deal()
        while table.pending:
            number, step = table.pending.number, table.pending.step
            if isinstance(step, AskStake):
                table.answer_stake(number, later[step.wager])
            elif isinstance(step, Ask):
                table.answer(number, _decide(table, step, hit))
        _add_up(table.log, tallies)
    return [tally for tally in tallies.values() if tally.times or tally.key in opened.offers]


def _decide(table: Table, step: Ask, hit_soft_17: bool) -> str:
    if step.about != "play":
        return "no"
    assert table.round is not None
    word = basic(table.round.boxes[0].hands[0].cards, table.round.upcard.points, hit_soft_17)
    return word if word in step.may else "hit" if "hit" in step.may else "stand"


def _add_up(events: list[Event], tallies: dict[str, Tally]) -> None:
    award = 0
    staked: Counter[str] = Counter()
    for event in events:
        if event.kind == "award":
            award += int(event.get("cents"))
        elif event.kind == "result":
            tally = tallies[event.get("on")]
            tally.staked += int(event.get("cents"))
            tally.back += int(event.get("back"))
            tally.awards += award
            award = 0
            staked[tally.key] = 1
    for key in staked:
        tallies[key].times += 1


def prove_tally(table: Table, tally: Tally) -> None:
    """The exact return of a side wager under this play, where there is one."""
    opened = table.opened
    offered = opened.offers[tally.key]
    wager = offered.wager
    drawn = sees(wager, "player.third_card") and offered.choices.get("third-card") != "upcard"
    if after_upcard(wager) or drawn or not tally.times:
        return
    stake = usual_stake(opened, tally.key, opened.house.least)
    soft_17 = opened.play.terms.soft_17 if needs_dealer(wager) else ""
    policy = BASIC if sees(wager, "player.hand") else ""
    try:
        sheet = prove(Setting(offered, Shoe.of(opened.house.decks), stake, soft_17, policy))
    except NotAllowed:
        return
    mean = sheet.fixed_return
    second = sum((o.probability * o.fixed**2 for o in sheet.outcomes), Fraction(0))
    tally.exact, tally.variance = mean, second - mean * mean


def form(table: Table, tallies: list[Tally], rounds: int, seed: int | None, start: Cents) -> Any:
    """The summary as JSON."""
    net = sum(t.back - t.staked for t in tallies)
    return {
        "jurisdiction": table.opened.house.jurisdiction,
        "decks": table.opened.house.decks,
        "source": "system" if seed is None else f"seed {seed}",
        "rounds": rounds,
        "bankroll": {"start": plain_money(start), "end": plain_money(start + net)},
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
            for t in tallies
        ],
        "meters": {name: plain_money(m.display) for name, m in table.meters.items()},
    }


def show_summary(
    screen: Screen, table: Table, tallies: list[Tally], rounds: int, start: Cents
) -> None:
    """The summary as a table."""
    net = sum(t.back - t.staked for t in tallies)
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0))
    grid.add_column("wager")
    for name in ("rounds", "staked", "back", "return", "proved", "z"):
        grid.add_column(name, justify="right")
    for tally in tallies:
        z = tally.z
        grid.add_row(
            Text(tally.name, style=NAME),
            f"{tally.times:,}",
            show_money(tally.staked),
            show_money(tally.back),
            percent(tally.returned, 2) if tally.staked else "",
            "" if tally.exact is None else percent(tally.exact, 2),
            "" if z is None else f"{z:+.2f}".replace("-", "−"),
        )
    screen.print(Text(f"{rounds:,} rounds of basic strategy, pairs played as their totals", NAME))
    screen.print(grid)
    for name, meter in table.meters.items():
        screen.print(f"The {name} meter shows {show_money(meter.display)}.")
    won = f"won {show_money(net)}" if net > 0 else f"lost {show_money(-net)}"
    limit = "" if start + net >= 0 else "; a bankroll does not end these rounds"
    screen.print(f"Bankroll: {show_money(start)} at the start, {won}{limit}.")
    if any(t.awards for t in tallies):
        screen.print(Text("What meters paid is in the return, not in proved and z.", SOFT))
