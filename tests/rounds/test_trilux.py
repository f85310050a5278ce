"""TriLux Blackjack as 1 CCR 207-1, 30-2115 and ARSD 20:18:15:30.17 package it."""

from dataclasses import replace

import pytest

from pitboss.errors import NotAllowed, PitbossError
from pitboss.rulebook.load import load
from pitboss.server.messages.layout_messages import WagerView
from pitboss.server.views.felt_view import wagers_of
from pitboss.table.events.rounds import EnvyPaid, Settled, SlipValidated
from pitboss.table.events.shoes import CardTurned
from pitboss.table.houses.default_house import Wish, file_house
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import Open, open_house
from pitboss.table.log.ledger import balances
from pitboss.table.log.mask import view
from pitboss.table.money.spots import spots, usual_stakes
from pitboss.table.table import Table
from tests.rounds.stack import Stakes, answer, deal, done, results, seat, told

BOOK = load()
CO = House("colorado", "trilux-blackjack", least=100, wagers={"trilux-bonus": Choice("TRI-01")})
SD = House("south_dakota", "trilux-blackjack", wagers={"trilux-bonus": Choice("TRI-01")})
STATES = pytest.mark.parametrize("house", [CO, SD], ids=["colorado", "south dakota"])
BETS: Stakes = {"blackjack": 10, "trilux-bonus": 5}


def envy(table: Table) -> list[tuple[int, str]]:
    return [(e.cents, e.to) for e in table.log if isinstance(e, EnvyPaid)]


# -- what is offered -----------------------------------------------------------------------------


def test_20_18_15_30_17_1_decks() -> None:
    for decks in (3, 7):
        with pytest.raises(NotAllowed, match=f"dealt from 1, 2, 4, 5, 6 or 8 decks, not {decks}"):
            open_house(BOOK, replace(SD, decks=decks))
    with pytest.raises(NotAllowed, match="is for 2, 4, 5, 6 or 8 decks, not 1"):
        open_house(BOOK, replace(SD, decks=1))
    one = replace(SD, decks=1, wagers={"trilux-lucky-george": Choice()})
    assert open_house(BOOK, one).house.decks == 1


def test_30_2115_7_decks_follow_from_the_pay_tables() -> None:
    with pytest.raises(NotAllowed, match="TRI-02 of TriLux Bonus is for 2 decks, not 6"):
        open_house(BOOK, replace(CO, wagers={"trilux-bonus": Choice("TRI-02")}))
    one = replace(CO, decks=1, wagers={"trilux-lucky-george": Choice()})
    assert open_house(BOOK, one).house.decks == 1  # B-60: no limit is stated
    with pytest.raises(NotAllowed, match=r"is for 2, 3, 4, 5, 6, 7 or 8 decks, not 1\.$"):
        open_house(BOOK, replace(one, readings={"B-60": "2 to 8"}))


@STATES
def test_super_3_needs_the_trilux_wager(house: House) -> None:
    with pytest.raises(NotAllowed, match=r"TriLux Super 3 needs TriLux Bonus .trilux-bonus. or "):
        open_house(BOOK, replace(house, wagers={"trilux-super-3": Choice()}))
    both = replace(house, wagers={**house.wagers, "trilux-super-3": Choice()})
    with pytest.raises(NotAllowed, match="needs a stake on trilux-bonus or trilux-lucky-george"):
        seat(BOOK, both, "", {"blackjack": 10, "trilux-super-3": 5})


@STATES
def test_lucky_george_stands_in_place_of_the_plain_bonus(house: House) -> None:
    wagers = {"trilux-bonus": Choice("TRI-01"), "trilux-lucky-george": Choice()}
    with pytest.raises(NotAllowed, match="does not offer TriLux Bonus and TriLux Lucky George tog"):
        open_house(BOOK, replace(house, wagers=wagers))


def test_30_2115_no_other_side_wager_belongs_to_the_package() -> None:
    with pytest.raises(NotAllowed, match=r"30-2115, \(1\): TriLux .* offers .*, not Straight J"):
        open_house(BOOK, replace(CO, wagers={"straight-jack": Choice()}))


def test_20_18_15_30_17_no_bet_over_1_000_dollars() -> None:
    with pytest.raises(NotAllowed, match=r"South Dakota allows bets of up to \$1,000"):
        open_house(BOOK, replace(SD, wagers={"trilux-bonus": Choice("TRI-01", most=200_000)}))


