"""The verbs of standard blackjack, which its variations share (58 Pa. Code ch. 633a; Co. Rule 8;
ARSD 20:18:15; the New Hampshire house procedure).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from pitboss.games.terms import BlackjackTerms, Terms, TermsOf
from pitboss.hands import Total, is_blackjack, total
from pitboss.money import LOSS, PUSH, Cents, Odds
from pitboss.procedure.round import Box, Hand, Play, Round, numbered
from pitboss.procedure.steps import (
    DETERMINANT,
    Ask,
    AskStake,
    ChooseSide,
    Option,
    Paid,
    Result,
    Script,
    Settle,
    Stake,
    Tell,
)
from pitboss.procedure.verbs import (
    ask,
    ask_stake,
    at_once,
    call_floor,
    deal,
    deal_dealer,
    draw,
    show_hand,
    turn_hole,
    void_box,
)

AFTER_DEAL = (
    "after the deal, before the card reader",
    "after the deal, before insurance",
    "after the deal",
)
AS_ASKED = "as the hand is asked"
AFTER_PEEK = ("after the peek",)
HOLE_TURNED = ("when the hole card is turned",)
LAST = ("as the hand is played", "with the main wager")
"""What is settled with the main wager of each box."""
AFTER_ALL = ("after the dealer's hand", "after the main wager", "after every other wager")
"""What is settled at every box together, so that its winners may share (§ 633c.9(e)(3))."""

settle_at = cache(Settle)
NO_MORE_BETS = Tell("no more bets")


# -- the deal and what follows it --------------------------------------------------------------

BURNED: Mapping[str, int] = {"none": 0, "one card": 1, "two cards": 2, "three cards": 3}


def burn(table: Round, terms: BlackjackTerms) -> Script[None]:
    """The first card of a fresh shoe is burned, or several; a double shoe first has a side."""
    fresh = table.fresh_shoe
    if terms.double_shoe != "no":
        fresh = yield from choose_side(table, terms)
    if fresh:
        for _ in range(BURNED[terms.burn]):
            yield from draw(table, "burn", "down")


def choose_side(table: Round, terms: BlackjackTerms) -> Script[bool]:
    """The round's first card, the determinant card, names a side of the double shoe (§ 633a.1).

    It comes from the side that dealt the round before. The answer is whether the side is fresh.
    """
    card = yield from draw(table, DETERMINANT, from_shoe=True)
    assert card
    is_first = card.is_red if terms.double_shoe == "red or black" else card.rank.points % 2 == 1
    fresh: bool = yield ChooseSide("A" if is_first else "B", terms.clause("double_shoe"))
    return fresh


def deal_two(table: Round, terms: BlackjackTerms) -> Script[None]:
    """Two cards to each hand and to the dealer, boxes first; the dealer's second face down."""
    face = "up" if terms.player_cards == "face up" else "held"
    hands = table.hands
    for _ in range(2):
        for hand in hands:
            hand.held = face == "held"
            yield from deal(table, hand, face, opening=True, waits=True)
        yield from deal_dealer(table, "down" if table.dealer else "up", waits=True)
    yield from deal_missed(table, terms, face)


def deal_missed(table: Round, terms: BlackjackTerms, face: str) -> Script[None]:
    """Missed cards are dealt after the others; a box without any is dead (20:18:15:28)."""
    for hand in table.hands:
        if not hand.cards:
            yield from void_box(table, hand.box, terms.clause("misdeal_player"), "no cards")
        while len(hand.cards) < 2 and hand.box not in table.dead:
            yield from deal(table, hand, face, opening=True)
    while len(table.dealer) < 2:
        yield from deal_dealer(table, "down" if table.dealer else "up")


def settle(
    table: Round, play: Play[Terms], moments: Iterable[str], only: int | None = None
) -> Script[list[Paid]]:
    """Every side wager due at each moment; the dealer first turns up held cards that it is on."""
    paid: list[Paid] = []
    for moment in moments:
        if (due := play.moments.get(moment)) is None:
            continue
        if due:
            for box in reversed(table.live):
                if only in (None, box.number) and not due.isdisjoint(box.stakes):
                    for hand in box.hands:
                        yield from show_hand(hand)
        paid += yield settle_at(moment, only)
    return paid


