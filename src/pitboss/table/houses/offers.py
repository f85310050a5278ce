"""The wagers of a table, each bound to a pay table and to what the house filed for it.

This module also has every reason why a wager is refused.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from pitboss.errors import NotAllowed, either
from pitboss.games.terms import Terms
from pitboss.games.terms_in_force import check_readings, unchosen
from pitboss.money import Cents, parse_money, show_money, show_range
from pitboss.procedure.round import Procedure
from pitboss.rulebook.entry_words import names_in
from pitboss.rulebook.load import OWN, Rulebook
from pitboss.rulebook.schema import Game, HouseOption, Wager
from pitboss.rulebook.vocabulary import STANDARD
from pitboss.table.houses.house import Choice, House, show_limits
from pitboss.wagers.offer import (
    Offer,
    bears_on,
    check_decks,
    check_stake,
    clause,
    draws_third,
    find_table,
    offer,
    priced,
    settle_choices,
)

WITH_ANOTHER: Final = ("bonus", "envy", "mystery")


def wager_at(book: Rulebook, jurisdiction: str, key: str) -> Wager:
    """A wager for the tables of a law: one of its own, or a designer's under no law."""
    known, own, law = book.wagers_by_id, f"{OWN}/{key}", f"{jurisdiction}/{key}"
    return book.wager(own if own in known and law not in known else law)


def why_not(wager: Wager, game: Game | None = None, automated: bool = False) -> str:
    """Why a wager cannot be played at a table of this game, or of blackjack; empty if it can."""
    if wager.role in ("main", "fee"):
        return f"it is a {wager.role} wager of its own game"
    if not wager.paytables:
        return "the law prints no pay table"
    if wager.automated_only and not automated:
        return "it needs an automated table"
    if game and wager.key in game.wagers:
        return ""
    if not STANDARD.issuperset(wager.sees):
        return "it sees cards that standard blackjack does not deal"
    if "electronically" in wager.rotation:
        return "it needs a hybrid table"
    return ""


def side_wagers(book: Rulebook, game: Game) -> list[Wager]:
    """The wagers that a house may add to a table of this game; some games take only their own."""
    only = {"side_wagers", "wagers_offered"} & {term.key for term, _ in book.terms_of(game)}
    here = [w for w in book.wagers if w.jurisdiction in (game.jurisdiction, OWN)]
    here = [w for w in here if w.role in ("side", "mystery") and not why_not(w, game)]
    return [w for w in here if not only or w.key in game.wagers]


def said_at(wager: Wager, what: str, otherwise: str = "") -> str:
    """The paragraph that says something of a wager, or its section."""
    return clause(wager, wager.cites.get(what, otherwise))


def main_wagers(book: Rulebook, game: Game, house: House) -> dict[str, Wager]:
    """The game's own wagers that are offered here."""
    own = book.wagers_of(game)
    mains = {key: wager for key, wager in own.items() if wager.role in ("main", "fee")}
    return {key: wager for key, wager in mains.items() if _is_on(book, wager, own, house)}


def _is_on(book: Rulebook, wager: Wager, own: Mapping[str, Wager], house: House) -> bool:
    """Whether a main wager is offered; some only if an option of another one offers it."""
    for key, other in own.items():
        if wager.offered_by in [option.key for option in other.options]:
            filed = house.wagers.get(key, Choice()).choices
            return settle_choices(book, other, filed)[wager.offered_by] == "on"
    return True


def offers_of(
    book: Rulebook,
    game: Game,
    house: House,
    procedure: Procedure[Any],
    terms: Terms,
    mains: Mapping[str, Wager],
    *,
    logged: bool,
) -> tuple[dict[str, Offer], dict[str, Offer]]:
    """The wagers settled by pay tables, and those that come with another one; all may be bet."""
    _check_named(game, house, terms)
    _check_together(book, game, house, mains)
    own = book.wagers_of(game)
    by_table = {key: wager for key, wager in mains.items() if key in procedure.by_table}
    by_table |= {key: own[key] for key in terms.compulsory_wagers if key in own}
    filed = {key: wager_at(book, house.jurisdiction, key) for key in house.wagers}
    sides = {k: w for k, w in own.items() if w.role == "bonus" and {*mains} >= {*w.requires}}
    sides |= {k: w for k, w in filed.items() if k not in mains}
    for wager in sides.values():
        if reason := why_not(wager, game, house.automated):
            cite = said_at(wager, "automated_only" if wager.automated_only else "")
            raise NotAllowed(f"{wager.name} is not played here: {reason}.", cite)
    check_filed(house, {**by_table, **sides, **filed})
    bound = {key: _bind(book, wager, house) for key, wager in {**by_table, **sides}.items()}
    offers = {k: each for k, each in bound.items() if each.wager.role not in WITH_ANOTHER}
    extras = {k: each for k, each in bound.items() if k not in offers}
    there = {*offers, *mains, procedure.main}
    for each in bound.values():
        check_prerequisites(book, each, there, offers)
    check_third_cards(offers.values())
    for key, choice in house.wagers.items():
        if key in offers and not logged:
            _check_limits(house, choice, offers[key])
            _check_aggregate(key, choice, offers[key])
    return offers, extras


