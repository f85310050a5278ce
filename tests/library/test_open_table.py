"""`pitboss.open_table`: whole rounds of every game through the front door."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import pitboss
from pitboss.errors import NotAllowed
from pitboss.log import HIDDEN, Event
from pitboss.table.events.rounds import Settled, StakeAdded
from pitboss.table.events.shoes import CardDealt, CardPlaced, CardTurned
from pitboss.table.log.ledger import balances, player
from pitboss.table.log.mask import view
from pitboss.table.log.narrator import names_of, narrate
from pitboss.table.log.verification import verify
from pitboss.table.money.spots import usual_stakes
from pitboss.table.table_view import with_reasons
from tests.soak import soak
from tests.table.floor import book, games


def play_round(table: pitboss.OpenTable, random: Random) -> None:
    """One round of a person who bets as usual and answers whatever is legal."""
    for wager, cents in usual_stakes(table.table.opened).items():
        table.bet(wager, cents)
    table.deal()
    while question := table.question:
        assert not table.is_over
        check_cards(table)
        table.answer(random.choice(question.may) if question.may else question.least)
    table.validate()
    assert table.is_over


def is_laid(place: str) -> bool:
    """The dealer's place or a hand, not cards that are away or wait to be switched to."""
    return place not in ("burn", "exposed", "discards") and not place.endswith("switch")


def check_cards(table: pitboss.OpenTable) -> None:
    """Every card on the layout is shown in its place, except those that lie face down."""
    layout, down = table.table.round, Counter[str]()
    assert layout
    for event in table.table.layout.events:
        if isinstance(event, CardDealt | CardPlaced) and event.face == "down":
            down[str(event.card)] += is_laid(event.to)
        elif isinstance(event, CardTurned):
            down[str(event.card)] -= is_laid(event.at)
    shown = Counter(card for cards in table.cards().values() for card in cards.split())
    lying = [layout.community, layout.exposed, *(h.cards for h in layout.hands)]
    lying += [layout.against(box) for box in layout.boxes]
    there = Counter(str(card) for cards in lying for card in cards)
    assert there - +down == shown - Counter({HIDDEN: shown[HIDDEN]})
    assert shown[HIDDEN] == sum((there & +down).values())


@pytest.mark.parametrize("game", games())
def test_every_game_is_played_to_its_end(game: str) -> None:
    """The cards are those that lie there, the books those of the ledger, and the log verifies."""
    table, random = pitboss.open_table(game, seed=11, book=book()), Random(11)
    whole = 0
    for _ in range(12):
        play_round(table, random)
        whole += table.net()
        assert table.results
    assert balances(table.log)[player("player")] == whole
    table.close()
    assert verify(book(), table.log) == []


def test_the_hole_card_is_hidden_until_it_is_turned() -> None:
    table = pitboss.open_table(seed=7, book=book())
    table.bet("blackjack", "$10")
    table.deal()
    assert table.cards() == {"box 1": "5h Jd", "dealer": "9d ??"}
    table.answer("stand")
    assert table.cards()["dealer"] == "9d Qh"


def test_633a_7_two_players_at_two_boxes_are_asked_in_turn() -> None:
    table = pitboss.open_table(seed=7, book=book())
    table.bet("blackjack", "$10", box=1, player="ann")
    table.bet("blackjack", 2_500, box=2, player="bob")
    table.deal()
    assert [question.box for question in table.questions] == [1]
    with pytest.raises(pitboss.NotAllowed, match="Box 2 has no open question"):
        table.answer("stand", box=2)
    table.answer("stand", box=1)
    table.answer("stand", box=2)
    assert {(r.player, r.stake) for r in table.results} == {("ann", 1_000), ("bob", 2_500)}
    assert table.net("ann") + table.net("bob") == sum(r.net for r in table.results)


def test_a_doubtful_clause_is_filed_at_its_default_and_said() -> None:
    table = pitboss.open_table("pennsylvania/blackjack", wagers="three-card-poker", book=book())
    wager = book().wager("pennsylvania/three-card-poker")
    doubtful = [r for r in book().readings_of(wager) if r.must_be_chosen]
    assert doubtful
    for reading in doubtful:
        assert table.table.opened.house.readings[reading.key] == reading.default
        assert any(note.startswith(f"reading {reading.key} is") for note in table.notes)


