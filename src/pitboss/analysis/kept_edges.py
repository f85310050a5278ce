"""Edges under other readings that come proved with pitboss: a sheet need not count them again."""

from __future__ import annotations

from fractions import Fraction

from pitboss.analysis.proof_text import read_proof
from pitboss.analysis.proofs import Conditions
from pitboss.analysis.proving import cases, proof_file, read_file, why_stale
from pitboss.analysis.setting import Setting
from pitboss.package_data import shipped
from pitboss.rulebook.load import Rulebook

KeptEdges = list[tuple[Setting, Fraction]]
"""The settings of one pay table under other readings, each with its proved edge."""


def edge_of(setting: Setting, kept: KeptEdges) -> Fraction | None:
    """The edge of a setting; `None` if it is not among them."""
    if setting.meters is not None:
        return None
    asked = setting.stake, setting.policy, setting.decides
    return next((e for s, e in kept if (s.stake, s.policy, s.decides) == asked), None)


def kept_edges(book: Rulebook, setting: Setting) -> KeptEdges:
    """What an up-to-date proof has for the pay table of a setting; nothing without one.

    A proof names a choice only where it changes the return.
    """
    wager, table = setting.wager, setting.table.id
    text = read_file(proof_file(shipped("proofs"), wager))
    if text is None or why_stale(book, wager, text, readings=True):
        return []
    edges = {(f.reading, f.table, f.at): f.edge for f in read_proof(text).others}
    found = []
    for case in cases(book, wager, True):
        at = Conditions.of(case.setting, case.procedure)
        edge = edges.get((case.reading, table, at))
        if edge is not None and case.setting.table.id == table:
            found.append((case.setting, edge))
    return found
