"""How to play a game, hand by hand on the felt; and pitboss as an app of its own."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.e2e.house import House
from tests.web.e2e.pages import faults
from tests.web.e2e.visitor import PHONE, Visitor

BEAT = """() => document.querySelector('[data-key="next"]') && {
  hand: document.querySelector('.beat .label').innerText,
  press: [...document.querySelectorAll('.beat .press')].map((each) => each.innerText),
}"""
"""What a lesson says now, while there is more to come."""


def test_a_game_is_learned_in_three_hands(house: House, visit: Callable[..., Visitor]) -> None:
    looks = visit(house)
    page = looks.go("floor")
    page.get_by_role("link", name="How to play").click()
    page.get_by_role("link", name="Pai Jack", exact=True).click()
    page.get_by_role("heading", name="How to play Pai Jack").wait_for()
    page.get_by_text("Lay a chip on Pai Jack bet.").wait_for()
    assert looks.faces == {}
    assert [*faults(page)] == []
    pressed, hands = [], set()
    while beat := page.evaluate(BEAT):
        hands.add(beat["hand"])
        pressed += beat["press"]
        if len(hands) == 1:
            page.locator('[data-key="next"]').click()
        else:
            page.keyboard.press("ArrowRight")
    assert hands == {"Hand 1 of 3", "Hand 2 of 3", "Hand 3 of 3"}
    assert pressed.count("Press Deal.") == 3
    assert "Press House way." in pressed
    page.keyboard.press("ArrowLeft")
    page.locator('[data-key="next"]').wait_for()
    page.set_viewport_size(PHONE)
    assert [*faults(page)] == []
    page.locator('[data-key="next"]').click()
    page.get_by_role("link", name="Find a table").wait_for()


def test_pitboss_is_installed_as_an_app(house: House, visit: Callable[..., Visitor]) -> None:
    looks = visit(house)
    page = looks.go("floor")
    wire = looks.context.new_cdp_session(page)
    told = wire.send("Page.getAppManifest")
    assert told["errors"] == []
    icons = page.evaluate(
        """async () => {
          const { icons, display } = await (await fetch('/manifest.json')).json();
          const seen = await Promise.all(icons.map(async ({ src, sizes }) => {
            const picture = await createImageBitmap(await (await fetch(src)).blob()).catch(() => 0);
            return [sizes, picture ? `${picture.width}x${picture.height}` : 'any'];
          }));
          return { display, seen };
        }"""
    )
    assert icons["display"] == "standalone"
    assert all(said == found for said, found in icons["seen"])
    assert [said for said, _ in icons["seen"]].count("512x512") == 2
    assert wire.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],
    )
