"""Pure parts of the front end, each module run in a browser as the house serves it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from pitboss.documents.areas import areas, felt
from pitboss.documents.layout import LayoutMark, LayoutPlan
from pitboss.server.tables import practice
from pitboss.server.tables.live_table import AWAY
from pitboss.server.tables.player_session import HOLD
from tests.web.e2e.house import House

Run = Callable[[str, str], Any]
GEOMETRY = "felt/geometry.js"


@pytest.fixture(scope="module")
def run(browser: Browser, house: House) -> Iterator[Run]:
    """What an expression over the exports `m` of a module is."""
    page = browser.new_page(base_url=house.address)
    page.goto("/api/v1/docs")  # a page without scripts of its own
    yield lambda module, expression: page.evaluate(
        f"import('/js/{module}').then((m) => ({expression}))"
    )
    page.close()


def felt_of(boxes: int = 7, sides: int = 0) -> str:
    """What a page is told of a layout, with that many boxes and side spots at each."""
    marks = [
        LayoutMark("MAIN", "", "main", wager="blackjack"),
        *(LayoutMark(f"SIDE {n}", "", "spot", wager=f"side-{n}") for n in range(sides)),
    ]
    return json.dumps(felt(areas(LayoutPlan("standard", boxes, 1, tuple(marks)))))


def wagers(count: int) -> str:
    return json.dumps([{"key": f"side-{n}"} for n in range(count)])


def test_five_boxes_lie_on_the_arc(run: Run) -> None:
    """Box 1 is at the dealer's left, tilted by a third of the angle."""
    boxes = run(GEOMETRY, f"m.seats({felt_of(5)})")
    assert [round(box["x"]) for box in boxes] == [1203, 1015, 720, 425, 237]
    assert [round(box["y"]) for box in boxes] == [247, 435, 506, 435, 247]
    assert [round(box["tilt"], 1) for box in boxes] == [-24.5, -12.2, 0, 12.2, 24.5]
    assert run(GEOMETRY, f"m.seats({felt_of(1)})")[0]["x"] == 720
    assert {box["scale"] for box in run(GEOMETRY, f"m.seats({felt_of(7)})")} == {0.86}


def test_your_box_has_more_room_around_it(run: Run) -> None:
    turns = [box["tilt"] for box in run(GEOMETRY, f"m.seats({felt_of(7)}, new Set([3]))")]
    gaps = [round(b - a, 4) for a, b in pairwise(turns)]
    assert gaps[1] == gaps[2] == pytest.approx(1.35 * gaps[0], rel=1e-3)
    assert gaps[0] == gaps[3] == gaps[4] == gaps[5]


@pytest.mark.parametrize("count", range(13))
def test_spots_do_not_touch(run: Run, count: int) -> None:
    found = run(GEOMETRY, f"m.sideSpots({felt_of(7, count)}, {wagers(count)})")
    spots = found["spots"]
    assert len(spots) == min(count, 8)
    assert found["hidden"] == (count - 7 if count > 8 else 0)
    for n, one in enumerate(spots):
        for other in spots[:n]:
            apart = ((one["x"] - other["x"]) ** 2 + (one["y"] - other["y"]) ** 2) ** 0.5
            assert apart > 50


def test_a_spot_is_where_the_layout_has_its_wager(run: Run) -> None:
    """In whatever order the page lists the wagers."""
    layout = felt_of(7, 4)
    places = {
        each["wager"]: (each["right"], each["out"])
        for each in json.loads(layout)["spots"]
        if not each["main"]
    }
    listed = [f"side-{n}" for n in (2, 0, 3, 1)]
    keys = json.dumps([{"key": key} for key in listed])
    found = run(GEOMETRY, f"m.sideSpots({layout}, {keys}, {{ scale: 1, r: 1 }})")
    assert [(spot["x"], spot["y"]) for spot in found["spots"]] == [places[key] for key in listed]


