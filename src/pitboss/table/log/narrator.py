"""The only narrator: every event of a table in a sentence, for terminal, page and replay."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from pitboss.cards import Card
from pitboss.errors import count, either, sentence
from pitboss.games.log_words import NO_PUSH, REASONS, STAKES, called
from pitboss.log import Event
from pitboss.money import Cents, show_money
from pitboss.procedure.steps import DETERMINANT
from pitboss.table.cards.decks import DEALER, SOFTWARE
from pitboss.table.events import rounds, shoes, table
from pitboss.table.houses.limits import TableLimits
from pitboss.table.houses.opening import Open


def names_of(opened: Open) -> dict[str, str]:
    """Stake → its printed name."""
    rules = {**opened.mains, **{k: o.wager for k, o in {**opened.offers, **opened.extras}.items()}}
    made = {**STAKES, **{key: rule.name for key, rule in rules.items()}}
    if opened.alias:
        made[opened.procedure.main] = made[opened.alias]
    return made


def named(key: str, names: Mapping[str, str]) -> str:
    """The printed name of a stake; a second hand's insurance names the hand.

    >>> named("insurance 2", {"insurance": "Insurance"})
    'Insurance, hand 2'
    """
    first, _, hand = key.partition(" ")
    if key in names or not hand.isdecimal():
        return names.get(key, key.replace("-", " ").capitalize())
    return f"{names.get(first, first)}, hand {hand}"


Names = Mapping[str, str]
"""Stake → its printed name."""

HEARD: Final = (
    table.LimitsPosted,
    table.LimitsChanged,
    rounds.StakeAdded,
    rounds.Settled,
    rounds.EnvyPaid,
    rounds.WinsLimited,
    rounds.SlipWritten,
    rounds.SlipValidated,
    rounds.SystemResolved,
    table.MeterAwarded,
    table.MeterReceived,
    rounds.FloorCalled,
    rounds.FloorCame,
    rounds.Irregular,
    rounds.Voided,
    rounds.AnswerExpired,
    rounds.Said,
    shoes.ShoeSealed,
    shoes.ShoeReshuffled,
    shoes.SideChosen,
)
SIGNED: Final = (
    shoes.DecksReceived,
    shoes.DecksInspected,
    shoes.InspectionVerified,
    shoes.CardsWashed,
    shoes.ShoeMixed,
    shoes.ShoeCut,
)
"""What is done with the decks: announced if a person did it, and not as a matter of course."""


def is_heard(event: Event) -> bool:
    """Whether it is announced at the table; all else can be seen on the layout, or need not be
    announced.
    """
    if isinstance(event, SIGNED):
        return event.by not in (SOFTWARE, DEALER)
    return isinstance(event, HEARD) or (isinstance(event, table.MeterFed) and event.won > 0)


def narrate(event: Event, names: Names, to: str = "", why: str = "") -> str:
    """One event in words, as this person or everybody hears it; empty if there is nothing to say.

    `why` are the words of the `Reason` of a settled stake, for a listener who has seen the cards.

    >>> won = rounds.Settled(1, "ann", "21-plus-3", 500, 500, "9 to 1", "straight", 5000)
    >>> narrate(won, {"21-plus-3": "21+3"}, to="ann")
    '21+3 $5: straight, 9 to 1. Won $45.'
    >>> narrate(won, {"21-plus-3": "21+3"})
    "Ann's 21+3 $5: straight, 9 to 1. Won $45."
    """
    match event:
        case rounds.Settled():
            return settled(event, names, to, why)
        case rounds.EnvyPaid():
            paid = event.player if event.to == "player" else f"the {event.to}"
            money = show_money(event.cents)
            return f"{named(event.wager, names)} envy, {event.why}: {money} to {paid}."
        case rounds.WinsLimited():
            limit = show_money(event.limit)
            if not event.wager:
                return f"The table's limit for a round leaves {limit}."
            on = named(event.wager, names)
            return f"All {on} wins of a round together are limited to {limit}."
        case rounds.SlipWritten():
            paper = "jackpot slip" if event.source == "slip" else "rack slip"
            money, on = show_money(event.cents), named(event.wager, names)
            waits = f"{paper} {event.number}, {money} on {on}, waits for a floor supervisor"
            return sentence(waits if event.player == to else f"{event.player}: {waits}") + "."
        case rounds.SlipValidated():
            paid = f"{event.player} is paid {show_money(event.cents)}"
            on = named(event.wager, names)
            return f"Slip {event.slip} is validated by {event.by}: {paid} on {on}."
        case table.MeterStarted() | table.MeterFed() | table.MeterUnfed() | table.MeterAwarded():
            return sentence(_metered(event, names))
        case table.MeterRetired() | table.MeterSent() | table.MeterReceived():
            return sentence(_handed_over(event, names))
        case rounds.FloorCalled():
            return sentence(f"{stopped_for(event, names)}: the dealer stops and calls the floor.")
        case rounds.FloorCame():
            return f"{event.by} has seen the hand of box {event.box}: the dealer continues."
        case rounds.SystemUsed() | rounds.SystemResolved():
            return sentence(_at_system(event, names))
        case shoes.CardDealt() | shoes.CardPlaced() | shoes.CardTurned():
            return sentence(_card(event))
        case rounds.Asked() | rounds.StakeAsked() | rounds.Answered() | rounds.AnswerExpired():
            return sentence(_asked(event, names))
        case rounds.Bet() | rounds.Tip() | rounds.StakeAdded() | rounds.StakeCollected():
            return sentence(_staked(event, names, to))
    return sentence(_procedure(event))


def stopped_for(event: rounds.FloorCalled, names: Names) -> str:
    """The hand for which the dealer has stopped: `box 2 has Pair of 7s on 21+3`."""
    return f"box {event.box} has {event.why} on {named(event.wager, names)}"


def tell_player(event: Event, names: Names, to: str, why: str = "") -> str:
    """One event as it is announced to the players at the table: without the seal of a shoe.

    >>> sealed = shoes.ShoeSealed(number=2, commit="d965", source="system", decks=6)
    >>> tell_player(sealed, {}, "ann")
    'A new shoe is shuffled.'
    """
    if isinstance(event, shoes.ShoeSealed | shoes.ShoeReshuffled):
        return "A new shoe is shuffled."
    return narrate(event, names, to, why)


CARD: Final = re.compile(r"\b(10|[2-9AKQJ])([cdhs])\b")


def with_pips(words: str) -> str:
    """Cards in a sentence by their suits' symbols.

    >>> with_pips("Jd Qd beats 9d 10h")
    'J♦ Q♦ beats 9♦ 10♥'
    """
    return CARD.sub(lambda found: show_pip(Card.parse(found[0])), words)


def settled(
    event: rounds.Settled, names: Names, to: str = "", why: str = "", award: Cents = 0
) -> str:
    """A settled stake: why, and what it came to with what its slip has paid."""
    yours = event.player == to
    mine = "" if yours else f"{event.player}'s "
    stake = f" {show_money(event.cents)}" if event.cents else ""
    whose = " for the dealer" if event.to else ""
    because = grounds(why or event.why, event.pays, won=is_won(event))
    end = outcome(event, award, yours=yours)
    return f"{sentence(mine)}{named(event.wager, names)}{stake}{whose}: {because}. {end}"


def is_won(event: rounds.Settled) -> bool:
    """Whether a stake is paid more than itself, or by a slip."""
    return event.back > event.cents or event.slip > 0


def grounds(why: str, pays: str, *, won: bool) -> str:
    """Why a stake is settled as it is, and what a winner is paid; a share is one of the meter.

    >>> grounds("three kings", "100%", won=True)
    'three kings, 100% of the meter'
    """
    words, share = REASONS.get(why, why), " of the meter" if pays.endswith("%") else ""
    return f"{words}, {pays}{share}" if won else words


def outcome(event: rounds.Settled, award: Cents = 0, *, yours: bool = True) -> str:
    """What a settled stake came to, with what its slip has paid; yours, or somebody else's."""
    if event.slip and not award:
        return f"Slip {event.slip} waits for the floor."
    if event.to == "dealer" and event.back:
        return f"{show_money(event.back)} to the dealer."
    return came_to(event.cents, event.back + award, event.why, yours=yours)


