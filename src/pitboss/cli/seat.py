"""One person at a table: rounds played by hand in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from pitboss.analysis.automatic_player import FLOOR, PLAYER
from pitboss.cli.automatic_play import meters_shown
from pitboss.cli.felt import Felt, tell
from pitboss.cli.paytables import draw_tables
from pitboss.cli.prompt import (
    YES,
    PlayerLeaves,
    each_hand,
    enter_means,
    explain,
    explain_wager,
    how_to_stake,
    matching,
    parse_amount,
    read,
    refuse,
    settings,
    stakes_taken,
)
from pitboss.cli.purse import Purse
from pitboss.cli.screen import KEY, MARK, NAME, SOFT, Screen
from pitboss.errors import NotAllowed, NotationError, count, either, why_refused
from pitboss.games.log_words import question
from pitboss.money import Cents, show_money, show_range
from pitboss.procedure.round import Box
from pitboss.procedure.steps import Ask, AskStake
from pitboss.rulebook.entry_words import stake_words
from pitboss.rulebook.load import Rulebook
from pitboss.table.events.rounds import RoundEnded
from pitboss.table.houses.default_house import FiledHouse, also_played
from pitboss.table.houses.house import show_limits
from pitboss.table.houses.opening import rule_of
from pitboss.table.log.narrator import is_heard, named, names_of
from pitboss.table.money.spots import (
    Spot,
    incomplete,
    later_stake,
    least_for_a_round,
    may_be_asked,
    money_on,
    only_amount,
    position_of,
    refusal,
    spots,
    usual_stake,
)
from pitboss.table.table import Table
from pitboss.wagers.offer import Offer


class Again(Exception):
    """The stakes of a box cannot be combined, so the player is asked for them again."""


class Seat:
    """One person at the first boxes of a table."""

    def __init__(
        self,
        book: Rulebook,
        filed: FiledHouse,
        table: Table,
        purse: Purse,
        screen: Screen,
        boxes: int = 1,
    ) -> None:
        self.book, self.filed, self.table, self.purse = book, filed, table, purse
        self.screen, self.opened = screen, filed.opened
        self.names = names_of(self.opened)
        self.spots = spots(self.opened)
        self.usual: dict[tuple[int, str], Cents] = {}
        """The previous stake on each spot."""
        alone = boxes == 1
        self.called = {n: "You" if alone else f"Box {n}" for n in range(1, boxes + 1)}
        self.felt = Felt(self.opened, PLAYER)
        self.played = 0

    def sit(self, seed: int | None) -> None:
        """Play rounds until the player leaves or has nothing left to bet."""
        self.welcome(seed)
        start = self.purse.cents
        enough = least_for_a_round(self.opened)
        try:
            while self.purse.cents >= enough:
                self.play_round()
            self.screen.print("\nThat is not enough for another round.")
        except (PlayerLeaves, EOFError, KeyboardInterrupt):
            self.finish()
        net = self.purse.cents - start
        change = "even" if not net else f"{show_money(abs(net))} {'up' if net > 0 else 'down'}"
        self.screen.print(
            f"\nYou leave with {show_money(self.purse.cents)}, {change}, "
            f"after {count(self.played, 'round')}."
        )

    def finish(self) -> None:
        """A player who leaves during a round stakes nothing more than necessary."""
        table, drawn = self.table, self.table.pending is not None
        if table.betting and table.boxes:
            table.deal()
        if table.pending:
            self.screen.print("\nYour hands stand.")
            self.read_out()
        while table.pending:
            number, step = table.pending.number, table.pending.step
            if isinstance(step, AskStake):
                if step.least:
                    least = show_money(step.least)
                    self.screen.print(f"Your choice needs a stake: {least}, the minimum.")
                table.answer_stake(number, step.least)
                continue
            chosen = step.cheapest
            if chosen.cost:
                adds = f"{chosen.word} adds {show_money(chosen.cost)}"
                self.screen.print(f"No choice here is free: {adds}.")
            else:
                self.screen.print(f"{self.label(step)}: {chosen.word}.")
            table.answer(number, chosen.word)
            self.call_floor()
        self.call_floor()
        self.read_out()
        if drawn:
            self.felt.draw(self.screen, self.called)

    # -- a round -----------------------------------------------------------------------------------

    def play_round(self) -> None:
        """Stakes, the deal, every choice, the results."""
        self.table.open_round()
        self.read_out()
        for box in self.ask_stakes():
            for key, cents in box.placed.items():
                at = position_of(self.opened, box.number)
                self.table.bet(box.number, PLAYER, key, cents, at)
            for key, cents in box.tips.items():
                self.table.tip(box.number, key, cents)
        self.table.deal()
        self.call_floor()
        while self.table.pending:
            self.read_out()
            self.answer()
            self.call_floor()
        self.read_out()
        self.felt.draw(self.screen, self.called)
        self.screen.print(Text(f"Bankroll {show_money(self.purse.cents)}", style=NAME))
        self.show_meters()

    def call_floor(self) -> None:
        """The floor supervisor sees every hand and validates every slip immediately."""
        while self.table.floor_called:
            self.table.attend(FLOOR)
        for slip in self.table.slips:
            self.table.validate(slip, FLOOR)

    # -- stakes ------------------------------------------------------------------------------------

    def ask_stakes(self) -> list[Box]:
        """What the player bets before the deal; every stake is checked before any is placed."""
        while True:
            made: list[Box] = []
            for number in self.called:
                spent = sum(money_on(self.opened, b.placed, b.tips) for b in made)
                box = self.ask_box(number, self.purse.cents - spent, made)
                if box.placed:
                    made.append(box)
            if made:
                return made
            refuse(self.screen, "Nobody has bet.")

    def ask_box(self, number: int, purse: Cents, others: Sequence[Box]) -> Box:
        """The stakes of one box; none if the player skips it."""
        while True:
            box = Box(number, PLAYER)
            try:
                for spot in self.spots:
                    if may_be_asked(self.opened, spot, box.placed, others):
                        self.ask_spot(box, spot, purse)
                    if spot.must and spot.key not in box.placed:
                        return Box(number, PLAYER)
            except Again:
                continue
            if not box.placed and len(self.called) > 1:
                return box
            if why := incomplete(self.opened, box, self.names):
                refuse(self.screen, why)
                continue
            return box

    def ask_spot(self, box: Box, spot: Spot, purse: Cents) -> None:
        """One stake of a box, with any bet for the dealer."""
        key, tips, tip = spot.key, dict(box.tips), None
        only = only_amount(self.opened, key, box.placed)
        name = self.prefix(box.number) + named(key, self.names)
        while True:
            if only is not None and spot.must:
                cents = only
                rule = rule_of(self.opened, key)
                why = f", {stake_words(rule.stake)}" if rule and rule.stake.equals else ""
                self.screen.print(f"{name}: {show_money(only)}{why}")
            else:
                usual = self.usual_at(box, spot)
                none = not spot.must or len(self.called) > 1
                cents, tip = self.amount(name, key, usual, only, none, tip)
                if not cents and none:
                    self.usual[box.number, key] = 0
                    return
                if not cents:
                    takes = stakes_taken(self.opened, key)
                    refuse(self.screen, f"{name} needs a stake of {takes}; q leaves.")
                    continue
            trial = Box(box.number, PLAYER, placed={**box.placed, key: cents})
            box.tips = tips if tip is None else {**tips, key: tip}
            why = why_refused(self.table.entry.check, PLAYER, key)
            why = why or refusal(self.opened, trial, box.tips, purse)
            if not why:
                box.placed[key] = self.usual[box.number, key] = cents
                return
            box.tips = tips
            refuse(self.screen, why)
            if tip:
                refuse(self.screen, f"{show_money(tip)} for the dealer is kept; tip 0 drops it.")
            if only is not None and spot.must:
                raise Again

    def usual_at(self, box: Box, spot: Spot) -> Cents:
        """What Enter stakes: the same as before, if allowed."""
        usual = usual_stake(self.opened, spot.key, box.placed)
        before = self.usual.get((box.number, spot.key))
        if before is None:
            return usual if spot.must or spot == self.spots[0] else 0
        return usual if before and only_amount(self.opened, spot.key, box.placed) else before

    def amount(
        self,
        name: str,
        key: str,
        usual: Cents,
        only: Cents | None,
        none: bool,
        tip: Cents | None = None,
    ) -> tuple[Cents, Cents | None]:
        """A typed stake, and a bet for the dealer with it; `tip` is one typed before."""
        hint = f"{show_money(usual)}{each_hand(self.opened, key)}" if usual else "none"
        if only is not None:
            name, hint = f"{name} {show_money(only)}, yes or no", "yes" if usual else "no"
        elif none:
            hint += ", 0 for none" if usual else ""
        while True:
            beside = f" with {show_money(tip)} for the dealer" if tip else ""
            typed = read(self.screen, f"{name}{beside} [{hint}]: ")
            if typed == "?":
                explain_wager(self.screen, self.book, self.opened, key)
                continue
            try:
                found = parse_amount(typed, usual, only)
            except NotationError as error:
                refuse(self.screen, f"{error} {how_to_stake(none)}")
                continue
            if found.tip and found.tip > self.purse.cents:
                refuse(self.screen, f"You have {show_money(self.purse.cents)}.")
                continue
            tip = tip if found.tip is None else found.tip
            if found.cents is not None:
                return found.cents, tip or None

    # -- choices -----------------------------------------------------------------------------------

    def answer(self) -> None:
        """One choice, or a stake that may be added now."""
        assert self.table.pending
        number, step = self.table.pending.number, self.table.pending.step
        box = self.table.boxes[step.box]
        self.felt.draw(self.screen, self.called)
        if isinstance(step, AskStake):
            self.add_stake(number, step, box)
        else:
            self.choose(number, step)

    def choose(self, number: int, step: Ask) -> None:
        """One of the legal words."""
        label = self.label(step)
        hand = self.felt.seen.hand(step.of)
        worth = self.felt.worth(hand.cards) if hand and not hand.game and step.totals else ""
        what = f"{label}, {worth}" if worth else label
        about = f", {called}" if (called := question(step.about)) else ""
        chip = self.opened.chips.above(1)
        costs = {o.word: chip if o.asks_amount else o.cost for o in step.options}
        able = [o for o in step.options if costs[o.word] <= self.purse.cents]
        names = [o.word for o in able]
        words = [f"{o.word} ({show_money(o.cost)} more)" if o.cost else o.word for o in able]
        usual = enter_means(step)
        asked = f"{either(words)}?"
        if listed := [option for option in step.options if option.counts]:
            self.screen.print(*settings(listed), sep="\n")
            others = [option.word for option in step.options if not option.counts]
            names = words = [f"a number from 1 to {len(listed)}", *others]
            asked = f"{either(words)}?"
        hint = f" [{usual}]" if usual else ""
        while True:
            typed = read(self.screen, f"{what}{about}: {asked}{hint} ")
            if typed == "?":
                explain(self.screen, self.book, self.opened, step)
                continue
            if not typed and not usual:
                refuse(self.screen, f"There is no default here. Type {either(words)}.")
                continue
            word = matching(typed, step) if typed else usual
            if typed.isdecimal() and 1 <= int(typed) <= len(listed):
                word = listed[int(typed) - 1].word
            if costs.get(word, 0) > self.purse.cents:
                needs = f"{word} needs {show_money(costs[word])} more"
                refuse(self.screen, f"{needs}; you have {show_money(self.purse.cents)}.")
                continue
            if not word:
                refuse(self.screen, f"Type {either(names)}; ? for the rule.")
                continue
            chosen = step.option(word)
            if chosen and chosen.foul and not self.is_sure(f"{word} is a foul. Set it so?"):
                continue
            try:
                self.table.answer(number, word)
            except NotAllowed as error:
                refuse(self.screen, error)
                continue
            return

    def is_sure(self, question: str) -> bool:
        """Whether the player says yes; Enter says no."""
        return read(self.screen, f"{question} yes or no [no]: ") in YES

    def add_stake(self, number: int, step: AskStake, box: Box) -> None:
        """A stake after the deal; a required one cannot be skipped."""
        key = step.wager
        only = None if step.tip else only_amount(self.opened, key, box.placed)
        if step.most is not None and step.most == step.least:
            only = step.most
        usual = later_stake(self.opened, box, step)
        if not step.least:
            usual = min(usual, self.usual.get((step.box, key), 0))
        limit, least = "", 0
        if step.most and only is None:
            limit = f", up to {show_money(step.most)}"
            if step.least:
                usual = least = step.least
                limit = f", {show_range(least, step.most)}"
        whose = " for the dealer" if step.tip else ""
        name = f"{self.prefix(step.box)}{named(key, self.names)}{whose}{limit}"
        while True:
            cents, tip = self.amount(name, key, usual, only, not step.least)
            if tip and not step.tip:
                refuse(self.screen, "A bet for the dealer is placed before the deal.")
            elif cents > self.purse.cents:
                refuse(self.screen, f"You have {show_money(self.purse.cents)}.")
            elif cents < least:
                refuse(
                    self.screen,
                    f"Add at least {show_money(least)}: your choice cannot be taken back.",
                )
            else:
                try:
                    self.table.answer_stake(number, cents)
                except NotAllowed as error:
                    refuse(self.screen, error)
                    continue
                if not step.least and not step.tip:
                    self.usual[step.box, key] = cents
                return

    # -- talking -----------------------------------------------------------------------------------

    def prefix(self, number: int) -> str:
        return "" if len(self.called) == 1 else f"Box {number}, "

    def label(self, step: Ask) -> str:
        """The name of the hand that is asked about."""
        rest = step.of.removeprefix(f"box {step.box}").strip()
        return self.called[step.box] + (f", {rest}" if rest else "")

    def read_out(self) -> None:
        """Print what has happened since the last question."""
        for event in self.purse.told:
            self.felt.see(event)
            self.played += isinstance(event, RoundEnded)
            if is_heard(event):
                self.screen.print(tell(event, self.names, self.felt.seen.whys[-1], PLAYER))
        self.purse.told.clear()

    def welcome(self, seed: int | None) -> None:
        """The table: its game, its limits, its wagers, and what was filed for it."""
        opened, house, screen = self.opened, self.opened.house, self.screen
        law = self.book.jurisdictions[house.jurisdiction]
        limits = show_limits(house)
        title = f"{opened.game.name}, {law.name}"
        decks = count(house.decks, "deck")
        screen.print(Text.assemble((title, NAME), f"  {decks}, {limits}  {opened.game.cite}"))
        if seed is not None:
            screen.print(Text(f"A lesson: the shoes of seed {seed}, the same every time.", MARK))
        drawn: list[Offer] = []
        for key, offered in {**opened.offers, **opened.extras}.items():
            wager = offered.wager
            screen.print(Text.assemble("\n", (wager.name, NAME), f"  {wager.cite}  ", (key, KEY)))
            if same := [each for each in drawn if each.table.rows == offered.table.rows]:
                screen.print(f"Paid as {same[0].wager.name}.")
                continue
            drawn.append(offered)
            for grid in draw_tables(wager, [offered.table], dict(offered.choices), screen.width):
                screen.print(grid)
        for note in self.filed.notes:
            screen.print(Text(f"Filed for this table: {note}.", style=SOFT))
        if more := also_played(self.book, opened):
            screen.print(Text(f"Also played here with --wager: {', '.join(more)}.", style=SOFT))
        self.show_meters()
        screen.print(f"\nYou have {show_money(self.purse.cents)}. {how_to_stake()}")
        self.purse.told.clear()

    def show_meters(self) -> None:
        for name, cents in meters_shown(self.table).items():
            key, _, which = name.partition(" ")
            label = f"{named(key, self.names)}, {which}"
            self.screen.print(Text(f"{label}: {show_money(cents)}", style=MARK))
