"""Every page in a browser, in front of the house of `fake.py`."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium")
if CHROMIUM is None:
    pytest.skip("chromium is not here", allow_module_level=True)

from tests.web import fake  # noqa: E402

SIZES = {"desk": (1440, 900), "phone": (390, 844)}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as p:
        made = p.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = fake.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()


class Visit:
    """One person's page, and everything that went wrong on it."""

    def __init__(self, browser: Any, address: str, who: str, size: str = "desk") -> None:
        width, height = SIZES[size]
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        self.page, self.address, self.wrong = self.context.new_page(), address, list[str]()
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", self._heard)
        self.page.goto(f"{address}#/login")
        self.page.wait_for_selector("[name=guest]")
        if who in fake.ROLES:
            self.page.fill("[name=name]", who)
            self.page.fill("[name=password]", "a passphrase")
            self.page.get_by_role("button", name="Log in").click()
        else:
            self.page.fill("[name=guest]", who)
            self.page.get_by_role("button", name="Sit down with play chips").click()
        self.page.wait_for_selector("pit-login-page", state="detached")

    def _heard(self, message: Any) -> None:
        if message.type == "error" and "401" not in message.text:
            self.wrong.append(message.text)

    def go(self, where: str) -> Any:
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}#/{where}")
        self.page.wait_for_selector("#main")
        self.page.wait_for_timeout(400)
        return self.page


PAGES = {
    "floor": "ann",
    "login": "ann",
    "meters": "ann",
    "par/colorado/21-plus-3": "ann",
    "rules/colorado/21-plus-3": "ann",
    "table/5": "ann",
    "dealer/5": "dana",
    "desk": "rosa",
    "desk/tables": "rosa",
    "desk/replay/4": "rosa",
}
UNNAMED = """() => [...document.querySelectorAll("button, a[href], input, select, [role=button]")]
  .filter((e) => e.checkVisibility?.() ?? true)
  .filter((e) => !(e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.length
    || e.getAttribute("placeholder") || e.title)).map((e) => e.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("where", "who"), PAGES.items(), ids=list(PAGES))
def test_page_opens_without_a_complaint(
    browser: Any, address: str, where: str, who: str, size: str
) -> None:
    """No error, nothing that the policy refuses, no control without a name, no sideways scroll."""
    visit = Visit(browser, address, who, size)
    page = visit.go(where)
    assert page.evaluate(UNNAMED) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
    assert visit.wrong == []
    visit.context.close()


def test_a_round_by_keyboard(browser: Any, address: str) -> None:
    """Sit, choose a chip, lay it, place it, deal, stand: without a mouse."""
    visit = Visit(browser, address, "bea")
    page = visit.go("table/16")
    page.focus('[data-key="spot-3-blackjack"]')
    page.keyboard.press("Enter")
    page.wait_for_selector(".box.you")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    page.wait_for_selector("pit-table-page[data-phase=betting]")
    page.keyboard.press("3")
    page.focus('[data-key="spot-3-blackjack"]')
    page.keyboard.press("Enter")
    assert page.inner_text('[data-key="act-place"]').startswith("↵\nBet $25")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-key="act-deal"]')
    page.keyboard.press("Enter")
    page.wait_for_selector(".box.you .hand")
    for _ in range(6):
        if page.query_selector('[data-key="act-stand"]'):
            page.keyboard.press("s")
        elif page.query_selector('[data-key="act-none"]'):
            page.keyboard.press("n")
        page.wait_for_timeout(250)
    page.wait_for_selector('[data-key="act-open"]')
    assert "Blackjack" in page.inner_text("pit-story")
    assert visit.wrong == []
    visit.context.close()


def test_no_hidden_card_is_in_the_page(browser: Any, address: str) -> None:
    """DESIGN.md, Never: a hole card in the page before it is turned."""
    visit = Visit(browser, address, "cyd")
    page = visit.go("table/5")
    seat = fake.Wire.house.tables["5"]
    with fake.Wire.house.lock:
        seat.do("cyd", {"do": "sit", "box": 3})
        seat.do("cyd", {"do": "open_round"})
        seat.do("cyd", {"do": "bet", "box": 3, "wager": "blackjack", "cents": 1000})
        seat.do("cyd", {"do": "deal"})
    page.wait_for_selector('[data-card="dealer.0.1"]')
    if seat.table.asked:
        assert page.get_attribute('[data-card="dealer.0.1"]', "data-face") == "??"
        known = page.evaluate(
            "JSON.stringify(document.querySelector('pit-table-page').view.dealer)"
        )
        assert str(seat.table.round.dealer[1]) not in known  # type: ignore[union-attr]
    visit.context.close()


def test_pressing_twice_sends_once(browser: Any, address: str) -> None:
    visit = Visit(browser, address, "dot")
    page = visit.go("table/11")
    sent = page.evaluate(
        """async () => {
          const live = document.querySelector('pit-table-page').live, heard = [];
          const send = live.socket.send.bind(live.socket);
          live.socket.send = (text) => { heard.push(text); send(text); };
          const press = () => live.send({ do: 'sit', box: 5 });
          await Promise.all([press(), press(), press()]);
          return heard.length;
        }"""
    )
    assert sent == 1
    visit.context.close()


def test_a_lost_socket_is_said_and_commands_go_by_http(browser: Any, address: str) -> None:
    visit = Visit(browser, address, "eve")
    page = visit.go("table/14")
    page.evaluate(
        """() => { const live = document.querySelector('pit-table-page').live;
          live.open = () => {}; live.socket.close(); }"""
    )
    page.wait_for_selector(".band:not([hidden])")
    assert page.inner_text(".band") == "Reconnecting. Your stakes are safe."
    assert page.evaluate(
        """async () => (await document.querySelector('pit-table-page').live
          .send({ do: 'sit', box: 2 })).view.you.boxes"""
    ) == [2]
    visit.context.close()


def test_pay_table_has_the_exact_chances(browser: Any, address: str) -> None:
    """21+3 with six decks: 3.2386% (docs and proofs)."""
    visit = Visit(browser, address, "flo")
    page = visit.go("table/5")
    page.evaluate("document.querySelector('pit-table-page').info('21-plus-3')")
    page.wait_for_selector("pit-paytable table")
    said = page.inner_text("pit-paytable")
    assert "3.2386%" in said
    assert "155,520" in said
    page.keyboard.press("Escape")
    assert page.is_hidden("pit-paytable")
    visit.context.close()


def test_a_slip_needs_the_amount_and_the_passphrase(browser: Any, address: str) -> None:
    visit = Visit(browser, address, "rosa")
    page = visit.go("desk")
    page.get_by_role("button", name="Validate").click(force=True)
    assert "seen the cards" in page.inner_text(".verify .refused")
    page.check("[name=seen]")
    page.fill("[name=amount]", "6,148.2")
    page.get_by_role("button", name="Validate").click(force=True)
    assert "not the slip's" in page.inner_text(".verify .refused")
    visit.context.close()
