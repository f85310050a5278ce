"""The decks at a table: received, inspected, washed, cut, and changed when their time is up."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, get_args

from pitboss.errors import NotAllowed, UnknownName
from pitboss.log import Event, Sink, show_moment
from pitboss.table.cards.seeds import mixed
from pitboss.table.cards.shoes import Shoes
from pitboss.table.events.rounds import RoundOpened
from pitboss.table.events.shoes import (
    CardDealt,
    CardsWashed,
    DecksInspected,
    DecksReceived,
    InspectionVerified,
    ShoeCommitted,
    ShoeCut,
    ShoeMixed,
    ShoeReshuffled,
)
from pitboss.table.houses.opening import Open
from pitboss.table.log.ledger import Layout
from pitboss.table.log.mask import box_of

Clock = Callable[[], datetime | None]
"""Returns the time; `None` where nobody keeps time."""
Step = Literal["receive", "inspect", "verify", "wash"]
STEPS: Final[tuple[Step, ...]] = get_args(Step)
SOFTWARE: Final = "software"
"""Who prepares the decks at a table that no dealer deals at."""
DEALER: Final = "dealer"
"""Who cuts if no player does."""
MOST_WORDS: Final = 64
"""Characters that one player may add to a shoe."""
NOTICE: Final = timedelta(minutes=30)
"""How long before decks must be changed a warning is given."""
MUST: Final[dict[Step, str]] = {
    "receive": "new decks come to the table",
    "inspect": "the dealer inspects the decks",
    "verify": "the floorperson verifies the inspection",
    "wash": "the cards are washed",
}


def no_clock() -> None:
    """Nobody keeps time."""


def system_clock() -> datetime:
    """The time of the system, to the second."""
    return datetime.now(UTC).replace(microsecond=0)


class Decks:
    """What is done with the decks before cards are dealt from them."""

    def __init__(
        self, opened: Open, shoes: Shoes, layout: Layout, log: Sink, clock: Clock = no_clock
    ) -> None:
        self._opened, self._shoes, self._layout, self._log = opened, shoes, layout, log
        self.clock = clock
        self._delivery, self._terms = opened.delivery, opened.deck_terms
        self.todo: list[Step] = self._steps()
        """What must still be done before a round."""
        self.since: datetime | None = None
        """When the decks in use were opened, if anybody keeps time."""
        self.cutter = ""
        """Who is offered the cut."""
        self.uncut = False
        """A new shoe is to be cut before its first card."""
        self.mixers: set[str] = set()
        """Who has added words to the shoe in use."""
        self.mixed = ""
        """A hash of what they have added."""
        self.cut_at = 0
        """Where the shoe in use was cut."""
        self.at: datetime | None = None
        """When the round was opened, if anybody keeps time."""
        self._inspector = ""

    # -- before a round --------------------------------------------------------------------------

    def before_round(self) -> bool:
        """Make the decks ready for a round; returns whether a new shoe was shuffled.

        Software prepares the decks automatically; otherwise the round waits for people.
        """
        now = self._now()
        alone = not self._opened.house.has_dealer
        if self._is_over(now):
            if not alone:
                raise NotAllowed(f"{self._in_use()} change them first.", self._clause("deck_life"))
            self._take("receive", SOFTWARE, now)
        if self.todo and not alone:
            step = self.todo[0]
            raise NotAllowed(f"a round cannot be opened until {MUST[step]}.", self._clause(step))
        for step in tuple(self.todo):
            self._take(step, SOFTWARE, now)
        self.since, self.at = self.since or now, now
        return self._delivery.after_bets or self.shuffle()

    def prepare(self, step: str, by: str) -> None:
        """A person takes the next step with the decks; `receive` is always the first."""
        if step not in STEPS:
            raise UnknownName("step with the decks", step, STEPS)
        if not by.strip() or by == SOFTWARE:
            raise NotAllowed(f"A person signs for the decks by name, not {by!r}.")
        if step != "receive" and step not in self.todo:
            raise NotAllowed(
                f"The step {step!r} has been done, or is not required, for the decks in use."
            )
        if step != "receive" and step != self.todo[0]:
            raise NotAllowed(f"first {MUST[self.todo[0]]}.", self._clause(self.todo[0]))
        if step == "verify" and by == self._inspector:
            raise NotAllowed(
                f"{by} inspected the decks; someone else must verify them.", self._clause(step)
            )
        self._take(step, by, self._now())

    def _take(self, step: Step, by: str, now: datetime | None) -> None:
        clause = self._clause(step)
        match step:
            case "receive":
                self._log(DecksReceived(decks=self._delivery.all_decks, by=by, at=now))
                self.todo, self.since = self._steps(), now
                self._shoes.change_decks()
                return
            case "inspect":
                self._log(DecksInspected(by=by, clause=clause, at=now))
                self._inspector, self.since = by, self.since or now
            case "verify":
                self._log(InspectionVerified(by=by, clause=clause))
            case "wash":
                self._log(CardsWashed(by=by, how=self._terms.wash or "", clause=clause))
        self.todo.remove(step)

    def _steps(self) -> list[Step]:
        """The steps that the law requires with new decks."""
        terms = self._terms
        steps: list[Step] = ["inspect"] if terms.inspection else []
        if terms.inspection == "dealer and floorperson":
            steps.append("verify")
        if terms.wash and terms.decks_received != "pre-inspected and reshuffled":
            steps.append("wash")
        return steps

    def resume(self, begun: RoundOpened, fresh: bool) -> None:
        """Resume from a round that was already begun."""
        self.todo = []
        self.cutter, self.since, self.cut_at = begun.cutter, begun.decks, begun.cut
        self.mixed = begun.mixed
        self.uncut = fresh and bool(self._delivery.cuts)

    # -- deck life -------------------------------------------------------------------------------

    @property
    def due(self) -> datetime | None:
        """When the decks in use must have been changed, if anybody keeps time."""
        life = self._opened.deck_life
        return self.since + timedelta(hours=life) if life and self.since else None

    def warning(self, now: datetime | None) -> str:
        """A warning shortly before the time of the decks is up, and after; otherwise empty."""
        if self.due is None or now is None or now < self.due - NOTICE:
            return ""
        return f"{self._in_use()} change them by {show_moment(self.due)}."

    def _in_use(self) -> str:
        hours, since = self._opened.deck_life, show_moment(self.since) if self.since else ""
        return f"the decks have been in use since {since}, for {hours} hours at most:"

    def _is_over(self, now: datetime | None) -> bool:
        return now is not None and self.due is not None and now >= self.due

    def _now(self) -> datetime | None:
        return self.clock() if self._opened.deck_life else None

    # -- the shuffle and the cut -----------------------------------------------------------------

    def shuffle(self) -> bool:
        """If a new shoe is due, open the spent one and commit the new one; returns whether it was
        due.
        """
        made: list[Event] = self._shoes.before_round()
        fresh = bool(made) and any(isinstance(each, ShoeCommitted) for each in made)
        if fresh:
            self.uncut = bool(self._delivery.cuts)
            self.cutter = self._got_cut_card() if self.uncut else ""
            self.cut_at, self.mixed = 0, ""
            self.mixers.clear()
        for each in made:
            self._log(each)
        if not fresh:
            self.cutter = ""
        return fresh

    @property
    def may_be_mixed(self) -> bool:
        """Whether one new shoe is committed, and neither cut nor dealt from."""
        is_new = bool(self._shoes.number) and not self._shoes.dealt and not self.cut_at
        is_one = not self._delivery.double
        return is_new and is_one and self.uncut == bool(self._delivery.cuts)

    def mix(self, by: str, words: str) -> None:
        """A player adds words to the new shoe, whose seed is already committed."""
        if not self.may_be_mixed:
            raise NotAllowed(
                "Words may be added only to a new shoe, before it is cut or dealt from."
            )
        if by in self.mixers:
            raise NotAllowed(f"{by} has already added words to shoe {self._shoes.number}.")
        if not 1 <= len(words) <= MOST_WORDS or not words.isprintable():
            raise NotAllowed(f"Add 1 to {MOST_WORDS} printable characters.")
        self.mixers.add(by)
        self.mixed = mixed(self.mixed, words)
        self._shoes.mix(self.mixed)
        self._log(ShoeMixed(shoe=self._shoes.number, by=by, words=words, mixed=self.mixed))

    def cut(self, by: str, at: int, passed: bool = False) -> None:
        """Cut the new shoe after this many cards; the player who got the cut card may, or `passed`.

        Then, and for the first shoe, any player may volunteer.
        """
        clause, cuts = self._opened.terms.clause("cut"), self._delivery.cuts
        if not cuts:
            raise NotAllowed("the cards are not cut here.", clause)
        if self._shoes.dealt or not self._shoes.number:
            raise NotAllowed(
                "the cards may be cut only after the shuffle, before the first card.", clause
            )
        if not self.uncut:
            raise NotAllowed(f"shoe {self._shoes.number} has been cut.", clause)
        if type(at) is not int or at not in cuts:
            where = f"after {cuts[0]} to {cuts[-1]} cards"
            raise NotAllowed(f"shoe {self._shoes.number} must be cut {where}, not {at!r}.", clause)
        another = bool(self.cutter) and by != self.cutter
        if another and by != DEALER and not passed:
            raise NotAllowed(
                f"the cut is offered to {self.cutter}, who got the cut card and has not passed.",
                clause,
            )
        self.uncut, self.cut_at = False, at
        self._shoes.cut(at)
        was = self.cutter if another else ""
        self._log(ShoeCut(shoe=self._shoes.number, at=at, by=by, passed=was))

    def before_deal(self) -> None:
        """If nobody has cut the new shoe, the dealer cuts it in the middle."""
        if self.uncut:
            cuts = self._delivery.cuts
            self.cut(DEALER, cuts[len(cuts) // 2])

    def _got_cut_card(self) -> str:
        """The player to whom the last shoe's cut card came; nobody if it came to the dealer."""
        dealt, before = 0, self._delivery.size - self._delivery.cut
        for event in self._layout.events:
            match event:
                case RoundOpened():
                    dealt = event.dealt
                case ShoeReshuffled():
                    return ""
                case CardDealt():
                    if dealt == before:
                        box = self._layout.boxes.get(box_of(event.to))
                        return box.player if box else ""
                    dealt += 1
        return ""

    def _clause(self, step: str) -> str:
        terms = {"inspect": "inspection", "verify": "inspection"}
        return self._opened.terms.clause(terms.get(step, step))
