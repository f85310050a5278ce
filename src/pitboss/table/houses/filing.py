"""What a house may file for a game: the values of its terms, and the wagers that go with it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from pitboss.errors import NotAllowed, UnknownName, either
from pitboss.games.terms import BlackjackTerms, Terms
from pitboss.money import PUSH, Cents, parse_money, show_money, show_percent
from pitboss.progressive.meter import meter_named
from pitboss.rulebook.duties import Duty
from pitboss.rulebook.load import OWN, Rulebook
from pitboss.rulebook.paytable import Meter
from pitboss.rulebook.schema import Entry, Game, HouseOption, Reading, Wager
from pitboss.table.houses.house import LONGEST_WAIT, SECONDS, SHORTEST_WAIT, Choice, House
from pitboss.wagers.offer import Offer, clause, settle_choices

ALL_DUTIES: Final = "all"


def check_readings(book: Rulebook, chosen: Mapping[str, str]) -> None:
    """Refuse an unknown reading, an unknown choice, and a choice that no table can be dealt by."""
    for key, choice in chosen.items():
        if key not in book.readings:
            raise UnknownName("reading", key, book.readings)
        reading = book.readings[key]
        if choice not in reading.choices:
            may = either([repr(each) for each in reading.choices])
            raise NotAllowed(f"reading {key} may be {may}, not {choice!r}.", reading.clause)
        if choice in reading.unplayed:
            raise NotAllowed(
                f"reading {key} cannot be played as {choice!r}: {reading.unplayed[choice]}.",
                reading.clause,
            )


def unchosen(reading: Reading, entry: Entry) -> NotAllowed:
    """The message to a house that has not chosen a reading it must choose."""
    may = either(map(repr, reading.choices))
    return NotAllowed(f"choose reading {reading.key} for {entry.name}: {may}.", reading.clause)


def check_named(game: Game, house: House, clause: str) -> None:
    for key in house.wagers:
        if key not in game.wagers:
            known = either(game.wagers, "and")
            raise NotAllowed(f"at {game.name} the house may offer {known}, not {key}.", clause)


def check_offered(book: Rulebook, game: Game, house: House, mains: Collection[str]) -> None:
    """Refuse wagers, or combinations, that the section does not offer: term `wagers_offered`."""
    term = next((t for t, _ in book.terms_of(game) if t.key == "wagers_offered"), None)
    if term is None:
        return
    filed = house.terms.get("wagers_offered")
    sets = [filed] if filed else list(term.one_of or (term.default,))
    wanted = {*house.wagers} - {*mains}
    if any(wanted <= {*_keys(game, each)} for each in sets):
        return
    names = {key: wager_at(book, game.jurisdiction, key).name for key in wanted}
    offered = {key for each in sets for key in _keys(game, each)}
    if strangers := [f"{names[k]} ({k})" for k in house.wagers if k in wanted - offered]:
        known = either([k for k in game.wagers if k in offered and k not in mains], "and")
        raise NotAllowed(
            f"{game.name} offers {known or 'no side wager'}, not {either(strangers)}.", term.cite
        )
    together = either([names[key] for key in house.wagers if key in wanted], "and")
    raise NotAllowed(f"{game.name} does not offer {together} together.", term.cite)


def _keys(game: Game, offered: str) -> tuple[str, ...]:
    """The wagers of one value of the term: `all`, `none`, or their keys."""
    if offered == "all":
        return game.wagers
    return () if offered == "none" else tuple(offered.split(", "))


def at_table(book: Rulebook, wager: Wager, own: Mapping[str, Wager], house: House) -> bool:
    """Whether a main wager is offered; some only if an option of another one offers it."""
    for key, other in own.items():
        if wager.offered_by in [option.key for option in other.options]:
            filed = house.wagers.get(key, Choice()).choices
            return settle_choices(book, other, filed)[wager.offered_by] == "on"
    return True


def wager_at(book: Rulebook, jurisdiction: str, key: str) -> Wager:
    """A wager for the tables of a law: one of its own, or a designer's under no law."""
    known, own, law = book.wagers_by_id, f"{OWN}/{key}", f"{jurisdiction}/{key}"
    return book.wager(own if own in known and law not in known else law)


