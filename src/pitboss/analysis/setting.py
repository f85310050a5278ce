"""The setting of a sheet: a wager as offered, the terms of its game, a stake, the player's play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pitboss.analysis.policies import (
    ANY_UPCARD,
    BASIC,
    FOR_THIS,
    NEVER_FOLD,
    NEVER_HIT,
    UPCARDS,
    on_upcard,
)
from pitboss.cards import Card, Shoe
from pitboss.errors import NotAllowed, UnknownName, check_choice, either
from pitboss.games.terms import BlackjackTerms, Terms
from pitboss.games.terms_in_force import readings_of, terms_for, usual_decks
from pitboss.money import Cents, parse_money, show_money
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.paytable import PayTable
from pitboss.rulebook.schema import Game, Wager
from pitboss.rulebook.term_fields import field_named
from pitboss.rulebook.vocabulary import SEES
from pitboss.wagers.card_holders import (
    after_upcard,
    dealer_may_stop,
    grows,
    has_best_play,
    own_play,
)
from pitboss.wagers.offer import (
    Offer,
    carrier_of,
    check_decks,
    check_stake,
    find_table,
    offer,
    stakes,
)
from pitboss.wagers.terms import FIXED_STAKE, Dealing, WagerTerms

HOME = "pennsylvania/blackjack"
"""The game whose terms a wager is proved under if no game of its own law offers it."""
SOFT_17 = "soft_17"


@dataclass(frozen=True, slots=True)
class Setting:
    """Everything that decides the figures of one sheet."""

    offer: Offer
    game: Game
    terms: Terms
    stake: Cents
    policy: str = ""
    """The player's play or betting, if it matters."""
    meters: Mapping[str, Fraction] | None = None
    """Amounts on the meters in cents; `None` for their seeds."""
    pack: Shoe | None = None
    """Cards other than those of the terms: some are missing, or some are added."""
    filed: Mapping[str, str] = field(default_factory=dict)
    """Terms of the game that somebody set."""
    readings: Mapping[str, str] = field(default_factory=dict)
    """Readings of the game that somebody chose and that are not the wager's own."""
    unlawful_soft_17: bool = False
    """The dealer plays a soft 17 as no game that offers the wager may."""

    @property
    def wager(self) -> Wager:
        return self.offer.wager

    @property
    def table(self) -> PayTable:
        return self.offer.table

    @property
    def dealing(self) -> Dealing:
        """What the round is dealt from and how it is played out."""
        dealing = self.terms.dealing
        return dealing if self.pack is None else replace(dealing, pack=self.pack)

    @property
    def shoe(self) -> Shoe:
        return self.dealing.pack

    @property
    def decks(self) -> int | None:
        """Whole decks under the terms; `None` for other cards."""
        return self.terms.decks if self.pack is None else None

    @property
    def soft_17(self) -> str:
        """`stand` or `hit` if a hand is played out, otherwise empty."""
        played = grows(self.offer) and isinstance(self.terms, BlackjackTerms)
        return ("hit" if self.dealing.dealer.hits_soft_17 else "stand") if played else ""

    @property
    def lawful(self) -> bool:
        """Whether the table may be offered with this shoe, and the dealer may play so."""
        return self.decks in self.table.decks and not self.unlawful_soft_17

    def without(self, card: Card) -> Setting:
        """The same with a card missing."""
        return replace(self, pack=self.shoe.without([card]))

    @property
    def decides(self) -> tuple[object, ...]:
        """Everything that decides an outcome or a payout, except the stake and the policy."""
        bound = self.offer
        handled = bound.terms
        cards = (handled.third_card, handled.double_card_is_third, handled.double_card_extends)
        placed = (bound.placed, handled.live_only, handled.completes_hand)
        mystery = (handled.hits, handled.kept_below)
        lines = (bound.lines, bound.hand, bound.loses, bound.multipliers, bound.table.meters)
        played = self.dealing if grows(bound) else self.shoe if bound.wager.sees else None
        return (*lines, cards, placed, mystery, played)


def growing_hands(wager: Wager) -> int:
    """How many played-out hands it sees."""
    return sum(SEES[place][1] is None for place in wager.sees)


def policies(bound: Offer) -> tuple[str, ...]:
    """Named policies under which the wager is proved; one empty name if none matters."""
    sees = bound.wager.sees
    if own_play(bound):
        plays = (BASIC, NEVER_HIT)
        return (*plays, FOR_THIS) if has_best_play(bound) else plays
    if after_upcard(bound):
        return (ANY_UPCARD, *map(on_upcard, UPCARDS))
    if dealer_may_stop(bound):
        return (BASIC, NEVER_HIT)
    if "community.two" in sees or (bound.wager.odds_on and "player.first_three" in sees):
        return (NEVER_FOLD,)
    return ("",)


# -- every setting ---------------------------------------------------------------------------------


