"""The progressive table game system of a table: what the dealer presses, sees and counts there.

If software deals, each step is carried out as soon as it is due. Where a dealer deals, the dealer
takes the step, and the game waits until then. If what the dealer saw or counted differs from what
the system has, a floor supervisor decides, since no law says what to do.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from pitboss.errors import NotAllowed, count, either
from pitboss.log import Sink
from pitboss.procedure.round import Box
from pitboss.rulebook.schema import Wager
from pitboss.table.events.rounds import SlipWritten, SystemResolved, SystemUsed
from pitboss.table.houses.opening import Open
from pitboss.wagers.offer import clause

LOCK: Final = "lock"
LIGHTS: Final = "lights"
COUNT: Final = "count"
AWARD_LIGHT: Final = "award light"
AWARD_KEY: Final = "award key"
GAME_OVER: Final = "game over"
BEFORE_THE_DEAL: Final = (LOCK, LIGHTS, COUNT)


@dataclass(frozen=True, slots=True)
class SystemStep:
    """A step that the dealer has yet to take."""

    step: str
    wager: str
    name: str
    clause: str
    boxes: tuple[int, ...] = ()
    """Boxes whose wager the system accepted, or whose award it lights."""
    slip: int = 0
    seen: tuple[int, ...] = ()
    """What the dealer saw, if that differs."""
    chips: int | None = None
    """What the dealer counted, if that differs."""
    wrong: str = ""
    """What differs, if a floor supervisor must decide."""

    def difference(self, boxes: tuple[int, ...], chips: int | None) -> str:
        """How what was seen or counted differs from the system's state; empty if it does not."""
        if self.step == COUNT and chips != len(self.boxes):
            accepted = f"{count(len(self.boxes), 'wager')} accepted on {self.name}"
            return f"{count(chips or 0, 'chip')} counted, {accepted}"
        if self.step not in (LIGHTS, AWARD_LIGHT):
            return ""
        odd = [f"box {n} is lit without a wager" for n in boxes if n not in self.boxes]
        odd += [f"box {n} has a wager and is not lit" for n in self.boxes if n not in boxes]
        return f"{either(odd, 'and')} on {self.name}" if odd else ""


