"""A browser outside of pytest, for pictures and measurements: with one person's cookies and settings."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.browser.conftest import COUNTED_ELSEWHERE, EXPECTED_NOISE, FLAGS
from tests.clients import Guest
from tests.conftest import CHROMIUM_NAMES

LOCALES = {"de": "de-DE", "en": "en-GB"}
KEEP = "try {{ localStorage.setItem('maumau-device', {}) }} catch {{}}"
WATCH_CSP = "addEventListener('securitypolicyviolation', e => console.error('CSP: ' + e.violatedDirective))"
SETTLED = """most => new Promise(done => {
  const moving = () => document.getAnimations().filter(one => one.playState === 'running');
  const names = () => moving().map(one => one.animationName ?? one.transitionProperty ?? 'element.animate');
  let still = 0;
  const frame = () => {
    still = moving().length ? 0 : still + 1;
    if (still > 20) done([]);
    else requestAnimationFrame(frame);
  };
  frame();
  setTimeout(() => done(['no rest', ...names()]), most);
})"""


def chromium_path() -> str:
    """A Chromium of this machine; ends the program with a sentence if there is none."""
    names = (os.environ.get("CHROMIUM", ""), *CHROMIUM_NAMES)
    found = next((path for name in names if name and (path := shutil.which(name))), None)
    return found or sys.exit("This needs Chromium: apt install chromium, or CHROMIUM=/path/to/it")


@contextmanager
def browser(**more: Any) -> Iterator[Browser]:
    """Chromium, with the software's own WebGL."""
    with sync_playwright() as playwright:
        flags = [*FLAGS, *more.pop("args", ())]
        started = playwright.chromium.launch(executable_path=chromium_path(), args=flags, **more)
        try:
            yield started
        finally:
            started.close()


def context(chromium: Browser, lang: str, size: tuple[int, int], **more: Any) -> BrowserContext:
    """A person's browser; `device` are the settings kept on it, `guest` lends its cookies."""
    device, guest = more.pop("device", {}), more.pop("guest", None)
    more.setdefault("color_scheme", "dark" if device.get("theme") == "dark" else "light")
    made = chromium.new_context(
        locale=LOCALES[lang], viewport={"width": size[0], "height": size[1]}, has_touch=min(size) < 700,
        **more,
    )  # fmt: skip
    made.add_init_script(KEEP.format(json.dumps(json.dumps(device))))
    made.add_init_script(WATCH_CSP)
    if guest is not None:
        sign_in(made, guest)
    return made


def sign_in(made: BrowserContext, guest: Guest) -> None:
    """From now on this browser is that guest's."""
    value = guest.cookie(settings.GUEST_COOKIE)
    made.add_cookies([{"name": settings.GUEST_COOKIE, "value": value, "url": guest.base, "httpOnly": True}])


def complaints_of(page: Page) -> list[str]:
    """Errors, blocked resources and failed requests of a page, as they come."""
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(f"pageerror: {error}"))
    page.on("console", lambda said: found.append(said.text) if is_bad(said) else None)
    page.on("response", lambda got: found.append(f"{got.status} {got.url}") if got.status >= 400 else None)
    return found


def is_bad(said: ConsoleMessage) -> bool:
    """Whether it is an error that nobody expects; of failed requests the response tells more."""
    expected = (*EXPECTED_NOISE, COUNTED_ELSEWHERE)
    return said.type == "error" and not any(noise in said.text for noise in expected)


def settle(page: Page, most: int = 15_000) -> list[str]:
    """Until nothing moves; names what still moves after `most` ms."""
    page.wait_for_load_state("load")
    page.evaluate("() => document.fonts.ready.then(() => true)")
    return list(page.evaluate(SETTLED, most))
