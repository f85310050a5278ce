"""A game's terms and a wager's are records whose fields are the law's own, in type and in value."""

import re
from collections.abc import Iterator
from dataclasses import MISSING, replace
from pathlib import Path
from typing import Any, get_args

import pytest

from pitboss.cards import Rank, Shoe
from pitboss.errors import NotAllowed, UnknownName
from pitboss.games import PROCEDURES
from pitboss.games.log_words import IRREGULARITIES
from pitboss.games.terms import BlackjackTerms, Decided, Terms
from pitboss.games.terms_in_force import procedure_of, terms_for
from pitboss.hands import Total
from pitboss.rulebook.load import load
from pitboss.rulebook.paytable import ByChoice
from pitboss.rulebook.schema import Game, Reading, Wager
from pitboss.rulebook.term_fields import Named, field_named, fill, named
from pitboss.rulebook.when import choices_in
from pitboss.table.houses.default_house import Wish, file_house
from pitboss.table.houses.house import House
from pitboss.table.houses.offers import why_not
from pitboss.table.houses.opening import Open, open_house
from pitboss.wagers.offer import bears_on
from pitboss.wagers.terms import WagerTerms

BOOK = load()
SOURCE = Path(__file__).resolve().parents[2] / "src" / "pitboss"
RECORDS: list[type[Terms]] = list(
    dict.fromkeys(
        record
        for procedure in PROCEDURES.values()
        for record in procedure.terms.__mro__
        if issubclass(record, Terms)
    )
)
FIELDS = [
    pytest.param(record, each, id=f"{record.__name__}.{each.name}")
    for record in RECORDS
    for each in named(record)
    if each.name in record.__annotations__
]
WAGER_FIELDS = [pytest.param(each, id=each.name) for each in named(WagerTerms)]
NOT_FOLLOWED = {
    "B-30-c": "only the printed schedules are played",
    "B-38": "what the supervisor does first is no step of the table",
    "D-24-b": "only one choice is played",
    "D-25": "two citations of one wager",
    "F-16": "only one choice is played",
}


def games_of(record: type[Terms]) -> list[Game]:
    """The games whose terms such a record, or one that goes further, holds."""
    return [game for game in BOOK.games if issubclass(procedure_of(BOOK, game).terms, record)]


def texts_of(record: type[Terms], field: Named) -> set[str]:
    """Every text that the law has for a field at the tables where anybody plays by it."""
    if field.kind == "reading":
        return played(BOOK.readings[field.key])
    found: set[str] = set()
    for game in games_of(record):
        for term, _ in BOOK.terms_of(game):
            if term.key == field.key and term.by:
                found |= {term.means.get(c, c) for c in played(BOOK.readings[term.by])}
            elif term.key == field.key:
                found |= {*term.one_of} - {""}
    return found


def played(reading: Reading) -> set[str]:
    return {*reading.choices} - {*reading.unplayed}


@pytest.mark.parametrize(("record", "field"), FIELDS)
def test_a_field_has_the_texts_of_the_law_and_no_others(record: Any, field: Named) -> None:
    texts = texts_of(record, field)
    spare = {field.absent} if isinstance(field.absent, str) else set[str]()
    if field.words == get_args(Decided):
        assert texts <= {*field.words}
    elif field.type is bool and field.kind == "term":
        assert texts <= {"yes", "no"}
    elif field.words:
        assert {*field.words} - spare <= texts <= {*field.words}
    assert all(field.read(text, "") is not None for text in texts)


@pytest.mark.parametrize("field", WAGER_FIELDS)
def test_a_field_of_a_wager_has_the_texts_of_the_law_and_no_others(field: Named) -> None:
    if field.kind == "reading":
        texts = {*BOOK.readings[field.key].choices}
    else:
        found = [o for wager in BOOK.wagers for o in wager.options if o.key == field.key]
        assert found
        texts = {text for option in found for text in option.one_of}
    assert texts == {*field.words} or field.type is str
    assert field.absent is not MISSING  # no wager has them all


@pytest.mark.parametrize(("record", "field"), FIELDS)
def test_a_term_is_one_of_the_law(record: Any, field: Named) -> None:
    if field.kind == "term":
        known = {term.key for game in games_of(record) for term, _ in BOOK.terms_of(game)}
        assert field.key in known


