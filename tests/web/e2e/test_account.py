"""A page for one's own account: a second factor, a password that must be changed, sessions."""

from __future__ import annotations

import time
from collections.abc import Callable

from pitboss.store import totp
from tests.server.house import PASSWORD
from tests.web.e2e.house import PEOPLE, House, filed
from tests.web.e2e.visitor import Visitor

Visit = Callable[..., Visitor]


def test_staff_set_up_a_second_factor_and_log_in_with_it(
    open_house: Callable[..., House], visit: Visit
) -> None:
    house = open_house(filed("pa-blackjack"))
    otto = visit(house).as_staff(PEOPLE["auditor"])
    page = otto.turn("account")
    page.get_by_label("Your password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Set it up").click()
    secret = page.locator("code.num").inner_text().replace(" ", "")
    period = int(time.time()) // totp.PERIOD
    page.locator('[data-key="code"]').fill(totp.code_at(secret, period))
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("You enter a code each time you log in.").wait_for()
    page.get_by_text("this session").wait_for()
    again = visit(house)
    page = again.turn("login")
    page.locator("input[name=name]").fill(PEOPLE["auditor"])
    page.locator("input[name=password]").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.locator("input[name=code]").fill(totp.code_at(secret, period + 1))
    page.get_by_role("button", name="Log in", exact=True).click()
    page.locator(".deskmain").wait_for()
    assert [each for each in again.wrong if "401" not in each] == []
    again.wrong.clear()  # the answer that asked for the code
