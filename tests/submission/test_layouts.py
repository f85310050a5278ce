"""Layouts: every area and inscription that the law asks for, to scale, and what is refused."""

import math
import re
from dataclasses import replace
from datetime import date
from html import unescape

import pytest

from pitboss.documents.areas import areas, around
from pitboss.documents.cloth import Cloth, Letters, draw, layout_faults
from pitboss.documents.drawing import width
from pitboss.documents.layout import LayoutMark, required_marks
from pitboss.documents.layout_sheet import TitleBlock, layout_svg
from pitboss.documents.submission_bundle import title_block
from pitboss.errors import NotAllowed
from pitboss.rulebook.load import Rulebook
from pitboss.server.views.felt_view import fixed_view
from pitboss.submission.file import read
from pitboss.submission.first_submission import demonstration
from pitboss.table.houses.default_house import Wish, file_house
from pitboss.table.houses.opening import Open, open_house
from tests.submission.forms import RIVERBEND


@pytest.fixture(scope="module")
def tables(book: Rulebook) -> dict[str, Open]:
    found = [*demonstration(book).tables, *read(book, RIVERBEND)[0].tables]
    return {table.id: open_house(book, table.house) for table in found}


def test_every_layout_of_the_floor_can_be_drawn(tables: dict[str, Open]) -> None:
    for ident, opened in tables.items():
        plan = required_marks(opened, "Demonstration house")
        assert layout_faults(plan, draw(plan)) == [], ident


ASKED = {
    "pa-blackjack": {
        ("main", "BLACKJACK"),
        ("odds", "BLACKJACK PAYS 3 TO 2"),
        ("insurance", "INSURANCE PAYS 2 TO 1"),
        ("rule", "DEALER SHALL DRAW TO 16 AND STAND ON ALL 17s"),
        ("sensor", "JACKPOT PARTY"),
    },
    "BJ-01": {("spot", "PERFECT PAIRS"), ("sensor", "JACKPOT PARTY")},
    "pa-switch-hands": {
        ("spot", "ANTE"),
        ("line", "ANTE $1 FOR EVERY $5 BET"),
        ("line", "SWITCH HANDS COLORED OR SUITED BLACKJACKS PAY 2 TO 1"),
        ("box place", "SWITCH CARDS"),
    },
    "pa-hybrid-blackjack": {("place", f"PLAYER {n}") for n in (1, 2, 3)}
    | {("place", "DEALER"), ("place", "COMMUNITY"), ("house", "RIVERBEND")},
    "co-21-hold-em": {
        ("main", "B-J"),
        ("spot", "PK"),
        ("spot", "2"),
        ("spot", "3"),
        ("place", "1"),
    },
    "co-ante-up-21": {("main", "21"), ("spot", "ANTE"), ("spot", "BET"), ("spot", "POKER BONUS")},
    "co-pai-jack": {("box place", "THREE CARD HIGH"), ("spot", "PAI JACK BONUS")},
    "co-golden-21-blackjack": {("spot", "GOLDEN 21 POKER")},
    "co-3-card-shine": {
        ("main", "ANTE"),
        ("spot", "PAIR XXX"),
        ("spot", "SUPER 6"),
        ("spot", "PLAY"),
    },
    "sd-blackjack": {("odds", "BLACKJACK PAYS 3 TO 2"), ("insurance", "INSURANCE PAYS 2 TO 1")},
    "nh-blackjack": {("main", "ANTE"), ("spot", "MATCH THE DEALER")},
}


@pytest.mark.parametrize("ident", ASKED)
def test_it_has_what_the_law_asks_for(tables: dict[str, Open], ident: str) -> None:
    plan = required_marks(tables[ident], "Riverbend")
    assert {(mark.kind, mark.says) for mark in plan.marks} >= ASKED[ident]


