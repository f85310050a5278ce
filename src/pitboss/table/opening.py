"""A table that may open: every choice of the house checked against the law."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from pitboss.errors import NotAllowed, UnknownName, either
from pitboss.games import PROCEDURES
from pitboss.money import Cents, parse_money
from pitboss.procedure import DECISIONS, Play, Procedure
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game, Wager
from pitboss.table.chance import pack
from pitboss.table.filing import (
    at_table,
    check_neighbour,
    check_offered,
    check_readings,
    compulsory,
    fit_terms,
)
from pitboss.table.house import House
from pitboss.table.metering import (
    Metered,
    check_mysteries,
    fed,
    less_what_mysteries_take,
)
from pitboss.table.offering import (
    bind_all,
    check_named,
    check_prerequisites,
    draws_third,
    over_limit,
    placed_later,
    third_card_after,
    until_done,
    until_hole,
)
from pitboss.table.shoes import Delivery
from pitboss.wagers.offer import Offer, clause

SUPERVISOR: Final = "supervisor decides"
IRREGULARITIES: Final[Mapping[str, str]] = {
    "harmless error": "",
    "misdeal to a box": "misdeal_player",
    "misdeal to the dealer": "misdeal_dealer",
    "misdeal to a poker hand": "misdeal_poker",
    "exposed card": "exposed_card",
    "card found face up": "card_found_face_up",
    "card drawn in error": "card_drawn_in_error",
    "surplus card": "dealer_overdraw",
    "fallen card": "fallen_card",
    "other": "",
}
"""What people may say went wrong → the term of the game that says what becomes of it."""
WHEN_OUT: Final = ("shuffle the discards", "whole round void")
"""What the table does when no card is left: term `shoe_runs_out`."""


@dataclass(frozen=True, eq=False)
class Open:
    """A table that may open: game, terms, offers and meters, all settled."""

    house: House
    game: Game
    procedure: Procedure
    play: Play
    offers: Mapping[str, Offer]
    """Wagers that pay tables settle."""
    extras: Mapping[str, Offer]
    """Bonuses, envy and mystery awards, which come with another wager."""
    mains: Mapping[str, Wager]
    """The game's own wagers, which its procedure settles."""
    meters: Mapping[str, Metered]
    """Meter by its wager and name: `jackpot-party mega`."""
    fed: Mapping[str, tuple[str, ...]]
    """Wager → the meters that it feeds."""
    alias: str = ""
    """What the law calls the main wager, which is staked as `blackjack`."""

    def as_staked(self, key: str) -> str:
        """The key under which a wager that the law names is staked here."""
        return self.procedure.main if key == self.alias else key

    def placed(self, key: str) -> str:
        """When a stake is placed, by the readings in force."""
        if key in self.offers:
            return self.offers[key].placed
        return self.mains[key].placed if key in self.mains else "before the deal"

    def offer(self, key: str) -> Offer:
        if key not in self.offers:
            known = [*self.stakable]
            raise UnknownName("wager at this table", key, known)
        return self.offers[key]

    @cached_property
    def stakable(self) -> tuple[str, ...]:
        """Every key that a stake may be put on."""
        return tuple(dict.fromkeys((self.procedure.main, *self.mains, *self.offers)))

    @property
    def delivery(self) -> Delivery:
        """How the cards come to the table, and where the cut card goes."""
        values, decks = self.play.values, self.house.decks
        cut, without = self.house.cut, REMOVED.get(values.get("cards", ""), "")
        if cut is None:
            cut = _usual_cut(values, pack(1, without).size)
        every_round = values.get("shuffle") == "every round"
        return Delivery.of(values.get("delivery") or "shoe", decks, cut, every_round, without)

    def decision(self, kind: str) -> tuple[str, str]:
        """What the game makes of an irregularity, and the clause that says so."""
        if kind not in IRREGULARITIES:
            raise UnknownName("irregularity", kind, IRREGULARITIES)
        if kind == "harmless error":
            return "play on", self.play.clause("misdeal_player") or self.game.cite
        term = IRREGULARITIES[kind]
        decided = self.play.values.get(term, "") or SUPERVISOR
        if kind == "fallen card" and self.play.choices.get("G-8") == "lost":
            decided = "that hand lost"
        return decided, self.play.clause(term) or self.play.clause("misdeal_player")

    @property
    def out_of_cards(self) -> tuple[str, str]:
        """What the table itself does when no card is left for a round, and the clause."""
        return self.play.values.get("shoe_runs_out", ""), self.play.clause("shoe_runs_out")


def rule_of(opened: Open, key: str) -> Wager | None:
    """The rule of a stake; none for standard blackjack's own."""
    if key in opened.mains:
        return opened.mains[key]
    return opened.offers[key].wager if key in opened.offers else None


