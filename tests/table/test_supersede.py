"""A round in play under another version of the procedure is voided by a decision that is logged."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction
from random import Random

import pytest

from pitboss.errors import NotAllowed
from pitboss.log import Event
from pitboss.table.events import TABLE_LOG, last_round
from pitboss.table.events.rounds import RoundEnded, Settled, SlipValidated, Voided
from pitboss.table.events.shoes import ShoeOpened
from pitboss.table.events.table import CashOut, LogSuperseded, MeterFed, MeterUnfed, TableClosed
from pitboss.table.houses.house import Choice, House
from pitboss.table.log.chain import chain_before, chain_of
from pitboss.table.log.ledger import balances, chips
from pitboss.table.log.replay import closing, supersede
from pitboss.table.log.verification import verify
from pitboss.table.table import Table
from tests.rounds.stack import answer, seat
from tests.soak import first
from tests.table.floor import (
    book,
    links,
    open_table,
    other_version,
    place_bets,
    play_round,
    random_house,
    sealed,
    step_on,
)
from tests.vault import MemoryVault


def stopped(seed: int, version: str = "") -> tuple[Table, list[Event], MemoryVault, object]:
    """A table that stopped in its third round, and its log, as another version made it."""
    random = Random(seed)
    house = random_house(random, "pennsylvania/blackjack", most_wagers=8)
    vault, meters = MemoryVault(), links(house, seed)
    table = open_table(house, sealed(house, seed, vault), meters)
    for _ in range(2):
        play_round(table, random)
    table.open_round()
    place_bets(table, random)
    table.deal()
    for _ in range(random.randint(0, 6)):
        if table.in_play:
            step_on(table, random)
    return table, other_version(table.log, version) if version else table.log, vault, meters


def ended(seed: int, version: str) -> list[Event]:
    """The whole log of a table whose round was voided by a decision."""
    table, events, vault, meters = stopped(seed, version)
    shoes = sealed(table.opened.house, seed, vault)
    why = "" if version else "the log could not be resumed"
    ending = supersede(book(), events, shoes, meters, "sam", why)  # type: ignore[arg-type]
    had = chips(balances([*events, *ending]))
    return [*events, *ending, *closing(events, shoes, had)]


def test_a_reason_in_other_words_still_verifies_if_the_chain_holds_it() -> None:
    events = ended(1, "")
    assert verify(book(), events) == []
    at = next(n for n, each in enumerate(events) if isinstance(each, Voided))
    end = next(n for n, each in enumerate(events[at:], at) if isinstance(each, RoundEnded))
    said, last = events[at], events[end]
    assert isinstance(said, Voided)
    assert isinstance(last, RoundEnded)
    events[at] = replace(said, why="in the words of an older release")
    assert {each.line for each in verify(book(), events)} == {end + 1}
    begun = last_round(events[:at])
    lines = [each.line for each in events[begun:end]]
    chain = chain_of(last.salt, [chain_before(events, begun), *lines])
    events[end] = replace(last, chain=chain)
    assert verify(book(), events) == []


@pytest.mark.parametrize("seed", first(4, range(100)))
def test_every_stake_goes_back_and_the_log_still_verifies(seed: int) -> None:
    table, events, vault, meters = stopped(seed, "blackjack/0")
    shoes = sealed(table.opened.house, seed, vault)
    ending = supersede(book(), events, shoes, meters, "sam")  # type: ignore[arg-type]
    had = chips(balances([*events, *ending]))
    whole = [*events, *ending, *closing(events, shoes, had)]
    assert [e.player for e in whole if isinstance(e, CashOut)] == sorted(had)
    assert (
        ending[0].line == f"superseded was=blackjack/0 now={table.opened.procedure.version} by=sam"
    )
    *_, last = (each for each in whole if isinstance(each, RoundEnded | TableClosed))
    assert isinstance(last, TableClosed)
    accounts = balances(whole)
    assert not chips(accounts)
    assert not [n for name, n in accounts.items() if name.startswith("box ") and n]
    assert accounts["jackpot slips"] == 0
    for name, meter in table.meters.items():
        assert accounts[f"meter {name}"] == meter.meter.display  # type: ignore[attr-defined]
        assert meter.meter.is_conserved  # type: ignore[attr-defined]
    assert verify(book(), whole) == []
    with pytest.raises(NotAllowed, match="already closed"):
        supersede(book(), whole, shoes, meters, "sam")  # type: ignore[arg-type]


def test_a_bet_for_the_dealer_that_was_added_and_settled_does_not_come_back() -> None:
    house = House("colorado", "21-hold-em", decks=1, least=500)
    stakes = {"blackjack": 10, "21-hold-em-poker": 5}
    cards = "10s 10h 9h 8d 8s 8c 2c 3c 4c 5c"
    table = seat(book(), house, cards, stakes, stakes, tips={"blackjack": 5})
    answer(table, "stand", "stand", "bet with a tip", "5", "bet", "fold")
    tip = next(e for e in table.log if isinstance(e, Settled) and e.to == "dealer")
    assert (tip.wager, tip.back) == ("blackjack", 1_000)
    ending = supersede(book(), other_version(table.log, "x/0"), sealed(house, 1), {}, "sam")
    back = [(e.box, e.wager, e.back) for e in ending if isinstance(e, Settled)]
    assert back == [(2, "21-hold-em-poker", 500), (2, "21-hold-em-second", 500)]


def test_what_may_not_be_superseded() -> None:
    table, events, vault, meters = stopped(1)
    shoes = sealed(table.opened.house, 1, vault)
    with pytest.raises(NotAllowed, match="resume it"):
        supersede(book(), events, shoes, meters, "sam")  # type: ignore[arg-type]
    for by in ("dealer", " Dealer", " "):
        with pytest.raises(NotAllowed, match="not the dealer"):
            supersede(book(), other_version(events, "x/1"), shoes, meters, by)  # type: ignore[arg-type]


AMOUNTS = {"cents", "held", "back", "rounds", "number", "slip", "box"}
"""What any log can be held against; what a meter says, only one of the procedure at hand."""
METERED = {"sequence", "adds", "keeps", "shows"}


@pytest.mark.parametrize("version", ["", "blackjack/0"])
@pytest.mark.parametrize("seed", first(2, range(40)))
def test_no_figure_after_a_decision_is_believed(seed: int, version: str) -> None:
    whole = ended(seed, version)
    assert verify(book(), whole) == []
    decided = next(at for at, each in enumerate(whole) if isinstance(each, LogSuperseded))
    checked = AMOUNTS if version else AMOUNTS | METERED
    tried = 0
    for at in range(decided, len(whole)):
        for name in checked & {field.name for field in fields(whole[at])}:
            value = getattr(whole[at], name)
            if value is not None and not isinstance(whole[at], ShoeOpened):
                forged = replace(whole[at], **{name: value + 1})
                assert verify(book(), [*whole[:at], forged, *whole[at + 1 :]]), whole[at]
                tried += 1
    assert tried


NEEDED = (Settled, MeterUnfed, SlipValidated, CashOut, Voided, RoundEnded)
"""What a decision makes of a round: none of it can be left out."""


@pytest.mark.parametrize(
    "forged",
    [
        "cash-out player=eve cents=5000",
        "cash-out player=eve cents=-5000",
        "result box=1 player=eve on=blackjack cents=5000 held=0 pays=push why=void back=5000",
        "buy-in player=eve cents=5000",
        "validated slip=99 by=sam box=1 player=eve wager=x cents=5000 from=rack",
    ],
)
@pytest.mark.parametrize("version", ["", "blackjack/0"])
def test_no_line_is_slipped_in_after_a_decision(forged: str, version: str) -> None:
    whole = ended(0, version)
    decided = next(at for at, each in enumerate(whole) if isinstance(each, LogSuperseded))
    assert len(whole) - decided > 3
    for at in range(decided + 1, len(whole) + 1):
        assert verify(book(), [*whole[:at], TABLE_LOG.parse_event(forged), *whole[at:]])
    for at in range(decided + 1, len(whole)):
        if isinstance(whole[at], NEEDED):
            assert verify(book(), [*whole[:at], *whole[at + 1 :]])


@pytest.mark.parametrize(
    ("readings", "choices", "back"),
    [
        ({}, {}, True),
        ({"G-9": "kept"}, {}, False),
        ({}, {"G-9": "kept"}, False),
        ({"G-9": "kept"}, {"G-9": "reversed with the stakes"}, True),
    ],
)
def test_g_9_a_meter_keeps_what_a_voided_stake_fed_where_the_house_filed_so(
    readings: dict[str, str], choices: dict[str, str], back: bool
) -> None:
    """Filed for the wager or for the whole table, the one alike as the other."""
    filed = {"seeds": {"progressive": 500_000}, "rates": {"progressive": Fraction(1, 4)}}
    choice = Choice(paytable="SJP1", choices=choices, **filed)  # type: ignore[arg-type]
    house = House("colorado", readings=readings, wagers={"straight-jack-progressive": choice})
    stakes = {"blackjack": 10, "straight-jack-progressive": 1}
    table = seat(book(), house, "5s 9h 6h 8d", stakes)
    assert any(isinstance(each, MeterFed) for each in table.log)
    shown = {name: meter.meter.shown for name, meter in table.meters.items()}  # type: ignore[attr-defined]
    events = other_version(table.log, "x/0")
    made = supersede(book(), events, sealed(house, 1), table.meters, "sam")
    assert any(isinstance(each, MeterUnfed) for each in made) == back
    for name, meter in table.meters.items():
        assert (meter.meter.shown < shown[name]) == back  # type: ignore[attr-defined]


def test_why_a_round_is_void_says_what_changed() -> None:
    for version, why in (("", "the round could not"), ("blackjack/0", "the rules changed")):
        void = next(each for each in ended(0, version) if isinstance(each, Voided))
        assert void.why.startswith(why)
