"""What a visitor's browser has to do: `./dev bench web`.

Starts the site, opens it in a real Chromium and measures first visits (bytes as served, requests), a whole
match (layout shifts, from a tap to the picture that shows it), views (from the server's frame to the page as
it stands) and the canvas (draw calls, frames while nothing happens). Lighthouse is asked, too, where npm can
install it. Figures stand beside the budgets (docs/bench.md).
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import orjson

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "maumau_site.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from playwright.sync_api import Browser, Page  # noqa: E402

from bench import lighthouse, probes  # noqa: E402
from bench.machine import about, median, quantile  # noqa: E402
from tests.browser import looking, states  # noqa: E402
from tests.browser.people import Person, play  # noqa: E402
from tests.server import Server, serving  # noqa: E402

PHONE, DESK = (390, 844), (1366, 768)
BOT_MS = "300-500"
IDLE_SECONDS = 10
MOVES = 80
EIGHT = states.Setup(states.TWO_PACKS, 4, states.holds(8), states.gathers(8, 5))
PAGES = {
    "home": "en/",
    "rules": "en/rules/",
    "questions": "en/questions/",
    "solo": "en/solo/",
    "new table": "en/lobby/",
}
READ = ("home", "rules", "questions")
"""Pages that are only read: in the first packets of a connection."""

Files = list[tuple[str, int]]


class Report:
    """The lines that are printed, and all figures for `--json`."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.figures: dict[str, Any] = {}

    def add(self, what: str, got: float, most: float | None = None, form: str = ",.0f") -> None:
        """One figure, beside its budget if it has one."""
        self.figures[what] = got
        wanted = "" if most is None else f"<= {most:g}"
        missed = "" if most is None or got <= most else "  missed"
        self.lines.append(f"{what:58}{wanted:>10}{got:>12{form}}{missed}")
        print(self.lines[-1], flush=True)

    def files(self, files: Files) -> None:
        """The files of one visit, biggest first."""
        for name, size in sorted(files, key=lambda one: -one[1]):
            print(f"    {size:>7,}  {name}", flush=True)


def visits(site: Server, chromium: Browser, report: Report) -> None:
    """First visits: the table with its later parts, and the pages around it."""
    table = states.of("four", site)
    table.everybody_is_here()
    made = looking.context(chromium, "en", PHONE, guest=table.viewer, device={"quality": "high"})
    page = made.new_page()
    first = probes.first_visit(page, table.address("en"))
    report.add("first visit to the table: bytes, compressed", total(first), 45 * 1024)
    report.add("  requests before anybody acts", len(first), 12)
    report.files(first)
    later = probes.later_parts(page)
    made.close()
    canvas = [one for one in later if one[0].startswith("js/scene/")]
    painter = [one for one in canvas if Path(one[0]).stem in probes.PAINTER]
    report.add("painter (3D), fetched later: bytes", total(painter), 8 * 1024)
    report.add("  with all that moves on the canvas", total(canvas))
    report.files(canvas)
    others = [one for one in later if one not in canvas]
    report.add("other parts, fetched later: bytes", total(others))
    report.files(others)
    for name, path in PAGES.items():
        page_visit(site, chromium, report, name, path)


def page_visit(site: Server, chromium: Browser, report: Report, name: str, path: str) -> None:
    """A first visit to one of the other pages."""
    made = looking.context(chromium, "en", PHONE)
    files = probes.first_visit(made.new_page(), f"{site.url}/{path}")
    made.close()
    budget: tuple[int | None, int | None] = (14 * 1024, 3) if name in READ else (None, None)
    report.add(f"{name} page: bytes, compressed", total(files), budget[0])
    report.add("  requests", len(files), budget[1])


def whole_match(site: Server, chromium: Browser, report: Report) -> None:
    """A match against three bots to its end, by taps."""
    made = looking.context(chromium, "en", PHONE)
    probes.watch(made)
    person = Person(made.new_page(), "Anna", site.url, "en")
    person.page.goto(f"{site.url}/en/solo/")
    person.page.locator(".rail .btn-gold").click()
    person.is_at_the_table()
    found: list[dict[str, Any]] = []
    play([person], until=lambda: found.append(probes.noted(person.page)) is not None)
    seen = probes.noted(person.page)
    made.close()
    by_itself = [one for one in seen["shifts"] if not one["input"]]
    report.add("layout shift over a whole match (CLS)", round(shifted(by_itself), 3), 0, ".3f")
    outside = [one for one in seen["shifts"] if one["input"] and set(one["what"]) - {"hand"}]
    report.add("  right after a tap, but for cards of the own hand", shifted(outside), form=".3f")
    taps = seen["taps"]
    report.add(f"frames from a tap to the one that shows it ({len(taps)} taps)", most(taps, "frames"), 1)
    report.add("  ms, median", median(one["ms"] for one in taps), form=".1f")


