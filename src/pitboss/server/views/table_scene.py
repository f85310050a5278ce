"""A table as one person may see it: the round as the log shows it to that person, and what the
server knows about seats, money and time.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final

from pitboss.errors import sentence
from pitboss.games.log_words import question
from pitboss.log import Event, show_moment
from pitboss.procedure.round import Box
from pitboss.procedure.steps import AskStake, Effect
from pitboss.server.messages import layout_messages, table_messages
from pitboss.server.messages.message import as_sent
from pitboss.server.tables.commands import SIGNS
from pitboss.server.tables.live_table import LiveTable, Story
from pitboss.server.tables.player_session import PlayerSession
from pitboss.server.views.felt_view import (
    PlayerMoney,
    faces,
    fixed_view,
    hand_view,
    money_of_all,
    parts_of,
    positions_of,
    total_words,
)
from pitboss.server.views.table_status import (
    Standing,
    called_for,
    dealer_step,
    head_of,
    may_now,
    meters_of,
    next_of,
    phase_of,
    posted_at,
    procedure_lines,
    system_of,
    with_meters,
)
from pitboss.store.people import Person
from pitboss.table.box_view import Reason, SeenBox, poker_hand
from pitboss.table.events.rounds import Settled, Voided
from pitboss.table.log import narrator
from pitboss.table.log.mask import box_of
from pitboss.table.table_view import SeenRound

LARGE: Final = {"house", "wagers"}
"""Parts of a view that a screen is sent only when it does not have them."""


def table_view(at: LiveTable, who: Person) -> table_messages.TableView:
    """Everything that a screen needs to draw the table for one person."""
    return Scene(at).view(who)


@dataclass(slots=True)
class SharedScene:
    """What everybody who sees the same cards sees of a table: it is written once for all."""

    members: dict[str, Any]
    """The fields of a `SharedView`."""
    text: bytes
    """The fields as they are sent, in JSON, except the large ones."""
    money: dict[str, PlayerMoney]
    asks: list[table_messages.AskView]
    """Every open question, as seen by those who are not asked."""


class Scene:
    """A table at one moment, for any number of people: what several share is made only once."""

    def __init__(self, at: LiveTable) -> None:
        self.at, self.fixed, self.phase = at, fixed_view(at.table.opened), phase_of(at)
        self._alike, self._next = self._for_all(), next_of(at)
        self._called = called_for(at)
        self.drawn: dict[str, Mapping[int, layout_messages.BoxView]] = {}
        """Viewer → the boxes with a stake, if the steps have already drawn them."""
        self._idle, self._cutter = at.is_idle, at.table.cut_offered_to
        self._asked = at.asked
        self._seats: dict[str, list[int]] = {}
        """Player → boxes."""
        for number, name in sorted(at.seats.items()):
            self._seats.setdefault(name, []).append(number)
        self._shared: dict[str, SharedScene] = {}
        self._may: dict[Standing, list[str]] = {}
        self._said: dict[tuple[int, str, bool, str], str] = {}

    def view(self, who: Person) -> table_messages.TableView:
        """The table as one person may see it."""
        seen, shared = self._for_these_eyes(who)
        return table_messages.TableView(**shared.members, **self._own(seen, shared, who))

    def text(self, who: Person, has: Mapping[str, bytes] = MappingProxyType({})) -> bytes:
        """The view as it is sent to a screen that has some of the large parts already."""
        seen, shared = self._for_these_eyes(who)
        own = as_sent(self._own(seen, shared, who))
        new = [
            b'"%b":%b,' % (name.encode(), text)
            for name, text in self.large.items()
            if has.get(name) != text
        ]
        return b"{%b%b,%b" % (b"".join(new), shared.text, own[1:])

    @cached_property
    def large(self) -> Mapping[str, bytes]:
        """The parts that are half of a view and hardly ever change, as they are sent."""
        wagers = self.fixed.wagers_text
        if self.at.table.opened.fed:
            wagers = as_sent(self._alike["wagers"])
        return {"house": self.fixed.house_text, "wagers": wagers}

    def _for_these_eyes(self, who: Person) -> tuple[SeenRound, SharedScene]:
        seen, eyes = self.at.seen_by(who.player), self.at.eyes_of(who.player)
        if eyes not in self._shared:
            made = {**self._alike, **self._layout(seen, self.drawn.get(eyes, {}))}
            text = as_sent({k: v for k, v in made.items() if v is not None and k not in LARGE})
            asks = [
                table_messages.AskView(
                    number=number, of=ask.of, box=box_of(ask.of), **self._time(number)
                )
                for number, ask in seen.asks.items()
            ]
            self._shared[eyes] = SharedScene(made, text[1:-1], money_of_all(seen), asks)
        return seen, self._shared[eyes]

    def _own(self, seen: SeenRound, shared: SharedScene, who: Person) -> dict[str, Any]:
        """What nobody else needs to know: the members of an `OwnView`."""
        at, staff = self.at, who.role in ("dealer", "floor")
        heard = "The dealer calls." if who.role == "player" and at.called else self._called
        lying, owed = shared.money.get(who.player, (0, 0))
        balance = at.balance(who.player)
        you: dict[str, Any] = {
            "name": who.name,
            "role": who.role,
            "boxes": self._seats.get(who.player, []),
            "balance": balance - owed if who.player else 0,
            "in_play": lying,
        }
        if self._idle and (refill := at.purse(who.player) - balance):
            you["refill"] = refill
        own: dict[str, Any] = {
            "you": you,
            "asks": self._asks(seen, shared, who.player),
            "story": self._story(seen, who),
            "may_go_wrong": self.fixed.may_go_wrong if staff else [],
            "called": heard,  # the dealer's own words are for the staff
            "next": self._next.player if who.role == "player" else self._next.staff,
            "procedure": procedure_lines(at) if staff else [],
            "moved": at.moved if staff else {},
            "may": self._may_now(who),
        }
        if staff and (step := dealer_step(at)):
            own["step"] = step
        return own

    def _may_now(self, who: Person) -> list[str]:
        """The commands that this person may give: the same for everyone in the same position."""
        stands = Standing(
            role=who.role,
            seated=who.name in self._seats,
            asked=bool(who.player) and who.player in self._asked,
            deals=who.role == "dealer" and who.name == self.at.dealer,
            mixed=who.player in self.at.table.decks.mixers,
            may_cut=self._cutter in ("", who.player),
        )
        if stands not in self._may:
            self._may[stands] = may_now(self.at, stands)
        return self._may[stands]

    def _for_all(self) -> dict[str, Any]:
        """What everyone may know, whichever cards they see."""
        at, table, opened, shoe = self.at, self.at.table, self.at.table.opened, self.at.shoe
        decks, cuts = table.decks, self.fixed.cuts
        step = decks.todo[0] if decks.todo and opened.house.has_dealer else ""
        return {
            **head_of(at),
            "house": self.fixed.house,
            "phase": self.phase,
            "round": table.rounds,
            "wagers": [with_meters(at, wager) for wager in self.fixed.wagers]
            if opened.fed
            else self.fixed.wagers,
            "shoe": layout_messages.ShoeView(
                number=table.shoes.number,
                dealt=table.shoes.dealt,
                commit=shoe.commit if shoe else "",
                source=shoe.source if shoe else "",
                cut=[cuts[0], cuts[-1]] if decks.uncut else [],
                cutter=table.cut_offered_to,
                due=not table.shoes.number or opened.delivery.is_due(table.shoes.dealt, False),
                mixed=decks.mixed,
            ),
            "decks": layout_messages.DecksInUse(
                step=step,
                signed_by=[*SIGNS[step]] if step else [],
                due=show_moment(decks.due) if decks.due else "",
                warning=decks.warning(decks.clock()),
            ),
            "meters": meters_of(at, opened.meters),
            "system": system_of(at),
            "posted": posted_at(at),
        }

    # -- the layout ------------------------------------------------------------------------------

    def _layout(
        self, seen: SeenRound, drawn: Mapping[int, layout_messages.BoxView]
    ) -> dict[str, Any]:
        """What is on the layout, and what has happened to it; some boxes may be drawn already."""
        there = {n: box for n, box in drawn.items() if box.away == self._is_away(box.player)}
        return {
            "boxes": [
                there.get(n) or self.box(seen, n) for n in range(1, seen.opened.house.boxes + 1)
            ],
            **self.outside(seen),
            "irregularities": [
                table_messages.IrregularityView.from_record(event, kind=event.what)
                for event in seen.irregularities
            ],
            "voided": next(
                (
                    narrator.narrate(event, self.fixed.names)
                    for event in reversed(seen.events)
                    if isinstance(event, Voided)
                ),
                "",
            ),
        }

    def outside(self, seen: SeenRound) -> dict[str, Any]:
        """What is on the layout outside the boxes."""
        return {
            "dealer": self._dealer(seen),
            "community": faces(seen.community),
            "exposed": faces(seen.exposed),
            "positions": dict(positions_of(seen)),
            "slips": [
                table_messages.TableSlipView.from_record(
                    slip, says=narrator.narrate(slip, self.fixed.names)
                )
                for slip in seen.slips.values()
            ],
        }

    def _dealer(self, seen: SeenRound) -> layout_messages.DealerView:
        """The dealer's hand."""
        value = seen.worth(seen.dealer)
        draws = bool(value and seen.opened.terms.dealing.dealer.draws(value))
        return layout_messages.DealerView(
            cards=faces(seen.dealer),
            total=value.points if value else None,
            soft=bool(value and value.soft),
            draws=draws,
            name=self.at.dealer,
            reads=poker_hand(seen, seen.dealer) or total_words(value, draws),
            parts=parts_of(seen, seen.dealer, seen.low),
        )

    def box(self, seen: SeenRound, number: int) -> layout_messages.BoxView:
        """A box, with what is staked and dealt there or with the player who sits there."""
        box = seen.boxes.get(number)
        if not box or self.at.has_left(number, box.chips.player):
            sits, position = self.at.seats.get(number, ""), self.at.chosen.get(number, 0)
            box = SeenBox(Box(number, sits, position=position))
        player = box.chips.player or None
        return layout_messages.BoxView(
            number=number,
            player=player,
            away=self._is_away(player),
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
        """Whether a seated player has no screen that shows the table."""
        return player is not None and not self.at.watching[player]

    def _result(self, seen: SeenRound, event: Settled, why: Reason) -> layout_messages.ResultView:
        """What happened to a stake, as its player hears it."""
        award = seen.awards.get(event.slip)
        return layout_messages.ResultView.from_record(
            event,
            on=event.wager,
            name=narrator.named(event.wager, self.fixed.names),
            words=sentence(narrator.grounds(why.words, event.pays, won=narrator.is_won(event))),
            came_to=narrator.outcome(event, award or 0),
            cards=list(why.cards),
            hand=why.hand,
            clause=event.clause or None,
            slip=event.slip or None,
            award=award,
            tip=bool(event.to),
        )

    # -- words -----------------------------------------------------------------------------------

    def _asks(
        self, seen: SeenRound, shared: SharedScene, player: str
    ) -> list[table_messages.AskView]:
        """Open questions: in full for those who may answer them, for others only who is asked."""
        if not shared.asks or self.at.is_stopped:
            return []
        own = {n for n, box in seen.boxes.items() if player and box.chips.player == player}
        return [self._in_full(ask.number) if ask.box in own else ask for ask in shared.asks]

    def _time(self, number: int) -> dict[str, Any]:
        """How long a question is still waited for, and how long it is at most."""
        together = bool(self.at.table.seconds)
        left = round(self.at.left(number), 1)
        return {"left": left, "seconds": self.at.seconds, "together": together}

    def _in_full(self, number: int) -> table_messages.AskView:
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
            about = narrator.named(step.wager, self.fixed.names)
            return table_messages.AskView(**said, about=about, question=about, wager=step.wager)
        keys = step.keys
        may = [table_messages.OptionView.of(each, keys[each.word]) for each in step.options]
        said |= {"about": step.about, "question": question(step.about) or None}
        said["totals"] = step.totals
        said["of_all"] = any(each.effect is Effect.EXCHANGE for each in step.options) or None
        return table_messages.AskView(**said, may=may, otherwise=step.cheapest.word)

    def _story(self, seen: SeenRound, who: Person) -> list[str]:
        """The round in words for one person: results, slips, awards and irregularities.

        The story of an earlier part of the round is not worked out again.
        """
        told = self.at.stories.get(who.player)
        if told is None or told.seen is not seen:
            told = self.at.stories[who.player] = Story(seen)
        new = zip(seen.events[told.events :], seen.whys[told.events :], strict=True)
        told.lines += filter(None, (self.said(event, who, why) for event, why in new))
        told.events = len(seen.events)
        return list(told.lines)

    def said(self, event: Event, who: Person, why: str) -> str:
        """What one person hears of an event; empty if nothing is said.

        All players hear the same about what happens to somebody else, and so do all who are not
        players. What a player's own stakes came to is with their results.
        """
        if not narrator.is_heard(event) or (
            isinstance(event, Settled) and event.player == who.player
        ):
            return ""
        to = who.player if getattr(event, "player", "") == who.player else ""
        key = id(event), why, who.role == "player", to
        if key not in self._said:
            tell = narrator.tell_player if who.role == "player" else narrator.narrate
            self._said[key] = tell(event, self.fixed.names, to, why)
        return self._said[key]


def session_view(session: PlayerSession) -> table_messages.PlayerSessionView:
    """A player's own session."""
    return table_messages.PlayerSessionView.from_record(
        session,
        minutes=int((time.monotonic() - session.began) // 60),
        minutes_left=None if session.ends is None else session.minutes_left,
    )
