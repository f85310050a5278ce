"""Shoes of few ranks, which a game is solved for in a moment."""

from __future__ import annotations


def shoe_of(*ranks: str) -> str:
    """Thirty-two cards of each, eight of every suit.

    >>> shoe_of("A")[:20]
    '0d + Ac Ad Ah As Ac '
    """
    return "0d + " + " ".join(f"{rank}{suit}" for rank in ranks for suit in "cdhs" * 8)
