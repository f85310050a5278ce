"""The shape of a rule: sections of the law, their wagers, games and readings.

`pitboss.load()` returns these and their pay tables. Field names are the keys of the TOML
files. Money is whole cents (`int`: `500` is $5), a rate or share is a `Fraction`
(`Fraction(3, 80)` is 3.75%).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from typing import ClassVar, Final, Literal

from pitboss.cards import Card
from pitboss.money import Odds
from pitboss.rulebook import vocabulary as say
from pitboss.rulebook.paytable import Change, Multiplier, PayTable
from pitboss.rulebook.toml_values import FilePlace, Money, Percent, among
from pitboss.rulebook.when import Condition

DUTIES: Final[Mapping[str, str]] = {
    "approval": "approved or filed beforehand",
    "layout": "on the layout",
    "sign": "pay tables posted",
    "limits": "limits posted",
    "rules": "rules shown to players",
    "meter": "meter shown",
    "system": "progressive system installed",
    "terminals": "electronic table approved",
    "rack": "discard rack of the right height",
    "shuffle": "shuffle approved",
    "inspection": "inspected",
}
"""Kind of duty → what is done."""


@dataclass(frozen=True, slots=True)
class Jurisdiction:
    """A jurisdiction: its law, and what applies to everything offered there."""

    key: str
    name: str
    law: str
    cite: str
    short: str = ""
    """A two-letter abbreviation: `PA`."""
    submission: str = "house's own rules"
    """The document in which a house states its choices: `Rules Submission`."""
    most_bet: Money | None = None
    """No bet may exceed this, in cents."""
    most_bet_cite: str = ""
    forbids_progressives: bool = False
    duties: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What must be posted, approved or inspected at every table: kind → the clause."""
    clauses: tuple[Clause, ...] = ()


@dataclass(frozen=True, slots=True)
class Clause:
    """One paragraph of the law, paraphrased."""

    at: str
    """Its paragraph: `(d)(1)`."""
    says: str
    """What it says."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A doubtful clause: the choices, the default, and why.

    A low-confidence default is for analysis only; a table must choose explicitly.
    """

    key: str
    """Its key: `G-6`."""
    clause: str
    """The clause that is doubtful."""
    question: str
    """What is doubtful about it."""
    choices: Mapping[str, str]
    """Choice → what it means."""
    default: str
    """The choice that is taken unless the house chooses another."""
    because: str
    """Why that is the default."""
    confidence: str = among(say.CONFIDENCE)
    """How certain the default is; if it is low, the house must choose."""
    unplayed: Mapping[str, str] = field(default_factory=dict)
    """Choice → why no table can be dealt by it."""
    moves_no_figure: str = ""
    """Why no choice can change a figure on any sheet, if that is in its nature."""

    @property
    def must_be_chosen(self) -> bool:
        """Whether the house must choose; the default is for analysis only."""
        return self.confidence == "low"


