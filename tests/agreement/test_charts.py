"""Charts beside the best play, and played through the table."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from pitboss.errors import NotationError
from pitboss.games.terms_in_force import terms_for
from pitboss.rulebook.load import Rulebook
from pitboss.solvers.blackjack import value
from pitboss.solvers.charts import (
    MAY,
    ROWS,
    Chart,
    ChartPlay,
    best_chart,
    parse_chart,
    read_chart,
    weigh_chart,
)
from pitboss.solvers.rules import rules_of
from tests.agreement.solved import ChartPlayer, played_net
from tests.agreement.test_solved_blackjack import random_case
from tests.health import basic_strategy
from tests.soak import soak


def test_basic_strategy_is_the_solvers_chart_of_six_decks(book: Rulebook) -> None:
    """The file is written by tools/basic-strategy."""
    assert basic_strategy.FILE.read_text("utf-8") == basic_strategy.written(book)


@pytest.mark.parametrize("rule", basic_strategy.GAMES)
def test_a_chart_costs_little_beside_the_best_play(book: Rulebook, rule: str) -> None:
    game, filed = basic_strategy.GAMES[rule]
    rules = rules_of(terms_for(book, book.game(game), 6, filed))
    chart, solution = best_chart(rules)
    best = value(rules).expectation
    assert 0 < best - solution.expectation < 0.0001
    assert weigh_chart(rules, chart).expectation == pytest.approx(solution.expectation, abs=1e-15)


def random_chart(seed: int) -> Chart:
    """Any letter anywhere, but for the totals that no sane chart hits or stands on."""
    random = Random(seed)
    made = {
        part: {row: "".join(random.choices(MAY[part], k=10)) for row in rows}
        for part, rows in ROWS.items()
    }
    for row in ("17", "18", "19", "20"):
        made["hard"][row] = "".join(random.choices("SdrS", k=10))
    return parse_chart(made, "a random chart")


@pytest.mark.parametrize(
    "seed", [n if n in (8, 12, 14, 28, 47, 57) else soak(n) for n in range(60)]
)
def test_any_chart_nets_at_the_table_what_it_is_said_to_be_worth(book: Rulebook, seed: int) -> None:
    opened, shoe = random_case(book, seed)
    chart, rules = random_chart(seed), rules_of(opened.terms, shoe)
    solution = weigh_chart(rules, chart)
    insures = bool(ChartPlay(rules).insures)
    net, _ = played_net(opened, shoe, ChartPlayer(chart, solution, insures))
    assert solution.expectation == pytest.approx(float(net), abs=1e-12)


WHOLE = {
    part: dict.fromkeys(rows, ("P" if part == "pairs" else "S") * 10) for part, rows in ROWS.items()
}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"hard": {"16": "SSSSSHHHH"}}, "hard 16 has 9 cells, not 10"),
        ({"hard": {"16": "SSSSSHHHPH"}}, "hard 16 against 10 is 'P', not S, H, D, d, R or r"),
        ({"pairs": {"8": "SSSSSSSSSS"}}, "pairs 8 against 2 is 'S', not P or -"),
        ({"soft": {"21": "SSSSSSSSSS"}}, "soft 21 is not a row"),
        ({"twins": {}}, "'twins' is not a part of a chart"),
    ],
)
def test_a_wrong_cell_is_named(change: dict[str, dict[str, str]], said: str) -> None:
    raw = {part: {**WHOLE.get(part, {}), **change.get(part, {})} for part in {**WHOLE, **change}}
    with pytest.raises(NotationError) as refused:
        parse_chart(raw, "mine.toml")
    assert said in str(refused.value)
    assert str(refused.value).startswith("mine.toml is not a complete chart: ")


def test_a_missing_row_and_a_missing_file_are_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        "\n".join(
            f"[{p}]\n"
            + "\n".join(f"{r} = '{c}'" for r, c in rows.items() if (p, r) != ("soft", "18"))
            for p, rows in WHOLE.items()
        )
    )
    with pytest.raises(NotationError, match="soft 18 is missing"):
        read_chart(path)
    with pytest.raises(NotationError, match=r"none\.toml cannot be read: No such file"):
        read_chart(tmp_path / "none.toml")