class ProgressiveSystem:
    """The system of one table, and the steps at it that are due."""

    def __init__(self, opened: Open, log: Sink) -> None:
        offered = {**opened.offers, **opened.extras}
        self._wagers = {key: offer.wager for key, offer in offered.items()}
        self._equipped = {key: each for key, each in self._wagers.items() if each.equipment.steps}
        self._dealt_by_hand = opened.house.has_dealer
        self._log = log
        self._over = False
        self.due: list[SystemStep] = []

    @property
    def next(self) -> SystemStep | None:
        """The step that the dealer takes next."""
        return self.due[0] if self.due else None

    @property
    def disputed(self) -> SystemStep | None:
        """The step at which a floor supervisor must decide."""
        return next((step for step in self.due if step.wrong), None)

    # -- when each step is due -------------------------------------------------------------------

    def close_bets(self, boxes: Iterable[Box]) -> None:
        """No more bets: lock-out, lights and the count of chips for the wagers that were made."""
        self._over = False
        made = self._made(boxes)
        for step in BEFORE_THE_DEAL:
            for wager, accepted in made:
                itself = step == LOCK and wager.equipment.lock_at == "the first card"
                if not itself:
                    self._take(step, wager, accepted)

    def begin(self, boxes: Iterable[Box]) -> None:
        """The cards begin: a system that locks itself does so now (58 Pa. Code § 633c.9(a)(2))."""
        for wager, accepted in self._made(boxes):
            if wager.equipment.lock_at == "the first card":
                self._use(_step(LOCK, wager, accepted))

    def illuminate(self, wager: Wager, boxes: Iterable[Box]) -> None:
        """The system lights the awards of these boxes, before they are paid."""
        won = tuple(box.number for box in boxes)
        if wager.equipment.award_light and won:
            self._use(_step(AWARD_LIGHT, wager, won))

    def award(self, key: str, slip: SlipWritten) -> None:
        """An award waits for a floor supervisor: its light is seen, or its key pressed, before."""
        wager = self._wagers[key]
        if self._dealt_by_hand:  # software has seen its own light
            self._take(AWARD_LIGHT, wager, (slip.box,), slip.number)
        if slip.fund == "meter":
            self._take(AWARD_KEY, wager, (slip.box,), slip.number)

    def is_over(self, boxes: Iterable[Box]) -> bool:
        """Whether everything is settled: Game Over is pressed, and no step is due (30-2110(13))."""
        if not self._over:
            self._over = True
            for wager, _ in self._made(boxes, placed=True):
                self._take(GAME_OVER, wager, ())
        return not self.due

    def _made(
        self, boxes: Iterable[Box], placed: bool = False
    ) -> list[tuple[Wager, tuple[int, ...]]]:
        """Wagers with equipment that were made, and the boxes they were made at."""
        if not self._equipped:
            return []
        there = [(box.number, box.placed if placed else box.stakes) for box in boxes]
        made = [
            (wager, tuple(number for number, stakes in there if key in stakes))
            for key, wager in self._equipped.items()
        ]
        return [(wager, at) for wager, at in made if at]

    def _take(self, step: str, wager: Wager, boxes: tuple[int, ...], slip: int = 0) -> None:
        """Take a step now, or let it wait for the dealer; none if the law names no such step."""
        if step not in wager.equipment.steps:
            return
        made = _step(step, wager, boxes, slip)
        if self._dealt_by_hand:
            self.due.append(made)
        else:
            self._use(made)

    def _use(self, step: SystemStep) -> None:
        chips = len(step.boxes) if step.step == COUNT else None
        self._log_step(step, step.boxes, chips)

    def _log_step(self, step: SystemStep, boxes: tuple[int, ...], chips: int | None) -> None:
        seen = () if step.step == COUNT else boxes
        self._log(SystemUsed(step.step, step.wager, step.clause, seen, chips, step.slip))

    # -- what people do --------------------------------------------------------------------------

    def press(self, step: str, boxes: tuple[int, ...], chips: int | None, slip: int) -> None:
        """The dealer takes a step, and says which lights are on or how many chips there are."""
        due = self._due(slip)
        if due.wrong:
            raise NotAllowed(f"{due.wrong}: a floor supervisor decides.", due.clause)
        if step != due.step:
            raise NotAllowed(
                f"the dealer's next step is {due.step} for {due.name}, not {step!r}.", due.clause
            )
        if step == COUNT and chips is None:
            raise NotAllowed(f"say how many chips were counted for {due.name}.", due.clause)
        seen = boxes if step in (LIGHTS, AWARD_LIGHT) else due.boxes
        counted = chips if step == COUNT else None
        self._log_step(due, seen, counted)
        self._compare(due, replace(due, seen=seen, chips=counted))

    def resolve(
        self, by: str, box: int | None, boxes: tuple[int, ...], chips: int | None, why: str
    ) -> SystemStep:
        """A floor supervisor confirms the lights or the chips as they are now, or returns a wager.

        Returns the step as it was: its wager at that box is to be returned.
        """
        due = self.disputed
        if due is None:
            raise NotAllowed("The progressive system is not waiting for a floor supervisor.")
        now = replace(due, seen=boxes, chips=chips)
        if box is not None:
            if box not in due.boxes or due.slip:
                known = either(map(str, () if due.slip else due.boxes)) or "no box"
                raise NotAllowed(f"{due.name} may be returned at {known}, not {box}.", due.clause)
            now = replace(due, boxes=_less(due.boxes, box))
        elif wrong := now.difference(boxes, chips):
            raise NotAllowed(
                f"{wrong}. Check the chips or the lights again, or return a wager.",
                due.clause,
            )
        self._log(SystemResolved(due.step, due.wager, by, box, boxes, chips, why))
        if box is not None:
            self.due = [
                replace(each, boxes=_less(each.boxes, box))
                if each.wager == due.wager and each is not due
                else each
                for each in self.due
            ]
        self._compare(due, now)
        self.due = [each for each in self.due if each.boxes or each.step == GAME_OVER]
        return due

    def check_slip(self, number: int) -> None:
        """Refuse to pay an award whose light was not seen, or whose key was not pressed."""
        for step in self.due:
            if step.slip == number:
                if step.wrong:
                    raise NotAllowed(f"{step.wrong}: resolve that first.", step.clause)
                does = "verifies the light" if step.step == AWARD_LIGHT else "presses the key"
                raise NotAllowed(f"the dealer {does} of slip {number} first.", step.clause)

    def _due(self, slip: int) -> SystemStep:
        found = next((step for step in self.due if slip in (0, step.slip)), None)
        if found is None:
            raise NotAllowed("The progressive system is not waiting for a step.")
        return found

    def _compare(self, due: SystemStep, now: SystemStep) -> None:
        """The step is done if what was seen agrees with the system; otherwise it is disputed."""
        wrong = now.difference(now.seen, now.chips)
        at = self.due.index(due)
        self.due[at : at + 1] = [replace(now, wrong=wrong)] if wrong else []


def _step(step: str, wager: Wager, boxes: tuple[int, ...], slip: int = 0) -> SystemStep:
    cite = clause(wager, wager.equipment.steps[step])
    return SystemStep(step, wager.key, wager.name, cite, boxes, slip)


def _less(boxes: tuple[int, ...], box: int) -> tuple[int, ...]:
    return tuple(number for number in boxes if number != box)
