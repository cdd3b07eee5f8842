"""`./dev pictures [DIR] [NAME …]`: the site in all its states, as pictures to look at.

Real matches on a real server. Every state is shown at two sizes, every size has several states; languages,
themes and decks take turns. NAMES choose the pictures whose name contains one of them. 3D is asked for by its
setting, so it is drawn where there is only software for it, too: exactly the same, only slower.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "maumau_site.settings")

import django

django.setup()

from playwright.sync_api import Browser, Page, TimeoutError, expect  # noqa: E402

from tests.browser import looking, states  # noqa: E402
from tests.clients import Guest  # noqa: E402
from tests.server import Server, free_port, serving  # noqa: E402

Act = Callable[[Page], object]
Size = tuple[int, int]
PHONES: tuple[Size, ...] = ((360, 800), (390, 844), (844, 390))
WIDE: tuple[Size, ...] = ((1366, 768), (1920, 1080), (768, 1024))
LOOKS = (
    {"theme": "dark"}, {"theme": "light"}, {"theme": "dark", "deck": "german", "back": "red"},
    {"theme": "light", "four": "on", "back": "onyx"},
)  # fmt: skip
PATIENCE_MS = 60_000
CANVAS_MS = 10_000


@dataclass(frozen=True)
class Picture:
    """One picture: which state or page, at which size, in which language and with which settings."""

    what: str
    size: Size
    lang: str
    device: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of its file."""
        device = [name if value == "on" else value for name, value in self.device.items() if value != "high"]
        return "-".join([self.what, f"{self.size[0]}x{self.size[1]}", self.lang, *device])


def nothing(page: Page) -> None:
    """The state is picture enough."""


def wishes(page: Page) -> None:
    """Lays a jack, which asks for a suit."""
    page.locator("#hand .card.on[data-card^=J]").first.click(position={"x": 14, "y": 20})
    expect(page.locator("dialog#wish")).to_be_visible()


def opens(button: str, sheet: str) -> Act:
    """A sheet of the table."""

    def act(page: Page) -> None:
        page.locator(button).first.click()
        expect(page.locator(sheet)).to_be_visible()

    return act


def chats(page: Page) -> None:
    """The drawer with the chat; on wide screens it stands there already."""
    if page.locator("#b-chat").is_visible():
        page.locator("#b-chat").click()
    page.locator("label:has(#tab-chat)").click()
    expect(page.locator("#chat")).to_be_visible()


ACTS: dict[str, tuple[str, Act]] = {name: (name, nothing) for name in states.SETUPS} | {
    "wishing": ("wishing", wishes),
    "chat": ("chat", chats),
    "settings": ("four", opens("#b-set", "#settings")),
    "rules-of-table": ("wish", opens("#b-info", "#info")),
}
"""Picture of a table -> its state, and what is done there."""

PAGES = {
    "home": "", "rules": "{rules}/", "solo": "solo/", "new": "lobby/", "join": "lobby/join",
    "questions": "{questions}/", "lost": "nowhere/",
}  # fmt: skip
WORDS = {"de": {"rules": "regeln", "questions": "fragen"}, "en": {"rules": "rules", "questions": "questions"}}
ROOMS = ("room", "room-guest", "invite")
FLAT = {"four": {"quality": "2d"}, "stand-in": {"quality": "off"}}
"""The second picture of these states is drawn in 2D, or without a canvas."""