@pytest.mark.parametrize(("record", "field"), FIELDS)
def test_where_no_game_has_the_reading_its_default_holds(record: Any, field: Named) -> None:
    if field.kind == "reading" and field.absent is not MISSING:
        assert field.absent == field.read(BOOK.readings[field.key].default, "")


# -- every reading -------------------------------------------------------------------------------


def by_data() -> set[str]:
    """Readings that pay tables and conditions follow by themselves."""
    found: set[str] = set()
    for wager in BOOK.wagers:
        found |= {wager.hand_by, wager.wild_suit_by, wager.to_or_for}
        found |= {change.by for change in wager.changes}
        found |= {key for each in wager.multipliers for key in choices_in(each.when)}
        found |= choices_in(wager.loses) if wager.loses else set()
        for row in (row for table in wager.paytables for row in table.rows):
            found |= choices_in(row.when)
            found |= {row.pays.key} if isinstance(row.pays, ByChoice) else set()
    return found


def followed_in(record: type) -> list[str]:
    """The readings that the fields of a record follow, each by itself or through its term."""
    by: dict[str, set[str]] = {}
    for game in games_of(record) if issubclass(record, Terms) else ():
        for term, _ in BOOK.terms_of(game):
            by.setdefault(term.key, set()).add(term.by)
    keys = [key for each in named(record) for key in (each.key, *by.get(each.key, ()))]
    return [key for key in keys if key in BOOK.readings]


@pytest.mark.parametrize("key", BOOK.readings)
def test_every_reading_that_a_table_follows_is_one_field_of_a_record(key: str) -> None:
    counts = [followed_in(record).count(key) for record in (*RECORDS, WagerTerms)]
    assert max(counts) <= 1
    assert (key in NOT_FOLLOWED) != (any(counts) or key in by_data())


@pytest.mark.parametrize("game", BOOK.games, ids=lambda game: game.id)
def test_every_reading_of_a_game_is_in_its_own_record(game: Game) -> None:
    here = {*followed_in(procedure_of(BOOK, game).terms), *followed_in(WagerTerms)}
    assert {*game.readings} <= here | by_data() | {*NOT_FOLLOWED}


def test_no_reading_is_looked_up_by_its_key() -> None:
    key = re.compile(r"[\"'][A-G]-\d+(-[a-z])?[\"']")
    declared = re.compile(r"reading\(\s*\"[A-G]-\d+(-[a-z])?\"")
    found = []
    for path in sorted([*SOURCE.rglob("*.py"), *SOURCE.rglob("*.js")]):
        if SOURCE / "rulebook" not in path.parents:
            left = declared.sub("", path.read_text(encoding="utf-8"))
            found += [f"{path.relative_to(SOURCE)}: {each[0]}" for each in key.finditer(left)]
    assert not found


def test_every_clause_that_is_cited_by_a_term_is_of_a_term() -> None:
    known = {term.key for game in BOOK.games for term in game.terms}
    cited = re.compile(r"\bclause\(\"([a-z_0-9]+)\"\)")
    for path in sorted(SOURCE.rglob("*.py")):
        assert {*cited.findall(path.read_text(encoding="utf-8"))} <= known, path.name


def test_every_irregularity_is_decided_by_a_field() -> None:
    decided = {each.name for each in named(Terms) if each.words == get_args(Decided)}
    assert {*IRREGULARITIES.values(), "misdeal_later"} - {""} == decided


# -- what a field may be ---------------------------------------------------------------------------


def blackjack(**filed: str) -> Terms:
    return terms_for(BOOK, BOOK.game("colorado/blackjack"), 6, filed)


def test_a_text_that_the_law_does_not_have_is_refused_with_the_clause() -> None:
    with pytest.raises(NotAllowed, match="Rule 8: burn must be 'one card' or 'none', not 'all'"):
        blackjack(burn="all")
    with pytest.raises(UnknownName, match="No term of Blackjack is called 'soft_16'"):
        blackjack(soft_16="hit")
    field = field_named(WagerTerms, "hits")
    with pytest.raises(NotAllowed, match="reading D-40 must be 'above' or 'reached', not 'below'"):
        field.read("below", "")


