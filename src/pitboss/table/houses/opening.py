"""A table that may open: every choice of the house checked against the law."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal

from pitboss.chips import ANY_AMOUNT, Chips
from pitboss.errors import NotAllowed, UnknownName, either
from pitboss.games.terms import Terms, first_number
from pitboss.games.terms_in_force import procedure_of, readings_of, terms_for
from pitboss.procedure import Play, Procedure
from pitboss.rulebook.duties import Duty, register
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game, Wager
from pitboss.rulebook.term_fields import fill, named, term
from pitboss.table.cards.shoes import Delivery
from pitboss.table.houses.filing import (
    at_table,
    check_acknowledged,
    check_fixed,
    check_named,
    check_neighbor,
    check_offered,
    check_readings,
    check_table_limits,
    check_terms,
    unchosen,
)
from pitboss.table.houses.house import Choice, House, check_settings
from pitboss.table.houses.offers import (
    Metered,
    bind_all,
    check_aggregates,
    check_most_bet,
    check_mysteries,
    check_prerequisites,
    check_rates,
    check_third_cards,
    duties_of,
    fed,
    less_what_mysteries_take,
    placed_later,
    turned_for,
)
from pitboss.table.money.settlement import moments, tours
from pitboss.wagers.offer import Offer

AFTER_BETS: Final = "every round, after the bets"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckTerms:
    """The terms about the decks that no figure depends on."""

    inspection: Literal["dealer", "dealer and floorperson"] | None = term(absent=None)
    decks_received: Literal["not pre-inspected", "pre-inspected and reshuffled"] = term(
        absent="not pre-inspected"
    )
    wash: str | None = term(absent=None)
    cut: Literal["at least one deck", "any number of cards"] | None = term(absent=None)
    deck_life: int | None = term(parse=first_number, absent=None)
    deck_life_by_hand: int | None = term(parse=first_number, absent=None)


@dataclass(frozen=True, eq=False)
class Open:
    """A table that may open, with its game, terms, offers and meters."""

    house: House
    game: Game
    procedure: Procedure[Any]
    play: Play[Terms]
    offers: Mapping[str, Offer]
    """Wagers settled by pay tables."""
    extras: Mapping[str, Offer]
    """Bonuses, envy and mystery awards, which come with another wager."""
    mains: Mapping[str, Wager]
    """The game's own wagers, settled by its procedure."""
    meters: Mapping[str, Metered]
    """Wager and name → its meter, as in `jackpot-party mega`."""
    fed: Mapping[str, tuple[str, ...]]
    """Wager → the meters that it feeds."""
    duties: tuple[Duty, ...]
    """What must be posted, approved or inspected before it opens."""
    alias: str = ""
    """What the law calls the main wager; its stake has the key `blackjack`."""

    @property
    def terms(self) -> Terms:
        """The terms of the game in force."""
        return self.play.terms

    @cached_property
    def settings(self) -> str:
        """What the house has filed, as the head of a log has it."""
        return self.house.to_json()

    def as_staked(self, key: str) -> str:
        """The key of a stake here on a wager that the law names."""
        return self.procedure.main if key == self.alias else key

    def placed(self, key: str) -> str:
        """When a stake is placed, under the readings in force."""
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

    @cached_property
    def chips(self) -> Chips:
        """What every stake is a sum of: any amount, in a log from before chips were filed."""
        return Chips(self.house.chips) if self.house.chips else ANY_AMOUNT

    @cached_property
    def delivery(self) -> Delivery:
        """How the cards come to the table, and where the cut card goes."""
        terms, cut = self.terms, self.house.cut
        after_bets = terms.shuffle == AFTER_BETS
        every_round = after_bets or terms.shuffle == "every round"
        behind = terms.usual_cut if cut is None else cut
        deck = terms.pack.size // terms.decks
        least = {"at least one deck": deck, "any number of cards": 1}.get(self.deck_terms.cut or "")
        return Delivery.of(
            terms.delivery,
            terms.decks,
            behind,
            every_round,
            terms.without,
            after_bets,
            least or 0,
            terms.double_shoe != "no",
        )

    @cached_property
    def deck_terms(self) -> DeckTerms:
        """What is done with the decks before cards are dealt from them."""
        return fill(DeckTerms, self.terms.texts, self.terms.clauses, self.game.name)

    @cached_property
    def deck_life(self) -> int | None:
        """How many hours decks may be in use."""
        terms = self.deck_terms
        by_hand = terms.deck_life_by_hand if self.terms.delivery == "hand" else None
        return by_hand or terms.deck_life

    @property
    def out_of_cards(self) -> tuple[str, str]:
        """What the table itself does when no card is left for a round, and under which clause."""
        return self.terms.shoe_runs_out or "", self.terms.clause("shoe_runs_out")


def rule_of(opened: Open, key: str) -> Wager | None:
    """The rule of a stake; `None` for standard blackjack's own."""
    if key in opened.mains:
        return opened.mains[key]
    return opened.offers[key].wager if key in opened.offers else None


