"""The `pitboss rules` commands: what they answer, their JSON, and how they refuse."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.cli import run
from pitboss.cli.paytables import families
from pitboss.rulebook.diff import differences
from pitboss.rulebook.load import LAW, read_all
from pitboss.rulebook.search import near_words, pattern, search, select
from tests.conftest import Ask
from tests.soak import first, soak

ROOT = Path(__file__).resolve().parents[2]


def pitboss_process(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "pitboss", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "80", **more},
        capture_output=True,
        text=True,
        timeout=60,
    )


# listing


def test_rules_lists_every_entry(ask: Ask, book: pitboss.Rulebook) -> None:
    status, out, err = ask("rules")
    assert (status, err) == (0, "")
    assert "Pennsylvania  58 Pa. Code" in out
    assert f"{len(book.wagers)} wagers and {len(book.games)} games" in out
    shown = [line.split()[0] for line in out.splitlines() if line.strip()]
    assert [e.key for e in book.entries if shown.count(e.key) == 0] == []  # whole, in a pipe


def test_rules_fit_the_terminal(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    out = ask("rules")[1]
    assert max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in out.splitlines()) <= 80


def ids(entries: Iterable[pitboss.Wager | pitboss.Game]) -> set[str]:
    return {entry.id for entry in entries}


def test_rules_are_filtered(book: pitboss.Rulebook) -> None:
    assert {e.jurisdiction for e in select(book, where="New Hampshire")} == {"new_hampshire"}
    assert ids(select(book, kind="game")) == ids(book.games)
    assert ids(select(book, decks=2)) == ids(e for e in book.entries if 2 in e.decks)
    meters = ids(select(book, progressive=True))
    assert "pennsylvania/jackpot-party" in meters
    assert meters ^ ids(select(book, progressive=False)) == ids(book.wagers)
    both = ids(select(book, where="colorado", progressive=True))
    assert both == {each for each in meters if each.startswith("colorado/")}


def test_rules_of_a_game_are_its_wagers(book: pitboss.Rulebook) -> None:
    found = select(book, game="blackjack-switch")
    assert {"super-match", "buster-blackjack"} <= {w.key for w in found}
    assert all(isinstance(w, pitboss.Wager) for w in found)


def test_an_empty_result_is_reported(ask: Ask) -> None:
    nothing = ("rules", "--jurisdiction", "nh", "--progressive")
    status, out, _ = ask(*nothing)
    assert (status, out) == (
        0,
        "Nothing in the rulebook matches. Leave out a condition and try again.\n",
    )
    assert ask(*nothing, "--json")[1] == "[]\n"


def test_only_tables_for_the_decks_are_counted(ask: Ask, book: pitboss.Rulebook) -> None:
    for six in (t.decks for w in book.wagers for t in w.paytables):
        assert six
    tables = sum(6 in t.decks for w in book.wagers for t in w.paytables)
    assert f", {tables} pay tables for 6 decks;" in ask("rules", "--decks", "6")[1]
    rules = json.loads(ask("rules", "--decks", "6", "--json")[1])
    assert sum(len(rule["paytables"]) for rule in rules) == tables


@pytest.mark.parametrize("letters", ["PA", "co", "sd", "nh", "Pennsylvania"])
def test_letters_stand_for_a_jurisdiction(ask: Ask, letters: str) -> None:
    rules = json.loads(ask("rules", "--jurisdiction", letters, "--json")[1])
    assert len({rule["jurisdiction"] for rule in rules}) == 1


def test_list_and_help_are_understood(ask: Ask) -> None:
    assert ask("rules", "list", "--decks", "6") == ask("rules", "--decks", "6")
    assert ask("rules", "help") == ask("rules", "--help")
    assert ask("help") == ask("--help")


# JSON

NEEDED = {
    "id", "kind", "name", "jurisdiction", "section", "cite", "decks", "paytables", "options",
    "readings",
}  # fmt: skip


def all_rules(ask: Ask) -> list[dict[str, Any]]:
    status, out, err = ask("rules", "--json")
    assert (status, err) == (0, "")
    rules: list[dict[str, Any]] = json.loads(out)
    return rules


def test_json_has_its_stable_shape(ask: Ask, book: pitboss.Rulebook) -> None:
    rules = all_rules(ask)
    assert [r["id"] for r in rules] == [e.id for e in book.entries]
    for rule in rules:
        assert set(rule) >= NEEDED
        assert rule["kind"] in ("wager", "game")
        for table in rule["paytables"]:
            assert set(table) >= {"id", "decks", "stake", "stake_rule", "rows", "meters"}
            assert isinstance(table["stake"], list)
            assert table["stake_rule"]
            for row in table["rows"]:
                by = {"by", "hangs_on", "in_force"} if "by" in row else set()
                assert set(row) - {"choices"} == {"outcome", "pays", "envy"} | by
            for meter in table["meters"]:
                assert set(meter) >= {"name", "seed", "rate", "reserve"}
        for option in rule["options"]:
            shape = {"key", "says", "allowed", "default", "required", "cite"}
            assert set(option) == shape
        for reading in rule["readings"]:
            shape = {"key", "clause", "question", "choices", "default", "confidence", "because"}
            assert set(reading) == shape | {"unplayed", "moves_no_figure"}
            assert reading["default"] in reading["choices"]


def test_json_leaves_nothing_out(ask: Ask) -> None:
    """Every field of a wager and of a game has its place."""
    for rule in all_rules(ask):
        kind = pitboss.Wager if rule["kind"] == "wager" else pitboss.Game
        assert {f.name for f in fields(kind)} <= set(rule), rule["id"]


def test_json_is_written_as_the_law_prints_it(ask: Ask) -> None:
    """Sections and odds as printed, money as plain decimals, rates as percentages."""
    rules = all_rules(ask)
    sections = {rule["section"] for rule in rules}
    assert {"633a", "633c.2", "30-2115", "20:18:15:30.17", "house procedure"} <= sections
    tables = [table for rule in rules for table in rule["paytables"]]
    pays = {row["pays"] for table in tables for row in table["rows"]}
    assert {"12 to 1", "100% of mega", "$750", "3 to 2", "push", "loss"} <= pays
    assert {str(pitboss.Odds.parse(text)) for text in pays} == pays
    meters = [meter for table in tables for meter in table["meters"]]
    money = [row["envy"] for table in tables for row in table["rows"]]
    money += [stake for t in tables for stake in t["stake"]]
    money += [m.get(what) for m in meters for what in ("seed", "minimum", "maximum")]
    assert all(re.fullmatch(r"\d+\.\d\d", amount) for amount in money if amount is not None)
    rates = {m[what] for m in meters for what in ("rate", "reserve")} - {None}
    assert {"3.75%", "16%"} <= rates
    assert all(re.fullmatch(r"\d+(\.\d+)?%", rate) for rate in rates)
    assert all(("minimum" in meter) == ("maximum" in meter) for meter in meters)


def test_json_of_jackpot_party(ask: Ask) -> None:
    """58 Pa. Code § 633c.2(i), table P1."""
    rule = next(r for r in all_rules(ask) if r["id"] == "pennsylvania/jackpot-party")
    first = rule["paytables"][0]
    assert (first["id"], first["decks"], first["stake"]) == ("P1", [6], ["5.00"])
    assert first["rows"][2] == {"outcome": "Three-of-a-kind", "pays": "150 to 1", "envy": None}
    assert first["meters"] == [
        {"name": "progressive", "seed": "50000.00", "rate": "16%", "reserve": "3.75%"}
    ]
    envies = {row["envy"] for table in rule["paytables"] for row in table["rows"]}
    assert {"3000.00", "1000.00", None} <= envies
    assert len(rule["paytables"]) == 76


def test_json_of_a_mystery_has_its_limits(ask: Ask) -> None:
    """58 Pa. Code § 633c.6(j)."""
    rule = next(r for r in all_rules(ask) if r["id"] == "pennsylvania/super-4-mystery")
    meter = rule["paytables"][0]["meters"][0]
    assert (meter["minimum"], meter["maximum"], meter["rate"]) == ("250.00", "1000.00", "5%")


def test_json_of_a_pay_that_is_chosen(ask: Ask, book: pitboss.Rulebook) -> None:
    rows = [row for r in all_rules(ask) for t in r["paytables"] for row in t["rows"]]
    chosen = [row for row in rows if "choices" in row]
    assert chosen
    for row in chosen:
        if row["by"] in book.readings:
            assert row["pays"] == row["choices"][book.readings[row["by"]].default]


def test_json_of_a_game_has_inherited_terms(ask: Ask, book: pitboss.Rulebook) -> None:
    game = book.find("colorado/blackjack-switch")[0]
    assert isinstance(game, pitboss.Game)
    rule = json.loads(ask("rules", "show", game.id, "--json")[1])[0]
    open_terms = [t.key for t, _ in book.terms_of(game) if not t.is_fixed]
    assert [o["key"] for o in rule["options"]] == open_terms
    sources = {t["key"]: t["from"] for t in rule["terms"]}
    assert sources["natural_pays"] == "colorado/blackjack-switch"
    assert sources["insurance_pays"] == "colorado/blackjack"


# show


def test_show_draws_a_wager(ask: Ask) -> None:
    status, out, _ = ask("rules", "show", "pennsylvania/perfect-pairs")
    assert status == 0
    assert "58 Pa. Code § 633c.1 · in force · effective 2024-05-25" in out
    assert "Paytable A   Paytable B" in out
    assert [line.split() for line in out.splitlines() if "Colored pair  " in line] == [
        ["Colored", "pair", "12", "to", "1", "10", "to", "1"]
    ]
    assert "633c.1 says, paraphrased" in out


def test_show_takes_names_and_every_jurisdiction(ask: Ask) -> None:
    out = ask("rules", "show", "TriLux Bonus")[1]
    assert "colorado/trilux-bonus" in out
    assert "south_dakota/trilux-bonus" in out


@pytest.mark.parametrize("columns", ["60", *map(soak, ("80", "120", "200"))])
def test_show_fits_the_terminal(
    ask: Ask, book: pitboss.Rulebook, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for name in ("jackpot-party", "super-4", "trilux-progressive", "blackjack-switch"):
        out = ask("rules", "show", name)[1]
        assert max(map(len, out.splitlines())) <= int(columns), name
        assert "…" not in out.replace(" … ", "")


def test_every_pay_is_drawn(book: pitboss.Rulebook) -> None:
    for wager in book.wagers:
        drawn = {
            (table.id, row.outcome, str(row.pays))
            for family in families(wager.paytables)
            for column in family.columns
            for table in column.tables
            for key in family.rows
            if (row := column.cells.get(key))
        }
        printed = {(t.id, row.outcome, str(row.pays)) for t in wager.paytables for row in t.rows}
        assert drawn == printed, wager.id


@pytest.mark.parametrize("asked", ["every part", soak("every entry")])
def test_every_entry_can_be_shown(
    ask: Ask, book: pitboss.Rulebook, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    """At least those that have a part which none before them has."""
    monkeypatch.setattr("pitboss.cli.parameters.Setup.book", book)  # it is read once
    seen: set[str] = set()
    for entry in book.entries:
        parts = {each.name for each in fields(entry) if getattr(entry, each.name)}
        parts |= {f"{type(entry).__name__} of {entry.jurisdiction}"}
        if asked == "every part" and parts <= seen:
            continue
        seen |= parts
        status, out, _ = ask("rules", "show", entry.id)
        assert status == 0
        assert entry.id in out
        assert all(reading.key in out for reading in book.readings_of(entry))


def test_show_one_table(ask: Ask) -> None:
    status, out, _ = ask("rules", "show", "jackpot-party", "--table", "p17 option b")
    assert status == 0
    assert "P17 option B" in out
    assert "P17 option A" not in out
    status, _, err = ask("rules", "show", "jackpot-party", "--table", "P17 option X")
    assert status == 2
    assert "Did you mean P17 option" in err
    assert (
        "Did you mean P17 option A, P17 option B or"
        in ask("rules", "show", "jackpot-party", "--table", "p17")[2]
    )
    status, _, err = ask("rules", "show", "blackjack-switch", "--table", "A")
    assert (status, err[:9]) == (2, "pitboss: ")


def test_show_a_game_marks_what_it_inherits(ask: Ask) -> None:
    out = ask("rules", "show", "blackjack-switch")[1]
    assert "Terms of Blackjack (colorado/blackjack), which apply here too" in out
    assert "[secondary]" in out


# search


def test_search_finds_hands_by_their_names(book: pitboss.Rulebook) -> None:
    hits = search(book, "suited blackjack")
    keys = [hit.entry.key for hit in hits]
    assert "blackjack-match" in keys[:4]
    assert "switch-hands" in keys
    first = next(hit for hit in hits if hit.entry.key == "blackjack-match")
    assert "suited Blackjack" in first.matches[0].text


def test_search_by_section_puts_it_first(book: pitboss.Rulebook) -> None:
    assert search(book, "633c.1")[0].entry.key == "perfect-pairs"


def test_search_takes_typographic_signs_like_plain_ones(book: pitboss.Rulebook) -> None:
    assert search(book, "dealer’s 22") == search(book, "dealer's 22") != ()
    assert search(book, "ace–king") == search(book, "ace-king")
    assert near_words(book, "dealer’s 22") == {}, "the number of two digits is known"
    assert (found := pattern("dealer’s 12-16")), "its words are marked whatever sign is in the text"
    assert found.findall("dealer's 12–16") == ["dealer's", "12–16"]


def test_search_shows_context_and_suggests(ask: Ask) -> None:
    out = ask("rules", "search", "suited", "blackjack")[1]
    assert "Blackjack Match  pennsylvania/blackjack-match  633c.10" in out
    status, out, _ = ask("rules", "search", "straigth")
    assert status == 0
    assert "'straigth' does not occur" in out
    assert "straight" in out
    assert ask("rules", "search")[0] == 2


# diff


def test_diff_of_one_wager_in_two_places(ask: Ask) -> None:
    status, out, _ = ask("rules", "diff", "trilux-bonus", "--between", "colorado", "South Dakota")
    assert status == 0
    assert "TRI-01" in out
    assert "Pay tables that only one has" in out


def test_diff_names_each_point(ask: Ask, tmp_path: Path) -> None:
    assert run(["rules", "new", "Twin", "--folder", str(tmp_path)]) == 0
    text = (tmp_path / "twin.toml").read_text()
    changed = text.replace("twin]", "twin-two]").replace("twin.", "twin-two.")
    changed = changed.replace('A = "8 to 1"', 'A = "9 to 1"').replace("[2, 4, 6, 8]", "[6, 8]")
    (tmp_path / "second.toml").write_text(changed.replace(',  B = "6 to 1" }', " }"))
    ask()
    status, out, err = ask(
        "rules", "diff", "own/twin", "own/twin-two", "--rulebook", str(tmp_path), "--json"
    )
    assert (status, err) == (0, "")
    found = {
        (d["table"], d["field"], d["left"], d["right"]) for d in json.loads(out)["differences"]
    }
    assert found == {
        (None, "decks", "2, 4, 6, 8", "6, 8"),
        ("Paytable A", "decks", "2, 4, 6, 8", "6, 8"),
        ("Paytable A", "Pair", "8 to 1", "9 to 1"),
        ("Paytable B", "decks", "2, 4, 6, 8", "6, 8"),
        ("Paytable B", "Pair", "6 to 1", ""),
    }


def test_nothing_differs_from_itself(book: pitboss.Rulebook) -> None:
    for entry in book.entries:
        assert differences(book, entry, entry) == (), entry.id


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["perfect-pairs"], "Name something to compare pennsylvania/perfect-pairs with"),
        (["blackjack"], "Say which two to compare"),
        (["trilux-bonsu", "--between", "colorado", "nowhere"], "Did you mean trilux-bonus"),
        (["trilux-bonus", "--empty-between"], "--empty-between"),
        (["perfect-pairs", "--between", "colorado", "pennsylvania"], "Colorado has no"),
        (["trilux-bonus", "--between", "colorado", "pensylvania"], "Did you mean pennsylvania?"),
        (["blackjack", "colorado/trilux-bonus"], "is ambiguous: choose colorado/blackjack"),
        (["colorado/blackjack", "colorado/trilux-bonus"], "compare two wagers or two games"),
        (["trilux-bonus", "x", "--between", "a", "b"], "not both"),
    ],
)
def test_diff_refuses(ask: Ask, arguments: list[str], said: str) -> None:
    status, out, err = ask("rules", "diff", *arguments)
    assert (status, out) == (2, "")
    assert said in err


# check


def test_the_law_can_be_read_without_fault() -> None:
    assert read_all()[1] == ()


def test_check_reports_findings_and_counts(ask: Ask, tmp_path: Path) -> None:
    run(["rules", "new", "Lucky", "--folder", str(tmp_path)])
    path = tmp_path / "lucky.toml"
    path.write_text(path.read_text().replace("[2, 4, 6, 8]", "[1, 2]"))
    ask()
    said = ask("rules", "check", str(path))[1]
    assert f"{path}:32: own/lucky: Paytable A: Suited pair cannot happen" in said
    assert said.endswith(
        "1 file: 1 wager, 0 games, 2 pay tables, 0 readings. No faults, 2 findings.\n"
    )
    path.write_text(path.read_text().replace('"highest"', '"one class only"'))
    status, said, _ = ask("rules", "check", str(path))
    assert status == 1
    assert f"{path}:32: lucky, Paytable A: Suited pair and Pair claim the same hand" in said
    told = json.loads(ask("rules", "check", str(path), "--json")[1])
    assert told["findings"][0]["wager"] == "own/lucky"
    assert told["counts"]["paytables"] == 2


# usage


def test_plain_pitboss_gives_three_things_to_try(ask: Ask) -> None:
    status, out, _ = ask()
    assert status == 0
    tries = [line.strip() for line in out.splitlines() if line.startswith("  pitboss ")]
    assert len(tries) == 3
    for line in tries:
        assert ask(*(word.strip('"') for word in line.split()[1:]))[0] == 0


@pytest.mark.parametrize(
    "command", ["", "show", "readings", "search", "diff", "check", "new", "coverage"]
)
def test_help_has_an_example_that_works(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    status, out, err = ask("rules", *command.split(), "--help")
    assert (status, err) == (0, "")
    assert "--json" in out
    examples = re.findall(r"^  pitboss (rules.*)$", out, re.MULTILINE)
    assert examples
    monkeypatch.chdir(tmp_path)
    if command == "check":  # to check the law takes long; the file must be there first
        examples = ["rules new lucky-sevens", *examples[1:]]
    for example in examples:
        assert ask(*shlex.split(example))[0] == 0, example


def test_an_interrupt_is_quiet(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(import_module("pitboss.rulebook.load"), "load", interrupted)
    assert ask("rules") == (130, "", "")


def test_version(ask: Ask) -> None:
    assert ask("--version") == (0, f"{pitboss.__version__}\n", "")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("ruls", "No command is called 'ruls'. Did you mean rules?"),
        ("nonsense", "strategy, simulate, play, replay, verify or serve."),
        ("db nonsense", "No command is called 'nonsense'. Choose migrate, check, head"),
        ("rules shwo perfect-pairs", "No command is called 'shwo'. Did you mean rules show?"),
        ("rules perfect-pairs", "To see one entry: pitboss rules show perfect-pairs"),
        ("rules show", "Say which name, as in: pitboss rules show perfect-pairs"),
        ("referee", '--shoe is missing, as in: pitboss referee colorado/blackjack --shoe "10s'),
        ("referee --shoe", "--shoe needs a value, as in: pitboss referee"),
        ("referee blackjack --sheo x", "--shoe instead of --sheo"),
        ("evidence --table x", "--from is missing, as in: pitboss evidence --table T1 --from 2"),
        ("submission write x.toml", "--out is missing, as in: pitboss submission write house"),
        ("compare", "Say which wager, as in: pitboss compare colorado/trilux-bonus"),
        ("rules show perfect-pairs extra", "'extra' is not expected here"),
        ("rules show perfect-pears", "Did you mean perfect-pairs"),
        ("rules show pennsylvania/perfect-pear", "Did you mean pennsylvania/perfect-pairs"),
        ("rules show colorado/perfect-pear", "Choose new_hampshire/perfect-pair or pennsyl"),
        ("rules show Perfect-Pear", "Did you mean Perfect Pair or Perfect Pairs?"),
        ("rules --jurisdiction pensylvania", "Did you mean pennsylvania?"),
        ("rules --jurisdiction nevada", "Choose colorado, new_hampshire, pennsylvania"),
        ("rules --game blackjak-switch", "Did you mean blackjack-switch"),
        ("rules --game perfect-pairs", "is a wager, not a game"),
        ("rules --kind bet", "--kind"),
        ("rules --decks six", "--decks"),
        ("rules --decks 9", "9 decks: a blackjack shoe holds one to eight."),
        ("rules show perfect-pairs --decks 0", "holds one to eight"),
        ("rules --jason", "Did you mean --json?"),
        ("rules --rulebook nowhere", "There is no rulebook folder or .toml file 'nowhere'"),
        ("rules check nowhere.toml", "There is no rulebook folder or .toml file 'nowhere.toml'"),
    ],
)
def test_a_refusal_is_one_message(ask: Ask, command: str, said: str) -> None:
    status, out, err = ask(*command.split())
    assert (status, out) == (2, "")
    assert err.startswith("pitboss: ")
    assert said in err
    assert len(err.splitlines()) <= 2


# coverage


COVERAGE = """\
section\tparagraph\tkind\tcarried by\tmutants\tnote
633c.1\t(a)\tshared\ttest: tests/x.py::test_a\tskip: pitboss.a\tpaid; left to people: the chips
633c.1\t(b)\texecuted\ttest: tests/x.py::test_b\tskip: pitboss.b\t
633c.1\t(c)\tpartly\ttest: tests/x.py::test_c\tskip: pitboss.c\tdecks
633c.1\t(d)\topen\t\t\tequipment
633c.2\t(a)\theading\t\t\t
"""
KILLED = """\
section\tparagraph\tmutant\tresult\tby\tdigest
633c.1\t(b)\tskip: pitboss.b\tkilled\ttests/x.py::test_b\t0123456789ab
633c.1\t(c)\tskip: pitboss.c\tsurvived\t\t0123456789ab
"""


def test_coverage(ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.cli import coverage

    monkeypatch.setattr(coverage, "FILE", tmp_path / "coverage.tsv")
    monkeypatch.setattr(coverage, "RESULTS", tmp_path / "coverage-mutants.tsv")
    status, _, err = ask("rules", "coverage")
    assert status == 2
    assert "There is no coverage table" in err
    (tmp_path / "coverage.tsv").write_text(COVERAGE)
    assert "0 of 3 mutants killed" in ask("rules", "coverage")[1]
    (tmp_path / "coverage-mutants.tsv").write_text(KILLED)
    status, out, _ = ask("rules", "coverage")
    assert status == 0
    assert "██████████▒▒▒▒▒░░░░░   50%  2 of 4, 1 shared, 1 partly" in out
    assert "requires nothing at a table" in out
    assert "58 Pa. Code ch. 633c" in out
    assert "1 executed  a test fails when the rule or step is changed" in out
    assert "1 of 3 mutants killed by their tests (33%)." in out
    assert "633c.1 (c)  decks" in out
    assert "633c.1 (d)  equipment" in out
    assert "633c.1 (a)  people: the chips" in out
    assert "(b)  executed  test: tests/x.py::test_b" in ask("rules", "coverage", "633c.1")[1]
    cited = ask("rules", "coverage", "58 Pa. Code § 633c.1")
    assert cited == ask("rules", "coverage", "633c.1")
    assert "Did you mean" in ask("rules", "coverage", "633c.3")[2]
    plain = json.loads(ask("rules", "coverage", "--json")[1])
    assert plain["kinds"] == {"shared": 1, "executed": 1, "partly": 1, "open": 1, "heading": 1}
    assert plain["mutants"] == {"tried": 3, "killed": 1}
    assert plain["sections"][0]["paragraphs"][1] == {
        "paragraph": "(b)",
        "kind": "executed",
        "carried_by": ["test: tests/x.py::test_b"],
        "mutants": ["skip: pitboss.b"],
        "note": "",
    }


# the user's own rules


def test_own_rules_come_by_flag_file_or_environment(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two", "three"):
        run(["rules", "new", name, "--folder", str(tmp_path / name)])
    ask()
    one, two, three = (str(tmp_path / name) for name in ("one", "two", "three"))
    monkeypatch.setenv("PITBOSS_RULEBOOK", os.pathsep.join([one, three]))
    out = ask("rules", "--jurisdiction", "own", "--rulebook", two, "--rulebook", one)[1]
    assert {"one", "two", "three"} <= set(out.split())
    assert "3 wagers" in out
    monkeypatch.delenv("PITBOSS_RULEBOOK")
    assert ask("rules", "show", "two", "--rulebook", f"{two}/two.toml")[0] == 0


# processes


def test_a_process_answers_alike() -> None:
    told = pitboss_process("rules", "show", "perfect-pairs")
    assert (told.returncode, told.stderr) == (0, "")
    assert "25 to 1" in told.stdout
    refused = pitboss_process("rules", "show", "perfect-pears")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("pitboss: No wager or game is called 'perfect-pears'.")


@pytest.mark.parametrize(
    "command", first(1, ("rules --json", "rules", "rules show jackpot-party", "--help"))
)
def test_a_reader_that_leaves_early_is_no_error(command: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "pitboss", *command.split()],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.parametrize("command", first(1, ("rules show 21+3", "rules --json", "--help")))
def test_a_disk_that_is_full_is_one_line(command: str) -> None:
    with open("/dev/full", "w") as full:
        told = subprocess.run(
            [sys.executable, "-P", "-m", "pitboss", *command.split()],
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    said = "pitboss: the output cannot be written: No space left on device.\n"
    assert (told.returncode, told.stderr) == (1, said)


@pytest.mark.parametrize(("command", "begins"), [(None, "pitboss"), ("./run", "./run")])
def test_hints_begin_as_the_command_did(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, command: str | None, begins: str
) -> None:
    monkeypatch.delenv("PITBOSS_COMMAND", raising=False)
    if command:
        monkeypatch.setenv("PITBOSS_COMMAND", command)
    assert f"  {begins} rules show 21-plus-3" in ask("--help")[1]
    assert (
        f"To see one entry: {begins} rules show perfect-pairs" in ask("rules", "perfect-pairs")[2]
    )
    assert f"To see one: {begins} rules show KEY" in ask("rules")[1]


def test_a_terminal_without_section_signs_still_answers() -> None:
    told = pitboss_process("rules", "show", "perfect-pairs", PYTHONIOENCODING="ascii")
    assert (told.returncode, told.stderr) == (0, "")
    assert "58 Pa. Code ? 633c.1" in told.stdout


def test_a_pipe_gets_no_colors_and_no_trailing_blanks() -> None:
    out = pitboss_process("rules", "show", "blackjack-switch").stdout
    assert "\x1b" not in out
    assert not [line for line in out.splitlines() if line != line.rstrip()]


def test_importing_pitboss_is_cheap() -> None:
    code = "import pitboss, sys; print({'numpy', 'rich', 'cyclopts'} & set(sys.modules) or 'none')"
    found = subprocess.check_output(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(LAW.parents[1])}
    )
    assert found == b"none\n"


def test_listing_needs_no_numpy() -> None:
    code = (
        "import sys; from pitboss.cli import run; run(['rules', '--decks', '3']);"
        "print('numpy' in sys.modules)"
    )
    found = subprocess.check_output(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(LAW.parents[1])}
    )
    assert found.endswith(b"False\n")
