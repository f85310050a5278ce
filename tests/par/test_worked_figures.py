"""The worked examples of the standard, figure by figure."""

import hashlib
import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import pitboss
from pitboss.analysis.numbers import exact
from pitboss.analysis.setting import setting
from pitboss.analysis.sheet import prove
from pitboss.cards import DECK, Shoe
from pitboss.sheets.par_form import form
from pitboss.sheets.sheet_comparisons import removal, spot_correlation
from pitboss.wagers.card_reader import outcome

Form = dict[str, Any]


@pytest.fixture(scope="module")
def three(book: pitboss.Rulebook) -> Form:
    return form(book, prove(setting(book, "colorado/21-plus-3", decks=6)))


@pytest.fixture(scope="module")
def trilux(book: pitboss.Rulebook) -> Form:
    return form(book, prove(setting(book, "colorado/trilux-progressive", table="06", decks=6)))


def test_21_plus_3_exact(three: Form) -> None:
    assert three["return"] == "121274/125333"
    assert three["house_edge"] == "4059/125333"
    assert three["hit_frequency"] == "60637/626665"
    assert three["variance"] == "137288959344/15708360889"
    assert three["total"] == 5_013_320
    assert [(o["name"], o["ways"]) for o in three["outcomes"]] == [
        ("Straight Flush", 10_368),
        ("3 of a Kind", 26_312),
        ("Straight", 155_520),
        ("Flush", 292_896),
        ("Loses", 4_528_224),
    ]
    assert three["outcomes"][-1]["pays"] == "loss"


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("return", "96.7614%"),
        ("house_edge", "3.2386%"),
        ("hit_frequency", "9.6761%"),
        ("hit_one_in", "10.33"),
        ("variance", "8.739865"),
        ("sd", "2.956326"),
        ("volatility_index", "4.8627"),
        ("coefficient", "91.28"),
        ("skewness", "2.7280"),
        ("excess_kurtosis", "5.4418"),
        ("rounds_to_one_percent", "335,739"),
        ("rounds_house_ahead", "32,011"),
        ("liability", "9 × the stake"),
    ],
)
def test_21_plus_3_shown(three: Form, key: str, shown: str) -> None:
    assert three["show"][key] == shown


def test_21_plus_3_lines(three: Form) -> None:
    lines = [o["show"] for o in three["outcomes"]]
    assert [x["probability"] for x in lines] == [
        "0.00206809",
        "0.00524842",
        "0.03102136",
        "0.05842356",
        "0.90323857",
    ]
    assert [x["one_in"] for x in lines] == ["483.54", "190.53", "32.24", "17.12", "1.11"]
    assert [x["net"] for x in lines] == [
        "+1.8613%",
        "+4.7236%",
        "+27.9192%",
        "+52.5812%",
        "−90.3239%",
    ]


def test_21_plus_3_hold(three: Form) -> None:
    limits = [(h["wagers"], h["show"]["low"], h["show"]["high"]) for h in three["hold"]]
    assert limits == [
        (10**3, "", ""),  # a straight flush comes twice: no normal limits
        (10**4, "−2.56%", "9.03%"),
        (10**5, "1.41%", "5.07%"),
        (10**6, "2.66%", "3.82%"),
        (10**7, "3.06%", "3.42%"),
    ]


def test_21_plus_3_elsewhere(three: Form) -> None:
    decks = {d["decks"]: d["show"] for d in three["sensitivity"]["decks"]}
    assert decks == {
        2: "7.2618%",
        4: "4.2439%",
        5: "3.6407%",
        6: "3.2386%",
        7: "2.9514%",
        8: "2.7360%",
    }
    effects = {e["words"]: e["show"] for e in three["removal"]["effects"]}
    assert effects == {"2, K, A": "+0.0837", "3–Q": "−0.0251"}
    assert three["removal"]["check"] == "0/1"
    assert three["show_correlation"] == "−0.001665"


