"""The pages as they are sent: few files, compressed, named by a hash of their contents.

The modules under `web/js` are joined when the server starts, each as a function that runs when it
is first imported: one script with what players need, and one with the other pages. A browser asks
for neither again until it changes.
"""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from collections.abc import Iterator
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Final

from fastapi import Request, Response

from pitboss.errors import PitbossError

FOREVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
MAIN: Final = "main.js"
SPACE: Final = re.compile(r"(?:\s+|//[^\n]*\n|/\*.*?\*/)*", re.DOTALL)
IMPORT: Final = re.compile(
    r"import\s*(?:\*\s*as\s+(?P<whole>\w+)\s+from\s*|\{(?P<names>[^}]*)\}\s*from\s*)?"
    r'"(?P<path>[^"]+)"\s*;?'
)
DECLARED: Final = re.compile(r"^export (?=(?:async function|function|const|class) (\w+))", re.M)
LISTED: Final = re.compile(r"export\s*\{([^}]*)\}\s*;?")
LATER: Final = re.compile(r'\bimport\("([^"]+)"\)')
LEFT: Final = re.compile(r"^\s*(?:export|import)\b(?!\()", re.M)
STYLE: Final = re.compile(r'\s*<link rel="stylesheet" href="/([^"]+)">')
SCRIPT: Final = '<script type="module" src="/js/main.js"></script>'
FIRST: Final = ("pages/floor.js", "pages/table.js", "pages/login.js")
"""The pages of players; the others come in a second script when one of them is opened."""
LOADER: Final = """const $of = new Map();
const $made = new Map();
const $ = (name) => {
  if (!$made.has(name)) $made.set(name, $of.get(name)());
  return $made.get(name);
};
const $later = async (name) => {
  if (!$of.has(name)) await import(document.querySelector("meta[name=more]").content);
  return $(name);
};
globalThis.pitbossModules = { $, $of };
"""
MORE: Final = "const { $, $of } = globalThis.pitbossModules;\n"


class Asset:
    """A file as it is sent."""

    def __init__(self, text: str, kind: str, cache: str) -> None:
        self.body, self.kind, self.cache = text.encode(), kind, cache
        self.digest = hashlib.sha256(self.body).hexdigest()[:16]

    @cached_property
    def packed(self) -> bytes:
        """The compressed body, made when a browser first asks for it."""
        return gzip.compress(self.body, 9, mtime=0)

    def answer(self, request: Request) -> Response:
        """Send it, unless the browser has it."""
        tag = f'"{self.digest}"'
        headers = {"cache-control": self.cache, "etag": tag, "vary": "accept-encoding"}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.body, media_type=self.kind, headers=headers)
        headers["content-encoding"] = "gzip"
        return Response(self.packed, media_type=self.kind, headers=headers)


def assets(folder: Path) -> dict[str, Asset]:
    """Address → its asset: the page, its script and its stylesheet."""
    page = (folder / "index.html").read_text(encoding="utf-8")
    sheets = STYLE.findall(page)
    style = "".join((folder / each).read_text(encoding="utf-8") for each in sheets)
    first, more = join_modules(folder / "js")
    made = {}
    for text, kind in ((first, "javascript"), (more, "javascript"), (style, "css")):
        asset = Asset(text, f"text/{kind}", FOREVER)
        made[f"/pitboss-{asset.digest}.{'css' if kind == 'css' else 'js'}"] = asset
    code, rest, sheet = made
    head = (
        f'<link rel="stylesheet" href="{sheet}">',
        f'<link rel="modulepreload" href="{code}">',
        f'<meta name="more" content="{rest}">',
        f'<script type="module" src="{code}"></script>',
    )
    page = STYLE.sub("", page).replace(SCRIPT, "\n  ".join(head))
    made["/"] = made["/index.html"] = Asset(page, "text/html", ASK_AGAIN)
    return made


def join_modules(folder: Path) -> tuple[str, str]:
    """The main module with what it imports and the first pages; the modules of the other pages."""
    parts = _reached(folder, MAIN, {})
    main = parts.pop(MAIN)
    early: set[str] = set()
    wanted = [path for path, _ in main.imports] + [each for each in main.later if each in FIRST]
    while wanted:
        if (name := wanted.pop()) not in early:
            early.add(name)
            wanted += [path for path, _ in parts[name].imports]
    first = [each.wrapped() for name, each in parts.items() if name in early]
    more = [each.wrapped() for name, each in parts.items() if name not in early]
    return "".join((LOADER, *first, *main.lines())), "".join((MORE, *more))


class _Module:
    """A module in parts: what it imports, its body, and what it exports."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name, text = name, (folder / name).read_text(encoding="utf-8")
        self.imports: list[tuple[str, str]] = []
        at = SPACE.match(text).end()  # type: ignore[union-attr]
        while found := IMPORT.match(text, at):
            self.imports.append((self._path(found["path"]), _bound(found)))
            at = SPACE.match(text, found.end()).end()  # type: ignore[union-attr]
        self.exports: dict[str, str] = {}
        body = LISTED.sub(self._listed, text[at:])
        self.exports |= {each: each for each in DECLARED.findall(body)}
        self.later = [self._path(each) for each in LATER.findall(body)]
        self.body = LATER.sub(
            lambda found: f'$later("{self._path(found[1])}")',
            DECLARED.sub("", body),
        )
        if wrong := LEFT.search(self.body):
            line = text[:at].count("\n") + self.body[: wrong.end()].count("\n") + 1
            raise PitbossError(
                f"web/js/{name}, about line {line}: imports come first and name what they import; "
                "exports are constants, functions and classes, or a list of names."
            )

    def _path(self, said: str) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(self.name), said))

    def _listed(self, found: re.Match[str]) -> str:
        for each in filter(None, map(str.strip, found[1].split(","))):
            local, _, shown = each.partition(" as ")
            self.exports[shown or local] = local
        return ""

    def lines(self) -> Iterator[str]:
        """What it imports, and its body."""
        for path, bound in self.imports:
            yield f'{bound}$("{path}");\n'
        yield f"{self.body}\n"

    def wrapped(self) -> str:
        """The module as a function that gives what it exports."""
        given = ", ".join(f"{shown}: {local}" for shown, local in self.exports.items())
        inside = "".join(self.lines())
        return f'$of.set("{self.name}", () => {{\n{inside}return {{ {given} }};\n}});\n'


def _bound(found: re.Match[str]) -> str:
    """The names that an import binds: `const { a, b: c } = `."""
    if found["whole"]:
        return f"const {found['whole']} = "
    if found["names"] is None:
        return ""
    return f"const {{{found['names'].replace(' as ', ': ')}}} = "


def _reached(folder: Path, name: str, reached: dict[str, _Module]) -> dict[str, _Module]:
    """Every module that one needs, each after those it imports at once."""
    if name not in reached:
        module = _Module(folder, name)
        for path, _ in module.imports:
            _reached(folder, path, reached)
        reached[name] = module
        for path in module.later:
            _reached(folder, path, reached)
    return reached


def not_here(words: str) -> str:
    """The page for a broken link, without a script."""
    return (
        "<!doctype html><html lang=en><head><meta charset=utf-8>"
        "<meta name=viewport content='width=device-width'><link rel=icon href=/img/mark.svg>"
        "<link rel=stylesheet href=/css/tokens.css><link rel=stylesheet href=/css/base.css>"
        "<title>Not found · pitboss</title></head>"
        f"<body><main class=trouble><h1>Not found</h1><p>{escape(words)}</p>"
        "<p><a class='btn solid' href=/>Back to the floor</a></p></main></body></html>"
    )
