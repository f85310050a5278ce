"""A table as one person may see it: the round as the log shows it to that person, and what the
server knows about seats, money and time.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from pitboss.cards import Card
from pitboss.errors import sentence
from pitboss.games.pai_jack import PaiJackTerms, ways
from pitboss.hands import total
from pitboss.log import HIDDEN, Event, show_moment
from pitboss.procedure import Ask, AskStake, Draw, Result, Settle, Turn
from pitboss.server import messages
from pitboss.server.dealer_view import dealer_step, procedure_lines
from pitboss.server.fixed_view import fixed
from pitboss.server.live_table import LiveTable, Story
from pitboss.server.player_session import PlayerSession
from pitboss.store.people import Person
from pitboss.table.decks import MUST
from pitboss.table.events import Settled, SlipValidated, SlipWritten
from pitboss.table.mask import box_of
from pitboss.table.narrator import is_heard, named, narrate, tell_player
from pitboss.table.reasons import poker_hand
from pitboss.table.seen import Reason, SeenCard, SeenHand, known
from pitboss.table.table_view import SeenRound


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a table."""

    name: str
    role: messages.Role
    player: str = field(init=False, repr=False)
    """The player whose boxes are the viewer's own; empty if the viewer is not a player."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "player", self.name if self.role == "player" else "")


def viewer_of(person: Person) -> Viewer:
    """How a person looks at a table."""
    return Viewer(person.name, person.role)  # type: ignore[arg-type]


def table_view(at: LiveTable, who: Viewer) -> messages.TableView:
    """Everything that a screen needs to draw the table for one person."""
    return Scene(at).view(who)


Money = tuple[int, int]
"""What a player has in play, and what of it the deal has still to take."""


@dataclass(slots=True)
class SharedScene:
    """What everybody who sees the same cards sees of a table: it is written once for all."""

    view: messages.SharedView
    text: str
    money: dict[str, Money]
    asks: list[messages.AskView]
    """Every open question, as those see it who are not asked."""


class Scene:
    """A table at one moment, for any number of people: what several share is made only once."""

    def __init__(self, at: LiveTable) -> None:
        self.at, self.fixed, self.phase = at, fixed(at.table.opened), phase_of(at)
        self._alike, self._next = self._for_all(), next_of(at)
        self._next_for_player, self._called = next_for_player(at), called_for(at)
        self.drawn: dict[str, Mapping[int, messages.BoxView]] = {}
        """Whose eyes → the boxes with a stake, where the steps have drawn them."""
        self._shared: dict[str, SharedScene] = {}
        self._may: dict[Standing, list[str]] = {}
        self._said: dict[tuple[int, int, bool, str], str] = {}

    def view(self, who: Viewer) -> messages.TableView:
        """The table as one person may see it."""
        seen, shared = self._for_these_eyes(who)
        return messages.TableView(**dict(shared.view), **dict(self._own(seen, shared, who)))

    def text(self, who: Viewer) -> str:
        """The same as it is sent."""
        seen, shared = self._for_these_eyes(who)
        return f"{shared.text},{_text(self._own(seen, shared, who))[1:]}"

    def _for_these_eyes(self, who: Viewer) -> tuple[SeenRound, SharedScene]:
        seen, eyes = self.at.seen_by(who.player), self.at.eyes_of(who.player)
        if eyes not in self._shared:
            layout = self._layout(seen, self.drawn.get(eyes, {}))
            made = messages.SharedView(**self._alike, **layout)
            text = f'{{"house":{self.fixed.house_text},{_text(made, {"house"})[1:-1]}'
            asks = [
                messages.AskView(number=number, of=ask.of, box=box_of(ask.of), **self._time(number))
                for number, ask in seen.asks.items()
            ]
            self._shared[eyes] = SharedScene(made, text, money_of_all(seen), asks)
        return seen, self._shared[eyes]

    def _own(self, seen: SeenRound, shared: SharedScene, who: Viewer) -> messages.OwnView:
        """What nobody else needs to know."""
        at, staff = self.at, who.role in ("dealer", "floor")
        heard = "The dealer calls." if who.role == "player" and at.called else self._called
        lying, owed = shared.money.get(who.player, (0, 0))
        balance = at.balance(who.player)
        return messages.OwnView(
            you=messages.You(
                name=who.name,
                role=who.role,
                boxes=sorted(n for n, player in at.seats.items() if player == who.player),
                balance=balance - owed if who.player else 0,
                in_play=lying,
                refill=(at.purse(who.player) - balance) or None,
            ),
            asks=self._asks(seen, shared, who.player),
            story=self._story(seen, who),
            may_go_wrong=self.fixed.may_go_wrong if staff else [],
            called=heard,  # the dealer's own words are for the staff
            next=self._next_for_player if who.role == "player" else self._next,
            step=dealer_step(at) if staff else None,
            procedure=procedure_lines(at) if staff else [],
            may=self._may_now(who),
        )

    def _may_now(self, who: Viewer) -> list[str]:
        stands = standing(self.at, who)
        if stands not in self._may:
            self._may[stands] = may_now(self.at, stands)
        return self._may[stands]

    def _for_all(self) -> dict[str, Any]:
        """What everyone may know, whichever cards they see."""
        at, table, opened, shoe = self.at, self.at.table, self.at.table.opened, self.at.shoe
        decks, cuts = table.decks, self.fixed.cuts
        return {
            "id": at.id,
            "name": at.name,
            "game": opened.house.game,
            "game_name": opened.game.name,
            "jurisdiction": opened.house.jurisdiction,
            "jurisdiction_name": at.law,
            "cite": opened.game.cite,
            "house": self.fixed.house,
            "phase": self.phase,
            "round": table.rounds,
            "wagers": [with_meters(at, wager) for wager in self.fixed.wagers],
            "shoe": messages.ShoeView(
                number=table.shoes.number,
                dealt=table.shoes.dealt,
                commit=shoe.commit if shoe else "",
                source=shoe.source if shoe else "",
                cut=[cuts[0], cuts[-1]] if decks.uncut else [],
                cutter=table.cut_offered_to,
                mixed=decks.mixed,
            ),
            "decks": messages.DecksInUse(
                step=decks.todo[0] if decks.todo and opened.house.has_dealer else "",
                due=show_moment(decks.due) if decks.due else "",
                warning=decks.warning(decks.clock()),
            ),
            "meters": meters_of(at, opened.meters),
            "system": system_of(at),
            "posted": posted_at(at),
        }

    # -- the layout ------------------------------------------------------------------------------

    def _layout(self, seen: SeenRound, drawn: Mapping[int, messages.BoxView]) -> dict[str, Any]:
        """What is on the layout, and what has happened to it; some boxes may be drawn already."""
        there = {n: box for n, box in drawn.items() if box.away == self._is_away(box.player)}
        return {
            "boxes": [
                there.get(n) or self.box(seen, n) for n in range(1, seen.opened.house.boxes + 1)
            ],
            "dealer": self.dealer(seen),
            "community": faces(seen.community),
            "exposed": faces(seen.exposed),
            "positions": dict(positions_of(seen)),
            "slips": [slip_view(slip) for slip in seen.slips.values()],
            "irregularities": [
                messages.IrregularityView(
                    kind=event.what, decision=event.decision, clause=event.clause
                )
                for event in seen.irregularities
            ],
        }

    def dealer(self, seen: SeenRound) -> messages.DealerView:
        """The dealer's hand."""
        value = seen.worth(seen.dealer)
        return messages.DealerView(
            cards=faces(seen.dealer),
            total=value.points if value else None,
            soft=bool(value and value.soft),
            name=self.at.dealer,
            reads=poker_hand(seen, seen.dealer),
            parts=parts_of(seen, seen.dealer, seen.low),
        )

    def box(self, seen: SeenRound, number: int) -> messages.BoxView:
        """A box, with what is staked and dealt there or with whoever sits there."""
        box = seen.boxes.get(number)
        if not box:
            return messages.BoxView(
                number=number,
                player=(sits := self.at.seats.get(number)),
                away=self._is_away(sits),
                position=self.at.chosen.get(number, 0),
                stakes={},
                placed={},
                tips={},
                hands=[],
                lying=[],
                results=[],
            )
        return messages.BoxView(
            number=number,
            player=box.chips.player,
            away=self._is_away(box.chips.player),
            position=box.chips.position,
            stakes=dict(box.chips.stakes),
            placed=dict(box.chips.placed),
            tips=dict(box.chips.tips),
            hands=[hand_view(seen, hand, box.low) for hand in box.hands],
            lying=faces(box.lying),
            dealer=None if box.dealer is None else faces(box.dealer),
            results=[
                self._result(seen, result, why)
                for result, why in zip(box.results, box.reasons, strict=True)
            ],
        )

    def _is_away(self, player: str | None) -> bool:
        """Whoever sits there has no screen that shows the table."""
        return player is not None and not self.at.watching[player]

    def _result(self, seen: SeenRound, event: Settled, why: Reason) -> messages.ResultView:
        """What happened to a stake."""
        return messages.ResultView(
            on=event.wager,
            name=named(event.wager, self.fixed.names),
            why=event.why,
            words=why.words,
            cards=list(why.cards),
            hand=why.hand,
            pays=event.pays,
            cents=event.cents,
            back=event.back,
            clause=event.clause or None,
            slip=event.slip or None,
            award=seen.awards.get(event.slip),
            tip=bool(event.to),
        )

    # -- words -----------------------------------------------------------------------------------

    def _asks(self, seen: SeenRound, shared: SharedScene, player: str) -> list[messages.AskView]:
        """Open questions: in full for those who may answer them, for others only who is asked."""
        own = {n for n, box in seen.boxes.items() if player and box.chips.player == player}
        return [self._in_full(ask.number, player) if ask.box in own else ask for ask in shared.asks]

    def _time(self, number: int) -> dict[str, Any]:
        """How long a question is still waited for, and how long it is at most."""
        together = bool(self.at.table.seconds)
        left = round(self.at.left(number), 1)
        return {"left": left, "seconds": self.at.seconds, "together": together}

    def _in_full(self, number: int, player: str) -> messages.AskView:
        """A question to the person asked: what may be answered, and what each answer costs."""
        table = self.at.table
        step = table.asked[number].step
        said: dict[str, Any] = {
            "number": number,
            "of": step.of,
            "box": step.box,
            "clause": step.clause or None,
            **self._time(number),
        }
        if isinstance(step, AskStake):
            said |= {"most": step.most, "least": step.least, "tip": step.tip}
            about = named(step.wager, self.fixed.names)
            return messages.AskView(**said, about=about, wager=step.wager)
        keys = step.keys
        does = switch_totals(self.at.seen_by(player), step)
        may = [
            messages.OptionView.of(replace(option, does=does.get(option.word, option.does)), key)
            for option, key in ((each, keys[each.word]) for each in step.options)
        ]
        return messages.AskView(**said, about=step.about, may=may, otherwise=step.cheapest.word)

    def _story(self, seen: SeenRound, who: Viewer) -> list[str]:
        """The round in words for one person: results, slips, awards and irregularities.

        What was told of the round before is not worked out again.
        """
        told = self.at.stories.get(who.player)
        if told is None or told.seen is not seen:
            told = self.at.stories[who.player] = Story(seen)
        for event in seen.events[told.events :]:
            why = None
            if isinstance(event, Settled):
                why = seen.boxes[event.box].reasons[told.settled[event.box]]
                told.settled[event.box] += 1
            if words := self.said(event, who, why):
                told.lines.append(words)
        told.events = len(seen.events)
        return list(told.lines)

    def said(self, event: Event, who: Viewer, why: Reason | None = None) -> str:
        """What one person hears of an event; empty if nothing is said.

        All players hear the same of what happens to somebody else, and all others the same.
        """
        if not is_heard(event):
            return ""
        to = who.player if getattr(event, "player", "") == who.player else ""
        key = id(event), id(why), who.role == "player", to
        if key not in self._said:
            told = replace(event, why=why.words) if isinstance(event, Settled) and why else event
            tell = tell_player if who.role == "player" else narrate
            self._said[key] = tell(told, self.fixed.names, to)
        return self._said[key]


