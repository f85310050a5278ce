"""The front end as it lies in the package: nothing inline, nothing foreign, no rule typed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pitboss
from pitboss.errors import PitbossError
from pitboss.server.pages import join_modules

WEB = Path(pitboss.__file__).parent / "web"
LIT = WEB / "js" / "lit"
SCRIPTS = sorted(each for each in WEB.glob("js/**/*.js") if LIT not in each.parents)
STYLES = sorted(WEB.glob("css/*.css"))
PAGE = (WEB / "index.html").read_text(encoding="utf-8")
LONGEST = 400


def name(path: Path) -> str:
    return str(path.relative_to(WEB))


def bare(text: str) -> str:
    """A script without its comments."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return re.sub(r"(?m)(^|\s)//.*$", "", text)


def test_page_has_nothing_inline() -> None:
    """The policy `default-src 'self'` allows no inline script, style or handler."""
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", PAGE)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", PAGE))


@pytest.mark.parametrize("file", [*SCRIPTS, *STYLES, WEB / "index.html"], ids=name)
def test_nothing_comes_from_elsewhere(file: Path) -> None:
    found = re.findall(r"(?:https?:)?//[\w.]+\.\w+", bare(file.read_text(encoding="utf-8")))
    assert not [each for each in found if "www.w3.org" not in each]


@pytest.mark.parametrize("file", SCRIPTS, ids=name)
def test_scripts_draw_templates_and_no_markup(file: Path) -> None:
    """What comes from outside is only ever text or an attribute in a template."""
    found = re.findall(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function"
        r"|unsafe(?:HTML|SVG|Static)|replaceChildren|createElement\(\"",
        file.read_text(encoding="utf-8"),
    )
    assert not found


def test_lit_evaluates_nothing() -> None:
    """The policy `script-src 'self'` allows no code made of words."""
    for file in LIT.glob("**/*.js"):
        text = file.read_text(encoding="utf-8")
        assert "SPDX-License-Identifier: BSD-3-Clause" in text
        assert not re.search(r"\beval\(|new Function|https?://", text)


@pytest.mark.parametrize("file", SCRIPTS, ids=name)
def test_scripts_know_no_odds(file: Path) -> None:
    """What a wager pays and costs comes from the server alone."""
    text = bare(file.read_text(encoding="utf-8"))
    assert not re.findall(r"\b\d+ (?:to|for) \d+\b(?!\")", text.replace("1 to 6", ""))


@pytest.mark.parametrize("file", SCRIPTS, ids=name)
def test_scripts_are_short_and_begin_with_what_they_are(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) < LONGEST
    assert lines[0].startswith("// ")


