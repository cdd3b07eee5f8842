"""On paper: the rules of any table fit on one page of A4, and no page prints its menus."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pytest
from django.urls import reverse
from django.utils.translation import override
from playwright.sync_api import Browser, Page
from pypdf import PdfReader

from game.engine import PRESETS, parse_rules, rules_code
from tests.game.rulebook.rulesets import ALL_OF_IT
from tests.server import Server

ONE_SITE = True
FULLEST = (
    ALL_OF_IT,
    parse_rules(
        "double-52 equal_cards=on jump_in=on ace=again reverse_rank=9 after_draw=drawn mau=challenge"
        " mau_mau=2 start_card=dealer wish_fits=not-on-wish draw=three strict=on play_on=on two_player_hand=6"
        " eight=add draw_when=stuck last_card=seven match_end=knockout:100 points=classic"
    ),
)


PAPER_PX = 688
"""The width of A4 between the margins."""
CUT_OFF = "sheet => sheet.scrollHeight - sheet.clientHeight"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that looks as on paper."""
    page = browser.new_page(viewport={"width": PAPER_PX, "height": 900})
    page.emulate_media(media="print")
    yield page
    page.close()


def printed(page: Page) -> list[str]:
    """The text of each page of paper."""
    pages = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages
    return [one.extract_text() for one in pages]


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_rules_of_any_table_fit_on_one_page(site: Server, page: Page, language: str) -> None:
    for rules in (*PRESETS.values(), *FULLEST):
        code = rules_code(rules)
        with override(language):
            page.goto(site.url + reverse("content:sheet", args=[code]))
        assert len(printed(page)) == 1, code
        assert page.locator(".a4").evaluate(CUT_OFF) <= 0, code


def test_pages_print_without_menus(site: Server, page: Page) -> None:
    for name in ("rules", "faq", "what-if"):
        with override("en"):
            page.goto(site.url + reverse(f"content:{name}"))
        text = " ".join(printed(page))
        assert "Skip to content" not in text and "The rules pages set no cookie" not in text
        assert "On this page" not in text and len(text) > 400
