"""A request to solve a game: its terms, its shoe, and anything that no law allows."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType as ReadOnly
from typing import Any, ClassVar, Final

from pitboss.cards import DECK, Card, Rank, Shoe, parse_rank
from pitboss.errors import (
    NotAllowed,
    NotationError,
    OnlyImagined,
    PitbossError,
    UnknownName,
    check_choice,
    either,
    why_refused,
)
from pitboss.games.terms import Terms
from pitboss.games.terms_in_force import readings_of, terms_for, usual_decks
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Game
from pitboss.rulebook.term_fields import named
from pitboss.solvers.method_cache import method_cache
from pitboss.table.houses.default_house import find_game
from pitboss.wagers.offer import Offer, offer

SUITS: Final = "cdhs♣♦♥♠"
TWO_STAKES: Final = "one unit of the two equal stakes, before the deal"
"""What one unit is where two wagers of the same size are placed."""


@dataclass(frozen=True, slots=True)
class StrategyRequest:
    """What was requested; for whatever is not given, the law or its default applies."""

    game: str
    jurisdiction: str | None = None
    decks: int | None = None
    terms: Mapping[str, str] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    shoe: str | None = None
    remove: str = ""
    hypothetical: bool = False
    """Terms may be what no law allows."""


@dataclass(frozen=True, slots=True)
class AskedGame:
    """A game with its terms and the cards it is dealt from."""

    game: Game
    terms: Terms
    shoe: Shoe
    hypothetical: tuple[str, ...] = ()
    """What no law allows, in words."""


def asked_game(book: Rulebook, asked: StrategyRequest) -> AskedGame:
    """The requested game; anything that it cannot have is refused by name."""
    game = find_game(book, asked.game, asked.jurisdiction)
    if asked.shoe is not None and asked.decks is not None:
        raise NotAllowed("Give decks or a shoe, not both.")
    decks = usual_decks(game.decks) if asked.decks is None else asked.decks
    strange: list[str] = []
    if decks not in game.decks:
        many = "deck" if game.decks == (1,) else "decks"
        words = f"{game.name} is dealt from {either([str(n) for n in game.decks])} {many}"
        is_shoe = 1 <= decks <= 99
        if not asked.hypothetical:
            why = NotAllowed(f"{words}, not {decks!r}.", game.cite)
            raise OnlyImagined(why) if is_shoe else why
        if not is_shoe:
            raise NotAllowed(f"a shoe has 1 to 99 decks, not {decks!r}.")
        strange.append(f"{decks} decks")
    _check_readings(book, game, asked.readings)
    terms = _terms(book, game, decks, asked, strange)
    shoe = Shoe.parse(asked.shoe) if asked.shoe is not None else terms.pack
    return AskedGame(game, terms, shoe_without(shoe, asked.remove), tuple(strange))


def offered(
    book: Rulebook, game: Game, key: str, readings: Mapping[str, str], table: str | None = None
) -> Offer:
    """A wager of the game with a pay table, the first if none is named, as it is read."""
    wager = book.wager(f"{game.jurisdiction}/{key}")
    found = {k: each.default for k, each in readings_of(book, game).items()} | dict(readings)
    return offer(book, wager, table, {k: found[k] for k in wager.readings})


def _check_readings(book: Rulebook, game: Game, given: Mapping[str, str]) -> None:
    found = readings_of(book, game)
    for key, value in given.items():
        if key not in found:
            raise UnknownName(f"reading of {game.name}", key, found, every=True)
        check_choice(key, value, found[key].choices, found[key].clause)


def _terms(
    book: Rulebook, game: Game, decks: int, asked: StrategyRequest, strange: list[str]
) -> Terms:
    """The lawful terms; those that no law allows are put in afterwards."""
    if not asked.hypothetical:
        try:
            return terms_for(book, game, decks, asked.terms, asked.readings)
        except UnknownName:
            raise
        except NotAllowed as error:
            imagined = replace(asked, hypothetical=True)
            if why_refused(_terms, book, game, decks, imagined, []):
                raise
            raise OnlyImagined(error) from None
    terms = terms_for(book, game, decks, {}, asked.readings)
    for key, text in asked.terms.items():
        try:
            terms_for(book, game, decks, {key: text}, asked.readings)
        except PitbossError:
            strange.append(f"{key}={text}")
        terms = _with(terms, key, text)
    return terms


def _with(terms: Terms, key: str, text: str) -> Terms:
    """The same terms with one more, lawful or not, if the procedure or the law knows it."""
    fields = {each.key: each for each in named(type(terms)) if each.kind == "term"}
    if key not in fields and key not in terms.texts:
        raise UnknownName("term", key, [*fields, *terms.texts], every=True)
    changed: dict[str, Any] = {}
    if key in fields:
        changed[fields[key].name] = fields[key].read(text, "")
    return replace(terms, **changed, texts=ReadOnly({**terms.texts, key: text}))


@dataclass(frozen=True, slots=True)
class ChoiceWorth:
    """What a choice is worth and what is then staked, in units of one stake."""

    value: float
    staked: float


@dataclass(frozen=True, repr=False)
class SolvedGame:
    """A game with its terms and its shoe, whose best play is computed when it is first needed."""

    asked: AskedGame
    per: ClassVar[str] = ""
    """What one unit is."""
    error: ClassVar[float | Fraction] = Fraction(0)
    """What rounding may add to a figure."""
    upcards: ClassVar[tuple[str, ...]] = ()
    """The columns of its chart; empty if no card of the dealer's is shown."""

    def __repr__(self) -> str:
        """`<best play of pennsylvania/blackjack, 6 decks>`."""
        return f"<best play of {self.game.id}, {self.shoe}>"

    @property
    def method(self) -> str:
        """How its figures are found, and for which play."""
        return ""

    @property
    def game(self) -> Game:
        return self.asked.game

    @property
    def terms(self) -> Terms:
        return self.asked.terms

    @property
    def shoe(self) -> Shoe:
        return self.asked.shoe

    @property
    def equal_stakes(self) -> int:
        """How many equal stakes one unit is."""
        return 2 if self.per == TWO_STAKES else 1

    @property
    def is_whole(self) -> bool:
        """Whether its figures are of every wager that the game itself has."""
        return True

    @property
    @abstractmethod
    def rules(self) -> object:
        """The terms as its solver takes them; terms that it does not cover are refused."""

    @property
    @abstractmethod
    def expectation(self) -> float | Fraction:
        """The expectation per unit."""

    @property
    @abstractmethod
    def average_staked(self) -> float | Fraction:
        """All stakes of a round, in units."""

    @property
    def element_of_risk(self) -> float | Fraction:
        """The share of all stakes that is lost."""
        return -self.expectation / self.average_staked

    @property
    @abstractmethod
    def standard_deviation(self) -> float | None:
        """The standard deviation of a round, in units; `None` if it is not computed."""

    @property
    def hit_frequency(self) -> float | Fraction | None:
        """The share of hands that win, each hand of a split counted; `None` if not computed."""
        return None

    @property
    def without_fee(self) -> float | None:
        """The expectation of a player who does not pay an optional fee; `None` if there is no such
        fee.
        """
        return None

    @property
    def figures(self) -> Mapping[str, Any]:
        """What else its sheet has, by the name that JSON gives it."""
        return {}

    @property
    @abstractmethod
    def by_cards(self) -> Mapping[str, str]:
        """Two cards → the best play against each upcard, a letter for each."""

    @property
    def glance(self) -> Mapping[str, str]:
        """Its best play in a few lines, whether or not it has a chart."""
        return {}

    def check_hand(self, hand: str | None, up: str | None) -> None:
        """Refuse a hand without an upcard, or an upcard where none is shown."""
        if not self.upcards and up is not None:
            raise NotAllowed(f"{self.game.name} has no upcard: leave out --up.")
        if self.upcards and (hand is None) != (up is None):
            raise NotAllowed("--hand and --up go together, as in --hand '10 6' --up 10.")

    @abstractmethod
    def choices(self, hand: str, upcard: str = "") -> Mapping[str, float | Fraction]:
        """What each choice with a hand is worth."""

    def best(self, hand: str, upcard: str = "") -> str:
        """What to do with a hand: the choice that is worth most."""
        is_text = isinstance(hand, str) and isinstance(upcard, str)  # else it is refused
        return (self._known_best if is_text else self.find_best)(hand, upcard)

    @method_cache
    def _known_best(self, hand: str, upcard: str) -> str:
        return self.find_best(hand, upcard)

    def find_best(self, hand: str, upcard: str) -> str:
        """The same, computed once for each hand and upcard."""
        made = self.choices(hand, upcard)
        return max(made, key=lambda word: made[word])