def open_house(book: Rulebook, house: House) -> Open:
    """Check every choice against the law; what is not lawful is refused with its clause."""
    game = _game_of(book, house)
    procedure = procedure_of(book, game)
    _check_house(book, game, house)
    check_readings(book, house.readings)
    values, clauses = terms_in_force(book, game, house)
    _check_irregularities(values, clauses)
    own = {key: book.wager(f"{game.jurisdiction}/{key}") for key in game.wagers}
    mains = {
        k: w for k, w in own.items() if w.role in ("main", "fee") and at_table(book, w, own, house)
    }
    alias = next((k for k in mains if procedure.main == "blackjack" and _is_alias(mains[k])), "")
    by_table = {key: wager for key, wager in mains.items() if key in procedure.by_table}
    by_table |= {key: own[key] for key in compulsory(game, values)}
    if values.get("side_wagers") == "those named":
        check_named(game, house, clauses["side_wagers"])
    check_offered(book, game, house, mains)
    settled = {k: w for k, w in mains.items() if k not in (procedure.main, alias, *by_table)}
    offers, extras, meters = bind_all(book, game, house, mains, by_table)
    there = {*offers, *mains, procedure.main, alias}
    for bound in (*offers.values(), *extras.values()):
        check_prerequisites(bound.wager, there)
        check_neighbour(bound, offers)
    check_mysteries(offers, extras, house.wagers)
    meters = less_what_mysteries_take(meters, book.readings)
    drawn = {key: each for key, each in offers.items() if draws_third(each)}
    if after := third_card_after(drawn.values()):
        values["third_card_after"] = after
    play = Play(
        values=values,
        clauses=clauses,
        choices=_choices_in_force(book, game, house, [*offers.values(), *extras.values()]),
        later=tuple(placed_later(house, offers)),
        antes=tuple(key for key, wager in mains.items() if wager.offered_by),
        needs_dealer=frozenset(until_done(offers, settled)),
        needs_hole=frozenset(until_hole(offers, extras)),
        third_card=frozenset(drawn),
        by_hand=frozenset(k for k, o in offers.items() if o.wager.when_held == "hand by hand"),
        must_show={
            k: o.wager.cite for k, o in offers.items() if o.wager.when_held == "shown or lost"
        },
        pressed={k: clause(o.wager, o.wager.presses) for k, o in offers.items() if o.wager.presses},
        seconds=int(values.get("countdown") or 0) or house.seconds,
        decks=house.decks,
        unchosen=_unchosen(book, game, house),
        tips=house.tips,
    )
    play.terms = procedure.terms(play)
    feeds = fed((procedure.main, *offers), meters)
    opened = Open(house, game, procedure, play, offers, extras, mains, meters, feeds, alias)
    if house.cut is not None:
        _check_cut(opened.delivery)
    return opened


REMOVED: Final[Mapping[str, str]] = {"tens out": "10"}
"""Value of the term `cards` → the rank that the decks are without (New Hampshire, reading A-6)."""


def _usual_cut(values: Mapping[str, str], deck: int) -> int:
    """Cards behind the cut card where the house files no number: `1.5 decks from the bottom`."""
    if values.get("cut_card") != "used":
        return 0
    many, what, *_ = values["cut_card_at"].split(" ")
    return int(Fraction(many) * (1 if what == "cards" else deck))


def _game_of(book: Rulebook, house: House) -> Game:
    """The game of a house, or an error that names those of its jurisdiction."""
    game = next((g for g in book.games if g.id == f"{house.jurisdiction}/{house.game}"), None)
    if game is None:
        known = [g.key for g in book.games if g.jurisdiction == house.jurisdiction]
        if not known:
            raise UnknownName("jurisdiction", house.jurisdiction, book.jurisdictions)
        raise UnknownName(f"game in {house.jurisdiction}", house.game, known)
    return game


def procedure_of(book: Rulebook, game: Game) -> Procedure:
    """The dealer's procedure: the game's own, or that of the game it is based on."""
    at: Game | None = game
    while at is not None:
        if at.key in PROCEDURES:
            return PROCEDURES[at.key]
        own = [book.wager(f"{at.jurisdiction}/{key}").role for key in at.wagers]
        if not at.based_on or {"main", "fee"} & {*own}:
            break
        at = next(g for g in book.games if g.id == f"{game.jurisdiction}/{at.based_on}")
    raise NotAllowed(f"{game.name} has a procedure that is not played yet.", game.cite)


def _is_alias(wager: Wager) -> bool:
    """The one main wager before the deal of a game that is played as standard blackjack."""
    return wager.role == "main" and wager.placed == "before the deal" and not wager.requires


