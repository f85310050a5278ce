"""The sections of docs/games that are generated: readings, terms and options from the rulebook,
and what a game is worth from its proof.

`tools/game-pages` rewrites these sections; a test checks that they are up to date.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from textwrap import fill, wrap
from typing import Any, Final

from pitboss.games.terms_in_force import procedure_of
from pitboss.rulebook.entry_words import deck_words, tips_words
from pitboss.rulebook.load import Rulebook, load
from pitboss.rulebook.schema import Entry, Game, HouseOption, Reading, Term, Wager
from pitboss.rulebook.term_fields import named
from pitboss.solvers.proofs import game_file
from pitboss.solvers.strategy_sheet import legend

ROOT: Final = Path(__file__).resolve().parents[2]
GAMES: Final = ROOT / "docs" / "games"
PROOFS: Final = ROOT / "proofs"
READINGS, FILED, THREE_LAWS = "Readings", "What the house files", "The terms of three states"
WORTH = "What it is worth"
FIXED = "What the law fixes"
PAGES: Final = {"new-hampshire-blackjack": ("new_hampshire/blackjack",)}
"""Pages that are not named after their games."""
BASE: Final = ("pennsylvania/blackjack", "colorado/blackjack", "south_dakota/blackjack")
COMPARED: Final = (
    *("soft_17", "natural_pays", "insurance", "even_money", "surrender", "double_on"),
    *("double_after_split", "split_hands", "resplit_aces", "split_aces_draw", "peek", "delivery"),
)
"""The terms by which the plain blackjacks are compared."""

HOW_TO_FILE: Final = """The first value applies unless the house files another, as in
`pitboss play --in south_dakota --term soft_17=hit`. `pitboss rules show colorado/blackjack` lists
every term with its clause, and says how certain it is."""


def pages(book: Rulebook) -> Iterator[tuple[Path, dict[str, str]]]:
    """Each page of a game with its generated sections."""
    for path in sorted(GAMES.glob("*.md")):
        if path.stem == "README":
            continue
        if path.stem == "blackjack":
            games = [book.game(each) for each in BASE]
            made = {THREE_LAWS: three_laws(book, games), READINGS: readings(book, games)}
            made[FIXED] = fixed(book, games)
        else:
            ids = PAGES.get(path.stem) or [g.id for g in book.games if g.key == path.stem]
            games = [book.game(each) for each in ids]
            made = {READINGS: readings(book, games), FILED: filed(book, games)}
            made[FIXED] = fixed(book, games)
        made[WORTH] = worth(book, games)
        yield path, {title: text for title, text in made.items() if text}


def with_sections(page: str, sections: dict[str, str]) -> str:
    """The page with these sections replacing those of the same title.

    >>> with_sections("# Game\\n\\n## Readings\\n\\nold\\n\\n## More\\n", {"Readings": "new"})
    '# Game\\n\\n## Readings\\n\\nnew\\n\\n## More\\n'
    """
    for title, text in sections.items():
        head = f"## {title}\n"
        if head not in page and title == WORTH:
            page = page.replace(f"## {READINGS}\n", f"{head}\n## {READINGS}\n")
        before, found, rest = page.partition(head)
        if not found:
            raise ValueError(f"a page has no section {title!r}")
        after = re.search(r"^## .*", rest, re.MULTILINE | re.DOTALL)
        page = f"{before}{head}\n{text}\n\n{after[0] if after else ''}"
    return page.rstrip() + "\n"


# -- what a game is worth -------------------------------------------------------------------------


def worth(book: Rulebook, games: Sequence[Game]) -> str:
    """Edge and strategy from the game's proof; nothing for a game that has none."""
    parts = []
    for game in games:
        if (proof := _proof(game)) is not None:
            parts += _titled(book, game, len(games), _worth(game, proof))
    return "\n\n".join(parts)


def _proof(game: Game) -> dict[str, Any] | None:
    path = game_file(PROOFS, game)
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else None