def game_of(book: Rulebook, wager: Wager) -> Game:
    """The game whose terms a wager is proved under: the first that offers it, or blackjack."""
    plain = [g for g in book.games if g.id == f"{wager.jurisdiction}/blackjack"]
    listing = [g for g in _games_beside(book, wager) if wager.key in g.wagers]
    return (listing or plain or [book.game(HOME)])[0]


def _games_beside(book: Rulebook, wager: Wager) -> list[Game]:
    """The games of its law that a wager may be offered at: those that list it, or all of them."""
    here = [g for g in book.games if g.jurisdiction == wager.jurisdiction]
    return [g for g in here if wager.key in g.wagers] or here


def settings(book: Rulebook, wager: Wager, table: PayTable) -> Iterator[Setting]:
    """Every lawful setting of a pay table at default readings, in each house procedure."""
    for procedure in _procedures(wager):
        yield from settings_of(book, offer(book, wager, table, procedure))


def settings_of(
    book: Rulebook, bound: Offer, readings: Mapping[str, str] | None = None
) -> Iterator[Setting]:
    """Every lawful setting of a wager as offered, with these readings of its game."""
    game = game_of(book, bound.wager)
    rules = soft_17_rules(book, bound)
    for decks in bound.table.decks:
        for stake in stakes_of(book, bound):
            for rule in rules:
                terms = _terms(book, bound, game, decks, rule, {}, readings or {})
                for policy in policies(bound):
                    yield Setting(bound, game, terms, stake, policy, readings=readings or {})


def stakes_of(book: Rulebook, bound: Offer) -> tuple[Cents, ...]:
    """Stakes for which figures differ; those of a bonus are its carrier's."""
    wager = bound.wager
    carrier = f"{wager.jurisdiction}/{carrier_of(wager, bound.terms)}"
    return stakes(wager, bound.table, next((w for w in book.wagers if w.id == carrier), None))


def soft_17_rules(book: Rulebook, bound: Offer) -> tuple[str, ...]:
    """How the dealer may play a soft 17; first the default of the first game with the wager."""
    if not grows(bound):
        return ("",)
    wager = bound.wager
    games = _games_beside(book, wager)
    asked = [game_of(book, wager), *games]
    terms = [t for g in asked for t, _ in book.terms_of(g) if t.key == SOFT_17]
    defaults = list(dict.fromkeys(t.default for t in terms))
    if games and len(defaults) == 1 and all(t.is_fixed for t in terms):
        return tuple(defaults)
    return (defaults[0], "hit" if defaults[0] == "stand" else "stand")


def _terms(
    book: Rulebook,
    bound: Offer,
    game: Game,
    decks: int,
    soft_17: str,
    filed: Mapping[str, str],
    readings: Mapping[str, str],
) -> Terms:
    """The terms of a game under the readings of the wager; the soft 17 may be hypothetical."""
    own = {key: value for key, value in bound.choices.items() if key in book.readings}
    terms = terms_for(book, game, decks, filed, {**own, **readings})
    if soft_17 and isinstance(terms, BlackjackTerms) and terms.soft_17 != soft_17:
        return replace(terms, soft_17="hit" if soft_17 == "hit" else "stand")
    return terms


def _procedures(wager: Wager) -> Iterator[dict[str, str]]:
    """The house's options that affect the figures: Blazing 7's third card, and a fixed stake."""
    keys = (field_named(WagerTerms, "third_card").key, *FIXED_STAKE)
    for option in wager.options:
        if option.key in keys and option.one_of:
            yield from ({option.key: value} for value in option.one_of)
            return
    yield {}


# -- other choices ---------------------------------------------------------------------------------


def open_choices(book: Rulebook, wager: Wager) -> dict[str, Mapping[str, str]]:
    """Reading or option → choice → what it means: the wager's own, and those of its game."""
    found = {r.key: r.choices for r in book.readings_of(wager)}
    options = {o.key: dict.fromkeys(o.one_of, o.says) for o in wager.options if o.one_of}
    game = game_of(book, wager)
    decks = game.decks[-1]
    usual = terms_for(book, game, decks).dealing
    for key, reading in readings_of(book, game).items():
        others = [c for c in reading.choices if c not in (reading.default, *reading.unplayed)]
        if key not in found and any(
            terms_for(book, game, decks, readings={key: c}).dealing != usual for c in others
        ):
            found[key] = reading.choices
    return {**found, **options}


def is_own(wager: Wager, key: str) -> bool:
    """Whether a reading or option is the wager's own, and not a reading of its game."""
    return key in wager.readings or any(option.key == key for option in wager.options)


def under_choice(book: Rulebook, setting: Setting, key: str, choice: str) -> Setting:
    """A setting under another choice; one placed at another time has another policy."""
    bound, readings = setting.offer, setting.readings
    if is_own(setting.wager, key):
        bound = offer(book, setting.wager, setting.table.id, {**bound.choices, key: choice})
    else:
        readings = {**readings, key: choice}
    allowed = policies(bound)
    policy = setting.policy if setting.policy in allowed else allowed[0]
    there = replace(setting, offer=bound, policy=policy, readings=readings)
    return _on_terms(book, there, setting.terms.decks, setting.soft_17)