@pytest.mark.parametrize("file", SCRIPTS, ids=name)
def test_imports_lead_somewhere(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    for found in re.findall(r"(?m)(?:^import [^\"]*|^\} from |import\()\"([^\"]+)\"", text):
        assert (file.parent / found).is_file(), found


def test_what_scripts_export_is_imported() -> None:
    """By another script, or by the tests of their pure parts."""
    imported = set(
        re.findall(r"\bm\.(\w+)", (Path(__file__).parent / "test_modules.py").read_text())
    )
    exported, whole = {}, set()
    for file in SCRIPTS:
        text = file.read_text(encoding="utf-8")
        for names in re.findall(r"(?s)import \{([^}]*)\} from", text):
            imported |= {each.split(" as ")[0].strip() for each in names.split(",")}
        whole |= {
            (file.parent / each).resolve() for each in re.findall(r"import \* .*\"(.*)\"", text)
        }
        exported[file] = re.findall(r"export (?:async )?(?:const|function|class) (\w+)", text)
    left = {name(file): {*made} - imported for file, made in exported.items() if file not in whole}
    assert not {file: names for file, names in left.items() if names}


def test_page_names_every_style_and_no_other_file() -> None:
    named = re.findall(r"(?:href|src)=\"/([^\"]+)\"", PAGE)
    assert all((WEB / each).is_file() for each in named)
    of_the_api = (WEB.parent / "server" / "api.html.jinja").read_text(encoding="utf-8")
    also = re.findall(r"href=/(css/[^ >]+)", of_the_api)
    assert {f"css/{each.name}" for each in STYLES} <= {*named, *also}


def test_classes_of_the_styles_are_used() -> None:
    """A class is named in a script or the page, or begins as a template's does: `suit-${suit}`."""
    scripts = "".join(bare(file.read_text(encoding="utf-8")) for file in SCRIPTS) + PAGE
    words = {*re.findall(r"[\w-]+", scripts)}
    begun = {*re.findall(r"([\w-]*-)\$\{", scripts)}
    counted = {*re.findall(r"[ \"]([a-z]+)\$\{", scripts)}
    for file in STYLES:
        text = re.sub(r"(?s)/\*.*?\*/", "", file.read_text(encoding="utf-8"))
        chosen = " ".join(re.findall(r"([^{}]+)\{", text))
        named = {*re.findall(r"\.([a-zA-Z][\w-]*)", chosen)} - words
        unused = {each for each in named if not each.startswith(tuple(begun))}
        assert not {each for each in unused if each.rstrip("0123456789") not in counted}, file.name


def test_symbols_that_scripts_use_are_on_the_page() -> None:
    there = {*re.findall(r"id=\"([\w-]+)\"", PAGE)}
    for file in SCRIPTS:
        text = file.read_text(encoding="utf-8")
        used = re.findall(r"icon\(\"(\w+)\"\)", text)
        assert {f"i-{each}" for each in used} <= there, name(file)


# -- contrast ------------------------------------------------------------------------------------

TOKENS = (WEB / "css" / "tokens.css").read_text(encoding="utf-8")


def test_tokens_are_used() -> None:
    styles = "".join(file.read_text(encoding="utf-8") for file in STYLES)
    assert not [key for key in re.findall(r"(--[\w-]+):", TOKENS) if f"var({key})" not in styles]


def token(key: str, dark: bool) -> str:
    found = re.search(rf"--{key}:\s*light-dark\((#\w+),\s*(#\w+)\)", TOKENS)
    assert found, key
    return found[1 + dark]


def luminance(color: str) -> float:
    parts = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "surface", "raised"])
@pytest.mark.parametrize("ink", ["ink", "ink-2", "ink-3", "accent", "gold", "loss", "warn"])
def test_text_is_readable(ink: str, ground: str, dark: bool) -> None:
    """WCAG 2.2, 1.4.3: 4.5 to 1 for text."""
    shade = token(ground, dark)
    shade = shade if len(shade) == 7 else "#" + "".join(c * 2 for c in shade[1:])
    assert contrast(token(ink, dark), shade) >= 4.5


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("edge", ["edge", "focus"])
def test_controls_can_be_seen(edge: str, dark: bool) -> None:
    """WCAG 2.2, 1.4.11: 3 to 1 for edges of controls and the focus ring."""
    assert contrast(token(edge, dark), token("paper", dark)) >= 3


def test_the_modules_are_joined_whole() -> None:
    """Each module once, with everything it exports; what it may not contain is refused by name."""
    first, more = join_modules(WEB / "js")
    for file in SCRIPTS:
        here = file.relative_to(WEB / "js").as_posix()
        if here == "main.js":
            continue
        start = f'$of.set("{here}", () => {{'
        assert (first + more).count(start) == 1
        part = (first + more).partition(start)[2].partition("\n});\n$of.set(")[0]
        given = part.rpartition("return {")[2]
        made = re.findall(r"export (?:async )?(?:const|function|class) (\w+)", file.read_text())
        assert [each for each in made if f"{each}: {each}" not in given] == []
    assert 'pages/table.js"' in first
    assert '$of.set("pages/par.js"' in more


def test_a_module_that_cannot_be_joined_is_named(tmp_path: Path) -> None:
    (tmp_path / "main.js").write_text("// main\nexport default 1;\n")
    with pytest.raises(PitbossError, match=r"web/js/main\.js, about line 2: imports come first"):
        join_modules(tmp_path)


def test_a_token_keeps_its_kind() -> None:
    """A style sheet may give a color of tokens.css another value, but not make it a length."""
    tokens = dict(re.findall(r"(--[\w-]+): ([^;]+);", (WEB / "css" / "tokens.css").read_text()))
    color = re.compile(r"#|rgb|light-dark|var\(")
    for file in STYLES:
        for name, value in re.findall(r"(--[\w-]+): ([^;]+);", file.read_text(encoding="utf-8")):
            if color.match(tokens.get(name, "")):
                assert color.match(value), f"{file.name}: {name}: {value}"
