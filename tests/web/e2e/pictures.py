"""Write docs/screenshots: every page of a house in the middle of an evening.

    tools/screenshots [picture ...]

Each page is taken on a desk, light and dark, and on a phone. It needs chromium.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.needs import CHROMIUM
from tests.web.e2e.house import House
from tests.web.e2e.pages import PICTURES, ROOMS, SETTLED
from tests.web.e2e.scene import evening
from tests.web.e2e.visitor import BROWSER, DESK, PHONE, Visitor

OUT = Path("docs/screenshots")
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"size": DESK, "scheme": "light"},
    "dark": {"size": DESK, "scheme": "dark"},
    "phone": {"size": PHONE, "scheme": "light"},
}
MOST_BYTES = 250_000


def small(picture: bytes) -> bytes:
    """The same picture; in 256 colors where all of them take too many bytes."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    fewer = image.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
    for each in (image, fewer):
        made = io.BytesIO()
        each.save(made, "PNG", optimize=True)
        if made.tell() < MOST_BYTES:
            return made.getvalue()
    raise ValueError(f"{made.tell()} bytes are too many.")


def take(browser: Browser, house: House, cookies: dict[str, Any], look: str) -> None:
    """Take every page in one look."""
    for name, (where, who, script) in PICTURES.items():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        room = where.startswith(ROOMS)
        if look == "dark" and room:
            continue
        file = f"{name}.png" if room and look == "light" else f"{name}-{look}.png"
        with Visitor(browser, house, **LOOKS[look]) as looks:
            looks.context.add_cookies([cookies[who]] if who else [])
            page = looks.go(where)
            page.evaluate(SETTLED, f"pit-{where.split('/')[0]}-page")
            if script:
                page.evaluate(script)
                page.wait_for_timeout(500)
            picture = small(page.screenshot())
            (OUT / file).write_bytes(picture)
            print(f"{file} {len(picture):,}", flush=True)


def main() -> int:
    OUT.mkdir(exist_ok=True)
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=BROWSER)
        for look in LOOKS:
            with tempfile.TemporaryDirectory() as folder, evening(Path(folder)) as (house, cookies):
                take(browser, house, cookies, look)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