def shifted(shifts: list[dict[str, Any]]) -> float:
    """The sum of shifts, after each of them has been told."""
    for one in shifts:
        print(f"    {one['value']:.4f}  {', '.join(one['what'])}")
    return float(sum(one["value"] for one in shifts))


def most(found: Iterable[dict[str, Any]], key: str) -> float:
    """The worst case."""
    return max((one[key] for one in found), default=float("nan"))


def views(site: Server, chromium: Browser, report: Report) -> None:
    """With either canvas."""
    for quality in ("high", "2d"):
        viewed(site, chromium, report, quality)


def viewed(site: Server, chromium: Browser, report: Report, quality: str) -> None:
    """Moves of all at a table of four while one looks who holds eight cards; then nothing happens."""
    table = states.sit(site, EIGHT)
    table.everybody_is_here()
    device = {"quality": quality}
    made = looking.context(chromium, "en", DESK, guest=table.viewer, device=device)
    probes.watch(made)
    page = made.new_page()
    page.goto(table.address("en"))
    page.wait_for_selector("html.whole")
    looking.settle(page)
    for _ in range(MOVES):
        answer = table.goes_on()
        page.wait_for_function(f"() => +document.querySelector('#me input[name=v]').value >= {answer}")
        page.wait_for_timeout(250)
    looking.settle(page)
    seen = probes.noted(page)
    times = sorted(one["ms"] for one in seen["views"] if one["cards"] == 8)
    report.add(f"view applied, 8 cards, {quality}: ms, median of {len(times)}", median(times), 8, ".1f")
    report.add("  ms, smallest", quantile(times, 0), form=".1f")
    report.add("  ms, p95", quantile(times, 0.95), form=".1f")
    if quality != "2d":
        report.add("draw calls in a frame, worst", max(seen["draws"], default=0), 4)
    report.add(f"from frame to frame while cards fly, {quality}: ms", median(gaps(seen["frames"])))
    idle(page, report, quality)
    made.close()


def idle(page: Page, report: Report, quality: str) -> None:
    """Nothing happens: nothing may be drawn."""
    before = probes.noted(page)
    page.wait_for_timeout(IDLE_SECONDS * 1000)
    after = probes.noted(page)
    frames = len(after["frames"]) - len(before["frames"])
    report.add(f"frames in {IDLE_SECONDS} seconds in which nothing happens, {quality}", frames, 0)


def gaps(times: list[float]) -> list[float]:
    """Time between frames that follow each other without a rest."""
    return [after - before for before, after in pairwise(times) if 1 < after - before < 400]


def scores(site: Server, report: Report) -> None:
    """What Lighthouse says, as on a phone."""
    table = states.of("four", site)
    cookie = f"{settings.GUEST_COOKIE}={table.viewer.cookie(settings.GUEST_COOKIE)}"
    addresses = {name: f"{site.url}/{path}" for name, path in PAGES.items()} | {"table": table.address("en")}
    for name, address in addresses.items():
        try:
            found = lighthouse.run(address, looking.chromium_path(), cookie if name == "table" else "")
        except RuntimeError as error:
            print(f"Lighthouse, {name}: {error}", flush=True)
            continue
        words = ", ".join(f"{one} {found[one]:.0f}" for one in lighthouse.CATEGORIES)
        lost = f" ({', '.join(found['lost'])})" if found["lost"] else ""
        print(f"Lighthouse, {name}: {words}{lost}", flush=True)
        report.figures[f"Lighthouse, {name}"] = found
        budget = 1.3 if name == "table" else 1.0 if name in READ else None
        report.add(f"  largest paint on a phone (LCP), {name}: s", found["lcp"] / 1000, budget, ".2f")


def total(files: Files) -> int:
    """Bytes of all of them."""
    return sum(size for _, size in files)


PARTS = {"visits": visits, "match": whole_match, "views": views}


def main(words: list[str] | None = None) -> None:
    """Measures and prints, a line as soon as there is one."""
    args = argparse.ArgumentParser(prog="./dev bench web", description="The site in a real browser.")
    args.add_argument("--no-lighthouse", action="store_true", help="leave Lighthouse out")
    args.add_argument("--only", choices=(*PARTS, "lighthouse"), help="one part alone")
    args.add_argument("--json", type=Path, metavar="FILE", help="all figures")
    options = args.parse_args(words)
    report = Report()
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data), MAUMAU_BOT_MS=BOT_MS, MAUMAU_SERVER="uvicorn") as site,
    ):
        with looking.browser() as chromium:
            print(f"machine   {about()}, load {os.getloadavg()[0]:.1f}; Chromium {chromium.version}")
            for name, part in PARTS.items():
                if options.only in (None, name):
                    part(site, chromium, report)
        if options.only in (None, "lighthouse") and not options.no_lighthouse:
            why = lighthouse.install()
            if why:
                print(f"Lighthouse is left out: {why}.")
            else:
                scores(site, report)
    if options.json:
        options.json.write_bytes(orjson.dumps(report.figures, option=orjson.OPT_INDENT_2))


if __name__ == "__main__":
    main()