def test_inscriptions_follow_the_arcs_of_the_layout(run: Run) -> None:
    """Farther from the dealer is lower, and letters keep their distance on a flat screen."""
    layout = json.loads(felt_of())
    arcs = [arc for arc in layout["arcs"] if arc["kind"] in ("odds", "rule", "line")]

    def lowest(arcs: list[Any], flat: str) -> list[float]:
        asked = f"m.arcPaths({json.dumps(layout)}, {json.dumps(arcs)}, {flat})"
        made = [[*map(float, re.findall(r"[\d.]+", path))] for path in run(GEOMETRY, asked)]
        return [(start + 2 * middle + end) / 4 for _, start, _, middle, _, end in made]

    for flat in ("false", "true"):
        found = lowest(arcs, flat)
        assert all(b - a >= 19.9 for a, b in pairwise(found)), found
        farther = [{**arc, "radius": arc["radius"] + 60} for arc in arcs]
        assert lowest(farther, flat)[0] > found[0] + 10


@pytest.mark.parametrize("mine", range(1, 8))
def test_phone_folds_boxes_before_you_to_the_right(run: Run, mine: int) -> None:
    sides = dict(run(GEOMETRY, f"[...m.phoneSeats(7, {mine})]"))
    assert set(sides) == {*range(1, 8)} - {mine}
    right = {number for number, place in sides.items() if place["x"] > 195}
    assert len(right) == 3  # no side has more than it has room for
    near = {number for number in (mine - 2, mine - 1) if number > 0}
    assert near <= right
    assert not {mine + 1, mine + 2} & right


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        *[("5", 500), ("12.50", 1250), ("$1,000", 100_000), ("0.5", 50)],
        *((wrong, None) for wrong in ("", "-5", "abc", "1k", "1.000", "10.005", "1,00")),
    ],
)
def test_amounts_are_read(run: Run, typed: str, cents: int | None) -> None:
    assert run("core/money.js", f"m.parse({json.dumps(typed)})") == cents


def test_amounts_are_written(run: Run) -> None:
    said = run("core/money.js", "[m.money(2500), m.money(1250), m.sum(124000), m.signed(-500)]")
    assert said == ["$25", "$12.50", "$1,240.00", "−$5.00"]
    chance = run("core/money.js", "['10368/5013320', '155520/5013320', '9032/10000'].map(m.chance)")
    assert chance == ["1 in 484", "1 in 32.2", "90.32%"]


@pytest.mark.parametrize("cents", [100, 250, 350, 400, 750, 4500, 61_400, 123_450])
def test_chips_make_the_amount(run: Run, cents: int) -> None:
    assert sum(run("core/money.js", f"m.chips({cents})")) == cents


@pytest.mark.parametrize(
    ("cents", "words"),
    [(4500, "1 green, 4 red"), (1250, "2 red, 1 pink"), (175, "1 white, 75¢")],
)
def test_chips_are_counted_by_their_colors(run: Run, cents: int, words: str) -> None:
    assert run("pages/dealer-panels.js", f"m.countWords({cents})") == words


def test_a_tray_has_the_houses_chips_that_some_spot_takes(run: Run) -> None:
    house = {"house": {"chips": [100, 250, 500, 2500, 10000, 50000, 100000]}}
    pairs, main = {"stake": {"fixed": None, "most": 10_000}}, {"stake": {"most": 50_000}}
    for wagers, last in (([main, pairs], 50_000), ([pairs], 10_000)):
        view = json.dumps({**house, "wagers": wagers})
        assert run("core/money.js", f"m.chipsOf({view})")[-1] == last


def test_stakes_follow_the_rule_of_their_wager(run: Run) -> None:
    rule = {"fixed": None, "equals": "1/5 x blackjack"}
    stakes = {"blackjack": 2500}
    asked = f"0, 500, {json.dumps({'stake': rule})}, {json.dumps(stakes)}"
    assert run("table/drafts.js", f"m.laid({asked})") == 500
    assert run("table/drafts.js", "m.laid(0, 2500, {stake: {fixed: 500}})") == 500
    assert run("table/drafts.js", "m.laid(9000, 2500, {stake: {most: 10000}})") == 11_500