def test_a_pay_table_is_chosen_by_name() -> None:
    table = pitboss.open_table(wagers={"perfect-pairs": "Paytable B"}, book=book())
    assert table.table.opened.offers["perfect-pairs"].table.id == "Paytable B"
    many = pitboss.open_table(wagers=["perfect-pairs", "kings-bounty"], book=book())
    assert {"perfect-pairs", "kings-bounty"} <= {*many.wagers}


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"game": "pennsylvania/blackjak"}, "Did you mean pennsylvania/blackjack"),
        ({"wagers": "perfect-pear"}, "Did you mean perfect-pairs?"),
        ({"decks": 9}, "is dealt from 1, 2, 3, 4, 5, 6, 7 or 8 decks, not 9"),
        ({"wagers": {"perfect-pairs": "Z"}}, "Choose Paytable A or Paytable B."),
        ({"terms": {"soft_71": "hit"}}, "soft_17"),
        ({"choices": {"Z-99": "x"}}, "No reading or option at this table is called 'Z-99'"),
    ],
)
def test_what_cannot_open_says_what_may(asked: dict, says: str) -> None:
    with pytest.raises(pitboss.PitbossError) as refused:
        pitboss.open_table(**asked, book=book())
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_what_cannot_be_played_says_what_may() -> None:
    table = pitboss.open_table(wagers="perfect-pairs", seed=7, book=book())
    with pytest.raises(pitboss.UnknownName, match="Did you mean perfect-pairs"):
        table.bet("perfect-pear", "$5")
    with pytest.raises(pitboss.PitbossError, match=r"Give whole cents \(500\) or text"):
        table.bet("blackjack", 10.0)  # type: ignore[arg-type]
    with pytest.raises(pitboss.NotAllowed, match=r"stakes are \$10 to \$500 here, not \$1"):
        table.bet("blackjack", "$1")
    with pytest.raises(pitboss.NotAllowed, match="needs a"):
        table.bet("perfect-pairs", "$5")
    assert [each.kind for each in table.log] == ["log"], "what is refused begins no round"
    with pytest.raises(pitboss.NotAllowed, match="No question is open"):
        table.answer("stand")
    table.bet("blackjack", "$10")
    table.deal()
    with pytest.raises(pitboss.NotAllowed, match="'fold' is not legal for box 1: stand, hit") as no:
        table.answer("fold")
    assert no.value.clause.startswith("58 Pa. Code § 633a.1")
    assert not table.is_over


PAIRS = "pennsylvania/perfect-pairs"
LIBRARY: Any = pitboss
"""Without its types."""


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: LIBRARY.open_table(7), "game must be text, not 7"),
        (lambda: LIBRARY.par(None), "wager must be text, not None"),
        (lambda: LIBRARY.load(3), "Name a rulebook folder by its path, not 3"),
        (lambda: LIBRARY.par(PAIRS, table=1), "table must be text, not 1"),
        (lambda: LIBRARY.par(PAIRS, meters="$5"), "meters must be a mapping, such as {'prog"),
        (lambda: LIBRARY.par(PAIRS, book="x"), "book must be a rulebook, as pitboss.load"),
        (lambda: LIBRARY.par(PAIRS, shoe=6), "shoe must be text, not 6"),
        (lambda: LIBRARY.par(PAIRS, shoe=""), "'' is not a shoe"),
        (lambda: LIBRARY.par(PAIRS, decks=True), r"decks must be a whole number \(int\), not True"),
        (lambda: LIBRARY.par(PAIRS, decks="6"), r"decks must be a whole number \(int\), not '6'"),
        (lambda: LIBRARY.par(PAIRS, choices={5: "x"}), "choices must be .*, such as {'KEY"),
        (lambda: LIBRARY.settle(PAIRS, player="Ks Ks", table=3), "table must be text, not 3"),
        (lambda: LIBRARY.settle_many(PAIRS, [[47, 47]], decks="6"), "decks must be a whole number"),
        (lambda: LIBRARY.open_table(sink="log"), "sink must be a function, not 'log'"),
        (lambda: LIBRARY.open_table(keep="no"), "keep must be True or False, not 'no'"),
        (lambda: LIBRARY.open_table(seed="x"), "seed must be a whole number"),
        (lambda: LIBRARY.strategy(5), "game must be text, not 5"),
        (lambda: LIBRARY.open_table(seed=7).net(3), "name must be text, not 3"),
        (lambda: LIBRARY.load().wager(3), "Name a wager or a game by text, not 3"),
        (
            lambda: LIBRARY.open_table(terms="soft_17=hit"),
            "terms must be a mapping of text to text, such as {'soft_17",
        ),
        (
            lambda: LIBRARY.strategy("blackjack", terms=["a"]),
            "terms must be a mapping of text to text, such as {'soft_17",
        ),
        (
            lambda: LIBRARY.open_table(seed=7).bet("blackjack", "$10", box="one"),
            r"box must be a whole number \(int\), not 'one'",
        ),
        (
            lambda: LIBRARY.strategy("pennsylvania/blackjack", terms={"soft_17": ["hit"]}),
            "terms must be a mapping of text to text, such as {'soft_17",
        ),
    ],
)
def test_a_wrong_type_is_refused_in_words(call: Callable[[], object], says: str) -> None:
    with pytest.raises(pitboss.PitbossError, match=says):
        call()


@pytest.mark.parametrize("player", [3, ""])
def test_a_player_without_a_name_begins_no_round(player: Any) -> None:
    table = pitboss.open_table(seed=7, book=book())
    with pytest.raises(pitboss.PitbossError):
        table.bet("blackjack", "$10", player=player)
    assert [each.kind for each in table.log] == ["log"]


@pytest.mark.parametrize("opened", [pitboss.open_table, pitboss.strategy])
def test_a_key_that_several_jurisdictions_have_opens_none_of_them(opened: Any) -> None:
    with pytest.raises(pitboss.PitbossError, match="Blackjack is ambiguous: choose colorado/bl"):
        opened("blackjack", book=book())
    assert opened("pai-jack", book=book())


