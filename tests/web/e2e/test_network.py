"""What opening a table costs on a slow line: few requests, compressed, and once only."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.web.e2e.house import House
from tests.web.e2e.visitor import Visitor

PAGE = Path(__file__).parents[3] / "docs" / "pages.md"
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 2e5, "uploadThroughput": 2e5}
MOST = 2.0
"""Seconds to the felt on the slow line, besides what this machine needs without it."""


def opening(visitor: Visitor, **line: Any) -> tuple[int, float, float]:
    """Requests, kilobytes and seconds until the felt is there."""
    page = visitor.page
    page.goto("about:blank")
    wire = visitor.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", line)
    asked: list[str] = []
    bytes_: list[float] = []
    wire.on("Network.responseReceived", lambda said: asked.append(said["response"]["url"]))
    wire.on("Network.loadingFinished", lambda said: bytes_.append(said["encodedDataLength"]))
    began = time.perf_counter()
    page.goto(f"{visitor.house.address}/#/table/pa-blackjack")
    page.wait_for_selector("pit-felt svg.felt")
    seconds = time.perf_counter() - began
    wire.detach()
    return len(asked), sum(bytes_) / 1000, seconds


def test_the_felt_opens_in_two_seconds_on_a_slow_line(
    house: House, visit: Callable[..., Visitor]
) -> None:
    text = PAGE.read_text()
    first, again = (
        [int(n) for n in re.findall(r"\d+", line)]
        for line in re.findall(r"^\| (?:the first time|again) .*$", text, re.M)
    )
    ann = visit(house, own=True).as_guest("Ann on a train")
    ann.context.new_cdp_session(ann.page).send("Network.clearBrowserCache")
    requests, kilobytes, seconds = opening(ann, **SLOW)
    assert requests <= first[0]
    assert kilobytes <= first[1]
    requests, kilobytes, here = opening(ann, **{**SLOW, "latency": 0, "downloadThroughput": -1})
    assert requests <= again[0]
    assert kilobytes <= again[1]
    assert seconds - here <= MOST
    fresh = [each for each in ann.answers if "/pitboss-" in each.url]
    assert {each.headers["cache-control"] for each in fresh} == {
        "public, max-age=31536000, immutable"
    }
    assert {each.headers["content-encoding"] for each in fresh} == {"gzip"}
