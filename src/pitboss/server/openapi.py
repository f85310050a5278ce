"""The schema of the API: what FastAPI derives from the routes, with examples and their guards."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any, Final

from fastapi import FastAPI

from pitboss.server.access.security import CSRF, SAFE
from pitboss.server.messages.message import Refusal

Schema = dict[str, Any]
SESSION: Final = "session"
TOKEN: Final = {
    "type": "apiKey",
    "in": "header",
    "name": CSRF,
    "description": "The token of `GET /session`, which every change must send.",
}
MEANS: Final = {
    400: "The message cannot be read.",
    401: "Nobody is logged in.",
    403: "Not for this role, not yours, or the token or the origin is wrong.",
    404: "There is no such table, round, rule or route.",
    408: "The request did not arrive within ten seconds.",
    409: "Not lawful, or not now; or the key was already used for another command.",
    410: "The table has ended; `moved_to` is the one that replaced it.",
    413: "More than 64 KiB, or no length.",
    422: "The message contains NUL.",
    429: "Too many requests; `Retry-After` says how many seconds to wait.",
    503: "The books cannot be reached: nothing changed, or the same key settles it; or too busy.",
}
"""Status → what a refusal with it means; all of them have one shape."""
REFUSED: Final = {
    "error": "'fold' is not legal for box 1: stand or hit (58 Pa. Code § 633a.11).",
    "allowed": ["stand", "hit"],
    "clause": "58 Pa. Code § 633a.11",
}
REFUSAL: Final = {"$ref": "#/components/schemas/Refusal"}
REFUSALS: Final[dict[int | str, Schema]] = {
    status: {"model": Refusal, "description": means} for status, means in MEANS.items()
}


class Api(FastAPI):
    """An application whose schema tells a client everything it needs to know."""

    def openapi(self) -> Schema:
        if not self.openapi_schema:
            self.openapi_schema = described(super().openapi())
        return self.openapi_schema


@cache
def examples() -> dict[str, Schema]:
    """Route → a request and its response, as in `GET /api/v1/meters`."""
    text = (files("pitboss.server") / "examples.json").read_text(encoding="utf-8")
    found: dict[str, Schema] = json.loads(text)
    return found


def described(schema: Schema) -> Schema:
    """The schema with summaries, examples, and the token that a change must send."""
    parts = schema["components"]
    parts["securitySchemes"]["csrf"] = TOKEN
    for unused in ("HTTPValidationError", "ValidationError"):  # a message is refused with 400
        parts["schemas"].pop(unused, None)
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            _describe(method.upper(), about, examples().get(f"{method.upper()} {path}", {}))
    return schema


def _describe(method: str, about: Schema, example: Schema) -> None:
    about["summary"] = about["description"].partition("\n\n")[0].rstrip(".").replace("\n", " ")
    if method not in SAFE:
        about["security"] = [{**each, "csrf": []} for each in about.get("security", ())]
    if not about.get("security", True):
        del about["security"]
    if "request" in example:
        for content in about["requestBody"]["content"].values():
            content["example"] = example["request"]
    for status, response in about["responses"].items():
        if int(status) in MEANS:  # in JSON, whatever the route answers with
            content = {"schema": REFUSAL, "example": REFUSED}
            response["content"] = {"application/json": content}
        elif "response" in example:
            next(iter(response["content"].values()))["example"] = example["response"]