def test_a_closed_table_says_so_and_a_round_in_play_keeps_it_open() -> None:
    table = pitboss.open_table(seed=7, book=book())
    table.bet("blackjack", "$10")
    table.deal()
    with pytest.raises(pitboss.NotAllowed, match=r"^A round is in play; it must end first\.$"):
        table.close()
    while table.question:
        table.answer("stand" if "stand" in table.question.may else "no")
    table.close()
    for closed in (lambda: table.bet("blackjack", "$10"), table.deal, table.close):
        with pytest.raises(pitboss.NotAllowed, match=r"^The table is closed\.$"):
            closed()


def test_a_stake_after_the_deal_is_an_amount() -> None:
    """Bust Bonanza is placed once the player has acted; whoever does not want it answers 0."""
    table = pitboss.open_table("colorado/blackjack", wagers="bust-bonanza", seed=1, book=book())
    table.bet("blackjack", "$10")
    table.deal()
    table.answer("stand")
    asked = table.question
    assert asked
    assert (asked.about, asked.may) == ("bust-bonanza", ())
    assert "or 0" in str(asked)
    with pytest.raises(pitboss.NotAllowed, match=r"Answer with an amount \(box 1, bust-bonanza"):
        table.answer("stand")
    table.answer("$10", box=asked.box)
    assert any(isinstance(each, StakeAdded) for each in table.log)


@pytest.mark.parametrize("rounds", [500, soak(3_000)])
@pytest.mark.parametrize(
    ("game", "wagers"),
    [("pennsylvania/blackjack", "perfect-pairs"), ("colorado/blackjack", "trilux-progressive")],
)
def test_a_table_whose_owner_keeps_the_log_does_not_grow(
    game: str, wagers: str, rounds: int
) -> None:
    """The sink gets every event, the table and its meters hold one round's."""
    lines: list[Event] = []
    table = pitboss.open_table(
        game, wagers=wagers, seed=3, sink=lines.append, keep=False, book=book()
    )
    stakes = usual_stakes(table.table.opened)
    longest = since = 0
    held = []
    for _ in range(rounds):
        for wager, cents in stakes.items():
            table.bet(wager, cents)
        table.deal()
        while question := table.question:
            stands = "stand" in question.may
            table.answer("stand" if stands else question.may[0] if question.may else 0)
        table.validate()
        longest, since = max(longest, len(lines) - since), len(lines)
        held.append(len(table.log))
        for meter in table.table.meters.values():
            assert len(meter.log) < 20  # type: ignore[attr-defined]
    assert max(held) <= longest < 120
    assert len(lines) > rounds * 8
    table.close()
    assert verify(book(), lines) == []


def test_a_deal_without_a_bet_says_what_to_bet_on() -> None:
    table = pitboss.open_table("pennsylvania/blackjack")
    with pytest.raises(NotAllowed, match=r"^Nobody has bet: bet first, on blackjack"):
        table.deal()


def test_a_bet_for_the_dealer_and_what_a_table_says_of_itself() -> None:
    table = pitboss.open_table("colorado/pai-jack", seed=9)
    assert repr(table) == "<colorado/pai-jack, round 0: between rounds>"
    table.bet("pai-jack-bet", "$20")
    table.tip("pai-jack-bet", "$5")
    assert repr(table) == "<colorado/pai-jack, round 1: betting>"
    assert table.table.boxes[1].tips == {"pai-jack-bet": 500}
    table.deal()
    assert repr(table) == f"<colorado/pai-jack, round 1: {table.question}>"


def test_a_result_is_told_as_at_the_table_and_with_what_its_slip_has_paid() -> None:
    table = pitboss.open_table("pennsylvania/blackjack", wagers="jackpot-party", seed=0)
    opened, random, paid = table.table.opened, Random(1), 0
    for _ in range(100):
        play_round(table, random)
        told = [
            (event.clause, narrate(event, names_of(opened), "player", why))
            for event, why in with_reasons(opened, view(table.table.layout.events, "player"))
            if isinstance(event, Settled)
        ]
        for result, (clause, words) in zip(table.results, told, strict=True):
            if words.endswith("waits for the floor."):
                assert re.search(r"\. Won \$[\d,]+ \(58 Pa\. Code .+\)\.$", str(result))
                paid += 1
            else:
                assert str(result) == (f"{words[:-1]} ({clause})." if clause else words)
    assert paid


@pytest.mark.parametrize("wagers", [7, [7], None])
def test_wagers_that_are_no_names_are_refused(wagers: Any) -> None:
    with pytest.raises(pitboss.PitbossError, match="Name wagers by their keys, such as"):
        pitboss.open_table("pennsylvania/blackjack", wagers=wagers)


def test_an_unknown_game_says_where_all_are_listed() -> None:
    with pytest.raises(pitboss.UnknownName, match=r"pitboss\.load\(\)\.entries lists them all."):
        pitboss.open_table("chess")