def _text(view: messages.Message, but: set[str] | None = None) -> str:
    return view.model_dump_json(by_alias=True, exclude_none=True, exclude=but)


def session_view(session: PlayerSession) -> messages.PlayerSessionView:
    """A player's own session."""
    return messages.PlayerSessionView(
        hands=session.hands,
        staked=dict(session.staked),
        net=session.net,
        best=session.best,
        minutes=int((time.monotonic() - session.began) // 60),
        minutes_left=None if session.ends is None else session.minutes_left,
        most_lost=session.most_lost,
    )


def faces(cards: Iterable[SeenCard]) -> list[str]:
    """Cards by name, as they are sent."""
    return [str(each.card) if each.card else HIDDEN for each in cards]


def money_of_all(seen: SeenRound) -> dict[str, Money]:
    """What each player has on the layout; a box that begins with several hands has a stake for
    each, though the deal takes all but the first (30-2105(2)).
    """
    procedure = seen.opened.procedure
    found: dict[str, Money] = {}
    for box in seen.boxes.values():
        chips = box.chips
        lying, owed = found.get(chips.player, (0, 0))
        lying += sum(chips.stakes.values()) + sum(chips.tips.values())
        first = chips.placed.get(procedure.main, 0)
        if not box.dealt and not box.results and chips.stakes.get(procedure.main) == first:
            owed += first * (procedure.spots - 1)
            lying += first * (procedure.spots - 1)
        found[chips.player] = lying, owed
    return found


def switch_totals(seen: SeenRound, step: Ask) -> dict[str, str]:
    """What the two hands would be worth with and without a switch (30-2105(8)(b))."""
    hands = [known(hand.cards) for hand in seen.boxes[step.box].hands]
    if step.about != SWITCH or len(hands) != 2 or any(len(hand) != 2 for hand in hands):
        return {}
    (one, two), (three, four) = hands
    keep, switch = ((one, two), (three, four)), ((one, four), (three, two))
    said = [" and ".join(str(total(hand).points) for hand in pair) for pair in (keep, switch)]
    return {"no": f"keep {said[0]}", SWITCH: f"{said[0]} become {said[1]}"}


SWITCH = "switch"


def parts_of(
    seen: SeenRound, cards: Sequence[SeenCard], low: Sequence[Card]
) -> list[messages.PartView]:
    """The high and the low hand of five cards that are set and may be seen."""
    terms, shown = seen.opened.terms, known(cards)
    if not low or not isinstance(terms, PaiJackTerms) or len(shown) < len(cards):
        return []
    set_so = next((way for way in ways(shown, terms) if sorted(way.low) == sorted(low)), None)
    if set_so is None:
        return []
    return [
        messages.PartView(name="High", cards=list(map(str, set_so.high)), total=set_so.high_points),
        messages.PartView(name="Low", cards=list(map(str, set_so.low)), total=set_so.low_points),
    ]


def hand_view(seen: SeenRound, hand: SeenHand, low: Sequence[Card] = ()) -> messages.HandView:
    """A hand; its total if every card is visible and the game is about totals."""
    value = hand.total if not hand.game and seen.opened.terms.totals else None
    return messages.HandView(
        name=hand.name,
        number=hand.number,
        cards=faces(hand.cards),
        total=value.points if value else None,
        soft=bool(value and value.soft),
        bust=bool(value and value.bust),
        natural=bool(value and hand.natural),
        stake=hand.stake,
        turn=any(ask.of == hand.name for ask in seen.asks.values()),
        over=hand.over,
        reads=poker_hand(seen, hand.cards, hand.game),
        parts=parts_of(seen, hand.cards, low),
    )


def positions_of(seen: SeenRound) -> Iterator[tuple[str, messages.PositionView]]:
    """Hands on the felt that terminals share."""
    opened = seen.opened
    waiting = {box_of(ask.of) for ask in seen.asks.values()}
    for number in range(1, opened.procedure.positions(opened.play) + 1):
        cards = seen.positions.get(number, [])
        value = seen.worth(cards)
        there = {n for n, box in seen.boxes.items() if box.chips.position == number}
        yield (
            str(number),
            messages.PositionView(
                cards=faces(cards),
                total=value.points if value else None,
                soft=bool(value and value.soft),
                terminals=len(there),
                decided=len(there - waiting) if waiting else None,
            ),
        )


def slip_view(said: SlipWritten | SlipValidated) -> messages.SlipView:
    """A slip as the log has it, written or validated."""
    return messages.SlipView(
        number=said.number if isinstance(said, SlipWritten) else said.slip,
        box=said.box,
        player=said.player,
        wager=said.wager,
        cents=said.cents,
        source=said.source,
    )


def system_of(at: LiveTable) -> messages.SystemStepView | None:
    """What is due at the progressive system: a disputed step first."""
    step = at.table.system.disputed or at.table.system.next
    if step is None:
        return None
    return messages.SystemStepView(
        step=step.step,
        wager=step.wager,
        name=step.name,
        clause=step.clause,
        boxes=list(step.boxes),
        slip=step.slip,
        wrong=step.wrong,
    )


def posted_at(at: LiveTable) -> messages.PostedLimits | None:
    """Limits that hold from a later time on."""
    posted = at.table.posted
    if posted is None:
        return None
    limits = posted.limits
    return messages.PostedLimits(
        least=limits.table[0],
        most=limits.table[1],
        wagers=dict(limits.wagers),
        holds_from=posted.holds_from,
    )


def called_by_system(at: LiveTable) -> str:
    """A difference at the progressive system calls a floor supervisor."""
    step = at.table.system.disputed
    return f"{sentence(step.wrong)}." if step else ""


def with_meters(at: LiveTable, wager: messages.WagerView) -> messages.WagerView:
    """A spot with what its meters show now."""
    fed = at.table.opened.fed.get(wager.key, ())
    return wager.model_copy(update={"meters": meters_of(at, fed)}) if fed else wager


def meters_of(at: LiveTable, names: Iterable[str]) -> list[messages.MeterView]:
    """What each meter shows."""
    made = []
    for name in names:
        meter = at.links[name].meter
        mystery = {"minimum": meter.seed, "maximum": meter.limit} if meter.limit else {}
        made.append(messages.MeterView(name=name, shows=at.shows(name), **mystery))
    return made


def phase_of(at: LiveTable) -> messages.Phase:
    """The phase of the table."""
    table = at.table
    if table.in_play:
        waits = table.floor_called or (table.slips and table.driver.finished)
        return "floor" if waits else "playing"
    if table.betting and at.is_open:
        return "betting"
    return "idle" if at.is_open and not table.closed else "closed"


def called_for(at: LiveTable) -> str:
    """Why a floor supervisor is called: by the law, or by the dealer."""
    if stopped := at.table.floor_called:
        return f"box {stopped.box} has {stopped.why}"
    return at.called or called_by_system(at)


def next_of(at: LiveTable) -> str:
    """What the dealer does next."""
    table, step = at.table, at.table.system.next
    match phase_of(at):
        case "closed":
            return "The table is closed."
        case "idle" if table.opened.house.has_dealer and table.decks.todo:
            must = MUST[table.decks.todo[0]]
            return f"{must[0].upper()}{must[1:]}."
        case "idle":
            return "Open the next round."
        case "betting":
            return "Deal, once the bets are down." if table.boxes else "Wait for bets."
        case "floor" if table.floor_called:
            return f"Wait for a floor supervisor: {called_for(at)}."
        case "floor":
            numbers = ", ".join(map(str, table.slips))
            return f"Wait for a floor supervisor: slip {numbers}."
    if step:
        first = f"{sentence(step.step)} for {step.name}."
        return first if not table.system.disputed else "Wait for a floor supervisor."
    match table.driver.paused:
        case Draw(to=to):
            return f"Deal the next card: {to}."
        case Turn():
            return "The dealer turns the hole card."
        case Settle() | Result():
            return "The dealer takes and pays."
    waits = dict.fromkeys(pending.step.of for pending in table.asked.values())
    return f"Wait for {', '.join(waits)}."


def next_for_player(at: LiveTable) -> str:
    """What a player waits for, if no player is asked."""
    dealt = at.table.opened.house.has_dealer
    match phase_of(at):
        case "closed":
            return "This table is closed."
        case "idle":
            return "The dealer opens the next round." if dealt else "Lay your chips."
        case "betting":
            return "The dealer deals once the bets are down." if dealt else "Lay your chips."
        case "floor":
            return "The floor is called. Cards stay while the floor checks."
    return "The dealer is dealing."


class Standing(NamedTuple):
    """What decides which commands a person may give, besides the state of the table."""

    role: messages.Role
    seated: bool
    asked: bool
    deals: bool
    """A floor supervisor has assigned this dealer to the table."""
    mixed: bool
    """This player has added words to the shoe."""
    may_cut: bool
    """The cut is offered to this player, or to any."""


def standing(at: LiveTable, who: Viewer) -> Standing:
    """How a person stands at a table."""
    table = at.table
    asked = (table.boxes[each.step.box].player for each in table.asked.values())
    return Standing(
        role=who.role,
        seated=who.name in at.seats.values(),
        asked=bool(who.player) and who.player in asked,
        deals=who.role == "dealer" and who.name == at.dealer,
        mixed=who.player in table.decks.mixers,
        may_cut=table.cut_offered_to in ("", who.player),
    )


def may_now(at: LiveTable, who: Standing) -> list[str]:
    """Commands that somebody who stands like this may give now."""
    table, phase, seated, dealing = at.table, phase_of(at), who.seated, who.deals
    there = not table.opened.house.has_dealer and seated
    deals = dealing or (who.role == "player" and there)
    wrong = dealing and table.opened.house.has_dealer
    calls = dealing and at.is_open
    now = {
        "sit": who.role == "player" and phase != "closed",
        "leave": who.role == "player" and seated,
        "bet": who.role == "player" and seated and phase == "betting",
        "tip": who.role == "player" and seated and phase == "betting" and bool(table.boxes),
        "stakes": who.role == "player"
        and seated
        and (phase == "betting" or (phase == "idle" and there)),
        "session": who.role == "player",
        "answer": who.asked,
        "answer_stake": who.asked,
        "decks": phase == "idle" and (dealing or who.role == "floor"),
        "open_round": deals and phase == "idle",
        "mix": seated and table.betting and table.decks.may_be_mixed and not who.mixed,
        "cut": table.decks.uncut and (dealing or (seated and who.may_cut)),
        "deal": deals and phase == "betting" and bool(table.boxes),
        "go": dealing and table.waits_for_dealer,
        "press": dealing and bool(table.system.next) and not table.system.disputed,
        "resolve": who.role == "floor" and bool(table.system.disputed),
        "irregular": (wrong or who.role == "floor") and table.may_go_wrong,
        "call": bool(called_for(at)) if who.role == "floor" else calls,
        "assign": who.role == "floor" and at.is_open,
        "validate": who.role == "floor" and bool(table.slips),
        "refuse": who.role == "floor" and bool(table.slips),
        "limits": who.role == "floor" and at.is_open,
        "open": who.role == "floor" and phase == "closed",
        "close": who.role == "floor"
        and (phase == "idle" or (phase == "betting" and not table.boxes)),
    }
    return [do for do, may in now.items() if may]
