"""`pitboss.par`: the exact figures of a wager."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.analysis.proof_request import no_table
from pitboss.analysis.setting import Setting, setting
from pitboss.analysis.sheet import Sheet, prove
from pitboss.errors import PitbossError
from pitboss.library.arguments import Money, cents_of, check_types, law
from pitboss.money import show_money
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game


def par(
    wager: str,
    *,
    table: str | None = None,
    decks: int | None = None,
    shoe: str | None = None,
    stake: Money | None = None,
    terms: Mapping[str, str] | None = None,
    choices: Mapping[str, str] | None = None,
    meters: Mapping[str, Money] | None = None,
    book: Rulebook | None = None,
) -> Sheet:
    """Prove a wager: exact ways, return and edge, by its first pay table if none is named.

    >>> sheet = par("colorado/21-plus-3", decks=6)
    >>> sheet.edge, f"{float(sheet.edge):.4%}"
    (Fraction(4059, 125333), '3.2386%')
    >>> [f"{each.name}: {each.ways:,} ways" for each in sheet.outcomes][:2]
    ['Straight Flush: 10,368 ways', '3 of a Kind: 26,312 ways']

    `shoe` is any shoe instead of whole decks, as in `"6d - As As Kd"`. `terms` are the
    game's and the player's `policy`, `choices` readings and options, `meters` what meters show.

    >>> par("colorado/trilux-progressive", meters={"progressive": "$12,000"}).meters[0].amount
    Fraction(1200000, 1)
    """
    check_types(par, locals())
    return prove(
        setting(
            _book_of(wager, book),
            wager,
            table=table,
            decks=decks,
            shoe=shoe,
            stake=_shown(stake),
            terms=terms,
            choices=choices,
            meters={name: show_money(cents_of(shown)) for name, shown in (meters or {}).items()},
        )
    )


def setting_of(
    wager: str,
    *,
    table: str | None,
    decks: int | None,
    stake: Money | None,
    choices: Mapping[str, str] | None,
    book: Rulebook,
) -> Setting:
    """The setting in which a caller settles hands; refuses a wager without a pay table."""
    book, shown = _book_of(wager, book), _shown(stake)
    return setting(book, wager, table=table, decks=decks, stake=shown, choices=choices)


def _book_of(wager: str, book: Rulebook | None) -> Rulebook:
    """The rulebook of a wager that has a pay table."""
    rulebook = book or law()
    games = [each for each in rulebook.find(wager) if isinstance(each, Game)]
    if len(games) == len(rulebook.find(wager)):
        raise PitbossError(
            f"{games[0].name} is a game, not a wager: pitboss.strategy says how it is best played "
            "and what that is worth, and pitboss.open_table deals it."
        )
    found = rulebook.wager(wager)
    if not found.paytables:
        raise no_table(rulebook, found)
    return rulebook


def _shown(stake: Money | None) -> str | None:
    return None if stake is None else show_money(cents_of(stake))
