"""`./dev manage draw_pictures [URL]`: the icons, a picture a page and, with a running site, the previews.

For whoever changed the mark, a page's title or the table; the pictures are committed. Needs the
development packages.
"""

import json
import os
import shutil
import struct
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext, override

from content import page_pictures
from content.install import PREVIEW_SIZE

STATIC = settings.BASE_DIR / "static"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ZOOM = 1.25  # cards as large as on a small tablet: previews are looked at small
PREVIEW_MOST = 150 * 1024  # bytes; some messengers show nothing larger

# name, side in pixels, corner radius and size of the mark as parts of the side
ICONS = (
    ("icon-192.png", 192, 0.2, 0.74),
    ("icon-512.png", 512, 0.2, 0.74),
    ("maskable-512.png", 512, 0.0, 0.66),  # a circle of 80 % is sure to be seen
    ("apple-touch-icon.png", 180, 0.0, 0.72),  # iOS rounds the corners itself
)
FELT = '<rect width="32" height="32" rx="{}" fill="#14532d"/>'  # flat: a lamp would weigh 90 KB
PAGE = "<!doctype html><style>body{{margin:0}}svg{{display:block;width:100vw;height:100vh}}</style>{}"
LOOK = {"quality": "high", "theme": "light"}
TITLE = """words => {
  const bar = document.createElement('div'), name = document.createElement('b');
  const { top, height } = document.getElementById('rail').getBoundingClientRect();
  bar.id = 'caption';
  bar.style.top = `${top}px`;
  bar.style.height = `${height}px`;
  name.textContent = words[0];
  bar.append(name, words[1]);
  document.body.append(bar);
  for (const card of document.querySelectorAll('#hand .off')) card.classList.remove('off'); // no shade here
}"""
CAPTION = """
  #caption { position:fixed; z-index:99; left:0; right:0; display:flex; gap:20px; align-items:center;
    justify-content:center; color:#fffdf7; font-size:22px }
  #caption b { font:700 40px/1 "Noto Serif", Georgia, serif; color:#ffd54a }
  #top, #rail, #side, #say, #error, #me { visibility:hidden }
"""


class Command(BaseCommand):
    """See the module."""

    help = "Draws static/icons and static/pictures/pages; with a running site also the previews."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("url", nargs="?", help="a running site whose table is taken for the previews")

    def handle(self, *args: Any, **options: Any) -> None:
        """Starts the browser once for all pictures."""
        try:
            from playwright.sync_api import sync_playwright
        except ImportError:
            raise CommandError("Playwright is missing: it comes with ./dev test.") from None
        names = (os.environ.get("CHROMIUM", ""), *BROWSERS)
        browser_path = next((path for name in names if name and (path := shutil.which(name))), None)
        if not browser_path:
            raise CommandError("No Chromium was found. Name one: CHROMIUM=/path/to/it")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
            draw_icons(browser, STATIC / "icons")
            for name in page_pictures.draw(browser):
                self.stdout.write(name)
            if options["url"]:
                for code, _name in settings.LANGUAGES:
                    draw_preview(browser, options["url"].rstrip("/"), code)
            browser.close()


def draw_icons(browser: Any, folder: Path) -> None:
    """The mark on felt in all sizes, and alone as favicon.ico."""
    folder.mkdir(exist_ok=True)
    mark = (STATIC / "icon.svg").read_text("utf-8")
    for name, side, radius, share in ICONS:
        (folder / name).write_bytes(drawn(browser, on_felt(mark, radius, share), side))
    (folder / "favicon.ico").write_bytes(as_ico(drawn(browser, mark, 32), 32))


def on_felt(mark: str, radius: float, share: float) -> str:
    """The mark in the middle of a square of felt."""
    inner = mark[mark.index(">") + 1 : mark.rindex("</svg>")]
    shift = 16 * (1 - share)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{FELT.format(32 * radius)}'
        f'<g transform="translate({shift} {shift}) scale({share})">{inner}</g></svg>'
    )


def drawn(browser: Any, svg: str, side: int) -> bytes:
    """A square PNG of the drawing, transparent where it is."""
    page = browser.new_page(viewport={"width": side, "height": side})
    page.set_content(PAGE.format(svg))
    picture: bytes = page.screenshot(omit_background=True)
    page.close()
    return picture


def as_ico(png: bytes, side: int) -> bytes:
    """The PNG in an .ico of one picture."""
    return struct.pack("<3H4B2H2I", 0, 1, 1, side, side, 0, 0, 1, 32, len(png), 22) + png


def draw_preview(browser: Any, url: str, code: str) -> None:
    """A table of four after some moves, with the name of the game on its rail."""
    width, height = (round(side / ZOOM) for side in PREVIEW_SIZE)
    context = browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=ZOOM, locale=code,
        bypass_csp=True, reduced_motion="reduce",
    )  # fmt: skip
    page = context.new_page()
    page.add_init_script(f"localStorage.setItem('maumau-device', '{json.dumps(LOOK)}')")
    page.goto(f"{url}/{code}/solo/")
    page.locator(".rail .btn-gold").click()
    page.wait_for_selector("html.gl #stage")
    with override(code):
        words = ["Mau-Mau" if code == "de" else "Mau-Mau & Crazy Eights", gettext("Take a seat.")]
    page.add_style_tag(content=CAPTION)
    page.evaluate(TITLE, words)
    page.wait_for_timeout(3_000)  # for the last card to lie
    target = STATIC / "pictures" / f"preview-{code}.jpg"
    target.parent.mkdir(exist_ok=True)
    for quality in (88, 80, 70, 60):
        page.screenshot(path=target, type="jpeg", quality=quality)
        if target.stat().st_size <= PREVIEW_MOST:
            break
    context.close()
