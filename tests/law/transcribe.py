"""Transcribe every printed pay-table cell and paragraph number of the five law texts.

The second transcription: it reads the texts alone, never the rulebook, so that a test can
hold the two against each other.  Run it as

    python tests/law/transcribe.py FOLDER_WITH_LAW_TEXTS

and it rewrites `printed/cells.tsv` and `printed/paragraphs.tsv` beside itself.
"""

import html
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

Row = list[str]  # the cells of one printed line; a line of prose is a row of one cell
Head = tuple[str, str, str]  # a wager, one of its tables, and the decks where the head has them


class Cell(NamedTuple):
    section: str
    wager: str
    table: str
    row: str
    column: str
    cell: str


# Damage of the scan: document, what it prints (exactly once), what is meant, why.
REPAIRS: tuple[tuple[str, str, str, str], ...] = (
    ("000", "\n- Blackjack Switch must be", "\n- (1) Blackjack Switch must be",
     "30-2105: the number of paragraph (1) is lost"),
    ("000", "layout. Six\n   (6) or eight", "layout. Six (6) or eight",
     "30-2105(1): a line break turns a count of decks into a paragraph number"),
    ("000", "Three Ace of Spades   5000 to T\tThree Ace of Speder\tE000 to 1\n\t\t5000 to 1\n",
     "Three Ace of Spades\t5000 to 1\n",
     "30-2106 Schedule D: the first line is read three times over (B-21)"),
    ("000", "that follows: Amen 10/16/13\n",
     "that follows:\n# Pay Schedule 1: Golden 21 Poker wager (Double Deck and 6 Deck)\n",
     "30-2108: the caption of Pay Schedule 1 stands below its table (B-30)"),
    ("000", "30:1\n\n# Pay Schedule 1: Golden 21 Poker wager (Double Deck and 6 Deck)\n", "30:1\n",
     "30-2108: the same caption, taken from where it stood"),
    ("000", "(Double Deck and Six Deck) HAND PAY OUT\n", "(Double Deck and Six Deck)\n",
     "30-2108 Pay Schedule 3: the caption has swallowed the heads of the columns"),
    ("000", "(10) P\tay out:\n", "(10) Pay out:\n", "30-2109: a line of prose cut as if a table"),
    ("000", "(5) 3 Card Bonus Pay Table\tes:\n", "(5) 3 Card Bonus Pay Tables:\n",
     "30-2111: a line of prose cut as if a table"),
    ("000", "\tPay Table 2\t\nTHREE CARD", "\tPay Table 2\t\ndecks\t6 Deck Only\nTHREE CARD",
     "30-2111 Pay Table 2: the note in the margin is of the whole table (B-40)"),
    ("000", "3 of a Kind\t5 to 1\t6 Deck Only\n", "3 of a Kind\t5 to 1\n",
     "30-2111 Pay Table 2: the same note, taken from the row it stood beside"),
    ("000", "Straight\t2 to 1\t6 Deck Only\n", "Straight\t2 to 1\n",
     "30-2111 Pay Table 2: the same note, printed beside a second row"),
    ("000", "21+3\tPay\tTable\t-\n", "21+3 Pay Table\n", "30-2113: a caption cut as if a table"),
    ("000", "\tPT-\tPT-\tPT-\tPT-\nOutcome\tBJS-\tBJS-\tBJS-\tBJS-\n"
     "\t213-03\t213-06\t213-09\t213-11\n",
     "Outcome\tPT-BJS-213-03\tPT-BJS-213-06\tPT-BJS-213-09\tPT-BJS-213-11\n",
     "30-2113: the names of four tables cut over three lines"),
    ("000", "\tTR\tTRILG-02\t", "\tTRILG-02\t", "30-2115: the name of TRILG-02 read twice"),
    ("000", "\tPays*\tLucky" * 4 + "\t\n\n\t\tGeorge**" + "\t\tGeorge **" * 3 + "\t\t\n",
     "\tPays*\tLucky George**" * 4 + "\n",
     "30-2115: the heads of the Lucky George columns cut by a page"),
    ("000", "up-card\tPay\tTable 1\tPay\tTable 2\t", "up-card\tPay Table 1\t\tPay Table 2\t",
     "30-2115 Bust Bonanza: the names of both tables cut in two"),
    ("000", "\tDeck Type 2 decks only 6 decks only\t", "\t2 decks only\t\t6 decks only\t",
     "30-2115 Bust Bonanza: the last line run together into one cell"),
    ("000", "\t\tProgressive Pay table 01\t\t\t_\tessive able 05\n"
     "\tHand\tPays Dir. Envy\t\tHand\tPays\tDir. Envy\n",
     "\tProgressive Pay table 01\t\t\tProgressive Pay table 05\t\n"
     "Hand\tPays\tDir. Envy\tHand\tPays\tDir. Envy\n",
     "30-2115: the heads of Progressive Pay tables 01 and 05 moved and broken (B-65)"),
    ("000", "\t\t\t\tMini-Royal (Spades) -\t\t\n"
     "Mini-Roy\tal (Spades) - AK/Q\t100%\t\\$100\tAK/Q/J\t",
     "Mini-Royal (Spades) - AK/Q\t100%\t\\$100\tMini-Royal (Spades) - AK/Q/J\t",
     "30-2115: the top line of the same two tables cut over two rows"),
    ("002", "\n(1) As used in this section", "\n(l) As used in this section",
     "633c.12: the letter l read as the digit 1 (D-37)"),
    ("003", "requirements are: (1) TriLux", "requirements are:\n(1) TriLux",
     "20:18:15:30.17: paragraph (1) runs on from the opening"),
)  # fmt: skip

