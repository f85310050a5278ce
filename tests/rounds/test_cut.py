"""The cut after the shuffle: who is offered it, where it may fall, and that it cuts the shoe."""

from dataclasses import replace

import pytest

from pitboss.cards import Card, Shoe
from pitboss.errors import NotAllowed
from pitboss.log import Difference
from pitboss.procedure.steps import Ask
from pitboss.rulebook.load import load
from pitboss.table.cards.seeds import Lesson, shuffled
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events.rounds import BetsClosed, RoundEnded, RoundOpened
from pitboss.table.events.shoes import CardDealt, ShoeCommitted, ShoeCut, ShoeOpened
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.mask import box_of
from pitboss.table.log.narrator import narrate
from pitboss.table.log.replay import opened_by, replay, resume
from pitboss.table.log.verification import verify
from pitboss.table.table import Table
from tests.rounds.stack import of_kind
from tests.vault import MemoryVault

BOOK = load()
NH = House("new_hampshire")
SWITCH = House("colorado", "blackjack-switch")
SHINE = House("colorado", "3-card-shine", decks=1)
LESSON = Lesson(4)


def opened_table(house: House, vault: MemoryVault | None = None) -> Table:
    opened = open_house(BOOK, house)
    return Table(opened, SealedShoes(opened.delivery, LESSON, vault), BOOK.digest)


def betting(house: House = NH, players: tuple[str, ...] = ("ann",)) -> Table:
    """A new shoe is shuffled, and players have bet."""
    table = opened_table(house)
    open_and_bet(table, players)
    return table


def open_and_bet(table: Table, players: tuple[str, ...] = ("ann",)) -> None:
    table.open_round()
    main = table.opened.procedure.openers[0]
    for number, player in enumerate(players, 1):
        table.bet(number, player, main, 1_000)


def play_out(table: Table) -> None:
    while table.pending:
        step = table.pending.step
        if isinstance(step, Ask):
            table.answer(table.pending.number, step.usual.word)
        else:
            table.answer_stake(table.pending.number, 0)


def played(table: Table, players: tuple[str, ...] = ("ann",)) -> Table:
    """Rounds until the cut card has come, and the first bets after the next shuffle."""
    while not table.rounds or len(of_kind(table, ShoeCommitted)) == 1:
        if not table.betting:
            open_and_bet(table, players)
        if len(of_kind(table, ShoeCommitted)) == 1:
            table.deal()
            play_out(table)
    return table


def cards(table: Table) -> list[Card]:
    return [e.card for e in of_kind(table, CardDealt) if e.card]


def in_order(number: int, decks: int) -> tuple[Card, ...]:
    """The shoe as it was shuffled and committed."""
    return tuple(shuffled(LESSON.seed_for(number), Shoe.of(decks)))


# -- New Hampshire, method: cut --------------------------------------------------------------------


def test_nh_method_cut_what_is_behind_the_cut_goes_to_the_front() -> None:
    table = betting()
    table.cut("ann", 100)
    table.deal()
    order = in_order(1, 6)
    dealt = cards(table)
    assert dealt == [*order[100 : 100 + len(dealt)]]
    play_out(table)
    table.close()
    assert verify(BOOK, table.log) == []


@pytest.mark.parametrize(("decks", "least", "most"), [(6, 52, 260), (8, 52, 364)])
def test_nh_method_cut_a_player_cuts_at_least_one_deck_from_either_end(
    decks: int, least: int, most: int
) -> None:
    for at in (0, least - 1, most + 1, decks * 52, -60):
        table = betting(replace(NH, decks=decks))
        with pytest.raises(NotAllowed, match=f"method: cut: .* after {least} to {most} cards"):
            table.cut("ann", at)
        assert not of_kind(table, ShoeCut)
    for at in (least, most):
        table = betting(replace(NH, decks=decks))
        table.cut("ann", at)
        assert of_kind(table, ShoeCut) == [ShoeCut(shoe=1, at=at, by="ann")]


