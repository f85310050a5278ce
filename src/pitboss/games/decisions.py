"""What a player may do with a hand of standard blackjack: stand, hit, double, split, surrender; and
what each answer means.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from pitboss.games.standard import EVEN_MONEY, NO, PRESS, SHOW, insuring, pay_hand
from pitboss.games.terms import BlackjackTerms, Terms
from pitboss.money import LOSS, PUSH, Cents
from pitboss.procedure.round import Box, Hand, Play, Round, numbered
from pitboss.procedure.steps import Ask, AskStake, Effect, Option, Result, Script, Stake
from pitboss.procedure.verbs import add_stake, ask, ask_stake, deal, show_hand


def surrender_early(table: Round, terms: BlackjackTerms) -> Script[None]:
    """Early surrender, before the hole card is read."""
    for hand in table.hands:
        if not hand.natural and not hand.over:
            clause = terms.clause("surrender")
            question = Ask(hand.box, hand.name, "surrender", (NO, surrendering(clause)), clause)
            if (yield from ask(table, question)) == "surrender":
                yield from give_up(hand, terms)


HALF = Fraction(1, 2)


def give_up(hand: Hand, terms: BlackjackTerms) -> Script[None]:
    """Half of the stake is lost and half returned, and so with a press (reading D-33-b)."""
    hand.over = True
    clause = terms.clause("surrender")
    whole = terms.surrendered_with_press == "half of the blackjack wager"
    for on, stake in ((hand.on, hand.stake), *hand.antes.items(), *hand.riders.items()):
        back = stake if whole and on in hand.riders else stake // 2
        if stake > back:
            tip = HALF if back else Fraction(1)  # the other half of a tip is returned with `back`
            yield Result(hand.box, on, stake - back, LOSS, "surrender", clause, hand.number, tip)
        if back:
            yield Result(hand.box, on, back, PUSH, "surrender", clause, hand.number)


AfterCard = Callable[[Round, Hand], Script[None]]
"""What a variation lets the player do after drawing a card."""


def play_box(
    table: Round,
    box: Box,
    terms: BlackjackTerms,
    may_surrender: bool,
    after_card: AfterCard | None = None,
) -> Script[None]:
    """The player's decisions on the hands of a box, and on those they are split into."""
    waiting = [h for h in box.hands if not h.over]
    while waiting:
        hand = waiting.pop(0)
        while not hand.over:
            if len(hand.cards) < 2:
                yield from deal(table, hand)
            if hand.over or hand.total.points >= 21 or hand.doubled:
                break
            there = len(box.hands)
            word = yield from decide(table, box, hand, terms, may_surrender)
            if word == "stand":
                break
            if word == "surrender":
                yield from give_up(hand, terms)
            elif word == "split":
                waiting[:0] = box.hands[there:]
            else:
                yield from deal(table, hand)
                if after_card and not hand.over:
                    yield from after_card(table, hand)
        yield from end_at_once(hand, terms)


def end_at_once(hand: Hand, terms: BlackjackTerms) -> Script[None]:
    """A bust loses at once; a 21 wins at once if there is nothing to wait for (30-2111).

    A natural waits for the hole card.
    """
    if hand.over or hand.total.points < 21:
        return
    if hand.total.bust:
        yield from show_hand(hand)
        hand.over = True
        yield from pay_hand(hand, LOSS, "bust", "", terms)
    elif terms.player_21 == "wins at once" and not hand.natural:
        hand.over = True
        yield from pay_hand(hand, terms.wins_pay, "21", terms.clause("player_21"), terms)


def decide(
    table: Round,
    box: Box,
    hand: Hand,
    terms: BlackjackTerms,
    may_surrender: bool,
    otherwise: str = "stand",
) -> Script[str]:
    """One decision, with the money it takes; cards and surrender are for the caller.

    A split adds the new hand to the box. Silence, where it is an answer, means `otherwise`. Hands
    of one box may be asked together: one that another's split left no room for is asked again.
    """
    while True:
        may = choices(table, box, hand, terms, may_surrender)
        if len(may) == 1:
            return "stand"
        word = yield from ask(table, question(hand.box, hand.name, may, otherwise))
        if word != "split" or can_split(box, hand, terms):
            break
    if word == "split":
        yield from split(box, hand)
    elif word.startswith("double") and not (yield from double(table, hand, word, terms)):
        return otherwise
    return word or "stand"


