"""How a game is best played, over the API."""

from __future__ import annotations

import pytest

import pitboss
from pitboss.server.messages.rulebook_messages import StrategyGrid
from pitboss.sheets.game_sheet import grid_form
from pitboss.solvers.strategy_request import StrategyRequest
from tests.server.house import Serving
from tests.soak import soak, soak_only

HERE = "/strategy/pennsylvania/blackjack"


def test_a_grid_has_the_value_of_every_choice(house: Serving) -> None:
    found = house.nobody.get(f"{HERE}?term=surrender:none&decks=6")
    made = pitboss.strategy("pennsylvania/blackjack", terms={"surrender": "none"})
    assert found["house_edge"] == "0.00402870"
    assert found["chart"] == dict(made.by_cards)
    cell = found["values"]["6 10"][found["upcards"].index("10")]
    assert cell == {word: round(v, 6) for word, v in made.choices("6 10", "10").items()}
    (surrender,) = [each for each in found["choices"] if each["key"] == "surrender"]
    assert (surrender["kind"], surrender["now"]) == ("term", "none")
    assert {*surrender["one_of"]} == {"none", "late"}
    assert "burn" not in {each["key"] for each in found["choices"]}  # it moves no figure


def test_a_grid_says_the_kind_of_each_hand_and_offers_choices_in_order(house: Serving) -> None:
    """As at the table, whatever is best: stand first, then a card, more money, and giving up."""
    found = house.nobody.get(HERE)
    kinds = {hand: each["key"] for each in found["kinds"] for hand in each["hands"]}
    assert {*kinds} == {*found["values"]}
    told = {"A 7": "soft", "A A": "pairs", "8 8": "pairs", "6 10": "stiff", "2 10": "stiff"}
    assert {hand: kinds[hand] for hand in (*told, "4 5")} == {**told, "4 5": "other"}
    assert [*found["offered"].items()] == [
        *(("stand", "s"), ("hit", "h"), ("double", "d"), ("split", "p"), ("surrender", "r"))
    ]


@soak_only("test_a_grid_says_the_kind_of_each_hand_and_offers_choices_in_order")
def test_what_a_game_with_two_questions_offers_has_keys_of_its_own(house: Serving) -> None:
    poker = house.nobody.get("/strategy/colorado/ante-up-21")["offered"]
    assert [*poker][:3] == ["fold", "bet", "bet, stand"]
    assert len({*poker.values()}) == len(poker)
    assert all(key.isalnum() for key in poker.values())  # a key that can be pressed


def test_a_grid_says_what_its_letters_mean_and_what_a_hand_is_worth(house: Serving) -> None:
    """Every card has its column, and a game whose hands are added up has their values."""
    found = house.nobody.get("/strategy/colorado/blackjack-switch")
    assert {*"".join(found["chart"].values())} == {*found["legend"]}
    assert {*found["chart"], "A 10", "A 10 switched"} == {*found["hand_values"]}
    assert {len(each.split()) for each in found["hand_values"].values()} == {len(found["upcards"])}
    assert "cents" in found["glance"]["switch"]


@pytest.mark.parametrize(
    ("asked", "status", "says"),
    [
        (f"{HERE}?term=soft_17:hit", 409, "soft_17 must be 'stand', not 'hit'"),
        (f"{HERE}?term=surrender", 400, "term takes KEY:VALUE"),
        (f"{HERE}?decks=9", 400, "decks"),
        ("/strategy/no-such-game", 404, "no-such-game"),
    ],
)
def test_what_cannot_be_solved_is_refused(
    house: Serving, asked: str, status: int, says: str
) -> None:
    answer = house.nobody.ask("GET", asked)
    assert answer.status_code == status
    assert says in answer.text


def test_a_server_does_not_advise_what_it_does_not_have(house: Serving) -> None:
    refused = house.nobody.ask("GET", f"{HERE}?decks=6&term=soft_17:hit").json()
    assert "hypothetical" not in refused["error"]
    assert refused["clause"] in refused["error"]


def test_a_server_without_the_compiler_says_so(
    house: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object) -> None:
        raise ModuleNotFoundError("no numba", name="numba")

    monkeypatch.setattr("pitboss.sheets.game_sheet.grid_form", missing)
    answer = house.nobody.ask("GET", f"{HERE}?decks=2")
    assert answer.status_code == 409
    assert (
        "cannot solve games. numba is not installed. Install the strategy extra: pip" in answer.text
    )


@pytest.mark.parametrize("game", ["blackjack-burnout", soak("3-card-shine")])
def test_grids_are_sent_whole(game: str, book: pitboss.Rulebook) -> None:
    whole = grid_form(book, StrategyRequest(game))
    assert StrategyGrid.model_validate(whole).model_dump(by_alias=True) == whole
