"""`pitboss.settle`: the printed odds of the law, through the payer's own path."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

import pitboss
from pitboss.cards import parse_cards
from pitboss.library.settle import settle
from pitboss.table.money.spots import usual_stakes
from tests.table.floor import book


@pytest.mark.parametrize(
    ("wager", "cards", "hand", "pays", "won"),
    [
        # 58 Pa. Code § 633c.1(e), Paytable A: 25, 12 and 6 to 1.
        ("pennsylvania/perfect-pairs", ("Ks Ks", "7h"), "Perfect pair", "25 to 1", 12_500),
        ("pennsylvania/perfect-pairs", ("Kh Kd", "7h"), "Colored pair", "12 to 1", 6_000),
        ("pennsylvania/perfect-pairs", ("Ks Kd", "7h"), "Mixed pair", "6 to 1", 3_000),
        ("pennsylvania/perfect-pairs", ("Ks Qs", "7h"), "no hand", "loss", 0),
        # 1 CCR 207-1, 30-2107(2): every winning hand pays 9 to 1.
        ("colorado/21-plus-3", ("Ks Qs", "Js"), "Straight Flush", "9 to 1", 4_500),
        ("colorado/21-plus-3", ("Ks Kd", "Kh"), "3 of a Kind", "9 to 1", 4_500),
        ("colorado/21-plus-3", ("2s 7s", "9s"), "Flush", "9 to 1", 4_500),
        ("colorado/21-plus-3", ("2s 7s", "9h"), "no hand", "loss", 0),
    ],
)
def test_printed_odds(wager: str, cards: tuple[str, str], hand: str, pays: str, won: int) -> None:
    player, dealer = cards
    paid = settle(wager, player=player, dealer=dealer, stake="$5", book=book())
    assert (paid.hand, paid.pays, paid.won, paid.stake) == (hand, pays, won, 500)
    assert paid.back == (won + 500 if won else 0)
    assert paid.is_lost is not bool(won)
    assert paid.clause == book().wager(wager).cite


@pytest.mark.parametrize("table", ["Paytable A", "Paytable B"])
def test_the_pay_table_that_is_named_pays(table: str) -> None:
    """§ 633c.1(e): a colored pair pays 12 to 1 by table A and 10 to 1 by table B."""
    paid = settle("perfect-pairs", player="Kh Kd", table=table, stake=100, book=book())
    assert paid.won == {"Paytable A": 1_200, "Paytable B": 1_000}[table]


def test_30_2115_a_share_of_a_meter_is_said_and_not_paid() -> None:
    """An ace and king of spades against the queen win the whole meter, other suits a tenth."""
    told = {"book": book(), "wager": "colorado/trilux-progressive"}
    whole = settle(player="As Ks", dealer="Qs 2d", **told)  # type: ignore[arg-type]
    assert (whole.share, whole.won, whole.pays) == (Fraction(1), 0, "100%")
    assert "Won 100% of the progressive meter (" in str(whole)
    tenth = settle(player="Ad Kd", dealer="Qd 2d", **told)  # type: ignore[arg-type]
    assert tenth.share == Fraction(1, 10)


@pytest.mark.parametrize(
    ("game", "keys"),
    [
        ("pennsylvania/blackjack", ("perfect-pairs", "three-card-poker", "kings-bounty")),
        ("colorado/blackjack", ("21-plus-3", "straight-jack", "trilux-bonus")),
    ],
)
def test_it_pays_what_the_table_pays(game: str, keys: tuple[str, ...]) -> None:
    """Rounds at a real table, each side wager settled again from the cards that lay there."""
    table, random = pitboss.open_table(game, wagers=keys, seed=5, book=book()), Random(5)
    stakes, seen = usual_stakes(table.table.opened), 0
    for _ in range(250):
        for key, cents in stakes.items():
            table.bet(key, cents)
        table.deal()
        while question := table.question:
            words = [w for w in question.may if w in ("stand", "hit", "no")]
            table.answer(random.choice(words) if words else question.least)
        table.validate()
        layout = table.table.round
        assert layout
        for result in table.results:
            if result.wager not in keys:
                continue
            box = layout.box(result.box)
            paid = settle(
                f"{table.table.opened.house.jurisdiction}/{result.wager}",
                player=box.drawn,
                dealer=layout.dealer,
                stake=result.stake,
                table=table.table.opened.offers[result.wager].table.id,
                decks=table.table.opened.house.decks,
                book=book(),
            )
            assert (paid.hand, paid.pays, paid.back) == (result.hand, result.pays, result.back)
            seen += not paid.is_lost
    assert seen > 20


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"wager": "perfect-pear"}, "Did you mean perfect-pair or perfect-pairs?"),
        ({"player": "Ks"}, "the player's first two cards: give player= 2 cards (1 given)."),
        ({"player": "Ks Zs"}, "'Zs' is not a card."),
        ({"player": ["Ks", "Zs"]}, "'Zs' is not a card."),
        ({"player": ["Ks", 10]}, "Write cards as text, such as 'As Kd', not ['Ks', 10]."),
        ({"player": 10}, "Write cards as text, such as 'As Kd', not 10."),
        (
            {"player": "Ks Ks", "dealer": "Ks", "decks": 2},
            "be dealt: 2 decks of Blackjack contain only 2 Ks.",
        ),
        ({"player": "Ks Ks", "decks": 1}, "be dealt: 1 deck of Blackjack contains only 1 Ks."),
        ({"player": "Ks Ks", "decks": 9}, "not 9."),
        ({"player": "Ks Ks", "decks": "6"}, "not '6'."),
        ({"player": "Ks Ks", "table": "C"}, "Choose Paytable A or Paytable B."),
        ({"player": "Ks Ks", "stake": "five"}, "is not an amount of money"),
        ({"wager": "colorado/21-plus-3", "player": "Ks Ks"}, "give dealer= 1 card (none given)."),
        ({"wager": "pennsylvania/blackjack"}, "pitboss.strategy says how it is best"),
    ],
)
def test_wrong_input_says_what_is_allowed(asked: dict, says: str) -> None:
    with pytest.raises(pitboss.PitbossError) as refused:
        settle(**{"wager": "pennsylvania/perfect-pairs", **asked}, book=book())
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("wager", "dealer", "does"),
    [
        ("pennsylvania/buster-blackjack", "10s 7s Kd", r"stands on 10s 7s \(17\)"),
        ("pennsylvania/buster-blackjack", "As Kd Kc Qc", r"stands on As Kd \(21\)"),
        ("pennsylvania/buster-blackjack", "10s 6s Kd 5h", r"is bust with 10s 6s Kd \(26\)"),
        ("pennsylvania/axman", "As 6s Kd", r"stands on As 6s \(17\)"),
        ("new_hampshire/blackjack-ante", "10s 7s Kd", r"stands on 10s 7s \(17\)"),
    ],
)
def test_a_dealers_hand_that_drew_after_it_stood_is_refused(
    wager: str, dealer: str, does: str
) -> None:
    """The dealer draws to 16 and stands on every 17 in Pennsylvania (58 Pa. Code § 633c.5(s)), on
    hard 17 in New Hampshire; a bust hand gets no further card.
    """
    with pytest.raises(pitboss.NotAllowed, match=f"the dealer {does}"):
        settle(wager, player="9s 8s", dealer=dealer, decks=6, book=book())


def test_a_dealers_hand_that_is_not_finished_is_refused() -> None:
    """58 Pa. Code § 633a.10: the dealer draws to 16."""
    buster = next(w for w in book().wagers if w.sees == ("dealer.hand",))
    with pytest.raises(pitboss.NotAllowed, match=r"the dealer draws to 10h 6d \(16\)"):
        settle(buster.id, dealer=parse_cards("10h 6d"), book=book())
    assert settle(buster.id, dealer="10h 6d Kc", book=book()).paytable