# How each document marks its sections and numbers its paragraphs, outermost first.
DOCUMENTS: dict[str, tuple[str, str]] = {
    "002": (r"(?m)^§ (633c\.\d+)\.", "a1i"),
    "000": (r"(?m)^#+ \**(30-21\d\d)\b", "1ai"),
    "001": (r"(?m)^#+ \**(30-[\d.]+)\b", "1Ai"),
    "003": (r"(?m)^\*\*(20:18:15:30\.17)\.", "1ai"),
    "004": (r"\A()", ""),
}
HOUSE = "house procedure"  # document 004 has no sections

# A line that names the tables below it by deck: section, pattern, name.
OVER: tuple[tuple[str, str, str], ...] = (
    ("633c.2", r"(?P<decks>\w+ Decks?)—(P\d+)", "{1}"),
    ("633c.3", r"(?P<decks>(Six|Eight) Decks)", "{1} decks"),
    ("633c.13", r"(?P<decks>(Single) Deck Shoe)", "{1} deck"),
    ("633c.13", r"(?P<decks>(Four|Six|Eight)-Deck Shoe)", "{1} decks"),
)

# A cell, or a caption, that names a table: sections, wager, pattern, name of the table.
HEADS: tuple[tuple[str, str, str, str], ...] = (
    ("633c.1", "Perfect Pairs", r"Paytable [AB]", "{all}"),
    ("633c.2", "Jackpot Party", r"(?P<decks>\w+ Decks?)—(P\d+)", "{1}"),
    ("633c.2", "Jackpot Party", r"Option ([ABC])", "{over} option {0}"),
    ("633c.3", "Match the Dealer", r"Paytable \d+", "{over}, {all}"),
    ("633c.6", "Super 4", r"(Paytable \d)—(Option \d)", "{0}, {1}"),
    ("633c.7", "Top 3", r"Paytable [AB]", "{all}"),
    ("633c.8", "Lucky Aces", r"Paytable [A-D]", "{all}"),
    ("633c.9", "Blazing 7's", r"Paytable [AB]", "{all}"),
    ("633c.10", "Blackjack Match", r"Paytable [A-D]", "{all}"),
    ("633c.10", "Blackjack Match envy", r"(\$\d) Blackjack Match Wager offered", "{0} wager"),
    ("633c.11", "TriLux Deluxe", r"Paytable (TLX-\d)", "{0}"),
    ("633c.12", "AxMan", r"Paytable", "Pay table"),
    ("633c.13", "Buster Blackjack", r"Paytable [A-F]", "{over}, {all}"),
    ("633c.13", "Buster Blackjack", r"Paytable", "{over}"),
    ("633c.13", "Buster bonus", r"Bonus Pay B\d", "{all}"),
    ("633c.15", "Upcard Luck", r"Outcome \(with Dealer Upcard 2—7\)", "Pay table"),
    ("30-2104", "21-Hold 'em", r"Player Holds", "Pay schedule"),
    ("30-2105", "Super Match", r"[12]", "Pay Table {all}"),
    ("30-2105", "Buster Blackjack", r"Pay Schedule 1", "{all}"),
    ("30-2106", "Poker Bonus", r"Schedule [A-D]", "{all}"),
    ("30-2107", "21+3 Xtreme", r"21\+3 Xtreme", "Pay table"),
    ("30-2107, 30-2113, 30-2114", "21+3 Progressive", r"PT- ?BJS- ?(213-\d\d)", "PT-BJS-{0}"),
    ("30-2108", "Golden 21 Poker",
     r"(?:Additional )?(Pay Schedule \d+): Golden 21 Poker wager \((?P<decks>.+)\)", "{0}"),
    ("30-2109", "Straight Jack", r"Length of Straight", "Pay table"),
    ("30-2110", "Straight Jack Progressive", r"SJP ?(\d) Pays", "SJP{0}"),
    ("30-2111", "3 Card Bonus", r"Pay Table \d", "{all}"),
    ("30-2112", "Pai Jack Bonus", r"Pay Table \d", "{all}"),
    ("30-2113, 30-2114", "21+3", r"(Pay Table [AB]): 21\+3.*", "{0}"),
    ("30-2113, 30-2114", "Bust Bonus", r"Up Card", "Pay table"),
    ("30-2114", "Top 3", r"Pay Table [AB]", "{all}"),
    ("30-2115, 20:18:15:30.17", "TriLux Bonus", r"TRI-\d\d", "{all}"),
    ("30-2115, 20:18:15:30.17", "TriLux Lucky George", r"(TRILG-\d\d)\**", "{0}"),
    ("30-2115, 20:18:15:30.17", "TriLux Super 3", r"(SUP-\d\d)\*", "{0}"),
    ("30-2115", "Bust Bonanza", r"Pay Table \d", "{all}"),
    ("30-2115", "TriLux Progressive", r"Progressive (Pay table \d\d)", "{0}"),
    ("30-2115", "TriLux Progressive", r"Pay table (\d)", "Pay table 0{0}"),
    ("30-1099.52", "Ante Bonus", r"PAY TABLE FOR ANTE BONUS", "Pay table"),
    ("30-1099.52", "Pair XXX", r"PAIR XXX PAY TABLE ([A-D])", "Pay Table {0}"),
    ("30-1099.52", "Super 6", r"SUPER 6 BONUS PAY TABLE ([A-D])", "Pay Table {0}"),
    (HOUSE, "3 Card Poker", r"3 Card Poker Payout", "Pay table"),
    (HOUSE, "Match the Dealer", r"Match The Dealer Payout;", "Pay table"),
    (HOUSE, "Perfect Pair", r"Perfect Pair Payout;", "Pay table"),
    (HOUSE, "Blackjack", r"Blackjack Pay Table 1", "{all}"),
)  # fmt: skip