def open_house(book: Rulebook, house: House, *, logged: bool = False) -> Open:
    """Check every choice against the law; an unlawful one is refused with its clause.

    The house of a log is `logged`: bounds newer than it are not applied.
    """
    if not logged:
        check_settings(house)
    game = _game_of(book, house)
    procedure = procedure_of(book, game)
    _check_house(book, game, house)
    check_readings(book, house.readings)
    readings = _readings_filed(book, game, house)
    terms = terms_for(book, game, house.decks, house.terms, readings)
    _check_boxes(book, game, house, terms)
    own = book.wagers_of(game)
    mains = {
        k: w for k, w in own.items() if w.role in ("main", "fee") and at_table(book, w, own, house)
    }
    alias = next((k for k in mains if procedure.main == "blackjack" and _is_alias(mains[k])), "")
    by_table = {key: wager for key, wager in mains.items() if key in procedure.by_table}
    if terms.side_wagers == "those named":
        check_named(game, house, terms.clause("side_wagers"))
    by_table |= {key: own[key] for key in terms.compulsory_wagers if key in own}
    check_offered(book, game, house, mains)
    settled = {k: w for k, w in mains.items() if k not in (procedure.main, alias, *by_table)}
    offers, extras, meters = bind_all(book, game, house, mains, by_table)
    there = {*offers, *mains, procedure.main, alias}
    for bound in (*offers.values(), *extras.values()):
        check_prerequisites(bound.wager, there)
        check_neighbor(bound, offers)
    if not logged:
        check_table_limits(house, offers)
        check_fixed(offers, extras, house.wagers)
    check_mysteries(offers, extras, house.wagers)
    meters = less_what_mysteries_take(meters, book.readings)
    check_third_cards(offers.values())
    due = frozenset((*tours(terms, offers), *moments(terms, extras)))
    turned = turned_for(offers) if terms.player_cards == "face down" else {}
    play = Play(
        terms,
        later=tuple(placed_later(house, offers)),
        antes=tuple(key for key, wager in mains.items() if wager.offered_by),
        side_duties=duties_of(offers, extras, settled),
        moments=dict.fromkeys(due, frozenset()) | turned,
        seconds=terms.countdown or house.seconds,
        tips=house.tips,
    )
    _check_chosen(book, game, house, mains, play)
    feeds = fed((procedure.main, *offers), meters)
    there_too = {each.wager.id: each.wager for each in (*offers.values(), *extras.values())}
    duties = register(book, game, ({w.id: w for w in mains.values()} | there_too).values())
    if not logged:
        check_terms(house, terms)
        check_aggregates(house, offers)
        check_rates(meters)
        check_acknowledged(house, duties)
    opened = Open(house, game, procedure, play, offers, extras, mains, meters, feeds, duties, alias)
    if house.cut is not None:
        _check_cut(opened.delivery)
    return opened


def _game_of(book: Rulebook, house: House) -> Game:
    """The game of a house, or an error that lists those of its jurisdiction."""
    game = next((g for g in book.games if g.id == f"{house.jurisdiction}/{house.game}"), None)
    if game is None:
        known = [g.key for g in book.games if g.jurisdiction == house.jurisdiction]
        if not known:
            raise UnknownName("jurisdiction", house.jurisdiction, book.jurisdictions)
        raise UnknownName(f"game in {house.jurisdiction}", house.game, known)
    return game


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
    check_most_bet(book, house, house.most)


def _check_cut(delivery: Delivery) -> None:
    if not 0 <= delivery.cut < delivery.size:
        raise NotAllowed(
            f"There may be 0 to {delivery.size - 1} cards behind the cut card, not {delivery.cut}."
        )


def _check_boxes(book: Rulebook, game: Game, house: House, terms: Terms) -> None:
    """Refuse more boxes than the layout has; terminals, which share cards, do not count."""
    found = next((term for term, _ in book.terms_of(game) if term.key == "boxes"), None)
    shared = terms.community_cards == "shared"
    if found and found.one_of and not shared and house.boxes > int(found.one_of[-1]):
        raise NotAllowed(
            f"the layout has up to {found.one_of[-1]} boxes, not {house.boxes}.", found.cite
        )


def _check_chosen(
    book: Rulebook, game: Game, house: House, mains: Mapping[str, Wager], play: Play[Terms]
) -> None:
    """Refuse a house that leaves open an uncertain reading that affects money here."""
    doubtful = {key: each for key, each in readings_of(book, game).items() if each.must_be_chosen}
    for wager in mains.values():
        doubtful |= {r.key: r for r in book.readings_of(wager) if r.must_be_chosen}
    filed = {*house.readings}
    for key in mains:
        filed |= {*house.wagers.get(key, Choice()).choices}
    decided_by = {term.key: term.by for term, _ in book.terms_of(game) if term.by}
    for each in named(type(play.terms)):
        key = decided_by.get(each.key, each.key)
        if key in doubtful and key not in filed and each.bears_on(play):
            raise unchosen(doubtful[key], game)


def _readings_filed(book: Rulebook, game: Game, house: House) -> dict[str, str]:
    """The readings of the whole table, and those of its wagers only, such as a press (D-33)."""
    own, filed = readings_of(book, game), dict[str, str]()
    for choice in house.wagers.values():
        filed |= {k: v for k, v in choice.choices.items() if k in book.readings and k not in own}
    return filed | dict(house.readings)
