"""The terms of standard blackjack, as the law fixes them or the house chose them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields

from pitboss.errors import NotAllowed, either
from pitboss.money import PUSH, Odds
from pitboss.procedure import Hand, Play


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of standard blackjack in force at a table.

    Every law says the first; the others stand as they are here where one is silent on them.
    """

    soft_17: str
    burn: str
    player_cards: str
    natural_pays: Odds
    wins_pay: Odds
    insurance: str
    insurance_pays: Odds
    insurance_amount: str
    even_money: str
    surrender: str
    peek: str
    double_on: str
    double_amount: str
    double_after_split: str
    split_by: str
    split_hands: int
    resplit_aces: str
    split_aces_draw: str
    lost_to_dealer_natural: str
    dealer_22: str
    clauses: Mapping[str, str]
    """Term → clause."""
    choices: Mapping[str, str]
    """Readings and options in force."""
    tied_natural: Odds = PUSH
    insurance_to: str = "every hand"
    surrender_after_split: str = "no"
    ace_splits: str = "three splits in all"
    player_21: str = "compared"
    dealer_draws: str = "by soft_17"
    last_hand: str = "this hand"
    third_card_after: str = ""
    """Two ranks; a side wager has the third card dealt though the dealer has a natural."""
    further_antes: str = "as the first ante"
    further_antes_pay: Odds = PUSH
    """Read where they are paid as filed, and the law that lets them be has the term."""

    def clause(self, term: str) -> str:
        return self.clauses.get(term, "")


TermsOf = Callable[[Hand], Terms]
"""The terms of one hand, where they are not those of every hand."""

PLAYED: Mapping[str, tuple[str, ...]] = {
    "soft_17": ("stand", "hit"),
    "burn": ("none", "one card", "two cards", "three cards"),
    "player_cards": ("face up", "face down"),
    "insurance": ("offered", "not offered"),
    "insurance_amount": ("exactly half", "up to half"),
    "insurance_to": ("every hand", "hands without a natural"),
    "even_money": ("offered", "not offered"),
    "surrender": ("late", "early", "none"),
    "surrender_after_split": ("yes", "no"),
    "peek": ("ace and ten", "ten", "none"),
    "double_on": ("any two cards", "first action only", "never"),
    "double_amount": ("equal to the wager", "up to the wager"),
    "double_after_split": ("yes", "no"),
    "split_by": ("value", "rank"),
    "resplit_aces": ("yes", "no"),
    "ace_splits": ("three splits in all", "one further split"),
    "split_aces_draw": ("one card", "as any hand"),
    "lost_to_dealer_natural": ("original wager", "all wagers"),
    "player_21": ("compared", "pushes", "wins", "wins at once"),
    "dealer_22": ("bust", "push"),
    "dealer_draws": ("by soft_17", "hit soft 17", "draw to 18"),
    "last_hand": ("this hand",),
    "further_antes": ("as the first ante", "as filed"),
}
"""The values of each term that these verbs play."""
GIVEN = ("clauses", "choices")
"""What the table gives beside the values of terms."""
ODDS = ("natural_pays", "wins_pay", "tied_natural", "insurance_pays", "further_antes_pay")


def standard_terms(play: Play) -> Terms:
    """The terms in force, each refused if it is not one that is played."""
    values = play.values
    for name, allowed in PLAYED.items():
        if values.get(name) and values[name] not in allowed:
            raise NotAllowed(
                f"{name} may be {either(map(repr, allowed))}, not {values[name]!r}.",
                play.clause(name),
            )
    unsaid = [each.name for each in fields(Terms) if each.default is MISSING]
    if silent := [name for name in unsaid if name not in GIVEN and not values.get(name)]:
        raise NotAllowed(f"Standard blackjack is not dealt without {either(silent, 'and')}.")
    plain = {name: values[name] for name in PLAYED if values.get(name)}
    odds = {name: Odds.parse(values[name]) for name in ODDS if values.get(name)}
    return Terms(
        **plain,  # type: ignore[arg-type]
        **odds,  # type: ignore[arg-type]
        split_hands=int(values["split_hands"]),
        third_card_after=values.get("third_card_after", ""),
        clauses=play.clauses,
        choices=play.choices,
    )