# The printed head of a column, less its asterisks.
COLUMNS = {
    "Pays": "pays", "PAYS": "pays", "PAY OUT": "pays", "Award": "pays",
    "w/Envy": "envy", "w/Max Envy": "envy",
    "$1 Blackjack Match Wager offered": "envy", "$5 Blackjack Match Wager offered": "envy",
    "Lucky George": "dealer envy", "LkyGrg": "dealer envy", "Dir. Envy": "dealer envy",
    "Seed and Reseed": "seed", "Increment Rate": "rate",
    "Bust, Off Suit": "pays", "Bust, Suited": "pays suited",
    "Dealer Bust": "pays", "Dealer Suited Bust": "pays suited",
}  # fmt: skip

# Rows that are no outcome.
VALUES = re.compile(
    r"decks|Deck Type|Number of Decks|First 4 cards|Wager|.*seed.*|.*increment rate", re.IGNORECASE
)
# What an award may look like; anything else in a pay table is misread.
AWARD = re.compile(
    r"[\d,.]+ (?:to|for) \d+(?: \+ \d+%)?|\d+:\d+|\d+-\d+|\d+|\$[\d,]+|N/A|Push|Loss"
    r"|[\d.]+%(?: (?:of )?(?:progressive|meter|mega|major|minor|mini|micro))?"
    r"|(?:Star|Heart|Spade|Diamond|Club) progressive"
)
PARAGRAPH = re.compile(r"(?:- )?\((\d{1,2}|[A-Za-z]{1,3})\) ")
# Two tables printed as one: the first name, and how many cells wide each half is.
SIDE_BY_SIDE = {"Progressive Pay table 01": 3, "Progressive Pay table 06": 2}

