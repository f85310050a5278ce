"""The net of a round with each hole card, under the solved play, which does not see it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from pitboss.cards import Rank
from pitboss.solvers.blackjack import SURRENDER, Figures, Solution, play_as, prescribed, weigh
from pitboss.solvers.rules import EARLY, NOT_OFFERED, RoundRules
from pitboss.solvers.split_orders import TEN
from pitboss.solvers.volatility import NATURAL, choice_nets, deal_chances

ACE: Final = 0
TELLS: Final = (ACE, TEN)


def nets_by_hole(solution: Solution) -> Figures:
    """Upcard × hole card, by value → the expected net of a round; zero if they cannot be dealt.

    Only where what is done depends on values alone. The dealer draws to both cards, so either may
    stand for the upcard in the sums; two aces and two tens follow from all the others.
    """
    shoe = solution.rules.hand.shoe
    made, others = np.zeros((10, 10)), slice(ACE + 1, TEN)
    for hole in np.flatnonzero(shoe).tolist():
        made[others, hole] = _dealt_to(solution, hole, None)[others]
    for up in TELLS:
        if shoe[up]:
            made[up, others] = _dealt_to(solution, up, up)[others]
    whole = (solution.worth[0] * deal_chances(shoe)).sum(axis=1)
    for up in TELLS:
        made[up, TEN - up] = _natural(solution, up)
        left, cards = np.array(shoe, float) - (np.arange(10) == up), sum(shoe)
        chances = shoe[up] / cards * left / (cards - 1)  # of this upcard with each hole card
        if chances[up] > 0:
            others = chances @ made[up] - chances[up] * made[up, up]
            made[up, up] = (whole[up] - others) / chances[up]
    return made


def _without(rules: RoundRules, card: int) -> RoundRules:
    """The rules with a card removed that makes no natural with the upcard."""
    hand = replace(rules.hand.without((card,)), unseen=(False,) * 10)
    tens = (hand.shoe[TEN],) if len(rules.tens) == 1 else rules.tens
    return replace(rules, hand=hand, tens=tens, insurance=0.0, even_money=NOT_OFFERED)


def _dealt_to(solution: Solution, card: int, shown: int | None) -> Figures:
    """The expected net where the dealer has this card and each other one.

    The player sees the other card; or this one, if it is what is `shown`.
    """
    rules, chosen = _without(solution.rules, card), solution.chosen
    played = solution.played
    if shown is not None:
        rows = np.full(10, shown)
        played = replace(played, acts=played.acts[rows], seconds=played.seconds[rows])
        chosen = chosen[rows]
    forced = prescribed(chosen)
    nets = weigh(rules, play_as(rules.hand, played, hole=card), forced, 0).worth[0]
    if shown == ACE:
        nets = nets - insured_hands(solution)
        if solution.takes_even_money(Rank.ACE):
            nets[:, NATURAL] = solution.rules.even_money
    dealt = deal_chances(rules.hand.shoe)
    made: Figures = (nets * dealt).sum(axis=1) / np.maximum(dealt.sum(axis=1), 1e-300)
    return made


def insured_hands(solution: Solution) -> Figures:
    """First hand → what is staked on insurance."""
    rules, counted = solution.rules, solution.played.counted[ACE]
    gain = rules.insurance * (1.0 - counted) - counted
    made: Figures = np.where((gain > 0) & (rules.insurance > 0), rules.insured, 0.0)
    if not rules.insures_naturals or solution.takes_even_money(Rank.ACE):
        made[NATURAL] = 0.0
    if rules.surrender == EARLY:
        made[solution.chosen[ACE] == SURRENDER] = 0.0
    return made


def _natural(solution: Solution, up: int) -> float:
    """The expected net where the dealer has a natural."""
    rules, chosen = solution.rules, solution.chosen[up]
    lost = choice_nets(solution)[1, :, up]
    natural, dealt = 1.0 - solution.played.counted[up], deal_chances(rules.hand.shoe)[up]
    nets = lost[chosen, np.arange(chosen.size)]
    if rules.surrender == EARLY:
        nets[chosen == SURRENDER] = -0.5 * natural[chosen == SURRENDER]
    nets[NATURAL] = rules.tied_natural * natural[NATURAL]
    if up == ACE:
        nets += rules.insurance * insured_hands(solution) * natural
        if solution.takes_even_money(Rank.ACE):
            nets[NATURAL] = rules.even_money * natural[NATURAL]
    return float((nets * dealt).sum() / max((natural * dealt).sum(), 1e-300))