def came_to(stake: Cents, back: Cents, why: str, *, yours: bool = True) -> str:
    """What a stake won or lost, of which this much came back.

    >>> came_to(500, 250, "half"), came_to(500, 500, "tie")
    ('Lost $2.50; $2.50 back.', 'Push. Your $5 is returned.')
    """
    if back > stake:
        return f"Won {show_money(back - stake)}."
    if not stake:
        return "Nothing won."
    if back == stake:
        push = "" if why in NO_PUSH else "Push. "
        return f"{push}{'Your' if yours else 'The'} {show_money(stake)} is returned."
    rest = f"; {show_money(back)} back" if back else ""
    return f"Lost {show_money(stake - back)}{rest}."


def _staked(
    event: rounds.Bet | rounds.Tip | rounds.StakeAdded | rounds.StakeCollected,
    names: Names,
    to: str,
) -> str:
    on, money = named(event.wager, names), show_money(event.cents)
    if isinstance(event, rounds.StakeCollected):
        return f"the {on} stake of box {event.box} is taken into the rack."
    for_dealer = isinstance(event, rounds.Tip) or (
        isinstance(event, rounds.StakeAdded) and event.to
    )
    verb = "add" if isinstance(event, rounds.StakeAdded) else "bet"
    what = f"{money}{' for the dealer' if for_dealer else ''} on {on}"
    if event.player == to:
        return f"you {verb} {what}."
    return f"{event.player} {verb}s {what}, box {event.box}."