def with_decks(book: Rulebook, setting: Setting, decks: int) -> Setting:
    """The same with another number of decks."""
    return replace(_on_terms(book, setting, decks, setting.soft_17), pack=None)


def _on_terms(book: Rulebook, setting: Setting, decks: int, soft_17: str) -> Setting:
    """A setting on the terms that its game, filing and readings then have."""
    game, filed, readings = setting.game, setting.filed, setting.readings
    terms = _terms(book, setting.offer, game, decks, soft_17, filed, readings)
    return replace(setting, terms=terms)


# -- a setting as a person requests it -------------------------------------------------------------


def setting(
    book: Rulebook,
    name: str,
    *,
    table: str | None = None,
    decks: int | None = None,
    shoe: str | None = None,
    stake: str | None = None,
    terms: Mapping[str, str] | None = None,
    choices: Mapping[str, str] | None = None,
    meters: Mapping[str, str] | None = None,
) -> Setting:
    """One setting as a person requests it; what is not given takes its default.

    `terms` are `policy`, `soft_17` (also one that no law allows) and any other term of the game.
    """
    wager = book.wager(name)
    game = game_of(book, wager)
    own, readings = _parted(book, wager, game, choices or {})
    for option in wager.options:
        if stake is not None and option.key in FIXED_STAKE and option.key not in own:
            filed = show_money(parse_money(stake))
            own |= {option.key: filed} if filed in option.one_of else {}
    bound = offer(book, wager, table_for(wager, table, decks), own)
    found = bound.table
    if shoe is not None and decks is not None:
        raise NotAllowed("Give decks or a shoe, not both.")
    if decks is not None:
        check_decks(wager, found, decks, bound.choices)
    soft_17, policy, others = _parted_terms(book, bound, game, terms or {})
    return Setting(
        bound,
        game,
        _terms(book, bound, game, decks or usual_decks(found.decks), soft_17, others, readings),
        _staked(book, bound, stake),
        policy,
        _meters(found, meters) if meters else None,
        None if shoe is None else Shoe.parse(shoe),
        others,
        readings,
        soft_17 not in soft_17_rules(book, bound),
    )


def _staked(book: Rulebook, bound: Offer, said: str | None) -> Cents:
    """The requested stake; if there is none, the one that the house fixes, or the law's last."""
    wager, table = bound.wager, bound.table
    key = next((key for key in FIXED_STAKE if key in bound.choices), "")
    fixed = parse_money(bound.choices[key]) if key else None
    if said is None:
        return fixed or stakes_of(book, bound)[-1]
    stake = parse_money(said)
    check_stake(wager, table, stake)
    if fixed not in (None, stake):
        raise NotAllowed(
            f"{wager.name} takes {bound.choices[key]}, the {key} that the house files, not "
            f"{show_money(stake)}. To file that: --option {key}={show_money(stake)}.",
            wager.cite,
        )
    metered = [meter.stake for meter in table.meters]
    if metered and None not in metered and stake not in metered:
        known = either([show_money(each) for each in metered if each])
        raise NotAllowed(
            f"{wager.name} has a meter for {known}, not for {show_money(stake)}.", wager.cite
        )
    return stake


def _parted(
    book: Rulebook, wager: Wager, game: Game, choices: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, str]]:
    """The choices for the wager's own readings and options, and for the game's."""
    of_game = {key for key in readings_of(book, game) if not is_own(wager, key)}
    own = {key: value for key, value in choices.items() if key not in of_game}
    readings = {key: value for key, value in choices.items() if key in of_game}
    for key, value in readings.items():
        reading = book.readings[key]
        check_choice(f"{key} of {game.name}", value, reading.choices, reading.clause)
    return own, readings


def table_for(wager: Wager, name: str | None, decks: int | None) -> PayTable:
    """The table of this name; without one, the first that the decks allow."""
    if name is None and decks is not None:
        for table in wager.paytables:
            if decks in table.decks:
                return table
    return find_table(wager, name)


def _parted_terms(
    book: Rulebook, bound: Offer, game: Game, given: Mapping[str, str]
) -> tuple[str, str, dict[str, str]]:
    """How the dealer plays a soft 17, how the player plays, and the game's terms as filed."""
    wager = bound.wager
    known = {term.key for term, _ in book.terms_of(game)}
    allowed = {
        SOFT_17: ("stand", "hit") if grows(bound) else (),
        "policy": tuple(p for p in policies(bound) if p),
    }
    for key, value in given.items():
        if key not in allowed:
            if key not in known:
                raise UnknownName("term", key, dict.fromkeys([*allowed, *known]), every=True)
            continue
        if not allowed[key]:
            raise NotAllowed(f"{wager.name} does not depend on {key}.")
        check_choice(f"{key} of {wager.name}", value, allowed[key])
    usual = soft_17_rules(book, bound)[0], policies(bound)[0]
    terms = {key: value for key, value in given.items() if key not in allowed}
    return given.get(SOFT_17, usual[0]), given.get("policy", usual[1]), terms


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