def all_pictures() -> list[Picture]:
    """Each state twice, sizes, languages and looks in turn."""
    phones, wide = itertools.cycle(PHONES), itertools.cycle(WIDE)
    looks, found = itertools.cycle(LOOKS), []
    for number, what in enumerate([*ACTS, *ROOMS, *PAGES]):
        for which, sizes in enumerate((phones, wide)):
            lang = ("de", "en")[(number + which) % 2]
            table = what in ACTS
            device = dict(next(looks)) if table else {"theme": ("light", "dark")[(number // 2 + which) % 2]}
            if table:
                device |= {"quality": "high"} | (FLAT.get(what, {}) if which else {})
            found.append(Picture(what, next(sizes), lang, device))
        next(looks)
    return found


DARK, LIGHT = ({"theme": theme, "quality": "high"} for theme in ("dark", "light"))
BEST = (
    Picture("eight", (1366, 768), "de", DARK),
    Picture("wish", (1366, 768), "en", LIGHT),
    Picture("result", (1366, 768), "en", DARK),
    Picture("home", (1366, 768), "en", {"theme": "light"}),
    Picture("six-due", (844, 390), "de", DARK | {"deck": "german", "back": "red"}),
    Picture("seven", (390, 844), "en", LIGHT),
    Picture("hand-30", (390, 844), "de", DARK | {"four": "on", "back": "onyx"}),
    Picture("room", (390, 844), "de", {"theme": "light"}),
)
"""Those of docs/pictures."""


class Studio:
    """A running site and a browser; tables are set when the first picture needs them."""

    def __init__(self, site: Server, chromium: Browser, folder: Path, scale: float) -> None:
        self.site, self.chromium, self.folder, self.scale = site, chromium, folder, scale
        self.complaints: list[str] = []

    def take(self, picture: Picture) -> Path:
        """Makes one picture; what its page complained about is noted."""
        guest, address, act = self.subject(picture)
        made = looking.context(
            self.chromium, picture.lang, picture.size, device=picture.device, guest=guest,
            device_scale_factor=self.scale,
        )  # fmt: skip
        made.set_default_timeout(PATIENCE_MS)
        page = made.new_page()
        found = looking.complaints_of(page)
        page.goto(address)
        if not self.is_ready(page, picture):
            found.append("the canvas shows nothing")
        act(page)
        found += looking.settle(page)
        path = self.folder / f"{picture.name}.png"
        page.screenshot(path=path)
        made.close()
        if picture.what != "lost":
            self.complaints += [f"{picture.name}: {text}" for text in found]
        return path

    def is_ready(self, page: Page, picture: Picture) -> bool:
        """Waits for the table to be whole; whether its canvas is painted, if it is to have one."""
        looking.settle(page)
        if picture.what not in ACTS:
            return True
        page.wait_for_selector("html.whole")
        if picture.device.get("quality") != "off":
            with suppress(TimeoutError):
                page.wait_for_selector("html.gl", timeout=CANVAS_MS)
        looking.settle(page)
        return picture.device.get("quality") == "off" or page.locator("html.gl").count() > 0

    def subject(self, picture: Picture) -> tuple[Guest | None, str, Act]:
        """Who looks, at which address, and does what there."""
        if picture.what in ACTS:
            state, act = ACTS[picture.what]
            table = states.of(state, self.site)
            table.everybody_is_here()
            return table.viewer, table.address(picture.lang), act
        if picture.what in ROOMS:
            return self.room(picture)
        path = PAGES[picture.what].format(**WORDS[picture.lang])
        return None, f"{self.site.url}/{picture.lang}/{path}", nothing

    def room(self, picture: Picture) -> tuple[Guest | None, str, Act]:
        """A room with three people and a bot: for its host, for a guest, and for one who has the link."""
        host, *others = (Guest(self.site.url) for _ in range(3))
        rules = {"preset": "mau-mau", "match_end": "rounds:3", "seven": "draw"}
        made = host.post("/en/lobby/", name=states.NAMES[0], **rules)
        for guest, name in zip(others, states.NAMES[1:], strict=False):
            guest.post("/en/lobby/join", code=made["code"], name=name)
        host.post(f"/en/lobby/{made['lobby']}/bots", add="normal")
        if picture.what == "invite":
            return None, f"{made['invite']}?lang={picture.lang}", nothing
        viewer = host if picture.what == "room" else others[0]
        return viewer, f"{self.site.url}/{picture.lang}/lobby/{made['lobby']}/", nothing


def chosen(options: argparse.Namespace) -> Iterator[Picture]:
    """The pictures asked for."""
    names = options.names
    pictures = BEST if options.best else all_pictures()
    return (one for one in pictures if not names or any(name in one.name for name in names))


def main(words: list[str] | None = None) -> None:
    """Makes the pictures; the exit status is 1 if a page complained about anything."""
    args = argparse.ArgumentParser(prog="./dev pictures", description="The site in all its states.")
    args.add_argument("folder", nargs="?", type=Path, default=Path("var/pictures"))
    args.add_argument("names", nargs="*", help="only pictures whose names contain one of these")
    args.add_argument("--scale", type=float, default=1.0, help="device pixels for each CSS pixel (1)")
    args.add_argument("--best", action="store_true", help="those that docs/pictures has, instead of all")
    args.add_argument("--list", action="store_true", help="only their names")
    options = args.parse_args(words)
    if options.list:
        print("\n".join(one.name for one in chosen(options)))
        return
    options.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data), port=free_port()) as site,
        looking.browser() as chromium,
    ):
        studio = Studio(site, chromium, options.folder, options.scale)
        for picture in chosen(options):
            try:
                print(studio.take(picture), flush=True)
            except Exception as error:  # the others are worth having
                studio.complaints.append(f"{picture.name}: {str(error).splitlines()[0]}")
    if studio.complaints:
        sys.exit("\n".join(studio.complaints))


if __name__ == "__main__":
    main()