def test_20_18_15_30_17_no_bet_over_1_000_dollars_whatever_else_has_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A designer's wager may have the name of another."""
    twin = replace(BOOK.wager("south_dakota/trilux-bonus"), name="Twin")
    monkeypatch.setattr("pitboss.table.houses.opening.wager_at", lambda *_: twin)
    wagers = {"trilux-bonus": Choice("TRI-01", most=200_000), "trilux-super-3": Choice()}
    with pytest.raises(NotAllowed, match=r"bets of up to \$1,000, not \$2,000 on Twin"):
        open_house(BOOK, replace(SD, wagers=wagers))


def test_20_18_15_06_a_natural_pays_6_to_5_with_a_single_deck_only() -> None:
    short = {"natural_pays": "6 to 5"}
    one = replace(SD, decks=1, wagers={}, terms=short)
    assert results(deal(BOOK, one, "As 9h Kd 8c", {"blackjack": 10})) == [
        "blackjack $10: natural, $22 back"
    ]
    with pytest.raises(
        NotAllowed, match="with 6 decks natural_pays must be '3 to 2', not '6 to 5'"
    ):
        open_house(BOOK, replace(SD, terms=short))


# -- face up and face down -----------------------------------------------------------------------


@STATES
def test_face_up_settled_at_once_from_the_dealers_right(house: House) -> None:
    wagers = {**house.wagers, "trilux-super-3": Choice()}
    bets = {**BETS, "trilux-super-3": 5}
    table = seat(BOOK, replace(house, wagers=wagers), "4s 7s 6h 5d 7d 9c", bets, bets)
    settled = [(e.wager, e.box, e.why) for e in table.log if isinstance(e, Settled)]
    assert settled == [
        ("trilux-bonus", 2, "no hand"),
        ("trilux-super-3", 2, "no hand"),
        ("trilux-bonus", 1, "Straight"),
        ("trilux-super-3", 1, "no hand"),
    ]
    assert table.pending


@STATES
def test_face_down_settled_hand_by_hand_as_each_is_asked(house: House) -> None:
    held = replace(house, terms={"player_cards": "face down"})
    table = seat(BOOK, held, "4s 7s 6h 5d 7d 9c", BETS, BETS)
    assert results(table) == ["trilux-bonus $5: Straight, $50 back"]
    assert "box 1 gets 4s in hand" in told(table)
    answer(table, "stand")
    assert results(table)[1:] == ["trilux-bonus $5: no hand, $0 back"]
    assert told(table)[-1].startswith("box 2 may stand,hit")


@STATES
def test_face_down_the_cards_are_shown_as_the_wager_is_settled(house: House) -> None:
    held = replace(house, terms={"player_cards": "face down"})
    table = seat(BOOK, held, "4s 7s 6h 5d 7d 9c", BETS, {"blackjack": 10})
    seen = [str(e) for e in view(table.log, "bob")]
    assert 'turn at="box 1" card=4s' in seen
    assert not [line for line in seen if 'to="box 1"' in line and "??" not in line]
    answer(table, "stand")
    assert not [e for e in table.log if isinstance(e, CardTurned) and e.at == "box 2"]


@STATES
def test_face_down_a_dealers_blackjack_leaves_the_wagers_to_be_settled(house: House) -> None:
    held = replace(house, terms={"player_cards": "face down"})
    table = deal(BOOK, held, "Js Kh Qd Ac", BETS)
    assert results(table) == [
        "trilux-bonus $5: Straight, $50 back",
        "blackjack $10: dealer natural, $0 back",
    ]


# -- pay tables ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "table", "cards", "line"),
    [
        ("colorado", "TRI-05", "4s 6h 4d", "Pair, $5 back"),  # a push
        ("colorado", "TRI-03", "As Ks Qs", "Mini Royal (A, K, Q Suited), $505 back"),
        ("colorado", "TRI-07", "As Ks Qs", "Mini Royal (A, K, Q Suited), $255 back"),
        ("colorado", "TRI-04", "As Ks Qs", "Straight Flush, $155 back"),
        ("colorado", "TRI-03", "7s 7s 7s", "Three of a Kind, $170 back"),
        ("south_dakota", "TRI-03", "As Ks Qs", "Mini Royal (A,K,Q, Suited), $505 back"),
        ("south_dakota", "TRI-04", "3s 2h Ad", "Straight, $55 back"),
        ("south_dakota", "TRI-01", "4s 6h 4d", "no hand, $0 back"),
    ],
)
def test_7_trilux_bonus(state: str, table: str, cards: str, line: str) -> None:
    first, up, second = cards.split()
    house = House(state, "trilux-blackjack", least=100, wagers={"trilux-bonus": Choice(table)})
    dealt = seat(BOOK, house, f"{first} {up} {second} 9c", BETS)
    assert results(dealt)[0] == f"trilux-bonus $5: {line}"


