"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

Json = Annotated[
    bool, Parameter(name="--json", negative="", show_default=False, help="Print JSON alone.")
]
Folders = Annotated[
    tuple[Path, ...],
    Parameter(
        name="--rulebook",
        negative="",
        show_default=False,
        help="A folder or file of your own rules, added to the law; repeatable. "
        "PITBOSS_RULEBOOK may name some too.",
    ),
]
Words = Annotated[tuple[str, ...], Parameter(negative="", show_default=False)]
Only = Annotated[bool, Parameter(negative="", show_default=False)]

# -- a game, and how it is offered ---------------------------------------------------------------

GameName = Annotated[str, Parameter(help="A game, or jurisdiction/game.")]
Jurisdiction = Annotated[
    str | None,
    Parameter(
        name=["--in", "--jurisdiction"],
        help="The jurisdiction; by default Pennsylvania if it has the game.",
    ),
]
OnlyIn = Annotated[str | None, Parameter(help="Only this jurisdiction.")]
Decks = Annotated[int | None, Parameter(help="Decks in the shoe; six if allowed.")]
AnyShoe = Annotated[str | None, Parameter(help="Any shoe, such as '6d - As As Kd'.")]
WagerWords = Annotated[Words, Parameter(help="KEY or KEY=PAYTABLE to offer; repeatable.")]
TermWords = Annotated[Words, Parameter(help="KEY=VALUE of a term that the house may choose.")]
ReadingWords = Annotated[Words, Parameter(help="KEY=VALUE of a reading or an option.")]

# -- files ---------------------------------------------------------------------------------------

LogFile = Annotated[Path, Parameter(help="A log that play wrote.")]
Page = Annotated[Path | None, Parameter(help="Write one self-contained page.")]
Pdf = Annotated[Path | None, Parameter(help="Write the sheet for print.")]
