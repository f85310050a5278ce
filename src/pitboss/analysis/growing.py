"""Wagers on a hand that is played out, counted exactly for a named policy.

The player's hand and the dealer's are followed card by card over kinds of card that the rule does
not tell apart. Each pair of them is dealt from one shoe, so every way of the one is counted beside
every way of the other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Final

from pitboss.analysis.hands_played import (
    OwnPlay,
    dealer_hands,
    player_hands,
    states,
    with_third,
)
from pitboss.analysis.pairs import Pairs, Tally
from pitboss.analysis.party import Party, total_of
from pitboss.analysis.play import BASIC, FOR_THIS, NEVER_HIT, upcard_of
from pitboss.cards import Shoe
from pitboss.errors import NotAllowed, NotProved
from pitboss.rulebook.when import Condition, Say, parse
from pitboss.wagers.count import LOST, Counted, Key
from pitboss.wagers.dealing import Dealing
from pitboss.wagers.deals import conditions
from pitboss.wagers.growth import Act, Drawn, Path, falling, matched
from pitboss.wagers.kinds import Held, kinds_for
from pitboss.wagers.offer import Offer, Question
from pitboss.wagers.sides import (
    DEALERS,
    PLAYERS,
    Sides,
    after_upcard,
    before_peek,
    dealer_may_stop,
    draws_third,
    follows_play,
    has_best_play,
    live_only,
    named_apart,
    of_five,
    own_play,
    unprovable,
    words_about,
)
from pitboss.wagers.suits import held_of

NOT_PLACED: Final[Key] = (-2, 1)
"""Rounds in which the wager cannot be placed."""
Gross = tuple[tuple[Key, Fraction], ...]
"""What each line and multiplier returns per unit staked."""
NATURAL: Final = frozenset({1, 10})


def count_growing(offer: Offer, dealing: Dealing, policy: str, gross: Gross) -> Counted:
    """Ways of every outcome where it is placed; `gross` is what the best play goes by."""
    if reason := unprovable(offer):
        raise NotProved(offer.wager.name, offer.wager.id, reason)
    play = policy if policy in (NEVER_HIT, FOR_THIS) else BASIC
    spec = _round(offer.question, dealing, play, gross if play == FOR_THIS else ())
    return spec.counted(policy)


@lru_cache(maxsize=8)
def _round(question: Question, dealing: Dealing, play: str, gross: Gross) -> _Round:
    return _Round(question.offer, dealing, play, gross)


class _Round:
    """One wager, one pack, one policy."""

    def __init__(self, offer: Offer, dealing: Dealing, play: str, gross: Gross) -> None:
        self.offer, self.dealing, self.play, self.gross = offer, dealing, play, gross
        self.sides = Sides.of(offer)
        self._known: dict[int, tuple[Tally, int]] = {}
        mine = own_play(offer) and not any(scope in DEALERS for scope in self.sides.suited)
        first = "player" if mine and not of_five(offer) else "dealer"
        self.player = self._party("player", self.sides.player, PLAYERS, first)
        self.dealer = self._party("dealer", self.sides.dealer, DEALERS, first)
        both = (self.player, self.dealer)
        self.pairs = Pairs(offer, dealing.pack, *(both if first == "player" else both[::-1]))

    def _party(
        self, name: str, words: tuple[Say, ...], groups: frozenset[str], first: str
    ) -> Party:
        """One party, with the kinds of card that it tells apart; the first tells all apart."""
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
        """The two ranks after which a third card comes in any case, told apart like any other."""
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
        """The upcard makes a difference to the play or to the bet."""
        return follows_play(self.offer) or after_upcard(self.offer)

    def players(self, up: int, acts: bool) -> Sequence[Drawn]:
        """Every hand of the player beside an upcard of these points."""
        if self.need == "none":
            return [Drawn((0,) * len(self.player.kinds.members), 1, ())]
        spec = OwnPlay(
            self.offer.question,
            self.player,
            self.need,
            self.play if acts else "",
            self.dealing.dealer.hits_soft_17,
            self.dealing.doubles,
            up,
        )
        if acts and self.play == FOR_THIS:
            if not has_best_play(self.offer):
                raise _unfound(self.offer)
            best = self._always_third if self.sides.suited else self.best
            return spec.hands(best(spec))
        return player_hands(spec)

    @cached_property
    def finished(self) -> Mapping[tuple[int, bool], Sequence[Drawn]]:
        return self._dealers("finished")

    @cached_property
    def two(self) -> Mapping[tuple[int, bool], Sequence[Drawn]]:
        return self._dealers("two")

    def _dealers(self, how: str) -> Mapping[tuple[int, bool], Sequence[Drawn]]:
        """The dealer's hands by the points of the upcard and whether they are a natural."""
        words = self.sides.dealer + self.sides.both
        hole = words_about(words, "hole")
        shown = words_about(words, "upcard") or words_about(words, "shown")
        found: dict[tuple[int, bool], list[Drawn]] = {}
        points = self.dealer.kinds.points
        for hand in dealer_hands(
            self.dealer, self.dealing.dealer, how, self.by_upcard, shown, hole
        ):
            up = points[hand.path[0]] if self.by_upcard else 0
            natural = self.by_upcard and {points[kind] for kind in hand.path} == NATURAL
            found.setdefault((up, natural and hand.cards == 2), []).append(hand)
        return found

    def upcards(self, up: int, natural: bool) -> Iterator[Drawn]:
        """The upcard, and the hole card as far as it makes a natural or not."""
        if not self.by_upcard:
            yield Drawn((0,) * len(self.dealer.counts), 1, ())
            return
        kinds, points = self.dealer.kinds.members, self.dealer.kinds.points
        for first, value in enumerate(points):
            if value != up:
                continue
            start = held_of([first], len(kinds))
            if not natural:
                yield Drawn(start, 1, (first,))
            for second, other in enumerate(points):
                if {value, other} == NATURAL:
                    held = held_of([first, second], len(kinds))
                    yield Drawn(held, 1 if natural else -1, (first, second))

    # -- the round -------------------------------------------------------------------------------

    def counted(self, policy: str) -> Counted:
        """The outcomes under a policy: on every upcard, or on the one that it waits for."""
        waits_for = upcard_of(policy)
        made: Tally = {}
        looked = 0
        for up in sorted({*self.dealer.kinds.points}) if self.by_upcard else [0]:
            if waits_for not in (None, up):
                made.setdefault(NOT_PLACED, Counter())[1] += self._cards_of(up)
                continue
            tally, seen = self.after(up)
            looked += seen
            for key, by_cards in tally.items():
                made.setdefault(key, Counter()).update(by_cards)
        return self._summed(made, policy, looked)

    def _cards_of(self, up: int) -> int:
        pairs = zip(self.dealer.counts, self.dealer.kinds.points, strict=True)
        return sum(n for n, points in pairs if points == up)

    def after(self, up: int) -> tuple[Tally, int]:
        """All that may follow an upcard, and how many hands were looked at."""
        if up not in self._known:
            self.pairs.tally, self.pairs.looked = {}, 0
            for natural in (False, True) if up in NATURAL else (False,):
                self._deal_after(up, natural)
            self._known[up] = self.pairs.tally, self.pairs.looked
        return self._known[up]

    def _deal_after(self, up: int, natural: bool) -> None:
        offer = self.offer
        found_first = natural and up in self.dealing.peeks
        if found_first and not before_peek(offer):
            nobody = [Drawn((0,) * len(self.player.kinds.members), 1, ())]
            self.pairs.deal(nobody, list(self.upcards(up, natural)), NOT_PLACED)
            return
        players = self.players(up, acts=not found_first)
        if live_only(offer) or dealer_may_stop(offer):
            live = [hand for hand in players if self.is_live(hand)]
            over = [hand for hand in players if not self.is_live(hand)]
            self.pairs.deal(live, self.finished.get((up, natural), ()))
            if live_only(offer):
                self.pairs.deal(over, list(self.upcards(up, natural)), NOT_PLACED)
            else:
                self.pairs.deal(over, self.two.get((up, natural), ()))
            return
        sure: dict[int, list[Drawn]] = {}
        for hand in players:
            if hand.line is not None:
                sure.setdefault(hand.line, []).append(hand)
        for line, hands in sure.items():
            self.pairs.deal(hands, list(self.upcards(up, natural)), (line, 1))
        left = [hand for hand in players if hand.line is None]
        self.pairs.deal(left, self._beside(up, natural))

    def _beside(self, up: int, natural: bool) -> Sequence[Drawn]:
        """The dealer's hands as far as the wager looks at them."""
        if "dealer.hand" in self.offer.wager.sees:
            return self.finished.get((up, natural), ())
        if "dealer.first_two" in self.offer.wager.sees:
            return self.two.get((up, natural), ())
        return list(self.upcards(up, natural))

    def is_live(self, hand: Drawn) -> bool:
        """Neither over 21 nor a natural, which is paid before the dealer acts."""
        points = [self.player.kinds.points[kind] for kind in hand.path]
        value = total_of(points)
        return not value.bust and not (len(points) == 2 and value.points == 21)

    def _summed(self, tally: Tally, policy: str, looked: int) -> Counted:
        """All over one total; a round that some shoe cannot finish is refused."""
        size = self.dealing.pack.size
        longest = max(n for by_cards in tally.values() for n in by_cards)
        made = {
            key: sum(ways * math.perm(size - n, longest - n) for n, ways in by_cards.items())
            for key, by_cards in tally.items()
        }
        if sum(made.values()) != math.perm(size, longest):
            reason = f"this shoe of {size} cards can run out in a round"
            raise NotProved(self.offer.wager.name, self.offer.wager.id, reason)
        made.pop(NOT_PLACED, None)
        common = math.gcd(*made.values())
        if not common:
            raise NotAllowed(f"{self.offer.wager.name} cannot be placed {policy} with this shoe.")
        ways = {key: n // common for key, n in made.items() if n}
        ways.setdefault(LOST, 0)
        return Counted(ways, sum(ways.values()), self._counting(policy), looked)

    def _counting(self, policy: str) -> str:
        made = (
            "equally likely rounds"
            if follows_play(self.offer)
            else "equally likely draws of the dealer's hand"
        )
        upcard = f", {policy}" if upcard_of(policy) else ""
        given = ", no dealer natural" if not before_peek(self.offer) else ""
        live = ", the player's hand in play" if live_only(self.offer) else ""
        return made + upcard + given + live

    # -- the play worth most to the wager ----------------------------------------------------------

    def _always_third(self, spec: OwnPlay) -> Act:
        """The play that takes a third card, where none is ever worse than going without."""
        worth = {**dict(self.gross), LOST: Fraction(0)}
        if any(worth[drawn] < worth[alone] for alone, drawn in with_third(spec)):
            raise _unfound(self.offer)
        return lambda path: "stand" if len(path) > 1 and spec.is_over(path) else "hit"

    def best(self, spec: OwnPlay) -> Act:
        """The play that is worth most to this wager, given the player's cards and the upcard."""
        up = spec.up
        hidden = up in NATURAL and up not in self.dealing.peeks
        sides = (False, True) if hidden else (False,)
        layers = states(replace(spec, up=0))
        worth = {key: int(each * self._unit) for key, each in self.gross} | {LOST: 0}
        every = [state.hand for layer in layers for state in layer.values()]
        standing: dict[Path, int] = {}
        for sure, of in ((False, self._beside), (True, self.upcards)):
            hands = [
                hand
                for hand in every
                if (hand.line is not None) == sure and (not sure or worth[hand.line or 0, 1])
            ]
            dealers = [hand for natural in sides for hand in of(up, natural)]
            if hands and dealers:
                standing |= self._standing(hands, dealers, worth)
        return spec.best_act(layers, standing)

    def _standing(
        self, hands: Sequence[Drawn], dealers: Sequence[Drawn], worth: Mapping[Key, int]
    ) -> dict[Path, int]:
        """What each hand of the player is worth to stand on, in units that all have in common."""
        size, longest = self.dealing.pack.size, min(self.dealing.pack.size, LONGEST)
        sure = (0, 1) if hands[0].line is not None else None
        grouped = [
            ((self.pairs.called(self.dealer, each, None, sure), each.cards), each.held, each.orders)
            for each in dealers
        ]
        beside, sums = matched(grouped, self.pairs.gathered(hands), self.dealer.counts)
        weights: dict[tuple[Hashable, int], list[int]] = {}
        found = {}
        for hand, row in zip(hands, sums, strict=True):
            mine = self.pairs.called(self.player, hand, None, sure) if sure is None else hand.line
            if (mine, hand.cards) not in weights:
                made = weights[mine, hand.cards] = []
                for name, many in beside:
                    key = self.pairs.line(mine, name) if hand.line is None else (hand.line, 1)
                    left = longest - hand.cards - many
                    rest = math.perm(size - hand.cards - many, left) if left >= 0 else 0
                    made.append(worth[key] * rest)
            own = self._own(hand.held)
            found[hand.path] = own * sum(map(int.__mul__, row, weights[mine, hand.cards]))
        return found

    def _own(self, held: Held) -> int:
        """Ordered ways of the player's cards alone."""
        if held not in self._owned:
            self._owned[held] = falling(self.player.counts, held)
        return self._owned[held]

    @cached_property
    def _owned(self) -> dict[Held, int]:
        return {}

    @cached_property
    def _unit(self) -> int:
        return math.lcm(*(each.denominator for _, each in self.gross))


def _unfound(offer: Offer) -> NotProved:
    reason = f"the best play {FOR_THIS} would go by suits"
    return NotProved(offer.wager.name, offer.wager.id, reason)


LONGEST: Final = 40
"""More cards than any player and dealer take together."""