def test_tri_02_pays_any_pair_of_the_three_or_by_e_9_the_players_own() -> None:
    two = replace(SD, decks=2, wagers={"trilux-bonus": Choice("TRI-02")})
    assert results(seat(BOOK, two, "4s 6h 6d 9c", BETS))[0] == "trilux-bonus $5: Pair, $17.5 back"
    own = replace(two, readings={"E-9": "the player's two"})
    assert results(seat(BOOK, own, "4s 6h 6d 9c", BETS))[0].endswith("no hand, $0 back")
    high = replace(SD, readings={"E-2": "high only"})
    assert results(seat(BOOK, high, "3s 2h Ad 9c", BETS))[0].endswith("no hand, $0 back")


@pytest.mark.parametrize(
    ("table", "cards", "back", "tip"),
    [
        ("TRILG-01", "4s 6s 5s", 45, 100),
        ("TRILG-02", "4s 6s 5s", 130, 1_000),
        ("TRILG-02", "7s 7h 7d", 80, 500),
        ("TRILG-03", "4s 6h 5d", 55, 200),
        ("TRILG-03", "2s 9s Ks", 30, 0),  # no envy for a flush
        ("TRILG-04", "2s 9s Ks", 30, 100),
    ],
)
def test_6_lucky_george_pays_the_dealer_fixed_dollars_beside_the_player(
    table: str, cards: str, back: int, tip: int
) -> None:
    first, up, second = cards.split()
    bets = {"blackjack": 10, "trilux-lucky-george": 5}
    for house in (CO, SD):
        choice = Choice(table, least=500, most=5_000)
        filed = replace(house, wagers={"trilux-lucky-george": choice})
        dealt = seat(BOOK, filed, f"{first} {up} {second} 9c", bets)
        assert results(dealt)[0].endswith(f", ${back} back")
        assert envy(dealt) == ([(tip, "dealer")] if tip else [])
        bigger = seat(BOOK, filed, f"{first} {up} {second} 9c", {**bets, "trilux-lucky-george": 50})
        assert envy(bigger) == ([(tip, "dealer")] if tip else [])  # E-8: whatever the stake


def test_20_18_15_30_17_6_the_dealer_token_pool_may_have_it() -> None:
    pool = replace(
        SD,
        wagers={"trilux-lucky-george": Choice("TRILG-02")},
        terms={"lucky_george_to": "dealer token pool"},
    )
    bets = {"blackjack": 10, "trilux-lucky-george": 5}
    table = deal(BOOK, pool, "4s 6s 5s 10c 10h", bets, ["stand"])
    assert envy(table) == [(1_000, "dealer token pool")]
    assert balances(table.log)["dealer token pool"] == 1_000


def test_30_2115_7_trilg_04_is_for_5_dollars_or_more() -> None:
    takes = r"TRILG-04\) takes \$5 or more, not "
    with pytest.raises(NotAllowed, match=takes + r"\$1"):
        open_house(BOOK, replace(CO, wagers={"trilux-lucky-george": Choice("TRILG-04")}))
    house = replace(CO, wagers={"trilux-lucky-george": Choice("TRILG-04", least=500)})
    with pytest.raises(NotAllowed, match=takes + r"\$2"):
        seat(BOOK, house, "", {"blackjack": 10, "trilux-lucky-george": 2})


# -- Colorado alone --------------------------------------------------------------------------------


def test_30_2115_1_a_and_b_several_hands_each_with_its_own_wagers() -> None:
    house = replace(CO, terms={"hands_per_player": "2"})
    table = Table(open_house(BOOK, house), seat(BOOK, CO, "4s 6h 5d 9c", BETS).shoes, BOOK.digest)
    table.open_round()
    table.bet(1, "ann", "blackjack", 1_000)
    table.bet(1, "ann", "trilux-bonus", 500)
    table.bet(2, "ann", "blackjack", 1_000)
    with pytest.raises(NotAllowed, match=r"30-2115\(1\)\(a\): a player may bet on 2 boxes here"):
        table.bet(3, "ann", "blackjack", 1_000)
    one = Table(open_house(BOOK, CO), table.shoes, BOOK.digest)
    one.open_round()
    one.bet(1, "ann", "blackjack", 1_000)
    with pytest.raises(NotAllowed, match="a player may bet on one box here"):
        one.bet(2, "ann", "blackjack", 1_000)


