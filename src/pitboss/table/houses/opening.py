"""A table that may open: every choice of the house is checked against the law."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, Literal

from pitboss.chips import ANY_AMOUNT, Chips
from pitboss.errors import NotAllowed, UnknownName, either
from pitboss.games.terms import BlackjackTerms, Terms, first_number
from pitboss.games.terms_in_force import (
    check_readings,
    procedure_of,
    readings_of,
    terms_for,
    unchosen,
)
from pitboss.money import PUSH, show_money
from pitboss.procedure.round import Later, Play, Procedure, SideDuty
from pitboss.rulebook.duties import Duty, register
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game, Wager
from pitboss.rulebook.term_fields import fill, named, term
from pitboss.table.cards.shoes import Delivery
from pitboss.table.houses.filed_meters import Metered, fed, meters_of
from pitboss.table.houses.house import (
    LONGEST_WAIT,
    SECONDS,
    SHORTEST_WAIT,
    Bound,
    Choice,
    House,
    between,
    check_settings,
)
from pitboss.table.houses.offers import main_wagers, offers_of, wager_at
from pitboss.table.money.settlement import moments, tours
from pitboss.wagers.offer import Offer, clause, draws_third

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

    @cached_property
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
        return Delivery(
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
    _check_most_bet(book, house)
    readings = _readings_filed(book, game, house)
    terms = terms_for(book, game, house.decks, house.terms, readings)
    _check_boxes(book, game, house, terms)
    mains = main_wagers(book, game, house)
    offers, extras = offers_of(book, game, house, procedure, terms, mains, logged=logged)
    meters = meters_of(book, house, offers, extras, logged=logged)
    alias = _alias(procedure, mains)
    play = _play(house, terms, mains, offers, extras, {procedure.main, alias})
    _check_chosen(book, game, house, mains, play)
    feeds = fed((procedure.main, *offers), meters)
    wagers = (*mains.values(), *(each.wager for each in (*offers.values(), *extras.values())))
    duties = register(book, game, {wager.id: wager for wager in wagers}.values())
    opened = Open(house, game, procedure, play, offers, extras, mains, meters, feeds, duties, alias)
    if not logged:
        _check_terms(house, terms)
        _check_acknowledged(house, duties)
    _check_cut(opened.delivery, house)
    return opened


def _game_of(book: Rulebook, house: House) -> Game:
    """The game of a house, if its jurisdiction has it and deals it from that many decks."""
    game = next((g for g in book.games if g.id == f"{house.jurisdiction}/{house.game}"), None)
    if game is None:
        known = [g.key for g in book.games if g.jurisdiction == house.jurisdiction]
        if not known:
            raise UnknownName("jurisdiction", house.jurisdiction, book.jurisdictions)
        raise UnknownName(f"game in {house.jurisdiction}", house.game, known)
    if house.decks not in game.decks:
        allowed = either([str(d) for d in game.decks])
        raise NotAllowed(
            f"{game.name} is dealt from {allowed} "
            f"deck{'s' * (game.decks != (1,))}, not {house.decks}.",
            game.cite,
        )
    return game


def _alias(procedure: Procedure[Any], mains: Mapping[str, Wager]) -> str:
    """The one main wager before the deal of a game that is played as standard blackjack."""
    for key, wager in mains.items():
        early = wager.placed == "before the deal" and not wager.requires
        if procedure.main == "blackjack" and wager.role == "main" and early:
            return key
    return ""


def _check_most_bet(book: Rulebook, house: House) -> None:
    """Refuse a bet that the law does not allow on any wager."""
    law = book.jurisdictions[house.jurisdiction]
    bets = {"": house.most}
    for key, choice in house.wagers.items():
        bets[key] = choice.most if choice.stake is None else choice.stake
    for key, cents in bets.items():
        if law.most_bet and cents > law.most_bet:
            on = f" on {wager_at(book, house.jurisdiction, key).name}" if key else ""
            most = show_money(law.most_bet)
            raise NotAllowed(
                f"{law.name} allows bets of up to {most}, not {show_money(cents)}{on}.",
                law.most_bet_cite or law.cite,
            )


def _check_cut(delivery: Delivery, house: House) -> None:
    if house.cut is not None and not 0 <= delivery.cut < delivery.size:
        raise NotAllowed(
            f"There may be 0 to {delivery.size - 1} cards behind the cut card, not {delivery.cut}."
        )


def _check_boxes(book: Rulebook, game: Game, house: House, terms: Terms) -> None:
    """Refuse more boxes than the layout has; terminals, which share cards, do not count."""
    found = next((term for term, _ in book.terms_of(game) if term.key == "boxes"), None)
    if found and found.one_of and not terms.at_terminals and house.boxes > int(found.one_of[-1]):
        raise NotAllowed(
            f"the layout has up to {found.one_of[-1]} boxes, not {house.boxes}.", found.cite
        )


# -- what the house must file --------------------------------------------------------------------


def _readings_filed(book: Rulebook, game: Game, house: House) -> dict[str, str]:
    """The readings of the whole table, and those of its wagers only, such as a press (D-33)."""
    check_readings(book, house.readings)
    own, filed = readings_of(book, game), dict[str, str]()
    for choice in house.wagers.values():
        filed |= {k: v for k, v in choice.choices.items() if k in book.readings and k not in own}
    return filed | dict(house.readings)


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


MOST_ANTE_ODDS: Final = 10


def _check_terms(house: House, terms: Terms) -> None:
    """Refuse terms with which no round can be played fairly, where the law lists no choices."""
    filed = house.terms

    def check(key: str, value: int | None, bound: Bound) -> None:
        if key in filed and value is not None and (wrong := bound.fault(value, {})):
            raise NotAllowed(f"{key} {wrong}.", terms.clause(key))

    check("countdown", terms.countdown, between(SHORTEST_WAIT, LONGEST_WAIT, SECONDS))
    for key in ("hands_per_player", "boxes"):
        said = filed.get(key, "")
        seats = between(1, house.boxes, "at least one, and no more than the table has boxes")
        check(key, int(said) if said.isdecimal() else None, seats)
    why = "one chip, and no more than a player may stake"
    tips = between(min(house.chips, default=1), house.most, why, show_money)
    check("tip_limits", terms.tip_limits, tips)
    if "further_antes_pay" in filed and isinstance(terms, BlackjackTerms):
        odds = terms.further_antes_pay
        if odds != PUSH and not (odds.returned and 1 <= odds.ratio <= MOST_ANTE_ODDS):
            raise NotAllowed(
                f"further_antes_pay must be 1 to 1 up to {MOST_ANTE_ODDS} to 1, not {odds}: an "
                "ante that wins pays at least even money, and is not a jackpot.",
                terms.clause("further_antes_pay"),
            )


def _check_acknowledged(house: House, duties: Sequence[Duty]) -> None:
    """Refuse a house that has not posted, approved or inspected all it must, and list it all."""
    filed = {*house.acknowledged}
    if "all" in filed:
        return
    known = [duty.key for duty in duties]
    for key in house.acknowledged:
        if key not in known:
            raise UnknownName("duty at this table", key, known)
    due = [duty for duty in duties if duty.key not in filed]
    if due:
        words = " ".join(f"{duty.key!r} ({duty.done}): {duty.says}" for duty in due)
        cites = either(dict.fromkeys(duty.cite for duty in due), "and")
        raise NotAllowed(f"acknowledge first: {words}", cites)


# -- what the script knows of the wagers -----------------------------------------------------------


def _play(
    house: House,
    terms: Terms,
    mains: Mapping[str, Wager],
    offers: Mapping[str, Offer],
    extras: Mapping[str, Offer],
    own: Collection[str],
) -> Play[Terms]:
    """What the script knows about the table; it settles its `own` wagers itself."""
    settled = {k: w for k, w in mains.items() if k not in offers and k not in own}
    due = frozenset((*tours(terms, offers), *moments(terms, extras)))
    turned = _turned_for(offers) if terms.player_cards == "face down" else {}
    return Play(
        terms,
        later=tuple(_placed_later(house, offers)),
        antes=tuple(key for key, wager in mains.items() if wager.offered_by),
        side_duties=_side_duties(offers, extras, settled),
        moments=dict.fromkeys(due, frozenset()) | turned,
        seconds=terms.countdown or house.seconds,
        tips=house.tips,
    )


def _side_duties(
    offers: Mapping[str, Offer], extras: Mapping[str, Offer], settled: Mapping[str, Wager]
) -> dict[str, SideDuty]:
    """What the script does for each wager that it does not settle itself (reading D-38)."""
    made = {
        key: SideDuty(
            completes_hand="dealer.hand" in each.wager.sees and each.terms.completes_hand,
            waits_for_hole="dealer.first_two" in each.wager.sees,
            third_card_after=each.wager.third_card_after if draws_third(each) else "",
            when_held=each.wager.when_held,
            presses=clause(each.wager, each.wager.presses) if each.wager.presses else "",
            stops=bool(each.wager.stops and each.table.meters),
            cite=each.wager.cite,
        )
        for key, each in offers.items()
    }
    for key, wager in settled.items():
        made[key] = SideDuty(completes_hand="dealer.hand" in wager.sees)
    for each in extras.values():
        if "dealer.first_two" in each.wager.sees:
            for key in (key for need in each.wager.requires for key in need.split(" or ")):
                made[key] = replace(made.get(key, SideDuty()), waits_for_hole=True)
    return made


def _turned_for(offers: Mapping[str, Offer]) -> dict[str, frozenset[str]]:
    """Moment → the wagers for which cards that players hold are turned up (30-2108, 30-2113)."""
    made: dict[str, frozenset[str]] = {}
    for key, each in offers.items():
        if each.wager.when_held == "as dealt" and any(
            p.startswith("player.") for p in each.wager.sees
        ):
            early = ("after the deal",) if each.wager.losers == "taken after the deal" else ()
            for moment in (each.settles, *early):  # 30-2109(6)(b)
                made[moment] = made.get(moment, frozenset()) | {key}
    return made


def _placed_later(house: House, offers: Mapping[str, Offer]) -> Iterable[Later]:
    for key, each in offers.items():
        if each.placed.startswith("after") and each.wager.role == "side":
            live = each.terms.live_only
            tips = house.tips and each.wager.tips.allowed in ("yes", "house's choice")
            yield Later(key, each.placed, house.wagers[key].most, each.wager.cite, live, tips)
