"""The schema of the API: what FastAPI derives from the routes, with examples and their guards."""

from __future__ import annotations

from typing import Any, Final

from fastapi import FastAPI

from pitboss.server.access.security import CSRF, SAFE
from pitboss.server.examples import examples
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
    503: "The books cannot be reached, or the server is too busy; retry with the same key.",
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
            given = examples(self.state.floor.book)
            self.openapi_schema = described(super().openapi(), given)
        return self.openapi_schema


def described(schema: Schema, given: Schema) -> Schema:
    """The schema with summaries, examples, and the token that a change must send."""
    parts = schema["components"]
    parts["securitySchemes"]["csrf"] = TOKEN
    for unused in ("HTTPValidationError", "ValidationError"):  # a message is refused with 400
        parts["schemas"].pop(unused, None)
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            _describe(method.upper(), path, about, given)
    return schema


def _describe(method: str, path: str, about: Schema, given: Schema) -> None:
    about["summary"] = about["description"].partition("\n\n")[0].rstrip(".").replace("\n", " ")
    if method not in SAFE:
        about["security"] = [{**each, "csrf": []} for each in about.get("security", ())]
    if not about.get("security", True):
        del about["security"]
    shapes = [*about.get("requestBody", {}).get("content", {}).values()]
    for status, response in about["responses"].items():
        if int(status) in MEANS:  # in JSON, whatever the route answers with
            content = {"schema": REFUSAL, "example": REFUSED}
            response["content"] = {"application/json": content}
        else:
            shapes.append(next(iter(response["content"].values())))
    for each in shapes:
        each["example"] = _example(each["schema"], f"{method} {path}", given)


def _example(shape: Schema, route: str, given: Schema) -> Any:
    """An example of the message that a schema names; of the route, if it names none."""
    if "items" in shape:
        return [_example(shape["items"], route, given)]
    named = (each.get("$ref", "").rpartition("/")[2] for each in (shape, *shape.get("oneOf", ())))
    return given[next((name for name in named if name in given), route)]