@pytest.mark.parametrize(
    ("says", "clause"),
    [
        ("BLACKJACK PAYS 3 TO 2", "58 Pa. Code § 633a.2; as § 672a.2(b)(3)(i)"),
        ("INSURANCE PAYS 2 TO 1", "58 Pa. Code § 633a.2; as § 672a.2(b)(3)(ii)"),
        ("PERFECT PAIRS", "58 Pa. Code § 633c.1(a)"),
        ("JACKPOT PARTY", "58 Pa. Code § 633c.2(c)"),
    ],
)
def test_a_missing_mark_is_a_fault_with_its_clause(
    tables: dict[str, Open], says: str, clause: str
) -> None:
    law = required_marks(tables["BJ-01"], "Riverbend")
    short = replace(law, marks=tuple(mark for mark in law.marks if mark.says != says))
    (fault,) = layout_faults(law, draw(short))
    assert fault.startswith(f"{clause}: the layout has no '{says}'")


def test_a_mark_for_a_wager_that_is_not_offered_is_a_fault(tables: dict[str, Open]) -> None:
    law = required_marks(tables["BJ-01"], "Riverbend")
    more = replace(law, marks=(*law.marks, LayoutMark("LUCKY ACES", "§ 633c.8(b)", "spot")))
    (fault,) = layout_faults(law, draw(more))
    assert fault == "the layout has 'LUCKY ACES', which is not offered here."


@pytest.mark.parametrize(
    ("more", "fault"),
    [(1, "the layout has 8 boxes, not 7 as filed."), (-1, "'BLACKJACK' is missing at box 7.")],
)
def test_another_number_of_boxes_is_a_fault(tables: dict[str, Open], more: int, fault: str) -> None:
    law = required_marks(tables["BJ-01"], "Riverbend")
    found = layout_faults(law, draw(replace(law, boxes=law.boxes + more)))
    assert any(each.endswith(fault) for each in found), found


def test_marks_that_touch_leave_the_cloth_or_are_too_small_are_faults() -> None:
    cloth = Cloth()
    cloth.spot(LayoutMark("ONE", "", "spot"), (0, 600), 32, 0, 1)
    cloth.spot(LayoutMark("TWO", "", "spot"), (69, 600), 32, 0, 1)
    cloth.spot(LayoutMark("FAR", "", "spot"), (0, 1080), 32, 0, 1)
    cloth.spot(LayoutMark("S", "", "spot"), (300, 600), 20, 0, 1)
    cloth.spot(LayoutMark("ELEPHANTINE-WAGER", "", "spot"), (-300, 600), 32, 0, 1)
    cloth.arc(LayoutMark("TINY", "", "line"), Letters(5, 8), 500)
    assert {*cloth.faults()} == {
        "ONE at box 1 is closer than 6 mm to TWO at box 1",
        "FAR at box 1 extends past the cloth",
        "S is too small for a chip",
        "the words of ELEPHANTINE-WAGER do not fit it",
        "'TINY' is 3.6 mm high, not 8",
    }


def test_the_sheet_is_to_its_scale(tables: dict[str, Open]) -> None:
    plan = required_marks(tables["BJ-01"], "Riverbend")
    cloth = draw(plan)
    svg = layout_svg(plan, cloth, TitleBlock("Layout", "BJ-01", (), approved=False))
    assert 'width="558.8mm" height="431.8mm" viewBox="0 0 558.8 431.8"' in svg  # ANSI C
    assert 'href="#table" transform="translate(236.0 46.0) scale(0.2)"' in svg  # 1:5
    assert 'id="artwork-1-to-1-mm"' in svg
    assert "2,134 mm (84.0 in)" in svg
    assert "1,880 mm (74.0 in)" in svg
    assert len(re.findall(r'r="51"', svg)) == 7  # a main spot at each box
    assert len(re.findall(r'r="38"', svg)) == 7  # a sensor at each box
    assert "<text" not in "".join(cloth.art)  # letters are outlines


