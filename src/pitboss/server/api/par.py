"""PAR sheets: exact figures of a wager, as data and as files."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from pitboss.analysis.request import ProofRequest
from pitboss.errors import NotationError
from pitboss.server.access.auth import TheFloor, charge
from pitboss.server.messages.sheet_messages import Comparison, ParSheet, StrategyGrid
from pitboss.solvers.request import StrategyRequest

router = APIRouter(tags=["par"])
WagerName = Annotated[str, Path(max_length=120)]
Said = Annotated[str | None, Query(max_length=120)]
Pairs = Annotated[list[str], Query(max_length=20)]


def check_pairs(what: str, pairs: list[str]) -> None:
    """Refuse what is not a key and a value."""
    for each in pairs:
        if not {":", "="} & {*each}:
            raise NotationError(f"{what} takes KEY:VALUE, not {each!r}.")


def pairs_in(what: str, pairs: list[str]) -> dict[str, str]:
    """`soft_17:hit` as a key and its value."""
    check_pairs(what, pairs)
    said = (each.replace("=", ":", 1).partition(":") for each in pairs)
    return {key: value for key, _, value in said}


def wanted(
    table: Said = None,
    decks: Annotated[int | None, Query(ge=1, le=8)] = None,
    stake: Said = None,
    rule: Pairs = [],  # noqa: B006
    reading: Pairs = [],  # noqa: B006
    option: Pairs = [],  # noqa: B006
    meter: Pairs = [],  # noqa: B006
) -> ProofRequest:
    """The setting that a query asks for; `B-33:two cards` is written as on the command line."""
    for what, pairs in (("rule", rule), ("reading", reading), ("option", option)):
        check_pairs(what, pairs)
    rules, choices, meters = (
        tuple(each if "=" in each else each.replace(":", "=", 1) for each in pairs)
        for pairs in (rule, [*reading, *option], meter)
    )
    return ProofRequest("", table, decks, None, stake, rules, choices, meters)


Wanted = Annotated[ProofRequest, Depends(wanted)]
KINDS = {"pdf": "application/pdf", "csv": "text/csv; charset=utf-8", "svg": "image/svg+xml"}


PRINTED: dict[int | str, dict[str, Any]] = {200: {"content": {kind: {} for kind in KINDS.values()}}}


@router.get(
    "/par/{wager:path}",
    response_model=ParSheet,
    response_model_exclude_unset=True,
    responses=PRINTED,
)
async def par(
    wager: WagerName, asked: Wanted, floor: TheFloor, request: Request
) -> ParSheet | Response:
    """The PAR sheet of a wager, as a file if its name ends in `.pdf`, `.csv` or `.svg`."""
    name, dot, kind = wager.rpartition(".")
    pays = partial(charge, request)
    if not dot or kind not in KINDS:
        sheet = await floor.sheets.sheet(replace(asked, wager=wager), pays)
        return ParSheet.model_validate(sheet)
    file, content = await floor.sheets.drawn(replace(asked, wager=name), kind, pays)
    shown = {"content-disposition": f'inline; filename="{file}"'}
    return Response(content, media_type=KINDS[kind], headers=shown)


@router.get("/strategy/{game:path}")
async def strategy(
    game: WagerName,
    floor: TheFloor,
    request: Request,
    decks: Annotated[int | None, Query(ge=1, le=8)] = None,
    term: Pairs = [],  # noqa: B006
    reading: Pairs = [],  # noqa: B006
) -> StrategyGrid:
    """The best play of a game: a grid with the value of every choice."""
    terms, readings = pairs_in("term", term), pairs_in("reading", reading)
    asked = StrategyRequest(game, None, decks, terms, readings)
    found = await floor.sheets.grid(asked, partial(charge, request))
    return StrategyGrid.model_validate(found)


@router.get("/compare/{wager:path}")
async def compare(
    wager: WagerName,
    floor: TheFloor,
    request: Request,
    decks: Annotated[int | None, Query(ge=1, le=8)] = None,
    sort: Literal["edge", "hit", "volatility", "top", "return"] = "edge",
) -> Comparison:
    """The pay tables of a wager side by side."""
    found = await floor.sheets.compared(wager, decks, sort, partial(charge, request))
    return Comparison.model_validate(found)