def test_ticks_are_few_and_round(run: Run) -> None:
    ticks = run("pages/plot.js", "m.ticks(0, 860000)")
    assert 3 <= len(ticks) <= 6
    assert all(tick % 10_000 == 0 for tick in ticks)


def felt_table() -> dict[str, str]:
    """The measures in docs/felt.md."""
    text = (Path(__file__).parents[2] / "docs" / "felt.md").read_text()
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", text, re.MULTILINE)
    return {name: value for name, value in rows if name != "measure"}


FILM = """(() => {
  const money = { balance: 0, in_play: 0 };
  const before = {
    dealer: { cards: ["9h", "??"] }, community: [], exposed: [], positions: {}, slips: [],
    meters: [], wagers: [], voided: "", boxes: [], story: [], round: 1, you: money,
    phase: "playing" };
  const step = (what, cards) => ({
    what, box: 0, boxes: [], story: [], ...money, ...(cards ? { dealer: { cards } } : {}) });
  const hand = (n) => ["9h", "2s", ...Array(n).fill("2c")];
  const steps = [step("answer"), step("turn", hand(0))];
  for (let n = 1; n <= DRAWN; n++) steps.push(step("card", hand(n)));
  steps.push(step("result"));
  const frames = m.film(before, { ...before, dealer: { cards: hand(DRAWN) } }, steps);
  return m.lengthOf(frames) / 1000;
})()"""
DRAWS = {"draws no card": 0, "draws one card": 1, "draws two cards": 2, "draws three cards": 3}


def test_a_round_is_as_long_as_the_docs_say(run: Run) -> None:
    """The dealer's hand takes two to four seconds."""
    told = felt_table()
    for words, drawn in (*DRAWS.items(), ("at most", 9)):
        (value,) = (value for name, value in told.items() if name.endswith(words))
        seconds = run("table/timeline.js", FILM.replace("DRAWN", str(drawn)))
        assert f"{seconds:.1f}" == value, words
        assert 2 <= float(value) <= 4
    assert told["seconds after which the seat of a closed page is free"] == str(int(AWAY))


def test_practice_is_as_the_docs_say(run: Run) -> None:
    told = felt_table()
    assert told["most practice tables at a time"] == str(practice.MOST)
    closed = told["seconds after which a practice table that nobody watches is closed"]
    assert closed == str(int(AWAY))
    assert told["hands in a drill"] == str(run("pages/drill-hands.js", "m.HANDS"))
    hours = told["hours for which a player's own limits outlast a restart"]
    assert timedelta(hours=int(hours)) == HOLD


def test_the_bar_of_a_mystery_begins_at_its_seed(run: Run) -> None:
    mystery = {"seed": 5_000_00, "maximum": 10_000_00}
    bars = [
        run("pages/meters.js", f"m.part({json.dumps({**mystery, 'shows': shows})})")
        for shows in (5_000_00, 6_250_00, 10_000_00, 10_000_01)
    ]
    assert bars == [0, 250, 1000, 1000]


def test_a_drill_asks_what_is_hard_and_counts_what_errors_cost(run: Run) -> None:
    """Of these hands one is plain to see; the same seed asks the same hands."""
    kinds = {"soft": ["A 7"], "pairs": ["10 10"], "stiff": ["10 6"]}
    grid = {
        "kinds": [{"key": key, "hands": hands} for key, hands in kinds.items()],
        "upcards": ["9", "10"],
        "values": {
            "A 7": [{"hit": -0.1, "stand": -0.18}, {}],
            "10 6": [{"hit": -0.5, "stand": -0.54}, {"hit": -0.53, "stand": -0.54}],
            "10 10": [{"stand": 0.75, "hit": -0.85}, {"stand": 0.43, "hit": -0.85}],
        },
    }

    def asked(kind: str) -> Any:
        made = run("pages/drill-hands.js", f"m.hardHands({json.dumps(grid)}, '{kind}')")
        return [(each["hand"], each["up"], each["ranked"][0][0]) for each in made]

    assert asked("stiff") == [("10 6", "9", "hit"), ("10 6", "10", "hit")]
    assert asked("all") == [("A 7", "9", "hit"), *asked("stiff")]
    draw = "(() => { const next = m.numbers(7); return [next(), next(), next()]; })()"
    first = run("pages/drill-hands.js", draw)
    assert first == run("pages/drill-hands.js", draw)
    assert len({*first}) == 3
    assert all(0 <= each < 1 for each in first)
    cost = run("pages/drill-hands.js", "m.perHundred({ asked: 20, best: 18, lost: 0.09 })")
    assert cost == pytest.approx(45)  # 9 cents in 20 hands


