"""Wagers on a hand that is played out, counted exactly for a named policy.

The player's hand and the dealer's are followed card by card over kinds of card that the rule does
not tell apart. Each pair of them is dealt from one shoe, so every way of the one is counted beside
every way of the other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Final, cast

from pitboss.analysis.play import BASIC, FOR_THIS, NEVER_HIT, decision, upcard_of
from pitboss.cards import RANK_SYMBOLS, Shoe
from pitboss.errors import NotAllowed, NotProved
from pitboss.hands import Total
from pitboss.rulebook.when import (
    ALWAYS,
    Both,
    Compare,
    Condition,
    Const,
    Either,
    Not,
    Say,
    parse,
    scopes,
)
from pitboss.rulebook.word_list import WORDS, Tells
from pitboss.wagers.count import LOST, Counted, Key
from pitboss.wagers.dealing import DealerRule, Dealing
from pitboss.wagers.deals import conditions, words_of
from pitboss.wagers.growth import Act, Drawn, Path, Sums, falling, grow, matched
from pitboss.wagers.kinds import Held, Kinds, kinds_for
from pitboss.wagers.offer import Hand, Offer, Question
from pitboss.wagers.real import COMPARE, Reader, groups, line_number, multiplier, reader
from pitboss.wagers.sides import (
    DEALERS,
    PLAYERS,
    Sides,
    after_upcard,
    before_peek,
    dealer_may_stop,
    draws_third,
    follows_play,
    live_only,
    named_apart,
    unprovable,
    words_about,
)
from pitboss.wagers.suits import (
    OF_SUITS,
    Cards,
    Case,
    FiveCards,
    Flush,
    Suits,
    dressed,
    held_of,
    plain,
)

NOT_PLACED: Final[Key] = (-2, 1)
"""Rounds in which the wager cannot be placed."""
Gross = tuple[tuple[Key, Fraction], ...]
"""What each line and multiplier returns per unit staked."""
MOST_PAIRS: Final = 400_000
"""Pairs of hands that are looked at one by one."""
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


Tally = dict[Key, Counter[int]]
"""Line and multiplier → number of cards dealt → ways."""


@dataclass(frozen=True, slots=True)
class _Side:
    """One party to the round: its words, and the kinds of card that they tell apart."""

    name: str
    words: tuple[Say, ...]
    kinds: Kinds
    sees: tuple[str, ...]

    counts: tuple[int, ...] = field(compare=False)
    """Cards of each kind in the pack; hands are the same whatever they are."""

    def seen(self, cards: Cards) -> Mapping[str, Cards]:
        """The groups of its cards by which words name them."""
        return groups(self.sees, places(self.name, cards))


def places(name: str, cards: Cards) -> dict[str, Cards]:
    """The cards at each place of one party, in the order in which they came."""
    if name == "dealer":
        upcard, two = cards[:1], cards[:2]
        return {"dealer.upcard": upcard, "dealer.first_two": two, "dealer.hand": cards}
    return {
        "player.first_two": cards[:2],
        "player.third_card": cards[2:3],
        "player.hand": cards,
    }


class _Round:
    """One wager, one pack, one policy."""

    def __init__(self, offer: Offer, dealing: Dealing, play: str, gross: Gross) -> None:
        self.offer, self.dealing, self.play, self.gross = offer, dealing, play, gross
        self.sides = Sides.of(offer)
        self.tally: Tally = {}
        self.looked = 0
        self._known: dict[int, tuple[Tally, int]] = {}
        sees = offer.wager.sees
        self.draws = "player.hand" in sees or draws_third(offer)
        self.suited = self.sides.suited
        mine = self.draws and not any(scope in DEALERS for scope in self.suited)
        self.first = "player" if mine and not self.is_of_five else "dealer"
        """Whose hands are dealt first, and the other's beside each of them."""
        shared = PLAYERS | DEALERS | {"", "shown"}
        pack = dealing.pack
        cards = Shoe.of(1) if self.is_of_five else pack  # examples may be of any suit
        both = (*named_apart(offer, "dealer"), *named_apart(offer, "player"))

        def side(name: str, words: tuple[Say, ...], own: frozenset[str]) -> _Side:
            said = [*conditions(offer), *self._third_card_after(name)]
            spoken = own | {"", "shown"}
            if name == self.first:
                kinds = kinds_for(said, shared, cards, both)
            else:
                kinds = kinds_for(said, spoken, cards, named_apart(offer, name))
            of = tuple(p for p in sees if p.startswith(name))
            return _Side(name, words, kinds, of, kinds.counts(pack))

        self.player = side("player", self.sides.player, PLAYERS)
        self.dealer = side("dealer", self.sides.dealer, DEALERS)

    @property
    def is_of_five(self) -> bool:
        return self.offer.hand.size is not None or self.offer.hand.wild is not None

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
        spec = _Play(
            self.offer.question,
            self.player,
            self.need,
            self.play if acts else "",
            self.dealing.dealer.hits_soft_17,
            self.dealing.doubles,
            up,
        )
        if acts and self.play == FOR_THIS:
            return spec.hands(self.best(spec))
        return _player_hands(spec)

    @cached_property
    def finished(self) -> Mapping[tuple[int, bool], Sequence[Drawn]]:
        return self._dealers("finished")

    @cached_property
    def two(self) -> Mapping[tuple[int, bool], Sequence[Drawn]]:
        return self._dealers("two")

    def _dealers(self, how: str) -> Mapping[tuple[int, bool], Sequence[Drawn]]:
        """The dealer's hands by the points of the upcard and whether they are a natural."""
        told = words_about(self.sides.dealer + self.sides.both, "hole")
        shown = {"upcard", "shown"} & {s for w in self._dealer_words for s in scopes(w)}
        found: dict[tuple[int, bool], list[Drawn]] = {}
        points = self.dealer.kinds.points
        for hand in _dealer_hands(
            self.dealer, self.dealing.dealer, how, self.by_upcard, bool(shown), told
        ):
            up = points[hand.path[0]] if self.by_upcard else 0
            natural = self.by_upcard and {points[kind] for kind in hand.path} == NATURAL
            found.setdefault((up, natural and hand.cards == 2), []).append(hand)
        return found

    @property
    def _dealer_words(self) -> tuple[Say, ...]:
        return self.sides.dealer + self.sides.both

    def upcards(self, up: int, natural: bool) -> Iterator[Drawn]:
        """The upcard, and the hole card as far as it makes a natural or not."""
        if not self.by_upcard:
            yield Drawn((0,) * len(self.dealer.counts), 1, ())
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
            self.tally, self.looked = {}, 0
            for natural in (False, True) if up in NATURAL else (False,):
                self._deal_after(up, natural)
            self._known[up] = self.tally, self.looked
        return self._known[up]

    def _deal_after(self, up: int, natural: bool) -> None:
        offer = self.offer
        found_first = natural and up in self.dealing.peeks
        if found_first and not before_peek(offer):
            nobody = [Drawn((0,) * len(self.player.kinds.members), 1, ())]
            self.deal(nobody, list(self.upcards(up, natural)), NOT_PLACED)
            return
        players = self.players(up, acts=not found_first)
        if live_only(offer) or dealer_may_stop(offer):
            live = [hand for hand in players if self.is_live(hand)]
            over = [hand for hand in players if not self.is_live(hand)]
            self.deal(live, self.finished.get((up, natural), ()))
            if live_only(offer):
                self.deal(over, list(self.upcards(up, natural)), NOT_PLACED)
            else:
                self.deal(over, self.two.get((up, natural), ()))
            return
        sure: dict[int, list[Drawn]] = {}
        for hand in players:
            if hand.line is not None:
                sure.setdefault(hand.line, []).append(hand)
        for line, hands in sure.items():
            self.deal(hands, list(self.upcards(up, natural)), (line, 1))
        left = [hand for hand in players if hand.line is None]
        self.deal(left, self._beside(up, natural))

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
        value = _total(points)
        return not value.bust and not (len(points) == 2 and value.points == 21)

    def add(self, key: Key, cards: int, ways: int) -> None:
        self.tally.setdefault(key, Counter())[cards] += ways

    def _summed(self, tally: Tally, policy: str, looked: int) -> Counted:
        """All over one total; a round that some shoe cannot finish is refused."""
        size = self.dealing.pack.size
        longest = max(n for by_cards in tally.values() for n in by_cards)
        made = {
            key: sum(ways * math.perm(size - n, longest - n) for n, ways in by_cards.items())
            for key, by_cards in tally.items()
        }
        if sum(made.values()) != math.perm(size, longest):
            raise NotAllowed(
                f"{self.offer.wager.name} cannot be proved exactly: this shoe of {size} cards can "
                "run out in a round."
            )
        made.pop(NOT_PLACED, None)
        common = math.gcd(*made.values())
        if not common:
            raise NotAllowed(f"{self.offer.wager.name} cannot be placed {policy} with this shoe.")
        ways = {key: n // common for key, n in made.items() if n}
        ways.setdefault(LOST, 0)
        return Counted(ways, sum(ways.values()), self._counting(policy), looked)

    def _counting(self, policy: str) -> str:
        played = self.draws or live_only(self.offer) or dealer_may_stop(self.offer)
        made = "equally likely rounds" if played else "equally likely draws of the dealer's hand"
        upcard = f", {policy}" if upcard_of(policy) else ""
        given = ", no dealer natural" if not before_peek(self.offer) else ""
        live = ", the player's hand in play" if live_only(self.offer) else ""
        return made + upcard + given + live

    # -- one hand beside another -----------------------------------------------------------------

    def deal(
        self, players: Sequence[Drawn], dealers: Sequence[Drawn], key: Key | None = None
    ) -> None:
        """Add the ways of all these hands of the player and the dealer, by their line or as one."""
        if not players or not dealers:
            return
        mine_first = self.first == "player"
        columns, rows = (players, dealers) if mine_first else (dealers, players)
        if key is None and self.sides.both and "" in self.suited:
            self._deal_suited(columns, rows)
            return
        first, second = self.parties
        if key is None and self.sides.together and len(columns) * len(rows) > MOST_PAIRS:
            wager, hands = self.offer.wager, "a player's hand and a dealer's"
            raise NotProved(wager.name, wager.id, f"there are too many pairs of {hands}")
        gathered = self._gathered(columns)
        distinct = list(dict.fromkeys(gathered))
        place = {each: n for n, each in enumerate(distinct)}
        grouped = [
            ((self.called(second, hand, None, key), hand.cards), hand.held, hand.orders)
            for hand in rows
        ]
        beside, sums = matched(grouped, distinct, second.counts)
        made: dict[tuple[Hashable, int], Sums] = {}
        for hand, held in zip(columns, gathered, strict=True):
            row = sums[place[held]]
            for ways, case in self.cases(first, hand, key):
                self.looked += 1
                name = (self.called(first, hand, case, key), hand.cards)
                if name in made:
                    total = made[name]
                    for n, many in enumerate(row):
                        total[n] += ways * many
                else:
                    made[name] = [ways * many for many in row]
        for (mine, drawn), total in made.items():
            for (yours, many), ways in zip(beside, total, strict=True):
                if ways:
                    self.add(key or self.line(mine, yours), drawn + many, ways)

    def cases(self, side: _Side, hand: Drawn, key: Key | None) -> Iterator[tuple[int, Hashable]]:
        """The ways of a hand, by its suits where they make a difference."""
        suited = [scope for scope in self.suited if self._place(side, scope, hand) is not None]
        if key is not None or not suited:
            yield hand.orders * falling(side.counts, hand.held), None
        elif self.is_of_five:
            yield from self._five.cases(hand)
        else:
            at = self._place(side, suited[0], hand)
            assert at is not None
            yield from self._suits.cases(hand, at)

    @cached_property
    def _suits(self) -> Suits:
        side = self.player if self.first == "player" else self.dealer
        return Suits.of(self.offer, side.kinds, self.dealing.pack)

    @cached_property
    def _five(self) -> FiveCards:
        return FiveCards.of(self.offer, self.dealer.kinds, self.dealing.pack)

    def _place(self, side: _Side, scope: str, hand: Drawn) -> Sequence[int] | None:
        """The places of a hand that a group of cards names; `None` where it is the other's."""
        every = range(hand.cards)
        if side.name == "dealer":
            at = {"dealer": every, "upcard": every[:1], "hole": every[1:2], "": every}
        else:
            two = every[:2] if "player.hand" not in side.sees else every
            at = {"player": two, "first": every[:1], "second": every[1:2], "third": every[2:3]}
            at[""] = every
        return at.get(scope)

    def called(self, side: _Side, hand: Drawn, case: Hashable, key: Key | None) -> Hashable:
        """What tells a hand from others; nothing where its line is known."""
        if key is not None:
            return None
        spec = (side.name, hand.path, case)
        names = self.memory.names
        if spec not in names:
            cards = self._example(side, hand, case)
            name = (side.name, self.name(side, cards))
            self.memory.examples.setdefault(name, cards)
            names[spec] = name
        return names[spec]

    def _example(self, side: _Side, hand: Drawn, case: Hashable) -> Cards:
        """Cards of a hand whose suits make the case."""
        if case is None:
            return plain(side.kinds, hand.path)
        if not isinstance(case, Case):
            return self._five.example(hand, cast(tuple[Flush, ...], case))
        scopes_here = (self._place(side, scope, hand) for scope in self.suited)
        at = next(place for place in scopes_here if place is not None)
        cards = dressed(side.kinds, hand.path, at, case)
        assert cards
        return cards

    def line(self, mine: Hashable, yours: Hashable) -> Key:
        """The line and multiplier of two hands by what they are called."""
        lines, examples = self.memory.lines, self.memory.examples
        if (mine, yours) not in lines:
            first, second = self.parties
            lines[mine, yours] = self.outcome(first, examples[mine], second, examples[yours])
        return lines[mine, yours]

    @cached_property
    def memory(self) -> _Memory:
        return _memory(self.offer.question, self.player, self.dealer)

    @cached_property
    def parties(self) -> tuple[_Side, _Side]:
        """Whose hands are dealt first, and the other."""
        both = (self.player, self.dealer)
        return both if self.first == "player" else both[::-1]

    def _gathered(self, columns: Sequence[Drawn]) -> list[Held]:
        """The hands that are dealt first, by the kinds that the other party tells apart."""
        first, second = self.parties
        within, kinds = first.kinds.within(second.kinds), len(second.counts)
        if within == tuple(range(kinds)):
            return [hand.held for hand in columns]
        return [_gathered(hand.held, within, kinds) for hand in columns]

    def name(self, side: _Side, cards: Cards) -> Hashable:
        """What tells these cards from others: the line, or all that is said of them."""
        if self.sides.together:
            return cards
        if side.name == self.decided_by:
            return line_number(self.offer, side.seen(cards)), self._said(side, cards)
        return self._said(side, cards)

    def _said(self, side: _Side, cards: Cards) -> Hashable:
        seen = side.seen(cards)
        words = side.words if side.name != self.decided_by else self._in_multipliers
        return tuple(reader(word, self.offer.hand)(seen) for word in words)

    @cached_property
    def decided_by(self) -> str:
        """The party whose cards alone decide the line; empty where both do."""
        words = {*words_of(line.when for line in self.offer.lines)} - {ALWAYS}
        return next((s.name for s in (self.player, self.dealer) if words <= {*s.words}), "")

    @cached_property
    def _in_multipliers(self) -> tuple[Say, ...]:
        side = self.player if self.decided_by == "player" else self.dealer
        said = {*words_of(m.when for m in self.offer.multipliers)}
        return tuple(word for word in side.words if word in said)

    def outcome(self, first: _Side, cards: Cards, second: _Side, others: Cards) -> Key:
        """The line and multiplier of two hands."""
        mine, theirs = (cards, others) if first.name == "player" else (others, cards)
        seen = groups(self.offer.wager.sees, {**places("player", mine), **places("dealer", theirs)})
        number = line_number(self.offer, seen)
        return number, multiplier(self.offer, seen) if number >= 0 else 1

    def _deal_suited(self, columns: Sequence[Drawn], rows: Sequence[Drawn]) -> None:
        """The same where the suits of all cards together make a difference."""
        first, second = self.parties
        suits, pack = self._suits, self.dealing.pack
        held = self._gathered(columns)
        names = [self.called(first, hand, None, None) for hand in columns]
        called = [self.called(second, hand, None, None) for hand in rows]
        grouped = [
            ((name, hand.cards), hand.held, hand.orders)
            for name, hand in zip(called, rows, strict=True)
        ]
        sets = suits.sets
        found: dict[tuple[Hashable, Hashable, int], list[int]] = {}
        for number, each in enumerate(sets):
            counts = suits.counts[number]
            beside, sums = matched(grouped, held, second.kinds.counts(pack, each))
            for hand, mine, row in zip(columns, names, sums, strict=True):
                own = hand.orders * falling(counts, hand.held)
                for (yours, cards), many in zip(beside, row, strict=True):
                    ways = found.setdefault((mine, yours, hand.cards + cards), [0] * len(sets))
                    ways[number] += own * many
        kinds = Kinds(first.kinds.members + second.kinds.members)
        for (mine, yours, cards), ways in found.items():
            pairs = [
                (hand.path, other.path)
                for hand, name in zip(columns, names, strict=True)
                if name == mine
                for other, name in zip(rows, called, strict=True)
                if name == yours
            ]
            for many, case in suits.split(ways):
                if many:
                    self.add(self._dressed(kinds, pairs, case, first, second), cards, many)

    def _dressed(
        self,
        kinds: Kinds,
        pairs: Sequence[tuple[Path, Path]],
        case: Case,
        first: _Side,
        second: _Side,
    ) -> Key:
        """The line of some two hands whose suits together make a case."""
        for mine, yours in pairs:
            path = (*mine, *(len(first.kinds.members) + kind for kind in yours))
            cards = dressed(kinds, path, range(len(path)), case)
            if cards:
                own, others = cards[: len(mine)], cards[len(mine) :]
                return self.outcome(first, own, second, others)
        raise AssertionError("a case that has ways has cards")

    # -- the play worth most to the wager ----------------------------------------------------------

    def best(self, spec: _Play) -> Act:
        """The play that is worth most to this wager, given the player's cards and the upcard."""
        up = spec.up
        hidden = up in NATURAL and up not in self.dealing.peeks
        sides = (False, True) if hidden else (False,)
        states = _states(replace(spec, up=0))
        worth = {key: int(each * self._unit) for key, each in self.gross} | {LOST: 0}
        every = [state.hand for layer in states for state in layer.values()]
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
        return spec.best_act(states, standing)

    def _standing(
        self, hands: Sequence[Drawn], dealers: Sequence[Drawn], worth: Mapping[Key, int]
    ) -> dict[Path, int]:
        """What each hand of the player is worth to stand on, in units that all have in common."""
        size, longest = self.dealing.pack.size, min(self.dealing.pack.size, LONGEST)
        sure = (0, 1) if hands[0].line is not None else None
        grouped = [
            ((self.called(self.dealer, each, None, sure), each.cards), each.held, each.orders)
            for each in dealers
        ]
        beside, sums = matched(grouped, self._gathered(hands), self.dealer.counts)
        weights: dict[tuple[Hashable, int], list[int]] = {}
        found = {}
        for hand, row in zip(hands, sums, strict=True):
            mine = self.called(self.player, hand, None, sure) if sure is None else hand.line
            if (mine, hand.cards) not in weights:
                made = weights[mine, hand.cards] = []
                for name, many in beside:
                    key = self.line(mine, name) if hand.line is None else (hand.line, 1)
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


@dataclass(slots=True)
class _Memory:
    """What was found out of hands, whatever the shoe: it is the same for all deck counts."""

    names: dict[tuple[str, Path, Hashable], Hashable] = field(default_factory=dict)
    """Hand and case → what it is called."""
    examples: dict[Hashable, Cards] = field(default_factory=dict)
    """What a hand is called → cards of one."""
    lines: dict[tuple[Hashable, Hashable], Key] = field(default_factory=dict)
    verdicts: dict[tuple[Path, bool], int | None] = field(default_factory=dict)
    marks: dict[Path, Hashable] = field(default_factory=dict)


@lru_cache(maxsize=32)
def _memory(question: Question, player: _Side, dealer: _Side | None) -> _Memory:
    return _Memory()


LONGEST: Final = 40
"""More cards than any player and dealer take together."""


# -- the player's hand -----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Play:
    """How the player's hand is played beside one upcard, and what is followed of it."""

    question: Question
    side: _Side
    need: str
    policy: str
    """Empty where the dealer's natural is found before anyone acts."""
    hits_soft_17: bool
    doubles: bool
    up: int

    def hands(self, act: Act) -> list[Drawn]:
        return grow(len(self.side.kinds.members), act, self.mark, self.verdict)

    def value(self, path: Path) -> Total:
        points = self.side.kinds.points
        return _total([points[kind] for kind in path])

    def act(self, path: Path) -> str:
        """What the policy does with a hand."""
        drawn = len(path)
        if drawn < 2:
            return "hit"
        if self.need == "two" or (self.need == "third" and drawn == 3):
            return "stand"
        if not self.policy:
            return "hit" if self._third_comes(path) else "stand"
        value = self.value(path)
        if value.points >= 21:
            return "stand"
        does = decision(self.policy, self.hits_soft_17)(value, drawn == 2 and self.doubles, self.up)
        return "stand" if does == "double" and not self._double_counts else does

    @cached_property
    def _double_counts(self) -> bool:
        """The card of a double is one of the cards that the wager looks at."""
        handled = self.question.offer.terms
        return handled.double_card_extends and handled.double_card_is_third

    def _third_comes(self, path: Path) -> bool:
        """A third card is dealt though the dealer has a natural (58 Pa. Code § 633c.9(d)(4))."""
        after = self.question.offer.wager.third_card_after.split()
        ranks = [RANK_SYMBOLS[self.side.kinds.members[kind][0].rank] for kind in path]
        return self.need == "third" and len(path) == 2 and sorted(ranks) == sorted(after)

    @cached_property
    def _order_words(self) -> tuple[Say, ...]:
        return tuple(w for w in self.side.words if WORDS[w.word].tells & Tells.ORDER)

    @cached_property
    def _told(self) -> frozenset[str]:
        """Groups of the player's cards that depend on their order."""
        words = self.question.offer.wager.sees
        told = {s for w in self.side.words for s in scopes(w)} & {"first", "second", "third"}
        two = {"two"} if "player.first_two" in words and self.need in ("hand", "third") else set()
        return frozenset(told | two)

    def mark(self, path: Path) -> Hashable:
        """What matters of the order of the cards."""
        if not self._order_words and not self._told:
            return None
        marks = self._memory.marks
        if path not in marks:
            marks[path] = self._mark(path)
        return marks[path]

    def _mark(self, path: Path) -> Hashable:
        made: list[object] = [self.read(word, path) for word in self._order_words]
        made += [path[0:1] if "first" in self._told else None]
        made += [path[1:2] if "second" in self._told else None]
        made += [path[2:3] if "third" in self._told else None]
        made += [tuple(sorted(path[:2])) if "two" in self._told else None]
        return tuple(made)

    def read(self, word: Say, path: Path) -> object:
        """What a word says of a hand."""
        cards = plain(self.side.kinds, path)
        return reader(word, self.question.offer.hand)(self.side.seen(cards))

    def verdict(self, path: Path, ended: bool) -> int | None:
        """The line that a hand is sure to be; `None` where that is open."""
        if len(path) < 2 or not self.side.sees or not (ended or self._order_words):
            return None
        verdicts = self._memory.verdicts
        if (path, ended) not in verdicts:
            verdicts[path, ended] = self._verdict(path, ended)
        return verdicts[path, ended]

    def _verdict(self, path: Path, ended: bool) -> int | None:
        if not ended and len(path) == self._runs(path):
            return None
        said = self._known(path, ended)
        if said not in self._verdicts:
            self._verdicts[said] = self._sure(dict(zip(self.side.words, said, strict=True)))
        return self._verdicts[said]

    @cached_property
    def _memory(self) -> _Memory:
        return _memory(self.question, self.side, None)

    def _known(self, path: Path, ended: bool) -> tuple[object, ...]:
        """What each word says of a hand, now and whatever follows; `None` where that is open.

        A straight that broke is as long as it will be: nothing that follows counts.
        """
        known = self._lasting if ended else self._order_words
        seen = self.side.seen(plain(self.side.kinds, path))
        return tuple(read(seen) if word in known else None for word, read in self._readers)

    @cached_property
    def _readers(self) -> tuple[tuple[Say, Reader], ...]:
        hand = self.question.offer.hand
        return tuple((word, reader(word, hand)) for word in self.side.words)

    @cached_property
    def _lasting(self) -> tuple[Say, ...]:
        """Words that kinds of card answer when a hand has ended: all but those of suits."""
        return tuple(w for w in self.side.words if not WORDS[w.word].tells & OF_SUITS)

    def _runs(self, path: Path) -> int:
        """How long a straight the cards still build."""
        return max(cast(int, self.read(word, path)) for word in self._order_words)

    def _sure(self, said: Mapping[Say, object]) -> int | None:
        offer = self.question.offer
        known = {ALWAYS: True, **said}
        for number, line in offer.in_order:
            holds = _truth(line.when, known.get)
            if holds is None:
                return None
            if holds:
                return None if offer.multipliers else number
        return -1

    @cached_property
    def _verdicts(self) -> dict[tuple[object, ...], int | None]:
        return {}

    # -- for this wager --------------------------------------------------------------------------

    def states(self) -> list[dict[tuple[Held, Hashable], _State]]:
        """Every hand that the player may come to, by its number of cards."""
        kinds = len(self.side.kinds.members)
        nothing = _State(Drawn((0,) * kinds, 1, ()), False)
        layers = [{((0,) * kinds, cast(Hashable, None)): nothing}]
        while layers[-1]:
            after: dict[tuple[Held, Hashable], _State] = {}
            for state in layers[-1].values():
                for kind in () if state.ends else range(kinds):
                    path = (*state.hand.path, kind)
                    held = _plus(state.hand.held, kind)
                    key = (held, self.mark(path))
                    if key not in after:
                        after[key] = self._state(held, path)
            layers.append(after)
        return layers[2:-1]

    def _state(self, held: Held, path: Path) -> _State:
        sure = self.verdict(path, ended=False)
        line = self.verdict(path, ended=True) if sure is None else sure
        ends = len(path) >= 2 and (sure is not None or self._is_over(path))
        return _State(Drawn(held, 1, path, line), ends)

    def _is_over(self, path: Path) -> bool:
        whole = self.need == "third" and len(path) == 3
        return whole or self.value(path).points >= 21

    def best_act(
        self,
        states: Sequence[Mapping[tuple[Held, Hashable], _State]],
        standing: Mapping[Path, int],
    ) -> Act:
        """The better of standing and hitting, from the longest hands back."""
        best: dict[tuple[Held, Hashable], tuple[int, str]] = {}
        kinds = range(len(self.side.kinds.members))
        for layer in reversed(states):
            for key, state in layer.items():
                hand = state.hand
                best[key] = (standing.get(hand.path, 0), "stand")
                if not state.ends:
                    drawn = ((_plus(hand.held, k), self.mark((*hand.path, k))) for k in kinds)
                    hit = sum(best[each][0] for each in drawn)
                    best[key] = max(best[key], (hit, "hit"), key=lambda each: each[0])

        def act(path: Path) -> str:
            return best[held_of(path, len(kinds)), self.mark(path)][1] if len(path) > 1 else "hit"

        return act


@dataclass(frozen=True, slots=True)
class _State:
    """A hand that the player has come to; its line if the player stands."""

    hand: Drawn
    ends: bool
    """Nothing more may come, or nothing more would count."""


def _plus(held: Held, kind: int) -> Held:
    return (*held[:kind], held[kind] + 1, *held[kind + 1 :])


@lru_cache(maxsize=16)
def _states(spec: _Play) -> list[dict[tuple[Held, Hashable], _State]]:
    return spec.states()


@lru_cache(maxsize=1024)
def _player_hands(spec: _Play) -> list[Drawn]:
    return spec.hands(spec.act)


@lru_cache(maxsize=64)
def _dealer_hands(
    side: _Side, rule: DealerRule, how: str, by_upcard: bool, shown: bool, hole: bool
) -> list[Drawn]:
    """Every hand of the dealer: the first two cards, or the finished hand."""
    points = side.kinds.points
    ordered = tuple(w for w in side.words if WORDS[w.word].tells & Tells.ORDER)

    def act(path: Path) -> str:
        if len(path) < 2:
            return "hit"
        draws = how == "finished" and rule.draws(_total([points[kind] for kind in path]))
        return "hit" if draws else "stand"

    def mark(path: Path) -> Hashable:
        up = path[0] if shown else points[path[0]] if by_upcard else None
        cards = plain(side.kinds, path)
        told = tuple(reader(word, Hand())(side.seen(cards)) for word in ordered)
        return (up, path[1:2] if hole else None, told)

    return grow(len(points), act, mark)


def _truth(condition: Condition, known: Callable[[Say], object]) -> bool | None:
    """Whether a condition holds; `None` where a word that decides it is not known."""
    match condition:
        case Not(part):
            held = _truth(part, known)
            return None if held is None else not held
        case Both(parts):
            return _all([_truth(part, known) for part in parts])
        case Either(parts):
            every = _all([None if (t := _truth(part, known)) is None else not t for part in parts])
            return None if every is None else not every
        case Compare(op, left, right):
            values = [p.value if isinstance(p, Const) else _said(p, known) for p in (left, right)]
            return None if None in values else COMPARE[op](*values)
        case Say():
            answer = known(condition)
            return None if answer is None else bool(answer)
    return bool(condition.value)


def _said(part: Condition, known: Callable[[Say], object]) -> object:
    return known(part) if isinstance(part, Say) else None


def _all(truths: Sequence[bool | None]) -> bool | None:
    if False in truths:
        return False
    return None if None in truths else True


def _total(points: Sequence[int]) -> Total:
    """The blackjack total of cards of these points, an ace being 1."""
    hard = sum(points)
    soft = 1 in points and hard <= 11
    return Total(hard + 10 * soft, soft)


def _gathered(held: Held, within: Sequence[int], kinds: int) -> Held:
    """The same cards by coarser kinds."""
    made = [0] * kinds
    for kind, many in zip(within, held, strict=True):
        made[kind] += many
    return tuple(made)
