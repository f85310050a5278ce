"""`pitboss play`: standard blackjack at the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.text import Text

from pitboss.cli.auto import PLAYER, form, play_auto, show_summary
from pitboss.cli.felt import draw_round, tell
from pitboss.cli.house import Filed, before_deal, file_house, usual_stake
from pitboss.cli.paytables import draw_tables
from pitboss.cli.purse import Purse, open_log
from pitboss.cli.screen import KEY, MARK, NAME, SOFT, Screen, indented, pairs, print_json
from pitboss.cli.show import show_entries
from pitboss.errors import NotAllowed, NotationError, PitbossError, either, nearest
from pitboss.money import Cents, parse_money, show_money
from pitboss.procedure import Ask, AskStake, Box
from pitboss.rulebook.load import Rulebook
from pitboss.table.chance import Lesson, shuffled
from pitboss.table.shoes import SealedShoes
from pitboss.table.stakes import check_bet
from pitboss.table.table import Table


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line asks for."""

    jurisdiction: str
    decks: int
    wagers: tuple[str, ...]
    bankroll: str
    seed: int | None
    log: Path | None
    auto: int | None


def play(book: Rulebook, asked: Asked, *, as_json: bool) -> None:
    """Open a table; play it by hand, or by itself with `--auto`."""
    if as_json and asked.auto is None:
        raise PitbossError("--json goes with --auto: a summary of rounds that play by themselves.")
    if asked.auto is not None and asked.auto < 1:
        raise PitbossError(f"--auto plays one round or more, not {asked.auto}.")
    bankroll = parse_money(asked.bankroll)
    if not bankroll:
        raise PitbossError("Nobody sits down without money: --bankroll must be above nothing.")
    filed = file_house(book, asked.jurisdiction, asked.decks, asked.wagers)
    file = open_log(asked.log)
    try:
        purse = Purse(file=file)
        shuffle = shuffled if asked.seed is None else Lesson(asked.seed).shuffled
        house = filed.opened.house
        shoes = SealedShoes(house.decks, house.cut, shuffle)
        table = Table(filed.opened, shoes, book.digest, purse)
        table.buy_in(PLAYER, bankroll)
        if asked.auto is not None:
            tallies = play_auto(table, asked.auto)
            table.close()
            if as_json:
                print_json(form(table, tallies, asked.auto, asked.seed, bankroll))
            else:
                show_summary(Screen(), table, tallies, asked.auto, bankroll)
        else:
            purse.flush = True
            Seat(book, filed, table, purse, Screen()).sit(asked.seed)
            table.close()
    finally:
        if file:
            file.close()


class Leave(Exception):
    """The player gets up."""


BEFORE_STAKE: Final = (
    "Type an amount as $10, Enter for the same as before, ? for the rule, q to go."
)
TERMS: Final = {
    "stand": ("soft_17", "wins_pay"),
    "hit": ("card_values",),
    "double": ("double_on", "double_amount", "double_after_split"),
    "split": ("split_by", "split_hands", "resplit_aces", "split_aces_draw"),
    "surrender": ("surrender",),
    "insure": ("insurance", "insurance_amount", "insurance_pays"),
    "even money": ("even_money",),
}
"""What each word rests on."""