LAID_OUT = """(() => {
  const place = document.createElement("div");
  m.render(m.html`
    <p>
      Of ${3} lines, all
      ${2} match
      <b>
        here
      </b>
      ${"."}
    </p>
  `, place);
  return place.innerHTML.replaceAll(/<!--.*?-->/g, "");
})()"""


def test_a_word_before_a_line_break_is_not_joined_to_what_follows(run: Run) -> None:
    assert run("core/dom.js", LAID_OUT) == "<p>Of 3 lines, all 2 match <b>here</b>.</p>"


def test_a_question_closes_with_its_page(run: Run) -> None:
    """Nobody answers on the next page what was asked on the last."""
    closed = "m.dialog('Sure?', '', []).then((said) => [said, document.querySelector('dialog')])"
    late = "new Promise((tell) => setTimeout(() => tell('open'), 2000))"
    leave = f"(location.hash = 'elsewhere', Promise.race([{closed}, {late}]))"
    assert run("core/dom.js", leave) == [None, None]


SETTER = """(() => {
  const setter = document.createElement("pit-setter");
  const way = (word) => ({ word, apart: [word], does: "", points: { front: 5, back: 2 } });
  setter.show({ number: 1, may: WAYS.map(way) }, { cards: ["2c", "5d"] }, {});
  const named = [...setter.querySelectorAll(".zlabel")].map((each) => each.textContent.trim());
  return { named, apart: setter.apart, words: setter.tapWords };
})()"""


def test_the_parts_of_a_hand_are_named_as_the_server_names_them(run: Run) -> None:
    """The only way to set it is set at once; of several none is."""
    for ways, apart in ((["2c"], ["2c"]), (["2c", "5d"], [])):
        made = run("table/setter.js", SETTER.replace("WAYS", json.dumps(ways)))
        assert made == {
            "named": ["Front hand · 1 card", "Back hand · 1 card"],
            "apart": apart,
            "words": "Drag or tap 1 card for the back hand.",
        }


STORY = """(() => {
  const story = document.createElement("pit-story");
  const view = { boxes: [], wagers: [], story: ["No more bets."], you: {}, phase: "playing" };
  story.show(view, new Set(), {});
  return [...story.querySelectorAll(".told li")].map((each) => each.textContent.trim());
})()"""


def test_every_line_of_the_story_is_shown(run: Run) -> None:
    assert run("table/story.js", STORY) == ["No more bets."]


LAID = """(() => {
  const story = document.createElement("pit-story");
  const view = { boxes: [], wagers: [], story: [], you: { in_play: 0 }, phase: "idle" };
  story.show(view, new Set(), { laid: 1200 });
  return story.querySelector("footer span").textContent;
})()"""


def test_laid_chips_are_in_play(run: Run) -> None:
    assert run("table/story.js", LAID) == "$12 in play"


