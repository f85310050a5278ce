"""The only payer: what is on the layout, and every cent that is taken or paid."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from pitboss.log import Event, Sink, recurring
from pitboss.money import PUSH, Cents, Odds
from pitboss.procedure.round import Box, Round, numbered
from pitboss.procedure.steps import Paid, Result, Void
from pitboss.table.events.rounds import (
    Bet,
    EnvyPaid,
    Settled,
    SlipWritten,
    StakeAdded,
    StakeCollected,
    WinsLimited,
)
from pitboss.table.houses.offers import filed_envy, offers_envy
from pitboss.table.houses.opening import Open
from pitboss.table.irregularities import unfed
from pitboss.table.log.ledger import Layout, retained_bets, reversing_entries, settled
from pitboss.table.money.awards import Awards
from pitboss.table.money.settlement import due, moments, tours
from pitboss.wagers.offer import NO_HAND, Offer, Price, carrier_of, clause

NOTHING = Fraction(0)
stake_added = recurring(StakeAdded)


Due = tuple[Price, Fraction, Cents]
"""The outcome of one stake, what it wins within a limit for all, and its award of a meter."""


class Payer:
    """Takes and pays every stake of a round."""

    def __init__(self, opened: Open, layout: Layout, awards: Awards, log: Sink) -> None:
        self.opened, self.layout, self.awards = opened, layout, awards
        self._log = log
        self._rounding = (opened.house.unit, opened.house.odd_cents == "up")
        self._tours = tours(opened.terms, opened.offers)
        self._promised: Cents = 0
        """What boxes have won that the dealer has not come to yet."""
        self._extra = moments(opened.terms, opened.extras)
        collected = {key for key, each in opened.offers.items() if each.wager.collected}
        self._locked = frozenset(collected | {key for key, fed in opened.fed.items() if fed})
        """Wagers whose stake is racked, or feeds a meter, before the deal."""

    # -- stakes ----------------------------------------------------------------------------------

    def stake(self, box: int, on: str, cents: Cents, to: str = "") -> None:
        """Money is added after the deal, for the player or as a bet for the dealer."""
        self._log(stake_added(box, self.layout.boxes[box].player, on, cents, to))

    def lock(self, table: Round) -> None:
        """Progressive stakes feed their meters, and are racked if the law says so."""
        if not self._locked:
            return
        stakes = [(box, key) for box in table.boxes for key in box.stakes if key in self._locked]
        meters = self.opened.meters.values()
        if stakes and any(each.terms.fed_in == "order placed" for each in meters):
            bets = [each for each in self.layout.events if isinstance(each, Bet)]
            placed = [(table.box(bet.box), bet.wager) for bet in bets]
            stakes = [
                (box, key) for box, key in placed if key in box.stakes and key in self._locked
            ]
        for box, key in stakes:
            cents, offered = box.stakes[key], self.opened.offers.get(key)
            if offered and offered.wager.collected:
                self._log(StakeCollected(box.number, key, cents))
            for name in self._fed(box, key):
                self.awards.feed(name, box, key, cents)

    def _fed(self, box: Box, key: str) -> Iterable[str]:
        """The meters that a stake at this box feeds."""
        for name in self.opened.fed.get(key, ()):
            metered = self.opened.meters[name]
            if not metered.is_mystery or metered.qualifies in box.placed:
                yield name

    def give_back(self, box: int, wager: str) -> None:
        """Return one wager before the deal, by a reversing entry."""
        for each in reversing_entries(self.layout.boxes[box]):
            if each.wager == wager:
                self._log(each)

    # -- settling --------------------------------------------------------------------------------

    def result(self, step: Result) -> None:
        """A stake that the procedure settles, and the bet for the dealer that rides on it."""
        box = self.layout.boxes[step.box]
        self._pay(box, step, step.on, step.cents)
        if box.tips and (on := numbered(step.on, step.hand)) in box.tips:
            tip = box.tips[on]
            part = tip - math.floor(tip * (1 - step.tip))
            self._pay(box, step, on, part, "player" if step.pays == PUSH else "dealer")

    def _pay(self, box: Box, step: Result, on: str, cents: Cents, to: str = "") -> None:
        pays, back, odd = _priced(step.pays, cents, *self._rounding)
        if back > cents:
            back = cents + self._within_table(back - cents)
        made = (box.number, box.player, on, cents, cents, pays, step.why, back)
        self._log(settled(*made, 0, to, odd, step.clause))

    def is_due(self, table: Round, moment: str, only: int | None, wager: str = "") -> bool:
        """Whether a side wager is taken or paid at this moment."""
        return any(
            key in box.stakes
            and (not tour.losers or due(table, box, offered, box.stakes[key]).is_lost)
            for tour in self._tours.get(moment, ())
            for key, offered in tour.wagers
            if wager in ("", key)
            for box in tour.boxes(table, only)
        )

    def worth(self, step: Result) -> Cents:
        """What a result pays back of its stake."""
        return _priced(step.pays, step.cents, *self._rounding)[1]

    def settle(
        self, table: Round, moment: str, only: int | None, wager: str = ""
    ) -> tuple[Paid, ...]:
        """Every side wager that is due at this moment, or one of them, box by box."""
        paid: list[Paid] = []
        for tour in self._tours.get(moment, ()):
            boxes = tour.boxes(table, only)
            plans = [
                (key, offered, self._plan(table, key, offered, boxes, tour.losers))
                for key, offered in tour.wagers
                if wager in ("", key)
            ]
            for box in boxes:
                for key, offered, plan in plans:
                    due_here = plan.get(box.number)
                    if due_here and (won := self._settle_stake(table, box, key, offered, due_here)):
                        paid.append(Paid(box.number, key, won))
        for key, offered in self._extra.get(moment, ()):
            if wager in ("", key):
                self._settle_extra(table, key, offered, only)
        return tuple(paid)

    def _plan(
        self, table: Round, key: str, offered: Offer, boxes: list[Box], losers: bool
    ) -> dict[int, Due]:
        """One wager at all its boxes before any is paid: awards shared, limits kept."""
        found: dict[int, Due] = {}
        winners: list[Box] = []
        prices: list[Price] = []
        for box in boxes:
            stake = box.stakes.get(key)
            if stake is None:
                continue
            price = due(table, box, offered, stake)
            if losers and not price.is_lost:
                continue
            found[box.number] = price, NOTHING, 0
            if price is not NO_HAND:
                winners.append(box)
                prices.append(price)
        if winners:
            awards: dict[int, Cents] = {}
            if any(price.share for price in prices):
                awards = self.awards.claim(key, offered, winners, prices)
            wins = self._limited(key, offered, prices)
            self._promised += sum(map(math.ceil, wins))
            lit = [box for box, price in zip(winners, prices, strict=True) if not price.is_lost]
            self.awards.system.illuminate(offered.wager, lit)
            for box, price, win in zip(winners, prices, wins, strict=True):
                found[box.number] = price, win, awards.get(box.number, 0)
        return found

    def _settle_stake(self, table: Round, box: Box, key: str, offered: Offer, plan: Due) -> Cents:
        """Take or pay one stake, and what goes with it; what it won."""
        found, win, award = plan
        stake, won, odd, slip = box.stakes[key], 0, "", 0
        if win is not NOTHING:
            self._promised -= math.ceil(win)
            won, odd = rounded(win, *self._rounding)
        held = 0 if key in box.racked else stake
        back = won + (stake if found.returned else 0)
        if won or award:
            slip, by_slip = self.awards.slip(box, key, offered, found, won, award)
            back -= by_slip
        made = box.number, box.player, key, stake, held, found.pays, found.why, back
        self._log(settled(*made, slip, "", odd, offered.wager.cite))
        if found.envy:
            self._envy(table, box, key, offered, found)
        if key in box.tips:
            self._settle_tip(table, box, key, offered)
        return won + award

    def _limited(self, key: str, offered: Offer, dues: list[Price]) -> list[Fraction]:
        """What each wins, within the limit the house posts for all together (reading G-10)."""
        wins = [found.win for found in dues]
        choice, for_all = self.opened.house.wagers.get(key), self._left()
        limit, of = choice.aggregate if choice else None, key
        if for_all is not None and (limit is None or for_all < limit):
            limit, of = for_all, ""
        if limit is None or (whole := sum(wins, NOTHING)) <= limit:
            return wins
        self._log(WinsLimited(of, math.floor(whole), limit))
        if offered.terms.over_limit == "in settlement order":
            left = Fraction(limit)
            given = []
            for win in wins:
                given.append(min(win, left))
                left -= given[-1]
            return given
        return [Fraction(math.floor(win * limit / whole)) for win in wins]

    def _left(self) -> Cents | None:
        """What the limit that the house posts for the whole table leaves in this round.

        What was paid stays paid: wagers settled later get what is left. Shares of a meter are the
        players' own money and do not count.
        """
        limit = self.opened.house.aggregate
        if limit is None:
            return None
        return max(0, limit - self._promised - sum(map(_paid, self.layout.events)))

    def _within_table(self, won: Cents) -> Cents:
        """A win within what is left for the whole table."""
        left = self._left()
        if left is None or won <= left:
            return won
        self._log(WinsLimited("", won, left))
        return left

    def _settle_tip(self, table: Round, box: Box, key: str, offered: Offer) -> None:
        """A bet for the dealer is paid at the odds of the player's own."""
        tip = box.tips[key]
        found = due(table, box, offered, tip)
        won, odd = rounded(found.win, *self._rounding)
        to = "player" if found.returned and not won else "dealer"
        won = self._within_table(won)
        back = won + (tip if found.returned else 0)
        made = (box.number, box.player, key, tip, tip, found.pays, found.why, back)
        self._log(settled(*made, 0, to, odd, offered.wager.cite))

    def meter_hand(self, table: Round, number: int) -> tuple[str, str, str] | None:
        """The wager, hand and clause for which the dealer stops, if a box has won from a meter."""
        box = table.box(number)
        for key, offered in self.opened.offers.items():
            if not self.opened.play.side_duties[key].stops or key not in box.stakes:
                continue
            found = due(table, box, offered, box.stakes[key])
            if found.share:
                return key, found.why, clause(offered.wager, offered.wager.stops)
        return None

    # -- what comes with another wager -------------------------------------------------------------

    def _settle_extra(self, table: Round, key: str, offered: Offer, only: int | None) -> None:
        """A bonus or envy that comes with another wager (633c.10(h)(5), 633c.13(i))."""
        wager = offered.wager
        if not offered.terms.offered:
            return
        base = carrier_of(wager, offered.terms)
        for box in reversed(table.live):
            if only not in (None, box.number) or not box.placed.keys() >= {*wager.requires}:
                continue
            stake = box.placed[base]
            if wager.requires_least and stake < wager.requires_least:
                continue
            found = due(table, box, offered, stake)
            if not found.win:
                continue
            if wager.role == "envy":
                self._pay_others(table, box, base, key, offered, math.floor(found.win), found.why)
            else:
                won, odd = rounded(found.win, *self._rounding)
                won = self._within_table(won)
                made = (box.number, box.player, key, 0, 0, found.pays, found.why, won)
                self._log(settled(*made, odd=odd, clause=wager.cite))

    def _envy(self, table: Round, box: Box, key: str, offered: Offer, found: Price) -> None:
        """What the others, or the dealer, get for a hand at this box."""
        wager = offered.wager
        if wager.envy_to == "dealer":
            to = self.opened.terms.lucky_george_to
            cents = self._within_table(found.envy)
            self._log(EnvyPaid(box=box.number, wager=key, cents=cents, why=found.why, to=to))
        elif wager.envy_to == "other players" and offers_envy(offered):
            cents = filed_envy(offered, found.envy)
            self._pay_others(table, box, key, key, offered, cents, found.why)

    def _pay_others(
        self, table: Round, box: Box, base: str, key: str, offered: Offer, cents: Cents, why: str
    ) -> None:
        """Everyone else with the wager is paid, never the winner's own second box (G-4)."""
        own = offered.terms.envy_to_own_box
        for other in table.live:
            mine = other.player == box.player and not (own and other is not box)
            if base in other.placed and not mine:
                self._log(
                    EnvyPaid(
                        box=other.number,
                        player=other.player,
                        wager=key,
                        cents=self._within_table(cents),
                        why=f"{why} at box {box.number}",
                        to="player",
                    )
                )

    # -- giving back -----------------------------------------------------------------------------

    def void(self, table: Round, step: Void) -> None:
        """Return what a box, or every box, still has in play, or take it if it is `lost`.

        After a misdeal players retain bets already lost as well, where the law says so.
        """
        for box in table.boxes:
            if step.box not in (None, box.number):
                continue
            back = reversing_entries(box, step.lost)
            if step.wagers:
                back = [each for each in back if each.wager in step.wagers]
            if step.retained:
                back += retained_bets(box, self.layout.events, step.clause)
            for each in back:
                self._log(each)
                if not step.lost:
                    for fed in unfed(self.opened.house, self.layout, self.awards.meters, each):
                        self._log(fed)


def _paid(event: Event) -> Cents:
    """What an event pays from the house's money, beyond a stake that lay on the layout."""
    match event:
        case Settled() if event.why not in ("void", "misdeal"):
            return max(0, event.back - event.held)
        case EnvyPaid():
            return event.cents
        case SlipWritten(fund="house"):
            return event.cents
    return 0


@lru_cache(maxsize=1 << 14)
def _priced(pays: Odds, cents: Cents, unit: Cents, up: bool) -> tuple[str, Cents, str]:
    """The odds in words, what is paid back, and its fraction of a unit."""
    kept = cents if pays.returned else 0
    won, odd = rounded(pays.gross(cents) - kept, unit, up)
    return str(pays), won + kept, odd


@lru_cache(maxsize=1 << 14)
def rounded(exact: Fraction, unit: Cents, up: bool) -> tuple[Cents, str]:
    """Whole units, and the fraction that the house's rounding rule decided."""
    if exact.denominator == 1 and not exact.numerator % unit:
        return exact.numerator, ""
    units = math.ceil(exact / unit) if up else math.floor(exact / unit)
    paid = units * unit
    return paid, f"{exact - paid} {'up' if up else 'down'}"
