"""What docs/api.md and docs/how-to/engineer.md show of the API is what the server answers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pitboss.server.messages.people_messages import SessionView
from tests.server.house import Caller, Serving

DOCS = Path(__file__).resolve().parents[2] / "docs"
ENGINEER = (DOCS / "how-to" / "engineer.md").read_text("utf-8")
API = (DOCS / "api.md").read_text("utf-8")
TABLE = "pennsylvania-blackjack"
JSON = re.compile(r"^```json\n(.*?)^```", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"^\$ (.+?)\n((?:[{…].*\n)?)", re.MULTILINE)
"""A command of a page, and the answer under it if the page has one."""


def keys(text: str) -> list[str]:
    """The keys of JSON, in the order in which they are written."""
    return re.findall(r'"(\w+)":', text)


def check_shown(shown: str, answer: str) -> None:
    """What is shown between two … stands in the answer, key by key."""
    found = " ".join(keys(answer))
    for part in shown.split("…"):
        assert " ".join(keys(part)) in found, (part, answer[:600])


def objects(text: str) -> list[Any]:
    """A block of JSON: one object, or one on each line."""
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("block", JSON.findall(API))
def test_every_example_is_json(block: str) -> None:
    assert all(isinstance(each, dict) for each in objects(block.replace("[…]", "[]")))


def test_a_session_is_answered_as_shown(house: Serving) -> None:
    answer = house.guest().ask("GET", "/session").text
    (shown,) = [each for each in JSON.findall(API) if '"csrf"' in each]
    assert keys(shown) == keys(answer)
    SessionView.model_validate_json(shown)


def asked(house: Serving, guest: Caller, command: str) -> str:
    """The answer to a command of the page."""
    if "/session/guest" in command:
        return str(guest.ask("GET", "/session").text)
    if command.startswith("say maya"):
        _, key, body = command.split(" ", 2)
        order = json.loads(body.strip("'"))
        path = f"/tables/{TABLE}/commands"
        return str(guest.ask("POST", path, order, **{"idempotency-key": key}).text)
    path = re.sub(r"/tables/pa-blackjack", f"/tables/{TABLE}", command.partition("$B")[2])
    return str(guest.ask("GET", path).text)


def test_the_first_round_with_curl_is_answered_as_shown(known_shoes: None, house: Serving) -> None:
    part = ENGINEER.split("## The API")[1].split("## Serve it")[0]
    guest, tried = house.guest("Maya"), 0
    for command, shown in SHOWN.findall(part.replace("\\\n", "")):
        if command.startswith(("curl -s -c", "curl -s -b", "say maya")):
            answer = asked(house, guest, command)
            check_shown(shown, answer)
            tried += bool(shown)
    assert tried == 5


@pytest.mark.parametrize("path", ["/rules/nosuch", "/par/nosuch", "/strategy/nosuch"])
def test_an_unknown_entry_says_where_all_are_listed(house: Serving, path: str) -> None:
    answer = house.nobody.ask("GET", path)
    assert answer.status_code == 404
    assert answer.json()["error"].endswith("is called 'nosuch'. GET /rules lists them all.")
