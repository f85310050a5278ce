"""Wagers on a hand that is played out, counted exactly for a named policy.

The player's hand and the dealer's are followed card by card over kinds of card that the rule does
not distinguish. Each pair of them is dealt from one shoe, so every way of one is counted with every
way of the other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Final

from pitboss.analysis.hands_played import (
    FollowedHands,
    Hits,
    PolicyPlay,
    State,
    dealer_hands,
    own_hands,
    played,
    with_third,
)
from pitboss.analysis.parties import Pairs, Party, Tally
from pitboss.analysis.policies import BASIC, FOR_THIS, NEVER_HIT, upcard_of
from pitboss.cards import Card, Shoe
from pitboss.errors import NotAllowed, NotProved
from pitboss.rulebook.when import Condition, Say, parse
from pitboss.wagers.card_holders import (
    DEALERS,
    PLAYERS,
    Sides,
    after_upcard,
    before_peek,
    dealer_may_stop,
    follows_play,
    has_best_play,
    live_only,
    named_apart,
    of_five,
    own_play,
    unprovable,
    words_about,
)
from pitboss.wagers.card_kinds import kinds_for
from pitboss.wagers.count import LOST, Key, OutcomeWays
from pitboss.wagers.deals import conditions
from pitboss.wagers.growth import EndedHands, falling
from pitboss.wagers.offer import DealQuestion, Offer, draws_third
from pitboss.wagers.suits import held_of
from pitboss.wagers.terms import Dealing

NOT_PLACED: Final[Key] = (-2, 1)
"""Rounds in which the wager cannot be placed."""
Gross = tuple[tuple[Key, Fraction], ...]
"""What each line and multiplier returns per unit staked."""
NATURAL: Final = frozenset({1, 10})


def count_growing(offer: Offer, dealing: Dealing, policy: str, gross: Gross) -> OutcomeWays:
    """Ways of every outcome if it is placed; `gross` is what the best play maximizes."""
    if reason := unprovable(offer):
        raise NotProved(offer.wager.name, offer.wager.id, reason)
    try:
        ways, looked = round_of(offer.question, dealing).counted(policy, gross)
    except NotProved as error:  # perhaps of another offer that asked the same
        raise NotProved(offer.wager.name, offer.wager.id, error.reason) from None
    if not any(ways.values()):
        raise NotAllowed(f"{offer.wager.name} cannot be placed {policy} with this shoe.")
    return OutcomeWays(ways, sum(ways.values()), _counting(offer, policy), looked)


def kinds_of(offer: Offer, dealing: Dealing, card: Card) -> tuple[int, ...]:
    """The kind of a card to the player and to the dealer; to them it is like any other card of that
    kind.
    """
    both = round_of(offer.question, dealing)
    members = (party.kinds.members for party in (both.player, both.dealer))
    return tuple(next(n for n, kind in enumerate(each) if card in kind) for each in members)


def _counting(offer: Offer, policy: str) -> str:
    drawn = "rounds" if follows_play(offer) else "draws of the dealer's hand"
    upcard = f", {policy}" if upcard_of(policy) else ""
    given = ", no dealer natural" if not before_peek(offer) else ""
    live = ", the player's hand in play" if live_only(offer) else ""
    return f"equally likely {drawn}{upcard}{given}{live}"


@lru_cache(maxsize=32)
def round_of(question: DealQuestion, dealing: Dealing) -> GrowingRound:
    """One wager and one pack, kept while it is asked about."""
    return GrowingRound(question.offer, dealing)


class GrowingRound:
    """One wager and one pack."""

    def __init__(self, offer: Offer, dealing: Dealing) -> None:
        self.offer, self.dealing = offer, dealing
        self.sides = Sides.of(offer)
        self._stood: dict[int, list[tuple[State, list[tuple[Key, int]]]]] = {}
        self._known: dict[tuple[int, PolicyPlay | Hits], tuple[Tally, int]] = {}
        mine = own_play(offer) and not any(scope in DEALERS for scope in self.sides.suited)
        first = "player" if mine and not of_five(offer) else "dealer"
        self.player = self._party("player", self.sides.player, PLAYERS, first)
        self.dealer = self._party("dealer", self.sides.dealer, DEALERS, first)
        both = (self.player, self.dealer)
        self.pairs = Pairs(offer, dealing.pack, *(both if first == "player" else both[::-1]))

    def _party(
        self, name: str, words: tuple[Say, ...], groups: frozenset[str], first: str
    ) -> Party:
        """One party, with the kinds of card that it distinguishes; the first distinguishes all."""
        offer, pack = self.offer, self.dealing.pack
        said = [*conditions(offer), *self._third_card_after(name)]
        spoken, apart = groups | {"", "shown"}, named_apart(offer, name)
        if name == first:
            spoken = PLAYERS | DEALERS | {"", "shown"}
            apart = (*named_apart(offer, "dealer"), *named_apart(offer, "player"))
        cards = Shoe.of(1) if of_five(offer) else pack  # examples may be of any suit
        kinds = kinds_for(said, spoken, cards, apart)
        sees = tuple(place for place in offer.wager.sees if place.startswith(name))
        return Party(name, words, kinds, sees, kinds.counts(pack))

    def _third_card_after(self, name: str) -> list[Condition]:
        """The two ranks after which a third card always comes, distinguished like any other."""
        after = self.offer.wager.third_card_after
        if name != "player" or not after or not draws_third(self.offer):
            return []
        return [parse(f'player.holds("{after}")')]

    # -- the hands of each party -----------------------------------------------------------------

    @cached_property
    def need(self) -> str:
        """How far the player's hand is followed: `hand`, `third`, `two` or `none`."""
        sees = self.offer.wager.sees
        if "player.hand" in sees or live_only(self.offer) or dealer_may_stop(self.offer):
            return "hand"
        if draws_third(self.offer):
            return "third"
        told = self.sides.player or self.sides.both
        return "two" if "player.first_two" in sees and told else "none"

    @cached_property
    def by_upcard(self) -> bool:
        """Whether the upcard makes a difference to the play or to the bet."""
        return follows_play(self.offer) or after_upcard(self.offer)

    @cached_property
    def own(self) -> FollowedHands:
        return own_hands(self.offer.question, self.player, self.need)

    def play(self, policy: str, up: int, gross: Gross) -> PolicyPlay | Hits:
        """How the player plays against an upcard of these points."""
        if policy == FOR_THIS:
            if not has_best_play(self.offer):
                raise _unfound(self.offer)
            return self._always_third(gross) if self.sides.suited else self.best(up, gross)
        named = policy if policy in ("", NEVER_HIT) else BASIC
        return PolicyPlay(named, self.dealing.dealer.hits_soft_17, self.dealing.doubles, up)

    @cached_property
    def finished(self) -> Mapping[tuple[int, bool], Sequence[EndedHands]]:
        return self._dealers("hand")

    @cached_property
    def two(self) -> Mapping[tuple[int, bool], Sequence[EndedHands]]:
        return self._dealers("two")

    def _dealers(self, need: str) -> Mapping[tuple[int, bool], Sequence[EndedHands]]:
        """The dealer's hands by the points of the upcard and whether they are a natural."""
        words = self.sides.dealer + self.sides.both
        apart = {"hole"} if words_about(words, "hole") else set()
        if words_about(words, "upcard") or words_about(words, "shown"):
            apart.add("upcard")
        elif self.by_upcard:
            apart.add("points")
        found: dict[tuple[int, bool], list[EndedHands]] = {}
        points, asked = self.dealer.kinds.points, (self.offer.question, self.dealer, need)
        for hand in dealer_hands(*asked, frozenset(apart), self.dealing.dealer):
            up = points[hand.path[0]] if self.by_upcard else 0
            natural = self.by_upcard and {points[kind] for kind in hand.path} == NATURAL
            found.setdefault((up, natural and hand.cards == 2), []).append(hand)
        return found

    def upcards(self, up: int, natural: bool) -> Iterator[EndedHands]:
        """The upcard, and the hole card as far as it makes a natural or not."""
        if not self.by_upcard:
            yield EndedHands((0,) * len(self.dealer.counts), 1, ())
            return
        kinds, points = self.dealer.kinds.members, self.dealer.kinds.points
        for first, value in enumerate(points):
            if value != up:
                continue
            start = held_of([first], len(kinds))
            if not natural:
                yield EndedHands(start, 1, (first,))
            for second, other in enumerate(points):
                if {value, other} == NATURAL:
                    held = held_of([first, second], len(kinds))
                    yield EndedHands(held, 1 if natural else -1, (first, second))

    # -- the round -------------------------------------------------------------------------------

    def counted(self, policy: str, gross: Gross) -> tuple[dict[Key, int], int]:
        """The outcomes under a policy: with every upcard, or with the one that it waits for.

        Also how many hands were examined.
        """
        waits_for = upcard_of(policy)
        made: Tally = {}
        looked = 0
        for up in sorted({*self.dealer.kinds.points}) if self.by_upcard else [0]:
            if waits_for not in (None, up):
                cards = zip(self.dealer.counts, self.dealer.kinds.points, strict=True)
                there = sum(n for n, points in cards if points == up)
                made.setdefault(NOT_PLACED, Counter())[1] += there
                continue
            tally, seen = self.after(up, self.play(policy, up, gross))
            looked += seen
            for key, by_cards in tally.items():
                made.setdefault(key, Counter()).update(by_cards)
        return self._summed(made), looked

    def after(self, up: int, play: PolicyPlay | Hits) -> tuple[Tally, int]:
        """All that may follow an upcard, and how many hands were examined."""
        if (up, play) not in self._known:
            self.pairs.tally, self.pairs.looked = {}, 0
            for natural in (False, True) if up in NATURAL else (False,):
                self._deal_after(up, natural, play)
            self._known[up, play] = self.pairs.tally, self.pairs.looked
        return self._known[up, play]

    def _deal_after(self, up: int, natural: bool, play: PolicyPlay | Hits) -> None:
        offer, deal = self.offer, self.pairs.deal
        upcards = list(self.upcards(up, natural))
        nobody = [EndedHands((0,) * len(self.player.counts), 1, ())]
        found_first = natural and up in self.dealing.peeks
        if found_first and not before_peek(offer):
            deal(nobody, upcards, NOT_PLACED)
            return
        if self.need == "none":
            deal(nobody, self._beside(up, natural))
            return
        players = played(self.own, self.play("", up, ()) if found_first else play)
        if live_only(offer) or dealer_may_stop(offer):
            live, over = players.live
            deal(live, self.finished.get((up, natural), ()))
            if live_only(offer):
                deal(over, upcards, NOT_PLACED)
            else:
                deal(over, self.two.get((up, natural), ()))
            return
        for line, hands in players.by_line.items():
            if line is None:
                deal(hands, self._beside(up, natural))
            else:
                deal(hands, upcards, (line, 1))

    def _beside(self, up: int, natural: bool) -> Sequence[EndedHands]:
        """The dealer's hands as far as the wager looks at them."""
        if "dealer.hand" in self.offer.wager.sees:
            return self.finished.get((up, natural), ())
        if "dealer.first_two" in self.offer.wager.sees:
            return self.two.get((up, natural), ())
        return list(self.upcards(up, natural))

    def _summed(self, tally: Tally) -> dict[Key, int]:
        """All outcomes over one total; a shoe that may not finish a round is refused."""
        size = self.dealing.pack.size
        longest = max((n for by_cards in tally.values() for n in by_cards), default=0)
        made = {
            key: sum(ways * math.perm(size - n, longest - n) for n, ways in by_cards.items())
            for key, by_cards in tally.items()
        }
        if sum(made.values()) != math.perm(size, longest):
            reason = f"this shoe of {size} cards can run out in a round"
            raise NotProved(self.offer.wager.name, self.offer.wager.id, reason)
        made.pop(NOT_PLACED, None)
        made.setdefault(LOST, 0)
        common = math.gcd(*made.values()) or 1
        return {key: n // common for key, n in made.items() if n or key == LOST}

    # -- the play worth most to the wager ----------------------------------------------------------

    def _always_third(self, gross: Gross) -> Hits:
        """The play that takes a third card, if none is ever worse than going without."""
        worth = {**dict(gross), LOST: Fraction(0)}
        two_or_three = with_third(self.offer.question, self.player)
        if any(worth[drawn] < worth[alone] for alone, drawn in two_or_three):
            raise _unfound(self.offer)
        return frozenset(state for state in self.own.every if not state.ends)

    def best(self, up: int, gross: Gross) -> Hits:
        """The play that is worth most to this wager, given the player's cards and the upcard."""
        unit = math.lcm(*(each.denominator for _, each in gross))
        worth = {key: int(each * unit) for key, each in gross}
        if up not in self._stood:
            self._stood[up] = [
                *self._standing(up, self._beside, None),
                *self._standing(up, self.upcards, LOST),
            ]
        return self.own.best(
            {
                state: sum([worth[key] * ways for key, ways in lines])
                for state, lines in self._stood[up]
            }
        )

    def _standing(
        self, up: int, of: Callable[[int, bool], Iterable[EndedHands]], known: Key | None
    ) -> Iterator[tuple[State, list[tuple[Key, int]]]]:
        """The lines that win if the player stands, in ways over a common total.

        Of hands whose line is open, or with `known` of those whose line is certain.
        """
        every = [state for state in self.own.every if (state.line is None) == (known is None)]
        states = [state for state in every if state.line != LOST[0]]
        hidden = up in NATURAL and up not in self.dealing.peeks
        dealers = [hand for natural in (False, True)[: 1 + hidden] for hand in of(up, natural)]
        pairs, hands = self.pairs, [state.hand for state in states]
        names = [pairs.called(self.player, hand, None, known) for hand in hands]
        mine, beside, sums = pairs.matched(names, pairs.gathered(hands), dealers, known)
        wins: dict[tuple[Hashable, int | None, int], dict[Key, list[tuple[int, int]]]] = {}
        for state, name, row in zip(states, names, sums, strict=True):
            group = mine[name], state.line, len(state.path)
            at = wins.get(group)
            if at is None:
                at = wins[group] = {}
                for number, (other, many) in enumerate(beside):
                    key = pairs.line(name, other) if state.line is None else (state.line, 1)
                    if key != LOST:
                        at.setdefault(key, []).append((number, self._rest(group[2] + many)))
            own = falling(self.player.counts, state.held)
            yield state, [(key, own * sum([row[n] * rest for n, rest in at[key]])) for key in at]

    def _rest(self, drawn: int) -> int:
        """Ways of the cards that follow, so that all rounds are of one length."""
        size = self.dealing.pack.size
        left = min(size, LONGEST) - drawn
        return math.perm(size - drawn, left) if left >= 0 else 0


def _unfound(offer: Offer) -> NotProved:
    reason = f"the best play {FOR_THIS} would depend on suits"
    return NotProved(offer.wager.name, offer.wager.id, reason)


LONGEST: Final = 40
"""More cards than any player and dealer take together."""
