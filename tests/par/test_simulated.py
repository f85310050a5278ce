"""`pitboss par --simulate`: an estimate that says so, and that holds what can be worked out.

Seeds are fixed; a figure is judged by its z, which must be below 4.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections import defaultdict
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

import pitboss
from pitboss.analysis import simulated_sheet
from pitboss.analysis.policies import decision
from pitboss.analysis.setting import Setting, setting
from pitboss.analysis.sheet import prove
from pitboss.analysis.simulated_sheet import SimulatedSheet, simulate
from pitboss.errors import NotAllowed, NotProved
from pitboss.hands import Total
from pitboss.rulebook.load import Rulebook, load
from tests.agreement.designer import HEAD, Written
from tests.conftest import Ask
from tests.soak import soak

SURE = 4
REFUSED = {
    "twin": Written(("player.hand",), (("twins", 9),)),
    "royal-love": Written(("player.hand",), (('holds_suited("K Q")', 20),)),
    "heart-above": Written(
        ("player.hand", "dealer.upcard"), (("player.suited and upcard.in_suit(hearts)", 10),)
    ),
}
"""Key → a wager on a hand that grows that no method counts."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = tmp_path_factory.mktemp("rules")
    (made / "south_dakota").mkdir()
    text = HEAD + "\n" + "\n".join(each.toml(key) for key, each in REFUSED.items())
    (made / "south_dakota" / "own.toml").write_text(text, "utf-8")
    return made


@pytest.fixture(scope="module")
def designers(folder: Path) -> Rulebook:
    return load(folder)


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return pitboss.load()


def of_first_line(made: SimulatedSheet, chance: Fraction) -> float:
    """Deviations of the first line's frequency from a chance that was worked out apart."""
    off = made.outcomes[0].probability - chance
    return float(off) / math.sqrt(chance * (1 - chance) / made.settled)


# -- what cannot be proved ------------------------------------------------------------------------


def never_hit(key: str, decks: int) -> Fraction:
    """The chance of each refused hand in the first two cards, and the upcard where it is seen."""
    whole, suit = 52 * decks, 13 * decks
    match key:
        case "twin":  # any card, and one of those like it
            return Fraction(decks - 1, whole - 1)
        case "royal-love":  # a king and the queen of its suit, in either order
            return Fraction(2 * 4 * decks * decks, math.perm(whole, 2))
        case _:  # two of a suit below a heart: hearts themselves, or another suit
            ways = math.perm(suit, 3) + 3 * math.perm(suit, 2) * suit
            return Fraction(ways, math.perm(whole, 3))


@pytest.mark.parametrize(("decks", "rounds"), [(2, 1_000), soak(2, 10_000), soak(6, 10_000)])
@pytest.mark.parametrize("key", REFUSED)
def test_an_estimate_of_what_is_refused_holds_the_closed_form(
    designers: Rulebook, key: str, decks: int, rounds: int
) -> None:
    asked = setting(designers, f"south_dakota/{key}", decks=decks, terms={"policy": "never hit"})
    with pytest.raises(NotProved):
        prove(asked)
    made = simulate(designers, asked, rounds, seed=11)
    assert made.proof is None
    assert made.unproved
    assert abs(of_first_line(made, never_hit(key, decks))) < SURE


@pytest.mark.parametrize("rounds", [1_000, soak(20_000)])
def test_an_estimate_by_basic_strategy_holds_what_a_short_program_works_out(
    designers: Rulebook, rounds: int
) -> None:
    """No peek and no double: the player's cards and the upcard decide, and no other card."""
    rules = {"peek": "none", "double_on": "never", "soft_17": "stand"}
    asked = setting(designers, "south_dakota/twin", decks=2, terms=rules)
    made = simulate(designers, asked, rounds)
    assert abs(of_first_line(made, twins_by_basic_strategy(2))) < SURE


