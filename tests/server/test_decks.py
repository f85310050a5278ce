"""Decks and the cut at the server: who signs for what, and what the console shows."""

from pathlib import Path

from pitboss.rulebook.load import Rulebook
from pitboss.table.cards.seeds import mixed
from tests.server.house import serving

NH = "new_hampshire-blackjack"
PA = "pennsylvania-blackjack"
HYBRID = "pennsylvania-hybrid-blackjack"


def test_633c_5_i_dealer_and_floor_sign_at_their_own_consoles(
    book: Rulebook, tmp_path: Path
) -> None:
    with serving(book, tmp_path, ["pennsylvania/hybrid-blackjack"], pace="dealer") as house:
        dealer, floor = house.people["dealer"], house.people["floor"]
        assert dealer.view(HYBRID)["decks"]["step"] == "inspect"
        assert dealer.view(HYBRID)["next"] == "The dealer inspects the decks."
        refused = dealer.do(HYBRID, "open_round")
        assert refused.status_code >= 400
        assert "633c.5(i)" in refused.text
        assert (
            "Only a dealer may inspect the decks." in floor.do(HYBRID, "decks", step="inspect").text
        )
        assert dealer.view(HYBRID)["decks"]["signed_by"] == ["dealer"]
        dealer.done(HYBRID, "decks", step="inspect")
        assert dealer.view(HYBRID)["decks"]["signed_by"] == ["floor"]
        assert (
            "Only a floor supervisor may verify the decks."
            in dealer.do(HYBRID, "decks", step="verify").text
        )
        floor.done(HYBRID, "decks", step="verify")
        dealer.done(HYBRID, "decks", step="wash")
        view = dealer.done(HYBRID, "open_round")
        assert view["decks"]["step"] == ""
        assert view["decks"]["due"].endswith("Z")
        assert "cut" not in view["may"]


def test_nh_method_cut_a_seated_player_cuts_and_the_dealer_presents(
    book: Rulebook, tmp_path: Path
) -> None:
    with serving(book, tmp_path, ["new_hampshire/blackjack"]) as house:
        player = house.people["player"]
        assert "is not seated" in player.do(NH, "cut", at=100).text
        player.done(NH, "sit", box=1)
        view = player.done(NH, "open_round")
        assert view["shoe"]["cut"] == [52, 260]
        assert "cut" in view["may"]
        assert "after 52 to 260 cards" in player.do(NH, "cut", at=3).text
        view = player.done(NH, "cut", at=100)
        assert view["shoe"]["cut"] == []
        assert any("cuts shoe 1 after 100 cards" in words for words in view["story"])


def test_a_player_signs_for_no_decks(book: Rulebook, tmp_path: Path) -> None:
    with serving(book, tmp_path) as house:
        said = house.people["player"].do("pennsylvania-blackjack", "decks", step="receive")
        assert "Only a dealer or a floor supervisor may give the command 'decks'." in said.text
        changed = house.people["floor"].done("pennsylvania-blackjack", "decks", step="receive")
        assert changed["phase"] == "idle"


def test_a_seated_player_adds_words_to_a_new_shoe(book: Rulebook, tmp_path: Path) -> None:
    with serving(book, tmp_path) as house:
        ann, bob = house.guest("Ann"), house.guest("Bob")
        ann.done(PA, "sit", box=1)
        view = ann.done(PA, "open_round")
        assert ("mix" in view["may"], "mix" in bob.view(PA)["may"]) == (True, False)
        assert "Sit down first" in bob.do(PA, "mix", words="x").text
        view = ann.done(PA, "mix", words="my lucky day")
        assert view["shoe"]["mixed"] == bob.view(PA)["shoe"]["mixed"] == mixed("", "my lucky day")
        assert "mix" not in view["may"]
        assert ann.do(PA, "mix", words="again").status_code == 409
        assert ann.do(PA, "mix", words="x" * 65).status_code == 400
        ann.done(PA, "bet", box=1, wager="blackjack", cents=1_000)
        dealt = ann.done(PA, "deal")["boxes"][0]["hands"][0]["cards"]
    with serving(book, tmp_path) as house:
        (box,) = [each for each in house.guest("Cat").view(PA)["boxes"] if each["number"] == 1]
        assert box["hands"][0]["cards"][: len(dealt)] == dealt
        assert house.floor.store.check(book) == []
