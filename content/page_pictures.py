"""A picture per page for links that are passed on: its title and some of its cards on felt.

`draw` needs a browser and runs when texts have changed; the pictures are committed. `drawn.json` remembers
from what each was made, so that a test can tell which ones have to be drawn anew.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import override

from content import deck, texts

FOLDER = settings.BASE_DIR / "static" / "pictures" / "pages"
RECORD = FOLDER / "drawn.json"
QUALITY = 70  # about 40 KB a picture
SIZE = (1200, 630)
LONG = 26  # characters of a title that gets smaller letters
TURN = 15  # degrees from card to card of the fan
STYLE = """
  body { margin:0; width:1200px; height:630px; overflow:hidden; color:#fffdf7;
    background:radial-gradient(circle at 70% 45%, #19683c, #14532d 60%) }
  h1 { position:absolute; left:72px; top:0; bottom:92px; width:600px; margin:0; display:flex;
    align-items:center; font:700 76px/1.12 "Noto Serif", "DejaVu Serif", Georgia, serif; hyphens:auto;
    overflow-wrap:anywhere }
  h1.long { font-size:60px }
  p { position:absolute; left:0; right:0; bottom:0; height:92px; margin:0; padding-left:72px;
    background:#5e3719;
    border-top:6px solid #8a5a2f; box-sizing:border-box; font:700 36px/86px "Noto Serif", serif;
    color:#ffd54a }
  .vh { position:absolute; width:0; height:0 }
  .pc { position:absolute; left:795px; top:95px; width:240px; border-radius:14px; background:#fffdf7;
    color:#14181f; box-shadow:0 6px 18px #0008; transform-origin:50% 130% }
"""
PAGE = (
    "<!doctype html><html lang='{}'><style>{}</style><body>{}<h1 class='{}'><span>{}</span></h1>{}"
    "<p>Mau-Mau</p></body></html>"
)


def path(key: str, language: str) -> str:
    """The picture of a page below `static/`."""
    return f"pictures/pages/{key}-{language}.jpg"


@cache
def address(key: str, language: str) -> str | None:
    """Where the picture of a page is served; None for one that has none yet."""
    return static(path(key, language)) if (FOLDER / f"{key}-{language}.jpg").exists() else None


def wanted() -> dict[str, str]:
    """What each picture has to be made from, by its name: a digest of title, cards, deck and style."""
    return {
        f"{key}-{language}": hashlib.sha256(page(key, language).encode()).hexdigest()[:16]
        for key in texts.pages()
        for language in texts.LANGUAGES
    }


def missing() -> list[str]:
    """The names of pictures that are not made from what the texts say now."""
    drawn = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    return [name for name, digest in wanted().items() if drawn.get(name) != digest]


def draw(browser: Any) -> list[str]:
    """Draws those and removes what no page has any more; the names of the new ones."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    names = missing()
    view = browser.new_page(viewport=dict(zip(("width", "height"), SIZE, strict=True)))
    for name in names:
        key, _, language = name.rpartition("-")
        view.set_content(page(key, language))
        view.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=QUALITY)
    view.close()
    record = wanted()
    for old in FOLDER.glob("*.jpg"):
        if old.stem not in record:
            old.unlink()
    RECORD.write_text(json.dumps(record, indent=0, sort_keys=True) + "\n", "utf-8")
    return names


def page(key: str, language: str) -> str:
    """The picture as a page for the browser."""
    text = texts.file_text(key, language)
    with override(text.language):
        fan = _fan(text.picture)
        length = "long" if len(text.title) > LONG else "short"
        symbols = deck.symbols(fan)
    style = mark_safe(STYLE + _turns(len(text.picture)))  # noqa: S308  no word of a text in it
    return format_html(PAGE, text.language, style, symbols, length, text.title, fan)


def _fan(cards: tuple[str, ...]) -> SafeString:
    return mark_safe("".join(deck.plain_card(name) for name in cards))  # noqa: S308  SafeStrings joined


def _turns(count: int) -> str:
    """One rule a card: a fan around a point below."""
    middle = (count - 1) / 2
    return "".join(
        f".pc:nth-of-type({at + 2}) {{ transform:rotate({(at - middle) * TURN:g}deg) }}\n"
        for at in range(count)
    )
