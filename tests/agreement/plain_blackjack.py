"""Standard blackjack played perfectly, a second way: one plain recursion over numbers.

Nothing here comes from `pitboss`. A card is its rank, 1 (the ace) to 13. Where the player does not
know the hole card, every hole card that is still possible is carried along with its weight, and an
answer is chosen for all of them at once. Nets are in units of the first stake.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

Left = tuple[tuple[int, int], ...]
"""Rank → how many are left."""
World = tuple[int, Fraction, Left]
"""A hole card, the weight of all that led there, and what is left of the shoe."""
Worlds = list[World]


@dataclass(frozen=True)
class Rules:
    """What the four laws differ in."""

    hits_soft_17: bool = False
    peeks: bool = True
    surrender: bool = True
    surrender_after_split: bool = False
    even_money: bool = True
    insures_naturals: bool = True
    split_by_rank: bool = False
    split_hands: int = 4
    double_after_split: bool = True
    resplit_aces: bool = False
    wins_21_each: bool = False
    pushes_22: bool = False
    """A dealer's 22 ties what is left."""
    fee: Fraction | None = None
    """What it costs that one card drawn may be burned; only a void round returns it."""


@dataclass(frozen=True)
class Hand:
    cards: tuple[int, ...]
    stake: int = 1
    split: bool = False
    doubled: bool = False
    surrendered: bool = False
    burned: bool = False
    spot: int = 1
    paid: bool = False
    """A natural that has won even money already."""

    @property
    def lost(self) -> Fraction:
        """What it has lost before the dealer plays."""
        if self.paid:
            return Fraction(-1)
        if self.surrendered:
            return Fraction(self.stake, 2)
        return Fraction(self.stake if points(self.cards) > 21 else 0)

    @property
    def over(self) -> bool:
        return self.paid or self.surrendered or points(self.cards) > 21


Hands = tuple[Hand, ...]


def points(cards: tuple[int, ...]) -> int:
    hard = sum(min(card, 10) for card in cards)
    return hard + 10 if 1 in cards and hard <= 11 else hard


def soft(cards: tuple[int, ...]) -> bool:
    return points(cards) != sum(min(card, 10) for card in cards)


def natural(cards: tuple[int, ...]) -> bool:
    return len(cards) == 2 and points(cards) == 21


def size(left: Left) -> int:
    return sum(n for _, n in left)


def without(left: Left, card: int) -> Left:
    return tuple((rank, n - (rank == card)) for rank, n in left)


def one_card(weight: Fraction, left: Left) -> Iterator[World]:
    """Each card that may come next."""
    for card, n in left:
        if n:
            yield card, weight * Fraction(n, size(left)), without(left, card)


def dealt(worlds: Worlds) -> Iterator[tuple[int, Worlds]]:
    """Each card that may come next to the player, whatever the hole card is."""
    for card in sorted({rank for _, _, left in worlds for rank, n in left if n}):
        yield (
            card,
            [
                (hole, weight * Fraction(dict(left)[card], size(left)), without(left, card))
                for hole, weight, left in worlds
                if dict(left)[card]
            ],
        )


def best_net(rules: Rules, shoe: Mapping[int, int]) -> Fraction:
    """The expected net of a player who never errs."""
    net = Fraction(0)
    for first, weight, left in one_card(Fraction(1), tuple(sorted(shoe.items()))):
        for up, weight_2, left_2 in one_card(weight, left):
            for second, weight_3, left_3 in one_card(weight_2, left_2):
                worlds = list(one_card(weight_3, left_3))
                net += after_deal(rules, (first, second), up, worlds)
    return net - (rules.fee or 0)


def best_switched_net(rules: Rules, shoe: Mapping[int, int]) -> Fraction:
    """The same where a box has two hands whose second cards may change places."""
    net = Fraction(0)
    deals: list[tuple[tuple[int, ...], Fraction, Left]] = [
        ((), Fraction(1), tuple(sorted(shoe.items())))
    ]
    for _ in range(5):
        deals = [
            ((*cards, card), then, rest)
            for cards, weight, left in deals
            for card, then, rest in one_card(weight, left)
        ]
    for (a, b, up, a_2, b_2), weight, left in deals:
        worlds = list(one_card(weight, left))
        ways = [after_two(rules, (a, a_2), (b, b_2), up, worlds, Fraction(0))]
        if up == 1:
            ways.append(after_two(rules, (a, a_2), (b, b_2), up, worlds, Fraction(1)))
        net += max(ways)
    return net


def after_two(
    rules: Rules,
    first: tuple[int, ...],
    second: tuple[int, ...],
    up: int,
    worlds: Worlds,
    insured: Fraction,
) -> Fraction:
    """Two hands after insurance: the peek, the switch and the play."""
    net, others = Fraction(0), []
    for world in worlds:
        hole, weight, _ = world
        if natural((up, hole)):
            net += weight * (2 * insured - (not natural(first)) - (not natural(second)))
        else:
            net -= weight * insured
            others.append(world)
    as_dealt = tuple(
        Hand(cards, spot=spot, paid=natural(cards)) for spot, cards in enumerate((first, second), 1)
    )
    changed = (
        Hand((first[0], second[1]), spot=1),
        Hand((second[0], first[1]), spot=2),
    )
    return net + max(
        play(rules, hands, 0, up, others, Fraction(0)) for hands in (as_dealt, changed)
    )


