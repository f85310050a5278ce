"""The words of a sheet about its wager: what it sees, how it pays, how it was counted."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.analysis.numbers import exact, fixed, money, one_in, percent, probability, root
from pitboss.analysis.policies import (
    ANY_UPCARD,
    BASIC,
    FOR_THIS,
    NEVER_FOLD,
    NEVER_HIT,
    upcard_of,
)
from pitboss.analysis.setting import Setting
from pitboss.analysis.sheet import Z90, Sheet, meters_at
from pitboss.errors import either
from pitboss.rulebook.entry_words import deck_words, stake_words
from pitboss.rulebook.paytable import Meter
from pitboss.rulebook.schema import Wager
from pitboss.rulebook.vocabulary import SEEN
from pitboss.wagers.card_holders import after_upcard, before_peek, grows, live_only
from pitboss.wagers.offer import feeder_of

PAID: Final = {
    "highest": "only the highest hand pays",
    "best paying": "only the hand that pays most",
    "one class only": "hands never overlap",
}
POLICIES: Final = {
    BASIC: "the main game's basic strategy, pairs played as their totals",
    NEVER_HIT: "the player stands on the first two cards",
    FOR_THIS: "the play worth most to this wager alone",
    ANY_UPCARD: "bet after the upcard is seen, whatever it is",
    NEVER_FOLD: "the player never folds",
}
NOT_COVERED: Final = "shuffle, dealer error, counting, promotions"


@dataclass(frozen=True, slots=True)
class PartialSheet:
    """What the sheet of a main wager leaves out of its game."""

    called: str
    label: str
    lacks: str
    note: str


PARTS: Final = {
    "player.hand": PartialSheet(
        "hit and stand only, not the whole game",
        "Edge, hit and stand",
        "doubles, splits, surrender, insurance",
        "Not the house edge of the game: the stake is never raised. Nobody splits, surrenders or "
        "insures; a hand that basic strategy doubles takes one card on its first stake.",
    ),
    "community.two": PartialSheet(
        "this wager alone, not the whole game",
        "Edge, this wager alone",
        "folding, the wagers made beside it in the round",
        "Not the house edge of the game: the wagers made beside it and the choice to fold are "
        "left out.",
    ),
}
"""The places that a main wager sees → what its sheet leaves out."""


def part_of_game(wager: Wager) -> PartialSheet | None:
    """What the figures of a main wager leave out of its game; other wagers leave out nothing."""
    if wager.role != "main":
        return None
    return next((part for place, part in PARTS.items() if place in wager.sees), None)


def not_covered(sheet: Sheet) -> str:
    """What affects the result and is not in the figures."""
    part = part_of_game(sheet.setting.wager)
    return f"{part.lacks}; {NOT_COVERED}" if part else NOT_COVERED


def title(setting: Setting) -> str:
    """What a sheet is for, besides the wager's name."""
    decks = setting.decks
    parts = [setting.table.id]
    if setting.wager.sees:
        parts.append(f"{decks} deck{'s' * (decks > 1)}" if decks else f"shoe {setting.shoe}")
    if decks and setting.terms.without:
        parts.append(f"without the {setting.terms.without.symbol}s")
    if setting.offer.table.meters or setting.table.stakes:
        own = "" if not setting.wager.stake.none else "with a "
        parts.append(f"{own}{money(setting.stake)} stake")
    if setting.soft_17:
        parts.append(f"dealer {'hits' if setting.soft_17 == 'hit' else 'stands on'} soft 17")
    if setting.policy:
        parts.append(setting.policy)
    if part := part_of_game(setting.wager):
        parts.append(part.called)
    return " · ".join(parts)


