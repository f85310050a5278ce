"""Who holds the cards that a wager looks at, if a hand of the round grows.

Words about the player's cards and the dealer's are answered separately; what cannot be followed
exactly is refused by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pitboss.cards import Card
from pitboss.rulebook.vocabulary import SEES, SETTLES, STANDARD, WORDS, Tells
from pitboss.rulebook.when import Say, scopes, show, words_of
from pitboss.wagers.deals import conditions
from pitboss.wagers.offer import Offer, draws_third
from pitboss.wagers.suits import OF_SUITS

PLAYERS: Final = frozenset({"player", "first", "second", "third"})
DEALERS: Final = frozenset({"dealer", "upcard", "hole"})
BEFORE_THE_DEAL: Final = "before the deal"


def grows(offer: Offer) -> bool:
    """Whether what it sees depends on how a hand is played out."""
    hands = any(SEES[place][1] is None for place in offer.wager.sees)
    return hands or draws_third(offer)


def after_upcard(offer: Offer) -> bool:
    """Whether it is placed after the upcard has been seen."""
    late = offer.placed != BEFORE_THE_DEAL
    return late and offer.wager.role == "side" and "dealer.hand" in offer.wager.sees


def before_peek(offer: Offer) -> bool:
    """Whether it is placed before the hole card is read."""
    return not after_upcard(offer) or offer.placed.endswith("before the peek")


def live_only(offer: Offer) -> bool:
    """Whether it is placed after the players have acted, and only on a hand still in play."""
    return after_upcard(offer) and not before_peek(offer) and offer.terms.live_only


def dealer_may_stop(offer: Offer) -> bool:
    """Whether the dealer does not complete the hand for this wager alone (reading D-38)."""
    return "dealer.hand" in offer.wager.sees and not offer.terms.completes_hand


def own_play(offer: Offer) -> bool:
    """Whether it looks at what the player draws."""
    return "player.hand" in offer.wager.sees or draws_third(offer)


def follows_play(offer: Offer) -> bool:
    """Whether the player's own play affects it."""
    return own_play(offer) or live_only(offer) or dealer_may_stop(offer)


@dataclass(frozen=True, slots=True)
class Sides:
    """The words of a wager, by whose cards they are about."""

    player: tuple[Say, ...]
    dealer: tuple[Say, ...]
    both: tuple[Say, ...]

    @classmethod
    def of(cls, offer: Offer) -> Sides:
        found: dict[str, list[Say]] = {"player": [], "dealer": [], "both": []}
        for word in dict.fromkeys(words_of(conditions(offer))):
            if word.word != "always":
                found[side_of(word, offer)].append(word)
        return cls(*(tuple(words) for words in found.values()))

    @property
    def suited(self) -> tuple[str, ...]:
        """The groups of cards whose suits matter."""
        words = (*self.player, *self.dealer, *self.both)
        told = (w for w in words if WORDS[w.word].tells & OF_SUITS)
        return tuple(dict.fromkeys(scope for word in told for scope in scopes(word)))

    @property
    def together(self) -> bool:
        """Whether something other than suits is asked of the player's and the dealer's cards
        together.
        """
        return any(WORDS[word.word].tells & ~OF_SUITS for word in self.both)


def side_of(word: Say, offer: Offer) -> str:
    """Whose cards a word is about: `player`, `dealer` or `both`."""
    spoken = {*scopes(word)}
    if spoken <= PLAYERS:
        return "player"
    if spoken <= DEALERS:
        return "dealer"
    seen = {place.split(".")[0] if place in STANDARD else "both" for place in offer.wager.sees}
    return seen.pop() if spoken == {""} and len(seen) == 1 else "both"


def unprovable(offer: Offer) -> str:
    """Why a wager on a growing hand cannot be counted exactly; empty if it can."""
    return next(_reasons(offer), "") if grows(offer) else ""


BEFORE_THE_DEALER: Final = frozenset(SETTLES[: SETTLES.index("with the main wager")])
"""Moments at which the dealer has not drawn a card."""
EARLY: Final = BEFORE_THE_DEALER - {"when the hole card is turned", "as the hand is played"}
"""Moments at which nobody has."""


def _reasons(offer: Offer) -> Iterator[str]:
    if own_play(offer) and offer.settles in EARLY:
        yield f"it is settled {offer.settles}, before the player's hand is played out"
    if "dealer.hand" in offer.wager.sees and offer.settles in BEFORE_THE_DEALER:
        yield f"it is settled {offer.settles}, before the dealer's hand is finished"
    for place in offer.wager.sees:
        if place not in STANDARD:
            yield f"{place} is not followed with a growing hand"
    sides = Sides.of(offer)
    for word in (*sides.player, *sides.dealer, *sides.both):
        if WORDS[word.word].tells & Tells.CARD:
            yield f"{show(word)!r} asks for ranks and suits together, card by card"
    five = of_five(offer)
    for word in (*sides.player, *sides.dealer, *sides.both) if five else ():
        if WORDS[word.word].tells & OF_SUITS and not _is_poker(word):
            yield f"{show(word)!r} asks for suits with a hand of five cards, or a wild card"
    if "" in sides.suited and sides.both and dealer_may_stop(offer):
        yield "the suits of both hands are not followed if the dealer may stop"
    if five and any(_is_poker(word) for word in (*sides.player, *sides.both)):
        yield "five cards out of more, and wild cards, are followed only in the dealer's hand"
    if len(sides.suited) > 1 and not five:
        groups = " and ".join(scope or "all cards" for scope in sides.suited)
        yield f"the suits of one group of cards are followed, not of {groups}"
    if "shown" in sides.suited:
        yield "the suits of the player's cards and the upcard together are not followed"
    if any(WORDS[word.word].tells & Tells.ORDER for word in sides.both):
        yield "the order of the player's and the dealer's cards together is not followed"
    if sides.together and {"player.hand", "dealer.hand"} <= {*offer.wager.sees}:
        yield f"{show(sides.both[0])!r} asks for two growing hands together"


def of_five(offer: Offer) -> bool:
    """Whether five cards out of more make its hand, or one of them is wild."""
    return offer.hand.size is not None or offer.hand.wild is not None


def has_best_play(offer: Offer) -> bool:
    """Whether the play that is worth most to it can be found: one that need not depend on suits.

    A third card may be taken whatever its suit; whether it ever hurts is seen when it is counted.
    """
    sides = Sides.of(offer)
    third_alone = draws_third(offer) and not sides.dealer and not sides.both
    return not of_five(offer) and (not sides.suited or third_alone)


def _is_poker(word: Say) -> bool:
    return WORDS[word.word].poker


def named_apart(offer: Offer, group: str) -> tuple[Card, ...]:
    """Cards with their own kind for one side: the wild card."""
    wild = offer.hand.wild
    return (wild,) if wild and offer.hand.wild_in == group else ()


def words_about(words: Sequence[Say], scope: str) -> bool:
    """Whether some word is about this group."""
    return any(scope in scopes(word) for word in words)
