"""Random tables and random people at them, all from one seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from pitboss.errors import NotAllowed
from pitboss.games.log_words import IRREGULARITIES
from pitboss.games.terms import SUPERVISOR
from pitboss.games.terms_in_force import procedure_of
from pitboss.log import Event
from pitboss.money import Cents
from pitboss.procedure.steps import Ask, AskStake
from pitboss.progressive.link import Link
from pitboss.progressive.secret import SeededSecrets
from pitboss.rulebook.load import Rulebook, load
from pitboss.rulebook.paytable import PayTable
from pitboss.rulebook.schema import Game, Wager
from pitboss.table.cards.seeds import Lesson, Vault
from pitboss.table.cards.shoes import SealedShoes, Shoes
from pitboss.table.events.rounds import RoundEnded
from pitboss.table.events.table import LogOpened, TableClosed
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.offers import why_not
from pitboss.table.houses.opening import Open, open_house, rule_of
from pitboss.table.irregularities import lawful_decisions
from pitboss.table.log.chain import chain_of
from pitboss.table.log.ledger import moves
from pitboss.table.money.awards import TableMeter, own_links
from pitboss.table.money.stakes import multiple_of
from pitboss.table.table import Table
from pitboss.wagers.offer import least_stake, offer, settle_choices, stakes
from tests.soak import covering

JURISDICTIONS = ("pennsylvania", "colorado", "south_dakota", "new_hampshire")
STANDARD = tuple(f"{jurisdiction}/blackjack" for jurisdiction in JURISDICTIONS)


@cache
def book() -> Rulebook:
    """The law."""
    return load()


def header(opened: Open, version: int) -> LogOpened:
    """The first line of a log under the law as it is, in an earlier version."""
    return LogOpened(version, book().digest, opened.procedure.version, opened.house.to_json())


@cache
def games() -> tuple[str, ...]:
    """Every game of the law, as `colorado/pai-jack`."""
    return tuple(game.id for game in book().games)


def games_by_procedure() -> list[Any]:
    """Every game; without `--soak`, one of each procedure and of each law."""
    return covering(
        games(),
        lambda name: procedure_of(book(), game_of(name)).version,
        lambda name: name.split("/")[0],
    )


def game_of(name: str) -> Game:
    return next(game for game in book().games if game.id == name)


@cache
def mains(name: str) -> frozenset[str]:
    """The wagers that a game has of itself."""
    game = game_of(name)
    own = [book().wager(f"{game.jurisdiction}/{key}") for key in game.wagers]
    main = procedure_of(book(), game).main
    return frozenset({main, "blackjack-ante"} | {w.key for w in own if w.role in ("main", "fee")})


@cache
def played(name: str) -> tuple[Wager, ...]:
    """Every side wager of the law that may stand at a table of this game."""
    game = game_of(name)
    offered = {w.key: w for w in book().wagers if w.jurisdiction == game.jurisdiction}
    here = [w for w in offered.values() if not why_not(w, game)]
    there = mains(name) | {w.key for w in here}
    return tuple(w for w in here if all(there & {*each.split(" or ")} for each in w.requires))


def offered_with(wager: Wager, decks: int, random: Random, table: PayTable | None = None) -> Choice:
    """A lawful way for a house to offer a wager, with any reading; `NoTable` if there is none."""
    chosen = settle_choices(book(), wager, {})
    for reading in book().readings_of(wager):
        chosen[reading.key] = random.choice(
            [c for c in reading.choices if c not in reading.unplayed]
        )
    for option in wager.options:
        fits = [each for each in option.one_of if decks in option.decks.get(each, (decks,))]
        if fits:
            chosen[option.key] = random.choice(fits)
    tables = [table] if table else list(wager.paytables)
    bound = [offer(book(), wager, each, chosen).table for each in tables]
    fitting = [each for each in bound if decks in each.decks]
    if not fitting:
        raise NoTable
    found = random.choice(fitting)
    fixed = bool(found.meters or found.stakes or wager.stake.fixed or wager.stake.house_fixed)
    within = wager.stake.within_table
    least = 1_000 if within and not wager.stake.posts_least else 100
    stake = random.choice(stakes(wager, found)) if fixed and not within else None
    meters = [m for m in found.meters if m.stake in (None, stake)]
    return Choice(
        paytable=found.id,
        least=max(least, least_stake(wager, found)),
        most=20_000,
        stake=stake,
        seeds={
            m.name: 1_234_567
            for m in meters
            if m.minimum is None and m.seed_for(stake or 100, found.base_stake) is None
        },
        rates={m.name: Fraction(1, 7) for m in meters if m.rate is None},
        choices=chosen,
    )


class NoTable(Exception):
    """No pay table is for so many decks."""


def with_what_it_needs(
    wager: Wager, choice: Choice, decks: int, random: Random, there: frozenset[str]
) -> dict[str, Choice]:
    """A wager and those that must be at the table for it."""
    made = {wager.key: choice}
    for each in wager.requires:
        keys = each.split(" or ")
        if not there & {*keys}:
            key = keys[0]
            if "qualifying-wager" in choice.choices:
                key = random.choice(("jackpot-party", "blazing-7s"))
                choices = {**choice.choices, "qualifying-wager": key}
                made[wager.key] = choice = replace(choice, choices=choices)
            other = book().wager(f"{wager.jurisdiction}/{key}")
            beside = offered_beside(choice, wager, other, decks, random)
            made = with_what_it_needs(other, beside, decks, random, there) | made
    return made


def offered_beside(
    choice: Choice, wager: Wager, other: Wager, decks: int, random: Random
) -> Choice:
    """A way to offer the wager that a mystery rides on, at a stake that the mystery is for."""
    stakes = offer(book(), wager, choice.paytable, choice.choices).table.stakes
    at_least = choice.choices.get("D-41") == "that amount or more"
    for _ in range(40):
        beside = offered_with(other, decks, random)
        enough = at_least and stakes and (beside.stake or 0) >= min(stakes)
        if wager.role != "mystery" or not stakes or beside.stake in stakes or enough:
            return beside
    raise NoTable


def random_house(random: Random, name: str, most_wagers: int = 5) -> House:
    """A lawful table of a game with some side wagers; what one of them needs is offered too."""
    game = game_of(name)
    decks = random.choice(game.decks)
    wagers, there = played(name), mains(name)
    offered: dict[str, Choice] = {}
    for wager in random.sample(wagers, min(len(wagers), random.randint(0, most_wagers))):
        with suppress(NoTable):
            choice = offered_with(wager, decks, random)
            offered |= with_what_it_needs(wager, choice, decks, random, there)
    terms = {
        term.key: random.choice(term.one_of)
        for term, _ in book().terms_of(game)
        if term.one_of and term.key != "wagers_offered"
    }
    house = House(
        game.jurisdiction,
        game.key,
        decks=decks,
        terms=terms | {"hands_per_player": terms.get("hands_per_player", "7")},
        readings={
            r.key: random.choice([c for c in r.choices if c not in r.unplayed])
            for r in book().readings_of(game)
        },
        wagers=offered,
        cut=random.choice((3, None)),  # a thin cut card lets shoes run out
        pace=random.choice(("automatic", "automatic", "dealer")),
        unit=random.choice((1, 50)),
        odd_cents=random.choice(("down", "up")),
    )
    return lawful(house)


def lawful(house: House) -> House:
    """The same house without what the law refuses of it."""
    while True:
        try:
            open_house(book(), house)
        except NotAllowed:
            if house.wagers:
                house = replace(house, wagers=dict(list(house.wagers.items())[:-1]))
            elif house.terms:
                house = replace(house, terms={})
            elif house.readings != (must := must_choose(house)):
                house = replace(house, readings=must)
            else:
                raise
        else:
            return house


def must_choose(house: House) -> dict[str, str]:
    """Of its readings, those that a house must choose."""
    readings = book().readings
    return {key: word for key, word in house.readings.items() if readings[key].must_be_chosen}


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
        if isinstance(event, RoundEnded | TableClosed):
            assert not [n for name, n in self.accounts.items() if name.startswith("box ") and n]
            assert not self.accounts["jackpot slips"]


def sealed(house: House, seed: int, vault: Vault | None = None) -> SealedShoes:
    """The shoes of a seed."""
    return SealedShoes(open_house(book(), house).delivery, Lesson(seed), vault)


def links(house: House, seed: int = 0) -> dict[str, Link]:
    """The table's own meters, mysteries with secret values of a seed."""
    return own_links(open_house(book(), house), SeededSecrets(seed))