def _check_named(game: Game, house: House, terms: Terms) -> None:
    """Refuse a wager of another section where the game takes only those it names."""
    for key in house.wagers:
        if terms.side_wagers == "those named" and key not in game.wagers:
            known, cite = either(game.wagers, "and"), terms.clause("side_wagers")
            raise NotAllowed(f"at {game.name} the house may offer {known}, not {key}.", cite)


def _check_together(book: Rulebook, game: Game, house: House, mains: Collection[str]) -> None:
    """Refuse wagers, or combinations, that the section does not offer: term `wagers_offered`."""
    term = next((t for t, _ in book.terms_of(game) if t.key == "wagers_offered"), None)
    if term is None:
        return
    filed = house.terms.get("wagers_offered")
    values = [filed] if filed else term.one_of or (term.default,)
    said = {"all": game.wagers, "none": ()}
    sets = [{*said.get(each, each.split(", "))} for each in values]
    wanted = {*house.wagers} - {*mains}
    if any(wanted <= each for each in sets):
        return
    names = {key: wager_at(book, game.jurisdiction, key).name for key in wanted}
    offered = set[str]().union(*sets)
    if strangers := [f"{names[k]} ({k})" for k in house.wagers if k in wanted - offered]:
        known = either([k for k in game.wagers if k in offered and k not in mains], "and")
        raise NotAllowed(
            f"{game.name} offers {known or 'no side wager'}, not {either(strangers)}.", term.cite
        )
    together = either([names[key] for key in house.wagers if key in wanted], "and")
    raise NotAllowed(f"{game.name} does not offer {together} together.", term.cite)


# -- options that must be filed --------------------------------------------------------------------


def check_filed(house: House, wagers: Mapping[str, Wager]) -> None:
    """Refuse a house that has not filed all it must for a wager, and list it all (reading G-13)."""
    asked, clauses = list[str](), list[str]()
    for wager in wagers.values():
        for option in _unfiled(wager, _choice_of(house, wager).choices):
            allowed = f" It may be {either(map(repr, option.one_of))}." if option.one_of else ""
            asked.append(f"{option.key!r} for {wager.name}: {option.says}{allowed}")
            clauses.append(clause(wager, option.cite))
    if asked:
        cites = either(dict.fromkeys(clauses), "and")
        raise NotAllowed(f"file {' File '.join(asked)}", cites)


def with_defaults(book: Rulebook, house: House) -> House:
    """The house with every mandatory option that it left open filed as its default.

    Logs made before options had to be filed were dealt this way.
    """
    wagers = dict[str, Choice]()
    for key, choice in house.wagers.items():
        defaults = defaults_of(wager_at(book, house.jurisdiction, key), choice.choices)
        wagers[key] = replace(choice, choices={**choice.choices, **defaults})
    return replace(house, wagers=wagers)


def defaults_of(wager: Wager, filed: Mapping[str, str]) -> dict[str, str]:
    """A lawful value for each mandatory option of a wager that is not filed."""
    values = {o.key: o.default or next(iter(o.one_of), "") for o in _unfiled(wager, filed)}
    return {key: value for key, value in values.items() if value}


def _unfiled(wager: Wager, filed: Mapping[str, str]) -> list[HouseOption]:
    return [o for o in wager.options if o.required and o.key not in filed]


def _choice_of(house: House, wager: Wager) -> Choice:
    """What the house filed for a wager, or for the one by whose pay table it is paid."""
    return house.wagers.get(wager.paid_as or wager.key, Choice())


# -- one wager, bound to its pay table -------------------------------------------------------------


def _bind(book: Rulebook, wager: Wager, house: House) -> Offer:
    """The wager as filed, if its section allows that at a table of these decks."""
    choice = _choice_of(house, wager)
    if wager.paid_as:
        other = book.wager(f"{wager.jurisdiction}/{wager.paid_as}")
        wager = replace(wager, paytables=other.paytables, pays=other.pays, hand=other.hand)
    speaks = {*wager.readings, *choice.choices}
    chosen = {k: v for k, v in house.in_force(choice).items() if k in speaks}
    table = find_table(wager, choice.paytable)
    for reading in book.readings_of(wager):
        key = reading.key
        if reading.must_be_chosen and key not in chosen and bears_on(key, wager, table):
            raise unchosen(reading, wager)
    check_readings(book, {k: v for k, v in chosen.items() if k in wager.readings})
    bound = offer(book, wager, choice.paytable, chosen)
    check_decks(wager, bound.table, house.decks, bound.choices)
    _check_options(bound, house.decks)
    _check_envy(bound)
    if choice.stake:
        check_stake(wager, bound.table, choice.stake)
    if choice.link and not (wager.linked or bound.terms.linked):
        raise NotAllowed(f"{wager.name} may not be linked across tables.", wager.cite)
    if choice.aggregate is not None and not wager.aggregate_limit:
        raise NotAllowed("no limit on all payouts together may be posted here.", wager.cite)
    return bound


