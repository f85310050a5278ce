"""A house: what is filed for one table, the bounds of each setting, and how settings are read.

Settings from a log, a form or the words of a command are read in one place.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal

from pitboss.chips import Chips
from pitboss.errors import SettingsError, either, nearest
from pitboss.money import Cents, show_money, show_range

if TYPE_CHECKING:  # a house is made without pydantic, which is slow to import
    from pydantic import GetCoreSchemaHandler, TypeAdapter, ValidationInfo
    from pydantic_core.core_schema import CoreSchema

MOST_CENTS: Final[Cents] = 10_000_000_000
"""The most that one message may stake."""
LONGEST_NAME: Final = 60
LONGEST_REFERENCE: Final = 200

Filed = Mapping[str, Any]
"""The readable settings before this one."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What is wrong with a value, worded to follow its name; empty if nothing is wrong."""

    fault: Callable[[Any, Filed], str]
    logs: bool = False
    """Whether it applies to logs too; a newer bound does not refuse the settings of an old log."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        from pydantic_core.core_schema import with_info_after_validator_function

        def check(value: Any, info: ValidationInfo) -> Any:
            if (self.logs or not info.context) and (words := self.fault(value, info.data)):
                raise ValueError(words)
            return value

        return with_info_after_validator_function(check, handler(source))


def between(
    least: int, most: int, why: str, show: Callable[[int], str] = str, logs: bool = False
) -> Bound:
    """A number from the least to the most."""

    def fault(value: int, _: Filed) -> str:
        allowed = f"must be {show(least)} to {show(most)}, not {show(value)}"
        return "" if least <= value <= most else ": ".join(filter(None, (allowed, why)))

    return Bound(fault, logs)


def cents(least: Cents, most: Cents, why: str = "") -> Bound:
    """An amount from the least to the most."""
    return between(least, most, why, show_money)


def from_up(least: int) -> Bound:
    """A number without which no round can be dealt, even in a log."""
    return Bound(lambda value, _: "" if value >= least else f"must be {least} or more", logs=True)


BETS: Final = {"least": "the minimum", "most": "the maximum"}
"""Setting → what messages call it: the person who reads them may never see its name."""


def called(*at: str) -> str:
    """How a message calls a setting.

    >>> called("wagers", "buster", "most"), called("wagers", "buster", "link")
    ('the maximum on buster', 'wagers.buster.link')
    """
    *before, last = at or ("",)
    if last in BETS:
        return f"{BETS[last]} on {before[-1]}" if before else BETS[last]
    return ".".join(at)


def not_below(other: str, logs: bool = False) -> Bound:
    """An amount that another setting may not exceed."""

    def fault(value: Cents, filed: Filed) -> str:
        least = filed.get(other, value)
        return "" if value >= least else f"must be at least {BETS[other]}, {show_money(least)}"

    return Bound(fault, logs)


def named(least: int = 1) -> Bound:
    """A name that the books can put before that of a meter, separated by a slash."""

    def fault(value: str, _: Filed) -> str:
        fits = least <= len(value.strip()) and len(value) <= LONGEST_NAME
        fine = fits and value.isprintable() and "/" not in value
        allowed = f"must have {least} to {LONGEST_NAME} printable characters, none of them a slash"
        return "" if fine else f"{allowed}: the books put one between the name and its meters"

    return Bound(fault)


class Share:
    """A part of each stake, as text: a decimal number is not exact."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        from pydantic_core.core_schema import (
            str_schema,
            to_string_ser_schema,
            with_info_plain_validator_function,
        )

        def read(said: Any, info: ValidationInfo) -> Fraction:
            return parse_share(said, logged=bool(info.context))

        return with_info_plain_validator_function(
            read, serialization=to_string_ser_schema(), json_schema_input_schema=str_schema()
        )


def parse_share(said: object, logged: bool = False) -> Fraction:
    """Read a part of each stake; a log from before its bounds may have any fraction.

    >>> parse_share("1/10")
    Fraction(1, 10)
    """
    wanted = "must be a part of each stake, as text: '1/10', between '0' and '1'"
    try:
        part = Fraction(said) if isinstance(said, str | int) else None
    except (ValueError, ArithmeticError):
        part = None
    if part is None or not (logged or 0 <= part <= 1):
        raise ValueError(f"{wanted}, not {said!r:.40}")
    return part


