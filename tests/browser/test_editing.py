"""An editor corrects a page and answers a reader, under the strict policy and on a phone."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.test_admin import PASSWORD, make_admin
from tests.server import Server

TITLE = "Where it all comes from"
QUESTION = "Who was the first to say Mau?"


def sign_in(page: Page, site: Server) -> None:
    page.goto(f"{site.url}/admin/")
    page.fill("#id_username", "eve")
    page.fill("#id_password", PASSWORD)
    page.click("input[type=submit]")
    page.wait_for_selector("#content-main")


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def correct(page: Page, site: Server) -> None:
    """Look at the preview of another title, then publish it."""
    page.goto(f"{site.url}/admin/content/page/?q=history")
    page.click("#result_list tbody th a")
    page.fill("#id_title_en", TITLE)
    assert fits(page)
    with page.context.expect_page() as opened:
        page.click("button[name=_preview][value=en]")
    expect(opened.value.locator("h1")).to_have_text(TITLE)
    opened.value.close()
    page.click("input[name=_save]")
    page.wait_for_selector("#changelist")


def ask(page: Page) -> None:
    """From the page one reads to the one that says thank you."""
    page.click("text=Ask a question about this page")
    expect(page.locator("select[name=page]")).to_have_value("history")
    page.fill("#question", QUESTION)
    page.click("main button")
    expect(page.locator("h1")).to_have_text("Thank you for your question")


def answer(page: Page, site: Server) -> None:
    """What waits is the first of the list."""
    page.goto(f"{site.url}/admin/content/question/")
    page.click("#result_list tbody tr:first-child th a")
    page.fill("#id_answer_en", "Nobody *wrote it down*.")
    page.select_option("#id_state", "published")
    assert fits(page)
    page.click("input[name=_save]")
    page.wait_for_selector("#changelist")


def test_a_page_is_corrected_and_a_reader_answered(site: Server, new_page: Callable[..., Page]) -> None:
    make_admin(site)
    editor = new_page(lang="en", width=360, height=800)
    reader = new_page(lang="en", width=360, height=800, js=False)
    sign_in(editor, site)
    correct(editor, site)
    reader.goto(f"{site.url}/en/history/")
    expect(reader.locator("h1")).to_have_text(TITLE)
    ask(reader)
    answer(editor, site)
    reader.goto(f"{site.url}/en/history/?again")  # what was read may be kept for ten minutes
    asked = reader.locator(".asked")
    expect(asked.locator("h3")).to_have_text(QUESTION)
    expect(asked.locator("em")).to_have_text("wrote it down")