def check_filed(house: House, wagers: Mapping[str, Wager]) -> None:
    """Refuse a house that has not filed all it must for a wager, and list it all (reading G-13)."""
    asked, clauses = list[str](), list[str]()
    for key, wager in wagers.items():
        for option in _unfiled(wager, house.wagers.get(wager.paid_as or key, Choice()).choices):
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


MOST_ANTE_ODDS: Final = 10


def check_terms(house: House, terms: Terms) -> None:
    """Refuse terms with which no round can be played fairly, where the law lists no choices."""
    filed = house.terms
    if "countdown" in filed and terms.countdown is not None:
        _check_term(terms, "countdown", terms.countdown, SHORTEST_WAIT, LONGEST_WAIT, SECONDS)
    for key in ("hands_per_player", "boxes"):
        if key in filed and filed[key].isdecimal():
            why = "at least one, and no more than the table has boxes"
            _check_term(terms, key, int(filed[key]), 1, house.boxes, why)
    if "tip_limits" in filed and terms.tip_limits is not None:
        least = house.chips[0]
        if not least <= terms.tip_limits <= house.most:
            raise NotAllowed(
                f"tip_limits must be {show_money(least)} to {show_money(house.most)}, not "
                f"{show_money(terms.tip_limits)}: one chip, and no more than a player may stake.",
                terms.clause("tip_limits"),
            )
    if "further_antes_pay" in filed and isinstance(terms, BlackjackTerms):
        odds = terms.further_antes_pay
        if odds != PUSH and not (odds.returned and 1 <= odds.ratio <= MOST_ANTE_ODDS):
            raise NotAllowed(
                f"further_antes_pay must be 1 to 1 up to {MOST_ANTE_ODDS} to 1, not {odds}: an "
                "ante that wins pays at least even money, and is not a jackpot.",
                terms.clause("further_antes_pay"),
            )


def _check_term(terms: Terms, key: str, value: int, least: int, most: int, why: str) -> None:
    if not least <= value <= most:
        words = f"{key} must be {least} to {most}, not {value}: {why}."
        raise NotAllowed(words, terms.clause(key))


def check_acknowledged(house: House, duties: Sequence[Duty]) -> None:
    """Refuse a house that has not posted, approved or inspected all it must, and list it all."""
    filed = {*house.acknowledged}
    if ALL_DUTIES in filed:
        return
    known = [duty.key for duty in duties]
    for key in house.acknowledged:
        if key not in known:
            raise UnknownName("duty at this table", key, known)
    due = [duty for duty in duties if duty.key not in filed]
    if due:
        words = " ".join(f"{duty.key!r} ({duty.done}): {duty.says}" for duty in due)
        cites = either(dict.fromkeys(duty.cite for duty in due), "and")
        raise NotAllowed(f"acknowledge first: {words}", cites)


def defaults_of(wager: Wager, filed: Mapping[str, str]) -> dict[str, str]:
    """A lawful value for each mandatory option of a wager that is not filed."""
    values = {o.key: o.default or next(iter(o.one_of), "") for o in _unfiled(wager, filed)}
    return {key: value for key, value in values.items() if value}


def _unfiled(wager: Wager, filed: Mapping[str, str]) -> list[HouseOption]:
    return [o for o in wager.options if o.required and o.key not in filed]


def check_options(bound: Offer, decks: int) -> None:
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
    for key, most in _envies(offered):
        if most == printed:
            return parse_money(offered.choices[key])
    return printed


