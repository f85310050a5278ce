"""`pitboss par` and `pitboss compare`: what they print, write and refuse."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

import pitboss
from pitboss.analysis.proof_request import ProofRequest, asked_setting
from pitboss.errors import NotAllowed, NotationError
from tests.conftest import Ask
from tests.soak import soak


@pytest.mark.parametrize(
    "arguments",
    [
        ("colorado/21-plus-3",),
        ("colorado/trilux-progressive", "--table", "06"),
        ("jackpot-party", "--decks", "6"),
        soak(("super-4",)),
        ("super-4-mystery",),
        ("crown-treasure",),
        ("blazing-7s", "--term", "policy=never hit"),
        ("colorado/straight-jack", "--brief"),
    ],
)
@pytest.mark.parametrize("width", [80, soak(120)])
def test_sheet_fits(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    status, out, err = ask("par", *arguments)
    assert (status, err) == (0, "")
    assert max(map(len, out.splitlines())) <= width
    assert "…" not in out
    assert ("Method" in out) != ("--brief" in arguments)


def test_headline(ask: Ask) -> None:
    _, out, _ = ask("par", "colorado/21-plus-3", "--decks", "6")
    for figure in ("3.2386%", "96.7614%", "9.6761%", "4059/125333", "−0.001665", "335,739"):
        assert figure in out


def test_json_is_the_stable_form(ask: Ask) -> None:
    _, out, _ = ask("par", "colorado/21-plus-3", "--json")
    made = json.loads(out)
    assert made["schema"] == "pitboss.par/1"
    assert made["readings"] == {"G-10": "in proportion"}
    assert (made["id"], made["section"], made["decks"]) == ("colorado/21-plus-3", "30-2107", 6)
    assert made["rules"] == made["meters"] == {}
    assert made["hypothetical"] is False


@pytest.mark.parametrize("wager", ["buzzer-beater", "pennsylvania/buster-blackjack"])
def test_633a_a_dealer_who_hits_soft_17_is_hypothetical(ask: Ask, wager: str) -> None:
    """The dealer stands on every 17 at all of Pennsylvania's tables: hybrid ones, which alone offer
    Buzzer Beater (58 Pa. Code § 633c.5), and those of ch. 633a, where Buster may be offered.
    """
    _, out, _ = ask("par", wager, "--term", "soft_17=hit", "--json", "--brief")
    made = json.loads(out)
    assert made["hypothetical"] is True
    assert "the dealer may not hit a soft 17" in " ".join(made["notes"])


def test_a_shoe_of_ones_own_is_hypothetical(ask: Ask) -> None:
    _, out, _ = ask("par", "colorado/21-plus-3", "--shoe", "6d - As", "--json")
    made = json.loads(out)
    assert made["hypothetical"] is True
    assert made["decks"] == "6d - As"
    _, out, _ = ask("par", "colorado/21-plus-3", "--shoe", "6d - As", "--brief")
    assert "Hypothetical" in out


def test_rules_readings_and_meters_take_effect(ask: Ask) -> None:
    _, out, _ = ask("par", "blazing-7s", "--option", "third-card=upcard", "--json", "--brief")
    assert json.loads(out)["rules"]["third-card"] == "upcard"
    _, low, _ = ask("par", "trilux-progressive", "--table", "06", "--meter", "10,000", "--json")
    made = json.loads(low)
    assert made["meters"]["progressive"]["amount"] == "10000.00"
    assert made["show"]["return"] == "72.8453%"
    _, out, _ = ask("par", "jackpot-party", "--reading", "D-3=$1 or $5", "--brief", "--json")
    assert json.loads(out)["readings"]["D-3"] == "$1 or $5"


def test_a_meter_that_is_alone_in_its_pay_table_needs_no_name(ask: Ask) -> None:
    """Other tables of Jackpot Party have several meters (58 Pa. Code § 633c.2)."""
    _, out, _ = ask("par", "jackpot-party", "--table", "P1", "--meter", "60000", "--json")
    assert json.loads(out)["meters"]["progressive"]["amount"] == "60000.00"


def test_over_http_an_option_is_named_as_in_a_query(book: pitboss.Rulebook) -> None:
    with pytest.raises(NotAllowed, match="as in meter=star:5"):
        asked_setting(book, ProofRequest("super-4", meters=["5"]))
    with pytest.raises(NotationError, match=r"^term takes KEY:VALUE"):
        asked_setting(book, ProofRequest("super-4", terms=["x="]))


def test_a_main_wager_does_not_read_as_the_house_edge_of_its_game(ask: Ask, tmp_path: Path) -> None:
    """A double is one card on the first stake (New Hampshire's blackjack is the only such)."""
    page = tmp_path / "a.html"
    asked = ("par", "new_hampshire/blackjack-ante", "--decks", "6", "--brief")
    _, out, _ = ask(*asked, "--json", "--html", str(page))
    made = json.loads(out)
    missing = "doubles, splits, surrender, insurance"
    assert made["not_covered"].startswith(missing)
    assert "not the whole game" in made["title"]
    assert not any(cell["label"] == "House edge" for cell in made["headline"])
    text = page.read_text(encoding="utf-8")
    _, screen, _ = ask(*asked)
    for shown in (text, " ".join(screen.split())):
        assert made["title"] in shown
        assert made["notes"][0] in shown
        assert "House edge" not in shown
    assert missing in text
    _, compared, _ = ask("compare", "new_hampshire/blackjack-ante", "--decks", "6")
    assert made["notes"][0] in " ".join(compared.split())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("par",), "which wager"),
        (("par", "21-plus-33"), "Did you mean 21-plus-3"),
        (("par", "colorado/21-plus-3", "--decks", "3"), r"30-2107.* 2, 4, 5, 6, 7 or 8 decks"),
        (("par", "colorado/21-plus-3", "--decks", "6", "--shoe", "6d"), "not both"),
        (("par", "colorado/21-plus-3", "--shoe", "1d - As As"), "no As left"),
        (("par", "colorado/21-plus-3", "--shoe", "six"), "not a shoe"),
        (("par", "colorado/21-plus-3", "--reading", "X-1=a"), "No reading or option .* 'X-1'"),
        (("par", "colorado/21-plus-3", "--reading", "G-10=b"), "must be 'in proportion'"),
        (("par", "colorado/21-plus-3", "--reading", "G-10"), "--reading .*KEY=VALUE"),
        (("par", "super-4", "--meter", "5"), r"star, heart.*say which .* as in --meter star=5\."),
        (("par", "colorado/21-plus-3", "--meter", "mega=5"), "has no meter"),
        (("par", "trilux-progressive", "--meter", "mega=5"), "No meter .* 'mega'"),
        (("par", "trilux-progressive", "--meter", "progressive=-5"), "below"),
        (("par", "trilux-progressive", "--meter", "progressive=x"), "not an amount"),
        (("par", "colorado/21-plus-3", "--stake", "$0"), "takes \\$0.01 or more"),
        (("par", "jackpot-party", "--stake", "$7"), r"§ 633c.2.*takes"),
        (("par", "colorado/21-plus-3", "--term", "policy=never hit"), "does not depend on policy"),
        (("par", "blazing-7s", "--term", "policy=always"), "'never hit'"),
        (("par", "blazing-7s", "--term", "colour=red"), "No term is called 'colour'"),
        (("par", "colorado/21-plus-3", "--full", "--brief"), "cannot be combined"),
        (("par", "--all"), "--json"),
        (("par", "--all", "--json", "--csv", "a.csv"), "--json and no other format"),
        (("par", "--all", "--json", "--removal"), "leave out --removal"),
        (("par", "colorado/21-plus-3", "--removal", "--pdf", "a.pdf"), "leave out --removal"),
        (("par", "colorado/21-plus-3", "--removal", "--brief"), "only the effects"),
        (("par", "colorado/21-plus-3", "--removal", "--json", "--csv", "-"), "choose one"),
        (("par", "colorado/21-plus-3", "--pdf", "no/such/folder/x.pdf"), "no folder"),
        (("par", "super-4-mystery", "--removal"), "not decided by cards"),
        (("compare", "colorado/21-plus-3", "--decks", "3"), "30-2107.*not 3"),
        (("compare", "hit-and-run"), "no pay table; the house must set one"),
        (("par", "shine-ante"), r"pays 1 to 1 \(1 CCR 207-1, 30-1099.52\(13\), \(14\)\(A\)\)\. "),
        (("par", "shine-ante"), "strategy for the whole game.*play colorado/3-card-shine --auto"),
        (("compare", "three-card-21"), r"pays 1 to 1 \(1 CCR 207-1, 30-2111 Player rules \(1\)"),
        (("par", "pai-jack-bet"), r"1 to 1 .* and 3 to 2 for a natural \(.*30-2112\(5\)\)"),
        (("par", "ante-up-21-bet"), r"pays 1 to 1 \(1 CCR 207-1, 30-2106\(13\)\(b\)\(i\)\)\. "),
        (("par", "burnout-fee"), "a fee of Blackjack Burnout: no odds pay it"),
        (("par", "21-plus-3-progressive", "--stake", "$50"), r"takes \$1, the amount .* not \$50"),
        (("par", "21-hold-em-third"), "paid by that of 21-hold-em-poker"),
    ],
)
def test_refusals_are_one_line(
    ask: Ask,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    says: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = ask(*arguments)
    assert status == 2
    assert bool(out) == ("--json" in arguments)
    assert err.count("\n") == 1
    assert re.search(says, err)
    assert not list(tmp_path.iterdir())


def test_files(ask: Ask, tmp_path: Path) -> None:
    page, sheet, table = (tmp_path / name for name in ("a.html", "a.pdf", "a.csv"))
    page.write_text("old")
    status, out, err = ask(
        "par", "trilux-progressive", "--table", "06",
        "--html", str(page), "--pdf", str(sheet), "--csv", str(table),
    )  # fmt: skip
    assert (status, err) == (0, "")
    assert out.splitlines() == [f"Wrote {path}" for path in (table, page, sheet)]
    assert sheet.read_bytes().startswith(b"%PDF")
    text = page.read_text(encoding="utf-8")
    assert "77.0793%" in text
    assert text.count("<svg") == 3
    outside = set(re.findall(r"""(?:src|href)\s*=\s*["']?([^"'#> ]+)|url\(([^#)]+)""", text))
    assert outside == set()
    rows = list(csv.DictReader(io.StringIO(table.read_text(encoding="utf-8"))))
    assert sum(int(r["ways"]) for r in rows[:-1]) == int(rows[-1]["ways"]) == 5_013_320
    assert len(list(tmp_path.iterdir())) == 3


def test_files_are_the_same_each_time(ask: Ask, tmp_path: Path) -> None:
    for name in ("1", "2"):
        page, sheet = tmp_path / f"{name}.html", tmp_path / f"{name}.pdf"
        ask("par", "perfect-pairs", "--html", str(page), "--pdf", str(sheet))
    for kind in ("html", "pdf"):
        first, second = ((tmp_path / f"{n}.{kind}").read_bytes() for n in "12")
        assert first == second


def test_a_failed_write_leaves_the_old_file(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.csv"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pitboss.whole_file.os.replace", full)
    status, _, err = ask("par", "perfect-pairs", "--csv", str(path))
    assert status == 2
    assert "No space left" in err
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.csv"]


def test_csv_on_the_terminal_is_csv_alone(ask: Ask) -> None:
    _, out, _ = ask("par", "perfect-pairs", "--csv", "-")
    assert len(list(csv.DictReader(io.StringIO(out)))) == 5


def test_removal(ask: Ask) -> None:
    _, out, _ = ask("par", "colorado/21-plus-3", "--removal")
    assert re.search(r"\+0\.0837 +12 +2, K, A\n", out)
    assert re.search(r"−0\.0251 +40 +3–Q\n", out)
    assert "Σ n · effect = 0\n" in out


def test_removal_as_csv(ask: Ask, tmp_path: Path) -> None:
    _, out, err = ask("par", "colorado/21-plus-3", "--removal", "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert err == ""
    assert len(rows) == 52
    points = {row["card"]: row["points"] for row in rows}
    assert (points["2c"], points["As"], points["7h"]) == ("+0.0837", "+0.0837", "−0.0251")
    path = tmp_path / "removal.csv"
    _, said, _ = ask("par", "colorado/21-plus-3", "--removal", "--csv", str(path))
    assert said == f"Wrote {path}\n"
    assert path.read_text(encoding="utf-8") == out
    _, both, err = ask("par", "colorado/21-plus-3", "--removal", "--json", "--csv", str(path))
    assert json.loads(both)["check"] == "0/1"
    assert err == f"Wrote {path}\n"


PLAYED = {"basic strategy", "never hit", "for this wager"}


@pytest.mark.parametrize(
    ("wager", "many", "rules"),
    [
        ("pennsylvania/match-the-dealer", 40, {"stake": {"$1", "$5"}}),
        ("colorado/straight-jack", 48, {"policy": PLAYED, "soft_17": {"stand", "hit"}}),
        soak("blazing-7s", 128, {"third-card": {"drawn card", "upcard"}, "policy": PLAYED}),
    ],
)
def test_all_streams_a_line_each(
    ask: Ask, wager: str, many: int, rules: dict[str, set[str]]
) -> None:
    _, out, _ = ask("par", wager, "--all", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert len({line["digest"] for line in lines}) == len(lines) == many
    for key, choices in rules.items():
        assert {line["rules"][key] for line in lines if key in line["rules"]} == choices
    assert all("sensitivity" not in line for line in lines)


@pytest.mark.parametrize(
    ("sort", "falls"),
    [("edge", False), ("hit", True), ("volatility", False), ("return", True)],
)
def test_compare_sorts(ask: Ask, sort: str, falls: bool) -> None:
    from fractions import Fraction

    key = {"edge": "house_edge", "hit": "hit_frequency", "volatility": "variance"}.get(sort, sort)
    _, out, _ = ask("compare", "colorado/trilux-bonus", "--sort", sort, "--json")
    figures = [Fraction(line[key]) for line in json.loads(out)["lines"]]
    assert len(figures) == 43
    assert figures == sorted(figures, reverse=falls)


def test_compare_prints_json_alone_beside_a_file(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "tables.csv"
    _, out, err = ask("compare", "colorado/21-plus-3", "--json", "--csv", str(file))
    assert json.loads(out)["id"] == "colorado/21-plus-3"
    assert err == f"Wrote {file}\n"
    assert file.read_text("utf-8").startswith("table,decks,house_edge")


def test_compare_sorts_by_the_money_that_it_prints(ask: Ask) -> None:
    """Jackpot Party P3 is $1 and wins $9,999; $5 tables win $49,995 (58 Pa. Code § 633c.2)."""
    _, out, _ = ask("compare", "jackpot-party", "--decks", "6", "--sort", "top", "--json")
    lines = json.loads(out)["lines"]
    tops = [float(line["top_money"]) for line in lines]
    assert len({line["stake"] for line in lines}) > 1
    assert tops == sorted(tops, reverse=True)
    assert next(line["show"]["top"] for line in lines) == "$49,995"


def test_compare_draws(ask: Ask) -> None:
    _, out, err = ask("compare", "trilux-progressive", "--decks", "6")
    assert err == ""
    assert max(map(len, out.splitlines())) <= 80
    assert [line.split()[2] for line in out.splitlines() if line.startswith("Pay table")] == [
        "06",
        "05",
        "01",
        "07",
    ]
    _, out, _ = ask("compare", "colorado/trilux-bonus", "--csv", "-")
    assert len(out.splitlines()) == 44


def test_an_edge_below_nothing_is_drawn(ask: Ask) -> None:
    shoe = "1d - " + " ".join(f"{rank}{suit}" for rank in "3456789" for suit in "chds")
    status, out, err = ask("par", "colorado/21-plus-3", "--shoe", shoe)
    assert (status, err) == (0, "")
    assert "−" in out.split("Outcomes")[0]


def test_a_sheet_says_that_the_decks_chose_another_pay_table(ask: Ask) -> None:
    """30-2115(7): Pay Table 1 is for two decks."""
    note = "Dealt from 6 decks: Pay Table 2. Pay Table 1, the first pay table, is for 2."
    for named, said in (((), True), (("--table", "Pay Table 2"), False)):
        given = ("--decks", "6", "--brief", "--term", "policy=on upcard 6")
        _, out, _ = ask("par", "bust-bonanza", *given, *named)
        assert (note in " ".join(out.split())) is said


def test_the_whole_sheet_has_its_whole_digest(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a screen of 80 columns too; it is that of the JSON with the same parts."""
    monkeypatch.setenv("COLUMNS", "80")
    asked = ("par", "pennsylvania/perfect-pairs", "--full")
    digest = json.loads(ask(*asked, "--json")[1])["digest"]
    assert digest in "".join(ask(*asked)[1].split())