STRICT: Final[Mapping[str, Any]] = {"extra": "forbid", "strict": True}
"""How pydantic reads settings: no other key, and no text for a number."""
Stake = Annotated[Cents, cents(1, MOST_CENTS)]
Amount = Annotated[Cents, cents(0, MOST_CENTS, "no amount at a table is higher")]
Part = Annotated[Fraction, Share()]
Pace = Literal["automatic", "dealer", "dealer settles"]
OddCents = Literal["down", "up"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A wager as the house offers it."""

    __pydantic_config__: ClassVar = STRICT

    paytable: str | None = None
    """The id of its pay table; the first one allowed for the decks if not filed."""
    least: Stake = 100
    """The least stake, in cents."""
    most: Annotated[Stake, not_below("least")] = 10_000
    """The greatest stake, in cents."""
    stake: Stake | None = None
    """The fixed stake of a progressive."""
    seeds: Mapping[str, Amount] = field(default_factory=dict)
    """Meter → what it starts at, if the law leaves that to the house."""
    rates: Mapping[str, Part] = field(default_factory=dict)
    """Meter → the part of each stake that feeds it, if the law leaves that to the house."""
    reserves: Mapping[str, Part] = field(default_factory=dict)
    """Meter → the part that its reserve keeps, if the law leaves the meter to the house."""
    link: Annotated[str, named(least=0)] = ""
    """The name of the meters that several tables share; empty for the table's own."""
    aggregate: Amount | None = None
    """The most that all winners of a round are paid together, if the house posts a limit."""
    choices: Mapping[str, str] = field(default_factory=dict)
    """Readings and options."""


def _are_chips(chips: tuple[Cents, ...], filed: Filed) -> str:
    """Denominations in order, which make the limits of the table."""
    if not chips or sorted({*chips}) != [*chips]:
        return "must name every chip once, the smallest first"
    if not 1 <= chips[0] <= SMALL_CHIP or chips[-1] > MOST_CENTS:
        small = f"from {show_money(1)} to {show_money(SMALL_CHIP)}"
        return f"must have a smallest chip {small}, and none over {show_money(MOST_CENTS)}"
    wrong = _not_made(chips, {called(key): filed[key] for key in BETS if key in filed})
    return f"must add up to {wrong}" if wrong else ""


def _not_made(chips: tuple[Cents, ...], amounts: Mapping[str, Cents]) -> str:
    """The amounts that no sum of chips makes, each with the nearest ones."""
    made = Chips(chips)
    wrong = {name: cents for name, cents in amounts.items() if not made.make(cents)}
    said = [f"{name}, {show_money(n)} (allowed: {made.nearest(n)})" for name, n in wrong.items()]
    return either(said, "and")


def _pays_one_box(limit: Cents | None, filed: Filed) -> str:
    most = filed.get("most", 0)
    natural = -(-most * 3 // 2)
    if limit is None or limit >= natural:
        return ""
    return f"must be {show_money(natural)} or more, to pay one natural at 3 to 2"


def _take_chips(wagers: Mapping[str, Choice], filed: Filed) -> str:
    amounts = dict[str, Cents]()
    for key, each in wagers.items():
        takes = {"stake": each.stake} if each.stake else {"least": each.least, "most": each.most}
        amounts |= {called(key, name): cents for name, cents in takes.items()}
    wrong = _not_made(filed["chips"], amounts) if filed.get("chips") else ""
    return f"must accept only sums of the chips, unlike {wrong}" if wrong else ""


def _is_reference(said: str, _: Filed) -> str:
    fine = said.isprintable() and len(said) <= LONGEST_REFERENCE
    return "" if fine else f"must have at most {LONGEST_REFERENCE} printable characters"


def _divides_chips(unit: Cents, filed: Filed) -> str:
    odd = [show_money(each) for each in filed.get("chips", ()) if unit and each % unit]
    return f"must divide every chip, unlike {either(odd, 'and')}: {WHOLE}" if odd else ""


WHOLE: Final = "a win at even money must be paid in full"
SMALL_CHIP: Final[Cents] = 10_000
CHIPS: Final[tuple[Cents, ...]] = (100, 250, 500, 2_500, 10_000, 50_000)
"""$2.50 is half of a $5 chip, for naturals at 3 to 2, insurance and surrender."""
MOST_BOXES: Final = 250
BOXES: Final = "no hybrid table has more terminals; the game's terms limit the boxes on a felt"
SHORTEST_WAIT: Final = 5
LONGEST_WAIT: Final = 300
SECONDS: Final = "players need time to read their cards, but everyone waits for the slowest"
REPORTED: Final = (
    "a casino reports more than $10,000 of cash (31 CFR § 1021.311), "
    "so a floor supervisor sees every award from there up"
)
NOTICE: Final = "minutes, at most a day"
COINS: Final = "what is paid is rounded to a coin or to a $1 chip, never to more"


@dataclass(frozen=True, slots=True)
class House:
    """The filed settings of one table."""

    __pydantic_config__: ClassVar = STRICT

    jurisdiction: str
    """Its key: `pennsylvania`."""
    game: str = "blackjack"
    """The key of the game."""
    table: Annotated[str, named()] = "table 1"
    """Its name, unique among tables that share a meter."""
    decks: int = 6
    """As many as the section of the game allows."""
    least: Annotated[Stake, from_up(1)] = 1_000
    """The least that may be bet on the main wager, in cents like every amount."""
    most: Annotated[Stake, not_below("least", logs=True)] = 50_000
    """The most that may be bet on the main wager."""
    aggregate: Annotated[Amount | None, Bound(_pays_one_box)] = None
    """The most that all wagers of a round are paid together, if the house posts a limit."""
    chips: Annotated[tuple[Cents, ...], Bound(_are_chips)] = CHIPS
    """Denominations; every stake, and every bet for the dealer, is a sum of them. Empty in a log
    from before chips were filed, which took any amount."""
    boxes: Annotated[int, between(1, MOST_BOXES, BOXES, logs=True)] = 7
    """How many players may sit at the table."""
    cut: int | None = None
    """Cards behind the cut card; by the law's own rule, or the usual place, if not filed."""
    pace: Pace = "automatic"
    """`dealer` if a dealer deals every card by hand; `dealer settles` if the dealer also turns the
    hole card, and takes and pays, when ready."""
    seconds: Annotated[int, between(SHORTEST_WAIT, LONGEST_WAIT, SECONDS), from_up(1)] = 20
    """How many seconds players have when they decide at the same time."""
    tips: bool = True
    """Whether players may bet for the dealer, where the law allows it."""
    validate_from: Annotated[Cents, cents(0, 1_000_000, REPORTED), from_up(0)] = 20_000
    """Fixed progressive awards of this amount or more wait for a floor supervisor (reading G-2)."""
    odd_cents: OddCents = "down"
    """How a fraction of the smallest unit paid is rounded: `down` or `up`."""
    unit: Annotated[Cents, cents(1, 100, COINS), from_up(1), Bound(_divides_chips)] = 1
    """The smallest unit that is paid; every chip is a multiple of it."""
    acknowledged: tuple[str, ...] = ("all",)
    """What has been posted, approved or inspected: keys of the register of duties, or `all` of
    them.
    """
    notice: Annotated[int, between(0, 1_440, NOTICE)] = 30
    """For how many minutes changed limits are posted before they take effect."""
    automated: bool = False
    """Whether software deals and settles, without a dealer (58 Pa. Code § 633c.8(a))."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """Term of the game → what the house chose, where the law leaves the choice to it."""
    readings: Mapping[str, str] = field(default_factory=dict)
    """Reading → how the house reads the law, if not as the default says."""
    wagers: Annotated[Mapping[str, Choice], Bound(_take_chips)] = field(default_factory=dict)
    """Side wager → how it is offered."""
    revision: Annotated[str, Bound(_is_reference)] = ""
    """The revision of the Rules Submission that it is dealt under; empty in an older log."""
    coach: bool = False
    """Whether players may ask what each choice is worth before they make it."""
    practice: bool = False
    """Whether it is a practice table: shoes from a known seed, refilled chips, separate books."""

    def in_force(self, choice: Choice) -> dict[str, str]:
        """Readings and options of a wager: those filed for it, otherwise for the whole table."""
        return {**self.readings, **choice.choices}

    @property
    def has_dealer(self) -> bool:
        """Whether a person deals, and the table waits for that person."""
        return self.pace != "automatic"

    def to_json(self) -> str:
        """One line, for the head of a log; side wagers keep the order in which they settle."""
        said = asdict(self)
        for newer in ("revision", "coach", "practice"):
            if not said[newer]:  # as a log from before has it
                del said[newer]
        return json.dumps(said, separators=(",", ":"), default=str)


def show_limits(of: House | Choice) -> str:
    """The least and the most of a table or a wager, as a sign has them."""
    return show_range(of.least, of.most)


# -- settings read: from a log, a form or the words of a command -----------------------------------


TYPES: Final[Mapping[str, str]] = {
    "int": "a whole number",
    "string": "text",
    "bool": "true or false",
    "dict": "a JSON object",
    "mapping": "a JSON object",
    "dataclass": "a JSON object",
    "list": "a list",
    "tuple": "a list",
}
"""The start of the name of a type error → what was expected."""
SHOWN: Final = 40
"""How many characters of a wrong value are quoted."""


@dataclass(frozen=True, slots=True)
class SettingFault:
    """A setting that cannot be filed: where it is, and what is wrong and allowed."""

    at: tuple[str, ...]
    says: str


def read_settings(text: str, *, logged: bool = False) -> House:
    """A house, or everything that is wrong with it; settings left out take their defaults.

    >>> read_settings('{"jurisdiction": "colorado", "deks": 6, "seconds": "ten"}')
    Traceback (most recent call last):
    pitboss.errors.SettingsError: The house's settings cannot be filed: seconds must be a whole \
number, not 'ten'. deks is not a setting: did you mean decks?
    """
    found = house_or_faults(text, logged=logged)
    if isinstance(found, House):
        return found
    raise SettingsError("read" if logged else "filed", [each.says for each in found])


def house_or_faults(text: str, *, logged: bool = False) -> House | list[SettingFault]:
    """A house, or every fault of it."""
    from pydantic import ValidationError

    try:
        return _adapter().validate_json(text, context="logged" if logged else None)
    except ValidationError as error:
        wrong = error.errors(include_url=False)
        return [SettingFault(tuple(map(str, each["loc"])), _fault(each)) for each in wrong]


def logged_settings(text: str) -> House:
    """The house of a log: what `House.to_json` wrote, within the bounds that applied to it.

    One from before chips were filed took any amount.
    """
    house = read_settings(text, logged=True)
    return house if "chips" in json.loads(text) else replace(house, chips=())


def check_settings(house: House) -> None:
    """Check a house made in Python like one that is filed."""
    read_settings(house.to_json())


@cache
def _adapter() -> TypeAdapter[House]:
    from pydantic import TypeAdapter

    return TypeAdapter(House)


def _fault(error: Any) -> str:
    """One mistake: where it is and what is allowed."""
    kind, said = error["type"], repr(error["input"])[:SHOWN]
    where = called(*map(str, error["loc"])) or "the whole"
    match kind:
        case "json_invalid":
            return "they are not JSON."
        case "missing":
            return f"{where} is missing."
        case "unexpected_keyword_argument":
            return _unknown(where, error["loc"])
        case "literal_error":
            return f"{where} must be {error['ctx']['expected']}, not {said}."
        case "value_error":
            return f"{where} {error['ctx']['error']}."
    return f"{where} must be {TYPES[kind.split('_')[0]]}, not {said}."


def _unknown(where: str, loc: tuple[int | str, ...]) -> str:
    """A key that is not a setting, with the nearest one."""
    known = [field.name for field in fields(House if len(loc) == 1 else Choice)]
    near = nearest(str(loc[-1]), known, 1)
    hint = f"did you mean {either(near)}?" if near else f"the settings are {either(known, 'and')}."
    return f"{where} is not a setting: {hint}"
