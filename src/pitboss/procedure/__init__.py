"""What a dealer may do: draw, ask, take a stake, settle, pay, tell.

A procedure is a script that yields one of these and is sent the answer. It touches no clock,
random source, file or database, so the same answers always make the same round. An irregularity
is thrown into the pending `yield`; the verbs here resolve it as its clause says.
"""

from pitboss.procedure.layout import (
    Box as Box,
)
from pitboss.procedure.layout import (
    Hand as Hand,
)
from pitboss.procedure.layout import (
    Later as Later,
)
from pitboss.procedure.layout import (
    Play as Play,
)
from pitboss.procedure.layout import (
    Procedure as Procedure,
)
from pitboss.procedure.layout import (
    Round as Round,
)
from pitboss.procedure.layout import (
    numbered as numbered,
)
from pitboss.procedure.steps import (
    DOWN as DOWN,
)
from pitboss.procedure.steps import (
    HELD as HELD,
)
from pitboss.procedure.steps import (
    UP as UP,
)
from pitboss.procedure.steps import (
    Ask as Ask,
)
from pitboss.procedure.steps import (
    AskStake as AskStake,
)
from pitboss.procedure.steps import (
    Draw as Draw,
)
from pitboss.procedure.steps import (
    Irregularity as Irregularity,
)
from pitboss.procedure.steps import (
    Paid as Paid,
)
from pitboss.procedure.steps import (
    Place as Place,
)
from pitboss.procedure.steps import (
    Result as Result,
)
from pitboss.procedure.steps import (
    RoundVoid as RoundVoid,
)
from pitboss.procedure.steps import (
    Script as Script,
)
from pitboss.procedure.steps import (
    Settle as Settle,
)
from pitboss.procedure.steps import (
    Shuffle as Shuffle,
)
from pitboss.procedure.steps import (
    Stake as Stake,
)
from pitboss.procedure.steps import (
    Step as Step,
)
from pitboss.procedure.steps import (
    Tell as Tell,
)
from pitboss.procedure.steps import (
    Together as Together,
)
from pitboss.procedure.steps import (
    Turn as Turn,
)
from pitboss.procedure.steps import (
    Void as Void,
)
from pitboss.procedure.verbs import (
    DECISIONS as DECISIONS,
)
from pitboss.procedure.verbs import (
    LATER as LATER,
)
from pitboss.procedure.verbs import (
    add_stake as add_stake,
)
from pitboss.procedure.verbs import (
    ask as ask,
)
from pitboss.procedure.verbs import (
    ask_all as ask_all,
)
from pitboss.procedure.verbs import (
    ask_stake as ask_stake,
)
from pitboss.procedure.verbs import (
    at_once as at_once,
)
from pitboss.procedure.verbs import (
    burn_exposed as burn_exposed,
)
from pitboss.procedure.verbs import (
    deal as deal,
)
from pitboss.procedure.verbs import (
    deal_dealer as deal_dealer,
)
from pitboss.procedure.verbs import (
    deal_hands as deal_hands,
)
from pitboss.procedure.verbs import (
    deal_shared as deal_shared,
)
from pitboss.procedure.verbs import (
    draw as draw,
)
from pitboss.procedure.verbs import (
    resolve as resolve,
)
from pitboss.procedure.verbs import (
    show_dealer as show_dealer,
)
from pitboss.procedure.verbs import (
    show_hand as show_hand,
)
from pitboss.procedure.verbs import (
    take as take,
)
from pitboss.procedure.verbs import (
    turn_hole as turn_hole,
)
from pitboss.procedure.verbs import (
    void_box as void_box,
)
