"""docs/architecture.md and its picture show every room, and name modules that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "pitboss"
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
PICTURE = (ROOT / "docs" / "architecture.svg").read_text("utf-8")
ROOMS = sorted(path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name[0] != "_")


def test_every_room_is_on_the_page_and_in_the_picture() -> None:
    table = {room for line in PAGE.splitlines() for room in re.findall(r"`(\w+)/`", line)}
    assert sorted(table) == ROOMS
    drawn = re.findall(r"(\w+)/(?![\w/])", " ".join(re.findall(r">([^<>]+)<", PICTURE)))
    assert sorted(drawn) == ROOMS


def test_every_module_on_the_page_exists() -> None:
    files = [path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*") if path.is_file()]
    found = re.findall(r"`([\w/.]+\.(?:py|js|toml))`", PAGE)
    named = [name for name in found if not (ROOT / name).is_file()]
    assert len(named) > 20
    assert [name for name in named if not any(f"/{f}".endswith(f"/{name}") for f in files)] == []
    of_table = re.findall(r"^\| `table/(\w*)` \|(.*)", PAGE, re.MULTILINE)
    assert len(of_table) > 5
    words = {room for room, _ in of_table if room}
    words |= {word for _, says in of_table for word in re.findall(r"`(\w+)`", says)}
    assert words <= {path.stem for path in (PACKAGE / "table").rglob("*")}
