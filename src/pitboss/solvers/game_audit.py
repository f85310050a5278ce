"""Games that deserve a second look: those that favor the player, and readings that change them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from pitboss.analysis.audit import AuditPart
from pitboss.analysis.audit_tables import Item
from pitboss.analysis.numbers import percent
from pitboss.analysis.proof_files import read_file
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game
from pitboss.solvers.proofs import game_file, read_game_proof, solved_games, why_game_stale

MOVES: Final = Fraction(1, 1000)
"""What a reading must move to be listed, per unit of the main stake."""


def audit_games(book: Rulebook, folder: Path, jurisdiction: str | None) -> tuple[AuditPart, ...]:
    """What the proofs of games show, in one jurisdiction or in all."""
    stale, proofs = list[Item](), list[tuple[Game, dict[str, Any]]]()
    for game, made in solved_games(book):
        if jurisdiction not in (None, game.jurisdiction):
            continue
        text = read_file(game_file(folder, game))
        if text is None or (why := why_game_stale(book, made, text)):
            says = f"its proof is out of date: {why if text else 'missing'}"
            stale.append(Item(game.id, game.cite, says))
        else:
            proofs.append((game, read_game_proof(text)))
    parts = [
        ("games over", "Games that favor the player", favoring_player(proofs)),
        ("games readings", "Readings by what they move in a game", moving_readings(book, proofs)),
        ("games stale", "Games whose proof must be renewed", iter(stale)),
    ]
    return tuple(AuditPart.of(*part) for part in parts)


def favoring_player(proofs: list[tuple[Game, dict[str, Any]]]) -> Iterator[Item]:
    """Games whose best play nets the player something, as printed or under one other choice."""
    for game, proof in proofs:
        lines = [("as printed", proof["figures"]["expectation"])]
        lines += [
            (f"if {each['key']} = {each['choice']}", each["expectation"])
            for each in proof.get("options", ())
            if "expectation" in each
        ]
        for when, figure in lines:
            if (worth := Fraction(figure)) > 0:
                says = f"{when}: the player gains {percent(worth)} of {proof['per']}"
                yield Item(game.id, game.cite, says, float(worth), {"expectation": figure})


def moving_readings(book: Rulebook, proofs: list[tuple[Game, dict[str, Any]]]) -> Iterator[Item]:
    """Readings that move the value of a game, the largest first."""
    for game, proof in proofs:
        for each in proof.get("options", ()):
            if each["key"] not in book.readings or "change" not in each:
                continue
            if abs(moved := Fraction(each["change"])) >= MOVES:
                says = f"{each['key']} = {each['choice']} moves {percent(moved, signed=True)}"
                cite = book.readings[each["key"]].clause
                yield Item(game.id, cite, says, float(abs(moved)), {"change": each["change"]})
