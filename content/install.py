"""What makes the site an app on a home screen: its manifest, and the worker for times without network."""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

FELT = "#14532d"
ICONS = (
    ("icon.svg", "any", "image/svg+xml", "any"),
    ("icons/icon-192.png", "192x192", "image/png", "any"),
    ("icons/icon-512.png", "512x512", "image/png", "any"),
    ("icons/maskable-512.png", "512x512", "image/png", "maskable"),
)
PREVIEW_SIZE = (1200, 630)


def preview_path() -> str:
    """The picture that stands for the site where a link to it is shown, in the active language."""
    return static(f"pictures/preview-{get_language() or settings.LANGUAGE_CODE}.jpg")


def manifest() -> dict[str, Any]:
    """The web app manifest in the active language; in every language it is the same app."""
    width, height = PREVIEW_SIZE
    ways = (
        (_("Play bots"), "game:solo"),
        (_("Open a table"), "lobby:new"),
        (_("Enter a code"), "lobby:join"),
    )
    return {
        "id": "/",
        "name": _("Mau-Mau and Crazy Eights"),
        "short_name": "Mau-Mau",
        "description": _("Mau-Mau and Crazy Eights without an account: against bots or with friends."),
        "lang": get_language(),
        "dir": "ltr",
        "start_url": reverse("content:home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": FELT,
        "background_color": FELT,
        "categories": ["games", "entertainment"],
        "icons": [
            {"src": static(path), "sizes": sizes, "type": kind, "purpose": purpose}
            for path, sizes, kind, purpose in ICONS
        ],
        "shortcuts": [
            {"name": name, "url": reverse(view), "icons": [{"src": static(ICONS[1][0]), "sizes": "192x192"}]}
            for name, view in ways
        ],
        "screenshots": [
            {
                "src": preview_path(), "sizes": f"{width}x{height}", "type": "image/jpeg",
                "form_factor": "wide", "label": _("The card table"),
            }
        ],
    }  # fmt: skip


def offline_page() -> str:
    """The page for no network in the active language; the same bytes whoever asks."""
    return render_to_string("content/offline.html")


@cache
def worker(wanted: bool) -> str:
    """The script of the service worker, or the one that ends it where it is not `wanted`."""
    path = finders.find(f"worker/{'offline' if wanted else 'farewell'}.js")
    assert isinstance(path, str), "the worker is part of the product"
    script = Path(path).read_text("utf-8")
    if not wanted:
        return script
    pages = {}
    version = hashlib.sha256(settings.STATIC_DIGEST.encode())
    for code, _name in settings.LANGUAGES:
        with override(code):
            pages[code] = reverse("content:offline")
            version.update(offline_page().encode())
    return f"const VERSION = '{version.hexdigest()[:12]}', PAGES = {json.dumps(pages)};\n{script}"
