"""Somebody in front of a browser: what they see, press and type, and what went wrong on the way."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from functools import partial
from typing import Any, Final, Literal

import httpx
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Error,
    Page,
    Response,
    ViewportSize,
    WebSocket,
)

from tests.server.house import PASSWORD
from tests.web.e2e.house import House

DESK: Final[ViewportSize] = {"width": 1440, "height": 900}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
NOT_WANTED: Final = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "AimEnabled"),
    *("HttpsUpgrades", "LensOverlay", "MediaRouter", "OptimizationHints", "PaintHolding"),
    *("SpareRendererForSitePerProcess", "ThirdPartyStoragePartitioning", "Translate"),
)
"""Features of Chromium: its own pages for the address bar, which take four fifths of the time that
a new page takes, a process kept ready for the next page, and those that Playwright turns off."""
BROWSER: Final = (
    "--no-sandbox",
    "--disable-site-isolation-trials",  # with the limit, a page keeps its process when it is left
    "--renderer-process-limit=1",
    "--js-flags=--no-opt --no-maglev",  # no page is open for so long that it pays to optimise
    f"--disable-features={','.join(NOT_WANTED)}",
)
"""How Chromium is started."""
SEAT = "document.querySelector('pit-table-page')"
READS = """(shapes) => {
  const parse = JSON.parse;
  const keys = (value) => value && typeof value === 'object' && !Array.isArray(value)
    ? Object.keys(value) : [];
  const handler = (found) => {
    const fits = ({ required, fields }) =>
      required.every((each) => found.includes(each)) &&
      found.every((each) => fields.includes(each));
    const alike = found.length ? shapes.filter(fits) : [];
    if (!alike.length) return null;
    const known = new Set(['then', 'toJSON', ...alike.flatMap((each) => each.fields)]);
    const get = (target, key) => {
      if (typeof key === 'string' && !(key in target) && !known.has(key))
        console.error(`${alike.map((each) => each.name).join(' or ')} has no ${key}.`);
      return target[key];
    };
    return { get };
  };
  const handlers = new Map();
  const watched = (value) => {
    const found = keys(value);
    const these = found.join();
    if (!handlers.has(these)) handlers.set(these, handler(found));
    return handlers.get(these) ? new Proxy(value, handlers.get(these)) : value;
  };
  JSON.parse = (text, ...more) =>
    more.length ? parse(text, ...more) : parse(text, (_, value) => watched(value));
}"""
"""Says to the console what a page reads of a message that the schema does not have."""
HASTE = """(times) => {
  for (const name of ['setTimeout', 'setInterval']) {
    const wait = window[name];
    window[name] = (what, time = 0, ...more) => wait(what, time / times, ...more);
  }
}"""
"""Makes what a page waits for come so many times sooner."""
KNOWN: Final[list[dict[str, Any]]] = []
"""The shapes of all messages, once a server has been asked for them."""
POLLING: Final = 50
"""Milliseconds between two looks at a page that is waited for, which else has it draw all the time.
"""
LEFT: Final[list[Page]] = []
"""Pages of visitors who have gone: a new context takes longer than to open the house in one."""
LOST = ("ERR_CONNECTION_REFUSED", "WebSocket connection to", "ERR_CONNECTION_RESET")


def shapes(address: str) -> str:
    """What the fields of each message are, as the schema has them; every house has the same."""
    if not KNOWN:
        answer = httpx.get(f"{address}/api/v1/openapi.json", timeout=60)
        KNOWN.extend(
            {"name": name, "required": each["required"], "fields": [*each["properties"]]}
            for name, each in answer.json()["components"]["schemas"].items()
            if each.get("required")
        )
    return json.dumps(KNOWN)


def new_page(browser: Browser, house: House, **how: Any) -> Page:
    """A page in a context of its own, which says what it reads of no message."""
    context = browser.new_context(**how)
    context.set_default_timeout(15_000)
    page = context.new_page()
    looks = partial(page.wait_for_function, polling=POLLING)
    page.wait_for_function = looks  # type: ignore[method-assign]
    page.add_init_script(f"({READS})({shapes(house.address)})")
    return page


class Visitor:
    """One person's browser, with everything that came over the wire to it."""

    def __init__(
        self,
        browser: Browser,
        house: House,
        size: ViewportSize = DESK,
        *,
        script: str = "",
        motion: Literal["reduce", "no-preference"] = "reduce",
        scheme: Literal["light", "dark"] = "light",
        own: bool = False,
        **more: Any,
    ) -> None:
        """With a script that runs first, or more that only a new context can have, the context is
        their `own` and ends with them; otherwise it is one that others have left.
        """
        self.house, self.is_own = house, bool(own or script or more)
        left = [] if self.is_own else [page for page in LEFT if page.context.browser is browser]
        if left:
            LEFT.remove(left[-1])
        self.page: Page = left[-1] if left else new_page(browser, house, viewport=size, **more)
        self.context = self.page.context
        if self.page.viewport_size != size:
            self.page.set_viewport_size(size)
        self.page.emulate_media(reduced_motion=motion, color_scheme=scheme)
        if script:
            self.page.add_init_script(script)
        self.wrong: list[str] = []
        self.frames: list[str] = []
        self.sent: list[str] = []
        self.answers: list[Response] = []
        self.page.on("pageerror", self._fail)
        self.page.on("console", self._hear)
        self.page.on("websocket", self._listen)
        self.page.on("response", self._answer)

    def _fail(self, error: Error) -> None:
        self.wrong.append(str(error))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.wrong.append(message.text)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.frames.append(str(text)))
        socket.on("framesent", lambda text: self.sent.append(str(text)))

    def _answer(self, answer: Response) -> None:
        self.answers.append(answer)

    def __enter__(self) -> Visitor:
        return self

    def __exit__(self, failed: object, *rest: object) -> None:
        wrong = list(self.wrong)
        if failed or self.is_own:
            self.context.close()
        else:
            self._leave()
        if failed is None:
            assert wrong == [], wrong

    def _leave(self) -> None:
        """Leave the page as a new one would be, for whoever comes next."""
        self.page.remove_listener("pageerror", self._fail)
        self.page.remove_listener("console", self._hear)
        self.page.remove_listener("websocket", self._listen)
        self.page.remove_listener("response", self._answer)
        self.page.unroute_all(behavior="ignoreErrors")
        if self.page.url.startswith("http"):
            self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.context.clear_cookies()
        self.page.mouse.move(0, 0)
        self.page.goto("about:blank")
        LEFT.append(self.page)

    # -- coming in ---------------------------------------------------------------------------------

    def go(self, where: str) -> Page:
        """Open a page by its address, and wait until it stands."""
        if self.page.url != "about:blank":
            self.page.goto("about:blank")
        self.page.goto(f"{self.house.address}/#/{where}")
        self.page.wait_for_selector("#main")
        return self.page

    def turn(self, where: str) -> Page:
        """Go on to a page from another, as a link does; the first is opened."""
        if self.page.url == "about:blank":
            return self.go(where)
        self.page.evaluate("(hash) => { location.hash = hash; }", f"#/{where}")
        return self.page

    def hasten(self, times: int) -> None:
        """From now on the page waits that much less, for its next look or its next card."""
        self.page.evaluate(HASTE, times)

    def as_guest(self, name: str) -> Visitor:
        """Somebody who has logged in before the first page is opened."""
        return self._enter("session/guest", {"name": name})

    def as_staff(self, name: str) -> Visitor:
        return self._enter("session", {"name": name, "password": PASSWORD})

    def _enter(self, where: str, said: dict[str, str]) -> Visitor:
        origin = {"Origin": self.house.address}
        post = partial(self.context.request.post, self.api(where), data=said, headers=origin)
        answer = post(max_retries=2)  # again where the server has just ended an old connection
        if answer.status == 429:  # the tests of a house come in faster than its guests
            time.sleep(int(answer.headers["retry-after"]))
            answer = post(max_retries=2)
        assert answer.ok, answer.text()
        return self

    def api(self, where: str) -> str:
        """The address of a route."""
        return f"{self.house.address}/api/v1/{where}"

    def get(self, where: str) -> Any:
        """What a route tells this person."""
        return self.context.request.get(self.api(where)).json()

    # -- at a table --------------------------------------------------------------------------------

    def sit(self, table: str, box: int, main: str = "blackjack") -> Visitor:
        self.turn(f"table/{table}")
        # the felt of the table that was left has spots of the same names
        self.page.wait_for_function(
            f"(table) => {SEAT}?.tableId === table && {SEAT}.view", arg=table
        )
        self.spot(box, main).click()
        self.page.wait_for_selector(".box.you")
        return self

    def spot(self, box: int, wager: str) -> Any:
        return self.page.locator(f'[data-key="spot-{box}-{wager}"]')

    def act(self, word: str) -> None:
        """Press one of the buttons below the felt; betting opens without one, by the first bet."""
        if word == "open":
            self.page.evaluate(f"{SEAT}.live.send({{ do: 'open_round' }})")
        else:
            self.page.locator(f'[data-key="act-{word}"]').click()

    def phase(self, name: str) -> None:
        """Wait until the table is there."""
        self.page.wait_for_selector(f"pit-table-page[data-phase={name}]")

    def bet(self, box: int, stakes: Mapping[str, int]) -> None:
        """Lay chips of these cents, one on each spot; they are placed at once where somebody else
        deals or is waited for, and otherwise with the deal.
        """
        for wager, cents in stakes.items():
            self.page.locator(f'[data-key="chip-{cents}"]').click()
            self.spot(box, wager).first.click()
        ready = self.page.locator('[data-key="act-place"], [data-key="act-deal"]')
        ready.wait_for()
        if ready.get_attribute("data-key") == "act-place":
            ready.click()
            self.page.wait_for_selector('[data-key="act-place"]', state="detached")

    @property
    def view(self) -> Any:
        """The table as this page has been told it."""
        return self.page.evaluate(f"{SEAT}.view")

    @property
    def asked(self) -> Any:
        """The question that waits for this person, if any."""
        return self.page.evaluate(f"{SEAT}.ask")

    def asked_or_over(self) -> Any:
        """Wait for a question or for the end of the round."""
        self.page.wait_for_function(
            f"() => {{ const seat = {SEAT};"
            " return !seat.live.pressed.size && !seat.placing && !seat.timeline.moving"
            " && (seat.ask || ['idle', 'floor'].includes(seat.view.phase)); }"
        )
        return self.asked

    def answered(self, number: int) -> None:
        """Wait until a question is no longer this person's."""
        self.page.wait_for_function(f"(n) => {SEAT}.ask?.number !== n", arg=number)

    def stand(self) -> None:
        """Stand and add nothing, to the end of the round."""
        while ask := self.asked_or_over():
            words = [each["word"] for each in ask.get("may", [])]
            self.act("0" if not words else "stand" if "stand" in words else words[0])
            self.answered(ask["number"])

    # -- what can be seen --------------------------------------------------------------------------

    @property
    def faces(self) -> dict[str, str]:
        """Every card on the felt by its place, as the page draws it."""
        found: dict[str, str] = self.page.evaluate(
            "Object.fromEntries([...document.querySelectorAll('pit-felt [data-card]')]"
            ".map((each) => [each.dataset.card, each.dataset.face]))"
        )
        return found

    @property
    def money(self) -> dict[str, str]:
        """The purse: what its lines say."""
        lines = self.page.locator("dl.money > div").all()
        return {each.locator("dt").inner_text(): each.locator("dd").inner_text() for each in lines}

    @property
    def story(self) -> list[str]:
        """This round in words, a line for each settlement."""
        said = self.page.locator("pit-story li[class^=is-]").all_inner_texts()
        return [" ".join(each.split()) for each in said]

    def lost_only(self) -> None:
        """Forget the errors that a browser reports for a server that is down; any other error still
        counts.
        """
        self.wrong = [each for each in self.wrong if not any(word in each for word in LOST)]