def _check_house(book: Rulebook, game: Game, house: House) -> None:
    if house.decks not in game.decks:
        allowed = either([str(d) for d in game.decks])
        raise NotAllowed(
            f"{game.name} is dealt from {allowed} "
            f"deck{'s' * (game.decks != (1,))}, not {house.decks}.",
            game.cite,
        )
    if not 0 < house.least <= house.most:
        raise NotAllowed("The least stake is above nothing and at most the greatest stake.")
    if not 1 <= house.boxes <= MOST_BOXES:
        raise NotAllowed(f"A table has 1 to {MOST_BOXES} boxes, not {house.boxes}.")
    for name, value, allowed_values in (
        ("pace", house.pace, ("automatic", "dealer")),
        ("odd_cents", house.odd_cents, ("down", "up")),
    ):
        if value not in allowed_values:
            raise NotAllowed(f"{name} may be {either(allowed_values)}, not {value!r}.")
    if house.unit < 1 or house.seconds < 1 or house.validate_from < 0:
        raise NotAllowed("The unit and the seconds are 1 or more, and no limit is below nothing.")
    law = book.jurisdictions[house.jurisdiction]
    if law.most_bet and house.most > law.most_bet:
        raise over_limit(book, house, house.most)


def _check_cut(delivery: Delivery) -> None:
    if not 0 <= delivery.cut < delivery.size:
        raise NotAllowed(
            f"The cut card stands before 0 to {delivery.size - 1} cards, not {delivery.cut}."
        )


def _check_irregularities(values: Mapping[str, str], clauses: Mapping[str, str]) -> None:
    """Refuse a game that makes of an irregularity what no dealer here can do."""
    done = {term: (*DECISIONS, SUPERVISOR) for term in IRREGULARITIES.values() if term}
    for term, may in (*done.items(), ("shoe_runs_out", WHEN_OUT)):
        if values.get(term) and values[term] not in may:
            raise NotAllowed(
                f"{term} may be {either(map(repr, may))}, not {values[term]!r}.", clauses[term]
            )


MOST_BOXES: Final = 250
"""Terminals at a hybrid table; the game's own terms say how many a felt has."""


def _unchosen(book: Rulebook, game: Game, house: House) -> dict[str, tuple[str, str]]:
    """What to say where a procedure needs a reading that the house must choose and has not."""
    return {
        reading.key: (
            f"choose reading {reading.key} for {game.name}: {either(map(repr, reading.choices))}.",
            reading.clause,
        )
        for reading in book.readings_of(game)
        if reading.must_be_chosen and reading.key not in house.readings
    }


def _choices_in_force(
    book: Rulebook, game: Game, house: House, bound: Iterable[Offer]
) -> dict[str, str]:
    """Every reading of the game with its choice, and those of its wagers."""
    chosen = {r.key: r.default for r in book.readings_of(game)}
    for each in bound:
        chosen |= each.choices
    return chosen | dict(house.readings)


# -- terms ---------------------------------------------------------------------------------------


def terms_in_force(
    book: Rulebook, game: Game, house: House
) -> tuple[dict[str, str], dict[str, str]]:
    """The value and the clause of every term, inherited ones and the house's choices included."""
    found = {term.key: term for term, _ in book.terms_of(game)}
    values = {key: term.default for key, term in found.items()}
    for key, value in house.terms.items():
        if key not in found:
            raise UnknownName(f"term of {game.name}", key, found)
        allowed = found[key].one_of
        if allowed and value not in allowed:
            may = either([repr(a) for a in allowed])
            raise NotAllowed(f"{key} may be {may}, not {value!r}.", found[key].cite or game.cite)
        values[key] = value
    fit_terms(book, game, house, found, values)
    for key in ("hands_per_player", "boxes", "countdown"):
        if values.get(key) and not values[key].isdigit():
            raise NotAllowed(f"{key} is a whole number, not {values[key]!r}.")
    if values.get("double_shoe") == "yes":
        clause = found["double_shoe"].cite
        raise NotAllowed("a double shoe is not dealt here; file double_shoe as 'no'.", clause)
    boxes = found.get("boxes")
    shared = values.get("community_cards") == "shared"  # boxes are terminals then
    if boxes and boxes.one_of and not shared and house.boxes > int(boxes.one_of[-1]):
        raise NotAllowed(
            f"the layout has up to {boxes.one_of[-1]} boxes, not {house.boxes}.", boxes.cite
        )
    return values, {key: term.cite for key, term in found.items()}


def wager_step(opened: Open) -> Cents:
    """Main stakes are whole multiples of this (58 Pa. Code § 633c.4(b))."""
    return parse_money(opened.play.values.get("wager_step") or "$0.01")
