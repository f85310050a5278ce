"""What a sheet is for: a wager as offered, a shoe, a stake, the house's play and the player's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.analysis.play import BASIC, FOR_THIS, NEVER_HIT
from pitboss.cards import Shoe
from pitboss.errors import NotAllowed, UnknownName, either
from pitboss.money import Cents, parse_money
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import PayTable, Wager
from pitboss.rulebook.vocabulary import SEES
from pitboss.wagers.offer import Offer, check_decks, check_stake, find_table, offer

ANY_UPCARD = "on any upcard"
"""The policy of one who bets after the upcard is shown, whatever it is."""
NEVER_FOLD = "never fold"


@dataclass(frozen=True, slots=True)
class Setting:
    """All that decides the figures of one sheet."""

    offer: Offer
    shoe: Shoe
    stake: Cents
    soft_17: str = ""
    """`stand` or `hit` where the dealer's finished hand matters, else empty."""
    policy: str = ""
    """The player's play or betting, where it matters."""
    meters: Mapping[str, Fraction] | None = None
    """Amounts on the meters in cents; `None` for their seeds."""

    @property
    def wager(self) -> Wager:
        return self.offer.wager

    @property
    def table(self) -> PayTable:
        return self.offer.table

    @property
    def lawful(self) -> bool:
        """The shoe is one that the table may be offered with."""
        return self.shoe.decks in self.table.decks


UPCARDS = (1, *range(10, 1, -1))


def on_upcard(points: int) -> str:
    """The policy of one who bets only when the dealer shows a card of these points."""
    return f"on upcard {'A' if points == 1 else points}"


def upcard_of(policy: str) -> int | None:
    """Points of the upcard that a policy waits for."""
    return next((p for p in UPCARDS if policy == on_upcard(p)), None)


def sees(wager: Wager, place: str) -> bool:
    return place in wager.sees


def needs_dealer(wager: Wager) -> bool:
    """The dealer's drawing rule bears on the wager."""
    grows = any(SEES[p][1] is None for p in wager.sees)
    return grows or bool(wager.sees and sees(wager, "player.hand"))


def after_upcard(wager: Wager) -> bool:
    """It is placed after the upcard is seen and the dealer has peeked."""
    return (
        sees(wager, "dealer.hand") and wager.placed != "before the deal" and (wager.role == "side")
    )


def policies(wager: Wager) -> tuple[str, ...]:
    """Named policies under which the wager is proved; one empty name where none matters."""
    if sees(wager, "player.hand") or sees(wager, "player.third_card"):
        return (BASIC, NEVER_HIT, FOR_THIS)
    if after_upcard(wager):
        return (ANY_UPCARD, *map(on_upcard, UPCARDS))
    if sees(wager, "community.two") or (wager.odds_on and sees(wager, "player.first_three")):
        return (NEVER_FOLD,)
    return ("",)


def stakes(wager: Wager, table: PayTable) -> tuple[Cents, ...]:
    """Stakes for which figures differ: those the law names, else one dollar."""
    seeded = tuple(dict.fromkeys(m.stake for m in table.meters if m.stake))
    named = table.stakes or wager.stake.fixed or seeded
    if named:
        return named if _stake_matters(table) else named[:1]
    return (table.base_stake or table.least or wager.requires_least or 100,)


def _stake_matters(table: PayTable) -> bool:
    if table.base_stake:
        return False
    fixed_seed = any(m.seed is not None or m.maximum is not None for m in table.meters)
    dollars = any("$" in str(row.pays) for row in table.rows)
    return fixed_seed or dollars


def settings(book: Rulebook, wager: Wager, table: PayTable) -> Iterator[Setting]:
    """Every lawful setting of a pay table at default readings, in each house procedure."""
    for procedure in _procedures(wager):
        yield from settings_of(book, offer(book, wager, table, procedure))