def settle_after_deal(table: Round, play: Play[BlackjackTerms]) -> Script[dict[int, Cents]]:
    """Side wagers on the first cards; held cards must be shown for some (30-2107).

    The answer is what each box won that may be pressed.
    """
    for box in reversed(table.live):
        for key, duty in play.side_duties.items():
            if duty.when_held == "shown or lost" and key in box.stakes and box.hands[0].held:
                yield from show_or_lose(table, box, key, duty.cite)
    won = yield from settle(table, play, AFTER_DEAL)
    return {each.box: each.won for each in won if play.side_duties[each.wager].presses}


SHOW = (
    Option("show", "the hand is turned up and the wager settled", passive=True),
    Option("keep", "the wager is lost", gives_up=True),
)


def show_or_lose(table: Round, box: Box, key: str, clause: str) -> Script[None]:
    """A player who does not show the hand as the dealer comes to it loses the wager."""
    hand = box.hands[0]
    word = yield from ask(table, Ask(box.number, hand.name, "show", SHOW, clause))
    if word == "show":
        yield from show_hand(hand)
    elif word:
        yield Result(box.number, key, box.stakes[key], LOSS, "not shown", clause)


def settle_as_asked(box: Box, play: Play[BlackjackTerms]) -> Script[None]:
    """Wagers on held cards are settled hand by hand, and the cards are shown for them (30-2115)."""
    if AS_ASKED in play.moments:
        if any(duty.when_held == "hand by hand" for duty in play.side_duties_at(box)):
            for hand in box.hands:
                yield from show_hand(hand)
        yield settle_at(AS_ASKED, box.number)


def after_turn(table: Round, box: Box, play: Play[BlackjackTerms]) -> Script[None]:
    """The dealer stops for a progressive hand; on a bust the straight is paid once the main wager
    is taken (1 CCR 207-1, 30-2110(15)(a); 30-2109(8)(b), 30-2110(11)(b)).
    """
    if any(duty.stops for duty in play.side_duties_at(box)):
        yield from call_floor(table, box.number)
    if box.hands and all(hand.over and hand.total.bust for hand in box.hands):
        yield settle_at("as the hand is played", box.number)


PRESS = "press"


def offer_press(
    table: Round, play: Play[BlackjackTerms], won: Mapping[int, Cents], natural: bool
) -> Script[None]:
    """Winnings of TriLux Deluxe may cap the Blackjack wager (§ 633c.11(e)-(f))."""
    clause = "; ".join(duty.presses for duty in play.side_duties.values() if duty.presses)
    for box in table.live:
        hand = box.hands[0]
        if table.chips.below(won.get(box.number, 0)) and not natural and not hand.over:
            most = table.chips.below(won[box.number])
            cents = yield from ask_stake(table, AskStake(box.number, PRESS, most, clause))
            if cents and not hand.over:
                hand.riders[PRESS] = cents


# -- insurance, the peek, naturals ---------------------------------------------------------------

NO = Option("no", "nothing changes", passive=True)
EVEN_MONEY = (NO, Option("even money", "the natural is paid 1 to 1 now", terms=("even_money",)))


@lru_cache(maxsize=1 << 8)
def insuring(cost: Cents) -> Option:
    """A bet of half the stake that the dealer has a natural."""
    terms = "insurance", "insurance_amount", "insurance_pays"
    return Option(
        "insure", "a bet that the dealer has a natural", cost, label="insurance", terms=terms
    )


def offer_insurance(table: Round, terms: BlackjackTerms, seconds: int = 0) -> Script[None]:
    """Every hand is asked when the upcard is an ace: in turn, or all against a clock."""
    if table.upcard.is_ace and terms.insurance == "offered":
        answers = [insure(table, hand, terms) for hand in table.hands]
        if seconds:
            yield from at_once(table, answers, seconds)
        else:
            for each in answers:
                yield from each


