"""Mystery meters on a sheet, against every secret value at the link (58 Pa. Code § 633c.14)."""

from bisect import bisect_left
from dataclasses import replace
from fractions import Fraction

import pytest

import pitboss
from pitboss.analysis.mystery import MysteryAwards, awards
from pitboss.analysis.setting import setting
from pitboss.analysis.sheet import prove
from pitboss.errors import NotAllowed
from pitboss.progressive.link import Link
from pitboss.progressive.meter import MeterState, open_meter
from pitboss.progressive.secret import ABOVE, CAPPED, DRAWN_LOWER, REACHED, Mystery, SealedValue
from pitboss.sheets.par_form import form
from tests.conftest import Ask
from tests.soak import soak


class Known:
    """Secret values that a test has chosen, and then the highest that there may be."""

    def __init__(self, *values: int) -> None:
        self._values = iter(values)

    def next(self, _low: int, high: int) -> SealedValue:
        return SealedValue(next(self._values, high), "0" * 32, "seed 0")


def linked(meter: MeterState, mystery: Mystery, *values: int) -> Link:
    link = Link(meter, mystery=mystery, secrets=Known(*values))
    link.join("table 1")
    return link


def climb(link: Link, stake: int, cycle: int) -> tuple[int, int]:
    """Contribute until the link pays: how many wagers that took, and the award."""
    for wager in range(1, 100_000):
        if hit := link.contribute(f"table 1/{cycle}-{wager}/1/side", stake).hit:
            return wager, hit
    raise AssertionError


def moments(won: list[tuple[int, int]]) -> tuple[Fraction, Fraction, Fraction]:
    """Mean wagers, mean award and variance of the award, each value as likely as another."""
    many = len(won)
    mean = Fraction(sum(award for _, award in won), many)
    spread = sum(((award - mean) ** 2 for _, award in won), Fraction(0)) / many
    return Fraction(sum(wagers for wagers, _ in won), many), mean, spread


@pytest.mark.parametrize("struck", [ABOVE, REACHED])
@pytest.mark.parametrize(
    ("low", "high", "rate", "stake"),
    [
        (10_000, 10_100, "2/100", 100),  # Paytable A, $1, cut short
        (10_000, 10_130, "15/1000", 200),  # Paytable A, $2: a range that three cents do not divide
        (10_000, 10_400, "2/100", 500),  # § 633c.6(j), the third configuration
    ],
)
def test_every_secret_value_through_the_link(
    low: int, high: int, rate: str, stake: int, struck: str
) -> None:
    meter = open_meter("mystery", low, Fraction(rate), limit=high)
    mystery = Mystery(stake, struck, DRAWN_LOWER)
    added = int(Fraction(rate) * stake)
    won = [climb(linked(meter, mystery, value), stake, 1) for value in range(low, high - added + 1)]
    paid = awards(meter, mystery, stake)
    assert (paid.wagers, paid.mean, paid.central[0]) == moments(won)
    assert (paid.least, paid.most) == (min(a for _, a in won), max(a for _, a in won))


@pytest.mark.parametrize(
    ("wager", "table", "low", "high", "added", "stake"),
    [
        ("must-hit-by", "Paytable A, $1", 10_000, 20_000, 2, 100),
        ("must-hit-by", "Paytable B, $2", 10_000, 50_000, 7, 200),
        soak("super-4-mystery", "Configuration 1", 25_000, 100_000, 25, 500),
        ("super-4-mystery", "Configuration 3", 10_000, 20_000, 10, 500),
    ],
)
def test_the_printed_configurations(
    book: pitboss.Rulebook, wager: str, table: str, low: int, high: int, added: int, stake: int
) -> None:
    """The meter climbs alike whatever the value: one climb at the link serves all of them."""
    sheet = prove(setting(book, wager, table=table))
    assert sheet.setting.stake == stake
    (line,) = sheet.meters
    assert line.awards
    assert line.rate
    meter = open_meter("mystery", low, line.rate, limit=high)
    link = linked(meter, Mystery(stake))
    shown: list[int] = []
    while True:
        entry = link.contribute(f"table 1/{len(shown)}/1/side", stake)
        shown.append(entry.hit or entry.shows)
        if entry.hit:
            break
    won = []
    for value in range(low, high - added + 1):  # § 633c.14(c)(3): in excess of the value
        place = bisect_left(shown, value + 1)
        won.append((place + 1, shown[place]))
    wagers, mean, spread = moments(won)
    assert (line.awards.wagers, line.mean, line.awards.central[0]) == (wagers, mean, spread)
    assert sheet.returns == sheet.long_run == mean / (wagers * stake)
    assert line.awards.most == sheet.liability * stake == max(award for _, award in won)
    second = sum((Fraction(award, stake) ** 2 for _, award in won), Fraction(0)) / len(won)
    assert sheet.variance == second / wagers - sheet.returns**2


