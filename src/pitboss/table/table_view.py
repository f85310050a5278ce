"""A round as one person sees it, folded from the events that this person may see.

The only other input is what everyone knows about the table, so that a card hidden in the events
cannot be shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from pitboss.cards import Card
from pitboss.games.log_words import RIDERS, is_about
from pitboss.hands import Total, total
from pitboss.log import Event
from pitboss.money import Cents
from pitboss.procedure.round import Hand, Round
from pitboss.procedure.steps import DOWN, PLAYERS, UP, Effect
from pitboss.table.box_view import NO_ANSWER, SeenBox, SeenCard, SeenHand, known, reason
from pitboss.table.events.rounds import (
    Answered,
    AnswerExpired,
    Asked,
    Bet,
    BetsClosed,
    Irregular,
    RoundOpened,
    Said,
    Settled,
    SlipValidated,
    SlipWritten,
    StakeAdded,
    StakeAsked,
    Voided,
)
from pitboss.table.events.shoes import CardDealt, CardPlaced, CardTurned
from pitboss.table.houses.opening import Open
from pitboss.table.irregularities import EXTRA, EXTRA_TO_DEALER
from pitboss.table.log.ledger import Layout
from pitboss.table.log.mask import box_of, view


@dataclass(slots=True)
class SeenRound:
    """What is on the layout, and what is asked."""

    opened: Open = field(compare=False, repr=False)
    layout: Layout = field(default_factory=Layout, compare=False, repr=False)
    boxes: dict[int, SeenBox] = field(default_factory=dict)
    dealer: list[SeenCard] = field(default_factory=list)
    community: list[SeenCard] = field(default_factory=list)
    exposed: list[SeenCard] = field(default_factory=list)
    """Cards that were seen too early and are dealt next."""
    positions: dict[int, list[SeenCard]] = field(default_factory=dict)
    """Hands on the felt that several boxes share."""
    players: list[SeenCard] = field(default_factory=list)
    """The first cards of all players, if they are the same."""
    asks: dict[int, Asked | StakeAsked] = field(default_factory=dict)
    """Every open question, by its number."""
    slips: dict[int, SlipWritten] = field(default_factory=dict)
    """Awards waiting for a floor supervisor."""
    awards: dict[int, Cents] = field(default_factory=dict)
    """Slip → what it has paid."""
    irregularities: list[Irregular] = field(default_factory=list)
    whys: list[str] = field(default_factory=list)
    """Event by event, why it settled a stake; empty for any other."""
    answered: SeenHand | None = None
    """The hand whose player answered last."""
    low: list[Card] = field(default_factory=list)
    """The cards of the dealer's low hand, once it is set (30-2112(9))."""
    extra: list[tuple[int | None, list[SeenCard]]] = field(default_factory=list)
    """Where extra cards went, the latest last: the box, if any, and its cards."""

    @property
    def events(self) -> Sequence[Event]:
        """The events of the round, as they were seen."""
        return self.layout.events

    def see(self, event: Event) -> None:
        """Take note of the next event, as this person may see it."""
        self.layout.note(event)
        self.whys[len(self.events) - 1 :] = [""]  # a new round begins with its first event
        match event:
            case Bet() if event.box not in self.boxes:
                self.boxes[event.box] = SeenBox(self.layout.boxes[event.box])
            case BetsClosed():
                self._open_hands()
            case CardDealt():
                self._lay(event.to, SeenCard(event.card, event.face))
            case CardPlaced():
                self._place(event.to, SeenCard(event.card, event.face))
            case CardTurned():
                self._turn(event)
            case Asked() | StakeAsked():
                self.asks[event.number] = event
            case Answered() | AnswerExpired():
                self._answer(self.asks.pop(event.number), event.word)
            case StakeAdded() if not event.to:
                self._add_stake(event)
            case Settled():
                self._settle(event)
            case Voided():
                self._void(event.box)
                self.extra = [each for each in self.extra if event.box not in (None, each[0])]
            case Irregular():
                self.irregularities.append(event)
                self.asks.clear()
                self.extra += self._too_many(event)
            case Said() if heard := self.opened.procedure.heard_set(event.words):
                self._set(box_of(heard[0]), heard[1])
            case SlipWritten():
                self.slips[event.number] = event
            case SlipValidated():
                self.slips.pop(event.slip, None)
                self.awards[event.slip] = event.cents

    @property
    def played(self) -> Round:
        """As the procedure of the game knows it, without the cards that cannot be seen."""
        boxes = [box.played for box in self.boxes.values()]
        return Round(boxes, known(self.dealer), known(self.community))

    def hand(self, name: str) -> SeenHand | None:
        """A hand by its name, as in `box 1 hand 2`."""
        box = self.boxes.get(box_of(name))
        return next((hand for hand in box.hands if hand.name == name), None) if box else None

    def worth(self, cards: Sequence[SeenCard]) -> Total | None:
        """The total of the visible cards, if the game is about totals."""
        shown = known(cards)
        return total(shown) if shown and self.opened.terms.totals else None

    # -- cards -----------------------------------------------------------------------------------

    def _open_hands(self) -> None:
        """No more bets: a hand for every spot of a box."""
        procedure = self.opened.procedure
        for number, box in self.boxes.items():
            placed = box.chips.placed
            stake = placed.get(procedure.main, 0)
            antes = {key: placed[key] for key in self.opened.play.antes if key in placed}
            for spot in range(1, procedure.spots + 1):
                hand = SeenHand(number, spot, procedure.main, stake, stake, spot=spot)
                hand.antes = dict(antes)
                box.add(hand)

    def _lay(self, to: str, card: SeenCard) -> None:
        """A card comes to a place."""
        match to.split(" "):
            case ["dealer"]:
                self.dealer.append(card)
            case ["exposed"]:
                self.exposed.append(card)
            case ["community"]:
                self.community.append(card)
                self._share(card)
            case [place] if place == PLAYERS:
                self._lay_for_all(card)
            case ["position", number]:
                self.positions.setdefault(int(number), []).append(card)
                for box in self._live():
                    if box.chips.position == int(number):
                        box.take(box.hands[0], card)
            case _:
                hand = self.hand(to)
                if hand and any(pile is hand.cards for _, pile in self.extra):
                    hand.cards.append(card)
                elif hand:
                    self.boxes[hand.box].take(hand, card)
                elif at := self.boxes.get(box_of(to)):
                    at.lying.append(card)

    def _lay_for_all(self, card: SeenCard) -> None:
        """One of the first two cards of every player (58 Pa. Code § 633c.5(y))."""
        self.players.append(card)
        for box in self._live():
            box.take(box.hands[0], card)
        if len(self.players) == 2:
            for box in self.boxes.values():
                box.dealer = self.dealer[:1]

    def _share(self, card: SeenCard) -> None:
        """A community card goes to each hand that takes it, or to the dealer.

        The dealer's hand takes it against a box that has decided everything (58 Pa. Code §
        633c.5(q), (aa)).
        """
        takers = [hand for box in self._live() for hand in self._takers(box)]
        dealers = self._dealers({hand.box for hand in takers})
        for hand in takers:
            self.boxes[hand.box].take(hand, card)
        for dealer in dealers:
            dealer.append(card)
        for box in self.boxes.values():
            for hand in box.hands:
                hand.takes = False

    def _takers(self, box: SeenBox) -> list[SeenHand]:
        """The hands of a box that asked for a card, or were split and have one (reading D-18)."""
        found = [h for h in box.in_turn if not h.over and (h.takes or len(h.cards) == 1)]
        return found[:1] if self.opened.procedure.splits_in_turn(self.opened.play) else found

    def _dealers(self, deciding: set[int]) -> list[list[SeenCard]]:
        """The dealer's hands that take the next card (reading D-20)."""
        live = {box.chips.number: box.dealer for box in self._live() if box.dealer}
        played = [self.boxes[number].played for number in live]
        procedure, play = self.opened.procedure, self.opened.play
        return [live[box.number] for box in procedure.dealers_that_draw(played, deciding, play)]

    def _place(self, to: str, card: SeenCard) -> None:
        """An exposed card, or one elsewhere on the layout, goes to a place."""
        last = self.answered
        hand, lying = self.hand(to), self.boxes[box_of(to)].lying if box_of(to) else []
        if to in ("exposed", "burn") and self.extra:  # a card too many
            self.extra.pop()[1].pop()
            self._lay(to, card)
        elif to == "discards" and last:  # 58 Pa. Code § 633c.4(f)
            box = self.boxes[last.box]
            for pile in [box.lying] if card.face == DOWN else [last.cards, box.dealt, box.drawn]:
                pile.pop(0)
            box.traded += [card] if card.face != DOWN else []
        elif to == "burn" and last and last.answer.effect is Effect.BURN:  # 30-899.25
            last.cards.pop()
            last.answer = NO_ANSWER
        elif to.startswith("community "):
            self.community.append(card)
            self._begin_second_game()
        elif hand and lying and lying[0].face == UP:
            lying.pop(0)
            self.boxes[hand.box].take(hand, card)
            hand.answer = NO_ANSWER
        elif hand and last and last.box == hand.box and last.answer.effect is Effect.EXCHANGE:
            hand.cards[1], hand.origin = card, "switched"  # 30-2105(8)(b)
            last.answer = NO_ANSWER if hand is not last else last.answer
        else:
            self.exposed.pop(0)
            self._lay(to, card)

    def _too_many(self, event: Irregular) -> Iterator[tuple[int | None, list[SeenCard]]]:
        if event.what == EXTRA_TO_DEALER:
            yield None, self.dealer
        elif event.what.startswith(EXTRA) and event.box is not None:
            yield event.box, self.boxes[event.box].hands[0].cards

    def _begin_second_game(self) -> None:
        """The cards of the first game are in the discard rack (30-2104(5))."""
        assert self.opened.procedure.second_game
        wager, game = self.opened.procedure.second_game
        for number, box in self.boxes.items():
            if wager in box.chips.stakes and not box.is_void and box.hands[0].on != wager:
                stake = box.chips.stakes[wager]
                box.hands, box.in_turn, box.dealt, box.drawn = [], [], [], []
                box.add(SeenHand(number, 1, wager, stake, stake, game=game))

    def _turn(self, event: CardTurned) -> None:
        """The first card of a place that is not face up yet."""
        if event.at == "dealer":
            cards = self.dealer
        else:
            hand = self.hand(event.at)
            cards = hand.cards if hand else self.boxes[box_of(event.at)].lying
        for each in cards:
            if each.face != UP:
                each.card, each.face = event.card, UP
                return

    # -- answers and stakes ----------------------------------------------------------------------

    def _answer(self, ask: Asked | StakeAsked, word: str) -> None:
        """Remember an answer, which the following events carry out."""
        procedure, hand = self.opened.procedure, self.hand(ask.of)
        if not hand:
            return
        if isinstance(ask, StakeAsked):
            if not hand.answer.asks_amount or ask.about != hand.on or word != "0":
                return
            played = Hand(hand.box, cards=known(hand.cards))  # nothing was added: not doubled
            word = procedure.silence(played, self.opened.play)
        if answer := procedure.option(word):  # another does not change what was said before
            self.answered, hand.answer, hand.takes = hand, answer, answer.takes_card
        elif parts := procedure.set_as(word, known(hand.cards), self.opened.terms):
            self._set(hand.box, parts[-1].cards)

    def _set(self, box: int, low: Iterable[Card]) -> None:
        """Five cards are now a high and a low hand; `0` is the dealer's."""
        if box:
            self.boxes[box].low = list(low)
        else:
            self.low = list(low)

    def _add_stake(self, event: StakeAdded) -> None:
        """Money for a double, or for a hand that is split off."""
        box = self.boxes[event.box]
        if event.wager in RIDERS:  # on the only hand, or on the one that was split off last
            box.hands[-1].riders = event.cents
            return
        if self.answered and self.answered.doubled and event.wager in self.answered.antes:
            self.answered.antes[event.wager] += event.cents
        for hand in box.hands:
            if hand.on != event.wager:
                continue
            if hand.answer.effect is Effect.DOUBLE:
                hand.stake += event.cents
                hand.left += event.cents
                hand.doubled, hand.answer = True, NO_ANSWER
                return
            if hand.answer.effect is Effect.SPLIT:
                self._split(box, hand)
                return

    def _split(self, box: SeenBox, hand: SeenHand) -> None:
        """Another card becomes a hand of equal stake."""
        if not hand.apart:
            hand.apart, hand.cards[1:] = hand.cards[1:], []
            hand.origin = "split"
        new = SeenHand(hand.box, len(box.hands) + 1, hand.on, hand.stake, hand.stake)
        new.origin, new.spot, new.antes = "split", hand.spot, dict(hand.antes)
        new.cards = [hand.apart.pop(0)]
        box.add(new, after=hand)
        if not hand.apart:
            hand.answer = NO_ANSWER

    def _settle(self, event: Settled) -> None:
        """A stake is taken or paid; that of the main wager ends the hand it is about."""
        box = self.boxes[event.box]
        box.results.append(event)
        left = [hand for hand in box.hands if hand.on == event.wager and hand.left]
        hand = next(
            (each for each in left if is_about(event.why, each.played, each.answer)),
            left[0] if left else None,
        )
        first = box.hands[0] if box.hands else None
        why = reason(self, box, hand or first, event)
        box.reasons.append(replace(why, hand=hand.number) if hand else why)
        self.whys[-1] = why.words
        if hand and not event.to:
            hand.left -= event.cents
            hand.over = True

    def _void(self, number: int | None) -> None:
        for box in self.boxes.values():
            if number in (None, box.chips.number):
                box.is_void = True
                for hand in box.hands:
                    hand.over, hand.left = True, 0

    def _live(self) -> list[SeenBox]:
        return [box for box in self.boxes.values() if not box.is_void]


def seen_round(opened: Open, this_round: Iterable[Event], who: str) -> SeenRound:
    """A round as `surveillance`, `dealer` or a player sees it."""
    seen = SeenRound(opened)
    for event in view(this_round, who):
        seen.see(event)
    return seen


def with_reasons(opened: Open, events: Iterable[Event]) -> Iterator[tuple[Event, str]]:
    """Events as one person sees them, each with why it settled a stake, if it did."""
    seen = SeenRound(opened)
    for event in events:
        if isinstance(event, RoundOpened):
            seen = SeenRound(opened)
        seen.see(event)
        yield event, seen.whys[-1]
