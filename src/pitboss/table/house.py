"""What the house has chosen for one table, checked against the law before it opens."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from functools import cached_property

from pitboss.errors import NotAllowed, NotationError, UnknownName, either
from pitboss.games.blackjack import Later, Play, Terms, check_terms
from pitboss.money import Cents, Odds, show_money
from pitboss.progressive.meter import MeterState, from_rule
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game, Term, Wager
from pitboss.wagers.offer import Offer, check_decks, check_stake, offer


@dataclass(frozen=True, slots=True)
class Choice:
    """A side wager as the house offers it."""

    paytable: str | None = None
    least: Cents = 100
    most: Cents = 10_000
    stake: Cents | None = None
    """The fixed stake of a progressive."""
    seed: Cents | None = None
    rate: Fraction | None = None
    choices: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class House:
    """The filed settings of one table."""

    jurisdiction: str
    game: str = "blackjack"
    decks: int = 6
    least: Cents = 1_000
    most: Cents = 50_000
    boxes: int = 7
    cut: int = 52
    """Cards behind the cut card."""
    terms: Mapping[str, str] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    wagers: Mapping[str, Choice] = field(default_factory=dict)

    def to_json(self) -> str:
        """One line, for the head of a log; side wagers keep their order, in which they settle."""
        return json.dumps(asdict(self), separators=(",", ":"), default=str)

    @classmethod
    def from_json(cls, text: str) -> House:
        """Read what `to_json` wrote."""
        try:
            raw = json.loads(text)
            for name in ("decks", "least", "most", "boxes", "cut"):
                if type(raw[name]) is not int:
                    raise ValueError(f"{name} must be a whole number")
            wagers = {
                key: Choice(**{**each, "rate": Fraction(each["rate"]) if each["rate"] else None})
                for key, each in raw.pop("wagers").items()
            }
            return cls(**raw, wagers=wagers)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise NotationError(f"The house's settings cannot be read: {error}.") from None


@dataclass(frozen=True, eq=False)
class Open:
    """A table that may open: game, terms, offers and meters, all settled."""

    house: House
    game: Game
    play: Play
    offers: Mapping[str, Offer]
    meters: Mapping[str, MeterState]
    """Meter by its wager and name: `jackpot-party mega`."""
    main: str = "blackjack"
    """What the law calls the main wager, which is staked as `blackjack`."""

    def as_staked(self, key: str) -> str:
        """The key under which a wager that the law names is staked here."""
        return "blackjack" if key == self.main else key

    @cached_property
    def fed(self) -> Mapping[str, tuple[str, ...]]:
        """For each wager the names of the meters that it feeds."""
        return {
            key: tuple(name for name in self.meters if name.split(" ", 1)[0] == key)
            for key in self.offers
        }

    def offer(self, key: str) -> Offer:
        if key not in self.offers:
            raise UnknownName("wager at this table", key, ["blackjack", *self.offers])
        return self.offers[key]


def open_house(book: Rulebook, house: House) -> Open:
    """Check every choice against the law; what is not lawful is refused with its clause."""
    game = next((g for g in book.games if g.id == f"{house.jurisdiction}/{house.game}"), None)
    if game is None:
        known = [g.key for g in book.games if g.jurisdiction == house.jurisdiction]
        if not known:
            raise UnknownName("jurisdiction", house.jurisdiction, book.jurisdictions)
        raise UnknownName(f"game in {house.jurisdiction}", house.game, known)
    _check_house(book, game, house)
    main = next((k for k in game.wagers if _is_main(book, game, k)), "blackjack")
    offers: dict[str, Offer] = {}
    meters: dict[str, MeterState] = {}
    for key, choice in house.wagers.items():
        wager = book.wager(f"{house.jurisdiction}/{key}")
        _check_played(wager)
        bound = _bind(book, wager, choice, house)
        offers[key] = bound
        meters |= _meters(key, bound, choice)
        _check_most(book, house, wager, choice)
    for bound in offers.values():
        _check_prerequisites(bound.wager, {*offers, "blackjack", main})
    play = Play(
        terms_of(book, game, house.terms),
        later=tuple(
            Later(key, o.wager.placed, house.wagers[key].most, o.wager.cite)
            for key, o in offers.items()
            if o.wager.placed.startswith("after")
        ),
        needs_dealer=frozenset(k for k, o in offers.items() if "dealer.hand" in o.wager.sees),
        third_card=frozenset(
            key
            for key, o in offers.items()
            if "player.third_card" in o.wager.sees and o.choices.get("third-card") != "upcard"
        ),
    )
    return Open(house, game, play, offers, meters, main)


def _check_house(book: Rulebook, game: Game, house: House) -> None:
    if not is_standard(book, game):
        raise NotAllowed(f"{game.cite}: {game.name} has a procedure that is not played yet.")
    if house.decks not in game.decks:
        allowed = either([str(d) for d in game.decks])
        raise NotAllowed(
            f"{game.cite}: {game.name} is dealt from {allowed} decks, not {house.decks}."
        )
    if not 0 < house.least <= house.most:
        raise NotAllowed("The least stake is above nothing and at most the greatest stake.")
    law = book.jurisdictions[house.jurisdiction]
    if law.most_bet and house.most > law.most_bet:
        raise NotAllowed(_over(book, house, house.most))


def _over(book: Rulebook, house: House, cents: Cents) -> str:
    law = book.jurisdictions[house.jurisdiction]
    return (
        f"{law.most_bet_cite or law.cite}: {law.name} allows bets of up to "
        f"{show_money(law.most_bet or 0)}, not {show_money(cents)}."
    )


def _check_most(book: Rulebook, house: House, wager: Wager, choice: Choice) -> None:
    law = book.jurisdictions[house.jurisdiction]
    most = choice.most if choice.stake is None else choice.stake
    if law.most_bet and most > law.most_bet:
        raise NotAllowed(f"{wager.name}: {_over(book, house, most)}")


SEEN_HERE = frozenset(
    {
        "player.first_two",
        "player.third_card",
        "player.hand",
        "dealer.upcard",
        "dealer.first_two",
        "dealer.hand",
    }
)
"""Places on the layout of standard blackjack."""


def _is_main(book: Rulebook, game: Game, key: str) -> bool:
    return book.wager(f"{game.jurisdiction}/{key}").role == "main"


def is_standard(book: Rulebook, game: Game) -> bool:
    """Standard blackjack, or standard blackjack with side wagers of its own."""
    if game.key == "blackjack":
        return True
    wagers = [book.wager(f"{game.jurisdiction}/{key}") for key in game.wagers]
    return game.based_on == "blackjack" and all(not why_not(w) for w in wagers)


def why_not(wager: Wager) -> str:
    """Why a wager is not played at a table of standard blackjack; empty if it is."""
    if wager.role != "side":
        return f"it is a {wager.role}, not a side wager"
    if not wager.paytables:
        return "the law prints no pay table"
    if not SEEN_HERE.issuperset(wager.sees):
        return "it sees cards that standard blackjack does not deal"
    if wager.automated_only or "electronically" in wager.rotation:
        return "it needs an automated table"
    return ""


def _check_played(wager: Wager) -> None:
    if reason := why_not(wager):
        raise NotAllowed(f"{wager.cite}: {wager.name} is not played here: {reason}.")


def _meters(key: str, bound: Offer, choice: Choice) -> dict[str, MeterState]:
    """The meters of a pay table at the stake that the house filed."""
    if not bound.table.meters:
        return {}
    wager = bound.wager
    fixed = bound.table.stakes or wager.stake.fixed
    stake = choice.stake or (fixed[0] if len(fixed) == 1 else None)
    if stake is None and (len(fixed) > 1 or wager.stake.house_fixed):
        raise NotAllowed(f"{wager.cite}: file the one stake of {wager.name} at this table.")
    at = stake or bound.table.base_stake or wager.stake.least or 100
    found = [m for m in bound.table.meters if m.stake is None or m.stake == at]
    if not found:
        known = either([show_money(m.stake) for m in bound.table.meters if m.stake])
        raise NotAllowed(
            f"{wager.cite}: {wager.name} has a meter for {known}, not for {show_money(at)}."
        )
    base = bound.table.base_stake
    return {f"{key} {m.name}": from_rule(m, at, base, choice.seed, choice.rate) for m in found}


def _bind(book: Rulebook, wager: Wager, choice: Choice, house: House) -> Offer:
    chosen = {k: v for k, v in house.readings.items() if k in wager.readings} | dict(choice.choices)
    for reading in book.readings_of(wager):
        if reading.must_be_chosen and reading.key not in chosen:
            options = either([repr(c) for c in reading.choices])
            raise NotAllowed(
                f"{reading.clause}: choose reading {reading.key} for {wager.name}: {options}."
            )
    for option in wager.options:
        if option.required and option.default is None and option.key not in chosen:
            raise NotAllowed(f"{wager.cite}: file {option.key!r} for {wager.name}: {option.says}")
    bound = offer(book, wager, choice.paytable, chosen)
    check_decks(wager, bound.table, house.decks)
    if choice.stake:
        check_stake(wager, bound.table, choice.stake)
    return bound


def _check_prerequisites(wager: Wager, there: Collection[str]) -> None:
    for each in wager.requires:
        keys = each.split(" or ")
        if not any(key in there for key in keys):
            raise NotAllowed(f"{wager.cite}: {wager.name} needs {either(keys)} at the table.")


def terms_of(book: Rulebook, game: Game, chosen: Mapping[str, str]) -> Terms:
    """The game's terms, inherited ones included, with the house's choices."""
    found: dict[str, Term] = {}
    at: Game | None = game
    while at is not None:
        for term in at.terms:
            found.setdefault(term.key, term)
        base = at.based_on
        at = next((g for g in book.games if base and g.id == f"{game.jurisdiction}/{base}"), None)
    values = {key: term.default for key, term in found.items()}
    for key, value in chosen.items():
        if key not in found:
            raise UnknownName(f"term of {game.name}", key, found)
        allowed = found[key].one_of
        if allowed and value not in allowed:
            may = either([repr(a) for a in allowed])
            raise NotAllowed(f"{found[key].cite or game.cite}: {key} may be {may}, not {value!r}.")
        values[key] = value
    plain = {k: values[k] for k in _PLAIN if values.get(k)}
    odds = {k: Odds.parse(values[k]) for k in _ODDS if values.get(k)}
    made = Terms(
        **plain,  # type: ignore[arg-type]
        **odds,  # type: ignore[arg-type]
        split_hands=int(values.get("split_hands") or 4),
        clauses={key: term.cite for key, term in found.items()},
    )
    check_terms(made)
    return made


_PLAIN = (
    "soft_17",
    "burn",
    "insurance",
    "even_money",
    "surrender",
    "peek",
    "double_on",
    "double_after_split",
    "split_by",
    "resplit_aces",
    "split_aces_draw",
    "lost_to_dealer_natural",
    "player_21",
)
_ODDS = ("natural_pays", "wins_pay", "insurance_pays")
