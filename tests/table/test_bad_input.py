"""What cannot be done is refused with one clear message and changes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pitboss.cards import Card
from pitboss.errors import NotAllowed, NotationError, PitbossError, UnknownName
from pitboss.log import Event, print_log
from pitboss.money import parse_money
from pitboss.procedure.steps import Ask
from pitboss.table.cards.seeds import Lesson
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events import TABLE_LOG, header_of
from pitboss.table.events.rounds import Answered, Asked, Bet, RoundEnded, RoundOpened, Settled, Tip
from pitboss.table.events.shoes import CardDealt, CardTurned, ShoeCommitted, ShoeOpened, ShoeSealed
from pitboss.table.events.table import LogOpened
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.offers import check_third_cards
from pitboss.table.houses.opening import open_house
from pitboss.table.log.ledger import balances, chips
from pitboss.table.log.replay import opened_by, other_rules, replay
from pitboss.table.log.verification import verify
from pitboss.table.table import Table
from pitboss.wagers.offer import offer
from tests.rounds.stack import answer, seat
from tests.table.floor import book

POKER = Choice(choices={"G-6": "30-20-10-5"})
HOUSE = House(
    "pennsylvania",
    wagers={"three-card-poker": POKER, "top-3": Choice(), "perfect-pairs": Choice(most=2_500)},
)


def opened(house: House = HOUSE) -> Table:
    ready = open_house(book(), house)
    return Table(ready, SealedShoes(ready.delivery, Lesson(4)), book().digest)


def decline(table: Table) -> None:
    """Stand, and stake nothing more, until the round is over."""
    while table.pending:
        if isinstance(table.pending.step, Ask):
            table.answer(table.pending.number, table.pending.step.may[0])
        else:
            table.answer_stake(table.pending.number, 0)


def test_a_stake_below_a_cent_is_not_an_amount() -> None:
    with pytest.raises(NotationError, match=r"'\$0.003' is not an amount of money"):
        parse_money("$0.003")
    table = opened()
    table.open_round()
    before = len(table.log)
    for cents in (0.3, 1000.0, 0, -1000, True, "1000", None):
        with pytest.raises(NotAllowed, match="whole number of cents"):
            table.bet(1, "ann", "blackjack", cents)  # type: ignore[arg-type]
    assert len(table.log) == before


@pytest.mark.parametrize(
    ("wager", "cents", "says"),
    [
        ("top-3", 500, r"§ 633c.7.*: Top 3 needs a stake on three-card-poker"),
        ("perfect-pairs", 2_600, r"takes \$1 to \$25 at this table, not \$26"),
        ("perfect-pairs", 99, r"takes \$1 to \$25 at this table, not \$0.99"),
        ("blackjack", 500, "already has a stake on blackjack"),
        ("perfect-pair", 500, "Did you mean perfect-pairs"),
        ("insurance", 500, "No wager at this table is called 'insurance'"),
    ],
)
def test_a_stake_that_is_not_allowed(wager: str, cents: int, says: str) -> None:
    table = opened()
    table.open_round()
    table.bet(1, "ann", "blackjack", 1_000)
    before = (len(table.log), dict(table.boxes[1].stakes))
    with pytest.raises(PitbossError, match=says):
        table.bet(1, "ann", wager, cents)
    assert (len(table.log), table.boxes[1].stakes) == before


def test_bets_out_of_turn_and_out_of_place() -> None:
    table = opened()
    with pytest.raises(NotAllowed, match=r"Betting is closed\. Open a round first"):
        table.bet(1, "ann", "blackjack", 1_000)
    with pytest.raises(NotAllowed, match=r"Betting is closed\. Open a round first"):
        table.deal()
    table.open_round()
    with pytest.raises(NotAllowed, match="Nobody has bet"):
        table.deal()
    with pytest.raises(NotAllowed, match="Betting is open"):
        table.open_round()
    with pytest.raises(NotAllowed, match=r"Blackjack stakes are \$10 to \$500 here, not \$9.99"):
        table.bet(1, "ann", "blackjack", 999)
    with pytest.raises(NotAllowed, match="boxes 1 to 7, not 8"):
        table.bet(8, "ann", "blackjack", 1_000)
    with pytest.raises(NotAllowed, match="needs a stake on blackjack"):
        table.bet(1, "ann", "perfect-pairs", 500)
    with pytest.raises(NotAllowed, match="The name 'surveillance' is reserved"):
        table.bet(1, "surveillance", "blackjack", 1_000)
    table.bet(1, "ann", "blackjack", 1_000)
    with pytest.raises(NotAllowed, match="Box 1 is ann's"):
        table.bet(1, "bob", "perfect-pairs", 500)
    with pytest.raises(NotAllowed, match="Betting is open"):  # chips lie on the layout
        table.close()
    table.deal()
    with pytest.raises(NotAllowed, match="No more bets: stakes are placed before"):
        table.bet(1, "ann", "perfect-pairs", 500)
    decline(table)
    for wager in ("blackjack", "perfect-pairs"):  # nor once the round is over
        with pytest.raises(NotAllowed, match=r"Betting is closed\. Open a round first"):
            table.bet(1, "ann", wager, 500)
    with pytest.raises(NotAllowed, match=r"Betting is closed\. Open a round first"):
        table.deal()
    table.close()
    with pytest.raises(NotAllowed, match="The table is closed"):
        table.open_round()


def test_a_wager_that_is_placed_later_is_not_placed_before_the_deal() -> None:
    table = opened(House("colorado", least=100, wagers={"bust-bonanza": Choice("Pay Table 2")}))
    table.open_round()
    table.bet(1, "ann", "blackjack", 1_000)
    with pytest.raises(NotAllowed, match="Bust Bonanza is placed after the player has acted"):
        table.bet(1, "ann", "bust-bonanza", 500)


BONUS = Choice(choices={"offered": "yes"})
MYSTERY = Choice(
    "Paytable A, $5", choices={"qualifying-wager": "jackpot-party", "paid-from": "jackpot slip"}
)


@pytest.mark.parametrize(
    ("house", "says"),
    [
        (House("pennsylvania", wagers={"top-3": Choice()}), "Top 3 needs .* .three-card-poker. at"),
        (House("new_hampshire", decks=2), "dealt from 6 or 8 decks, not 2"),
        (House("pennsylvania", decks=0), "not 0"),
        (House("ohio"), "No jurisdiction is called 'ohio'"),
        (House("colorado", game="pai-jack", decks=2), "dealt from 1 deck, not 2"),
        (House("colorado", readings={"B-30-c": "others as filed"}), "a rule of your own"),
        (
            House("pennsylvania", readings={"D-24-b": "as § 633c.14"}),
            "does not name the Super 4 wager",
        ),
        (House("pennsylvania", terms={"double_shoe": "yes"}), "double_shoe must be 'no', 'red or"),
        (House("pennsylvania", cut=400), "0 to 311 cards behind the cut card, not 400"),
        (House("pennsylvania", boxes=9), "up to 7 boxes, not 9"),
        (House("south_dakota", most=100_100), r"bets of up to \$1,000, not \$1,001"),
        (
            House("pennsylvania", least=0),
            r"minimum must be \$0.01 to \$100,000,000, not \$0",
        ),
        (
            House("pennsylvania", least=2_000, most=1_000),
            r"maximum must be at least the minimum, \$20",
        ),
        (House("pennsylvania", terms={"soft_17": "hit"}), "soft_17 must be 'stand', not 'hit'"),
        (House("pennsylvania", terms={"soft_18": "hit"}), "No term of Blackjack is called"),
        (House("pennsylvania", wagers={"buster-bonus": BONUS}), "needs Buster Blackjack .buster-"),
        (House("pennsylvania", wagers={"must-hit-by": MYSTERY}), "needs Jackpot"),
        (House("pennsylvania", wagers={"hit-and-run": Choice()}), "prints no pay table"),
        (House("colorado", wagers={"super-match": Choice()}), "does not deal"),
        (House("pennsylvania", wagers={"bet-the-set-21": Choice()}), "1 deck, not 6"),
        (House("pennsylvania", wagers={"three-card-poker": Choice()}), "choose reading G-6"),
        (
            House("south_dakota", wagers={"trilux-bonus": Choice(most=200_000)}),
            r"up to \$1,000, not \$2,000 on TriLux Bonus",
        ),
    ],
)
def test_a_table_that_may_not_open(house: House, says: str) -> None:
    with pytest.raises(PitbossError, match=says):
        open_house(book(), house)


def test_the_stake_of_another_wager_limits_a_stake() -> None:
    luck = House("pennsylvania", wagers={"upcard-luck": Choice()})
    table = opened(luck)
    table.open_round()
    table.bet(1, "ann", "blackjack", 1_000)
    with pytest.raises(NotAllowed, match=r"at most blackjack, which is \$10 here, not \$11"):
        table.bet(1, "ann", "upcard-luck", 1_100)
    table.bet(1, "ann", "upcard-luck", 1_000)


def test_a_fixed_stake_is_that_and_no_other() -> None:
    blazing = Choice(
        stake=500,
        seeds={"meter": 1_000_000},
        rates={"meter": Fraction(1, 10)},
        choices={"third-card": "drawn card"},
    )
    table = opened(House("pennsylvania", wagers={"blazing-7s": blazing}))
    table.open_round()
    table.bet(1, "ann", "blackjack", 1_000)
    with pytest.raises(NotAllowed, match=r"Blazing 7's is \$5 at this table"):
        table.bet(1, "ann", "blazing-7s", 100)


# -- logs that are not what happened ----------------------------------------------------------


def night() -> list[Event]:
    """A short night at one table."""
    table = opened()
    for _ in range(3):
        table.open_round()
        table.bet(1, "ann", "blackjack", 1_000)
        table.bet(1, "ann", "perfect-pairs", 500)
        table.deal()
        decline(table)
    table.close()
    return table.log


def edited(events: list[Event], kind: type[Event], key: str, value: Any) -> tuple[int, list[Event]]:
    at = next(i for i, e in enumerate(events) if isinstance(e, kind))
    return at + 1, [*events[:at], replace(events[at], **{key: value}), *events[at + 1 :]]


@pytest.mark.parametrize(
    ("kind", "key", "value"),
    [
        (Bet, "cents", 100_000_000),
        (Bet, "box", 9),
        (Bet, "wager", "blackjak"),
        (Answered, "number", 7),
        (Answered, "word", "double"),
        (Answered, "word", "steal"),
        (Settled, "back", 99_999),
        (Settled, "why", "natural"),
        (CardDealt, "face", "up"),
        (CardTurned, "card", Card.parse("As")),
        (RoundOpened, "dealt", 1),
        (RoundEnded, "number", 5),
        (ShoeOpened, "seed", "00"),
        (ShoeCommitted, "commit", "00"),
        (Asked, "may", ("stand",)),
    ],
)
def test_an_edited_line_is_found(kind: type[Event], key: str, value: Any) -> None:
    events = night()
    line, changed = edited(events, kind, key, value)
    found = verify(book(), changed)
    assert found, f"nobody saw {kind} {key}={value}"
    assert found[0].line <= line + 1 or kind is ShoeCommitted  # a legal word shows in the next line
    assert "\n" not in str(found[0])


@pytest.mark.parametrize(
    ("kind", "key", "value"),
    [
        (Bet, "cents", "much"),
        (Bet, "cents", "1e3"),
        (Bet, "box", "one"),
        (CardDealt, "card", "1x"),
        (Settled, "back", "1000.5"),
        (RoundOpened, "number", "01"),
        (Answered, "ask", ""),
    ],
)
def test_a_line_that_says_no_number_or_card_is_refused(
    kind: type[Event], key: str, value: str
) -> None:
    events = night()
    at = next(i for i, e in enumerate(events) if isinstance(e, kind))
    lines = print_log(events).split("\n")
    lines[at] = re.sub(rf"\b{key}=\S+", f"{key}={value}", lines[at])
    with pytest.raises(NotationError, match=rf"^line {at + 1}: .* is not a valid log line"):
        TABLE_LOG.parse_log("\n".join(lines))


def test_an_answer_that_is_no_amount_is_found() -> None:
    table = answer(seat(book(), HOUSE, "9s Ah 9d 8c", {"blackjack": 10}), "0", "stand")
    for word in ("no", "9" * 5_000):
        line, changed = edited(table.log, Answered, "word", word)  # insurance comes first
        found = verify(book(), changed)
        assert found[0].line == line
        assert found[0].expected.startswith("Answer with an amount in cents")


def test_another_card_in_the_log_is_found_when_the_shoe_is_opened() -> None:
    events = night()
    at = next(i for i, e in enumerate(events) if isinstance(e, CardDealt) and e.to == "burn")
    other = CardDealt("burn", Card.parse("2c"), "down")
    assert events[at] != other
    found = verify(book(), [*events[:at], other, *events[at + 1 :]])
    assert (found[0].line, found[0].logged) == (at + 1, str(other))


def test_an_opened_shoe_of_fewer_decks_is_found() -> None:
    _, changed = edited(night(), ShoeSealed, "decks", 2)
    assert any("6" in d.expected and d.logged.startswith("shoe") for d in verify(book(), changed))


Change = Callable[[list[Event]], list[Event]]


@pytest.mark.parametrize(
    "change",
    [
        lambda events: events[:5] + events[6:],
        lambda events: [*events[:6], events[5], *events[6:]],
        lambda events: [*events, events[-1]],
        lambda events: [*events, RoundOpened(4, 1, 0, 0, 0)],
        lambda events: [*events[:10], Tip(1, "ann", "blackjack", 100), *events[10:]],
        lambda events: events[:1] + events[3:],
        lambda events: [*events[:1], events[-1], *events[1:]],
        lambda events: [events[0], events[1], events[1], *events[2:]],
        lambda events: [e for e in events if not isinstance(e, ShoeCommitted)],
        lambda events: events[:-1],
    ],
)
def test_lines_taken_out_put_in_or_said_twice_are_found(change: Change) -> None:
    assert len(verify(book(), change(night()))) >= 1


def test_a_log_of_other_settings_and_no_log_at_all() -> None:
    events = night()
    house = header_of(events).house
    for key, value, says in (
        ("house", "{}", "settings cannot be read"),
        ("house", house.replace('"decks":6', '"decks":"six"'), "cannot be read"),
        ("house", house.replace('"decks":6', '"decks":9'), "not 9"),
    ):
        _, changed = edited(events, LogOpened, key, value)
        for read in (verify, replay):
            with pytest.raises(PitbossError, match=says):
                read(book(), changed)
    for none in ([], events[1:]):
        with pytest.raises(PitbossError, match="not a log"):
            verify(book(), none)


def test_a_log_of_another_rulebook_is_judged_by_this_one_and_never_resumed() -> None:
    events = night()
    _, changed = edited(events, LogOpened, "rulebook", "0" * 64)
    assert other_rules(book(), events) == ""
    assert "made under rulebook 000000000000…" in other_rules(book(), changed)
    assert {d.line for d in verify(book(), changed)} == {first_end(events)}  # the chain tells
    other = replace(book(), digest="0" * 64)
    assert verify(other, events) == []
    for refused in (opened_by, replay):
        with pytest.raises(PitbossError, match="made under rulebook"):
            refused(other, events)


def test_a_log_of_another_version_is_refolded_and_never_resumed() -> None:
    events = night()
    _, changed = edited(events, LogOpened, "procedure", "blackjack/0")
    assert [d.line for d in verify(book(), changed)] == [first_end(events)]  # the chain tells
    with pytest.raises(PitbossError, match="made by procedure blackjack/0"):
        replay(book(), changed)


def first_end(events: list[Event]) -> int:
    return next(line for line, event in enumerate(events, 1) if isinstance(event, RoundEnded))


def test_a_log_cut_short_says_where() -> None:
    events = night()
    deal = next(i for i, e in enumerate(events) if isinstance(e, CardDealt)) + 2
    (found,) = verify(book(), events[:deal])
    assert "The log ends before the round does" in str(found)
    with pytest.raises(PitbossError, match="The log ends before the round does"):
        replay(book(), events[:deal])


def test_names_are_suggested() -> None:
    with pytest.raises(UnknownName, match="perfect-pairs"):
        open_house(book(), replace(HOUSE, wagers={"perfect-pear": Choice()}))


def test_chips_are_bought_while_no_round_is_in_play() -> None:
    table = opened()
    table.buy_in("ann", 5_000)
    table.open_round()
    table.buy_in("bob", 5_000)
    table.bet(1, "ann", "blackjack", 1_000)
    table.deal()
    assert table.in_play
    with pytest.raises(NotAllowed, match="bought only between rounds"):
        table.buy_in("bob", 5_000)
    with pytest.raises(NotAllowed, match="cashed in only between rounds"):
        table.cash_out("bob", 5_000)
    decline(table)
    table.cash_out("bob", 2_000)
    had = chips(balances(table.log))
    assert had["bob"] == 3_000
    table.close(had)
    assert chips(balances(table.log)) == {}
    for refused in (table.buy_in, table.cash_out):
        with pytest.raises(NotAllowed, match="The table is closed"):
            refused("bob", 5_000)
    assert verify(book(), table.log) == []
    assert replay(book(), table.log).log == table.log


@pytest.mark.parametrize("cents", [0, -500, True, 5.0])
def test_chips_are_whole_cents(cents: int) -> None:
    table = opened()
    table.buy_in("ann", 5_000)
    for refused in (table.buy_in, table.cash_out):
        with pytest.raises(NotAllowed, match="whole number of cents greater than 0"):
            refused("ann", cents)


def test_nobody_cashes_in_more_than_there_is() -> None:
    table = opened()
    table.buy_in("ann", 5_000)
    table.cash_out("ann", 5_001)
    assert [each.line for each in verify(book(), table.log)] == [len(table.log)]


def test_two_wagers_may_not_ask_for_different_third_cards() -> None:
    wager = book().wager("pennsylvania/blazing-7s")
    bound = offer(book(), wager)
    other = replace(bound, wager=replace(wager, name="Eights", third_card_after="8 8"))
    silent = replace(bound, wager=replace(wager, name="None", third_card_after=""))
    check_third_cards([bound, silent, bound])
    with pytest.raises(NotAllowed, match="Blazing 7's and Eights need a third card after"):
        check_third_cards([bound, other])