def test_trilux_progressive(trilux: Form) -> None:
    meter = trilux["meters"]["progressive"]
    assert trilux["split"]["show"] == {
        "fixed": "56.8878%",
        "seed": "3.1915%",
        "increment": "17.0000%",
        "house": "22.9207%",
        "long_run": "77.0793%",
        "reserve": "0.0000%",
    }
    assert trilux["split"]["long_run"] == "9660581/12533300"
    assert (meter["seed"], meter["break_even"], meter["mean"]) == (
        "2000.00",
        "27016.90",
        "12653.30",
    )
    assert meter["coefficient"] == meter["jackpot"] == "2/125333"
    assert meter["show"]["cycle"] == "62,666.5"
    assert meter["show_reach"] == {"chance": "9.55%", "wagers": "147,159"}
    assert [(q["won"], q["show"]["meter"], q["wagers"]) for q in meter["quantiles"]] == [
        ("5%", "$2,546.55", 3_215),
        ("50%", "$9,384.29", 43_437),
        ("95%", "$33,914.27", 187_731),
    ]
    stops = [(a["show"]["meter"], a["show"]["return"], a["show"]["sd"]) for a in trilux["along"]]
    assert stops == [
        ("$2,000", "60.0793%", "8.474"),
        ("$10,000", "72.8453%", "40.045"),
        ("$12,653.30", "77.0793%", "50.623"),
        ("$20,000", "88.8028%", "79.941"),
        ("$27,016.90", "100.0000%", "107.958"),
    ]
    assert trilux["outcomes"][0]["show"]["long_run"] == "20.1915%"
    lasting = sum((Fraction(o["long_run"]) for o in trilux["outcomes"]), Fraction(0))
    assert lasting == Fraction(trilux["split"]["long_run"])


def test_long_run_at_eight_decks(book: pitboss.Rulebook) -> None:
    eight = form(book, prove(setting(book, "trilux-progressive", table="06", decks=8)), "bare")
    assert eight["split"]["long_run"] == "5836307/7445100"
    assert eight["meters"]["progressive"]["break_even"] == "22531.86"


def test_the_return_at_break_even_is_one(book: pitboss.Rulebook) -> None:
    asked = setting(
        book, "trilux-progressive", table="06", decks=6, meters={"progressive": "27016.90"}
    )
    assert form(book, prove(asked), "bare")["return"] == "1/1"


# correlation, against every deal of a small shoe


def test_correlation_by_brute_force(book: pitboss.Rulebook) -> None:
    shoe = Shoe(tuple(1 if i in (0, 1, 4, 5, 8, 9, 12) else 0 for i in range(52)))
    base = setting(book, "colorado/21-plus-3", decks=6)
    sheet = prove(replace(base, pack=shoe))
    cards = [c for c in DECK if shoe.counts[c.index]]
    gross = {line.outcome: line.pays.ratio + 1 for line in base.offer.lines}

    def worth(two: tuple[Any, ...], up: Any) -> Fraction:
        held = (*two, up)
        line = outcome(base.offer, {"player": two, "upcard": (up,), "shown": held, "": held})
        return gross[line.outcome] if line else Fraction(0)

    both = total = Fraction(0)
    for up in cards:
        rest = [c for c in cards if c != up]
        for a in rest:
            for b in (c for c in rest if c != a):
                left = [c for c in rest if c not in (a, b)]
                for c in left:
                    for d in (x for x in left if x != c):
                        both += worth((a, b), up) * worth((c, d), up)
                        total += 1
    assert spot_correlation(sheet) == (both / total - sheet.returns**2) / sheet.variance


# the machine form


def no_floats(value: Any) -> bool:
    match value:
        case float():
            return False
        case dict():
            return all(no_floats(v) for v in value.values())
        case list():
            return all(map(no_floats, value))
    return True


def is_exact(value: object) -> bool:
    """A fraction in lowest terms, written "n/d"."""
    return isinstance(value, str) and value == exact(Fraction(value))