def twins_by_basic_strategy(decks: int) -> Fraction:
    """Two cards alike in a hand that is hit and stood on by the chart."""
    text = files("pitboss.analysis").joinpath("basic_strategy.toml").read_text("utf-8")
    chart = tomllib.loads(text)["stand_on_soft_17"]

    def stands(ranks: tuple[int, ...], upcard: int) -> bool:
        hard = sum(min(rank, 10) for rank in ranks)
        soft = 1 in ranks and hard <= 11
        points = hard + 10 * soft
        if points >= 21:
            return True
        row = min(max(points, 12), 19) if soft else min(max(points, 8), 17)
        letter = chart["soft" if soft else "hard"][str(row)][(min(upcard, 10) - 2) % 10]
        return letter in "Sd"

    @cache
    def of_rank(many: int, is_upcard: bool) -> Fraction:
        """The chance that so many cards of a rank are all of different suits."""
        piles = [decks] * 4
        piles[0] -= is_upcard  # the upcard is of some suit; which one is all the same
        ways = [1]  # ways to take so many cards, each of another suit
        for pile in piles:
            ways = [a + b * pile for a, b in zip([*ways, 0], [0, *ways], strict=True)]
        taken = ways[many] if many < len(ways) else 0
        return Fraction(taken, math.comb(sum(piles), many))

    def apart(ranks: tuple[int, ...], upcard: int) -> Fraction:
        """The chance that no two cards of these ranks are of one suit too."""
        return math.prod(
            (of_rank(ranks.count(rank), rank == upcard) for rank in {*ranks}), start=Fraction(1)
        )

    twins = Fraction(0)
    for upcard in range(1, 11):  # a ten stands for every court card
        hands: dict[tuple[int, ...], Fraction] = {(): Fraction(4 if upcard == 10 else 1, 13)}
        while hands:
            longer: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
            for ranks, chance in hands.items():
                if len(ranks) >= 2 and stands(ranks, upcard):
                    twins += chance * (1 - apart(ranks, upcard))
                    continue
                left = 52 * decks - 1 - len(ranks)
                for rank in range(1, 14):
                    there = 4 * decks - ranks.count(rank) - (rank == upcard)
                    if there:
                        longer[tuple(sorted((*ranks, rank)))] += chance * Fraction(there, left)
            hands = longer
    return twins


def test_the_refusal_ends_with_what_to_do(ask: Ask, folder: Path) -> None:
    status, out, err = ask("par", "south_dakota/twin", "--rulebook", str(folder))
    assert (status, out) == (2, "")
    assert err == (
        "pitboss: Twin cannot be proved exactly: 'twins' asks for ranks and suits together, card "
        "by card. pitboss par south_dakota/twin --simulate 1000000 gives an estimate with its "
        "error.\n"
    )
    _, out, _ = ask("rules", "check", "--rulebook", str(folder))
    said = " ".join(out.split())
    assert "pitboss par south_dakota/twin --simulate 1000000 gives an estimate" in said


# -- what can be proved ---------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [1_000, soak(5_000)])
@pytest.mark.parametrize(
    ("wager", "rules"),
    [
        ("colorado/21-plus-3", {}),
        ("colorado/straight-jack", {}),
        ("colorado/straight-jack", {"policy": "never hit"}),
        soak("colorado/buffalo-2-bust-bonus", {}),
        ("colorado/buffalo-2-bust-bonus", {"policy": "on upcard 6"}),
        ("colorado/ante-bonus", {}),
        soak("colorado/straight-jack", {"soft_17": "stand"}),
        ("pennsylvania/buster-blackjack", {}),
        soak("new_hampshire/three-card-poker", {}),
    ],
)
def test_what_is_proved_stands_beside_it_and_agrees(
    book: Rulebook, wager: str, rules: dict[str, str], rounds: int
) -> None:
    made = simulate(book, setting(book, wager, terms=rules), rounds, seed=5)
    assert made.proof is not None
    assert made.z is not None
    assert abs(made.z) < SURE
    for line in made.outcomes:
        chance, z = made.proved(line), made.z_of(line)
        if chance is not None and z is not None and chance * made.settled >= 10:
            assert abs(z) < SURE, line.name


def test_a_progressive_is_without_what_its_meter_pays(ask: Ask, book: Rulebook) -> None:
    asked = setting(book, "colorado/trilux-progressive", table="06", decks=6)
    made = simulate(book, asked, 500)
    assert made.proof is not None
    fixed = sum(each.ways * each.fixed for each in made.outcomes)
    assert made.returns.value == fixed / made.settled
    assert made.shares == {("progressive", Fraction(1)): made.outcomes[0].ways}
    words = ("--table", "06", "--decks", "6", "--simulate", "500")
    _, out, _ = ask("par", "colorado/trilux-progressive", *words)
    assert "meters apart" in out
    assert "No figure includes what meters pay" in out
    told = json.loads(ask("par", "colorado/trilux-progressive", *words, "--json")[1])
    assert told["without_meters"] is True
    assert told["meters"][0]["meter"] == "progressive"
    assert told["meters"][0]["share"] == "1/1"


def test_only_rounds_in_which_it_could_be_placed_count(book: Rulebook) -> None:
    """One card in thirteen is a six."""
    rules = {"policy": "on upcard 6"}
    made = simulate(book, setting(book, "colorado/buffalo-2-bust-bonus", terms=rules), 1_000)
    assert made.settled < made.rounds / 6
    assert made.returns.error > 0


# -- seeds, and what cannot be --------------------------------------------------------------------


