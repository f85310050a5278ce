"""The layout at the terminal: cards drawn, hands named, results in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.text import Text

from pitboss.cards import Card
from pitboss.cli.screen import MARK, NAME, SOFT, Screen, count
from pitboss.errors import NotationError
from pitboss.hands import total
from pitboss.log import Event
from pitboss.money import show_money
from pitboss.procedure import Hand, Round

BACK = Text("▒▒▒", style="blue")
RED, BLACK = "bold red", "bold"


def draw_cards(cards: Sequence[Card | None]) -> Text:
    """Cards side by side; one that lies face down shows its back."""
    rows = [Text(), Text(), Text()]
    for card in cards:
        face = BACK if card is None else pip(card, 3)
        rows[0].append("┌───┐ ", SOFT)
        rows[1].append_text(Text.assemble(("│", SOFT), face, ("│ ", SOFT)))
        rows[2].append("└───┘ ", SOFT)
    return Text("\n").join(rows)


def pip(card: Card, width: int = 0) -> Text:
    """A card in its color, as in `10♥`."""
    text = f"{card.rank.symbol}{card.suit.pip}"
    return Text(text.ljust(width), style=RED if card.is_red else BLACK)


def draw_round(screen: Screen, table: Round, names: Mapping[int, str]) -> None:
    """The dealer's cards and every hand."""
    dealer: list[Card | None] = list(table.dealer)
    if table.hole_down:
        dealer[1] = None
    screen.print(Text.assemble(("\nDealer", NAME), f"  {worth(dealer)}"))
    screen.print(draw_cards(dealer))
    for hand in table.hands:
        whose = names.get(hand.box, hand.name)
        label = whose if hand.number == 1 else f"{whose}, hand {hand.number}"
        stake = show_money(hand.stake)
        screen.print(Text.assemble((label, NAME), f"  {_state(hand)}  ", (stake, SOFT)))
        screen.print(draw_cards(hand.cards))


def worth(cards: Iterable[Card | None]) -> str:
    """The total of the cards that can be seen."""
    shown = [card for card in cards if card is not None]
    if not shown:
        return ""
    value = total(shown)
    return f"{'soft ' if value.soft and value.points < 21 else ''}{value.points}"


def _state(hand: Hand) -> str:
    if hand.natural:
        return "blackjack"
    return f"{worth(hand.cards)}{', bust' if hand.total.bust else ''}"


def tell(event: Event, names: Mapping[str, str] | None = None) -> Text | None:
    """An event in words; `None` for what only the books need."""
    get, called = event.get, names or {}
    on = called.get(get("on"), get("on"))
    match event.kind:
        case "round":
            return Text(f"round {get('number')}, {get('dealt')} cards dealt from the shoe", NAME)
        case "shoe":
            decks = "deck" if get("decks") == "1" else "decks"
            source = "" if get("source") == "system" else f", a lesson: {get('source')}"
            commit = get("commit")[:12]
            return Text(f"shoe {get('number')} of {get('decks')} {decks}, sealed {commit}…{source}")
        case "opened":
            return Text(f"shoe {get('number')} is opened for audit")
        case "buy-in":
            return Text(f"{get('player')} buys in for {show_money(int(get('cents')))}")
        case "bet":
            amount = show_money(int(get("cents")))
            return Text(
                f"{get('player')} bets {amount} on {called.get(get('wager'), get('wager'))}, "
                f"box {get('box')}"
            )
        case "collect":
            return Text(
                f"the {called.get(get('wager'), get('wager'))} stake is taken into the rack"
            )
        case "closed" | "log":
            return None
        case "say":
            return Text(f"“{get('words')}”", SOFT)
        case "card":
            return Text.assemble(_card(get("card")), f" to {get('to')}", _face(event))
        case "turn":
            return Text.assemble(f"{get('at')} turns ", _card(get("card")))
        case "ask":
            may = get("may").replace(",", ", ") or f"up to {_limit(get('most'))}"
            return Text(f"{get('of')} is asked: {get('about')} ({may})")
        case "answer":
            return Text(f"answer: {get('word')}", MARK)
        case "stake":
            amount = show_money(int(get("cents")))
            return Text(f"{get('player')} adds {amount} on {on}, box {get('box')}")
        case "award":
            amount = show_money(int(get("cents")))
            return Text(f"the {get('meter')} meter awards {amount}", MARK)
        case "result":
            return result(event, on)
        case "void":
            what = f"box {get('box')}" if get("box") else "the round"
            return Text(f"{what} is void: {get('why')} ({get('clause')})", MARK)
        case "end":
            return Text(f"round {get('number')} ends", SOFT)
        case "close":
            return Text(f"the table closes after {count(int(get('rounds')), 'round')}", SOFT)
    return Text(str(event))


def result(event: Event, name: str) -> Text:
    """What became of a stake."""
    back, staked = int(event.get("back")), int(event.get("cents"))
    pays = f" {event.get('pays')}" if event.get("pays") not in ("push", "loss") else ""
    style = "green" if back > staked else "" if back == staked else SOFT
    money = f"{show_money(back)} back" if back else "lost"
    text = f"{name} {show_money(staked)}: {event.get('why')}{pays}, {money}"
    return Text(text + (", by jackpot slip" if event.get("from") == "slip" else ""), style)


def _card(text: str) -> Text:
    try:
        return pip(Card.parse(text))
    except NotationError:
        return Text("a card", SOFT)


def _face(event: Event) -> str:
    return " face down" if event.get("face") == "down" else ""


def _limit(most: str) -> str:
    return show_money(int(most)) if most else "any amount"