def headline(sheet: Sheet) -> list[dict[str, str]]:
    """The five figures that come first."""
    sd = root(sheet.variance)
    hit = ("Hit frequency", percent(sheet.hit_frequency), f"one in {one_in(sheet.hit_frequency)}")
    spread = ("Standard deviation", fixed(sd, 4), "per unit staked")
    if not sheet.at_risk:
        cost = percent(sheet.returns)
        cells = [
            ("Cost to the house", cost, _exactly(sheet.returns)),
            ("Worth to the player", cost, f"of {carrier(sheet.setting)}"),
            hit,
            spread,
        ]
        if not sheet.setting.offer.lines:
            cells = [*_mystery(sheet), hit, spread]
    elif sheet.meters:
        cells = [*_metered(sheet), hit]
    else:
        part = part_of_game(sheet.setting.wager)
        cells = [
            (part.label if part else "House edge", percent(sheet.edge), _exactly(sheet.edge)),
            ("Return to player", percent(sheet.returns), "stake included"),
            hit,
            spread,
        ]
    if len(cells) < 5:
        cells.append(("Volatility index 90%", fixed(Z90 * sd, 4), f"z = {fixed(Z90, 6)}"))
    return [{"label": label, "value": value, "note": note} for label, value, note in cells[:5]]


def _mystery(sheet: Sheet) -> list[tuple[str, str, str]]:
    (line,), bonus = sheet.meters, sheet.outcomes[0]
    if line.awards is None or sheet.setting.meters:
        won = money(bonus.gross * sheet.setting.stake)
        return [
            ("Cost of this wager", percent(sheet.returns), f"meter at {money(line.amount)}"),
            ("Award now", won, "with what the wager adds"),
            ("Long-run cost", percent(sheet.long_run or Fraction(0)), "over many awards"),
        ]
    least, most = (money(cents) for cents in (line.awards.least, line.awards.most))
    return [
        ("Cost to the house", percent(sheet.returns), _exactly(sheet.returns)),
        ("Mean award", money(line.awards.mean), f"{least} to {most}"),
        ("One award in", one_in(line.jackpot), "wagers"),
    ]


def _metered(sheet: Sheet) -> list[tuple[str, str, str]]:
    first = sheet.meters[0]
    seeds = not sheet.setting.meters
    shown = money(first.amount) if len(sheet.meters) == 1 else "the meters"
    where = f"meter at {shown}" if len(sheet.meters) == 1 else "meters as they stand"
    now = ("Return at seed" if seeds else "Return now", percent(sheet.returns), where)
    if seeds and first.seed is None:
        now = ("Return, meter at 0", percent(sheet.returns), "no seed in law")
    long = sheet.long_run
    lead = (
        ("House edge at seed" if seeds else "House edge now", percent(sheet.edge), where)
        if long is None
        else ("Long-run return", percent(long), "fixed + seed + increment")
    )
    name = "returns exactly 100%" if len(sheet.meters) == 1 else f"{first.name}, others as now"
    chance = f"{_short(first.jackpot)} each" if first.jackpot else "never won whole"
    return [
        lead,
        now,
        ("Break-even meter", money(first.break_even, up=True), name),
        ("Jackpot cycle", one_in(first.jackpot), chance),
    ]


def _exactly(number: Fraction) -> str:
    text = exact(number)
    return f"exactly {text}" if len(text) <= 16 else "of each unit staked"


def _short(number: Fraction) -> str:
    text = exact(number)
    return text if len(text) <= 16 else probability(number)


def facts(setting: Setting) -> dict[str, str]:
    """The wager as filed, line by line."""
    wager = setting.wager
    made = {}
    if wager.sees:
        made["Cards read"] = either([SEEN[p].removeprefix("the ") for p in wager.sees], "and")
    if setting.offer.lines:
        made["Ranking"] = PAID.get(wager.pays, wager.pays)
    made["Odds"] = _odds(setting)
    made["Settled"] = setting.table.settles or wager.settles
    allowed = deck_words(setting.table.decks) if setting.table.decks else "any number of"
    made["Shoe"] = f"{setting.shoe.size} cards; {allowed} decks allowed"
    made["Stake"] = stake_words(wager.stake)
    made["Decisions"] = _decisions(setting)
    if setting.soft_17:
        rule = setting.dealing.dealer
        verb = "draws to" if rule.hits_soft_17 else "stands on"
        made["Dealer"] = f"{verb} soft 17" if rule.stands_from == 17 else "draws to 18"
    for meter in meters_at(setting):
        called = "Meter" if meter.name == "meter" else f"Meter {meter.name}"
        made[called] = _meter(setting, meter)
    return made