def test_a_seed_gives_the_same_sheet_however_it_is_played(
    monkeypatch: pytest.MonkeyPatch, book: Rulebook
) -> None:
    asked = setting(book, "colorado/21-plus-3")
    once = simulate(book, asked, 300, seed=7)
    assert simulate(book, asked, 300, seed=7).outcomes == once.outcomes
    assert simulate(book, asked, 300, seed=8).outcomes != once.outcomes
    monkeypatch.setattr(simulated_sheet, "PART", 70)
    played: list[int] = []
    assert simulate(book, asked, 300, 7, jobs=2, step=played.append).outcomes == once.outcomes
    assert sorted(played) == [20, 70, 70, 70, 70]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--simulate 0", "A simulated sheet needs at least 100 rounds, not 0."),
        ("--simulate -5", "A simulated sheet needs at least 100 rounds, not -5."),
        ("--simulate many", "--simulate takes a whole number, not 'many'."),
        ("--simulate 500 --csv -", "leave out --csv."),
        ("--simulate 500 --html a.html --pdf a.pdf", "leave out --html and --pdf."),
        ("--simulate 500 --removal", "leave out --removal."),
        ("--simulate 500 --shoe 6d", "leave out --shoe."),
        ("--simulate 500 --jobs 0", "--jobs must be 1 or more, not 0."),
        ("--seed 3", "--seed and --jobs need --simulate."),
    ],
)
def test_what_cannot_be_has_one_message(ask: Ask, words: str, says: str) -> None:
    status, out, err = ask("par", "colorado/21-plus-3", *words.split())
    assert status != 0
    assert out == ""
    assert says in err
    assert err.count("pitboss: ") == 1


def asked_for(book: Rulebook, wager: str, **said: str) -> Setting:
    return setting(book, wager, terms=said)


@pytest.mark.parametrize(
    ("wager", "rules", "says"),
    [
        ("colorado/straight-jack", {"policy": "for this wager"}, "known only where it is proved"),
        ("pennsylvania/blackjack-match-envy", {}, "pays on the hands of other boxes"),
        ("pennsylvania/must-hit-by", {}, "is not decided by cards"),
        ("new_hampshire/blackjack-ante", {}, "settled by the dealer's procedure"),
        ("pennsylvania/lucky-aces", {}, "it needs an automated table"),
    ],
)
def test_what_one_box_does_not_show_is_refused(
    book: Rulebook, wager: str, rules: dict[str, str], says: str
) -> None:
    with pytest.raises(NotAllowed, match=says):
        simulate(book, asked_for(book, wager, **rules), 500)


# -- what it says of itself -----------------------------------------------------------------------


def test_it_never_claims_to_be_exact(ask: Ask, folder: Path) -> None:
    for wager in ("south_dakota/twin", "colorado/21-plus-3", "crown-treasure"):
        words = ("par", wager, "--simulate", "200", "--seed", "9", "--rulebook", str(folder))
        status, out, err = ask(*words)
        assert (status, err) == (0, "")
        head = "Simulated, not proved: 200 rounds, seed 9; ± is one standard error"
        assert out.splitlines()[2] == head
        told = ask(*words, "--json")[1]
        assert "exact" not in out.lower() + told.lower()


@pytest.mark.parametrize("width", [80, soak(120)])
@pytest.mark.parametrize(
    "wager", ["colorado/trilux-progressive", "colorado/buffalo-2-bust-bonus", "jackpot-party"]
)
def test_it_fits(ask: Ask, monkeypatch: pytest.MonkeyPatch, wager: str, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    status, out, err = ask("par", wager, "--simulate", "200")
    assert (status, err) == (0, "")
    assert max(map(len, out.splitlines())) <= width
    assert "…" not in out


def test_json_labels_every_estimate(ask: Ask) -> None:
    _, out, _ = ask("par", "colorado/21-plus-3", "--simulate", "2000", "--seed", "2", "--json")
    made = json.loads(out)
    assert made["schema"] == "pitboss.par.simulated/1"
    assert (made["rounds"], made["seed"], made["settled"]) == (2_000, 2, 2_000)
    assert sum(line["times"] for line in made["lines"]) == 2_000
    for each in (*made["lines"], *made["figures"].values()):
        low, high = each["interval_95"]
        assert low < each["estimate"] < high
        assert each["standard_error"] > 0
    line = made["lines"][-1]
    assert line["estimate"] == line["times"] / line["of"]
    assert set(made["proved"]) == {"edge", "return", "hit_frequency", "z", "show"}
    assert made["proved"]["edge"] == "4059/125333"
    assert made["not_proved"] is None


def test_what_never_came_is_bounded_and_not_nothing(ask: Ask) -> None:
    """Three in so many: 1 − (1 − 3/n)ⁿ is 95 %."""
    _, out, _ = ask("par", "crown-treasure", "--simulate", "500", "--json")
    made = json.loads(out)
    assert made["lines"][0]["show"]["frequency"] == "below 0.6%"
    assert made["lines"][0]["standard_error"] is None
    assert made["figures"]["return"]["show"]["interval_95"] == "not known"


def test_a_play_that_nobody_knows_is_refused() -> None:
    with pytest.raises(NotAllowed, match="There is no play called 'allways hit'"):
        decision("allways hit", hit_soft_17=False)
    assert decision("on upcard A", hit_soft_17=False)(Total(12, False), False, 10) == "hit"