@pytest.mark.parametrize(
    ("hand", "dealer", "words"),
    [
        (["Ac 3d", 14, True, False], ["Ah ??", 11], "soft 14 against an ace"),
        (["Ac Kd", 21, True, True], ["Ah ??", 11], "a blackjack against an ace"),
        (["8c 8d", 16, False, False], ["Kh ??", 10], "16 against a 10"),
        (["9c 8d", 17, False, False], ["8h ??", 8], "17 against an 8"),
        (["9c Ad Ah", 21, True, False], ["8h 9d", 17], "21 against 17"),
        (["9c 8d", 17, False, False], ["", None], "17"),
    ],
)
def test_a_hand_is_said_as_at_a_table(
    run: Run, hand: list[Any], dealer: list[Any], words: str
) -> None:
    """An ace is an ace, a total with an ace as eleven is soft, and a natural is blackjack."""
    _, total, soft, natural = hand
    cards, shows = dealer
    mine = json.dumps({"total": total, "soft": soft, "natural": natural})
    theirs = json.dumps({"cards": cards.split(), "total": shows})
    assert run("table/words.js", f"m.againstWords([{mine}], {theirs})") == words


@pytest.mark.parametrize(
    ("totals", "words"), [("true", "Poker, 14 against a 6"), ("false", "Poker")]
)
def test_a_question_says_a_total_only_if_it_is_about_it(run: Run, totals: str, words: str) -> None:
    asked = f"{{ of: 'box 1', question: 'poker', totals: {totals} }}"
    seat = (
        "{ handOf: () => ({ total: 14 }), mine: new Set([1]),"
        " view: { dealer: { cards: ['6h', '??'], total: 6 } } }"
    )
    found = run("table/seat.js", f"m.PitSeat.prototype.turnWords.call({seat}, {asked})")
    assert found == words


def test_a_question_about_all_hands_of_a_box_says_the_total_of_each(run: Run) -> None:
    asked = "{ of: 'box 1 hand 1', box: 1, of_all: true, question: 'switch', totals: true }"
    seat = (
        "{ boxOf: () => ({ hands: [{ total: 16 }, { total: 15 }] }), mine: new Set([1]),"
        " view: { dealer: { cards: ['Td', '??'], total: 10 } } }"
    )
    found = run("table/seat.js", f"m.PitSeat.prototype.turnWords.call({seat}, {asked})")
    assert found == "Switch, 16 and 15 against a 10"


BESIDE = """(() => {
  const story = document.createElement("pit-story");
  const box = { number: 1, results: [], stakes: { main: 1000, ante: 1000 },
    hands: [{ cards: ["6h", "Kh"], total: 16 }] };
  const wagers = ["main", "ante"].map((key) =>
    ({ key, name: key, kind: "main", settles: "when both hands are known" }));
  const view = { boxes: [box], wagers, story: [], you: {}, phase: "playing",
    dealer: { cards: ["Js", "??"], total: 10 } };
  story.show(view, new Set([1]), {});
  return [...story.querySelectorAll("li.is-open > span")].map((each) => each.textContent);
})()"""


def test_only_the_main_stake_waits_for_a_total(run: Run) -> None:
    """The ante beside it is on the same cards at poker."""
    assert run("table/story.js", BESIDE) == [
        "Your 16 against a 10.",
        "Open: to be settled when both hands are known.",
    ]


FINISHED = """(() => {
  const story = document.createElement("pit-story");
  const result = (hand, back) => ({ on: "main", name: "Main", words: "18", came_to: "", cards: [],
    hand, cents: 1000, back });
  const box = { number: 1, results: [result(1, 2000), result(2, 0), result(2, 0)], stakes: {} };
  const view = { boxes: [box], wagers: [], story: [], you: {}, phase: PHASE };
  story.show(view, new Set([1]), { narrow: NARROW });
  return story.innerText.replaceAll(/\\s+/g, " ");
})()"""


@pytest.mark.parametrize("narrow", ["true", "false"])
def test_a_finished_round_is_told_by_its_net(run: Run, narrow: str) -> None:
    """Not by its best wager; and each hand of a box has its number."""

    def told(phase: str) -> str:
        asked = FINISHED.replace("PHASE", f"'{phase}'").replace("NARROW", narrow)
        return " ".join(run("table/story.js", asked).split())

    over, playing = told("idle"), told("playing")
    assert "so far" not in over.lower()
    assert "This round" in over
    assert "−$10.00" in over
    assert "so far" in playing.lower()
    if narrow == "false":
        assert "Main, hand 1" in over
        assert "Main, hand 2" in over
