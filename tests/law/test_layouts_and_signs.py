"""What each paragraph asks for on the cloth, on a sign and behind the rules icon."""

from dataclasses import replace
from datetime import date
from functools import cache

import pytest

from pitboss.analysis.numbers import Form
from pitboss.documents.cloth import draw
from pitboss.documents.layout import LayoutPlan, required_marks
from pitboss.documents.table_pieces import pieces_form, rules_icon
from pitboss.money import show_money
from pitboss.rulebook.load import Rulebook, load
from pitboss.submission.first_submission import demonstration
from pitboss.submission.records import FiledTable, Submission
from pitboss.table.houses.default_house import Wish, file_house
from pitboss.table.houses.house import Choice, House
from pitboss.table.houses.opening import Open, open_house

PA, CO = "58 Pa. Code § 633c", "1 CCR 207-1, 30-"


@cache
def law() -> Rulebook:
    return load()


@cache
def opened_with(named: str) -> Open:
    """A table that offers a wager."""
    game = law().game(f"{named.partition('/')[0]}/blackjack")
    key = named.partition("/")[2]
    needs = [need for need in law().wager(named).requires if need == "three-card-poker"]
    return file_house(law(), game, Wish(wagers=[*needs, key])).opened


@cache
def opened_at(game: str) -> Open:
    """The demonstration table of a game."""
    tables = demonstration(law()).tables
    return next(
        open_house(law(), table.house)
        for table in tables
        if f"{table.house.jurisdiction}/{table.house.game}" == game
    )


def layout(opened: Open) -> LayoutPlan:
    return required_marks(opened, "Riverbend")


def on_the_cloth(plan: LayoutPlan) -> dict[str, set[int]]:
    """What is printed → at which boxes."""
    made: dict[str, set[int]] = {}
    for mark in draw(plan).marks:
        made.setdefault(mark.name, set()).add(mark.box)
    return made


def marks(opened: Open, *kinds: str) -> dict[str, str]:
    """What is asked for, of these kinds → the clause that asks for it."""
    return {mark.says: mark.cite for mark in layout(opened).of(*kinds)}


# -- areas of wagers -------------------------------------------------------------------------------

AREAS = {
    "perfect-pairs": ("PERFECT PAIRS", f"{PA}.1(a)"),
    "top-3": ("TOP 3", f"{PA}.7(b)"),
    "trilux-deluxe": ("TRILUX DELUXE", f"{PA}.11(b)"),
    "axman": ("AXMAN", f"{PA}.12(b)"),
    "buster-blackjack": ("BUSTER BLACKJACK", f"{PA}.13(b)"),
    "upcard-luck": ("UPCARD LUCK", f"{PA}.15(c)"),
}
SENSORS = {
    "jackpot-party": ("JACKPOT PARTY", f"{PA}.2(c)"),
    "match-the-dealer": ("MATCH THE DEALER", f"{PA}.3(c)"),
    "super-4": ("SUPER 4", f"{PA}.6(c)"),
    "blazing-7s": ("BLAZING 7'S", f"{PA}.9(a)"),
    "blackjack-match": ("BLACKJACK MATCH", f"{PA}.10(c)"),
}


@pytest.mark.parametrize("wager", AREAS)
def test_pennsylvania_a_wager_has_an_area_for_each_player(wager):
    says, cite = AREAS[wager]
    opened = opened_with(f"pennsylvania/{wager}")
    assert marks(opened, "spot")[says] == cite
    assert on_the_cloth(layout(opened))[says] == {*range(1, opened.house.boxes + 1)}


@pytest.mark.parametrize("wager", SENSORS)
def test_pennsylvania_a_progressive_has_an_area_and_a_sensor_for_each_player(wager):
    says, cite = SENSORS[wager]
    opened = opened_with(f"pennsylvania/{wager}")
    assert marks(opened, "sensor")[says] == cite
    assert on_the_cloth(layout(opened))[says] == {*range(1, opened.house.boxes + 1)}