def _asked(
    event: rounds.Asked | rounds.StakeAsked | rounds.Answered | rounds.AnswerExpired, names: Names
) -> str:
    match event:
        case rounds.Asked():
            about = f"{event.about} ({with_pips(', '.join(event.may))})"
        case rounds.StakeAsked():
            limit = "any amount" if event.most is None else f"up to {show_money(event.most)}"
            about = f"{named(event.about, names)} ({limit})"
        case rounds.Answered():
            return f"answer: {_answer(event.word)}."
        case rounds.AnswerExpired():
            return f"no answer in time: {_answer(event.word)}."
    within = f", within {event.seconds} seconds" if event.seconds else ""
    return f"{event.of} is asked: {about}{within}."


def _answer(word: str) -> str:
    if not word.isdecimal():
        return with_pips(word)
    return show_money(int(word)) if int(word) else "nothing"


FACES: Final = {"down": ", face down", "held": ", in hand"}


def _card(event: shoes.CardDealt | shoes.CardPlaced | shoes.CardTurned) -> str:
    if isinstance(event, shoes.CardTurned):
        return f"{event.at} turns {show_pip(event.card)}."
    card, face = show_pip(event.card), FACES.get(event.face, "")
    if event.to == DETERMINANT:
        return f"{card} is the determinant card."
    return f"{card} is burned{face}." if event.to == "burn" else f"{card} to {event.to}{face}."


def show_pip(card: Card | None) -> str:
    """A card with the symbol of its suit, as in `10♥`; `a card` for a hidden one."""
    return "a card" if card is None else f"{card.rank.symbol}{card.suit.pip}"


def _meter(key: str, names: Names) -> str:
    """A meter by the printed name of its wager.

    >>> _meter("party mega", {"party": "Jackpot Party"})
    'the Jackpot Party mega meter'
    """
    wager, _, which = key.partition(" ")
    words = f"{named(wager, names)} {which}".removesuffix(" meter").removesuffix(" progressive")
    return f"the {words} meter"


def _metered(
    event: table.MeterStarted | table.MeterFed | table.MeterUnfed | table.MeterAwarded, names: Names
) -> str:
    if isinstance(event, table.MeterStarted):
        return f"{_meter(event.name, names)} starts at {show_money(event.cents)}."
    meter, shows = _meter(event.meter, names), f"shows {show_money(event.shows)}"
    won = show_money(event.won)
    match event:
        case table.MeterAwarded():
            return f"{meter} awards {won} and {shows}."
        case table.MeterUnfed():
            return f"the contribution of box {event.box} to {meter} is returned; the meter {shows}."
        case table.MeterFed(won=0):
            return f"box {event.box} feeds {meter}, which {shows}."
        case table.MeterFed():
            return f"{meter} is hit: {won}; the meter {shows}."


def resolution(box: int | None, boxes: Sequence[int], chips: int | None) -> str:
    """What a floor supervisor decided about a step at the progressive system.

    >>> resolution(2, (), None), resolution(None, (1, 3), None), resolution(None, (), 2)
    ('the wager of box 2 is returned', 'lit at boxes 1 and 3', '2 chips')
    """
    if box is not None:
        return f"the wager of box {box} is returned"
    return f"lit at {_boxes(boxes)}" if chips is None else count(chips, "chip")


def _boxes(numbers: Sequence[int]) -> str:
    """`box 1`, `boxes 1 and 3` or `no box`."""
    word = "box" if len(numbers) == 1 else "boxes"
    return f"{word} {either([str(n) for n in numbers], 'and')}" if numbers else "no box"


def _because(why: str | None) -> str:
    """A reason in brackets, if there is one."""
    return f" ({why})" if why else ""


def _at_system(event: rounds.SystemUsed | rounds.SystemResolved, names: Names) -> str:
    """A step at the progressive system, or what a floor supervisor decided about one."""
    on, boxes = named(event.wager, names), _boxes(event.boxes)
    if isinstance(event, rounds.SystemResolved):
        done = resolution(event.box, event.boxes, event.chips)
        return f"{event.step} for {on}: {done}, by {event.by}{_because(event.why)}."
    said = {
        "lock": f"no more {on} wagers: the system has accepted those of {boxes}",
        "lights": f"the {on} sensors are lit at {boxes}",
        "count": f"{_chips(event.chips)} counted for {on}",
        "award light": f"the {on} light is on at {boxes}",
        "award key": f"the {on} award of {boxes} is keyed in",
        "game over": f"Game Over is pressed for {on}",
    }
    return f"{said[event.step]} ({event.clause})."