def after_deal(rules: Rules, cards: tuple[int, ...], up: int, worlds: Worlds) -> Fraction:
    """Insurance or even money under an ace, and all that follows."""
    plain = after_insurance(rules, cards, up, worlds, Fraction(0))
    if up != 1:
        return plain
    ways = [plain]
    if not natural(cards) or rules.insures_naturals:
        ways.append(after_insurance(rules, cards, up, worlds, Fraction(1, 2)))
    if natural(cards) and rules.even_money:
        ways.append(sum((weight for _, weight, _ in worlds), Fraction(0)))
    return max(ways)


def after_insurance(
    rules: Rules, cards: tuple[int, ...], up: int, worlds: Worlds, insured: Fraction
) -> Fraction:
    """The peek; a round without a dealer's natural is played."""
    if not rules.peeks:
        return play(rules, (Hand(cards),), 0, up, worlds, insured)
    net, others = Fraction(0), []
    for world in worlds:
        hole, weight, _ = world
        if natural((up, hole)):
            net += weight * (2 * insured - (0 if natural(cards) else 1))
        else:
            net -= weight * insured
            others.append(world)
    return net + play(rules, (Hand(cards),), 0, up, others, Fraction(0))


def play(
    rules: Rules, hands: Hands, at: int, up: int, worlds: Worlds, insured: Fraction
) -> Fraction:
    """The player's best from hand `at` on; the hands before it are done."""
    if not worlds:
        return Fraction(0)
    if at == len(hands):
        return sum((finish(rules, hands, up, world, insured) for world in worlds), Fraction(0))
    hand = hands[at]

    def then(*now: Hand, on: int = 0) -> Fraction:
        return play(rules, (*hands[:at], *now, *hands[at + 1 :]), at + on, up, worlds, insured)

    def draws(taker: Hand, worlds: Worlds = worlds) -> Fraction:
        if not size(worlds[0][2]):  # the round is void, but what is lost is lost
            lost = sum((each.lost for each in hands), Fraction(0))
            return ((rules.fee or 0) - lost) * weigh(worlds)
        net = Fraction(0)
        for card, after in dealt(worlds):
            taken = replace(taker, cards=(*taker.cards, card))
            changed = (*hands[:at], taken, *hands[at + 1 :])
            keeps = play(rules, changed, at, up, after, insured)
            burns = rules.fee is not None and len(taken.cards) > 2 and not hand.split
            if burns and not taker.burned:
                keeps = max(keeps, draws(replace(taker, burned=True), after))
            net += keeps
        return net

    if len(hand.cards) == 1:
        return draws(hand)
    stands = then(hand, on=1)
    if points(hand.cards) >= 21 or hand.doubled:
        return stands
    ways, two = [stands], len(hand.cards) == 2
    frozen = hand.split and hand.cards[0] == 1  # a split ace gets one card
    if not frozen:
        ways.append(draws(hand))
        if two and (not hand.split or rules.double_after_split):
            ways.append(draws(replace(hand, stake=2, doubled=True)))
    if two and may_split(rules, hands, hand):
        one, other = (Hand((card,), split=True, spot=hand.spot) for card in hand.cards)
        ways.append(then(one, other))
    seen = rules.peeks or min(up, 10) not in (1, 10)
    if two and rules.surrender and seen and (not hand.split or rules.surrender_after_split):
        ways.append(then(replace(hand, surrendered=True), on=1))
    return max(ways)


def weigh(worlds: Worlds) -> Fraction:
    return sum((weight for _, weight, _ in worlds), Fraction(0))


def may_split(rules: Rules, hands: Hands, hand: Hand) -> bool:
    a, b = hand.cards
    made = sum(each.spot == hand.spot for each in hands)
    if made >= rules.split_hands or (hand.split and a == 1 and not rules.resplit_aces):
        return False
    return a == b if rules.split_by_rank else min(a, 10) == min(b, 10)


def finish(rules: Rules, hands: Hands, up: int, world: World, insured: Fraction) -> Fraction:
    """The hole card is turned; the dealer draws if a hand is left to beat."""
    hole, weight, left = world
    lost = sum((hand.lost for hand in hands), Fraction(0))
    if natural((up, hole)):  # nobody has looked: what was added comes back
        first = hands[0]
        mine = 0 if first.over or (natural(first.cards) and not first.split) else 1
        return weight * (2 * insured - lost - mine)
    paid = -lost - insured
    if len(hands) == 1 and natural(hands[0].cards):
        return weight * (paid + Fraction(3, 2))
    alive = [hand for hand in hands if not hand.over]
    if not alive:
        return weight * paid
    return weight * paid + dealer(rules, alive, (up, hole), weight, left)


def dealer(
    rules: Rules, alive: list[Hand], cards: tuple[int, ...], weight: Fraction, left: Left
) -> Fraction:
    """The dealer draws to 17, and the hands that are left are compared."""
    theirs = points(cards)
    if theirs < 17 or (theirs == 17 and soft(cards) and rules.hits_soft_17):
        if not size(left):  # the round is void
            return weight * (rules.fee or 0)
        drawn = one_card(weight, left)
        return sum(
            (dealer(rules, alive, (*cards, card), by, rest) for card, by, rest in drawn),
            Fraction(0),
        )
    if theirs == 22 and rules.pushes_22:
        return Fraction(0)
    return weight * sum(hand.stake * compared(rules, points(hand.cards), theirs) for hand in alive)


def compared(rules: Rules, mine: int, theirs: int) -> int:
    if theirs > 21 or mine > theirs or (mine == theirs == 21 and rules.wins_21_each):
        return 1
    return 0 if mine == theirs else -1
