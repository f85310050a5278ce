"""`pitboss audit` finds by computation what a reader of the law found by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.analysis.audit import AuditPart, audit
from pitboss.analysis.proof_files import fresh_or_proved, provable
from pitboss.analysis.proofs import Proof
from pitboss.solvers.game_audit import audit_games
from tests.conftest import Ask

PROOFS = Path(__file__).resolve().parents[2] / "proofs"
Parts = dict[str, AuditPart]
Proofs = dict[str, Proof]


@pytest.fixture(scope="module")
def proofs(book: pitboss.Rulebook) -> Proofs:
    return fresh_or_proved(book, (), provable(book.wagers), PROOFS)


@pytest.fixture
def same_proofs(proofs: Proofs, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command need not read them again; tests/health/test_wheel.py lets it."""
    monkeypatch.setattr("pitboss.cli.audit.fresh_or_proved", lambda *_: proofs)


@pytest.fixture(scope="module")
def parts(book: pitboss.Rulebook, proofs: Proofs) -> Parts:
    found = (*audit(book, proofs), *audit_games(book, PROOFS, None))
    return {part.key: part for part in found}


def says(parts: Parts, key: str, wager: str) -> list[str]:
    return [item.says for item in parts[key].items if wager in item.wager.split(" ")]


def test_buzzer_beater_as_printed_favours_the_player(parts: Parts) -> None:
    """58 Pa. Code § 633c.5(u)."""
    over = says(parts, "over", "pennsylvania/buzzer-beater")
    assert any("as printed: up to 120." in text for text in over)
    assert any("as printed, played for this wager" in text for text in over)


def test_match_the_dealer_to_1_returns_over_100(parts: Parts) -> None:
    """58 Pa. Code § 633c.3(i), reading A-1: several tables, counting the seeds that were won."""
    (item,) = (i for i in parts["over"].items if i.wager == "pennsylvania/match-the-dealer")
    assert item.figures["reading"] == "A-1 = to 1"
    assert item.figures["basis"] == "over many jackpots"
    tables = item.figures["tables"]
    assert isinstance(tables, list)
    assert "Six decks, Paytable 10" in tables
    assert len(tables) >= 4


def test_jackpot_party_at_1_dollar_returns_over_100(parts: Parts) -> None:
    """58 Pa. Code § 633c.2(i): seeds printed for $5 and offered at $1."""
    over = says(parts, "over", "pennsylvania/jackpot-party")
    assert any("if D-3 = $1 or $5, at seed" in text for text in over)
    assert any("if D-3 = $1 or $5, over many jackpots" in text for text in over)


def test_new_hampshire_three_card_poker_keeps_63_percent(parts: Parts) -> None:
    first = parts["family"].items[0]
    assert first.wager == "new_hampshire/three-card-poker"
    assert "keeps 63." in first.says


def test_rows_that_cannot_happen(parts: Parts) -> None:
    """58 Pa. Code §§ 633c.1, 633c.8, 633c.9: suited pairs and triples need as many decks."""
    pairs = says(parts, "rows", "pennsylvania/perfect-pairs")
    assert pairs == ["all 2 tables: Perfect pair cannot happen with 1 deck"]
    assert not says(parts, "rows", "colorado/straight-jack")


def test_rarer_hands_that_pay_less(parts: Parts) -> None:
    """South Dakota's TRI-04 ranks three of a kind above the straight flush; Colorado's does not."""
    rare = says(parts, "rarity", "new_hampshire/three-card-poker")
    assert any(text.startswith("Pay table: Suited 3 of a Kind") for text in rare)


def test_one_id_two_tables(parts: Parts) -> None:
    found = says(parts, "ids", "south_dakota/trilux-bonus")
    assert any("TRI-01" in text and "decks 2–8 against 4–6, 8" in text for text in found)
    assert all("TRI-02" not in text for text in found)


def test_meters_likely_to_pass_break_even(parts: Parts) -> None:
    (text,) = says(parts, "meters", "pennsylvania/match-the-dealer")
    assert "reached unwon" in text


def test_readings_are_ranked(parts: Parts) -> None:
    weights = [item.weight for item in parts["readings"].items]
    assert weights == sorted(weights, reverse=True)
    assert all(weights)
    assert any("A-1 = to 1" in t for t in says(parts, "readings", "pennsylvania/jackpot-party"))


@pytest.mark.usefixtures("same_proofs")
def test_one_jurisdiction(ask: Ask, parts: Parts) -> None:
    found: dict[str, Any] = json.loads(ask("audit", "--jurisdiction", "New Hampshire", "--json")[1])
    assert list(found) == list(parts)
    for part in found.values():
        assert part["count"] == len(part["items"])
        for item in part["items"]:
            assert any(w.startswith("new_hampshire/") for w in item["wager"])
            assert item["cite"]


@pytest.mark.usefixtures("same_proofs")
def test_every_item_is_one_line(ask: Ask, parts: Parts) -> None:
    status, out, err = ask("audit")
    assert (status, err) == (0, "")
    assert sum(line.startswith("  ") for line in out.splitlines()) == sum(
        len(part.items) for part in parts.values()
    )
    for part in parts.values():
        assert f"\n{part.title}: {len(part.items)}\n" in f"\n{out}"


def test_633c_4_a_returned_ante_would_favour_the_player(book: pitboss.Rulebook) -> None:
    """Switch Hands, if the ante is returned unless the hand is switched (reading D-12)."""
    found = {part.key: part for part in audit_games(book, PROOFS, "pennsylvania")}
    over = [item.says for item in found["games over"].items if "switch-hands" in item.wager]
    assert any(each.startswith("if D-12 = returned unless switched") for each in over)
    moved = [i for i in found["games readings"].items if i.wager == "pennsylvania/switch-hands"]
    assert moved[0].says.startswith("D-12 = rides with the hand moves +22.1")
    assert moved[1].says.startswith("D-12 = returned unless switched moves +8.8")
    items = [item for part in found.values() for item in part.items]
    assert all(item.wager.startswith("pennsylvania/") for item in items)


def test_a_game_without_a_fresh_proof_is_named(book: pitboss.Rulebook, tmp_path: Path) -> None:
    found = {part.key: part for part in audit_games(book, tmp_path, "south_dakota")}
    assert [item.wager for item in found["games stale"].items] == [
        "south_dakota/blackjack",
        "south_dakota/trilux-blackjack",
    ]
    assert not found["games over"].items