def _chips(many: int | None) -> str:
    return f"{count(many or 0, 'chip')} {'is' if many == 1 else 'are'}"


def _handed_over(
    event: table.MeterRetired | table.MeterSent | table.MeterReceived, names: Names
) -> str:
    """The fund of a meter is moved to or from another, or back to the house."""
    meter = _meter(event.meter, names)
    if isinstance(event, table.MeterRetired):
        back = (
            f": {show_money(-event.from_house)} goes back to the house" if event.from_house else ""
        )
        return f"{meter} ends{back}."
    kept = int(event.reserve + event.overflow)
    fund = show_money(int(event.shown))
    fund += f" and {show_money(kept)} in reserve" if kept else ""
    if isinstance(event, table.MeterReceived):
        return f"{meter} takes over {fund} of {event.of} and shows {show_money(event.shows)}."
    word = f"by {event.by} ({event.clause})"
    if event.permission:
        word += f", with the permission of {event.permission}"
    return f"{meter} hands {fund} over to {event.to}, {word}: {event.why}."


def mishap(what: str, box: int | None, why: str | None) -> str:
    """What went wrong and where: `fallen card at box 2 (a sleeve)`."""
    where = "" if box is None else f" at box {box}"
    return f"{what}{where}{_because(why)}"


def _procedure(event: Event) -> str:
    match event:
        case rounds.Irregular():
            what = mishap(event.what, event.box, event.why)
            return f"{what}: {event.decision}, by {event.by}{_because(event.clause)}."
        case rounds.Voided():
            what = "the round" if event.box is None else f"box {event.box}"
            return f"{what} is void: {event.why} ({event.clause})."
        case rounds.Said():
            return with_pips(called(event.words))
        case rounds.RoundOpened():
            return f"round {event.number}, {event.dealt} cards dealt from the shoe."
        case rounds.RoundEnded():
            return f"round {event.number} ends."
        case shoes.ShoeSealed() | shoes.ShoeReshuffled():
            lesson = "" if event.source == "system" else f", a lesson: {event.source}"
            return f"shoe {event.number} {_held(event)}, sealed {event.commit[:12]}…{lesson}."
        case shoes.ShoeMixed():
            return f"{event.by} adds “{event.words}” to shoe {event.shoe}."
        case shoes.ShoeCut():
            who = "the dealer" if event.by == DEALER else event.by
            passed = f"; {event.passed} passed" if event.passed else ""
            return f"{who} cuts shoe {event.shoe} after {event.at} cards{passed}."
        case shoes.SideChosen():
            return f"side {event.name} deals this round, from shoe {event.shoe} ({event.clause})."
        case shoes.DecksReceived():
            return f"{event.by} brings {count(event.decks, 'new deck')} to the table."
        case shoes.DecksInspected():
            return f"the decks are inspected by {event.by} ({event.clause})."
        case shoes.InspectionVerified():
            return f"the inspection is verified by {event.by} ({event.clause})."
        case shoes.CardsWashed():
            return f"the cards are washed by {event.by}: {event.how} ({event.clause})."
        case shoes.ShoeOpened():
            return f"shoe {event.number} is opened for audit."
        case table.BuyIn():
            return f"{event.player} buys in for {show_money(event.cents)}."
        case table.CashOut():
            return f"{event.player} is paid {show_money(event.cents)} for chips."
        case table.LimitsPosted():
            when = "at once" if event.empty else f"in {(event.holds_from - event.at) // 60} minutes"
            limits = TableLimits.parse(event.limits).words
            return f"{event.by} posts limits of {limits}, in force {when}."
        case table.LimitsChanged():
            return f"the limits are now {TableLimits.parse(event.limits).words}."
        case table.LogSuperseded():
            return f"{event.by} ends this log: {event.why or 'the rules have changed'}."
        case table.TableClosed():
            return f"the table closes after {count(event.rounds, 'round')}."
    return ""


def _held(event: shoes.ShoeSealed | shoes.ShoeReshuffled) -> str:
    batch = f", batch {event.batch}" if event.batch else ""
    if isinstance(event, shoes.ShoeReshuffled):
        return f"of {event.cards} cards shuffled again{batch}"
    return f"of {count(event.decks, 'deck')}{batch}"