@dataclass(frozen=True, slots=True)
class HouseOption:
    """A choice that the law leaves to the house."""

    key: str
    """Its key in what the house files."""
    says: str
    """What is chosen."""
    one_of: tuple[str, ...] = ()
    """Allowed values; empty if any text or amount may be filed."""
    default: str | None = None
    """Used for analysis, and at a table that did not file an optional one."""
    required: bool = False
    """The house must file it to offer the wager (reading G-13)."""
    decks: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Value → the deck counts it may be used with, if the law limits them."""
    cite: str = ""
    """The clause that leaves it to the house."""


@dataclass(frozen=True, slots=True)
class StakeRule:
    """What may be staked; amounts in cents."""

    fixed: tuple[Money, ...] = ()
    """Only these amounts."""
    house_fixed: bool = False
    """A single amount fixed by the house."""
    least: Money | None = None
    most: Money | None = None
    step: Money | None = None
    """Whole multiples of this; `$1` if the law says even dollars."""
    most_of: str = ""
    """At most a multiple of another stake: `blackjack`, `2 x blackjack`."""
    equals: str = ""
    """Exactly a multiple of another stake: `ante`, `1/5 x blackjack`."""
    posted: bool = False
    """The house posts a minimum and a maximum."""
    within_table: bool = False
    """The posted limits lie within the minimum and the maximum of the table."""
    posts_least: bool = False
    """The posted minimum is `least`, whatever the minimum of the table is."""
    none: bool = False
    """No stake: it comes with another wager."""
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Tips:
    """Bets a player places for the dealer."""

    allowed: str = among(("yes", "house's choice", "not stated", "no"), "not stated")
    """Whether they may be placed."""
    beside_own: bool = True
    """Only if the player has the same wager."""
    needs: str = ""
    """What must be placed first, such as a tip on the blackjack wager."""
    most: str = among(("own stake", "house limit", "not stated"), "not stated")
    """What limits them."""
    even_dollars: bool = False
    """The house may require whole dollars."""
    rides: bool = False
    """Stays in play when the player raises without raising the tip."""
    cite: str = ""
    """The clause that says so."""


@dataclass(frozen=True, slots=True)
class Discontinued:
    """How long a meter stays: until its highest award is won, or its liability is transferred."""

    cite: str
    """The clause that says so."""
    permits: str
    """Whose permission a transfer needs."""


@dataclass(frozen=True, slots=True)
class Equipment:
    """The progressive table game system of a wager: the clause of each step at it, if the law
    names one.
    """

    lock: str = ""
    """No further wager is recognized."""
    lock_at: str = among(("no more bets", "the first card"), "no more bets")
    """When: the dealer presses for it, or the system locks itself as the cards begin."""
    lights: str = ""
    """Sensors with a wager are lit, and no others."""
    count: str = ""
    """The chips are counted against the wagers that the system accepted."""
    award_light: str = ""
    """The light of an award is seen before it is paid."""
    award_key: str = ""
    """A share of the meter is keyed in before it is paid."""
    game_over: str = ""
    """Pressed when everything is settled."""

    @property
    def steps(self) -> dict[str, str]:
        """Each step that the law names, with its clause.

        >>> Equipment(lock="(f)", award_light="(h)(2)").steps
        {'lock': '(f)', 'award light': '(h)(2)'}
        """
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        return {n.replace("_", " "): said for n, said in found.items() if said and n != "lock_at"}


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleEntry:
    """What wagers and games have in common."""

    key: str
    """Unique among the games and wagers of its jurisdiction: `perfect-pairs`."""
    name: str
    """Its name, as the law prints it."""
    object: str
    """What it is about, paraphrased: of a wager, what the player bets on."""
    cite: str
    """Where it is in the law: `58 Pa. Code § 633c.1`."""
    decks: tuple[int, ...]
    """The numbers of decks that the law allows; empty if it does not say."""
    tips: Tips = Tips()
    """Whether players may bet on it for the dealer."""
    duties: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What must be posted, approved or inspected: kind → the paragraph."""
    readings: tuple[str, ...] = ()
    """Its doubtful clauses."""
    clauses: tuple[Clause, ...] = ()
    """Its paragraphs, paraphrased."""
    owner: str = ""
    """Who owns its name, if the law says so."""
    notes: tuple[str, ...] = ()
    """What else should be known about it."""
    jurisdiction: str
    """The key of its jurisdiction."""
    section: str
    """The number of its section: `633c.1`."""
    place: FilePlace = field(compare=False)

    @property
    def id(self) -> str:
        """Jurisdiction and key, unique in the rulebook: `pennsylvania/perfect-pairs`."""
        return f"{self.jurisdiction}/{self.key}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager(RuleEntry):
    """One wager of the law: what it sees, when it may be placed, what it pays."""

    kind: ClassVar[Literal["wager"]] = "wager"
    """What it is, in one word."""
    paytables: tuple[PayTable, ...]
    """The pay tables that the law prints, in order."""
    sees: tuple[str, ...] = ()
    """The cards that decide it."""
    placed: str = among(say.PLACED)
    """When it may be placed."""
    settles: str = among(say.SETTLES)
    """When it is settled."""
    rotation: str = among(say.ROTATIONS, "not stated")
    """In which order the boxes are settled."""
    role: str = among(say.ROLES, "side")
    """What sort of wager it is."""
    pays: str = among(say.PAYS, "highest")
    """Which row pays if a hand fits several."""
    hand: str = among(say.HANDS, "all cards")
    """Which cards make the hand."""
    hand_by: str = ""
    """Key of the reading whose choices are ways to make the hand."""
    wild: Card | None = None
    """The wild card, if there is one."""
    wild_in: str = "dealer"
    """The group of cards in which `wild` is wild."""
    wild_suit_by: str = ""
    """Key of the reading that lets the wild card take `any suit` as well."""
    requires: tuple[str, ...] = ()
    """Stakes that must be placed first: `blackjack`, a wager's key, or `a or b`."""
    requires_least: Money | None = None
    """The minimum of the required side stake, in cents."""
    stake: StakeRule = StakeRule()
    """What may be staked."""
    odds_on: str = ""
    """The wager whose stake its odds multiply, if it has no stake of its own."""
    paid_as: str = ""
    """The wager by whose pay table it is paid, if it has none of its own."""
    collected: bool = False
    """The stake is taken before the deal."""
    to_or_for: str = ""
    """Key of the reading that says whether a printed `to 1` returns a collected stake."""
    loses: Condition | None = None
    """The losing hands, if the law states them; otherwise whatever no row pays."""
    multipliers: tuple[Multiplier, ...] = ()
    """What multiplies a winning pay."""
    changes: tuple[Change, ...] = ()
    """What readings and options change in some of its pay tables."""
    envy_to: str = among(("nobody", "other players", "dealer"), "nobody")
    """Whom it pays for the hands of others."""
    shared: bool = False
    """By law, winners of one award in a round share it equally."""
    linked: bool = False
    """The law allows several tables to share one meter."""
    automated_only: bool = False
    """Only on fully automated tables."""
    aggregate_limit: bool = False
    """The house may post a limit on the total paid to the winners of a round."""
    house_sets_table: bool = False
    """The law names the wager but prints no pay table here: the house must set it."""
    face_down: str = ""
    """How it differs when the players' cards are dealt face down."""
    when_held: str = among(say.WHEN_HELD, "as dealt")
    """When it is settled if players hold their cards."""
    losers: str = among(say.LOSERS, "in turn")
    """When the stakes that have lost are taken."""
    offered_by: str = ""
    """Key of the main wager's option that offers it, with which it wins and loses."""
    slips: str = among(say.SLIPS, "shares of a meter")
    """Which of its awards are paid by jackpot slip, not from the rack."""
    slips_from: Percent | None = None
    """An award of this share of its meter or more is also paid by jackpot slip."""
    floor: str = among(say.FLOOR, "shares of a meter")
    """Which of its awards a floor supervisor validates before they are paid."""
    floor_above: Odds | None = None
    """An award above these odds is validated too."""
    award_order: str = among(say.AWARD_ORDER, "lower share first")
    """The order in which several awards of one meter are paid in a round."""
    reset: str = among(say.RESET, "seed from reserve")
    """What a meter restarts at after all of it was won."""
    discontinued: Discontinued | None = None
    """When its meter may end, if the law says so."""
    stops: str = ""
    """Clause by which the dealer stops when a hand has won from its meter."""
    equipment: Equipment = Equipment()
    cites: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Key of this record, or `seed` or `rate` of its meters → the paragraph that says it."""
    presses: str = ""
    """Clause by which its winnings may be pressed on the main wager."""
    third_card_after: str = ""
    """Two ranks after which a third card comes even if a natural is found before anyone acts."""
    splits: str = ""
    """What happens to it when the player splits."""
    options: tuple[HouseOption, ...] = ()
    """What the law leaves to the house."""

    @property
    def is_progressive(self) -> bool:
        """Whether one of its pay tables has a meter."""
        return any(t.is_progressive for t in self.paytables)


@dataclass(frozen=True, slots=True)
class Term:
    """One point of a game: settled by the law, or left to the house among allowed values."""

    key: str
    """Its key: `soft_17`."""
    says: str
    """What it decides."""
    one_of: tuple[str, ...] = ()
    """Allowed values; a single one is fixed. Empty: any amount the house posts."""
    default: str = ""
    """Its value if the house files nothing."""
    by: str = ""
    """Key of the reading that decides it."""
    means: Mapping[str, str] = field(default_factory=dict)
    """Choice of that reading → value, if they are not the same word."""
    decks: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Value → the deck counts it may be used with, if the law limits them."""
    cite: str = ""
    """The clause that decides it."""
    sure: str = among(say.SURE, "law")
    """How certain it is: the law itself, or another source."""

    @property
    def is_fixed(self) -> bool:
        """Whether the law leaves no choice."""
        return len(self.one_of) == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(RuleEntry):
    """A game of the law: its terms, its wagers and its clauses."""

    kind: ClassVar[Literal["game"]] = "game"
    """What it is, in one word."""
    based_on: str = ""
    """Key of the game whose terms apply where this one is silent."""
    wagers: tuple[str, ...] = ()
    """Keys of the wagers the section offers with it."""
    terms: tuple[Term, ...] = ()
    """What decides how it is dealt and paid."""


Entry = Wager | Game


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the law: one rule file."""

    section: str
    title: str
    """The title of the section."""
    cite: str
    jurisdiction: str
    status: str = among(say.STATUS)
    """Whether the section is in force."""
    effective: date | None = None
    """The day from which it is in force."""
    amended: date | None = None
    """The day on which it was last amended."""
    source: str = ""
    """Where its text was published."""
    owner: str = ""
    clauses: tuple[Clause, ...] = ()
    wagers: tuple[Wager, ...] = ()
    games: tuple[Game, ...] = ()
    file: str = ""
