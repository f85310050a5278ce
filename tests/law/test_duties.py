"""What must be posted, approved or inspected before a table opens: one register, by paragraph."""

import json
from dataclasses import replace

import pytest

from pitboss.errors import NotAllowed, UnknownName
from pitboss.library.open_table import open_table
from pitboss.rulebook.duties import register
from pitboss.rulebook.load import load
from pitboss.rulebook.schema import Jurisdiction
from pitboss.table.houses.house import Choice, House, logged_settings
from pitboss.table.houses.opening import open_house

BOOK = load()
PAIRS = House("pennsylvania", wagers={"perfect-pairs": Choice("Paytable A")})
FILED = (
    "pennsylvania approval",
    "blackjack layout",
    "blackjack inspection",
    "perfect-pairs layout",
)


def cites(game: str) -> set[str]:
    """The paragraphs of every duty of a game with all its wagers."""
    found = BOOK.game(game)
    wagers = [BOOK.wager(f"{found.jurisdiction}/{key}") for key in found.wagers]
    return {duty.cite for duty in register(BOOK, found, wagers)}


def test_633c_1_a_a_house_that_has_not_posted_its_layout_is_refused_with_the_clause() -> None:
    open_house(BOOK, replace(PAIRS, acknowledged=FILED))
    with pytest.raises(NotAllowed) as error:
        open_house(BOOK, replace(PAIRS, acknowledged=FILED[:3]))
    assert str(error.value) == (
        "58 Pa. Code § 633c.1(a): acknowledge first: 'perfect-pairs layout' (on the layout): The "
        "layout has a separate area for this wager for each player, and is approved beforehand."
    )


def test_everything_that_is_missing_is_named_at_once() -> None:
    with pytest.raises(NotAllowed) as error:
        open_house(BOOK, replace(PAIRS, acknowledged=()))
    for key in FILED:
        assert repr(key) in str(error.value)
    for clause in ("58 Pa. Code § 601a.2", "58 Pa. Code § 601a.10(a)", "58 Pa. Code § 633a.2"):
        assert clause in str(error.value)


def test_a_duty_that_the_table_does_not_have_is_refused_by_name() -> None:
    with pytest.raises(UnknownName, match="perfect-pairs layout"):
        open_house(BOOK, replace(PAIRS, acknowledged=("perfect-pair layout",)))


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("colorado/21-hold-em", {"30-2104(1)", "30-2104(13)(b)"}),
        ("colorado/blackjack-switch", {"30-2105(1)", "30-2105(10)"}),
        ("colorado/ante-up-21", {"30-2106(1)", "30-2106(2)", "30-2106(14)(a)"}),
        (
            "colorado/21-plus-3-blackjack",
            {
                "30-2107, Opening procedures intro",
                "30-2107, Start of game (2)",
                "30-2107, Start of game (3)",
            },
        ),
        ("colorado/golden-21-blackjack", {"30-2108(1)", "30-2108, Golden 21 Poker wager (3)"}),
        ("colorado/straight-jack-blackjack", {"30-2109(3)"}),
        ("colorado/straight-jack-progressive-blackjack", {"30-2110(2)", "30-2110(3)"}),
        ("colorado/3-card-21-n-done", {"30-2111(1)", "30-2111(2)", "30-2111(4)"}),
        ("colorado/pai-jack", {"30-2112(1)", "30-2112(2)", "30-2112(5)"}),
        ("colorado/buffalo-blackjack-bonus-2", {f"30-2113({n})" for n in (1, 2, 3, 6, 8, 10)}),
        ("colorado/buffalo-blackjack-bonus-3", {f"30-2114({n})" for n in (1, 2, 3, 6, 7, 9)}),
        ("colorado/trilux-blackjack", {"30-2115(1)", "30-2115(1)(c)"}),
        ("colorado/blackjack-burnout", {"30-899.25(1)"}),
        ("colorado/3-card-shine", {"30-1099.52(1)", "30-1099.52(2)", "30-1099.52(16)"}),
    ],
)
def test_colorado_layouts_limits_and_pay_tables(game: str, expected: set[str]) -> None:
    assert {f"1 CCR 207-1, {each}" for each in expected} <= cites(game)