# Headings under which the numbers start again.
HEADINGS = {
    ("30-2107", "OPENING PROCEDURES, SHUFFLE AND CUTTING THE CARDS"): "Opening procedures ",
    ("30-2107", "START OF GAME"): "Start of game ",
    ("30-2107", "DETERMINATION OF WINNER; TAKE OR PAY PROCEDURES"): "Determination of winner ",
    ("30-2108", "Main Blackjack Wager."): "Main blackjack wager ",
    ("30-2108", '"Golden 21 Poker" Wager. Amen 10/16/13'): "Golden 21 Poker wager ",
    ("30-2111", "Player rules – Original 3 Card 21 Hand:"): "Player rules ",
}
# Lists that do not open with their first number: 30-2110(15)(b) prints no (i) (B-38).
OPENS = {("30-2110", "(15)(b)"): "ii"}
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")

# Document 004 line by line: its opening words, and our name where a new paragraph begins.
HOUSE_PARAGRAPHS: tuple[tuple[str, str], ...] = (
    ("Blackjack with 3 Card Poker", ""), ("Game Of Chance", ""),
    ("The name of the card game", "name"), ("Object of", "object"),
    ("The rules of the card game", "rules: values"),
    ("Players may bet", "rules: hands per player"),
    ("The dealer must stand", "rules: dealer"), ("Equipment Used", "equipment"),
    ("The outcome of the hand", "rules: pay table"), ("Players may surrender", "rules: surrender"),
    ("Side bets among players", "rules: conduct"), ("Standard gaming table", "equipment: list"),
    ("Blackjack felt", ""), ("6 or 8 standard", ""), ("2 cut cards", ""), ("Value chips", ""),
    ("Plastic lammers", ""), ("Dealer shoe", ""), ("Card muck", ""), ("The method of play", ""),
    ("When opening", "method: opening"), ("Upon the completion", "method: shuffle"),
    ("When the shuffle", "method: cut"), ("Once the bets", "method: deal"),
    ("After cards have", "method: signals, doubles and splits"),
    ("After Match the Dealer", "method: order of blackjacks"),
    ("If any player has Blackjack", "method: blackjacks and insurance"), ("receive 1:1", ""),
    ("Play continues", "method: players act"), ("Once all players", "method: dealer acts"),
    ("The next hand", "method: next hand"), ("The types of wager", ""), ("Ante-", "wagers: ante"),
    ("Splitting", "wagers: splitting"), ("Double down", "wagers: double down"),
    ("Insurance-", "wagers: insurance"), ("Side Bets", ""),
    ("3 Card Poker –", "side bets: 3 card poker"), ("3 Card Poker Payout", ""),
    ("Match The Dealer –", "side bets: match the dealer"), ("Match The Dealer Payout", ""),
    ("Perfect Pair –", "side bets: perfect pair"), ("Perfect Pair Payout", ""),
    ("The Payouts and payout odds", ""), ("Split & Double", ""),
    ("Bets made", "payouts: splits and doubles"), ("Blackjack Pay Table 1", "payouts: blackjack"),
)  # fmt: skip