def _odds(setting: Setting) -> str:
    if setting.wager.stake.none:
        return "paid with the other wager; no stake of its own"
    if not setting.offer.lines:
        return "the meter is paid when it passes its secret value"
    forms = {line.pays.returned for line in setting.offer.lines if line.pays.ratio}
    if forms == {True}:
        return "stated to: the stake is returned with the win"
    if forms == {False}:
        return "stated for: the stake is collected"
    return "both to and for" if forms else "amounts of money; the stake is collected"


def _decisions(setting: Setting) -> str:
    if not setting.policy:
        return "none: no play affects this wager"
    return POLICIES.get(setting.policy, f"bet after the upcard is seen, only {setting.policy}")


def _meter(setting: Setting, meter: Meter) -> str:
    seed = meter.seed_for(setting.stake, setting.table.base_stake)
    parts = [f"seed {money(seed)}" if seed is not None else "seed filed by the house"]
    if meter.minimum is not None and meter.maximum is not None:
        parts = [f"paid between {money(meter.minimum)} and {money(meter.maximum)}"]
    parts.append("rate filed" if meter.rate is None else f"adds {percent(meter.rate, 2)}")
    if meter.reserve:
        parts.append(f"reserve {percent(meter.reserve, 2)}")
    return ", ".join(parts)


def notes(sheet: Sheet) -> list[str]:
    """What a reader must know besides the figures."""
    setting = sheet.setting
    made = []
    if setting.unlawful_soft_17:
        plays = "hit" if setting.soft_17 == "hit" else "stand on"
        made.append(f"Hypothetical: where it is offered, the dealer may not {plays} a soft 17.")
    elif not setting.lawful and setting.wager.sees:
        allowed = deck_words(setting.table.decks) or "any number of"
        made.append(f"Hypothetical: {setting.table.id} may be offered with {allowed} decks.")
    if setting.wager.stake.none:
        made.append(
            f"No stake of its own: figures are per unit of {carrier(setting)}, "
            "and what it returns is a cost to the house."
        )
    if part := part_of_game(setting.wager):
        made.append(part.note)
    if setting.policy:
        made.append(rests_on(setting))
    for meter, line in zip(meters_at(setting), sheet.meters, strict=True):
        given = bool(setting.meters and meter.name in setting.meters)
        called = "the meter" if meter.name == "meter" else f"the {meter.name} meter"
        if given and line.minimum is None:
            made.append(f"{called.capitalize()} stands at {money(line.amount)}, as asked.")
        elif line.seed is None:
            made.append(f"The law gives no seed: {called} is taken as zero.")
        if meter.seed_is == "at least":
            made.append(f"The seed of {called} is the smallest the law allows.")
        if meter.rate is None:
            made.append(f"The house files the rate of {called}; the long run is unknown.")
    if not sheet.setting.offer.lines:
        over = "at this meter" if setting.meters else "over many awards"
        made.append(
            f"Figures {over}: the secret value is any whole cent with equal chance, every stake "
            f"is {money(setting.stake)}, and the award is what the meter then shows."
        )
    if sheet.envy:
        made.append("The envy bonus is paid to others and is not in the return.")
    return made


def rests_on(setting: Setting) -> str:
    """The play or the rounds that the figures are limited to."""
    policy, bound = setting.policy, setting.offer
    if not after_upcard(bound):
        return f"Depends on a policy, {POLICIES[policy]}: other play gives other figures."
    given = [f"the dealer shows {policy.split()[-1]}"] if upcard_of(policy) else []
    given += [] if before_peek(bound) else ["the peek finds no natural"]
    given += ["the player's hand is in play after basic strategy"] if live_only(bound) else []
    rounds = f"only rounds in which {either(given, 'and')}" if given else "every round"
    return f"Conditional: {rounds}."


def carrier(setting: Setting) -> str:
    """The stake that a bonus comes with, or that feeds a mystery meter."""
    key = feeder_of(setting.wager, setting.offer.terms)
    return f"the {key.replace('-', ' ')} stake"


def method(sheet: Sheet) -> str:
    """How the ways were counted."""
    if not sheet.setting.offer.lines:
        return "exact: every secret value, the meter climbing by whole contributions"
    looked = f"{sheet.looked:,}"
    if grows(sheet.setting.offer):
        return f"exact: {looked} finished hands followed card by card"
    return f"exact: {looked} kinds of deal represent all {sheet.total:,}"