def settings_of(book: Rulebook, bound: Offer) -> Iterator[Setting]:
    """Every lawful setting of a wager as it is offered."""
    for decks in bound.table.decks:
        for stake in stakes(bound.wager, bound.table):
            for rule in soft_17_rules(book, bound.wager):
                for policy in policies(bound.wager):
                    yield Setting(bound, Shoe.of(decks), stake, rule, policy)


def soft_17_rules(book: Rulebook, wager: Wager) -> tuple[str, ...]:
    """How the dealer may play a soft 17: as the games that offer the wager fix it, else both."""
    if not needs_dealer(wager):
        return ("",)
    fixed = {
        term.default if term.is_fixed else ""
        for game in book.games
        if game.jurisdiction == wager.jurisdiction and wager.key in game.wagers
        for term in game.terms
        if term.key == "soft_17"
    }
    return tuple(fixed) if len(fixed) == 1 and "" not in fixed else ("stand", "hit")


def _procedures(wager: Wager) -> Iterator[dict[str, str]]:
    """The house procedures that move the figures: Blazing 7's third card."""
    for option in wager.options:
        if option.key == "third-card":
            yield from ({option.key: value} for value in option.one_of)
            return
    yield {}


def setting(
    book: Rulebook,
    name: str,
    *,
    table: str | None = None,
    decks: int | None = None,
    shoe: str | None = None,
    stake: str | None = None,
    rules: Mapping[str, str] | None = None,
    choices: Mapping[str, str] | None = None,
    meters: Mapping[str, str] | None = None,
) -> Setting:
    """One setting as a person asks for it; what is not said takes its default."""
    wager = book.wager(name)
    found = _table_for(wager, table, decks)
    bound = offer(book, wager, found, choices)
    found = bound.table
    if shoe is not None and decks is not None:
        raise NotAllowed("Say --decks or --shoe, not both.")
    if decks is not None:
        check_decks(wager, found, decks)
    made = Shoe.parse(shoe) if shoe else Shoe.of(decks or _usual(found.decks))
    staked = parse_money(stake) if stake is not None else stakes(wager, found)[-1]
    if stake is not None:
        check_stake(wager, found, staked)
    base = Setting(bound, made, staked)
    base = replace(base, **_rules(book, wager, rules or {}))  # type: ignore[arg-type]
    return replace(base, meters=_meters(found, meters)) if meters else base


def _table_for(wager: Wager, name: str | None, decks: int | None) -> PayTable:
    if name is None and decks is not None:
        for table in wager.paytables:
            if decks in table.decks:
                return table
    return find_table(wager, name)


def _usual(decks: tuple[int, ...]) -> int:
    return 6 if 6 in decks or not decks else decks[-1]


def _rules(book: Rulebook, wager: Wager, given: Mapping[str, str]) -> dict[str, str]:
    allowed = {
        "soft17": ("stand", "hit") if needs_dealer(wager) else (),
        "policy": tuple(p for p in policies(wager) if p),
    }
    made = {
        "soft_17": soft_17_rules(book, wager)[0],
        "policy": policies(wager)[0],
    }
    for key, value in given.items():
        if key not in allowed:
            raise UnknownName("rule", key, allowed)
        if not allowed[key]:
            raise NotAllowed(f"{wager.name} does not depend on {key}.")
        if value not in allowed[key]:
            choices = either([repr(v) for v in allowed[key]])
            raise NotAllowed(f"{key}={value}: {wager.name} knows {choices}.")
        made["soft_17" if key == "soft17" else key] = value
    return made


def _meters(table: PayTable, given: Mapping[str, str]) -> dict[str, Fraction]:
    names = [m.name for m in table.meters]
    made: dict[str, Fraction] = {}
    for name, amount in given.items():
        if not names:
            raise NotAllowed(f"{table.id} has no meter.")
        if name not in names:
            raise UnknownName(f"meter of {table.id}", name, names)
        made[name] = Fraction(parse_money(amount))
    return made