@pytest.mark.parametrize(
    ("wager", "paragraphs"),
    [
        ("perfect-pairs", "633c.1(a)"),
        ("jackpot-party", "633c.2(c) 633c.2(d) 605a.7"),
        ("match-the-dealer", "633c.3(c) 633c.3(d) 605a.7"),
        ("switch-hands-ante", "633c.4(a)(1)"),
        ("buzzer-beater", "633c.5(c)(3)"),
        ("super-4", "633c.6(c) 633c.6(d) 605a.7"),
        ("top-3", "633c.7(b)"),
        ("lucky-aces", "633c.8(b)"),
        ("blazing-7s", "633c.9(a) 633c.9(a)(1) 605a.7"),
        ("blackjack-match", "633c.10(c) 633c.10(d) 605a.7"),
        ("trilux-deluxe", "633c.11(b)"),
        ("axman", "633c.12(b)"),
        ("buster-blackjack", "633c.13(b)"),
        ("must-hit-by", "633c.14(b) 605a.7"),
        ("upcard-luck", "633c.15(c)"),
    ],
)
def test_pennsylvania_layouts_systems_and_signs_are_approved(wager: str, paragraphs: str) -> None:
    game = BOOK.game("pennsylvania/blackjack")
    found = register(BOOK, game, [BOOK.wager(f"pennsylvania/{wager}")])
    mine = [duty.cite for duty in found if duty.of == f"pennsylvania/{wager}"]
    assert mine == [f"58 Pa. Code § {each}" for each in paragraphs.split()]


def test_633c_5_a_hybrid_table_has_its_layout_icon_reader_inspection_and_shuffle() -> None:
    want = ("(a)", "(b)", "(c)(2)", "(d)", "(e)", "(i)", "(j)")
    assert {f"58 Pa. Code § 633c.5{at}" for at in want} <= cites("pennsylvania/hybrid-blackjack")


def test_633c_4_a_and_633c_5_c_1_games_with_a_layout_of_their_own() -> None:
    assert "58 Pa. Code § 633c.4(a)" in cites("pennsylvania/switch-hands")
    assert "58 Pa. Code § 633c.5(c)(1)" in cites("pennsylvania/hybrid-blackjack-no-hole-card")


def test_south_dakota_posts_its_rules_and_limits() -> None:
    want = {"ARSD 20:18:15:31", "ARSD 20:18:12.01:08.01", "ARSD 20:18:19:01"}
    assert want <= cites("south_dakota/trilux-blackjack")


def test_new_hampshire_deals_an_approved_procedure() -> None:
    assert "N.H. Admin. Rules Lot 7206.07" in cites("new_hampshire/blackjack")


@pytest.mark.parametrize("paragraph", ["equipment: list", "method: opening", "method: shuffle"])
def test_new_hampshire_has_its_equipment_inspection_and_shuffle(paragraph: str) -> None:
    found = [each for each in cites("new_hampshire/blackjack") if each.endswith(f", {paragraph}")]
    assert len(found) == 1


def test_every_duty_is_a_paragraph_that_the_rulebook_has() -> None:
    for entry in (*BOOK.entries, *BOOK.jurisdictions.values()):
        said = {clause.at for clause in entry.clauses}
        if not isinstance(entry, Jurisdiction):
            said |= {clause.at for clause in BOOK.section_of(entry).clauses}
            said |= {clause.at for clause in BOOK.jurisdictions[entry.jurisdiction].clauses}
        assert {*entry.duties.values()} <= said, entry.key


def test_the_usual_house_acknowledges_all_and_its_log_says_so() -> None:
    table = open_table("pennsylvania/blackjack", wagers="perfect-pairs", seed=1)
    assert [duty.key for duty in table.duties] == [*FILED]
    assert '"acknowledged":["all"]' in table.table.opened.house.to_json()


def test_the_house_of_a_log_made_before_the_register_is_read() -> None:
    old = json.loads(PAIRS.to_json())
    del old["acknowledged"]
    assert open_house(BOOK, logged_settings(json.dumps(old)), logged=True).duties
