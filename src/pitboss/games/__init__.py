"""One dealer's procedure for each game, on the same engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pitboss.games import (
    ante_up_21,
    blackjack,
    blackjack_burnout,
    blackjack_switch,
    hold_em_21,
    hybrid_blackjack,
    pai_jack,
    switch_hands,
    three_card_21,
    three_card_shine,
)
from pitboss.procedure.round import Procedure

PROCEDURES: Final[Mapping[str, Procedure[Any]]] = {
    "blackjack": blackjack.PROCEDURE,
    "21-hold-em": hold_em_21.PROCEDURE,
    "blackjack-burnout": blackjack_burnout.PROCEDURE,
    "blackjack-switch": blackjack_switch.PROCEDURE,
    "switch-hands": switch_hands.PROCEDURE,
    "blackjack-premium": switch_hands.PREMIUM,
    "ante-up-21": ante_up_21.PROCEDURE,
    "hybrid-blackjack": hybrid_blackjack.PROCEDURE,
    "hybrid-blackjack-no-hole-card": hybrid_blackjack.NO_HOLE_CARD,
    "pai-jack": pai_jack.PROCEDURE,
    "3-card-21-n-done": three_card_21.PROCEDURE,
    "3-card-shine": three_card_shine.PROCEDURE,
}
"""Game → its procedure; a game without one is played as the game it is based on."""