def check_envy(offered: Offer) -> None:
    """Refuse an envy bonus above the printed figure, or not equal to it if it must be (D-7)."""
    for key, most in _envies(offered):
        filed, exact = parse_money(offered.choices[key]), offered.terms.envy_exact
        if filed > most or (exact and filed != most):
            raise NotAllowed(
                f"{key} is {'' if exact else 'at most '}{show_money(most)}, "
                f"not {show_money(filed)}.",
                offered.wager.cite,
            )


def _envies(offered: Offer) -> Iterator[tuple[str, Cents]]:
    """Each option that files an envy bonus, with its printed figure."""
    for option in offered.wager.options:
        if option.key.startswith("envy-"):
            yield option.key, parse_money(option.default or "$0")


def check_neighbor(bound: Offer, offers: Mapping[str, Offer]) -> None:
    """Refuse a wager that needs another one with a certain pay table (reading B-56)."""
    for key in bound.wager.requires:
        if bound.table.beside and key in offers and offers[key].table.id != bound.table.beside:
            raise NotAllowed(
                f"{bound.wager.name} with this pay table needs {offers[key].wager.name} with "
                f"{bound.table.beside}, not {offers[key].table.id}.",
                bound.wager.cite,
            )


def check_table_limits(house: House, offers: Mapping[str, Offer]) -> None:
    """Refuse posted limits beyond those of the table, where the law keeps a wager within them."""
    for key, bound in offers.items():
        wager, rule = bound.wager, bound.wager.stake
        if not rule.within_table or key not in house.wagers:
            continue
        choice = house.wagers[key]
        cite = clause(wager, rule.cite)
        if choice.stake is not None:
            raise NotAllowed(
                f"{wager.name} takes any amount within limits: file its least and most, "
                "not one stake.",
                cite,
            )
        if rule.posts_least and rule.least is not None and choice.least != rule.least:
            raise NotAllowed(
                f"the minimum of {wager.name} is {show_money(rule.least)}, "
                f"not {show_money(choice.least)}.",
                cite,
            )
        least = rule.least if rule.posts_least and rule.least is not None else house.least
        if choice.least < least or choice.most > house.most:
            raise NotAllowed(
                f"{wager.name} is within the limits of the table, {show_money(least)} to "
                f"{show_money(house.most)}; not {show_money(choice.least)} to "
                f"{show_money(choice.most)}.",
                cite,
            )


def said_at(wager: Wager, what: str, otherwise: str = "") -> str:
    """The paragraph that says something of a wager, or its section."""
    return clause(wager, wager.cites.get(what, otherwise))


def check_fixed(
    offers: Mapping[str, Offer], extras: Mapping[str, Offer], filed: Mapping[str, Choice]
) -> None:
    """Refuse a seed or a rate where the law fixes it, even if it is the law's own."""
    for key, bound in {**offers, **extras}.items():
        if key not in filed:
            continue
        wager, rules = bound.wager, {rule.name: rule for rule in bound.table.meters}
        for what, given in (("seed", filed[key].seeds), ("rate", filed[key].rates)):
            cite = said_at(wager, what, bound.table.cite)
            for name in given:
                if name not in rules:
                    raise NotAllowed(
                        f"{wager.name} ({bound.table.id}) has no {name} meter; it has "
                        f"{either(rules, 'and') or 'none'}.",
                        cite,
                    )
                if fixed := _by_law(rules[name], what):
                    raise NotAllowed(
                        f"the {what} of {meter_named(name)} of {wager.name} is fixed at {fixed}; "
                        f"remove {what}.",
                        cite,
                    )


def _by_law(rule: Meter, what: str) -> str:
    """The seed, or the rate with its reserve, if the law fixes it; otherwise empty."""
    if what == "rate":
        parts = [show_percent(part) for part in (rule.rate, rule.reserve) if part is not None]
        return either(parts, "and") if rule.rate is not None else ""
    if rule.minimum is not None:
        return show_money(rule.minimum)
    if rule.seed_is != "fixed":
        return ""
    if rule.seed_times_stake is not None:
        return f"{rule.seed_times_stake:,} times the wager"
    return "" if rule.seed is None else show_money(rule.seed)
