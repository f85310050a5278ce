"""`pitboss play`: any game in the terminal."""

from __future__ import annotations

from pitboss.analysis.automatic_player import PLAYER
from pitboss.cli.automatic_play import form, play_auto, show_summary
from pitboss.cli.files import new_file
from pitboss.cli.parameters import PlayRequest, check_positive
from pitboss.cli.progress import progress, tell_of_compiling
from pitboss.cli.purse import Purse
from pitboss.cli.screen import Screen, print_json
from pitboss.cli.seat import Seat
from pitboss.errors import NotAllowed, PitbossError
from pitboss.library.open_table import deal_from
from pitboss.money import parse_money
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.schema import Term
from pitboss.table.houses.opening import Open
from pitboss.table.money.stakes import most_boxes


def play(book: Rulebook, name: str, asked: PlayRequest, *, as_json: bool) -> None:
    """Open a table; play it by hand, or automatically with `--auto`."""
    if as_json and asked.auto is None:
        raise PitbossError("--json needs --auto: it prints a summary of the rounds.")
    check_positive("--auto", asked.auto)
    bankroll = parse_money(asked.bankroll)
    if not bankroll:
        raise PitbossError("--bankroll must be more than $0.")
    filed = asked.filed(book, name)
    own = {term.key: term for term, _ in book.terms_of(filed.opened.game)}
    check_wanted(filed.opened, asked.boxes, own.get("hands_per_player"))
    file = new_file(asked.log, private=True) if asked.log else None
    try:
        purse = Purse(file, by_hand=asked.auto is None)
        table = deal_from(book, filed.opened, asked.seed, purse, keep=False)
        table.buy_in(PLAYER, bankroll)
        if asked.auto is None:
            Seat(book, filed, table, purse, Screen(), asked.boxes).sit(asked.seed)
            table.close()
            return
        tell_of_compiling(quiet=as_json)
        with progress("Playing") as begin:
            played = play_auto(book, table, asked.auto, asked.boxes, begin(asked.auto))
        table.close()
        if as_json:
            print_json(form(filed, played, asked.seed, bankroll))
        else:
            show_summary(Screen(), filed, played, bankroll)
    finally:
        if file:
            file.close()


def check_wanted(opened: Open, boxes: int, filed: Term | None = None) -> None:
    """Refuse more boxes than a player may have here; say how to file more, if that helps.

    `filed` is the term that limits how many hands one may play, if the game has it.
    """
    check_positive("--boxes", boxes)
    most = most_boxes(opened)
    if boxes > most:
        clause = opened.terms.clause("hands_per_player") or opened.game.cite
        what = "one box" if most == 1 else f"{most} boxes"
        says = f"a player may bet on {what} here, not on {boxes}."
        there = opened.house.boxes
        hands = str(min(boxes, there) * opened.procedure.spots)
        if boxes > there:
            says += f" The layout has {there}."
        if most < there and filed and (not filed.one_of or hands in filed.one_of):
            says += f" The house may file --term hands_per_player={hands}."
        raise NotAllowed(says, clause)