def test_nh_method_cut_the_player_who_got_the_cut_card_is_offered_the_next_cut() -> None:
    table = played(opened_table(NH), ("ann", "bob", "cat"))
    begun = of_kind(table, RoundOpened)
    last = begun[-2]
    came = [e for e in table.log[table.log.index(last) :] if isinstance(e, CardDealt)]
    got = came[312 - 78 - last.dealt]  # the card that the cut card came before
    name = {1: "ann", 2: "bob", 3: "cat"}.get(box_of(got.to), "")
    assert name, "choose a lesson in which a player got it"
    assert table.cut_offered_to == name
    others = [player for player in ("ann", "bob", "cat") if player != name]
    with pytest.raises(NotAllowed, match=f"the cut is offered to {name}, who got the cut card"):
        table.cut(others[0], 100)
    table.cut(name, 100)
    assert of_kind(table, ShoeCut)[-1] == ShoeCut(shoe=2, at=100, by=name)


def test_nh_method_cut_a_volunteer_cuts_when_the_player_passes() -> None:
    table = played(opened_table(NH), ("ann", "bob", "cat"))
    name = table.cut_offered_to
    volunteer = next(player for player in ("ann", "bob", "cat") if player != name)
    table.cut(volunteer, 60, passed=True)
    assert of_kind(table, ShoeCut)[-1] == ShoeCut(shoe=2, at=60, by=volunteer, passed=name)


def test_nh_method_cut_of_the_first_shoe_anyone_may_volunteer() -> None:
    table = betting(players=("ann", "bob"))
    assert table.cut_offered_to == ""
    table.cut("bob", 52)
    assert of_kind(table, ShoeCut) == [ShoeCut(shoe=1, at=52, by="bob")]


def test_nh_method_cut_when_nobody_cuts_the_dealer_does_before_the_burn() -> None:
    table = betting()
    table.deal()
    [cut] = of_kind(table, ShoeCut)
    assert cut == ShoeCut(shoe=1, at=156, by="dealer")
    at = table.log.index(cut)
    assert isinstance(table.log[at + 1], BetsClosed)
    first = cards(table)[0]
    assert of_kind(table, CardDealt)[0].to == "burn"
    assert first == in_order(1, 6)[156]


def test_nh_method_cut_once_a_shoe_and_only_before_its_first_card() -> None:
    table = betting()
    table.cut("ann", 100)
    with pytest.raises(NotAllowed, match="shoe 1 has been cut"):
        table.cut("ann", 120)
    table.deal()
    with pytest.raises(NotAllowed, match="cut only after the shuffle, before the first card"):
        table.cut("ann", 120)
    play_out(table)
    open_and_bet(table)
    with pytest.raises(NotAllowed, match="cut only after the shuffle, before the first card"):
        table.cut("ann", 120)
    table.deal()
    assert len(of_kind(table, ShoeCut)) == 1


def test_nh_method_cut_with_the_tens_removed_a_deck_has_48_cards() -> None:
    table = betting(replace(NH, readings={"A-6": "tens out"}))
    with pytest.raises(NotAllowed, match="after 48 to 240 cards"):
        table.cut("ann", 47)
    table.cut("ann", 48)


def test_nh_method_cut_the_cut_card_is_still_a_deck_and_a_half_from_the_bottom() -> None:
    """Where the player cuts does not change how many cards are dealt."""
    table = played(opened_table(NH))
    begun = of_kind(table, RoundOpened)
    assert begun[-1].dealt == 0
    assert begun[-2].dealt < 312 - 78


# -- Colorado names the cut, and nobody to make it -------------------------------------------------