def test_30_2115_1_c_tips_ride_in_front_of_the_players_own_wager() -> None:
    tips = {"trilux-bonus": 2}
    table = seat(BOOK, CO, "4s 6h 5d 9c", BETS, tips=tips)
    assert results(table) == [
        "trilux-bonus $5: Straight, $50 back",
        "trilux-bonus $2: Straight, $20 back to the dealer",
    ]
    with pytest.raises(NotAllowed, match=r"\(1\)\(c\): a bet for the dealer needs"):
        seat(BOOK, CO, "", {"blackjack": 10}, tips=tips)


BONANZA = replace(CO, wagers={"bust-bonanza": Choice("Pay Table 2")})


def test_30_2115_1_c_a_tip_on_bust_bonanza_is_placed_with_it() -> None:
    for tips in ({"blackjack": 1.0}, {}):
        table = seat(BOOK, BONANZA, "10s 6h 9d 10c Kh", {"blackjack": 10}, tips=tips)
        table = done(BOOK, answer(table, "stand", "5", "1"))
        assert results(table)[-1] == "bust-bonanza $1: 6, bust, $2 back to the dealer"


@pytest.mark.parametrize("key", ["blackjack", "trilux-bonus"])
def test_30_2115_1_c_the_house_posts_a_limit_for_tips(key: str) -> None:
    posted = replace(CO, terms={"tip_limits": "$1"})
    with pytest.raises(NotAllowed, match=r"30-2115\(1\)\(c\): .* is at most \$1, not \$50"):
        seat(BOOK, posted, "", {"blackjack": 100, "trilux-bonus": 50}, tips={key: 50})
    seat(BOOK, posted, "9s 9h 9d 9c", {"blackjack": 100, "trilux-bonus": 50}, tips={key: 1})
    seat(BOOK, CO, "9s 9h 9d 9c", {"blackjack": 100, "trilux-bonus": 50}, tips={key: 50})
    even = replace(CO, terms={"tip_amounts": "even dollars"})
    with pytest.raises(NotAllowed, match="are whole dollars"):
        seat(BOOK, even, "", {"blackjack": 100, "trilux-bonus": 50}, tips={key: 2.5})


def test_30_2115_1_c_a_posted_limit_is_an_amount() -> None:
    with pytest.raises(PitbossError, match="'a little' is not an amount of money"):
        open_house(BOOK, replace(CO, terms={"tip_limits": "a little"}))


def test_30_2115_4_bust_bonanza_is_offered_once_the_players_have_acted_to_live_hands_only() -> None:
    """Ann's blackjack is paid, (4)(a), and bob busts, (4)(b): neither may bet on it, cat may."""
    ten: Stakes = {"blackjack": 10}
    cards = "As 10s 10h 6h Kd 6d 9d 10c  Kc Kh"
    table = answer(seat(BOOK, BONANZA, cards, ten, ten, ten), "hit", "stand")
    assert told(table)[-2:] == ["> stand", "box 3 may bet bust-bonanza"]
    assert len([line for line in told(table) if "may bet bust-bonanza" in line]) == 1
    done(BOOK, answer(table, "5", "0"))
    after = told(table)[told(table).index("box 3 may bet bust-bonanza") :]
    assert after[1:2] + after[4:6] == ["> 500", "the dealer turns 10c", "dealer gets Kh"]
    assert results(table)[-1] == "bust-bonanza $5: 6, bust, $10 back"


def test_30_2115_4_bust_bonanza_has_no_spot_before_the_deal() -> None:
    opened = open_house(BOOK, BONANZA)
    assert [spot.key for spot in spots(opened)] == ["blackjack"]
    assert usual_stakes(opened) == {"blackjack": 100}
    assert spot_told(opened).placed == "after the player has acted, before the dealer acts"
    with pytest.raises(NotAllowed, match="Bust Bonanza is placed after the player has acted"):
        seat(BOOK, BONANZA, "", {"blackjack": 10, "bust-bonanza": 5})


WITH_BLACKJACK = replace(BONANZA, readings={"B-57": "with the blackjack wager"})


def test_30_2115_1_b_57_or_it_is_staked_at_the_same_time_as_the_blackjack_wager() -> None:
    opened = open_house(BOOK, WITH_BLACKJACK)
    assert [spot.key for spot in spots(opened)] == ["blackjack", "bust-bonanza"]
    assert usual_stakes(opened) == {"blackjack": 100, "bust-bonanza": 500}
    assert spot_told(opened).placed == "before the deal"
    bets = {"blackjack": 10, "bust-bonanza": 5}
    table = deal(BOOK, WITH_BLACKJACK, "10s 6h 9d 10c Kh", bets, ["stand"])
    assert results(table)[-1] == "bust-bonanza $5: 6, bust, $10 back"