def fee_share(book: Rulebook, game: Game, key: str) -> Fraction:
    """The fee of a game, as a share of the main stake."""
    return Fraction(book.wager(f"{game.jurisdiction}/{key}").stake.equals.partition(" ")[0])


def check_single_cards(shoe: Shoe, least: int) -> None:
    """Refuse a pack that has a card twice, or too few for two hands."""
    if max(shoe.counts) > 1 or shoe.size < least:
        raise NotAllowed(
            f"it is dealt from single cards of one deck, {least} or more, not from {shoe}."
        )


# -- cards with or without suits -------------------------------------------------------------------


def cards_or_ranks(text: str) -> tuple[Card | Rank, ...]:
    """Cards of which only the rank may be given.

    >>> [str(each) for each in cards_or_ranks("As 10")]
    ['As', '10']
    """
    try:
        words = [word for word in re.split(r"[\s,]+", text.strip()) if word]
    except AttributeError:
        raise NotationError(f"Write cards as text, such as '10 6', not {text!r}.") from None
    return tuple(Card.parse(word) if word[-1] in SUITS else parse_rank(word) for word in words)


def show_ranks(cards: Iterable[Card]) -> str:
    """Cards without their suits."""
    return " ".join(card.rank.symbol for card in cards)


def shoe_without(shoe: Shoe, text: str) -> Shoe:
    """A shoe with these cards taken out; of a rank alone, the most frequent suit first."""
    counts = list(shoe.counts)
    given = cards_or_ranks(text)
    for each in sorted(given, key=lambda one: isinstance(one, Rank)):
        if isinstance(each, Rank):
            of_rank = [card.index for card in DECK if card.rank is each]
            index = max(of_rank, key=lambda at: counts[at])
        else:
            index = each.index
        counts[index] -= 1
        if counts[index] < 0:
            name = each.symbol if isinstance(each, Rank) else str(each)
            raise NotationError(f"{text!r}: the shoe has no {name} left to take out.")
    return Shoe(tuple(counts))