def test_a_count_is_a_whole_number() -> None:
    assert blackjack(hands_per_player="3").hands_per_player == 3
    with pytest.raises(NotAllowed, match="hands_per_player must be a whole number, not 'three'"):
        blackjack(hands_per_player="three")


def test_no_game_is_dealt_without_a_term_that_has_no_value_for_its_silence() -> None:
    given = {"decks": 6, "clauses": {}, "texts": {}}
    with pytest.raises(NotAllowed, match="Blackjack cannot be dealt without burn, soft_17, peek"):
        fill(BlackjackTerms, {}, called="Blackjack", given=given)


def test_equipment_and_dealer_the_terms_of_a_game_need_no_house() -> None:
    game = BOOK.game("new_hampshire/blackjack")
    plain = terms_for(BOOK, game, 6)
    assert (plain.pack, plain.dealing.pack, plain.dealing.peeks) == (
        *(Shoe.of(6), Shoe.of(6)),
        (1, 10),
    )
    read = terms_for(BOOK, game, 6, readings={"A-6": "tens out", "A-7": "draw to 18"})
    assert read.pack == Shoe.of(6, without=Rank.TEN)
    hard, soft = Total(17, soft=False), Total(17, soft=True)
    assert [plain.dealing.dealer.draws(each) for each in (hard, soft)] == [False, True]
    assert [read.dealing.dealer.draws(each) for each in (hard, soft)] == [True, True]


# -- readings that a house must choose -------------------------------------------------------------


def tables_by(reading: Reading) -> Iterator[Open]:
    """Tables at which a doubtful clause decides something, with its default filed."""
    for entry in BOOK.entries:
        if reading.key not in entry.readings:
            continue
        if isinstance(entry, Game):
            yield file_house(BOOK, entry, Wish(choices=GO_FOR_IT.get(entry.id, {}))).opened
        else:
            yield from tables_with(entry)


GO_FOR_IT = {"new_hampshire/blackjack": {"go-for-it": "on"}}


def tables_with(wager: Wager) -> Iterator[Open]:
    for game in BOOK.games:
        offers = wager.key in game.wagers or game.key == "blackjack"
        if game.jurisdiction == wager.jurisdiction and offers and not why_not(wager, game):
            for table in wager.paytables:
                wish = Wish(table.decks[-1], (f"{wager.key}={table.id}",))
                yield file_house(BOOK, game, wish).opened


LOW = [key for key, reading in BOOK.readings.items() if reading.must_be_chosen]


@pytest.mark.parametrize("key", LOW)
def test_a_reading_of_low_confidence_is_never_a_silent_default(key: str) -> None:
    refused = 0
    for opened in tables_by(BOOK.readings[key]):
        readings = {k: v for k, v in opened.house.readings.items() if k != key}
        unfiled = replace(opened.house, readings=readings)
        bound = (*opened.offers.values(), *opened.extras.values())
        by_wager = any(
            key in each.wager.readings and bears_on(key, each.wager, each.table) for each in bound
        )
        if by_wager or key in followed_in(type(opened.terms)):
            with pytest.raises(NotAllowed, match=f"choose reading {key} for "):
                open_house(BOOK, unfiled)
            refused += 1
        else:
            assert open_house(BOOK, unfiled)
    assert refused


def test_a_reading_that_decides_nothing_at_a_table_need_not_be_chosen() -> None:
    assert open_house(BOOK, House("new_hampshire"))  # no further antes (F-6)
    hybrid = House("pennsylvania", "hybrid-blackjack-no-hole-card", boxes=3)
    with pytest.raises(NotAllowed, match="choose reading D-19"):
        open_house(BOOK, hybrid)
    assert open_house(BOOK, replace(hybrid, terms={"surrender": "none"}))


def test_a_lesson_files_what_must_be_chosen_and_says_so() -> None:
    filed = file_house(BOOK, BOOK.game("ante-up-21"), Wish())
    assert filed.opened.house.readings["B-18"] == "first hand"
    assert [note for note in filed.notes if note.startswith("reading B-18 is 'first hand'")]
