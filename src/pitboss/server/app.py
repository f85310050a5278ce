"""The server: every route, what guards them, and the pages."""

from __future__ import annotations

import logging
from asyncio import create_task
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Final

from fastapi import Depends, FastAPI, Request, Response
from fastapi.dependencies.utils import get_flat_params
from fastapi.exceptions import RequestValidationError
from fastapi.params import Query
from fastapi.responses import HTMLResponse, JSONResponse
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from pitboss import __version__
from pitboss.errors import NotationError, PitbossError, UnknownName
from pitboss.server import sockets
from pitboss.server.access.guard import API, Guard, Places
from pitboss.server.access.security import HEADERS, Access
from pitboss.server.api import accounts, records, rulebook, submission, tables
from pitboss.server.coach import Coach
from pitboss.server.floor import Floor, watch
from pitboss.server.health import Health, check
from pitboss.server.health import watch as watch_health
from pitboss.server.monitoring import REQUEST
from pitboss.server.openapi import DESCRIPTION, LICENSE, REFUSALS, TAGS, Api, api_page
from pitboss.server.pages import assets, not_here
from pitboss.server.refusals import refusal, said_wrong, status_of
from pitboss.server.tables.filed_tables import watch as watch_revisions
from pitboss.server.tables.practice import Practice

log = logging.getLogger("pitboss.server")
SMALL: Final = 1024
"""Smaller answers are not compressed, so that a token in one cannot be guessed from its length."""
ROUTERS = (
    accounts.session_router,
    accounts.sessions_router,
    tables.router,
    submission.router,
    tables.practice_router,
    records.meters_router,
    records.logs_router,
    records.audit_router,
    rulebook.router,
    rulebook.lessons_router,
    rulebook.par_router,
    rulebook.simulations_router,
    accounts.people_router,
)
"""Everything under `/api/v1` but the WebSockets."""


def create_app(floor: Floor, access: Access) -> FastAPI:
    """The server of a floor."""

    health = Health()

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        await check(floor, health)
        watches = (watch(floor), watch_health(floor, health), watch_revisions(floor))
        watching = [create_task(each) for each in watches]
        yield
        health.ready = False
        for each in watching:
            each.cancel()
        await app.state.practice.stop()
        await floor.stop()

    app = Api(
        title="pitboss",
        summary="Casino table games from their written rules.",
        description=DESCRIPTION,
        license_info=LICENSE,
        openapi_tags=[{"name": tag, "description": about} for tag, about in TAGS.items()],
        version=__version__,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=running,
    )
    app.state.floor, app.state.access = floor, access
    app.state.practice, app.state.coach = Practice(floor.book), Coach(floor.book)
    app.state.places = Places(people=access.limits.people)
    for router in ROUTERS:
        app.include_router(
            router, prefix=API, responses=REFUSALS, dependencies=[Depends(check_query)]
        )
    app.include_router(sockets.router, prefix=API)
    _say_no(app)
    app.add_middleware(Guard, floor=floor, state=app.state)
    _watch(app, floor, health)
    _docs(app)
    folder = Path(str(files("pitboss"))) / "web"
    if folder.is_dir():
        for where, asset in assets(folder).items():  # the page, its script and its stylesheet
            app.add_route(where, asset.answer, methods=["GET", "HEAD"], include_in_schema=False)
        app.mount("/", StaticFiles(directory=folder, html=True))
    app.add_middleware(GZipMiddleware, minimum_size=SMALL)
    return app


async def check_query(request: Request) -> None:
    """Refuse a query parameter that the route does not have: it would change nothing."""
    if request.query_params:
        taken = get_flat_params(request.scope["route"].dependant)
        known = [each.alias for each in taken if isinstance(each.field_info, Query)]
        for name in request.query_params:
            if name not in known:
                raise NotationError(str(UnknownName("query parameter", name, known)))


FAILED: Final = (
    "The server failed. If this was a command, retry with the same key; it will not be carried out "
    "twice."
)


def _say_no(app: FastAPI) -> None:
    """Answer every refusal with one sentence in JSON."""

    @app.exception_handler(PitbossError)
    async def refused(request: Request, error: PitbossError) -> JSONResponse:
        status = status_of(error)
        if status >= 500:
            log.error("the store failed", extra={"path": request.url.path, "why": str(error)})
        made = JSONResponse(refusal(error), status)
        if wait := getattr(error, "wait", 0):
            made.headers["retry-after"] = str(wait)
        return made

    @app.exception_handler(RequestValidationError)
    async def wrong(request: Request, error: RequestValidationError) -> JSONResponse:
        return JSONResponse(said_wrong(error.errors()), 400)

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        words = {404: "There is no such page.", 405: "This method is not allowed here."}
        said = words.get(error.status_code, str(error.detail))
        reads = "text/html" in request.headers.get("accept", "")
        if reads and not request.url.path.startswith(API):
            return HTMLResponse(not_here(said), error.status_code, headers=error.headers)
        return JSONResponse({"error": said}, error.status_code, headers=error.headers)

    @app.exception_handler(Exception)
    async def failed(request: Request, error: Exception) -> JSONResponse:
        told = {**HEADERS, "x-request-id": REQUEST.get()}
        return JSONResponse({"error": FAILED}, 500, told)


def _watch(app: FastAPI, floor: Floor, health: Health) -> None:
    @app.get("/health", include_in_schema=False)
    @app.get("/healthz", include_in_schema=False)
    async def healthy() -> JSONResponse:
        """Whether the books can be written, as the last check found; it costs nothing to ask."""
        works, words = health.told()
        told = {"status": words, "tables": len(floor.tables), "version": __version__}
        return JSONResponse(told, 200 if works else 503)

    @app.get("/ready", include_in_schema=False)
    async def ready() -> JSONResponse:
        """Whether to route requests here: not while stopping, nor while the books are unusable."""
        works, words = health.told()
        if not health.ready:
            words = "The server is stopping."
        return JSONResponse({"status": words}, 200 if works and health.ready else 503)

    @app.get("/metrics", include_in_schema=False)
    async def metrics() -> Response:
        """Counts for Prometheus, without names or amounts."""
        at_hand = floor.tables.values()
        text = floor.metrics.text(
            tables=sum(at.is_open for at in at_hand),
            rounds_in_play=sum(at.table.in_play for at in at_hand),
            seats_taken=sum(len(at.seats) for at in at_hand),
            screens=floor.hub.count(),
            books_writable=health.told()[0],
        )
        return Response(text, media_type=CONTENT_TYPE_PLAIN_0_0_4)


def _docs(app: FastAPI) -> None:
    """The routes as a page of plain HTML, without scripts or outside resources."""

    @app.get(f"{API}/docs", include_in_schema=False)
    def docs() -> Response:
        return HTMLResponse(api_page(app.openapi()))