@pytest.mark.parametrize(
    "name",
    [
        "colorado/21-plus-3",
        "colorado/trilux-progressive",
        "pennsylvania/jackpot-party",
        "pennsylvania/super-4",
        "pennsylvania/super-4-mystery",
        "pennsylvania/crown-treasure",
        "pennsylvania/blackjack-match-envy",
        "colorado/21-plus-3-progressive",
        "pennsylvania/blazing-7s",
        "pennsylvania/match-the-dealer",
    ],
)
def test_form_holds_together(book: pitboss.Rulebook, name: str) -> None:
    sheet = prove(setting(book, name))
    made = form(book, sheet, "bare")
    assert no_floats(made)
    assert set(made) >= {"id", "section", "table", "decks", "rules", "readings", "digest"}
    assert all(is_exact(made[k]) for k in ("return", "house_edge", "hit_frequency", "variance"))
    for line in made["outcomes"]:
        assert (type(line["name"]), type(line["pays"]), type(line["ways"])) == (str, str, int)
        assert is_exact(line["probability"])
    for meter in made["meters"].values():
        assert is_exact(meter["coefficient"])
        assert {type(meter["seed"]), type(meter["break_even"])} <= {str, type(None)}
    assert sum(o["ways"] for o in made["outcomes"]) == made["total"]
    assert [o["lost"] for o in made["outcomes"]].count(True) == 1
    assert made["outcomes"][-1]["lost"]
    assert sum((Fraction(o["return"]) for o in made["outcomes"]), Fraction(0)) == Fraction(
        made["return"]
    )
    assert Fraction(made["return"]) + Fraction(made["house_edge"]) == sheet.at_risk
    bare = {k: v for k, v in made.items() if k != "digest"}
    text = json.dumps(bare, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert made["digest"] == hashlib.sha256(text.encode()).hexdigest()
    assert form(book, sheet, "bare") == made


def test_a_bonus_costs_the_house(book: pitboss.Rulebook) -> None:
    made = form(book, prove(setting(book, "crown-treasure")), "bare")
    assert made["kind"] == "bonus"
    assert Fraction(made["house_edge"]) == -Fraction(made["return"]) < 0
    assert "cost to the house" in made["notes"][0]


def test_a_seed_missing_from_the_law_is_stated(book: pitboss.Rulebook) -> None:
    asked = setting(book, "colorado/21-plus-3-progressive", table="PT-BJS-213-02")
    made = form(book, prove(asked), "bare")
    meter = next(iter(made["meters"].values()))
    assert meter["seed"] is None
    assert made["split"] is None
    assert "as zero" in meter["note"]


@pytest.mark.parametrize("name", ["perfect-pairs", "colorado/golden-21-poker", "royal-match-21"])
def test_removals_cancel(book: pitboss.Rulebook, name: str) -> None:
    found = removal(prove(setting(book, name)))
    assert found["must_cancel"]
    assert found["check"] == "0/1"
    assert sum(len(e["cards"]) for e in found["effects"]) == 52
    assert len({e["effect"] for e in found["effects"]}) == len(found["effects"])


# what a sheet may print


def test_30_2115_7_most_won_is_what_can_be_won(book: pitboss.Rulebook) -> None:
    """On a seven the lines are 2 to 1 and, of one suit, 15 to 1: no other line can come."""
    on_seven = setting(book, "bust-bonanza", terms={"policy": "on upcard 7"})
    assert form(book, prove(on_seven), "bare")["show"]["liability_money"] == "$15"
    any_card = prove(setting(book, "bust-bonanza"))
    assert any_card.liability == 50  # an ace up, busted in one suit


def test_the_normal_law_needs_ten_of_the_rarest_line(book: pitboss.Rulebook) -> None:
    """Xtreme pays a straight flush, 10,368 ways of 5,013,320, 30 to 1.

    1.959964² × 9.408684 ÷ 0.133896² is 2,016 wagers: 4 straight flushes, which are too few. One
    point takes 361,431 wagers and sees 747 of them.
    """
    made = form(book, prove(setting(book, "21-plus-3-xtreme", decks=6)), "bare")
    assert made["rounds_house_ahead"] is None
    assert made["show"]["rounds_house_ahead"] == "–"
    assert made["not_normal"] == {
        "rounds_house_ahead": "too few hits of Straight Flush for a normal distribution"
    }
    assert made["rounds_to_one_percent"] == 361_431
    assert made["normal_from"] == 4_836  # 10 × 5,013,320 ÷ 10,368, up
    assert [h["wagers"] for h in made["hold"] if h["normal"]] == [10**4, 10**5, 10**6, 10**7]


def test_no_rounds_are_promised_where_wagers_hang_together(book: pitboss.Rulebook) -> None:
    made = form(book, prove(setting(book, "must-hit-by")), "bare")
    assert made["hold"] == []
    assert (made["rounds_to_one_percent"], made["rounds_house_ahead"]) == (None, None)
    assert made["not_normal"]["rounds_house_ahead"] == "the house has no edge"
    assert "are not independent" in made["not_normal"]["rounds_to_one_percent"]