def ranks_beside(
    shoe: Shoe, hand: str, up: str
) -> tuple[tuple[Rank, ...], tuple[Rank, ...] | None, Rank]:
    """The ranks of a hand, of what is written after it and a slash, and of an upcard, which this
    shoe can deal together; none where there is no slash.
    """
    own, slash, beside = hand.partition("/") if isinstance(hand, str) else (hand, "", "")
    many = len(cards_or_ranks(own))  # which refuses what is not text
    ranks, shown = ranks_of(shoe, f"{own} {beside}", up)
    return ranks[:many], ranks[many:] if slash else None, shown


def ranks_of(shoe: Shoe, hand: str, up: str) -> tuple[tuple[Rank, ...], Rank]:
    """The ranks of a hand and an upcard that this shoe can deal together."""
    held, shown = cards_or_ranks(hand), cards_or_ranks(up)
    if len(shown) != 1:
        raise NotationError(f"The upcard is one card, such as 10 or As, not {up!r}.")
    if len(held) < 2:
        raise NotationError(f"A hand has two or more cards, such as '10 6', not {hand!r}.")
    shoe_without(shoe, f"{hand} {up}")
    ranks = tuple(each if isinstance(each, Rank) else each.rank for each in (*held, *shown))
    return ranks[:-1], ranks[-1]
