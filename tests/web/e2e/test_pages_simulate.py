"""A simulation in the browser: it runs, converges on the proof, is kept and opened again."""

from __future__ import annotations

from collections.abc import Callable

from tests.web.e2e.house import House
from tests.web.e2e.pages import faults
from tests.web.e2e.visitor import PHONE, Visitor


def test_a_simulation_is_run_drawn_and_kept(house: House, visit: Callable[..., Visitor]) -> None:
    ann = visit(house).as_guest("Simone")
    page = ann.go("floor")
    page.get_by_role("link", name="Simulation").click()
    page.get_by_role("heading", name="Simulation", level=1).wait_for()
    games = page.get_by_label("Game")
    assert games.input_value() == ann.get("simulations")["games"][0]["id"]
    games.select_option("pennsylvania/blackjack")
    page.get_by_text("Side wagers").click()
    page.get_by_label("Perfect Pairs").check()
    page.get_by_role("button", name="Basic strategy of the proofs").click()
    page.get_by_role("button", name="Simulate", exact=True).click()
    page.get_by_role("heading", name="Blackjack", level=1).wait_for(timeout=120_000)
    # the first use on a machine compiles
    page.get_by_text("All lines agree with their proofs").wait_for(timeout=180_000)
    rows = [row.split("\t") for row in page.locator(".out table.grid tbody tr").all_inner_texts()]
    assert [row[0] for row in rows] == ["Main wager", "Perfect Pairs"]
    assert rows[1][4] == "−6.1093%"
    plot = page.get_by_role("img", name="Perfect Pairs: ")
    assert "proof −6.11%" in (plot.get_attribute("aria-label") or "")
    assert page.locator(".converging .proof").count() == 2
    assert [*faults(page)] == []
    (kept,) = page.locator(".keptruns a").all()
    assert kept.inner_text() == "Blackjack, 1 box"
    assert page.locator(".keptruns span").inner_text().endswith(" rounds, seed 1, done")
    means = [row[2] for row in rows]
    page = ann.go("simulate")
    page.set_viewport_size(PHONE)
    page.locator(".keptruns a").click()
    page.get_by_role("heading", name="Blackjack", level=1).wait_for()
    again = [row.split("\t")[2] for row in page.locator(".out tbody tr").all_inner_texts()[:2]]
    assert again == means
    assert page.get_by_label("Perfect Pairs", exact=True).is_checked()
    assert [*faults(page)] == []
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("heading", name="Simulation", level=1).wait_for()
    assert page.locator(".keptruns").count() == 0


def test_a_refusal_is_shown_at_the_button(house: House, visit: Callable[..., Visitor]) -> None:
    ben = visit(house).as_guest("Benno")
    page = ben.go("simulate")
    page.get_by_label("Game").select_option("colorado/3-card-shine")
    page.get_by_text("Side wagers").click()
    page.get_by_label("Super 6").check()
    page.get_by_role("button", name="Simulate", exact=True).click()
    page.get_by_role("alert").get_by_text("Super 6 has no table").wait_for(timeout=60_000)
    (refused,) = ben.wrong  # the browser's own line about it
    assert "409" in refused
    ben.wrong.clear()