def test_the_words_of_the_title_block_stay_in_their_cells(
    book: Rulebook, tables: dict[str, Open]
) -> None:
    """Also long document numbers and lists of wagers, in the type of the sheet."""
    filed = replace(demonstration(book), name="The Grand Riverbend Casino and Resort")
    for ident, opened in tables.items():
        plan = required_marks(opened, filed.name)
        block = title_block(book, filed, opened, ident, date(2027, 2, 1), plan)
        svg = layout_svg(plan, draw(plan), block)
        cells = [tuple(map(float, found)) for found in re.findall(CELL, svg)]
        assert len(cells) == len(block.cells) + 1
        last = svg[svg.rindex('fill="#eef4f1"') :]
        for x, y, size, words in re.findall(WORDS, last):
            left, base = float(x), float(y)
            inside = [c for c in cells if c[0] < left < c[0] + c[2] and c[1] < base < c[1] + c[3]]
            if base < min(top for _, top, _, _ in cells):
                continue  # the title
            ((start, top, wide, high),) = inside
            assert left + width(unescape(words), float(size)) < start + wide, (ident, words)
            assert base + 0.2 * float(size) < top + high, (ident, words)


CELL = (
    r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" fill="none" '
    r'stroke="#18212b" stroke-width=".35"/>'
)
WORDS = r'<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)"[^>]*>([^<]*)</text>'


def test_the_browsers_felt_says_what_the_drawing_says(tables: dict[str, Open]) -> None:
    """One description: each inscription that a page is sent is on the cloth, in the same words."""
    for ident, opened in tables.items():
        marks = {mark.name for mark in draw(required_marks(opened, "Riverbend")).marks}
        sent = fixed_view(opened).house.layout.model_dump()
        said = [arc["says"] for arc in (*sent["arcs"], sent["line"]) if arc["says"]]
        assert {*said} <= marks, ident
    lines = [arc.says for arc in fixed_view(tables["pa-switch-hands"]).house.layout.arcs]
    assert "ANTE $1 FOR EVERY $5 BET" in lines  # § 633c.4(a)(1)
    assert "BLACKJACK PAYS 3 TO 2" in lines


def test_the_browsers_spots_are_those_of_the_drawing(tables: dict[str, Open]) -> None:
    """Each stake that a page offers has its spot, where the cloth has it at every box."""
    for ident, opened in tables.items():
        sent, view = fixed_view(opened).house.layout.model_dump(), fixed_view(opened)
        assert {w.key for w in view.wagers} == {spot["wager"] for spot in sent["spots"]}, ident
        assert sum(spot["main"] for spot in sent["spots"]) == opened.procedure.spots, ident
        cloth = draw(required_marks(opened, "X"))
        middles = {
            (round(sum(x for x, _ in shape) / 36), round(sum(y for _, y in shape) / 36))
            for mark in cloth.marks
            if mark.box
            for shape in mark.shapes
            if len(shape) == 36
        }
        for angle in sent["boxes"]:
            for spot in sent["spots"]:
                x, y = around(angle, spot["right"], spot["out"], sent["far"])
                assert (round(x), round(y)) in middles, (ident, spot)


def test_every_wager_has_its_spot_on_the_felt(book: Rulebook) -> None:
    """Of those that a table may offer without another side wager."""
    tried = 0
    for wager in book.wagers:
        same_law = [game for game in book.games if game.jurisdiction == wager.jurisdiction]
        games = [game for game in same_law if wager.key in game.wagers]
        if wager.role != "side" or wager.stake.none or not games:
            continue
        try:
            opened = file_house(book, games[0], Wish(wagers=[wager.key])).opened
        except NotAllowed:
            continue
        spots = fixed_view(opened).house.layout.spots
        assert {w.key for w in fixed_view(opened).wagers} == {spot.wager for spot in spots}, (
            wager.id
        )
        tried += 1
    assert tried > 30


def test_from_the_fifth_on_side_spots_are_farther(tables: dict[str, Open]) -> None:
    """Eight fit on the cloth, sensors among them, and none touches another."""
    law = required_marks(tables["BJ-01"], "Riverbend")
    marks = [mark for mark in law.marks if mark.kind not in ("spot", "sensor")]
    kinds = ("spot", "sensor", "spot", "spot", "sensor", "spot", "sensor", "sensor")
    marks += [LayoutMark(f"W {n}", "practice", kind, "$5") for n, kind in enumerate(kinds)]
    plan = replace(law, marks=tuple(marks))
    assert layout_faults(plan, draw(plan)) == []
    distances = [math.hypot(spot.right, spot.out) for spot in areas(plan).spots]
    assert [round(each) for each in distances] == [0, *[104] * 4, *[188] * 4]