# How many tables each section prints for each wager: 276 in all.
PRINTED = {
    ("633c.1", "Perfect Pairs"): 2, ("633c.2", "Jackpot Party"): 76,
    ("633c.3", "Match the Dealer"): 20, ("633c.5", "Buzzer Beater"): 1,
    ("633c.6", "Super 4"): 8, ("633c.6", "Super 4 mystery"): 3, ("633c.7", "Top 3"): 2,
    ("633c.8", "Lucky Aces"): 4, ("633c.9", "Blazing 7's"): 2,
    ("633c.10", "Blackjack Match"): 4, ("633c.10", "Blackjack Match envy"): 2,
    ("633c.11", "TriLux Deluxe"): 3, ("633c.12", "AxMan"): 1,
    ("633c.13", "Buster Blackjack"): 19, ("633c.13", "Buster bonus"): 2,
    ("633c.14", "Must-Hit-By"): 12, ("633c.15", "Upcard Luck"): 1,
    ("30-2104", "21-Hold 'em"): 1, ("30-2105", "Super Match"): 2,
    ("30-2105", "Buster Blackjack"): 1, ("30-2106", "Poker Bonus"): 4, ("30-2107", "21+3"): 1,
    ("30-2107", "21+3 Xtreme"): 1, ("30-2107", "21+3 Progressive"): 11,
    ("30-2108", "Golden 21 Poker"): 7, ("30-2109", "Straight Jack"): 1,
    ("30-2110", "Straight Jack Progressive"): 4, ("30-2111", "3 Card Bonus"): 5,
    ("30-2112", "Pai Jack Bonus"): 4, ("30-2113", "21+3"): 2, ("30-2113", "Bust Bonus"): 1,
    ("30-2113", "21+3 Progressive"): 11, ("30-2114", "21+3"): 2, ("30-2114", "Top 3"): 2,
    ("30-2114", "Bust Bonus"): 1, ("30-2114", "21+3 Progressive"): 11,
    ("30-2115", "TriLux Bonus"): 7, ("30-2115", "TriLux Lucky George"): 4,
    ("30-2115", "TriLux Super 3"): 3, ("30-2115", "Bust Bonanza"): 2,
    ("30-2115", "TriLux Progressive"): 4, ("30-1099.52", "Ante Bonus"): 1,
    ("30-1099.52", "Pair XXX"): 4, ("30-1099.52", "Super 6"): 4,
    ("20:18:15:30.17", "TriLux Bonus"): 4, ("20:18:15:30.17", "TriLux Lucky George"): 4,
    ("20:18:15:30.17", "TriLux Super 3"): 1, (HOUSE, "3 Card Poker"): 1,
    (HOUSE, "Match the Dealer"): 1, (HOUSE, "Perfect Pair"): 1, (HOUSE, "Blackjack"): 1,
}  # fmt: skip


# ---- from text to rows ---------------------------------------------------------------------


def sections(folder: Path) -> Iterator[tuple[str, str, list[Row]]]:
    """Yield each section's name, its numbering and its rows, document by document."""
    for document, (mark, levels) in DOCUMENTS.items():
        [path] = folder.glob(f"{document}_*.txt")
        text = path.read_text(encoding="utf-8")
        for where, printed, mended, why in REPAIRS:
            if where == document:
                assert text.count(printed) == 1, f"repair does not fit {document}: {why}"
                text = text.replace(printed, mended)
        parts = re.split(mark, text)[1:]
        for name, body in zip(parts[::2], parts[1::2], strict=True):
            yield name or HOUSE, levels, list(unfolded(joined(lines(body))))


def lines(text: str) -> Iterator[Row]:
    """Split printed lines into cells, without tags, marks of emphasis and rulings."""
    for line in text.splitlines():
        line = html.unescape(re.sub(r"</?[biu]>", "", line)).replace("\\$", "$")
        if line.startswith("|"):
            cells = line.strip("|").split("|")
        elif "\t" in line:
            cells = line.split("\t")
        else:
            cells = [re.sub(r"^#+|\*", "", line)]
        cells = [" ".join(cell.split()) for cell in cells]
        if any(cell.strip("-") for cell in cells):
            yield cells


def joined(rows: Iterable[Row]) -> Iterator[Row]:
    """Give back to a row the end of its label, where that is printed on the next lines."""
    held: Row = []
    for row in rows:
        if len(row) > 1 and re.match(r"[a-z(]", row[0]) and not any(row[1:]):
            held = [f"{held[0]} {row[0]}", *held[1:]]
            continue
        if held:
            yield held
        held = row
    yield held


def unfolded(rows: Iterable[Row]) -> Iterator[Row]:
    """Set tables that are printed side by side one below the other."""
    width = 0
    right: list[Row] = []
    for row in rows:
        if width and len(row) == 1:
            yield from right
            width, right = 0, []
        width = max([width, *(SIDE_BY_SIDE.get(cell, 0) for cell in row)])
        if width:
            right.append(row[width:])
        yield row[:width] if width else row
    yield from right


# ---- from rows to cells --------------------------------------------------------------------


