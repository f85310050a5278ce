"""The chain of rounds binds every line and gives none of the hidden ones away."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pitboss.cards import DECK
from pitboss.log import Event
from pitboss.table.cards.seeds import System, salt_of
from pitboss.table.cards.shoes import SealedShoes
from pitboss.table.events.rounds import RoundEnded
from pitboss.table.events.shoes import CardDealt, ShoeOpened
from pitboss.table.houses.house import House
from pitboss.table.houses.opening import open_house
from pitboss.table.log.chain import audit_chain, chain_of
from pitboss.table.log.mask import view
from pitboss.table.log.verification import verify
from pitboss.table.table import Table
from tests.table.floor import book, header, play_round

HOUSE = House("pennsylvania")


def played(version: int, rounds: int = 3) -> Table:
    opened = open_house(book(), HOUSE)
    shoes = SealedShoes(opened.delivery, System())
    table = Table(opened, shoes, book().digest, header=header(opened, version))
    for _ in range(rounds):
        play_round(table, Random(1))
    return table


def tried(seen: list[Event], ends: int) -> list[str]:
    """The cards with which the lines of the round, as a person saw them, have the right hash."""
    end = seen[ends]
    assert isinstance(end, RoundEnded)
    (hidden,) = [n for n, e in enumerate(seen[:ends]) if isinstance(e, CardDealt) and not e.card]
    found = []
    for card in DECK:
        lines = [e.line for e in seen[:ends]]
        lines[hidden] = replace(seen[hidden], card=card).line  # type: ignore[call-arg]
        if chain_of("", lines) == end.chain:
            found.append(str(card))
    return found


@pytest.mark.parametrize(("version", "gives_away"), [(2, True), (3, False)])
def test_a_hidden_card_cannot_be_found_by_trying_all_of_them(
    version: int, gives_away: bool
) -> None:
    """A round that ends with its burn card face down, as a person at the table sees it."""
    table = played(version, rounds=1)
    ends = next(n for n, e in enumerate(table.log) if isinstance(e, RoundEnded))
    seen = [*view(table.log, "ann")]
    turned = next(n for n, e in enumerate(table.log) if isinstance(e, CardDealt) and e.to == "burn")
    for n, event in enumerate(table.log):  # all but the burn card are known by now
        if n != turned and isinstance(event, CardDealt):
            seen[n] = event
    burned = table.log[turned]
    assert isinstance(burned, CardDealt)
    assert seen[turned] != burned
    assert "salt" not in seen[ends].line
    assert tried(seen, ends) == ([str(burned.card)] if gives_away else [])
    assert verify(book(), table.log) == []


def test_once_the_shoe_is_opened_anybody_can_check_every_salt() -> None:
    table = played(3)
    assert [*audit_chain(table.log)] == []
    table.close()
    (opened,) = [e for e in table.log if isinstance(e, ShoeOpened)]
    ends = [(n, e) for n, e in enumerate(table.log) if isinstance(e, RoundEnded)]
    assert [e.salt for _, e in ends] == [salt_of(opened.seed, e.number) for _, e in ends]
    assert len({e.salt for _, e in ends}) == 3
    assert verify(book(), table.log) == []


def test_a_salt_that_does_not_come_from_the_shoe_is_found() -> None:
    """A chain made anew under another salt is as whole as the first; the opened seed is not."""
    table = played(3, rounds=1)
    table.close()
    at = next(n for n, e in enumerate(table.log) if isinstance(e, RoundEnded))
    for salt in ("", "0" * 32):
        chain = chain_of(salt, [e.line for e in table.log[:at]])
        log = [*table.log[:at], RoundEnded(1, chain, salt), *table.log[at + 1 :]]
        assert [*audit_chain(log)] == []
        assert [(each.line, each.expected[:5]) for each in verify(book(), log)] == [
            (at + 1, "salt=")
        ]