class Seat:
    """One person at box 1."""

    def __init__(
        self, book: Rulebook, filed: Filed, table: Table, purse: Purse, screen: Screen
    ) -> None:
        self.book, self.filed, self.table, self.purse = book, filed, table, purse
        self.screen = screen
        opened = filed.opened
        self.names = {"blackjack": "Blackjack", "insurance": "Insurance"}
        self.names |= {key: o.wager.name for key, o in opened.offers.items()}
        self.usual = {"blackjack": opened.house.least}
        self.usual |= {k: usual_stake(opened, k, opened.house.least) for k in opened.offers}

    def sit(self, seed: int | None) -> None:
        """Play rounds until the player gets up or has nothing left to bet."""
        self.welcome(seed)
        start = self.purse.cents
        try:
            while self.purse.cents >= self.filed.opened.house.least:
                self.play_round()
            self.screen.print("\nThat is not enough for another round.")
        except (Leave, EOFError, KeyboardInterrupt):
            self.finish()
        net = self.purse.cents - start
        change = "even" if not net else f"{show_money(abs(net))} {'up' if net > 0 else 'down'}"
        rounds = self.table.rounds
        self.screen.print(
            f"\nYou leave with {show_money(self.purse.cents)}, {change}, "
            f"after {rounds} round{'s' * (rounds != 1)}."
        )

    def finish(self) -> None:
        """One who leaves in the middle of a round stands on what lies there."""
        if self.table.betting and self.table.boxes:
            self.table.deal()
        if self.table.pending:
            self.screen.print("\nYour hands stand as they lie.")
        while self.table.pending:
            number, step = self.table.pending.number, self.table.pending.step
            if isinstance(step, AskStake):
                self.table.answer_stake(number, 0)
            elif isinstance(step, Ask):
                self.table.answer(number, step.may[0])
        self.read_out()

    # -- a round ---------------------------------------------------------------------------

    def play_round(self) -> None:
        """Stakes, the deal, every choice, the results."""
        stakes = self.ask_stakes()
        self.table.open_round()
        for key, cents in stakes.items():
            self.table.bet(1, PLAYER, key, cents)
        self.table.deal()
        while self.table.pending:
            self.read_out()
            self.answer()
        self.read_out()
        assert self.table.round
        draw_round(self.screen, self.table.round, {1: "You"})
        self.screen.print(Text(f"Bankroll {show_money(self.purse.cents)}", style=NAME))
        self.show_meters()

    def ask_stakes(self) -> dict[str, Cents]:
        """What the player bets before the deal; every stake is checked before any is placed."""
        stakes: dict[str, Cents] = {}
        for key in ("blackjack", *before_deal(self.filed.opened)):
            while True:
                cents = self.amount(key, self.usual[key])
                if not cents and key != "blackjack":
                    break
                refused = self.refusal({**stakes, key: cents})
                if not refused:
                    stakes[key] = cents
                    break
                self.screen.print(Text(refused, style=MARK))
            self.usual[key] = cents
        return stakes

    def refusal(self, stakes: dict[str, Cents]) -> str:
        """Why these stakes cannot be placed together; empty if they can."""
        whole = sum(stakes.values())
        if whole > self.purse.cents:
            return f"That is {show_money(whole)}; you have {show_money(self.purse.cents)}."
        box = Box(1, PLAYER)
        for key, cents in stakes.items():
            try:
                check_bet(self.filed.opened, box, key, cents)
            except NotAllowed as error:
                return str(error)
            box.stakes[key] = cents
        return ""

    def answer(self) -> None:
        """One choice, or a stake that may be added now."""
        assert self.table.pending
        assert self.table.round
        number, step = self.table.pending.number, self.table.pending.step
        draw_round(self.screen, self.table.round, {1: "You"})
        if isinstance(step, AskStake):
            self.add_stake(number, step)
        elif isinstance(step, Ask):
            self.choose(number, step)

    def choose(self, number: int, step: Ask) -> None:
        label = step.of.replace("box 1", "You")
        about = "" if step.about == "play" else f"{step.about}: "
        while True:
            typed = self.read(f"{label}, {about}{either(step.may)}? ")
            if typed == "?":
                self.explain(step)
                continue
            word = _matching(typed, step.may)
            need = self.cost(step, word) if word else 0
            if need > self.purse.cents:
                needs = f"{word} needs {show_money(need)} more"
                self.screen.print(f"{needs}; you have {show_money(self.purse.cents)}.")
                continue
            try:
                self.table.answer(number, word or typed)
            except NotAllowed as error:
                self.screen.print(Text(str(error), style=MARK))
                continue
            return

    def cost(self, step: Ask, word: str) -> Cents:
        """What a choice adds to the stakes."""
        assert self.table.round
        hand = next(h for h in self.table.round.hands if h.name == step.of)
        return {"double": hand.stake, "split": hand.stake, "insure": hand.stake // 2}.get(word, 0)

    def add_stake(self, number: int, step: AskStake) -> None:
        while True:
            cents = self.amount(step.wager, self.usual[step.wager])
            if cents > self.purse.cents:
                self.screen.print(f"You have {show_money(self.purse.cents)}.")
                continue
            try:
                self.table.answer_stake(number, cents)
            except NotAllowed as error:
                self.screen.print(Text(str(error), style=MARK))
                continue
            self.usual[step.wager] = cents
            return

    # -- talking -----------------------------------------------------------------------------

    def read(self, prompt: str) -> str:
        """A line from the player; undo is refused, and q gets up."""
        while True:
            self.screen.print(Text(prompt, style=NAME), end="")
            typed = " ".join(input().split()).lower()
            if not self.screen.is_terminal:
                self.screen.print()
            if typed in ("q", "quit", "leave", "exit"):
                raise Leave
            if typed == "undo":
                self.screen.print("I am sorry: what is dealt is dealt, and the log keeps it.")
                continue
            return typed

    def amount(self, key: str, usual: Cents) -> Cents:
        """A stake on a wager; Enter for the usual, 0 for none."""
        fixed = key != "blackjack" and self.filed.opened.house.wagers[key].stake
        hint = show_money(usual) if usual else "none"
        if key != "blackjack":
            hint += ", yes or no" if fixed else ", 0 for none"
        while True:
            typed = self.read(f"{self.names[key]} [{hint}]: ")
            if typed == "?":
                self.explain_wager(key)
            elif not typed:
                return usual
            elif typed in ("no", "n", "none"):
                return 0
            elif fixed and typed in ("yes", "y"):
                return int(fixed)
            else:
                try:
                    return parse_money(typed)
                except NotationError as error:
                    self.screen.print(Text(f"{error} {BEFORE_STAKE}", style=MARK))

    def read_out(self) -> None:
        """Say what has happened since the last question."""
        quiet = {"log", "buy-in", "card", "turn", "ask", "answer", "round", "bet", "closed"}
        for event in self.purse.told:
            if event.kind not in {*quiet, "end", "opened", "close"}:
                self.screen.print(tell(event, self.names))
        self.purse.told.clear()

    def welcome(self, seed: int | None) -> None:
        opened, house = self.filed.opened, self.filed.opened.house
        law = self.book.jurisdictions[house.jurisdiction]
        decks = f"{house.decks} deck{'s' * (house.decks != 1)}"
        limits = f"{show_money(house.least)} to {show_money(house.most)}"
        title = f"{opened.game.name}, {law.name}"
        self.screen.print(Text.assemble((title, NAME), f"  {decks}, {limits}  {opened.game.cite}"))
        if seed is not None:
            self.screen.print(
                Text(f"A lesson: the shoes of seed {seed}, the same every time.", MARK)
            )
        for key, offered in opened.offers.items():
            wager = offered.wager
            self.screen.print(
                Text.assemble("\n", (wager.name, NAME), f"  {wager.cite}  ", (key, KEY))
            )
            chosen = dict(offered.choices)
            for grid in draw_tables(wager, [offered.table], chosen, self.screen.width):
                self.screen.print(grid)
        for note in self.filed.notes:
            self.screen.print(Text(f"Filed for this table: {note}.", style=SOFT))
        self.show_meters()
        self.screen.print(f"\nYou have {show_money(self.purse.cents)}. {BEFORE_STAKE}")
        self.purse.told.clear()

    def show_meters(self) -> None:
        for name, meter in self.table.meters.items():
            key, _, which = name.partition(" ")
            label = f"{self.names[key]}, {which}"
            self.screen.print(Text(f"{label}: {show_money(meter.display)}", style=MARK))

    def explain(self, step: Ask) -> None:
        """The rule in force for each legal word, with its clause."""
        filed = self.filed.opened.house.terms
        terms = {term.key: term for term, _ in self.book.terms_of(self.filed.opened.game)}
        rows: list[tuple[str | Text, str | Text]] = []
        for word in step.may:
            for key in TERMS.get(word, ()):
                if key in terms:
                    term = terms[key]
                    value = filed.get(key, term.default)
                    says = Text.assemble((value, NAME), f": {term.says}", (f"  {term.cite}", SOFT))
                    rows.append((Text(word, style=KEY), says))
        if step.clause:
            rows.append(("clause", step.clause))
        self.screen.print(indented(pairs(rows)))

    def explain_wager(self, key: str) -> None:
        opened = self.filed.opened
        if key in opened.offers:
            offered = opened.offers[key]
            show_entries(self.book, offered.wager.id, offered.table.id, as_json=False)
        else:
            show_entries(self.book, opened.game.id, as_json=False)


def _matching(typed: str, may: Sequence[str]) -> str:
    """The legal word that was meant: itself, or the only one it begins."""
    if typed in may:
        return typed
    begun = [word for word in may if typed and word.startswith(typed)]
    if len(begun) == 1:
        return begun[0]
    near = nearest(typed, may) if len(typed) > 3 else ()
    return near[0] if len(near) == 1 and not begun and typed[:2] == near[0][:2] else ""
