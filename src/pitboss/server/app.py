"""The server: every route, what guards them, and the pages."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles

from pitboss import __version__
from pitboss.errors import PitbossError
from pitboss.server import sockets
from pitboss.server.api import par, people, records, rules, tables
from pitboss.server.clock import watch
from pitboss.server.floor import Floor
from pitboss.server.openapi import REFUSALS, Api
from pitboss.server.pages import not_here, page
from pitboss.server.refusals import refusal, said_wrong, status_of
from pitboss.server.security import (
    COOKIE,
    HEADERS,
    Limits,
    Origins,
    forged,
    kind_of,
    too_fast,
)
from pitboss.server.web_assets import assets

log = logging.getLogger("pitboss.server")
API = "/api/v1"
LONGEST = 64 * 1024
"""The most bytes a request may have."""
SMALL = 1024
"""Answers with fewer bytes are not compressed: a token among them cannot be guessed by length."""
Next = Callable[[Request], Awaitable[Response]]
ROUTERS = (
    people.session_router,
    tables.router,
    records.meters_router,
    records.logs_router,
    records.audit_router,
    rules.router,
    rules.lessons_router,
    par.router,
    people.people_router,
)
"""Everything under `/api/v1` but the WebSockets."""


def create_app(floor: Floor, origins: Origins, limits: Limits | None = None) -> FastAPI:
    """The server of a floor."""

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        clock = asyncio.create_task(watch(floor))
        yield
        clock.cancel()
        await floor.stop()

    app = Api(
        title="pitboss",
        summary="Casino table games from their written rules.",
        version=__version__,
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=running,
    )
    app.state.floor, app.state.origins = floor, origins
    app.state.limits = limits or Limits()
    for router in ROUTERS:
        app.include_router(router, prefix=API, responses=REFUSALS)
    app.include_router(sockets.router, prefix=API)
    _say_no(app)
    _guard(app, floor)
    _watch(app, floor)
    _docs(app)
    folder = Path(str(files("pitboss"))) / "web"
    if folder.is_dir():
        _pages(app, folder)
        app.mount("/", StaticFiles(directory=folder, html=True))
    app.add_middleware(GZipMiddleware, minimum_size=SMALL)
    return app


def _pages(app: FastAPI, folder: Path) -> None:
    """The page with its script and its stylesheet, each as one file."""
    for where, asset in assets(folder).items():
        app.add_route(where, asset.answer, methods=["GET", "HEAD"], include_in_schema=False)


def _say_no(app: FastAPI) -> None:
    """Every refusal is one sentence in JSON."""

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
        return JSONResponse({"error": "The server failed. Nothing was changed."}, 500, HEADERS)


def _guard(app: FastAPI, floor: Floor) -> None:
    """First of all, check whose page asks, how much it sends, and how often."""

    @app.middleware("http")
    async def guard(request: Request, call_next: Next) -> Response:
        began = time.perf_counter()
        if (refused := _refused(request)) is not None:
            response: Response = refused
        else:
            response = await call_next(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if app.state.origins.secure:
            response.headers["strict-transport-security"] = "max-age=31536000"
        if request.url.path.startswith(API) or request.url.path == "/metrics":
            response.headers.setdefault("cache-control", "no-store")
        else:
            response.headers.setdefault("cache-control", "no-cache")
        floor.metrics.answered(request.method, response.status_code)
        log.info(
            "request",
            extra={
                "method": request.method,
                "path": request.url.path,
                "status": response.status_code,
                "ms": round((time.perf_counter() - began) * 1000, 1),
            },
        )
        return response

    def _refused(request: Request) -> Response | None:
        if why := forged(request.method, request.headers, app.state.origins):
            return JSONResponse({"error": why}, 403)
        sent = request.headers.get("content-length", "0")
        chunked = "transfer-encoding" in request.headers
        if chunked or not sent.isdecimal() or int(sent) > LONGEST:
            words = f"A request may have at most {LONGEST} bytes and must state its length."
            return JSONResponse({"error": words}, 413)
        kind = kind_of(request.method, request.url.path)
        address = request.client.host if request.client else ""
        who = request.cookies.get(COOKIE, "")[:64] if kind != "log in" else ""
        if request.url.path.startswith(API):
            limits: Limits = app.state.limits
            if wait := limits.wait_at(kind, address, who):
                words, seconds = too_fast(wait)
                return JSONResponse({"error": words}, 429, {"retry-after": str(seconds)})
        return None


def _watch(app: FastAPI, floor: Floor) -> None:
    @app.get("/healthz", include_in_schema=False)
    def health() -> JSONResponse:
        """Whether the books can be read."""
        floor.store.last_seqs()
        return JSONResponse({"status": "ok", "tables": len(floor.tables), "version": __version__})

    @app.get("/metrics", include_in_schema=False)
    async def metrics() -> Response:
        """Counts for Prometheus, without names or amounts."""
        at_hand = floor.tables.values()
        text = floor.metrics.text(
            tables=sum(at.is_open for at in at_hand),
            rounds=sum(at.table.in_play for at in at_hand),
            seats=sum(len(at.seats) for at in at_hand),
            screens=floor.hub.count(),
        )
        return Response(text, media_type=CONTENT_TYPE_PLAIN_0_0_4)


def _docs(app: FastAPI) -> None:
    """The routes as a page of plain HTML, without scripts or outside resources."""

    @app.get(f"{API}/docs", include_in_schema=False)
    def docs() -> Response:
        return HTMLResponse(page(app.openapi()))