@pytest.mark.parametrize("house", [SWITCH, SHINE], ids=["30-2105(7)", "30-1099.52(6)"])
def test_colorado_the_cards_are_dealt_following_the_shuffle_and_cut(house: House) -> None:
    table = betting(house)
    table.deal()
    size = house.decks * 52
    assert of_kind(table, ShoeCut) == [ShoeCut(shoe=1, at=size // 2, by="dealer")]
    assert cards(table)[0] == in_order(1, house.decks)[size // 2]
    table = betting(house)
    table.cut("ann", 1)
    table.deal()
    assert cards(table)[0] == in_order(1, house.decks)[1]
    assert verify(BOOK, table.log) == []


def test_30_1099_52_6_a_mechanical_shuffling_device_is_not_cut() -> None:
    table = betting(replace(SHINE, terms={"delivery": "dealing shuffler", "dealing": "packets"}))
    with pytest.raises(NotAllowed, match="not cut"):
        table.cut("ann", 20)
    table.deal()
    assert not of_kind(table, ShoeCut)


def test_where_no_procedure_names_a_cut_there_is_none() -> None:
    table = betting(House("pennsylvania"))
    with pytest.raises(NotAllowed, match="the cards are not cut here"):
        table.cut("ann", 100)
    table.deal()
    assert not of_kind(table, ShoeCut)


# -- proved, replayed and resumed ------------------------------------------------------------------


def closed(at: int = 100) -> Table:
    table = betting()
    table.cut("ann", at)
    table.deal()
    play_out(table)
    table.close()
    return table


def test_the_opened_seed_and_the_cut_prove_the_cards() -> None:
    table = closed()
    [seed] = [e.seed for e in of_kind(table, ShoeOpened)]
    order = tuple(shuffled(seed, Shoe.of(6)))
    assert cards(table) == [*(order[100:] + order[:100])][: len(cards(table))]
    assert verify(BOOK, replay(BOOK, table.log).log) == []


def test_a_cut_that_is_moved_or_left_out_of_the_log_is_found() -> None:
    events = closed().log
    at = next(n for n, e in enumerate(events) if isinstance(e, ShoeCut))
    moved = [*events]
    moved[at] = ShoeCut(shoe=1, at=101, by="ann")
    found = verify(BOOK, moved)
    assert any("the next in the shoe" in each.expected for each in found)
    removed = [*events[:at], *events[at + 1 :]]
    assert any("the next in the shoe" in each.expected for each in verify(BOOK, removed))


@pytest.mark.parametrize(
    ("at", "expected"),
    [(20, "a cut after 52 to 260 cards"), (300, "a cut after 52 to 260 cards")],
)
def test_a_logged_cut_too_near_to_an_end_is_found(at: int, expected: str) -> None:
    events = closed().log
    where = next(n for n, e in enumerate(events) if isinstance(e, ShoeCut))
    changed = [*events]
    changed[where] = ShoeCut(shoe=1, at=at, by="ann")
    assert expected in [each.expected for each in verify(BOOK, changed)]


def test_a_cut_in_the_middle_of_a_shoe_is_found() -> None:
    events = closed().log
    where = next(n for n, e in enumerate(events) if isinstance(e, ShoeCut))
    late = [*events[: where + 12], ShoeCut(shoe=1, at=100, by="ann"), *events[where + 12 :]]
    found = verify(BOOK, late)
    assert Difference(where + 13, late[where + 12].line, "one cut, before the first card") in found


def test_a_table_is_resumed_in_a_shoe_that_was_cut() -> None:
    vault = MemoryVault()
    table = opened_table(NH, vault)
    for _ in range(3):
        open_and_bet(table)
        if table.rounds == 1:
            table.cut("ann", 100)
        table.deal()
        if table.rounds < 3:
            play_out(table)
    begun = of_kind(table, RoundOpened)
    assert [e.cut for e in begun] == [0, 100, 100]
    ended = table.log.index(of_kind(table, RoundEnded)[1])
    since = [table.log[0], *table.log[ended:]]  # all that a store reads
    again = resume(
        BOOK, opened_by(BOOK, since), since, SealedShoes(table.opened.delivery, LESSON, vault), {}
    )
    play_out(table)
    play_out(again)
    assert cards(again) == cards(table)[-len(cards(again)) :]
    assert len(cards(again)) >= 4


def test_a_table_is_resumed_before_its_shoe_is_cut() -> None:
    vault = MemoryVault()
    table = opened_table(NH, vault)
    played(table, ("ann", "bob", "cat"))
    name = table.cut_offered_to
    again = resume(
        BOOK,
        opened_by(BOOK, table.log),
        table.log,
        SealedShoes(table.opened.delivery, LESSON, vault),
        {},
    )
    assert again.cut_offered_to == name
    again.cut(name, 77)
    again.deal()
    assert of_kind(again, CardDealt)[0].card == in_order(2, 6)[77]


def test_the_cut_in_words() -> None:
    passed = narrate(ShoeCut(shoe=2, at=156, by="dealer", passed="ann"), {})
    assert passed == "The dealer cuts shoe 2 after 156 cards; ann passed."