def test_30_2115_1_b_57_and_nobody_is_offered_it_after_the_deal() -> None:
    ten: Stakes = {"blackjack": 10}
    table = deal(BOOK, WITH_BLACKJACK, "10s 6h 9d 10c Kh", ten, ["stand"])
    assert not [line for line in told(table) if "bust-bonanza" in line]


def spot_told(opened: Open) -> WagerView:
    """The spot as a browser is told of it."""
    return next(each for each in wagers_of(opened, {}) if each.key == "bust-bonanza")


def progressive(table: str, stake: int, **choices: str) -> House:
    chosen = {"B-64": "not paid"} | {k.replace("_", "-"): v for k, v in choices.items()}
    return replace(CO, wagers={"trilux-progressive": Choice(table, stake=stake, choices=chosen)})


def told_of(table: Table) -> str:
    return next(x for x in results(table) if x.startswith("trilux-progressive"))


def test_30_2115_7_progressive_01_ak_q_in_spades_takes_the_meter_and_the_dealer_100_dollars() -> (
    None
):
    bets = {"blackjack": 10, "trilux-progressive": 5}
    house = progressive("Pay table 01", 500)
    table = done(BOOK, answer(seat(BOOK, house, "As Qs Ks 7c", bets)))
    assert told_of(table).startswith("trilux-progressive $5: Mini-Royal (Spades) - AK/Q")
    paid = next(e for e in table.log if isinstance(e, SlipValidated))
    assert paid.cents == 1_000_120  # $10,000 and 24% of the wager
    assert envy(table) == [(10_000, "dealer")]
    other = seat(BOOK, house, "Qs As Ks 7c", bets)  # any order
    assert other.pending
    assert told_of(other) == "trilux-progressive $5: Mini-Royal (Any Order), $1250 back"


def test_30_2115_3_b_63_table_05_waits_for_the_hole_card_or_is_settled_after_the_deal() -> None:
    bets = {"blackjack": 10, "trilux-progressive": 5}
    waits = deal(BOOK, progressive("Pay table 05", 500), "2s Kh 9d Ac", bets)
    assert [x.split(" $")[0] for x in results(waits)] == ["trilux-progressive", "blackjack"]
    assert told(waits)[4] == "the dealer turns Ac"
    assert told_of(waits) == "trilux-progressive $5: Dealer Blackjack, $5 back"
    house = progressive("Pay table 05", 500, B_63="after the deal")
    early = deal(BOOK, house, "2s Kh 9d Ac", bets)
    assert told(early)[4] == "trilux-progressive $5: Dealer Blackjack, $5 back"


def test_30_2115_7_b_64_is_asked_of_table_07_alone() -> None:
    """Tables 01 and 05 print three of a kind, and 06 has its own lines for it."""
    for name, stake in (("01", 500), ("05", 500), ("06", 100)):
        filed = Choice(f"Pay table {name}", stake=stake)
        assert open_house(BOOK, replace(CO, wagers={"trilux-progressive": filed}))
    game = BOOK.game("colorado/trilux-blackjack")
    lesson = file_house(BOOK, game, Wish(6, ["trilux-progressive=Pay table 01"]))
    assert "B-64" not in lesson.opened.house.readings
    lesson = file_house(BOOK, game, Wish(6, ["trilux-progressive=Pay table 07"]))
    assert lesson.opened.house.readings["B-64"] == "not paid"


def test_30_2115_7_b_64_table_07_prints_no_three_of_a_kind() -> None:
    bets = {"blackjack": 10, "trilux-progressive": 1}
    with pytest.raises(NotAllowed, match="choose reading B-64"):
        open_house(
            BOOK, replace(CO, wagers={"trilux-progressive": Choice("Pay table 07", stake=100)})
        )
    house = progressive("Pay table 07", 100, B_64="not paid")
    assert told_of(seat(BOOK, house, "7s 7h 7d 9c", bets)).endswith("no hand, $0 back")
    assert told_of(seat(BOOK, house, "7s 7s 7s 9c", bets)).endswith("Flush, $2 back")
    paid = progressive("Pay table 07", 100, B_64="25 for 1")
    assert told_of(seat(BOOK, paid, "7s 7h 7d 9c", bets)).endswith("$25 back")
