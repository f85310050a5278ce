"""What `pitboss rules show` and `rules readings` say of single rules, in words that are true."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

import pitboss
from pitboss.cli import run
from pitboss.rulebook.entry_words import filed, stake_words, win_words
from tests.conftest import Ask

Say = Callable[..., str]


@pytest.fixture
def say(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> Say:
    """What a rules command prints, with its white space drawn together."""
    monkeypatch.setenv("COLUMNS", "100")

    def answer(*arguments: str) -> str:
        status, out, _ = ask("rules", *arguments)
        assert status == 0
        return " ".join(out.split())

    return answer


def row(say: Say, wager: str, table: str, outcome: str) -> dict[str, Any]:
    [rule] = json.loads(say("show", wager, "--table", table, "--json"))
    found: dict[str, Any] = next(r for r in rule["paytables"][0]["rows"] if r["outcome"] == outcome)
    return found


# rows that hang on a choice


def test_30_2115_a_row_not_printed_is_not_paid_by_default(say: Say) -> None:
    """B-64: three of a kind in pay table 07."""
    out = say("show", "trilux-progressive")
    assert "Three-of-a-Kind (not printed) not paid [B-64]" in out
    assert "not paid at the default, 'not paid'; pays 25 for 1 where '25 for 1' is chosen" in out
    told = row(say, "trilux-progressive", "Pay table 07", "Three-of-a-Kind (not printed)")
    assert (told["by"], told["in_force"], told["pays"]) == ("B-64", False, "25 for 1")


@pytest.mark.parametrize(
    ("wager", "table", "outcome", "key"),
    [
        ("super-4", "Paytable 1, Option 1", "Two pair", "A-2"),
        ("super-4", "Paytable 1, Option 1", "Pair", "A-2"),
        ("colorado/21-plus-3-progressive", "PT-BJS-213-02", "Three Aces (Suited)", "A-5"),
        ("straight-jack-progressive", "SJP4", "5 Cards", "B-35"),
    ],
)
def test_a_row_that_hangs_on_a_reading_is_marked(
    say: Say, wager: str, table: str, outcome: str, key: str
) -> None:
    told = row(say, wager, table, outcome)
    assert (told["by"], told["in_force"]) == (key, True)
    assert f"{told['pays']} [{key}]" in say("show", wager, "--table", table)


def test_no_row_out_of_force_looks_paid(book: pitboss.Rulebook, say: Say) -> None:
    for wager in book.wagers:
        chosen = book.default_choices(wager)
        out = {r.outcome for t in wager.paytables for r in t.rows if not r.in_force(chosen)}
        if out:
            shown = say("show", wager.id)
            assert all(re.search(rf"{re.escape(name)} not paid \[", shown) for name in out), out


def test_30_2110_six_cards_of_sjp4_are_paid_as_five(say: Say) -> None:
    assert "six cards are paid as five (B-35)" in say("show", "straight-jack-progressive")


# stakes


def test_stakes_that_the_house_fixes(book: pitboss.Rulebook) -> None:
    """30-2107, 30-2113, 30-2114, 30-2115 and 58 Pa. Code § 633c.9(g)."""
    for key in ("21-plus-3", "buffalo-2-21-plus-3", "buffalo-3-21-plus-3"):
        stake = book.wager(f"colorado/{key}-progressive").stake
        assert stake_words(stake) == "one amount fixed by the house"
    blazing = book.wager("blazing-7s")
    assert stake_words(blazing.stake) == "one amount fixed by the house"
    seeds = {(m.stake, m.seed, m.seed_is) for t in blazing.paytables for m in t.meters}
    assert seeds == {(100, 200_000, "at least"), (500, 1_000_000, "at least")}
    progressive = book.wager("trilux-progressive")
    assert progressive.stake.least == 100
    assert [t.least for t in progressive.paytables] == [500, 500, 100, 100]


def test_json_has_stakes_as_a_list_and_as_a_rule(say: Say) -> None:
    for name, stake, rule in [
        ("jackpot-party", ["5.00"], "$5"),
        ("perfect-pairs", [], "within the posted limits"),
        ("trilux-progressive", [], "one amount fixed by the house, at least $5, within the "),
    ]:
        [told] = json.loads(say("show", name, "--json"))
        assert told["paytables"][0]["stake"] == stake
        assert told["paytables"][0]["stake_rule"].startswith(rule)


def test_what_becomes_of_the_stake(book: pitboss.Rulebook) -> None:
    for name, words in {
        "perfect-pairs": "the stake is returned with the pay",
        "jackpot-party": "the pay is all; the stake is not returned (the default of A-1)",
        "blazing-7s": "the pay is all; the stake is not returned (the default of A-1-b)",
        "super-4": "the pay is all; the stake is not returned",
        "trilux-progressive": "the pay is all; the stake is not returned",
        "burnout-fee": "it is a fee: nothing is paid on it and it is not returned",
        "buster-bonus": "",
        "buffalo-2-bust-bonus": "the stake is returned with the pay (the default of B-55)",
    }.items():
        assert win_words(book, book.wager(name)) == words, name


def test_633c_9_has_a_reading_of_its_own_on_to_and_for(book: pitboss.Rulebook) -> None:
    """A-1: nothing in § 633c.9 takes the chips before the deal."""
    assert {w.section for w in book.wagers if "A-1" in w.readings} == {
        "633c.2",
        "633c.3",
        "633c.10",
    }
    assert {w.section for w in book.wagers if "A-1-b" in w.readings} == {"633c.9"}
    assert "633c.9" not in book.readings["A-1"].clause
    assert book.readings["A-1-b"].confidence == "medium"


# facts in words


def test_south_dakota_says_the_most_that_may_be_bet(book: pitboss.Rulebook, say: Say) -> None:
    for entry in book.entries:
        if entry.jurisdiction == "south_dakota":
            assert "no bet over $1,000 ARSD 20:18:12.01:08.01" in say("show", entry.id), entry.id
    assert "TRI-04 newly added matter" in say("show", "south_dakota/trilux-bonus")


def test_30_899_25_tells_the_amendment_from_its_section(say: Say) -> None:
    out = say("show", "blackjack-burnout")
    assert "proposed · base section effective 2018-02-14" in out
    assert "Source: Amendment proposed for the Commission hearing of June 18, 2020" in out


def test_requirements_are_names(say: Say) -> None:
    assert "requires Buster Blackjack of at least $5" in say("show", "buster-bonus")
    out = say("show", "colorado/trilux-super-3")
    assert "requires Blackjack and one of TriLux Bonus or TriLux Lucky George" in out


def test_conditions_are_shown_where_asked_for(say: Say) -> None:
    assert "dealer.pair_rank >= J" not in say("show", "axman")
    out = say("show", "axman", "--when")
    assert "Jacks or better pair dealer.pair_rank >= J" in out
    assert '× 2 player.count("Kd") == 1' in out
    names = ("diff", "jackpot-party", "super-4")
    assert "see --when" in say(*names)
    assert "same_ranks" not in say(*names)
    assert "same_ranks" in say(*names, "--when")


def test_ranks_are_letters(say: Say) -> None:
    out = say("diff", "jackpot-party", "super-4", "--when")
    assert "upcard.rank == A" in out
    assert not re.search(r"rank [=<>!]+ 1[1-4]", out)


# what is shown


def test_others_of_the_name_are_mentioned(say: Say) -> None:
    out = say("show", "21+3")
    for key in ("buffalo-2-21-plus-3", "buffalo-3-21-plus-3"):
        assert f"colorado/{key} (30-21" in out
    assert "Also called" not in say("show", "trilux-bonus")  # both are shown


def test_a_section_shows_its_entries(say: Say, book: pitboss.Rulebook) -> None:
    for name in ("633c.6", "§ 633c.6", "pennsylvania/633c.6"):
        out = say("show", name)
        assert "pennsylvania/super-4 " in out
        assert "pennsylvania/super-4-mystery " in out
    assert "combination games" in say("show", "30-2101")  # a section of clauses alone
    assert json.loads(say("show", "30-2101", "--json"))[0]["section"] == "30-2101"


def test_tables_for_some_decks(say: Say) -> None:
    [told] = json.loads(say("show", "jackpot-party", "--decks", "1", "--json"))
    assert told["paytables"]
    assert all(1 in table["decks"] for table in told["paytables"])
    out = say("show", "jackpot-party", "--decks", "6")
    assert "table decks stake meters: seed, rate" in out
    assert "P1 6 $5 $50,000, 16%" in out
    assert "P4 " not in out
    assert "It has no pay table for that many decks" in say("show", "poker-bonus", "--decks", "1")


def test_one_table_comes_with_its_own_changes_alone(say: Say) -> None:
    assert "[D-6]" not in say("show", "jackpot-party", "--table", "P1")
    assert "[D-6]" in say("show", "jackpot-party", "--table", "P32 option A")


def test_a_wager_points_to_the_game_that_has_its_clauses(say: Say) -> None:
    assert "rules show colorado/trilux-blackjack" in say("show", "colorado/trilux-bonus")


# what a house files


def test_the_submission_is_complete(book: pitboss.Rulebook, say: Say) -> None:
    for wager in book.wagers:
        points = {point.key: point for point in filed(book, wager)}
        assert {o.key for o in wager.options} <= set(points), wager.id
        assert "offered" in points
        assert ("pay table" in points) == (len(wager.paytables) > 1 or wager.house_sets_table)
        low = {r.key for r in book.readings_of(wager) if r.must_be_chosen}
        assert low == {key for key, point in points.items() if point.must_choose}
        for meter in (m for t in wager.paytables for m in t.meters):
            if meter.rate is None or meter.seed_is != "fixed":
                assert meter.name in points, wager.id
    out = say("show", "blazing-7s")
    assert "What the Rules Submission must state offered That Blazing 7's is offered." in out
    least = "at least $2,000 at a stake of $1 and at least $10,000 at a stake of $5"
    assert f"The meter's seed ({least}) and rate." in out
    assert (
        "A-2 Must the cards of two pair and pair agree in suit as well as rank? The house must"
        in (say("show", "super-4"))
    )


# readings


def test_readings_are_listed_with_what_they_bear_on(book: pitboss.Rulebook, say: Say) -> None:
    every = json.loads(say("readings", "--json"))
    assert [r["key"] for r in every] == list(book.readings)
    assert all(r["bears_on"] for r in every)
    low = json.loads(say("readings", "--low", "--json"))
    assert {r["key"] for r in low} == {k for k, r in book.readings.items() if r.must_be_chosen}
    keys = {r["key"] for r in json.loads(say("readings", "633c.6", "--json"))}
    assert keys == {k for e in book.find("633c.6") for k in e.readings}
    out = say("readings", "A-2")
    assert "low confidence: the house must choose" in out
    assert "* suit and rank: as printed" in out
    assert "concerns pennsylvania/super-4" in out
    assert "0 doubtful clauses" in say("readings", "30-2101")


def test_a_reading_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "readings", "A-22"]) == 2
    assert "No reading, section, wager or game is called 'A-22'. Did you mean A-2" in (
        capsys.readouterr().err
    )


def test_search_finds_a_reading_by_its_key(say: Say) -> None:
    [hit] = json.loads(say("search", "D-24", "--json"))
    assert hit["id"] == "pennsylvania/super-4-mystery"
    assert hit["matches"][0]["text"].startswith("D-24: ")


def test_search_puts_phrases_first(say: Say) -> None:
    hits = json.loads(say("search", "suited", "blackjack", "--json"))
    phrase = ["suited blackjack" in h["matches"][0]["text"].lower() for h in hits]
    assert phrase == sorted(phrase, reverse=True)
    for hit in hits:
        assert all("suited" in m["text"].lower() for m in hit["matches"])
        assert all("blackjack" in m["text"].lower() for m in hit["matches"])


# games


def test_games_are_compared_with_their_wagers(say: Say) -> None:
    told = json.loads(say("diff", "trilux-blackjack", "--between", "co", "sd", "--json"))
    wagers = {d["wager"] for d in told["differences"]}
    assert {None, "TriLux Bonus", "TriLux Super 3"} <= wagers
    assert "TriLux Bonus · TRI-01" in say("diff", "trilux-blackjack", "--between", "co", "sd")


# from Python


def test_python_names(book: pitboss.Rulebook) -> None:
    for name in ("Row", "Meter", "ByChoice", "UnknownName", "Section"):
        assert name in pitboss.__all__
        assert hasattr(pitboss, name)
    assert book.game("blackjack-switch").kind == "game"
    with pytest.raises(pitboss.PitbossError, match="is a wager, not a game"):
        book.game("perfect-pairs")
    with pytest.raises(pitboss.PitbossError, match=r"is ambiguous: choose "):
        book.game("blackjack")
    assert len(repr(book)) < 100
    assert "cents" in (pitboss.__doc__ or "")
    assert "Fraction" in (pitboss.Rulebook.__doc__ or "")
    for described in (pitboss.Wager.id, pitboss.Wager.is_progressive, pitboss.Game.id):
        assert described.__doc__