def open_table(house: House, shoes: Shoes, meters: Mapping[str, TableMeter] | None = None) -> Table:
    """A table of this house whose books are checked after every event."""
    made = links(house) if meters is None else meters
    table = Table(open_house(book(), house), shoes, book().digest, Books(), made)
    while house.has_dealer and table.decks.todo:
        step = table.decks.todo[0]
        table.prepare(step, "floor" if step == "verify" else "dana")
    return table


def place_bets(table: Table, random: Random) -> None:
    """Somebody bets at some of the boxes; what is refused changes nothing."""
    opened = table.opened
    compulsory = opened.procedure.required(opened.play)
    for _ in range(20):
        if table.boxes:
            return
        for number in random.sample(range(1, 8), random.randint(1, 7)):
            player = random.choice(("ann", "bob", 'zoë of "7"'))
            main = random.choice((1_000, 2_500, 5_001, 10_000) if compulsory else (1_000, 50_000))
            opening = random.choice([k for k in opened.procedure.openers if k in opened.stakable])
            positions = opened.procedure.positions(opened.play)
            position = random.randint(1, positions) if positions else 0
            others = [key for key in opened.stakable if key not in (opening, *compulsory)]
            random.shuffle(others)
            for key in (opening, *compulsory, *others, *others):  # what one needs may come later
                if key in others and random.random() < 0.3:
                    continue
                cents = main if key in (opening, *compulsory) else random.choice((100, 500, 700))
                cents = fixed_stake(table, number, key) or cents
                attempt(table, table.bet, number, player, key, cents, position)
            for key in opened.stakable:
                if random.random() < 0.2:
                    attempt(table, table.tip, number, key, random.choice((100, 500)))
    raise AssertionError(f"no bet is taken at {opened.house}")