def insure(table: Round, hand: Hand, terms: BlackjackTerms) -> Script[None]:
    """One hand's answer to the dealer's ace.

    A natural that its player holds is not offered even money, which would tell of it: insured for
    half it comes to the same.
    """
    if hand.over:
        return
    if hand.natural and terms.even_money == "offered" and not hand.held:
        clause = terms.clause("even_money")
        question = Ask(hand.box, hand.name, "even money", EVEN_MONEY, clause)
        word = yield from ask(table, question)
        if word == "even money":
            yield from show_hand(hand)
            hand.over = True
            yield from pay_hand(hand, terms.wins_pay, "even money", clause, terms)
        if hand.over:
            return
    if hand.natural and terms.insurance_to != "every hand":
        return
    half, clause = hand.stake // 2, terms.clause("insurance")
    key, most = insurance_of(hand), table.chips.below(half)
    if terms.insurance_amount == "up to half":
        if most:
            yield from ask_stake(table, AskStake(hand.box, key, most, clause))
    elif half and half == most:
        question = Ask(hand.box, hand.name, "insurance", (NO, insuring(half)), clause)
        if (yield from ask(table, question)) == "insure":
            yield Stake(hand.box, key, half)


def insurance_of(hand: Hand) -> str:
    """The name of the insurance stake of a hand."""
    return numbered("insurance", hand.number)


def settle_insurance(
    table: Round, terms: BlackjackTerms, natural: bool, boxes: Iterable[Box] | None = None
) -> Script[None]:
    """Insurance wins against a natural and loses against anything else."""
    pays, why = (terms.insurance_pays, "dealer natural") if natural else (LOSS, "no natural")
    for box in table.boxes if boxes is None else boxes:
        for key in [k for k in box.stakes if k.startswith("insurance")]:
            clause = terms.clause("insurance_pays")
            yield Result(box.number, key, box.stakes[key], pays, why, clause)


def peeks(table: Round, terms: BlackjackTerms) -> bool:
    """Whether the hole card is read under this upcard before anyone acts."""
    return table.upcard.points in terms.dealing.peeks


def look_for_natural(table: Round, terms: BlackjackTerms) -> Script[bool]:
    """The hole card is read; insurance is settled by what it is."""
    natural = is_blackjack(table.dealer)
    yield Tell("the dealer has a natural" if natural else "no natural", terms.clause("peek"))
    if natural:
        yield from turn_hole(table)
    if terms.insurance_settles == "before the hands":
        yield from settle_insurance(table, terms, natural)
    return natural


def pay_naturals(table: Round, terms: BlackjackTerms, of: TermsOf | None = None) -> Script[None]:
    """Naturals are paid before anyone draws, once the dealer cannot tie them.

    Insurance that was not collected before them is collected now.
    """
    for hand in table.hands:
        yield from pay_natural(hand, of(hand) if of else terms)
    yield from settle_insurance(table, terms, natural=False)


def pay_natural(hand: Hand, terms: BlackjackTerms) -> Script[None]:
    """One hand that is a natural is paid."""
    if hand.natural and not hand.over:
        yield from show_hand(hand)
        hand.over = True
        clause = terms.clause("natural_pays")
        yield from pay_hand(hand, terms.natural_pays, "natural", clause, terms)


# -- the dealer's hand and the end ---------------------------------------------------------------


def read_hole(
    table: Round, play: Play[BlackjackTerms], seconds: int = 0
) -> Script[tuple[bool, bool]]:
    """Insurance, and the hole card if it is read: a natural, or one that may be unread."""
    terms = play.terms
    yield from offer_insurance(table, terms, seconds)
    if peeks(table, terms):
        natural = yield from look_for_natural(table, terms)
    elif table.upcard.points in (1, 10):
        return False, True
    else:
        natural = False
    yield from settle(table, play, AFTER_PEEK)
    return natural, False


def show_hole(
    table: Round,
    play: Play[BlackjackTerms],
    natural: bool,
    unseen: bool,
    of: TermsOf | None = None,
) -> Script[bool]:
    """The hole card is turned and what waited for it settled; returns whether it is a natural."""
    terms = play.terms
    if AS_ASKED in play.moments:
        yield settle_at(AS_ASKED)
    yield from turn_hole(table)
    if unseen:
        natural = is_blackjack(table.dealer)
        if terms.insurance_settles == "before the hands":
            yield from settle_insurance(table, terms, natural)
        yield from settle(table, play, AFTER_PEEK)
        if not natural:
            yield from pay_naturals(table, terms, of)
    yield from settle(table, play, HOLE_TURNED)
    return natural


def must_draw(table: Round, play: Play[BlackjackTerms]) -> bool:
    """Whether the dealer completes the hand while a main or a side wager depends on it."""
    for box in table.boxes:
        for hand in box.hands:
            if not hand.over:
                return True
    return any(duty.completes_hand for box in table.boxes for duty in play.side_duties_at(box))