def choices(
    table: Round, box: Box, hand: Hand, terms: BlackjackTerms, may_surrender: bool
) -> tuple[Option, ...]:
    """Exactly the legal choices on a hand under 21; the first is to stand."""
    may = [STAND]
    opening, split = len(hand.cards) == 2, hand.split
    if not (split and hand.cards[0].is_ace and terms.one_card_to_split_aces):
        may.append(HIT)
        after_split = not split or terms.double_after_split
        if opening and after_split and terms.double_on != "never":
            may += ways_to_double(table, hand, terms)
    if can_split(box, hand, terms):
        may.append(splitting(to_split_all(hand), terms.clause("split_by")))
    whole = not split or terms.surrender_after_split
    if opening and may_surrender and terms.surrender == "late" and whole:
        may.append(surrendering(terms.clause("surrender")))
    return tuple(may)


def ways_to_double(table: Round, hand: Hand, terms: BlackjackTerms) -> list[Option]:
    """By the same amount, or by less if the rule allows it and some chips make less."""
    whole = doubling(sum(to_double(hand, terms).values()), terms.clause("double_on"))
    less = terms.double_amount == "up to the wager" and table.chips.below(hand.stake - 1)
    return [whole, DOUBLE_FOR_LESS] if less else [whole]


@lru_cache(maxsize=1 << 10)  # the same few questions are put round after round
def question(box: int, hand: str, may: tuple[Option, ...], otherwise: str) -> Ask:
    """How a hand is to be played; the clauses are those besides standing and hitting."""
    clauses = dict.fromkeys(option.clause for option in may if option.clause)
    return Ask(box, hand, "play", may, "; ".join(clauses), otherwise)


def double(table: Round, hand: Hand, word: str, terms: BlackjackTerms) -> Script[bool]:
    """Raise the stake, by the same amount or less, for one more card; not if nothing is added."""
    hand.decided = "double"
    yield from show_hand(hand)
    whole = to_double(hand, terms)[hand.on]
    if word == "double":
        yield from add_stake(hand, whole)
        for on, ante in hand.antes.items():
            yield Stake(hand.box, on, ante)
            hand.antes[on] = 2 * ante
        yield from add_tip(table, hand, whole, terms)
        return True
    clause = terms.clause("double_amount")
    least, most = table.chips.above(1), table.chips.below(whole - 1)
    step = AskStake(hand.box, hand.on, most, clause, least=least, hand=hand.number)
    cents: Cents = yield from ask_stake(table, step)
    hand.stake += cents
    if cents:
        yield from add_tip(table, hand, cents, terms)
    else:
        hand.decided = ""
    return cents > 0


def add_tip(table: Round, hand: Hand, most: Cents, terms: BlackjackTerms) -> Script[None]:
    """A bet for the dealer may grow with the player's own stake (30-2105(3))."""
    key = numbered(hand.on, hand.spot)
    if terms.tip_on_double and hand.original and key in table.box(hand.box).tips:
        clause = terms.clause("tip_on_double")
        step = AskStake(hand.box, key, most, clause, tip=True, hand=hand.number)
        yield from ask_stake(table, step)


def to_double(hand: Hand, terms: BlackjackTerms) -> dict[str, Cents]:
    """What a full double adds to each stake of a hand (reading D-33)."""
    pressed = terms.doubled_with_press == "blackjack and press"
    return {hand.on: hand.stake + pressed * hand.riders.get(PRESS, 0), **hand.antes}


def to_split(hand: Hand) -> dict[str, Cents]:
    """What each split hand takes, as the first has it."""
    pressed = {on: cents for on, cents in hand.riders.items() if on == PRESS}
    return {hand.on: hand.stake, **hand.antes, **pressed}


def to_split_all(hand: Hand) -> Cents:
    """What a split takes in all; three cards make two more hands (30-2111)."""
    return sum(to_split(hand).values()) * (len(hand.cards) - 1)


def can_split(box: Box, hand: Hand, terms: BlackjackTerms) -> bool:
    """Whether a hand is two cards of equal value or rank, with hands still allowed at its spot."""
    if len(hand.cards) != 2:
        return False
    a, b = hand.cards
    if a.points != b.points or (a.rank != b.rank and terms.split_by != "value"):
        return False
    made = sum(each.spot == hand.spot for each in box.hands)
    if made >= terms.split_hands or (hand.split and a.is_ace and not terms.resplit_aces):
        return False
    return not (a.is_ace and made > 2 and terms.ace_splits == "one further split")


def split(box: Box, hand: Hand) -> Script[None]:
    """Each card becomes a hand of equal stake; the first is played out first."""
    yield from show_hand(hand)
    takes = to_split(hand)
    apart, hand.cards[1:] = hand.cards[1:], []
    hand.origin = "split"
    if hand.number == 1:
        del box.drawn[1:]
    for card in apart:
        for on, stake in takes.items():
            yield Stake(box.number, on, stake)
        new = Hand(box.number, len(box.hands) + 1, [card], hand.stake, hand.on, hand.spot)
        new.origin, new.antes = "split", dict(hand.antes)
        new.riders = {on: cents for on, cents in hand.riders.items() if on in takes}
        box.hands.append(new)


