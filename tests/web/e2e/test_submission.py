"""The desk's Submission page: a revision is checked, filed, approved and put in force."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from pitboss.documents.evidence import FILED
from pitboss.server.revisions import APPROVED
from pitboss.store.store import Store
from pitboss.submission.file import read, written
from pitboss.submission.records import FiledTable, Submission
from tests.web.e2e.house import PEOPLE, House, demo, filed, law

TABLE = "pa-blackjack-premium"


@contextmanager
def house_with_submission(folder: Path) -> Iterator[House]:
    """A house of one table, whose first revision is approved and in force."""
    house = House(folder, [filed(TABLE)])
    table = demo()[TABLE]
    first = Submission(
        "Riverbend",
        "pennsylvania",
        1,
        date(2026, 1, 1),
        (FiledTable(table.name, table.house),),
    )
    text = written(law(), first)
    said = {
        "sha256": read(law(), text)[0].digest,
        "revision": 1,
        "by": "Bureau",
        "on": "2025-12-01",
        "document": "PGCB 25-7",
    }
    with Store.open(house.url, write=True) as store:
        store.note("test", FILED, text)
        store.note("test", APPROVED, json.dumps(said))
    house.start()
    try:
        yield house
    finally:
        house.stop()


def test_a_revision_is_checked_filed_approved_and_in_force(
    tmp_path: Path, visit: Callable[..., Any]
) -> None:
    with house_with_submission(tmp_path) as house:
        page = visit(house).as_staff(PEOPLE["floor"]).turn("desk/submission")
        expect(page.get_by_text("Riverbend, revision 1 is in force")).to_be_visible()
        text = page.locator('[data-key="text"]')
        before = text.input_value()
        file = page.locator('[data-key="file-revision"]')
        expect(file).to_be_disabled()

        text.fill(re.sub(r"decks = \d", "decks = 9", before))
        page.locator('[data-key="check"]').click()
        findings = page.locator(".findings")
        line = before.splitlines().index(re.findall(r"decks = \d", before)[0]) + 1
        expect(findings.get_by_text(f"Line {line}")).to_be_visible()
        expect(findings).to_contain_text("§ 633c.4")
        expect(file).to_be_disabled()

        today = datetime.now(UTC).date().isoformat()
        after = before.replace("revision = 1", "revision = 2").replace("2026-01-01", today)
        text.fill(after.replace('limits = "$10 to $500"', 'limits = "$15 to $500"', 1))
        expect(findings).to_have_count(0)  # it was about another text
        page.locator('[data-key="check"]').click()
        expect(findings).to_contain_text("Limits $15 to $500, previously $10 to $500.")
        expect(findings).to_contain_text("notice:")
        file.click()
        expect(page.locator("tr", has_text="Riverbend, revision 2")).to_contain_text("not yet")

        page.locator('[data-key="approve-2"]').click()
        dialog = page.locator("dialog")
        dialog.locator('[data-key="approved-by"]').fill("Bureau of Gaming Operations")
        dialog.locator('[data-key="approved-on"]').fill("2026-01-02")
        dialog.locator('[data-key="approved-in"]').fill("PGCB 26-118")
        dialog.locator('[data-key="send"]').click()
        expect(page.locator("tr", has_text="revision 2")).to_contain_text("PGCB 26-118")
        effect = page.locator('[data-key="effect"]')
        in_force = page.get_by_text("Riverbend, revision 2 is in force")
        expect(effect.or_(in_force)).to_be_visible()
        if effect.count():  # it goes into force by itself too, within seconds
            effect.click()
        expect(in_force).to_be_visible()
        expect(page.locator("tr", has_text="revision 1")).to_contain_text("superseded")


def test_the_form_for_a_table_writes_the_next_revision(
    tmp_path: Path, visit: Callable[..., Any]
) -> None:
    with house_with_submission(tmp_path) as house:
        page = visit(house).as_staff(PEOPLE["floor"]).turn("desk/tables")
        page.get_by_role("button", name="Open another table").click()
        dialog = page.locator("dialog")
        dialog.get_by_label("Name").fill("Pit 9")
        dialog.get_by_label("Game").select_option("pennsylvania/blackjack")
        dialog.get_by_role("button", name="Settings", exact=True).click()
        page.locator(".houseform").wait_for()
        page.get_by_role("button", name="Write the next revision").click()
        text = page.locator('[data-key="text"]')
        expect(text).to_have_value(re.compile('revision = 2.*name = "Pit 9"', re.DOTALL))
        house_text = text.input_value()
        assert read(law(), house_text)[1] == []