def test_633c_8_b_an_automated_table_has_an_electronic_area_for_lucky_aces():
    wagers = {"lucky-aces": Choice("Paytable A")}
    opened = open_house(law(), House("pennsylvania", automated=True, wagers=wagers))
    assert marks(opened, "spot")["LUCKY ACES"] == f"{PA}.8(b)"
    assert on_the_cloth(layout(opened))["LUCKY ACES"] == {*range(1, 8)}


# -- layouts of games ------------------------------------------------------------------------------


def test_633c_4_a_switch_hands_has_its_areas_and_inscriptions():
    opened = opened_at("pennsylvania/switch-hands")
    there = on_the_cloth(layout(opened))
    boxes = {*range(1, opened.house.boxes + 1)}
    assert marks(opened, "spot")["ANTE"] == f"{PA}.4(a)(1)"
    assert there["ANTE"] == boxes
    assert there["ANTE $1 FOR EVERY $5 BET"] == {0}
    assert marks(opened, "box place") == {"SWITCH CARDS": f"{PA}.4(a)(2)"}
    assert there["SWITCH CARDS"] == boxes
    words = "SWITCH HANDS COLORED OR SUITED BLACKJACKS PAY 2 TO 1"
    assert marks(opened, "line")[words] == f"{PA}.4(a)(3)"
    assert there[words] == {0}


def test_633c_5_b_a_hybrid_table_has_the_houses_name_and_five_boxes():
    there = on_the_cloth(layout(opened_at("pennsylvania/hybrid-blackjack")))
    assert {*there} == {"RIVERBEND", "PLAYER 1", "PLAYER 2", "PLAYER 3", "DEALER", "COMMUNITY"}


OWN = {
    "21-hold-em": ("21-HOLD 'EM", "04(1)"),
    "blackjack-switch": ("BLACKJACK SWITCH", "05(1)"),
    "ante-up-21": ("ANTE UP 21", "06(1)"),
    "golden-21-blackjack": ("GOLDEN 21 POKER", "08(1)"),
    "3-card-21-n-done": ('3 CARD 21 "N" DONE', "11(1)"),
    "buffalo-blackjack-bonus-2": ("BUFFALO BLACKJACK BONUS 2", "13(1)"),
    "buffalo-blackjack-bonus-3": ("BUFFALO BLACKJACK BONUS 3", "14(1)"),
}


@pytest.mark.parametrize("game", OWN)
def test_colorado_a_game_is_played_on_its_own_layout(game):
    says, cite = OWN[game]
    opened = opened_at(f"colorado/{game}")
    assert marks(opened, "odds", "line")[says] == f"{CO}21{cite}"
    assert says in on_the_cloth(layout(opened))


def test_30_899_25_1_and_30_1099_52_1_have_their_own_style_of_layout():
    burnout = marks(opened_at("colorado/blackjack-burnout"), "line")
    assert burnout == {"BLACKJACK BURNOUT": f"{CO}899.25(1)"}
    shine = opened_at("colorado/3-card-shine")
    assert marks(shine, "odds") == {"3 CARD SHINE": f"{CO}1099.52(1)"}
    assert {*on_the_cloth(layout(shine))} >= {"ANTE", "PLAY", "PAIR XXX", "SUPER 6"}


def test_30_2112_1_pai_jack_has_places_for_both_hands():
    opened = opened_at("colorado/pai-jack")
    assert marks(opened, "box place") == {
        "THREE CARD HIGH": f"{CO}2112(7)",
        "TWO CARD LOW": f"{CO}2112(6)",
    }
    assert marks(opened, "main") == {"PAI JACK": f"{CO}2112(2)"}


# -- signs -----------------------------------------------------------------------------------------


@cache
def form(game: str, wager: str = "") -> Form:
    opened = opened_with(wager) if wager else opened_at(game)
    table = FiledTable("T-01", opened.house)
    filed = Submission("Riverbend", "colorado", 1, date(2027, 2, 1), (table,))
    return pieces_form(law(), filed, table, opened, {}, date(2027, 1, 15))


SIGNS = [
    "21-hold-em",
    "blackjack-switch",
    "ante-up-21",
    "21-plus-3-blackjack",
    "golden-21-blackjack",
    "3-card-21-n-done",
    "buffalo-blackjack-bonus-2",
    "buffalo-blackjack-bonus-3",
    "trilux-blackjack",
    "3-card-shine",
]