def _worth(game: Game, proof: dict[str, Any]) -> str:
    figures = proof["figures"]
    says = f"The house keeps {-_percent(figures['expectation']):.4f}% of {proof['per']}"
    says += f" ({proof['shoe']}, default terms),"
    says += f" or {_percent(figures['element_of_risk']):.4f}% of all stakes."
    if "without_fee" in figures:
        paid = "ante" if "ante" in proof["per"] else "fee"
        says += f" Without the {paid} it keeps {-_percent(figures['without_fee']):.4f}%."
    if "standard_deviation" in figures:
        says += (
            f" The standard deviation of a round is {_number(figures['standard_deviation']):.4f}."
        )
    if "hit_frequency" in figures:
        says += f" {_percent(figures['hit_frequency']):.2f}% of hands win."
    says += f" `pitboss strategy {game.id}` prints the whole sheet."
    parts = [fill(says, 100, break_on_hyphens=False)]
    base = _proof(replace(game, key="blackjack"))
    if game.key != "blackjack" and base and base["figures"] == figures:
        parts.append("It is played as [blackjack](blackjack.md).")
    else:
        parts += _play(proof)
    rows = [
        (f"`{each['key']}` = {each['choice']}", f"{_percent(each['change']):+.4f}")
        for each in proof.get("options", ())
        if "change" in each
    ]
    if rows and not parts[1].startswith("It is played"):
        parts.append(table(("instead", "moves the player's expectation, in points"), rows))
    return "\n\n".join(parts)


def _play(proof: dict[str, Any]) -> Iterator[str]:
    """The best play: its charts as on a terminal, and a summary in a few lines."""
    upcards = proof["upcards"]
    if upcards:
        lines = _grids(proof["chart"], upcards)
        letters = ", ".join(f"{a} {means}" for a, means in legend(proof["chart"]).items())
        yield "```text\n" + "\n".join([*lines, *wrap(letters, 80)]) + "\n```"
    if glance := proof.get("glance"):
        yield "\n".join(f"- {name}: {says}" for name, says in glance.items())
    if values := proof.get("hand_values"):
        rows = {hand: cents.split() for hand, cents in values.items()}
        yield "What a hand is worth, in cents of its stake:"
        yield "```text\n" + "\n".join(_grids({"": rows}, upcards, 4)).rstrip() + "\n```"


def _grids(
    charts: Mapping[str, Mapping[str, Sequence[str]]], upcards: Sequence[str], wide: int = 3
) -> Iterator[str]:
    """Rows under their upcards, an empty line after each part."""
    left = max(6, *(len(row) for rows in charts.values() for row in (*charts, *rows)))
    for part, rows in charts.items():
        yield f"{part:<{left}}" + "".join(f"{up:>{wide}}" for up in upcards)
        for row, cells in rows.items():
            yield f"{row:<{left}}" + "".join(f"{cell:>{wide}}" for cell in cells)
        yield ""


def _number(figure: str) -> float:
    return float(Fraction(figure))


def _percent(figure: str) -> float:
    return 100 * _number(figure)


# -- readings --------------------------------------------------------------------------------------


def readings(book: Rulebook, games: Sequence[Game]) -> str:
    """Every doubtful clause that concerns a game or a wager of its section."""
    parts = []
    for game in games:
        entries: list[Entry] = [game, *_wagers(book, game)]
        found = {r.key: r for entry in entries for r in book.readings_of(entry)}
        rows = [_reading(each) for each in found.values()]
        parts += _titled(book, game, len(games), table(("question", "default", "others"), rows))
    return "\n\n".join(parts)


def _reading(reading: Reading) -> tuple[str, ...]:
    force = f"`{reading.default}`: {reading.choices[reading.default]}"
    if reading.must_be_chosen:
        force += ". The house must choose; `pitboss play` uses this"
    others = []
    for key, says in reading.choices.items():
        if key != reading.default:
            why = reading.unplayed.get(key, "")
            others.append(f"`{key}`: {says}" + (f" (not played: {why})" if why else ""))
    return f"**{reading.key}** {reading.question}", force, "; ".join(others)


# -- what the house files --------------------------------------------------------------------------