# -- what each answer means ----------------------------------------------------------------------


STAND = Option("stand", "no more cards", passive=True, terms=("soft_17", "wins_pay"))
HIT = Option("hit", "one more card", effect=Effect.CARD, terms=("card_values",))
DOUBLE_FOR_LESS = Option(
    "double for less",
    "add less than your stake; one card",
    effect=Effect.DOUBLE,
    asks_amount=True,
    key="l",
    terms=("double_amount",),
)


@lru_cache(maxsize=1 << 10)
def doubling(cost: Cents, clause: str) -> Option:
    """The stake is doubled, for one more card."""
    return Option(
        "double",
        "as much again, and one card",
        cost,
        clause,
        effect=Effect.DOUBLE,
        label="double down",
        terms=("double_on", "double_amount", "double_after_split"),
    )


@lru_cache(maxsize=1 << 10)
def splitting(cost: Cents, clause: str = "") -> Option:
    """Each card becomes a hand."""
    does = "each card becomes a hand of equal stake"
    terms = "split_by", "split_hands", "resplit_aces", "split_aces_draw"
    return Option("split", does, cost, clause, effect=Effect.SPLIT, key="p", terms=terms)


@lru_cache(maxsize=1 << 8)
def surrendering(clause: str = "", passive: bool = False) -> Option:
    """Half of the stake is given up; `passive` where nothing else is free."""
    does = "half the stake goes back"
    return Option(
        "surrender",
        does,
        clause=clause,
        passive=passive,
        gives_up=True,
        key="r",
        terms=("surrender",),
    )


@lru_cache(maxsize=1 << 4)
def folding(does: str) -> Option:
    """The stakes that fold are lost; what else lies there is settled as ever."""
    return Option("fold", does, passive=True, gives_up=True)


@lru_cache(maxsize=1 << 8)
def betting(word: str, cost: Cents) -> Option:
    """A further stake, to stay in."""
    return Option(word, "as much again is staked", cost)


STANDARD = (
    *(STAND, HIT, doubling(0, ""), DOUBLE_FOR_LESS, splitting(0), surrendering()),
    *(NO, insuring(0), EVEN_MONEY[1], *SHOW),
)
"""What standard blackjack offers, in the order of a question."""


# -- poker beside blackjack, and wagers placed later -----------------------------------------------


TIP = "bet with a tip"
LOSES_POKER = folding("the stakes at poker are lost")
LOSES_POKER_ALONE = folding("the stakes at poker are lost; blackjack plays on")
POKER = (LOSES_POKER, betting("bet", 0), Option(TIP))
"""What a player may do with a poker hand played along with blackjack."""


def fold_or_bet(
    table: Round, hand: Hand, down: Sequence[str], on: str, play: Play[Terms], tips: bool = False
) -> Script[bool]:
    """Fold and lose the poker wagers placed so far, or stake as much as the first on the next."""
    box = table.box(hand.box)
    bet = betting("bet", box.placed[down[0]])
    tip = replace(bet, word=TIP, does="as much again, and a bet for the dealer", key="t")
    clause = play.terms.clause("raise")
    fold = LOSES_POKER if hand.on in down else LOSES_POKER_ALONE
    may = (fold, bet, tip) if tips else (fold, bet)
    question = Ask(
        hand.box, hand.name, "poker", may, clause, otherwise=fold.word, totals=hand.on in down
    )
    word = yield from ask(table, question)
    if word == fold.word:
        for key in down:
            yield Result(box.number, key, box.stakes[key], LOSS, "fold", play.terms.clause("fold"))
    elif word:
        cents = box.placed[down[0]]
        yield Stake(box.number, on, cents)
        if word == TIP:
            yield from ask_stake(table, AskStake(box.number, on, cents, tip=True))
    return word in ("bet", TIP)


def offer_later(table: Round, play: Play[Terms], when: str) -> Script[None]:
    """Side wagers that are placed after the deal, each with its bet for the dealer."""
    for later in play.later:
        if not later.placed.endswith(when):
            continue
        for box in table.live:
            if later.live_only and all(h.over or h.total.bust for h in box.hands):
                continue
            step = AskStake(box.number, later.key, later.most, later.clause)
            cents = yield from ask_stake(table, step)
            if cents and later.tips:
                yield from ask_stake(table, replace(step, tip=True))
