"""Pages of plain HTML that the server writes itself: its routes, and the page for a broken link."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from pitboss.errors import either

Schema = dict[str, Any]


def page(schema: Schema) -> str:
    """Every route with what it takes."""
    routes = "".join(_routes(schema))
    title = escape(f"{schema['info']['title']} {schema['info']['version']}")
    return _page(
        f"{title}: the API",
        f"<main class=plain><h1>{title}</h1>"
        "<p>Everything is JSON. A change needs the header <code>X-CSRF</code> with the token of "
        "<code>GET /api/v1/session</code>; a command at a table needs <code>Idempotency-Key</code> "
        "too. A refusal is <code>{error, allowed?, clause?}</code>. The whole schema is "
        "<a href=/api/v1/openapi.json>openapi.json</a>.</p>"
        "<p>Live: <code>/api/v1/tables/{table}/live</code> and <code>/api/v1/meters/live</code> "
        "are WebSockets; commands go over the first as over HTTP, with <code>key</code>.</p>"
        f"{routes}</main>",
    )


def not_here(words: str) -> str:
    """The page for a broken link."""
    return _page(
        "Not found · pitboss",
        f"<main class=trouble><h1>Not found</h1><p>{escape(words)}</p>"
        "<p><a class='btn solid' href=/>Back to the floor</a></p></main>",
    )


def _page(title: str, body: str) -> str:
    return (
        "<!doctype html><html lang=en><head><meta charset=utf-8>"
        "<meta name=viewport content='width=device-width'><link rel=icon href=/img/mark.svg>"
        "<link rel=stylesheet href=/css/tokens.css><link rel=stylesheet href=/css/base.css>"
        f"<title>{title}</title></head><body>{body}</body></html>"
    )


def _routes(schema: Schema) -> Iterator[str]:
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            yield f"<h2><code>{method.upper()} {escape(path)}</code></h2>"
            yield f"<p>{escape(about.get('description', ''))}{_who(about)}</p>"
            takes = [*_parameters(about), *_body(about), *_answer(schema, about)]
            if takes:
                yield f"<ul>{''.join(takes)}</ul>"


def _who(about: Schema) -> str:
    """The roles that may use a route, if not everybody may."""
    for needs in about.get("security", ()):
        return f" For {either(needs['session'], 'and') or 'everyone who is logged in'}."
    return ""


def _answer(schema: Schema, about: Schema) -> Iterator[str]:
    """The fields of what a route answers with."""
    good = next(each for status, each in about["responses"].items() if status.startswith("2"))
    shape = good["content"].get("application/json", {}).get("schema", {})
    for each in (shape.get("items", shape), *shape.get("oneOf", ())):
        if name := each.get("$ref", "").rpartition("/")[2]:
            fields = ", ".join(schema["components"]["schemas"][name]["properties"])
            yield f"<li>answers {escape(name)}: {escape(fields)}</li>"


def _parameters(about: Schema) -> Iterator[str]:
    for each in about.get("parameters", ()):
        need = "" if each.get("required") else ", optional"
        yield f"<li><code>{escape(each['name'])}</code> ({each['in']}{need})</li>"


def _body(about: Schema) -> Iterator[str]:
    content = about.get("requestBody", {}).get("content", {})
    for kind, each in content.items():
        refs = [
            each["schema"].get("$ref"),
            *(o.get("$ref") for o in each["schema"].get("oneOf", ())),
        ]
        named = ", ".join(ref.rpartition("/")[2] for ref in refs if ref) or "an object"
        yield f"<li>body, {escape(kind)}: {escape(named)}</li>"
