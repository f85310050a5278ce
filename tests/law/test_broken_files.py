"""Whatever is in a rule file, its author is told what is wrong and where, all at once."""

import json
import re
import sys
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.cli import run
from pitboss.cli.rule_files import STARTER
from pitboss.rulebook.load import read_all
from tests.soak import soak

GOOD = STARTER.read_text("utf-8").replace("@KEY@", "lucky").replace("@TITLE@", "Lucky")
PAIR = '{ name = "Pair",        when = "pair",            A = "8 to 1",  B = "6 to 1" }'
SUITED = 'when = "pair and suited"'
HEAD = "[wager.lucky]"

BROKEN = [
    # the file as a whole
    ("[wager.lucky]\n", "[wager.lucky\n", "a square bracket is not closed"),
    ("[wager.lucky]\n", "[wager.Lucky Duck]\n", "may not contain spaces: write [wager.lucky-duck]"),
    ('name     = "Lucky"', "name     = Lucky", "a string is not in quotes"),
    ('name     = "Lucky"', 'name     = "Lucky', "a quote is not closed"),
    ('name     = "Lucky"', 'name = "Lucky"\nname = "Lucky"', "the same key is given twice"),
    ('status  = "designer\'s own"', 'status  = "draft"', "status = 'draft': must be one of"),
    ('cite    = "own rules, Lucky"', "", 'a citation is missing: add cite = "…"', "# Lucky"),
    ('cite    = "own rules, Lucky"', 'cite    = " "', "a citation is missing"),
    ('title   = "Lucky wager"', "title   = 3", "title: 3 must be a string in quotes"),
    ('section = "own rules"', 'section = "x"\nfile = "y"', "unknown key 'file'"),
    ('section = "own rules"', 'section = "x"\nsektion = "y"', "unknown key 'sektion'"),
    ('section = "own rules"', 'section = "x"\njurisdiction = 3', "3 must be a string"),
    ('section = "own rules"', 'section = "x"\neffective = "May"', "must be a date such as"),
    ("[wager.lucky]\n", "[wagers.lucky]\n", "unknown key 'wagers'; did you mean wager?"),
    # keys and values of a wager
    ("sees     =", "seas     =", "unknown key 'seas'; did you mean sees"),
    ('sees     = ["player.first_two"]', 'sees     = "player"', "must be a list"),
    ('"player.first_two"', '"player.first_twos"', "no place is called 'player"),
    ("sees     =", "plase     =", "unknown key 'plase'; did you mean placed"),
    ('placed   = "before the deal"', 'placed   = "later"', "placed = 'later': must be one of"),
    ('placed   = "before the deal"', "", "'placed' is missing", HEAD),
    ('settles  = "after the deal"', "settles  = 4", "settles = 4: must be one of"),
    ('requires = ["blackjack"]', 'requires = ["blackjak"]', "no wager or game 'blackjak'"),
    ("decks    = [2, 4, 6, 8]", "decks    = 6", "decks: 6 must be a list"),
    ("decks    = [2, 4, 6, 8]", 'decks    = ["6"]', "decks: '6' must be a whole number"),
    ("decks    = [2, 4, 6, 8]", "decks    = [true]", "decks: True must be a whole number"),
    ("decks    = [2, 4, 6, 8]", "decks    = [0]", "0 decks: a blackjack shoe"),
    ("decks    = [2, 4, 6, 8]", "decks    = []", "no deck count is given: add decks"),
    ("decks    = [2, 4, 6, 8]", "", "no deck count is given: add decks", HEAD),
    ("{ posted = true }", '{ least = "$5", most = "$2" }', "at least $5 and at most $2 exclude"),
    ("{ posted = true }", '{ fixed = ["$3"], step = "$2" }', "fixed at $3 and steps of $2 exclude"),
    ("{ posted = true }", "{ fixed = [] }", "fixed = [] allows no amount"),
    ("{ posted = true }", '{ least = "five" }', "'five' is not an amount of money"),
    ("{ posted = true }", "{ least = 5 }", "5 must be a string in quotes"),
    ("{ posted = true }", '{ most_of = "0 x blackjack" }', "write a wager, or a multiple"),
    ("{ posted = true }", '"any"', "stake: 'any' must be a table"),
    ("{ posted = true }", "{ postid = true }", "unknown key 'postid'; did you mean posted"),
    ('requires = ["blackjack"]', 'requires = []\nlike = "x"', "like: no wager 'x' to copy here"),
    ('requires = ["blackjack"]', "requires = []\nlike = 3", "like: no wager '3' to copy here"),
    ('requires = ["blackjack"]', "requires = []\nmeters = 3", "meters must be a table of keys"),
    ('requires = ["blackjack"]', 'requires = []\nmeters = { a = "b" }', "a must be a list"),
    ('requires = ["blackjack"]', "requires = []\nmeters = { a = [1] }", "1 must be a table"),
    ('requires = ["blackjack"]', "requires = []\noptions = [1]", "options must be a table"),
    ('requires = ["blackjack"]', "requires = []\noptions = { a = 1 }", "a = 1 must be a table"),
    ('requires = ["blackjack"]', 'requires = []\nreadings = ["Z-1"]', "no reading 'Z-1'"),
    ('requires = ["blackjack"]', 'requires = []\nwild = "King"', "'King' is not a card"),
    ('requires = ["blackjack"]', 'requires = []\nthird_card_after = "7"', "not two ranks like 7"),
    ('requires = ["blackjack"]', 'requires = []\nthird_card_after = "K A"', "'K A' is a natural"),
    ('requires = ["blackjack"]', 'requires = []\nloses = "par"', "no word is called 'par'"),
    ('requires = ["blackjack"]', 'requires = []\nkey = "x"', "unknown key 'key'"),
    ('requires = ["blackjack"]', "requires = []\ntips = true", "tips: True must be a table"),
    ('requires = ["blackjack"]', "requires = []\nmultipliers = [3]", "3 must be a table"),
    ("[wager.lucky.clauses]", "[wager.lucky.clauses]\n3 = 4", "4 must be a string", "clauses"),
    # hands and pays
    (PAIR, '"pair"', "hands: 'pair' must be a table in braces"),
    (PAIR, '{ name = "Pair" }', "a hand needs a name and a `when`"),
    (SUITED, "when = 3", "a hand needs a name and a `when`"),
    (SUITED, 'when = "pear and suited"', "no word is called 'pear'; did you mean pair"),
    (SUITED, 'when = "colour and suited"', "did you mean one_color, red or black?"),
    (SUITED, 'when = "face == 2"', 'did you mean count("J Q K")?'),
    (SUITED, 'when = "suit"', "did you mean suited or in_suit(hearts)?"),
    (SUITED, 'when = "aces == 2"', 'did you mean count("A")?'),
    (SUITED, 'when = "rd or blak"', "did you mean red? And no word is called 'blak'; did you mean"),
    (SUITED, 'when = "plyer.rd"', "did you mean player? And no word is called 'rd'"),
    (SUITED, 'when = "pair and player"', "'player' is a group of cards: ask about it"),
    (SUITED, 'when = "hearts"', "'hearts' is a suit, not a condition: write in_suit(hearts)"),
    (SUITED, 'when = "rank == A"', "applies to one card, and this is 2 cards; there is first"),
    (SUITED, 'when = "player.rank == A"', "player.rank: rank applies to one card"),
    (SUITED, 'when = "matches == 1"', "matches: the wager does not see the upcard"),
    (SUITED, 'when = "pair and ("', "cannot read the condition"),
    (SUITED, 'when = "pair +"', "cannot read the condition"),
    (SUITED, "when = 'count(\"7\") = 2'", "to compare, write == and not ="),
    (SUITED, 'when = "total"', "is a number, not a condition"),
    (SUITED, 'when = "rank == diamonds"', "'diamonds' is a suit"),
    (SUITED, 'when = "dealer.pair"', "the wager does not see the dealer"),
    (SUITED, 'when = "__import__(1)"', "no word is called '__import__'"),
    (SUITED, 'when = "pair.__class__"', "no group of cards is called 'pair'"),
    (SUITED, r'when = "pair \u0000"', "cannot read the condition"),
    (SUITED, 'when = "' + "not " * 5000 + 'pair"', "cannot read the condition"),
    (SUITED, 'when = "' + "(" * 5000 + 'pair"', "cannot read the condition"),
    (SUITED, "when = 'choice(\"x\") == \"y\"'", "choice 'x' is neither an option nor a reading"),
    ('"Pair",  ', '"Suited pair",', "two hands are called 'Suited pair': each needs its own name"),
    ('"player.first_two"]', '"player.first_two", "player.hand"]', "write player.hand alone; its"),
    ('"player.first_two"]', '"dealer.upcard", "dealer.hand"]', "write dealer.hand alone"),
    ('"player.first_two"]', '"player.first_three", "player.third_card"]', "partly the same cards"),
    ('A = "25 to 1"', 'A = "25 two 1"', "'25 two 1' is not a pay"),
    ('A = "25 to 1"', "A = 25", "25 is not a pay"),
    ('A = "25 to 1"', 'A = { x = "1 to 1" }', "is not a pay"),
    ('A = "25 to 1"', 'A = { by = "x" }', "is not a pay"),
    ('A = "25 to 1"', 'A = { by = "x", a = 3 }', "3 is not a pay"),
    ('A = "25 to 1"', 'A = "' + "9" * 5000 + ' to 1"', "is too large for a pay"),
    ('A = "25 to 1"', 'A = "$5 + 100%"', "is not a pay"),
    ('A = "25 to 1"', 'A = "25 to 1 + $5"', "is not a pay"),
    ('A = "25 to 1"', 'A = "25 to 1", envy = 3', "3 is not a pay"),
    ('A = "25 to 1"', 'A = "25 to 1", envy = "$3"', "envy_to says nobody", "Paytable A"),
    ('A = "25 to 1"', 'A = "100% of mega"', "no meter 'mega' (pay table 'Paytable A')"),
    ('A = "25 to 1"', 'A = "25 for 1"', "mixes `to` and `for`", "Pair"),
    ('A = "25 to 1"', 'A = "25 to 1", C = "1 to 1"', "column 'C' belongs to no pay table"),
    # pay tables
    ('{ id = "Paytable A", column = "A" }', '"A"', "paytables: 'A' must be a table in braces"),
    ('{ id = "Paytable A", column = "A" }', '{ column = "A" }', "'id' is missing"),
    ('{ id = "Paytable A", column = "A" }', '{ id = 3, column = "A" }', "id: 3 must be a string"),
    ('"Paytable A", column = "A"', '"Paytable A", column = "Z"', "'Z'; there are A and B"),
    ('"Paytable A", column = "A"', '"Paytable A", column = "A", meters = "six"', "no meters 'six'"),
    ('id = "Paytable B"', 'id = "Paytable A"', "two pay tables are called 'Paytable A'", 'n = "B"'),
    ('column = "A" }', 'column = "A", stakes = ["a dollar"] }', "is not an amount of money"),
    ('column = "A" }', 'column = "A", decks = [9] }', "9 decks: a blackjack shoe"),
    ('column = "A" }', 'column = "A", decks = [] }', "decks = [] allows no deck count"),
    ('column = "A" }', 'column = "A", stakes = ["$1"], least = "$5" }', "excludes the fixed stake"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def no_law(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read the file at hand alone: the law is read often enough elsewhere."""
    nothing = tmp_path_factory.mktemp("law")
    (nothing / "readings.toml").touch()
    monkeypatch.setattr(sys.modules["pitboss.rulebook.load"], "LAW", nothing)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("PITBOSS_RULEBOOK", raising=False)


def check(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """Check a folder; the status and the lines of the faults."""
    status = run(["rules", "check", "--rulebook", str(folder)])
    said = capsys.readouterr()
    assert said.err == ""
    return status, [line for line in said.out.splitlines() if line.startswith(str(folder))]


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: case[2][:30])
def test_a_fault_is_reported_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], case: tuple[str, ...]
) -> None:
    """A case is a text, what stands in its place, the message, and where not there its line."""
    old, new, message, *at = case
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    path = tmp_path / "lucky.toml"
    path.write_text(text)
    status, faults = check(tmp_path, capsys)
    assert status == 1
    told = next((fault for fault in faults if message in fault), "")
    assert told, faults
    match = re.match(rf"{re.escape(str(path))}:(\d+): ", told)
    assert match
    line = text.split("\n")[int(match[1]) - 1]
    assert (at[0] if at else new.strip().split("\n")[-1]) in line, told
    assert run(["rules", "show", "lucky", "--rulebook", str(tmp_path)]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe\x00", "cannot be read: it is not UTF-8 text"),
        (b"wager = 3\n", "wager must be a table of keys and values, not 3"),
        (b"[wager]\nx = 3\n", "wager: x = 3 must be a table"),
        (b"[[wager]]\nname = 'x'\n", "wager must be a table of keys and values"),
        (b"game = 'x'\n", "game must be a table"),
        (b"reading = []\n", "reading must be a table"),
        (b"[reading]\nX = 1\n", "reading: X = 1 must be a table"),
        (b"[reading.X]\n", "'question' is missing"),
        (b"[game.x]\nterms = 3\n", "terms must be a table"),
        (b"[game.x.terms]\nsoft_17 = 3\n", "soft_17 must be a table"),
        (b"clauses = 3\n", "clauses must be a table"),
        (b"", "contains no rule"),
        (b"title = 'x'\n", "contains no rule"),
        (b"title = 'x'\n[wager.x]\n", "a citation is missing"),
        (b'[wager."Two Words"]\n', "the key 'Two Words' must be lower-case words"),
        (b"x = " + b"[" * 5000, "not readable as TOML"),
        (b"x = 'y", "not readable as TOML"),
        (b"x = 1\nx = 2\n", "not readable as TOML"),
    ],
)
def test_a_nonsense_file_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, message: str
) -> None:
    (tmp_path / "odd.toml").write_bytes(content)
    status, faults = check(tmp_path, capsys)
    assert status == 1
    assert any(message in fault for fault in faults), faults
    assert all(re.match(rf"{re.escape(str(tmp_path))}/odd\.toml:\d+: ", f) for f in faults)


def test_all_faults_of_all_files_are_reported_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "one.toml").write_text(GOOD.replace("sees", "seas").replace("25 to 1", "a lot"))
    (tmp_path / "two.toml").write_text("[")
    (tmp_path / "three.toml").write_text(GOOD)
    (tmp_path / "four.toml").write_text(GOOD)
    status, faults = check(tmp_path, capsys)
    assert status == 1
    for said in ("'seas'", "'a lot' is not a pay", "two.toml:1: not readable", "already defined"):
        assert any(said in fault for fault in faults), (said, faults)
    assert run(["rules", "check", "--json", "--rulebook", str(tmp_path)]) == 1
    told = json.loads(capsys.readouterr().out)["faults"]
    assert len(told) == len(faults)
    assert {fault["file"] for fault in told} >= {str(tmp_path / "one.toml")}
    assert all(isinstance(fault["line"], int) for fault in told)


def test_every_fault_of_one_wager_is_reported_in_one_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A key that cannot be read hides no other."""
    text = GOOD
    for old, new in (
        ('cite    = "own rules, Lucky"', 'cite    = " "'),
        ("sees     =", 'colour   = "red"\nsees     ='),
        ('placed   = "before the deal"', 'placed   = "later"'),
        ('requires = ["blackjack"]', 'requires = ["blackjak"]'),
        ("decks    = [2, 4, 6, 8]", "decks    = [2, 9]"),
        (SUITED, 'when = "pair and suitd"'),
        ('A = "25 to 1"', 'A = "25 two 1"'),
        ("{ posted = true }", '{ least = "$5", most = "$2" }'),
        (PAIR, PAIR.replace('"pair"', '"dealer.pair"')),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    (tmp_path / "lucky.toml").write_text(text + GOOD[GOOD.index(HEAD) :].replace("lucky", "two"))
    _, faults = check(tmp_path, capsys)
    for said in (
        "a citation is missing",
        "unknown key 'colour'",
        "placed = 'later'",
        "no wager or game 'blackjak'",
        "9 decks: a blackjack shoe",
        "suitd",
        "'25 two 1' is not a pay",
        "at least $5 and at most $2",
        "dealer.pair: the wager does not see the dealer",
    ):
        assert any(said in fault for fault in faults), (said, faults)
    assert len(faults) == 9, faults


def test_a_sound_wager_beside_a_broken_one_is_looked_into(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    both = GOOD.replace('"highest"', '"one class only"')
    second = GOOD[GOOD.index(HEAD) :].replace("lucky", "two").replace("before the deal", "later")
    (tmp_path / "lucky.toml").write_text(both + second)
    _, faults = check(tmp_path, capsys)
    assert any("claim the same hand" in fault for fault in faults), faults
    assert any("placed = 'later'" in fault for fault in faults), faults


def test_what_follows_from_a_lost_key_is_not_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = GOOD.replace("sees     =", "seas     =").replace('"pair"', '"player.pair"')
    (tmp_path / "lucky.toml").write_text(text)
    _, faults = check(tmp_path, capsys)
    assert len(faults) == 1, faults


@pytest.mark.parametrize(
    "broken",
    [
        GOOD.replace("decks    = [2, 4, 6, 8]", "decks    = [0]"),
        GOOD.replace("decks    = [2, 4, 6, 8]", ""),
        GOOD.replace(SUITED, 'when = "dealer.pair"'),
        GOOD.replace('A = "25 to 1", B = "30 to 1"', 'A = "100% of x", B = "100% of x"'),
        GOOD.replace('"Paytable B", column = "B"', '"Paytable B", column = "A"')
        .replace(',  B = "6 to 1"', "")
        .replace('A = "25 to 1", B = "30 to 1"', 'A = "25 for 1"'),
        GOOD.replace('cite    = "own rules, Lucky"', ""),
    ],
)
def test_one_cause_is_one_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], broken: str
) -> None:
    assert broken != GOOD
    (tmp_path / "lucky.toml").write_text(broken)
    status, faults = check(tmp_path, capsys)
    assert status == 1
    assert len(faults) == 1, faults


def test_a_table_without_decks_is_reported_even_if_another_has_some(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = GOOD.replace("decks    = [2, 4, 6, 8]", "")
    (tmp_path / "lucky.toml").write_text(text.replace('"A" }', '"A", decks = [6] }'))
    _, faults = check(tmp_path, capsys)
    assert len(faults) == 1
    assert "pay table 'Paytable B': no deck count is given" in faults[0]


def test_two_rows_of_one_name_have_a_line_each(tmp_path: Path) -> None:
    path = tmp_path / "lucky.toml"
    pair, again = PAIR.replace(',  B = "6 to 1"', ""), PAIR.replace('A = "8 to 1",  ', "")
    path.write_text(GOOD.replace(PAIR, f"{pair},\n  {again}"))
    rows = [table.rows[1] for table in pitboss.load(tmp_path).wager("own/lucky").paytables]
    lines = path.read_text().split("\n")
    assert [lines[r.place.line - 1].strip(" ,") for r in rows] == [pair, again]


def test_a_key_of_another_wager_is_not_taken_for_this_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wager made by `like` has its faults at its own lines, not at the next wager's."""
    more = '[wager.first]\nlike = "lucky"\nreadings = ["Z-1"]\n\n'
    (tmp_path / "lucky.toml").write_text(GOOD.replace(HEAD, more + HEAD, 1))
    _, faults = check(tmp_path, capsys)
    [told] = faults
    line = int(told.split(":")[1])
    assert (tmp_path / "lucky.toml").read_text().split("\n")[line - 1] == 'readings = ["Z-1"]'


def test_rows_that_overlap_are_shown_by_a_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lucky.toml").write_text(GOOD.replace('"highest"', '"one class only"'))
    _, faults = check(tmp_path, capsys)
    found = (
        r"Suited pair and Pair claim the same hand, such as (\w+) \1; .* write pays = \"highest\""
    )
    assert all(re.search(found, fault) for fault in faults), faults


def test_a_row_that_others_shadow_is_a_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shadowed = '{ name = "Aces", when = \'ranks("A A")\', A = "9 to 1", B = "9 to 1" }'
    (tmp_path / "lucky.toml").write_text(GOOD.replace(PAIR, f"{PAIR},\n  {shadowed}"))
    status, findings = check(tmp_path, capsys)
    assert status == 0
    assert "Aces is never paid: rows above take every such hand" in findings[0]
    assert not any("Aces cannot happen" in finding for finding in findings)


@pytest.mark.parametrize(
    ("sees", "when", "unseen"),
    [
        (
            '"player.first_two", "dealer.first_two"',
            "dealer.blackjack",
            "the hole card is not known",
        ),
        ('"player.first_two", "dealer.first_two"', "upcard.rank == A", ""),
        ('"dealer.hand"', "bust", "the dealer's hand is not finished"),
    ],
)
def test_what_is_settled_before_it_is_seen_is_a_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], sees: str, when: str, unseen: str
) -> None:
    text = GOOD.replace('"player.first_two"', sees).replace(SUITED, f'when = "{when}"')
    (tmp_path / "lucky.toml").write_text(text.replace(f"  {PAIR},\n", ""))
    status, findings = check(tmp_path, capsys)
    assert status == 0
    assert (
        any(unseen in finding for finding in findings)
        if unseen
        else not ([finding for finding in findings if "it is settled" in finding])
    )


def test_a_return_over_100_percent_is_a_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An ace comes up once in thirteen: 25 to 1 and the stake return 26/13."""
    text = GOOD.replace('"player.first_two"', '"dealer.upcard"')
    text = text.replace(SUITED, 'when = "upcard.rank == A"').replace(f"  {PAIR},\n", "")
    (tmp_path / "lucky.toml").write_text(text)
    status, findings = check(tmp_path, capsys)
    assert status == 0
    assert [finding.split(": ", 2)[2] for finding in findings] == [
        "Paytable A: it returns up to 200.0% with 2 decks: over 100%",
        "Paytable B: it returns up to 238.5% with 2 decks: over 100%",
    ]
    (tmp_path / "lucky.toml").write_text(
        text.replace("25 to 1", "12 to 1").replace("30 to", "11 to")
    )
    assert check(tmp_path, capsys) == (0, [])


def test_a_reading_that_the_law_has_is_reported_once_at_the_users_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # the law is needed here
    own = tmp_path / "mine.toml"
    own.write_text(
        "[reading.A-1]\nclause = 'c'\nquestion = 'q'\nchoices = { x = 'y' }\ndefault = 'x'\n"
        "because = 'b'\nconfidence = 'low'\n"
    )
    _, faults = read_all([own])
    assert [(f.place.file, f.place.line) for f in faults] == [(str(own), 1)]
    assert "the reading A-1 is already defined at pennsylvania/633c.2.toml" in str(faults[0])


def test_the_only_column_is_named_as_the_only_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = re.sub(r', +B = "[^"]*"', "", GOOD)
    (tmp_path / "lucky.toml").write_text(text)
    assert "no column 'B'; there is only A" in check(tmp_path, capsys)[1][0]


def test_a_folder_that_is_no_jurisdiction_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "nevada").mkdir()
    (tmp_path / "nevada" / "lucky.toml").write_text(GOOD)
    status, faults = check(tmp_path, capsys)
    assert status == 1
    assert "no jurisdiction 'nevada'" in faults[0]


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "lucky.toml").write_text(GOOD, encoding="utf-8-sig")
    assert pitboss.load(tmp_path).wager("own/lucky").name == "Lucky"


def test_a_folder_without_rules_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["rules", "--rulebook", str(tmp_path)]) == 2
    assert "contains no .toml file" in capsys.readouterr().err


ODD: list[Any] = [3, -1, True, "", "x", "$5", [], [1], ["x"], {}, {"x": 1}, [[]], [{}], {"by": "x"}]


def as_toml(value: Any) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {as_toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    return json.dumps(value)


def odd_places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value inside a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    paths = [path] if path else []
    if isinstance(value, dict | list):
        for key, each in inner:
            deeper = odd_places(each, (*path, key)) if isinstance(each, dict | list) else []
            paths += deeper or [(*path, key)]
    return paths


FULL: dict[str, Any] = {
    "section": "s", "title": "t", "cite": "c", "status": "proposed", "clauses": {"1": "x"},
    "reading": {
        "Q-1": {
            "clause": "c", "question": "q", "choices": {"for 1": "a", "to 1": "b"},
            "default": "to 1", "because": "b", "confidence": "low",
        }
    },
    "game": {
        "g": {
            "name": "G", "object": "o", "decks": [6], "wagers": ["w"], "readings": ["Q-1"],
            "tips": {"allowed": "yes"},
            "terms": {"soft_17": {"one_of": ["stand", "hit"], "default": "hit", "says": "s"}},
        }
    },
    "wager": {
        "v": {"like": "w", "decks": [6]},
        "w": {
            "name": "W", "object": "o", "sees": ["player.first_two"], "placed": "before the deal",
            "settles": "after the deal", "stake": {"fixed": ["$1"]}, "decks": [6, 8],
            "to_or_for": "Q-1", "collected": True, "readings": ["Q-1"], "loses": "not pair",
            "multipliers": [{"when": "suited", "times": 2}], "envy_to": "other players",
            "hands": [
                {"name": "A", "when": "pair", "p": {"by": "Q-1", "for 1": "push", "to 1": "$5"}},
                {"name": "B", "when": "suited", "p": "100% of m", "envy": {"p": "$1"}},
            ],
            "paytables": [{"id": "T", "column": "p", "meters": "s", "stakes": ["$1"]}],
            "meters": {"s": [{"name": "m", "seed": "$5", "rate": "5%", "reserve": "1%"}]},
            "options": {"o": {"says": "s", "one_of": ["a"], "default": "a", "required": True}},
            "clauses": {"1": "x"},
        },
    },
}  # fmt: skip


@pytest.mark.parametrize("step", [5, soak(1)])
def test_no_value_of_any_kind_in_any_place_breaks_the_reader(tmp_path: Path, step: int) -> None:
    """Every value of a full file, exchanged for some of the odd ones in turn, or for every one."""
    path = tmp_path / "odd.toml"
    written = json.dumps(FULL)
    path.write_text("\n".join(f"{k} = {as_toml(v)}" for k, v in FULL.items()))
    assert read_all([tmp_path])[1] == ()
    for place, odd in [*product(odd_places(FULL), ODD)][::step]:
        raw = json.loads(written)
        inner = raw
        for key in place[:-1]:
            inner = inner[key]
        inner[place[-1]] = odd
        path.write_text("\n".join(f"{k} = {as_toml(v)}" for k, v in raw.items()))
        _, faults = read_all([path])
        assert all(str(fault) for fault in faults)


READING = """
[reading.Z-2]
clause     = "(a)"
question   = "Which?"
choices    = { "a" = "one", "b" = "the other" }
default    = "a"
confidence = "high"
because    = "It is so."
moves_no_figure = "decides the order only"
"""


@pytest.mark.parametrize(
    ("when", "faults"),
    [("pair and suited", 0), ('pair and suited and choice("Z-2") == "a"', 1)],
)
def test_a_reading_that_moves_no_figure_decides_no_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], when: str, faults: int
) -> None:
    text = GOOD.replace(SUITED, f"when = '{when}'")
    text = text.replace('requires = ["blackjack"]', 'requires = []\nreadings = ["Z-2"]')
    (tmp_path / "lucky.toml").write_text(text + READING, encoding="utf-8")
    status, lines = check(tmp_path, capsys)
    assert bool(status) == bool(faults)
    said = [line for line in lines if "'Z-2' says that it moves no figure" in line]
    assert bool(said) == bool(faults)