def fixed_stake(table: Table, number: int, key: str) -> Cents:
    """The only stake that is lawful, where there is one."""
    opened = table.opened
    choice = opened.house.wagers.get(key)
    if choice and choice.stake:
        return choice.stake
    rule = rule_of(opened, key)
    if rule and rule.stake.equals and number in table.boxes:
        return int(multiple_of(opened, table.boxes[number].placed, rule.stake.equals))
    return 0


def attempt(table: Table, what: Callable[..., None], *args: object) -> None:
    """Try it; what is refused changes nothing."""
    before = len(table.log)
    try:
        what(*args)
    except NotAllowed:
        assert len(table.log) == before


def random_answer(table: Table, random: Random) -> None:
    """Any legal answer to what is asked, by anyone who is asked."""
    number = random.choice(list(table.asked))
    step = table.asked[number].step
    if table.seconds and random.random() < 0.2:
        table.expire(number)
    elif isinstance(step, AskStake):
        amounts = [0, 100, 500, step.least, step.most or 0]
        random.shuffle(amounts)
        for cents in amounts:
            before = len(table.log)
            with suppress(NotAllowed):
                table.answer_stake(number, cents)
            if len(table.log) > before:
                return
        raise AssertionError(f"no amount is legal for {step}")
    else:
        assert isinstance(step, Ask)
        table.answer(number, random.choice(step.may))


def go_wrong(table: Table, random: Random) -> None:
    """Any irregularity; what is refused changes nothing."""
    kind = random.choice(list(IRREGULARITIES))
    decided, _ = table.decision(kind)
    may = lawful_decisions(kind)
    decision = random.choice(may) if decided == SUPERVISOR else ""
    box = random.choice([*table.boxes])
    attempt(table, table.irregular, kind, box, decision, "sam", "it happened")


def use_system(table: Table, random: Random) -> None:
    """The dealer's next step at the progressive system; now and then it does not agree."""
    if step := table.system.disputed:
        if step.slip or random.random() < 0.5:
            table.resolve("sam", boxes=step.boxes, chips=len(step.boxes), why="again")
        else:
            table.resolve("sam", box=random.choice(step.boxes))
    elif step := table.system.next:
        seen = step.boxes[1:] if random.random() < 0.2 else step.boxes
        table.press(step.step, seen, len(seen), step.slip)


def step_on(table: Table, random: Random, voids: float = 0.0) -> None:
    """Whatever the table waits for, or an irregularity."""
    if table.system.due and not table.pending and not table.waits_for_dealer:
        use_system(table, random)
    elif random.random() < voids and (table.pending or table.waits_for_dealer):
        go_wrong(table, random)
    elif table.waits_for_dealer:
        table.go()
    elif table.pending:
        random_answer(table, random)
    elif table.floor_called:
        table.attend("sam")
    else:
        table.validate(random.choice(table.slips), "sam")


def play_round(table: Table, random: Random, voids: float = 0.0) -> None:
    """One round with random stakes and choices, and now and then an irregularity."""
    table.open_round()
    place_bets(table, random)
    table.deal()
    for _ in range(2_000):
        if not table.in_play:
            return
        step_on(table, random, voids)
    raise AssertionError("the round does not end")


def other_version(events: list[Event], version: str) -> list[Event]:
    """The same log with another procedure at its head, its chain made anew."""
    made: list[Event] = []
    lines: list[str] = []
    for event in events:
        match event:
            case LogOpened():
                made.append(replace(event, procedure=version))
            case RoundEnded():
                chain = chain_of(event.salt, lines)
                made.append(replace(event, chain=chain))
                lines = [chain]
            case _:
                made.append(event)
        lines.append(made[-1].line)
    return made