def filed(book: Rulebook, games: Sequence[Game]) -> str:
    """The terms that a game's own section leaves to the house, and the options of its wagers."""
    parts = []
    for game in games:
        own = [term for term, source in book.terms_of(game) if source.id == game.id]
        rows = [_term(term) for term in own if not term.is_fixed and term.default]
        rows += [_option(w, option) for w in _wagers(book, game) for option in w.options]
        tips = tips_words(game.tips)
        says = [table(("term or option", "meaning", "default", "others"), rows)] if rows else []
        if tables := _tables(_wagers(book, game)):
            says.append(fill(f"Pay tables: {tables}; `pitboss rules show KEY` prints them.", 100))
        says.append(fill(f"Bets for the dealer: {tips}{_at(game.tips.cite)}.", 100))
        parts += _titled(book, game, len(games), "\n\n".join(says))
    return "\n\n".join(parts)


def fixed(book: Rulebook, games: Sequence[Game]) -> str:
    """The terms of a game's own section that no record of terms reads: its script follows them."""
    parts = []
    for game in games:
        rows = [
            (f"`{term.key}`", f"{term.says}{_at(term.cite)}", _fixed(term))
            for term in unread(book, game)
        ]
        parts += _titled(book, game, len(games), table(("term", "meaning", "value"), rows))
    return "\n\n".join(parts)


def _fixed(term: Term) -> str:
    return f"`{term.default}`" if term.default else "what the house posts"


def unread(book: Rulebook, game: Game) -> list[Term]:
    """The terms that a game states itself and that are no field of its record."""
    read = {field.key for field in named(procedure_of(book, game).terms)}
    own = [term for term, source in book.terms_of(game) if source.id == game.id]
    return [term for term in own if term.key not in read and (term.is_fixed or game.id in BASE)]


def _term(term: Term) -> tuple[str, ...]:
    others = [_value(term, value, "`") for value in term.one_of if value != term.default]
    return f"`{term.key}`", f"{term.says}{_at(term.cite)}", f"`{term.default}`", _or(others)


def _option(wager: Wager, option: HouseOption) -> tuple[str, ...]:
    others = [f"`{value}`" for value in option.one_of if value != option.default]
    says = f"{option.says}{_at(option.cite)}"
    return f"`{option.key}` of {wager.name}", says, f"`{option.default}`", _or(others)


def _tables(wagers: Iterable[Wager]) -> str:
    return ", ".join(f"{len(w.paytables)} for `{w.key}`" for w in wagers if w.paytables)


# -- side by side ----------------------------------------------------------------------------------


def three_laws(book: Rulebook, games: Sequence[Game]) -> str:
    """The plain blackjacks side by side: each term's default and what else the house may file."""
    heads = ("", *(book.jurisdictions[game.jurisdiction].name for game in games))
    terms = [{term.key: term for term, _ in book.terms_of(game)} for game in games]
    rows = [
        (key.replace("_", " "), *(_values(each[key]) if key in each else "" for each in terms))
        for key in COMPARED
    ]
    return f"{HOW_TO_FILE}\n\n{table(heads, rows)}"


def _values(term: Term) -> str:
    others = [_value(term, value) for value in term.one_of if value != term.default]
    return term.default + (f"; or {', '.join(others)}" if others else "")


# -- words -----------------------------------------------------------------------------------------


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; empty without rows."""
    lines = [f"| {' | '.join(row)} |".replace("|  |", "| |") for row in rows]
    head = f"| {' | '.join(heads)} |".replace("|  |", "| |")
    return "\n".join([head, "|---" * len(heads) + "|", *lines]) if lines else ""


def _value(term: Term, value: str, mark: str = "") -> str:
    decks = term.decks.get(value)
    only = f" with {deck_words(decks)} deck{'s' * (decks != (1,))}" if decks else ""
    return f"{mark}{value}{mark}{only}"


def _titled(book: Rulebook, game: Game, games: int, text: str) -> list[str]:
    if not text:
        return []
    return [f"### {book.jurisdictions[game.jurisdiction].name}\n\n{text}" if games > 1 else text]


def _wagers(book: Rulebook, game: Game) -> list[Wager]:
    return [book.wager(f"{game.jurisdiction}/{key}") for key in game.wagers]


def _at(cite: str) -> str:
    return f" {cite if cite.startswith('(') else f'({cite})'}" if cite else ""


def _or(values: Sequence[str]) -> str:
    return ", ".join(values) or "what the house posts"


def main() -> None:
    """Rewrite these sections."""
    for path, sections in pages(load()):
        path.write_text(with_sections(path.read_text("utf-8"), sections), encoding="utf-8")


if __name__ == "__main__":
    main()