@pytest.mark.parametrize(
    ("rate", "stake", "within", "struck"),
    [
        ("5/1000", 500, DRAWN_LOWER, ABOVE),
        ("5/1000", 500, CAPPED, REACHED),
        ("35/1000", 200, DRAWN_LOWER, REACHED),
        ("35/1000", 200, CAPPED, ABOVE),
        soak("5/1000", 500, DRAWN_LOWER, REACHED),
        soak("5/1000", 500, CAPPED, ABOVE),
        soak("35/1000", 200, DRAWN_LOWER, ABOVE),
        soak("35/1000", 200, CAPPED, REACHED),
    ],
)
def test_what_an_award_leaves_behind(rate: str, stake: int, struck: str, within: str) -> None:
    """Half a cent, or what stood above the maximum, starts the next climb (2.5¢ and 7¢ a wager)."""
    meter = open_meter("mystery", 25_000, Fraction(rate), limit=25_040)
    mystery = Mystery(stake, struck, within)
    paths: dict[Fraction, tuple[int, ...]] = {Fraction(0): ()}
    found = [Fraction(0)]
    then: dict[Fraction, list[Fraction]] = {}
    won: dict[Fraction, list[tuple[int, int]]] = {}
    while found:
        start = found.pop()
        path = paths[start]
        begun = linked(meter, mystery, *path)
        for cycle in range(len(path)):
            climb(begun, stake, cycle)
        held = begun.meter.shown + begun.meter.overflow
        assert held - 25_000 == start
        first, last = mystery.span(begun.meter)
        then[start], won[start] = [], []
        for value in range(first, last + 1):
            link = linked(meter, mystery, *path, value)
            *_, this = (climb(link, stake, cycle) for cycle in range(len(path) + 1))
            won[start].append(this)
            left = link.meter.shown + link.meter.overflow - 25_000
            then[start].append(left)
            if left not in paths:
                paths[left] = (*path, value)
                found.append(left)
    often = dict.fromkeys(paths, 1 / len(paths))
    for _ in range(500):
        after = dict.fromkeys(paths, 0.0)
        for start, share in often.items():
            for to in then[start]:
                after[to] += share / len(then[start])
        often = after
    wagers = sum(share * float(moments(won[s])[0]) for s, share in often.items())
    mean = sum(share * float(moments(won[s])[1]) for s, share in often.items())
    paid = awards(meter, mystery, stake)
    assert float(paid.wagers) == pytest.approx(wagers, rel=1e-12)
    assert float(paid.mean) == pytest.approx(mean, rel=1e-12)
    assert paid.mean == 25_000 + paid.wagers * meter.contribution(stake)  # nothing is lost
    assert paid.most == max(award for s in often for _, award in won[s])


def test_most_won_is_what_the_meter_can_show(book: pitboss.Rulebook) -> None:
    """Above $199.98, the highest value that two cents leave within $200, is $200."""
    made = form(book, prove(setting(book, "must-hit-by", table="Paytable A, $1")), "bare")
    assert made["show"]["liability_money"] == "$200"
    assert made["meters"]["mystery"]["most"] == "200.00"
    reached = setting(book, "must-hit-by", table="Paytable A, $1", choices={"D-40": "reached"})
    assert form(book, prove(reached), "bare")["show"]["liability_money"] == "$199.98"


def test_super_4_mystery_rides_on_five_dollars(book: pitboss.Rulebook) -> None:
    """§ 633c.6(e): the Super 4 wager is $5, and (j) takes a share of it."""
    sheet = prove(setting(book, "super-4-mystery"))
    assert sheet.setting.stake == 500
    assert "$5 stake" in form(book, sheet, "bare")["title"]


def test_the_next_wager_at_a_meter(book: pitboss.Rulebook) -> None:
    """At $150 the values $150.00 to $199.98 are left, and two cents hit two of the 4,999."""
    sheet = prove(setting(book, "must-hit-by", table="Paytable A, $1", meters={"mystery": "$150"}))
    bonus = sheet.outcomes[0]
    assert bonus.probability == Fraction(2, 4_999)
    assert bonus.gross == Fraction(15_002, 100)
    assert sheet.liability * 100 == 15_002
    assert sheet.long_run == prove(setting(book, "must-hit-by")).returns
    for amount in ("$99.99", "$199.99", "$200"):
        with pytest.raises(NotAllowed, match=r"between \$100 and \$199\.98"):
            prove(setting(book, "must-hit-by", meters={"mystery": amount}))


def test_a_stake_that_leaves_too_many_fractions_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.analysis.mystery.MOST_STARTS", 3)
    meter = open_meter("mystery", 10_000, Fraction(1, 997), limit=20_000)
    with pytest.raises(NotAllowed, match="too many fractions"):
        awards(meter, Mystery(500), 500)
    with pytest.raises(NotAllowed, match="maximum"):
        awards(replace(meter, limit=10_000), Mystery(500, within=CAPPED), 500)


def test_one_start_has_plain_moments() -> None:
    """Values 0, 1 and 2 of a meter from 0 to 3 cents that climbs by one."""
    meter = open_meter("mystery", 0, Fraction(1, 100), limit=3)
    two_thirds = Fraction(2, 3)
    assert awards(meter, Mystery(100), 100) == MysteryAwards(
        Fraction(2), (two_thirds, Fraction(0), two_thirds), Fraction(2), 1, 3
    )


def test_the_page_says_what_a_mystery_pays(ask: Ask) -> None:
    _, out, _ = ask("par", "must-hit-by")
    assert "each $1,000" not in out
    assert "halfway" not in out
    for words in ("$100.02", "$200", "most paid"):
        assert words in out