def pay_tables(section: str, rows: list[Row]) -> Iterator[Cell]:
    """Read tables whose heads name one table over each column or group of columns."""
    over = over_decks = ""
    heads: list[Head | None] = []  # what stands over each place of a row
    columns: Row = []
    for row in rows:
        first = 0
        for where, pattern, name in OVER:
            if where == section and (found := re.fullmatch(pattern, row[0])):
                over, over_decks, first = name.format(*found.groups()), found["decks"], 1
        named = [head(section, cell, over) if i >= first else None for i, cell in enumerate(row)]
        words = [COLUMNS.get(cell.rstrip("* "), "") for cell in row]
        if any(named):
            heads, columns = named, words
            for wager, table, decks in filter(None, heads):
                if decks or over_decks:
                    yield Cell(section, wager, table, "decks", "value", decks or over_decks)
        elif any(words[1:]) and [*map(bool, words[1:])] == [*map(bool, row[1:])]:
            columns = words
        elif PARAGRAPH.match(row[0]):
            heads, over, over_decks = [], "", ""  # a new paragraph ends the table
        elif heads and not row[0].startswith("*"):  # an asterisk opens a footnote
            for i, cell in enumerate(row[1:], 1):
                if cell:
                    wager, table, _ = next(filter(None, reversed(heads[: i + 1])))
                    column = (columns[i] if i < len(columns) else "") or "pays"
                    yield outcome(section, wager, table, row[0], column, cell)


def head(section: str, cell: str, over: str) -> Head | None:
    """Name the wager, table and decks, if this cell is the head of a table."""
    for where, wager, pattern, name in HEADS:
        if section in where.split(", ") and (found := re.fullmatch(pattern, cell)):
            table = name.format(*found.groups(), all=cell, over=over)
            return wager, table, found.groupdict().get("decks", "")
    return None


def outcome(section: str, wager: str, table: str, label: str, column: str, cell: str) -> Cell:
    """Mend a label broken at the end of a line, and check that the cell is an award."""
    label = re.sub(r"([—/]) | (?=\))", r"\1", label)
    cell = "N/A" if cell == "NA" else cell.replace(" TO ", " to ")
    if VALUES.fullmatch(label):
        column = "value"
    assert column == "value" or AWARD.fullmatch(cell), (section, wager, table, label, cell)
    return Cell(section, wager, table, label, column, cell)


def hand_against_hand(section: str, rows: list[Row]) -> Iterator[Cell]:
    """Read odds by the player's hand and the dealer's: 633c.5(v)(3)."""
    start = rows.index(["Player Hand", "Dealer Hand", "Payout Odds"]) + 1
    for row in rows[start:]:
        if len(row) == 1:
            return
        player, dealer, odds = row
        label = f"{player} v {dealer}"
        yield outcome(section, "Buzzer Beater", "Pay table", label, "pays", odds)


def configurations(section: str, rows: list[Row]) -> Iterator[Cell]:
    """Read a table whose rows are configurations: 633c.6(j)."""
    [start] = [i for i, row in enumerate(rows) if row[0] == "Configuration"]
    for row in rows[start + 1 :]:
        for label, cell in zip(rows[start][1:], row[1:], strict=True):
            yield Cell(section, "Super 4 mystery", f"Configuration {row[0]}", label, "value", cell)


def decks_of_tables(section: str, rows: list[Row]) -> Iterator[Cell]:
    """Read which table goes with which decks: 633c.11(i)."""
    decks: dict[str, list[str]] = {}
    for row in rows:
        if found := re.fullmatch(r"- \(\d\) (\w+[- ]decks?)—Paytable (TLX-\d)\.", row[0]):
            decks.setdefault(found[2], []).append(found[1])
    for table, printed in decks.items():
        yield Cell(section, "TriLux Deluxe", table, "decks", "value", "; ".join(printed))


def mystery_bonus(section: str, rows: list[Row]) -> Iterator[Cell]:
    """Read configurations printed as lines, not as a table: 633c.14(c)(4)."""
    table = ""
    for row in rows:
        if found := re.match(r"(Paytable [A-D])—(\$\d) Configuration", row[0]):
            table = f"{found[1]}, {found[2]}"
        elif table and (found := re.fullmatch(r"(.*(?:amount|value|rate))[ —]([$\d.,%]+)", row[0])):
            yield Cell(section, "Must-Hit-By", table, found[1], "value", found[2])


