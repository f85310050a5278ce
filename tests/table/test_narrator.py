"""Every kind of line is narrated in one sentence, the same in terminal, page and replay."""

import pytest

from pitboss.table.events import TABLE_LOG
from pitboss.table.log.narrator import is_heard, narrate, tell_player

NAMES = {"party": "Party", "21-plus-3": "21+3", "blackjack": "Blackjack", "insurance": "Insurance"}
MOVED = "sequence=9 shown=2000041/2 reserve=0 overflow=0"
TOLD = {
    "closed": "",
    "go": "",
    "round number=3 shoe=1 dealt=52 asks=4 slips=0": "Round 3, 52 cards dealt from the shoe.",
    "end number=3 chain=ab": "Round 3 ends.",
    "close rounds=1": "The table closes after 1 round.",
    "shoe number=2 decks=6 batch=B commit=0123456789abcdef source=system": (
        "Shoe 2 of 6 decks, batch B, sealed 0123456789ab…."
    ),
    "shoe number=3 cards=40 out=?? commit=0123456789abcdef source=system": (
        "Shoe 3 of 40 cards shuffled again, sealed 0123456789ab…."
    ),
    "opened number=2 seed=5eed": "Shoe 2 is opened for audit.",
    "buy-in player=ann cents=12500": "Ann buys in for $125.",
    "cash-out player=ann cents=12500": "Ann is paid $125 for chips.",
    "bet box=1 player=ann wager=21-plus-3 cents=500": "Ann bets $5 on 21+3, box 1.",
    "tip box=1 player=ann wager=blackjack cents=100": (
        "Ann bets $1 for the dealer on Blackjack, box 1."
    ),
    "stake box=1 player=ann on=insurance cents=250": "Ann adds $2.50 on Insurance, box 1.",
    "collect box=2 wager=party cents=500": "The Party stake of box 2 is taken into the rack.",
    "card to=burn card=?? face=down": "A card is burned, face down.",
    'card to="box 1" card=10h face=up': "10♥ to box 1.",
    "turn at=dealer card=Kd": "Dealer turns K♦.",
    'ask ask=3 of="box 1" about=play may=stand,hit': "Box 1 is asked: play (stand, hit).",
    'ask ask=3 of="box 1" about=insurance most=500 seconds=20': (
        "Box 1 is asked: Insurance (up to $5), within 20 seconds."
    ),
    "answer ask=3 word=stand": "Answer: stand.",
    "answer ask=3 word=500": "Answer: $5.",
    'answer ask=3 word="7c 3s"': "Answer: 7♣ 3♠.",
    'call box=2 on=party why="Pair of 7s" clause=(15)(a)': (
        "Box 2 has Pair of 7s on Party: the dealer stops and calls the floor."
    ),
    "expired ask=3 word=0": "No answer in time: nothing.",
    "decks decks=6 by=flora at=2026-07-04T12:00:00Z": "Flora brings 6 new decks to the table.",
    "inspected by=dana clause=(i)": "The decks are inspected by dana ((i)).",
    "verified by=flora clause=(i)": "The inspection is verified by flora ((i)).",
    'washed by=dana how="face down" clause=(j)': "The cards are washed by dana: face down ((j)).",
    'mix shoe=2 by=ann words="my day" mixed=5eed': "Ann adds “my day” to shoe 2.",
    "cut shoe=2 at=100 by=ann": "Ann cuts shoe 2 after 100 cards.",
    'say words="no natural"': "The dealer has no blackjack.",
    'say words="box 1 sets Jd Qd"': "Box 1 sets J♦ Q♦.",
    'say words="the dealer is a bust"': "The dealer busts.",
    'say words="box 2 is a foul, the low hand is above the high hand: the supervisor is told, it '
    'loses"': (
        "Box 2 has fouled: its low hand is above the high hand. The supervisor is told, and the "
        "hand loses."
    ),
    "result box=1 player=ann on=blackjack cents=500 held=500 pays=push why=tie back=500": (
        "Ann's Blackjack $5: tie. Push. The $5 is returned."
    ),
    "result box=1 player=ann on=blackjack cents=500 held=500 pays=push why=surrender back=500": (
        "Ann's Blackjack $5: surrendered. The $5 is returned."
    ),
    "result box=1 player=ann on=blackjack cents=500 held=500 pays=push why=void back=500": (
        "Ann's Blackjack $5: the box is void. The $5 is returned."
    ),
    'result box=1 player=ann on=party cents=500 held=500 pays=loss why="dealer natural" back=0': (
        "Ann's Party $5: dealer has blackjack. Lost $5."
    ),
    "result box=1 player=ann on=party cents=500 held=500 pays=loss why=half back=250": (
        "Ann's Party $5: half. Lost $2.50; $2.50 back."
    ),
    'result box=1 player=ann on=party cents=500 held=0 pays="100% of mega" why=top back=0 slip=4': (
        "Ann's Party $5: top, 100% of mega. Slip 4 waits for the floor."
    ),
    "envy box=1 wager=party cents=500 why=Royal to=dealer": (
        "Party envy, Royal: $5 to the dealer."
    ),
    "limit wager=party wins=900000 limit=500000": (
        "All Party wins of a round together are limited to $5,000."
    ),
    "slip number=4 box=1 player=ann wager=party cents=5000 from=slip fund=meter": (
        "Ann: jackpot slip 4, $50 on Party, waits for a floor supervisor."
    ),
    "validated slip=4 by=flora box=1 player=ann wager=party cents=5000 from=slip": (
        "Slip 4 is validated by flora: ann is paid $50 on Party."
    ),
    "system step=lock wager=party clause=(f) boxes=1,3": (
        "No more Party wagers: the system has accepted those of boxes 1 and 3 ((f))."
    ),
    "system step=count wager=party clause=(f) chips=2": "2 chips are counted for Party ((f)).",
    'system step="game over" wager=party clause=(13)': "Game Over is pressed for Party ((13)).",
    "resolved step=count wager=party by=sam box=2 why=gone": (
        "Count for Party: the wager of box 2 is returned, by sam (gone)."
    ),
    "resolved step=count wager=party by=sam chips=1": ("Count for Party: 1 chip, by sam."),
    "system step=count wager=party clause=(f) chips=1": "1 chip is counted for Party ((f)).",
    'notice limits="1000-50000 party:100-500" by=sam at=100 from=1900': (
        "Sam posts limits of $10 to $500, party $1 to $5, in force in 30 minutes."
    ),
    "limits limits=1000-50000 at=1900": "The limits are now $10 to $500.",
    'meter name="party mega" cents=100000': "The Party mega meter starts at $1,000.",
    'feed meter="party mega" box=2 wager=party cents=500 sequence=9 adds=5 keeps=0 shows=100005': (
        "Box 2 feeds the Party mega meter, which shows $1,000.05."
    ),
    'unfeed meter="party mega" box=2 wager=party sequence=9 adds=-5 keeps=0 shows=100000': (
        "The contribution of box 2 to the Party mega meter is returned; the meter shows $1,000."
    ),
    'award meter="party mega" winners=1 sequence=9 adds=0 keeps=0 shows=100000 won=5000': (
        "The Party mega meter awards $50 and shows $1,000."
    ),
    f'transferred meter="party mega" to="pit 2/party mega" {MOVED} adds=-1000020 keeps=0 shows=0 '
    "by=Flora clause=(15) permission=26-114 why=rebuilt": (
        "The Party mega meter hands $10,000.20 over to pit 2/party mega, by Flora ((15)), with the "
        "permission of 26-114: rebuilt."
    ),
    'retired meter="party mega" sequence=2 adds=-5000 keeps=0 shows=0 house=-5000': (
        "The Party mega meter ends: $50 goes back to the house."
    ),
    'irregular kind="fallen card" box=2 decision=stands clause=(4) by=floor why=""': (
        "Fallen card at box 2: stands, by floor ((4))."
    ),
    'call box=2 on=party why="6 Cards" clause=(15)(a)': (
        "Box 2 has 6 Cards on Party: the dealer stops and calls the floor."
    ),
    "came box=2 by=Flora": "Flora has seen the hand of box 2: the dealer continues.",
    "side name=B shoe=2 clause=(c)": "Side B deals this round, from shoe 2 ((c)).",
    "card to=determinant card=5h face=up": "5♥ is the determinant card.",
    'void box="" clause=(7) why=misdeal': "The round is void: misdeal ((7)).",
    'superseded was="blackjack 3" now="blackjack 4" by=Flora': (
        "Flora ends this log: the rules have changed."
    ),
}
"""A line of a log, and how everybody is told it."""


