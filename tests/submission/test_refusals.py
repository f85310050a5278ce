"""What a Rules Submission is refused for, each with its line and clause, all at once."""

import pytest

from pitboss.rulebook.load import Rulebook
from pitboss.submission.file import read
from pitboss.table.houses.opening import open_house
from tests.submission.forms import RIVERBEND, checked, faults, one_table


def test_the_form_of_the_standard_is_read_and_may_be_filed(book: Rulebook) -> None:
    found, of_form = read(book, RIVERBEND)
    assert not of_form
    assert checked(book, RIVERBEND).may_be_filed
    first, second, hybrid = (table.house for table in found.tables)
    assert (first.least, first.most, first.decks) == (1_000, 50_000, 6)
    assert first.terms == {"split_hands": "4", "resplit_aces": "no"}
    assert first.wagers["perfect-pairs"].paytable == "Paytable A"
    assert first.wagers["jackpot-party"].stake == 500
    assert first.wagers["jackpot-party"].link == "party"
    assert first.readings == {"A-1": "for 1"}
    mystery = first.wagers["must-hit-by"]
    assert mystery.paytable == "Paytable C, $5"
    assert mystery.choices == {"qualifying-wager": "jackpot-party", "paid-from": "jackpot slip"}
    assert second.wagers["blackjack-match-envy"].choices == {"offered": "yes"}
    assert second.wagers["upcard-luck"].most == 200_000  # up to the Blackjack wager
    assert hybrid.game == "hybrid-blackjack-no-hole-card"
    assert hybrid.terms == {"no_action": "hit 11 or less"}
    assert hybrid.readings == {"D-19": "late"}
    assert all(open_house(book, table.house) for table in found.tables)


def test_what_is_not_named_is_not_offered(book: Rulebook) -> None:
    found, _ = read(book, RIVERBEND)
    assert found.tables[0].house.wagers["jackpot-party"].choices["envy"] == "not offered"


