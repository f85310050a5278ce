"""Why a wager without a pay table has no sheet, and what to ask for instead."""

from __future__ import annotations

from pitboss.errors import NotAllowed, command, either
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game, Wager


def no_table(book: Rulebook, wager: Wager) -> NotAllowed:
    """The refusal for a wager that no pay table pays."""
    if wager.house_sets_table:
        return NotAllowed(
            f"{wager.name}: {wager.cite} prints no pay table; the house must set one."
        )
    if wager.paid_as:
        paid = f"{wager.name} has no pay table of its own: it is paid by that of {wager.paid_as}"
        return NotAllowed(f"{paid}, whose sheet is {command()} par {wager.paid_as}.", wager.cite)
    games = [
        g for g in book.games if wager.key in g.wagers and g.jurisdiction == wager.jurisdiction
    ]
    named = either([game.name for game in games], "and") or "its game"
    if wager.role == "fee":
        says = f"{wager.name} is a fee of {named}: no odds pay it."
    else:
        odds = "; ".join(_odds(book, wager, game) for game in games)
        says = (
            f"{wager.name} is a main wager of {named}, settled by the dealer's procedure and not "
            f"by a pay table: it pays {odds}."
        )
    game = games[0].id if games else "GAME"
    return NotAllowed(
        f"{says} Its value depends on a strategy for the whole game, which par does not "
        f"compute. To deal rounds of it: {command()} play {game} --auto 1000. To search every "
        f"deal of a few cards: {command()} referee {game} --shoe CARDS.",
        wager.cite,
    )


def _odds(book: Rulebook, wager: Wager, game: Game) -> str:
    """What the game pays on it, each with its clause."""
    terms = {term.key: term for term, _ in book.terms_of(game)}
    keys = ["wins_pay"]
    # Beside a blackjack wager, the natural is that wager's, not this one's.
    if not _beside_blackjack(book, wager) and "natural_pays" in terms:
        keys += ["natural_pays"] * (terms["natural_pays"].default != terms["wins_pay"].default)
    law = f"{book.jurisdictions[wager.jurisdiction].cite}, "
    shown = []
    for key in keys:
        term = terms[key]
        clause = law * wager.cite.startswith(law) + term.cite
        shown.append(f"{term.default}{' for a natural' * (key != 'wins_pay')} ({clause})")
    return either(shown, "and")


def _beside_blackjack(book: Rulebook, wager: Wager) -> bool:
    needed = [book.wager(f"{wager.jurisdiction}/{k}") for k in wager.requires if k != "blackjack"]
    return "blackjack" in wager.requires or any(_beside_blackjack(book, w) for w in needed)