def _check_options(bound: Offer, decks: int) -> None:
    """Refuse an option that is for other deck counts."""
    for option in bound.wager.options:
        value = bound.choices.get(option.key, "")
        if decks not in option.decks.get(value, (decks,)):
            only = either([str(d) for d in option.decks[value]])
            raise NotAllowed(
                f"{option.key} is {value!r} with {only} "
                f"deck{'s' * (option.decks[value] != (1,))} only, not with {decks}.",
                clause(bound.wager, option.cite),
            )


def offers_envy(offered: Offer) -> bool:
    """Whether the house pays the envy bonus that a table prints, and anybody gets it (D-7-b)."""
    return offered.terms.envy and offered.terms.envy_to != "nobody"


def filed_envy(offered: Offer, printed: Cents) -> Cents:
    """The house's amount for a printed maximum, from the option that files it (reading D-7)."""
    return next((filed for _, most, filed in _envies(offered) if most == printed), printed)


def _check_envy(offered: Offer) -> None:
    """Refuse an envy bonus above the printed figure, or not equal to it if it must be (D-7)."""
    exact = offered.terms.envy_exact
    for key, most, filed in _envies(offered):
        if filed > most or (exact and filed != most):
            raise NotAllowed(
                f"{key} is {'' if exact else 'at most '}{show_money(most)}, "
                f"not {show_money(filed)}.",
                offered.wager.cite,
            )


def _envies(offered: Offer) -> Iterator[tuple[str, Cents, Cents]]:
    """Each option that files an envy bonus, with the printed figure and the one filed."""
    for option in offered.wager.options:
        if (key := option.key).startswith("envy-"):
            yield key, parse_money(option.default or "$0"), parse_money(offered.choices[key])


def _check_limits(house: House, choice: Choice, bound: Offer) -> None:
    """Refuse posted limits beyond the law's own, or beyond those of the table where the law keeps a
    wager within them.
    """
    wager, rule = bound.wager, bound.wager.stake
    if choice.stake is None and not (bound.table.stakes or rule.fixed or rule.equals):
        check_stake(wager, bound.table, choice.least)
        check_stake(wager, bound.table, choice.most)
    if not rule.within_table:
        return
    cite = clause(wager, rule.cite)
    if choice.stake is not None:
        raise NotAllowed(
            f"{wager.name} takes any amount within limits: file a minimum and a maximum, not one "
            "stake.",
            cite,
        )
    posted = rule.least if rule.posts_least else None
    if posted is not None and choice.least != posted:
        raise NotAllowed(
            f"the minimum of {wager.name} must be {show_money(posted)}, not "
            f"{show_money(choice.least)}.",
            cite,
        )
    least = house.least if posted is None else posted
    if choice.least < least or choice.most > house.most:
        raise NotAllowed(
            f"{wager.name} must stay within the limits of the table, "
            f"{show_range(least, house.most)}, not {show_limits(choice)}.",
            cite,
        )


def _check_aggregate(key: str, choice: Choice, bound: Offer) -> None:
    """Refuse a limit for all winners together that one of them at the smallest stake exceeds."""
    if choice.aggregate is None:
        return
    stake = choice.stake or choice.least
    wins = [priced(bound, n, 1, stake).win for n in range(len(bound.lines))]
    best = -(-max(wins, default=Fraction(0)) // 1)
    if choice.aggregate < best:
        raise NotAllowed(
            f"aggregate of {key} must be {show_money(best)} or more, not "
            f"{show_money(choice.aggregate)}: one box at {show_money(stake)} is paid in full.",
            bound.wager.cite,
        )


# -- the wagers of a table together ----------------------------------------------------------------


def check_prerequisites(
    book: Rulebook, bound: Offer, there: Collection[str], offers: Mapping[str, Offer]
) -> None:
    """Refuse a wager without those that it needs, or with another of their pay tables (reading
    B-56).
    """
    wager, beside = bound.wager, bound.table.beside
    for need in wager.requires:
        keys = need.split(" or ")
        if not any(key in there for key in keys):
            names = names_in(book, wager.jurisdiction)
            known = either([f"{names[key]} ({key})" if key in names else key for key in keys])
            says = f"{wager.name} needs {known} at the table."
            raise NotAllowed(says, said_at(wager, "requires"))
        if beside and need in offers and offers[need].table.id != beside:
            raise NotAllowed(
                f"{wager.name} with this pay table needs {offers[need].wager.name} with "
                f"{beside}, not {offers[need].table.id}.",
                wager.cite,
            )


def check_third_cards(offers: Iterable[Offer]) -> None:
    """Refuse wagers that have a third card dealt after different pairs: a table has one."""
    found = {each.wager.third_card_after: each.wager for each in offers if draws_third(each)}
    found.pop("", None)
    if len(found) > 1:
        names = either([wager.name for wager in found.values()], "and")
        clauses = either([wager.cite for wager in found.values()], "and")
        pairs = either([repr(pair) for pair in found], "and")
        raise NotAllowed(
            f"{names} need a third card after different pairs, {pairs}: offer only one of them.",
            clauses,
        )
