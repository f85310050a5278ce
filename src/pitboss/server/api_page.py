"""The schema of the API as a page to read: every route and every message, with examples."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from typing import Any, Final

from pitboss.errors import either
from pitboss.server.pages import plain_page

Schema = dict[str, Any]
INTRODUCTION: Final = """
<p>Everything is JSON, and every amount is in cents. A change needs the header <code>X-CSRF</code>
with the token of <code>GET /api/v1/session</code>; a command at a table needs
<code>Idempotency-Key</code> too. A refusal is a <a href="#Refusal">Refusal</a>, whatever the
route. The whole schema is <a href="/api/v1/openapi.json">openapi.json</a>.</p>
<p>A first round: <code>POST /api/v1/session/guest</code>, then commands at a table of
<code>GET /api/v1/floor</code>: <code>sit</code>; <code>stakes</code>, which at a table without a
dealer opens the round, lays your chips and, with <code>deal</code>, deals; and <code>answer</code>
while the view has <code>asks</code> of yours. What you may do now is in its <code>may</code>.</p>
<p>Live: <code>/api/v1/tables/{table}/live</code> and <code>/api/v1/meters/live</code> are
WebSockets; commands go over the first as over HTTP, with <code>key</code>.</p>
"""
SHEET: Final = "api"
"""The style of this page alone."""
LONGEST: Final = 6_000
"""Characters of an example that are shown."""


def api_page(schema: Schema) -> str:
    """Every route with what it takes and answers, then every message with its fields."""
    groups: dict[str, list[tuple[str, str, Schema]]] = {}
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            groups.setdefault(about["tags"][0], []).append((method.upper(), path, about))
    title = escape(f"{schema['info']['title']} {schema['info']['version']}")
    contents = "".join(_contents(group, routes) for group, routes in groups.items())
    schemes = schema["components"]["securitySchemes"]
    routes = "".join(_route(*each, schemes) for group in groups.values() for each in group)
    messages = "".join(_message(*each) for each in sorted(schema["components"]["schemas"].items()))
    return plain_page(
        f"{title}: the API",
        f'<main class="api"><h1>{title}: the API</h1>{INTRODUCTION}'
        f'<nav class="wraps" aria-label="Routes">{contents}</nav>'
        f"<h2>Routes</h2>{routes}<h2>Messages</h2>{messages}</main>",
        SHEET,
    )


def _contents(group: str, routes: list[tuple[str, str, Schema]]) -> str:
    links = "".join(
        f'<li><a href="#{_anchor(method, path)}">{method} {escape(path.removeprefix("/api/v1"))}'
        f"</a> <span class=quiet>{_words(about['summary'])}</span></li>"
        for method, path, about in routes
    )
    return f"<section><h3>{escape(group.capitalize())}</h3><ul>{links}</ul></section>"


def _anchor(method: str, path: str) -> str:
    return escape(f"{method}-{path}".replace("{", "").replace("}", ""))


# -- routes ----------------------------------------------------------------------------------------


def _route(method: str, path: str, about: Schema, schemes: Schema) -> str:
    """One route: who may use it, what it takes and what it answers."""
    return (
        f'<section id="{_anchor(method, path)}"><h3><code>{method} {escape(path)}</code></h3>'
        f"<p>{_words(about['description'])}{_who(about)}</p>{_guards(about, schemes)}"
        f"{_parameters(about)}"
        f"{''.join(_contents_of('Body', about.get('requestBody', {})))}"
        f"{''.join(_answers(about))}</section>"
    )


def _who(about: Schema) -> str:
    """The roles that may use a route, if not everybody may."""
    several = about.get("security", [{}])
    if {} in several:
        return ""
    return f" For {either(several[0]['session'], 'and') or 'everyone who is logged in'}."


def _guards(about: Schema, schemes: Schema) -> str:
    """What a request must carry: the cookie of the session, and the token where it changes it."""
    several = about.get("security", [{}])
    named = [
        f"{schemes[name]['in']} <code>{escape(schemes[name]['name'])}</code>" for name in several[0]
    ]
    if not named:
        return "<p>Needs no session.</p>"
    only = " of whoever is logged in" if {} in several else ""
    return f"<p>Needs the {either(named, 'and')}{only}.</p>"


def _parameters(about: Schema) -> str:
    rows = [
        (each["name"], f"{each['in']}, {_kind(each['schema'])}", each.get("required", False), each)
        for each in about.get("parameters", ())
    ]
    return _table(rows)


def _answers(about: Schema) -> Iterator[str]:
    for status, answer in about["responses"].items():
        if status.startswith("2"):
            yield from _contents_of(f"Answer {status}", answer)


def _contents_of(what: str, part: Schema) -> Iterator[str]:
    """What a body or an answer is, with an example."""
    for kind, each in part.get("content", {}).items():
        said = "" if kind == "application/json" else f", {escape(kind)}"
        yield f"<p><b>{what}</b>{said}: {_kind(each.get('schema', {}))}</p>"
        if "example" in each:
            yield f"<details><summary>Example</summary>{_example(each['example'])}</details>"
        if several := each.get("examples"):
            shown = "".join(_example(one["value"]) for one in several.values())
            yield f"<details><summary>Examples</summary>{shown}</details>"


def _example(message: Any) -> str:
    text = message if isinstance(message, str) else json.dumps(message, indent=1)
    return f"<pre>{escape(text if len(text) <= LONGEST else f'{text[:LONGEST]}…')}</pre>"


# -- messages --------------------------------------------------------------------------------------


def _message(name: str, message: Schema) -> str:
    """A message: its fields, their kinds and what they mean."""
    needed = message.get("required", ())
    rows = [
        (field, _kind(each), field in needed, each)
        for field, each in message.get("properties", {}).items()
    ]
    about = _words(message.get("description", ""))
    head = f'<section id="{escape(name)}"><h3>{escape(name)}</h3><p>{about}</p>'
    return f"{head}{_table(rows)}</section>"


def _table(rows: list[tuple[str, str, bool, Schema]]) -> str:
    """Names, kinds, and what is said of each; those that may be left out are marked."""
    if not rows:
        return ""
    lines = "".join(
        f"<tr><th scope=row><code>{escape(name)}</code></th>"
        f"<td>{kind}{'' if needed else '<span class=quiet>, optional</span>'}</td>"
        f"<td>{_words(about.get('description', ''))}</td></tr>"
        for name, kind, needed, about in rows
    )
    return f"<table>{lines}</table>"


def _words(text: str) -> str:
    """Words of the code as HTML.

    >>> _words("`down` or `up`")
    '<code>down</code> or <code>up</code>'
    """
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))


def _kind(shape: Schema) -> str:
    """What kind of value a schema allows, in words, with links to messages.

    >>> _kind({"type": "array", "items": {"type": "integer"}})
    'list of integers'
    >>> _kind({"anyOf": [{"enum": ["code", "witness"], "type": "string"}, {"type": "null"}]})
    '<code>"code"</code> or <code>"witness"</code> or null'
    """
    if "$ref" in shape:
        name = escape(shape["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if words := shape.get("discriminator", {}).get("mapping"):
        return ", ".join(
            f"<code>{escape(word)}</code> {_kind({'$ref': ref})}" for word, ref in words.items()
        )
    if several := shape.get("anyOf", shape.get("oneOf", ())):
        return either(dict.fromkeys(map(_kind, several)))
    if "const" in shape or "enum" in shape:
        values = shape.get("enum", [shape.get("const")])
        return either(f"<code>{escape(json.dumps(each), quote=False)}</code>" for each in values)
    if shape.get("type") == "array":
        items = shape.get("prefixItems")
        of = ", ".join(map(_kind, items)) if items else _kinds(shape.get("items", {}))
        return f"list of {of}"
    if isinstance(more := shape.get("additionalProperties"), dict):
        return f"object of {_kinds(more)}"
    return str(shape.get("type", "any value"))


def _kinds(shape: Schema) -> str:
    """The kind of a list's items, in the plural."""
    kind = _kind(shape)
    return f"{kind}s" if kind == shape.get("type") else kind