def odds_in_a_sentence(section: str, rows: list[Row]) -> Iterator[Cell]:
    """Read the one odds of the standard 21+3, which stands in a sentence: 30-2107(2)."""
    said = [re.search(r"Winning hands of a (.+?) are paid (\d+ to 1)", row[0]) for row in rows]
    [found] = [one for one in said if one]
    for hand in re.split(r", | and ", found[1]):
        yield outcome(section, "21+3", "Pay table", hand, "pays", found[2])


# The shapes of the tables in each section, in the order of print.
SHAPES = {
    "633c.5": (hand_against_hand,), "633c.6": (pay_tables, configurations),
    "633c.11": (pay_tables, decks_of_tables), "633c.14": (mystery_bonus,),
    "30-2107": (odds_in_a_sentence, pay_tables),
}  # fmt: skip


def cells(folder: Path) -> list[Cell]:
    """Read all cells, table by table in the order of print, and check that none is missing."""
    tables: dict[tuple[str, str, str], dict[tuple[str, str], Cell]] = {}
    for section, _, rows in sections(folder):
        readers = SHAPES.get(section, (pay_tables,))
        for cell in (cell for read in readers for cell in read(section, rows)):
            table = tables.setdefault(cell[:3], {})
            known = table.setdefault(cell[3:5], cell)
            # decks stand at the head of a table, and a table cut by a page has two heads
            assert known is cell or (cell.row == "decks" and known == cell), (known, cell)
    printed = Counter((section, wager) for section, wager, _ in tables)
    assert printed == PRINTED, (printed - Counter(PRINTED), Counter(PRINTED) - printed)
    assert len(tables) == 276, len(tables)
    return [cell for table in tables.values() for cell in table.values()]


# ---- paragraphs ----------------------------------------------------------------------------


def paragraphs(folder: Path) -> list[tuple[str, str]]:
    """List every paragraph of the five documents by section and number."""
    found: list[tuple[str, str]] = []
    for section, levels, rows in sections(folder):
        prose = [row[0] for row in rows if len(row) == 1]
        if section == HOUSE:
            for line, (opening, name) in zip(prose, HOUSE_PARAGRAPHS, strict=True):
                assert line.startswith(opening), (line[:40], opening)
                found += [(section, name)] if name else []
        else:
            found += [(section, name) for name in numbered(section, levels, prose)]
    assert len(found) == len(set(found)), [one for one, n in Counter(found).items() if n > 1]
    return found


def numbered(section: str, levels: str, prose: list[str]) -> list[str]:
    """Follow the numbers of one section: each continues an open list or opens a deeper one."""
    found: list[str] = []
    path: list[str] = []
    heading, bare = "", True  # bare: no number yet under this heading
    for line in prose:
        if (section, line) in HEADINGS:
            if bare and heading:
                found.append(f"{heading}intro")
            heading, path, bare = HEADINGS[section, line], [], True
        elif mark := PARAGRAPH.match(line):
            for depth, style in enumerate(levels[: len(path) + 1]):
                opens = OPENS.get((section, "".join(f"({n})" for n in path[:depth])))
                if mark[1] == after(style, path[depth] if depth < len(path) else "", opens):
                    path, bare = [*path[:depth], mark[1]], False
                    break
            else:
                raise ValueError(f"{section} {path}: {line[:40]}")
            found.append(heading + "".join(f"({n})" for n in path))
    return found or ["intro"]


def after(style: str, number: str, opens: str | None) -> str:
    """Return the number that comes next in a list of this style.

    >>> after("1", "9", None), after("a", "z", None), after("i", "", None)
    ('10', 'aa', 'i')
    """
    if not number:
        return opens or style
    if style == "1":
        return str(int(number) + 1)
    if style == "i":
        return ROMAN[ROMAN.index(number) + 1]
    return "aa" if number == "z" else chr(ord(number[0]) + 1) * len(number)


def write(path: Path, header: str, rows: Iterable[tuple[str, ...]]) -> None:
    text = "".join("\t".join(row) + "\n" for row in rows)
    path.write_text(header.replace(" ", "\t") + "\n" + text, encoding="utf-8")


if __name__ == "__main__":
    law, here = Path(sys.argv[1]), Path(__file__).parent / "printed"
    write(here / "cells.tsv", "section wager table row column cell", cells(law))
    write(here / "paragraphs.tsv", "section paragraph", paragraphs(law))
