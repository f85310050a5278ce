"""The layout as people see it: boxes, hands, the dealer, questions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pitboss.cards import Card
from pitboss.hands import Total, total
from pitboss.procedure import AskStake, Hand
from pitboss.server import messages as told
from pitboss.server.looking import Looker, Standing
from pitboss.table.names import named
from pitboss.table.view import HIDDEN


@dataclass(frozen=True)
class Drawing:
    """The layout at one moment."""

    at: Standing
    names: Mapping[str, str]

    def dealer(self) -> told.DealerTold:
        layout = self.at.table.round
        cards = self.at.sight.dealers(layout.dealer) if layout else []
        value = self._worth(cards)
        return told.DealerTold(
            cards=cards, total=value.points if value else None, soft=bool(value and value.soft)
        )

    def positions(self) -> dict[str, told.PositionTold]:
        """Hands on the felt that terminals share."""
        table = self.at.table
        made = {}
        for number in range(1, table.opened.procedure.positions(table.opened.play) + 1):
            cards = self.at.sight.positions.get(str(number), [])
            value = self._worth(cards)
            there = [box.number for box in table.boxes.values() if box.position == number]
            waiting = {pending.step.box for pending in table.asked.values()}
            made[str(number)] = told.PositionTold(
                cards=cards,
                total=value.points if value else None,
                soft=bool(value and value.soft),
                terminals=len(there),
                decided=len({*there} - waiting) if waiting else None,
            )
        return made

    def box(self, number: int, mine: bool = False) -> told.BoxTold:
        """A box as its player sees it, or everybody else."""
        table = self.at.table
        layout = table.round
        box = table.boxes.get(number)
        lying = self.at.sight.lying.get(number, ())
        own = box.dealer if box and layout else None
        return told.BoxTold(
            number=number,
            player=box.player if box else self.at.seats.get(number),
            position=box.position if box else self.at.chosen.get(number, 0),
            stakes=dict(box.stakes) if box else {},
            placed=dict(box.placed) if box else {},
            tips=dict(box.tips) if box else {},
            hands=[self.hand(hand, mine) for hand in box.hands] if box else [],
            lying=[each.shown for each in lying],
            dealer=None if own is None else [str(card) for card in own],
            results=self.results.get(number, []),
        )

    def hand(self, hand: Hand, mine: bool) -> told.HandTold:
        cards = self.at.sight.hand(hand, mine)
        known = HIDDEN not in cards and not hand.game and self.at.table.opened.terms.totals
        return told.HandTold(
            name=hand.name,
            number=hand.number,
            cards=cards,
            total=hand.total.points if known and cards else None,
            soft=known and hand.total.soft,
            bust=known and hand.total.bust,
            natural=known and hand.natural,
            stake=hand.stake,
            turn=any(pending.step.of == hand.name for pending in self.at.table.asked.values()),
            over=hand.over,
        )

    @cached_property
    def results(self) -> Mapping[int, list[told.ResultTold]]:
        """What became of each box's stakes."""
        made: defaultdict[int, list[told.ResultTold]] = defaultdict(list)
        paid = [event for event in self.at.this_round if event.kind == "validated"]
        awards = {event.get("slip"): int(event.get("cents")) for event in paid}
        for event in self.at.this_round:
            if event.kind == "result":
                get = dict(event.fields).get
                made[int(get("box", ""))].append(
                    told.ResultTold(
                        on=get("on", ""),
                        name=named(get("on", ""), self.names),
                        why=get("why", ""),
                        pays=get("pays", ""),
                        cents=int(get("cents", "")),
                        back=int(get("back", "")),
                        clause=get("clause") or None,
                        slip=int(get("slip", "")) if get("slip") else None,
                        award=awards.get(get("slip", "")),
                        tip=bool(get("to")),
                    )
                )
        return made

    def holds(self, number: int) -> bool:
        """A box with cards that only its player may see."""
        box = self.at.table.boxes.get(number)
        return bool(box and any(hand.held for hand in box.hands))

    def asks(self, who: Looker) -> Iterator[told.AskTold]:
        """Open questions: in full for those who may answer them, else only whom they are put to."""
        table = self.at.table
        for number, pending in table.asked.items():
            step, box = pending.step, table.boxes[pending.step.box]
            deadline = self.at.deadlines.get(number) if table.seconds else None
            seconds = table.seconds or None
            if not who.player or box.player != who.player:
                yield told.AskTold(number=number, of=step.of, box=step.box)
            elif isinstance(step, AskStake):
                yield told.AskTold(
                    number=number,
                    of=step.of,
                    box=step.box,
                    about=named(step.wager, self.names),
                    wager=step.wager,
                    most=step.most,
                    least=step.least,
                    tip=step.tip,
                    clause=step.clause or None,
                    deadline=deadline,
                    seconds=seconds,
                )
            else:
                yield told.AskTold(
                    number=number,
                    of=step.of,
                    box=step.box,
                    about=step.about,
                    may=[
                        told.MayTold.of(option, step.keys[option.word]) for option in step.options
                    ],
                    clause=step.clause or None,
                    otherwise=step.usual.word,
                    deadline=deadline,
                    seconds=seconds,
                )

    def _worth(self, cards: Sequence[str]) -> Total | None:
        """What the cards that can be seen are worth, where totals are played for."""
        shown = [Card.parse(card) for card in cards if card != HIDDEN]
        if not shown or not self.at.table.opened.terms.totals:
            return None
        return total(shown)
