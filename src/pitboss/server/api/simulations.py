"""Simulations: rounds by the million on request, with their proofs."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request

from pitboss.server.access.auth import Anyone, TheFloor, charge
from pitboss.server.messages.simulation_messages import (
    SimulationAsked,
    SimulationsView,
    SimulationView,
)

router = APIRouter(prefix="/simulations", tags=["simulations"])
Ident = Annotated[str, Path(max_length=64)]


@router.get("")
async def simulations(person: Anyone, floor: TheFloor) -> SimulationsView:
    """What may be simulated, and what the person asking has simulated."""
    return await floor.simulations.listed(person.id)


@router.post("")
async def simulate(
    asked: SimulationAsked, person: Anyone, floor: TheFloor, request: Request
) -> SimulationView:
    """Start a simulation; one at a time per person."""
    charge(request)
    return await floor.simulations.start(person.id, asked)


@router.get("/{ident}")
async def simulation(ident: Ident, person: Anyone, floor: TheFloor) -> SimulationView:
    """A simulation and its progress."""
    return floor.simulations.find(person.id, ident).view


@router.delete("/{ident}")
async def drop(ident: Ident, person: Anyone, floor: TheFloor) -> SimulationsView:
    """Stop a simulation that is running, or delete one that has ended."""
    floor.simulations.drop(person.id, ident)
    return await floor.simulations.listed(person.id)