PARTY = 'jackpot_party = { paytable = "P3", stake = "$1" }\n'
REFUSED = {
    "a pay table for other decks": (
        one_table('jackpot_party = { paytable = "P2", stake = "$5" }', decks=8),
        (9, "58 Pa. Code § 633c.2(i)", "With 8: P4, P5, P6, P11, P16, P21"),
    ),
    "a reset under the least": (
        one_table(
            'blazing_7s = { paytable = "A", stake = "$5", reset = "$5,000", rate = "10%", '
            'third_card = "upcard" }'
        ),
        (9, "58 Pa. Code § 633c.9(g)", "$10,000 or more, not $5,000"),
    ),
    "Top 3 without Three Card Poker": (
        one_table('top_3 = { paytable = "A", limits = "$1 to $50" }'),
        (9, "58 Pa. Code § 633c.7(a)", "Top 3 needs Three Card Poker (three-card-poker)"),
    ),
    "Lucky Aces with a dealer": (
        one_table('lucky_aces = { paytable = "A", limits = "$1 to $50" }'),
        (9, "58 Pa. Code § 633c.8(a)", "automated table"),
    ),
    "a $5 configuration on a $1 wager": (
        one_table(
            PARTY + 'must_hit_by = { configuration = "C, $5", qualifies = "jackpot_party", '
            'paid_from = "rack" }'
        ),
        (10, "58 Pa. Code § 633c.14(c)(4)", "needs a wager with a stake of $5"),
    ),
    "no suit of the royal": (
        one_table(
            'super_4 = { paytable = "Paytable 1, Option 1" }', readings='A-2 = "suit and rank"'
        ),
        (9, "58 Pa. Code § 633c.6(a)(1)", "'spades', 'hearts', 'diamonds' or 'clubs'"),
    ),
    "neither to 1 nor for 1": (
        one_table(PARTY, readings=""),
        (9, "A-1", "choose 'for 1' or 'to 1' for Jackpot Party under readings; returns differ by"),
    ),
    "a rate that the law fixes": (
        one_table('match_the_dealer = { paytable = "1", stake = "$5", rate = "15%" }'),
        (9, "58 Pa. Code § 633c.3(j)", "is fixed at 15% and 6%; remove rate"),
    ),
    "a seed that the law fixes": (
        one_table('jackpot_party = { paytable = "P2", stake = "$5", seed = "$50,000" }'),
        (9, "58 Pa. Code § 633c.2(i)", "is fixed at $50,000; remove seed"),
    ),
    "a bet over South Dakota's": (
        one_table(law="south_dakota", limits="$10 to $2,000", readings=""),
        (7, "ARSD 20:18:12.01:08.01", "up to $1,000, not $2,000"),
    ),
    "limits below the law's minimum": (
        one_table(
            'match_the_dealer = { paytable = "Pay table", limits = "$1 to $100" }',
            law="new_hampshire",
            readings='F-6 = "as the first ante"',
        ),
        (9, "New Hampshire house procedure", "takes $2 or more, not $1"),
    ),
    "a progressive in New Hampshire": (
        one_table(PARTY, law="new_hampshire", readings='F-6 = "as the first ante"'),
        (9, "Lot 7207.05(d),(e)", "New Hampshire allows no progressive"),
    ),
    "a wager that is misspelled": (
        one_table('perfect_pair = { paytable = "A", limits = "$1 to $100" }'),
        (9, "", "`perfect_pair`: did you mean `perfect_pairs`?"),
    ),
    "a wager without limits": (
        one_table('perfect_pairs = { paytable = "A" }'),
        (9, "58 Pa. Code § 633c.1", "give the limits of Perfect Pairs"),
    ),
    "a wager without its pay table": (
        one_table('perfect_pairs = { limits = "$1 to $100" }'),
        (9, "58 Pa. Code § 633c.1(e)", "say which pay table of Perfect Pairs"),
    ),
    "a reading that nobody knows": (
        one_table(readings='A-111 = "for 1"'),
        (2, "", "`A-111`: did you mean"),
    ),
    "a choice that a reading does not have": (
        one_table(PARTY, readings='A-1 = "perhaps"'),
        (2, "§§ 633c.2(f), (i), 633c.3(f), (i), 633c.10(f), (i)", "A-1 must be 'for 1' or 'to 1'"),
    ),
    "decks that the game does not have": (
        one_table(law="new_hampshire", readings='F-6 = "as the first ante"', decks=2),
        (6, "New Hampshire house procedure", "is dealt from 6 or 8 decks, not 2"),
    ),
    "a term with another value": (
        one_table().replace("limits =", 'terms = { surrender = "early" }\nlimits ='),
        (
            7,
            "42 Pa.B. 2922; 58 Pa. Code § 633a.9",
            "surrender must be 'late' or 'none', not 'early'",
        ),
    ),
    "an amount that is none": (
        one_table(limits="10 dollars"),
        (7, "", 'limits must be like "$10 to $500", the minimum first'),
    ),
    "a pay table that is not there": (
        one_table('must_hit_by = { configuration = "Q", qualifies = "jackpot_party" }'),
        (9, "", "Allowed: 'Paytable A, $1', 'Paytable A, $2', "),
    ),
    "a key that no table has": (
        one_table().replace("limits =", 'colour = "red"\nlimits ='),
        (7, "", "there is no such key; allowed: `id`, `name`, `jurisdiction`, "),
    ),
    "splitting aces in another way": (
        one_table().replace("limits =", 'split = { hands = 4, aces = "never" }\nlimits ='),
        (7, "58 Pa. Code § 633a.11(c)", "split.aces must be 'once' or 'again', not 'never'"),
    ),
    "splitting to too many hands": (
        one_table().replace("limits =", "split = { hands = 9 }\nlimits ="),
        (7, "58 Pa. Code § 633a.11(c)", "split.hands must be 2, 3 or 4, not 9"),
    ),
    "an id with slashes": (
        one_table().replace("BJ-01", "../../etc/x"),
        (4, "", "id must have 1 to 60 printable characters"),
    ),
    "a house without a name": (
        one_table().replace('"Riverbend"', '"   "'),
        (1, "", "name must have 1 to 60 letters of the Latin, Greek or Cyrillic alphabet"),
    ),
    "a house whose name is in no typeface here": (
        one_table().replace('"Riverbend"', '"日本 🎰"'),
        (1, "", "not '日本 🎰'"),
    ),
    "a house whose name is too long": (
        one_table().replace("Riverbend", 200 * "R"),
        (1, "", "name must have 1 to 60 letters"),
    ),
    "a table without a game": (
        one_table().replace('game = "blackjack"', 'game = "whist"'),
        (5, "", "Pennsylvania has no game 'whist'. Allowed: 'blackjack'"),
    ),
    "a bound of the house": (
        one_table().replace("decks = 6", "decks = 6\nseconds = 3"),
        (7, "", "seconds must be 5 to 300, not 3"),
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_it_is_refused_with_its_line_and_clause(book: Rulebook, what: str) -> None:
    text, (line, clause, words) = REFUSED[what]
    found = faults(book, text)
    assert [fault for fault in found if words in fault[2]], found
    at = next(fault for fault in found if words in fault[2])
    assert at[0] == line
    assert at[1].startswith(clause)


def test_tables_that_share_a_meter_have_one_chance_of_it(book: Rulebook) -> None:
    six = one_table('jackpot_party = { paytable = "P2", stake = "$5", meter = "party" }')
    eight = 'jackpot_party = { paytable = "P5", stake = "$5", meter = "party" }'
    text = (
        six
        + '[[table]]\nid = "BJ-02"\ngame = "blackjack"\ndecks = 8\nlimits = "$10 to $500"\n'
        + f"[table.wagers]\n{eight}\n"
    )
    ((line, _, words),) = faults(book, text)
    assert line == 16
    assert 'meter "party": P2 and P5 differ in probability' in words
    assert words.endswith("do not link them.")
    assert not faults(book, text.replace('meter = "party" }\n[[', 'meter = "own" }\n[['))


JACK = (
    'straight_jack_progressive = { paytable = "SJP1", limits = "$1 to $100", '
    'seed = "$10,000", rate = "10%" }'
)


def test_a_jackpot_that_is_unwon_is_not_removed_without_a_petition(book: Rulebook) -> None:
    before = one_table(JACK, law="colorado", readings="")
    now = one_table(law="colorado", readings="").replace("revision = 3", "revision = 4")
    ((line, clause, words),) = faults(book, now, before)
    assert (line, clause) == (3, "1 CCR 207-1, 30-2110(15)(d)")
    assert "has not been won: before removal, obtain the permission" in words
    permitted = (
        '[[permission]]\ntable = "BJ-01"\nwager = "straight_jack_progressive"\nby = "Division"'
    )
    assert not faults(book, now + permitted, before)
    assert not faults(book, before.replace("revision = 3", "revision = 4"), before)


def test_every_fault_is_reported_at_once(book: Rulebook) -> None:
    text = one_table(
        'perfect_pair = { paytable = "A", limits = "$1 to $100" }\n'
        'jackpot_party = { paytable = "P2", stake = "$5" }\n'
        'blazing_7s = { paytable = "A", stake = "$5", reset = "$5,000", rate = "10%" }\n'
        'top_3 = { paytable = "A", limits = "$1 to $50" }\n'
        'lucky_aces = { paytable = "A", limits = "$1 to $50" }\n'
        'match_the_dealer = { paytable = "1", stake = "$5", rate = "15%" }',
        decks=8,
        readings="",
    )
    lines = [line for line, _, _ in faults(book, text)]
    assert {*lines} == {9, 10, 11, 12, 13, 14}
    assert lines == sorted(lines)
    assert lines.count(10) == 2  # other decks, and neither to 1 nor for 1
    assert lines.count(11) == 2  # the reset, and the third card that is not filed


def test_a_fault_has_no_consequences_that_are_faults(book: Rulebook) -> None:
    """One line for each value that is wrong, and none for a value that nobody wrote."""
    wrong = faults(book, one_table(PARTY, readings='A-1 = "for 7"'))
    assert [words for _, _, words in wrong] == ["A-1 must be 'for 1' or 'to 1', not 'for 7'."]
    three = 'jackpot_party = { paytable = "P2", stake = "$7", seed = "$1", rate = "99%" }'
    said = [words for _, _, words in faults(book, one_table(three))]
    assert len(said) == 3
    assert "takes $5, not $7" in said[0]
    assert said[1].endswith("$50,000, not $1.")
    assert said[2].endswith("remove rate.")


@pytest.mark.parametrize(
    ("missing", "what"), [(', rate = "10%"', "increment rate"), ('seed = "$10,000", ', "seed")]
)
def test_what_is_not_filed_of_a_meter_is_the_only_fault(
    book: Rulebook, missing: str, what: str
) -> None:
    text = one_table(JACK.replace(missing, ""), law="colorado", readings="")
    found = checked(book, text)
    (fault,) = found.faults
    says = f"The law leaves the {what} of the progressive meter to the house: file it."
    assert (fault.place.line, fault.message) == (9, says)
    assert not found.due  # its figures are not those of a seed that nobody filed


JACKPOT = 'jackpot_party = { paytable = "P2", stake = "$5" }\n'
ONLY = {
    "a seed of a wager without a meter": (
        one_table('perfect_pairs = { paytable = "A", limits = "$1 to $100", seed = "$5" }'),
        "Perfect Pairs has no meter: remove seed.",
    ),
    "a rate over 100%": (
        one_table(JACK.replace('"10%"', '"2000%"'), law="colorado", readings=""),
        "rate must be 0% to 100%, not 2000%.",
    ),
    "a chip that is no amount": (
        one_table().replace("limits =", 'chips = ["$5", "x"]\nlimits ='),
        "'x' is not an amount of money. Write it as $5 or $2.50.",
    ),
    "a mystery that rides on no wager": (
        one_table(
            JACKPOT + 'must_hit_by = { configuration = "C", qualifies = "x", paid_from = "slip" }'
        ),
        "qualifies must be 'jackpot-party', 'blazing-7s', 'hit-and-run' or "
        "'straight-jack-progressive', not 'x'.",
    ),
    "too many hands": (
        one_table().replace("limits =", "split = { hands = 9 }\nlimits ="),
        "split.hands must be 2, 3 or 4, not 9.",
    ),
    "a law that nobody knows": (
        one_table(law="penn"),
        "No jurisdiction is called 'penn'. Did you mean pennsylvania?",
    ),
}


@pytest.mark.parametrize("what", ONLY)
def test_one_wrong_value_is_one_fault_in_plain_words(book: Rulebook, what: str) -> None:
    text, words = ONLY[what]
    assert [said for _, _, said in faults(book, text)] == [words]


def test_two_tables_with_one_id(book: Rulebook) -> None:
    text = RIVERBEND.replace('"BJ-02"', '"BJ-01"')
    assert (16, "", "2 tables have the id 'BJ-01': choose another for each.") in faults(book, text)


def test_a_game_that_is_not_known_and_too_many_decks_hide_no_other_fault(book: Rulebook) -> None:
    first = one_table('perfect_pairs = { paytable = "A", limits = "$1 to $50" }', decks=12)
    second = """[[table]]
id = "BJ-01"
game = "blackjak"
decks = "six"
limits = "$500 to $10"
chips = ["$5", "five"]
"""
    found = [message for _, _, message in faults(book, f"{first}\n{second}")]
    assert len(found) == 6
    for words in (
        "8 decks, not 12",
        "2 tables have the id 'BJ-01'",
        "has no game 'blackjak'",
        "decks must be",
        "the minimum first, not '$500 to $10'",
        "five",
    ):
        assert any(words in each for each in found), (words, found)


@pytest.mark.parametrize("decks", ["12", "100", '"six"'])
def test_wagers_are_not_refused_for_decks_that_the_file_never_names(
    book: Rulebook, decks: str
) -> None:
    """Only the fault about the decks, and those that the wagers have with any number of decks."""
    text = one_table(
        'bet_the_set_21 = { paytable = "Industry six decks", limits = "$1 to $100" }\n'
        'kings_bounty = { limits = "$1 to $100" }\n'
        'jackpot_party = { paytable = "P2", stake = "$5" }\n'
        'perfect_pairs = { limits = "$1 to $100" }\n'
        'top_3 = { paytable = "A", limits = "$1 to $50" }'
    ).replace("decks = 6", f"decks = {decks}")
    (at, _, of_decks), (_, _, of_pairs), (_, _, of_top) = faults(book, text)
    assert at == 6
    assert "deck" in of_decks
    assert of_pairs.startswith("say which pay table of Perfect Pairs")
    assert of_top.startswith("Top 3 needs Three Card Poker (three-card-poker)")


def test_a_revision_is_not_effective_before_it_is_approved(book: Rulebook) -> None:
    late = 'approved = { by = "Bureau", on = 2027-03-01, document = "RS-3" }\n'
    text = RIVERBEND.replace("readings", late + "readings", 1)
    ((line, _, words),) = faults(book, text)
    assert line == 1
    assert "before it is approved on 2027-03-01" in words
    assert not faults(book, text.replace("2027-03-01", "2027-01-15"))


# -- acknowledgements ------------------------------------------------------------------------------

BUZZER = """\
house = { name = "Riverbend", jurisdiction = "pennsylvania", revision = 3, effective = 2027-02-01 }
ACKNOWLEDGE
[[table]]
id = "HY-01"
game = "hybrid-blackjack"
decks = 6
[table.wagers]
buzzer_beater = { limits = "$1 to $25" }
"""
OVER = "HY-01 buzzer_beater: return over 100%"


def test_a_return_over_100_percent_is_acknowledged_by_name(book: Rulebook) -> None:
    found = checked(book, BUZZER.replace("ACKNOWLEDGE", ""))
    assert not found.faults
    assert [each.name for each in found.due] == [OVER]
    assert "120.5762%" in found.due[0].message  # analysis of § 633c.5(m), proofs/
    assert not found.may_be_filed
    done = checked(book, BUZZER.replace("ACKNOWLEDGE", f'acknowledge = ["{OVER}"]'))
    assert done.may_be_filed
    assert [each.name for each in done.known] == [OVER]


def test_an_acknowledgement_of_nothing_is_a_fault(book: Rulebook) -> None:
    text = RIVERBEND.replace("readings", f'acknowledge = ["{OVER}"]\nreadings', 1)
    assert faults(book, text) == [(2, "", f"there is nothing to acknowledge called {OVER!r}.")]


def test_break_even_likely_before_a_win_is_acknowledged(book: Rulebook) -> None:
    text = one_table('match_the_dealer = { paytable = "1", stake = "$5" }')
    names = [each.name for each in checked(book, text).due]
    assert "BJ-01 match_the_dealer: break-even likely before a win" in names


def test_a_row_that_cannot_be_dealt_is_acknowledged(book: Rulebook) -> None:
    """Three sevens of one suit need three decks (§ 633c.9(f))."""
    text = one_table(
        'blazing_7s = { paytable = "A", stake = "$1", seed = "$2,000", rate = "10%", '
        'third_card = "upcard" }',
        decks=2,
    )
    names = [each.name for each in checked(book, text).due]
    assert "BJ-01 blazing_7s: row that cannot be dealt: Three 7s same suit" in names