def draw_out(table: Round, play: Play[BlackjackTerms], terms: BlackjackTerms) -> Script[None]:
    """The dealer draws by the book, if anything depends on it."""
    if must_draw(table, play):
        while terms.dealing.dealer.draws(total(table.dealer)):
            yield from deal_dealer(table)


def still_deal_third_card(table: Round, play: Play[BlackjackTerms]) -> Script[None]:
    """A third card that a side wager needs, although a natural let nobody act (§ 633c.9(d)(4))."""
    for box in table.live:
        first = sorted(card.rank.symbol for card in box.first)
        if any(
            sorted(duty.third_card_after.split(" ")) == first for duty in play.side_duties_at(box)
        ):
            yield from deal(table, box.hands[0])


def settle_hand(table: Round, hand: Hand, terms: BlackjackTerms, natural: bool) -> Script[None]:
    """A main wager that is still in play is taken, paid or returned."""
    if hand.over:
        return
    yield from show_hand(hand)
    hand.over = True
    box = table.box(hand.box)
    if natural:
        yield from settle_against_natural(box, hand, terms)
        return
    pays, why = paid_beside(hand.total, total(table.against(box)), terms)
    term = {"dealer 22": "dealer_22", "21 each": "player_21"}.get(why, "wins_pay")
    yield from pay_hand(hand, pays, why, terms.clause(term), terms)


def paid_beside(mine: Total, theirs: Total, terms: BlackjackTerms) -> tuple[Odds, str]:
    """What a hand that is not bust is paid when the dealer's is finished, and why."""
    if theirs.points == 22 and terms.dealer_22 == "push":
        return PUSH, "dealer 22"
    if theirs.bust:
        pays, why = terms.wins_pay, "dealer busts"
    elif mine.points > theirs.points:
        pays, why = terms.wins_pay, f"{mine.points} beats {theirs.points}"
    elif mine.points == theirs.points:
        wins = mine.points == 21 and terms.player_21.startswith("wins")
        pays, why = (terms.wins_pay if wins else PUSH), f"{mine.points} each"
    else:
        pays, why = LOSS, f"{theirs.points} beats {mine.points}"
    return pays, why


def pay_hand(
    hand: Hand, pays: Odds, why: str, clause: str, terms: BlackjackTerms, tied: bool = False
) -> Script[None]:
    """The stake of a hand by its odds; riders win at most even money, on a tie nothing."""
    yield Result(hand.box, hand.on, hand.stake, pays, why, clause, hand.number)
    for on, cents in hand.antes.items():
        filed = pays.ratio and terms.further_antes == "as filed"
        odds = terms.further_antes_pay if filed else pays
        yield Result(hand.box, on, cents, odds, why, clause, hand.number)
    for on, cents in hand.riders.items():
        odds = PUSH if tied else terms.wins_pay if pays.ratio else pays
        yield Result(hand.box, on, cents, odds, why, clause, hand.number)


def settle_against_natural(box: Box, hand: Hand, terms: BlackjackTerms) -> Script[None]:
    """A natural ties; another hand loses what was staked before the deal, or all of it."""
    clause = terms.clause("lost_to_dealer_natural")
    if hand.natural:
        clause = terms.clause("tied_natural") or clause
        pays = terms.tied_natural
        yield from pay_hand(hand, pays, "both naturals", clause, terms, tied=True)
        return
    lost = hand.stake
    if terms.lost_to_dealer_natural == "original wager":
        first = box.placed[hand.on]
        lost = first if hand.original else 0
        if hand.doubled and terms.doubled_before_natural == "lost":  # § 633c.5(bb)(1)
            lost += hand.stake - first
    if lost:
        yield Result(hand.box, hand.on, lost, LOSS, "dealer natural", clause, hand.number)
    if back := hand.stake - lost:
        why = "added before a natural"
        yield Result(hand.box, hand.on, back, PUSH, why, clause, hand.number)
    for on, cents in (*hand.antes.items(), *hand.riders.items()):
        pays = LOSS if lost and on != PRESS else PUSH  # reading D-32
        yield Result(hand.box, on, cents, pays, "dealer natural", clause, hand.number)
