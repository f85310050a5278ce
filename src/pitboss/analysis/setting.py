"""What a sheet is for: a wager as offered, a shoe, a stake, the house's play and the player's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.play import BASIC, FOR_THIS, NEVER_HIT
from pitboss.cards import Shoe
from pitboss.errors import NotAllowed, UnknownName, either
from pitboss.money import Cents, parse_money, show_money
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.paytable import PayTable
from pitboss.rulebook.schema import Wager
from pitboss.rulebook.vocabulary import SEES
from pitboss.wagers.offer import (
    Offer,
    carrier_of,
    check_decks,
    check_stake,
    find_table,
    offer,
    stakes,
)

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
    return any(SEES[place][1] is None for place in wager.sees)


def after_upcard(wager: Wager) -> bool:
    """It is placed after the upcard is seen and the dealer has peeked."""
    late = wager.placed != "before the deal"
    return late and wager.role == "side" and sees(wager, "dealer.hand")


def policies(wager: Wager) -> tuple[str, ...]:
    """Named policies under which the wager is proved; one empty name where none matters."""
    if sees(wager, "player.hand") or sees(wager, "player.third_card"):
        return (BASIC, NEVER_HIT, FOR_THIS)
    if after_upcard(wager):
        return (ANY_UPCARD, *map(on_upcard, UPCARDS))
    if sees(wager, "community.two") or (wager.odds_on and sees(wager, "player.first_three")):
        return (NEVER_FOLD,)
    return ("",)


def settings(book: Rulebook, wager: Wager, table: PayTable) -> Iterator[Setting]:
    """Every lawful setting of a pay table at default readings, in each house procedure."""
    for procedure in _procedures(wager):
        yield from settings_of(book, offer(book, wager, table, procedure))


def settings_of(book: Rulebook, bound: Offer) -> Iterator[Setting]:
    """Every lawful setting of a wager as it is offered."""
    for decks in bound.table.decks:
        for stake in stakes(bound.wager, bound.table, carrier_of(book, bound.wager)):
            for rule in soft_17_rules(book, bound.wager):
                for policy in policies(bound.wager):
                    yield Setting(bound, Shoe.of(decks), stake, rule, policy)


def soft_17_rules(book: Rulebook, wager: Wager) -> tuple[str, ...]:
    """How the dealer may play a soft 17, the default of the game that offers the wager first."""
    if not needs_dealer(wager):
        return ("",)
    here = [g for g in book.games if g.jurisdiction == wager.jurisdiction]
    offering = [g for g in here if wager.key in g.wagers]
    asked = offering or [g for g in here if g.key == "blackjack"]
    terms = [t for g in asked for t, _ in book.terms_of(g) if t.key == "soft_17"]
    defaults = list(dict.fromkeys(t.default for t in terms)) or ["stand"]
    if offering and len(defaults) == 1 and all(t.is_fixed for t in terms):
        return tuple(defaults)
    return (defaults[0], "hit" if defaults[0] == "stand" else "stand")


def _procedures(wager: Wager) -> Iterator[dict[str, str]]:
    """The house's options that move the figures: Blazing 7's third card, and a stake it fixes."""
    for option in wager.options:
        if option.key in ("third-card", "stake") and option.one_of:
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
    choices = dict(choices or {})
    for option in wager.options:
        if stake is not None and option.key == "stake" and "stake" not in choices:
            filed = show_money(parse_money(stake))
            choices |= {"stake": filed} if filed in option.one_of else {}
    found = _table_for(wager, table, decks)
    bound = offer(book, wager, found, choices)
    found = bound.table
    if shoe is not None and decks is not None:
        raise NotAllowed("Say --decks or --shoe, not both.")
    if decks is not None:
        check_decks(wager, found, decks)
    made = Shoe.parse(shoe) if shoe else Shoe.of(decks or _usual(found.decks))
    staked = stakes(wager, found, carrier_of(book, wager))[-1]
    if stake is not None:
        staked = parse_money(stake)
        check_stake(wager, found, staked)
    soft_17, policy = _rules(book, wager, rules or {})
    shown = _meters(found, meters) if meters else None
    return Setting(bound, made, staked, soft_17, policy, shown)


def _table_for(wager: Wager, name: str | None, decks: int | None) -> PayTable:
    if name is None and decks is not None:
        for table in wager.paytables:
            if decks in table.decks:
                return table
    return find_table(wager, name)


def _usual(decks: tuple[int, ...]) -> int:
    return 6 if 6 in decks or not decks else decks[-1]


def _rules(book: Rulebook, wager: Wager, given: Mapping[str, str]) -> tuple[str, str]:
    """How the dealer plays a soft 17 and how the player plays: as given, else as usual."""
    allowed = {
        "soft17": ("stand", "hit") if needs_dealer(wager) else (),
        "policy": tuple(p for p in policies(wager) if p),
    }
    for key, value in given.items():
        if key not in allowed:
            raise UnknownName("rule", key, allowed)
        if not allowed[key]:
            raise NotAllowed(f"{wager.name} does not depend on {key}.")
        if value not in allowed[key]:
            choices = either([repr(v) for v in allowed[key]])
            raise NotAllowed(f"{key}={value}: {wager.name} knows {choices}.")
    usual = soft_17_rules(book, wager)[0], policies(wager)[0]
    return given.get("soft17", usual[0]), given.get("policy", usual[1])


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
