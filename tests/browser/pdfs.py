"""`./dev pdf [DIR]`: the rules sheet of every preset in both languages as PDF, for static/pdf.

Printed by Chromium from a running site; to be made anew whenever a sentence of the rules has changed
(tests/content/test_pdf.py says so).
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "maumau_site.settings")

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.urls import reverse  # noqa: E402
from django.utils.translation import override  # noqa: E402
from playwright.sync_api import Browser  # noqa: E402

from content.sheets import pdf_path  # noqa: E402
from game.engine import PRESETS, rules_code  # noqa: E402
from tests.browser import looking  # noqa: E402
from tests.server import free_port, serving  # noqa: E402

STATIC = settings.BASE_DIR / "static"


def print_sheet(browser: Browser, url: str, preset: str, language: str, target: Path) -> None:
    """One sheet as a tagged PDF with title and language."""
    with override(language):
        path = reverse("content:ruleset", args=[rules_code(PRESETS[preset])])
    page = browser.new_page(locale=language, color_scheme="light")
    page.goto(url.rstrip("/") + path)
    target.parent.mkdir(parents=True, exist_ok=True)
    page.pdf(path=target, format="A4", prefer_css_page_size=True, tagged=True, outline=True)
    page.close()


def main(words: list[str] | None = None) -> None:
    """Prints them all."""
    args = argparse.ArgumentParser(prog="./dev pdf", description="The rules sheets as PDF.")
    args.add_argument("folder", nargs="?", type=Path, default=STATIC)
    folder = args.parse_args(words).folder
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data), port=free_port()) as site,
        looking.browser() as chromium,
    ):
        for preset in PRESETS:
            for language, _name in settings.LANGUAGES:
                target = folder / pdf_path(preset, language)
                print_sheet(chromium, site.url, preset, language, target)
                print(f"{target.name}: {target.stat().st_size / 1024:.0f} KB", flush=True)


if __name__ == "__main__":
    main()