@pytest.mark.parametrize("line", TOLD)
def test_a_line_is_narrated(line: str) -> None:
    assert narrate(TABLE_LOG.parse_event(line), NAMES) == TOLD[line]


def test_every_kind_of_line_is_narrated_here_but_the_first_and_what_comes_from_another_meter() -> (
    None
):
    kinds = {line.partition(" ")[0] for line in TOLD}
    assert {each.kind for each in TABLE_LOG.classes} - kinds == {"log", "received", "place"}


def test_players_hear_of_their_own_stakes_without_their_name() -> None:
    line = 'result box=1 player=ann on=21-plus-3 cents=500 held=500 pays="9 to 1" why=straight '
    won = TABLE_LOG.parse_event(f"{line}back=5000")
    assert narrate(won, NAMES, to="ann") == "21+3 $5: straight, 9 to 1. Won $45."
    added = TABLE_LOG.parse_event("stake box=1 player=ann on=insurance cents=250")
    assert narrate(added, NAMES, to="ann") == "You add $2.50 on Insurance."


def test_players_hear_a_hand_by_its_printed_name_which_is_no_card() -> None:
    envy = TABLE_LOG.parse_event(
        'envy box=1 player=bob wager=party cents=500 why="Pair of 7s" to=player'
    )
    assert tell_player(envy, NAMES, "ann") == "Party envy, Pair of 7s: $5 to bob."


def test_a_stake_returned_by_a_decision_is_no_push_whatever_words_say_why() -> None:
    line = "result box=1 player=ann on=party cents=500 held=500 pays=push why=void back=500"
    told = narrate(TABLE_LOG.parse_event(line), NAMES, why="the box is void")
    assert told == "Ann's Party $5: the box is void. The $5 is returned."


def test_a_mystery_that_is_hit_is_heard_and_what_only_feeds_it_is_not() -> None:
    line = 'feed meter="party mega" box=2 wager=party cents=500 sequence=9 adds=5 keeps=0 '
    line += "shows=100005"
    fed, hit = TABLE_LOG.parse_event(line), TABLE_LOG.parse_event(f"{line} won=5000")
    assert (is_heard(fed), is_heard(hit)) == (False, True)
    assert narrate(hit, NAMES) == "The Party mega meter is hit: $50; the meter shows $1,000.05."