@pytest.mark.parametrize("game", SIGNS)
def test_colorado_a_sign_has_the_limits_and_the_pay_tables_in_use(game):
    said, opened = form(f"colorado/{game}"), opened_at(f"colorado/{game}")
    assert (said["least"], said["most"]) == ("$10", "$500")
    for key, choice in opened.house.wagers.items():
        (wager,) = [each for each in said["wagers"] if each["key"] == key]
        printed = next(
            table for table in opened.offers[key].wager.paytables if table.id == choice.paytable
        )
        rows = [row for row in printed.rows if row.in_force(opened.offers[key].choices)]
        assert [hand for hand, _, _ in wager["rows"]] == [row.outcome for row in rows]
        odds = [str(row.pays_under(opened.offers[key].choices)) for row in rows]
        assert [pays for _, pays, _ in wager["rows"]] == odds
        fixed = choice.stake and show_money(choice.stake)
        limits = f"{show_money(choice.least)} to {show_money(choice.most)}"
        equal = opened.offers[key].wager.stake.equals  # of the 3 Card Bonus, 30-2111(2)
        assert wager["stake"] == (
            f"equal to the {equal.replace('-', ' ')} stake" if equal else fixed or limits
        )


def test_30_2107_start_3_a_sign_has_the_aggregate_payout_limit():
    opened = opened_at("colorado/21-plus-3-blackjack")
    wagers = {**opened.house.wagers}
    wagers["21-plus-3"] = replace(wagers["21-plus-3"], aggregate=2_500_000)
    table = FiledTable("T-01", replace(opened.house, wagers=wagers))
    filed = Submission("Riverbend", "colorado", 1, date(2027, 2, 1), (table,))
    said = pieces_form(law(), filed, table, open_house(law(), table.house), {}, date(2027, 1, 15))
    assert (
        "All winners of 21+3 in a round together are paid at most $25,000 (aggregate payout limit)."
        in said["notices"]
    )


def test_30_2115_1_c_a_sign_has_the_restrictions_on_tips():
    opened = opened_at("colorado/trilux-blackjack")
    house = replace(opened.house, terms={**opened.house.terms, "tip_limits": "$5"})
    table = FiledTable("T-01", house)
    filed = Submission("Riverbend", "colorado", 1, date(2027, 2, 1), (table,))
    said = pieces_form(law(), filed, table, open_house(law(), house), {}, date(2027, 1, 15))
    assert "Bets for the dealer: at most $5." in said["notices"]


def test_633c_14_b_a_sign_says_that_the_mystery_bonus_is_offered():
    notices = form("", "pennsylvania/must-hit-by")["notices"]
    assert any(each.startswith("Must-Hit-By: hits between $") for each in notices)


def test_633c_5_c_the_rules_icon_says_odds_soft_17_insurance_clock_and_buzzer_beater():
    text = rules_icon(form("pennsylvania/hybrid-blackjack"))
    assert text.split("\n")[1:4] == [
        "Blackjack pays 3 to 2",
        "Insurance pays 2 to 1",
        "Dealer stands on all 17s",
    ]
    assert "When the clock runs out: stand" in text
    assert "Buzzer Beater ($1 to $100)" in text
    offered = opened_at("pennsylvania/hybrid-blackjack").offers["buzzer-beater"]
    rows = [row for row in offered.table.rows if row.in_force(offered.choices)]
    assert len(rows) >= 8
    odds = [f"  {row.outcome}: {row.pays_under(offered.choices)}" for row in rows]
    assert [line for line in odds if line not in text] == []


def test_new_hampshire_rules_conduct_no_bets_among_players_and_the_house_governs_conduct():
    """The rules of play that are filed, and the card of the dealer, who has to enforce both."""
    rules = form("new_hampshire/blackjack")["rules"]
    said = [rule["says"] for topic in rules["topics"] for rule in topic["rules"]]
    assert "Players may not bet among themselves." in said
    (conduct,) = [words for at, words in rules["steps"] if at == "rules: conduct"]
    assert "house rules govern conduct" in conduct
