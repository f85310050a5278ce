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
