"""Everything works by forms and reloads: each form of the product, posted with scripts off."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.people import INDEX
from tests.server import Server

MOST = 600  # clicks until a match against bots is over
CROSSED = ("interrupted by another navigation", "ERR_ABORTED")


def visit(page: Page, address: str) -> None:
    """Opens an address from a page that may be renewing itself at this very moment."""
    for _ in range(20):
        try:
            page.goto(address)
        except Error as error:
            if (
                "interrupted by another navigation" not in error.message
                and "ERR_ABORTED" not in error.message
            ):
                raise
        else:
            return
    raise AssertionError(f"{address} could not be opened")


def act(page: Page) -> bool:
    """One thing to do at the table; False once the final ranking is there."""
    visit(page, page.url.split("#")[0].split("?")[0])
    if page.locator("#sheet.res[data-round$=f]").count():
        return False
    for choice in (
        "#do-next", "#sheet .w4 button", "#rail [value=m]:not([aria-disabled])",
        "#hand .card.on", "#rail [value=d]:not([aria-disabled])", '#rail [value="-"]:not([aria-disabled])',
    ):  # fmt: skip
        if page.locator(choice).count():
            page.locator(choice).first.click(position=INDEX if choice.startswith("#hand") else None)
            if page.locator("#sheet .w4 button").count():
                page.locator("#sheet .w4 button").first.click()
            return True
    return True


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_match_alone(site: Server, new_page: Callable[..., Page], lang: str) -> None:
    page = new_page(lang, width=360, height=800, js=False)
    visit(page, f"{site.url}/{lang}/solo/")
    page.locator("input[name=bots_count][value='2']").check(force=True)
    page.locator(".rail .btn-gold").click()
    table = page.url
    for _ in range(MOST):
        if not act(page):
            break
    expect(page.locator("#sheet.res .rank li")).to_have_count(3)
    page.locator("#go-again").click()
    assert page.url != table and "/solo" not in page.url
    visit(page, f"{site.url}/{lang}/solo/")
    again = page.locator("form[action$='solo/discard']")
    expect(again).to_have_count(1)
    again.locator("button").click()
    expect(again).to_have_count(0)


def test_a_room_and_its_forms(site: Server, new_page: Callable[..., Page]) -> None:
    alice, bob, charlie = (new_page("de", js=False) for _ in range(3))
    visit(alice, f"{site.url}/de/lobby/")
    alice.locator("input[name=name]").fill("Alice")
    alice.locator("main form .btn-gold").click()
    room = alice.url
    invite = re.search(r"/j/[\w-]+/", alice.content())
    assert invite
    code = re.sub(r"\D", "", alice.locator(".code").inner_text())

    visit(bob, f"{site.url}/de/lobby/join")
    bob.locator("input[name=code]").fill(f"{code[:3]} {code[3:]}")
    bob.locator("input[name=name]").fill("Bob")
    bob.locator("main form .btn-gold").click()
    expect(bob.locator("#seats")).to_contain_text("Bob")
    visit(charlie, site.url + invite.group())
    charlie.locator("input[name=name]").fill("Bob")
    charlie.locator("main form [name=watch]").click()
    expect(charlie.locator("#seats")).to_contain_text("Bob (2)")

    visit(bob, f"{room}?still=1")
    bob.locator("summary", has_text="Anderer Name").click()
    bob.locator("#rename").fill("Bobby")
    bob.locator("form[action$=rename] button").click()
    expect(bob.locator("#seats")).to_contain_text("Bobby")
    visit(bob, f"{room}?still=1")
    bob.locator("#msg").fill("Bin da.")
    bob.locator("#say button").click()
    expect(bob.locator("#lines")).to_contain_text("Bin da.")

    visit(alice, f"{room}?still=1")
    alice.locator("button[name=add]").click()
    visit(alice, f"{room}?still=1")
    strength = alice.locator("select[name=set]")
    expect(strength).to_have_count(1)
    strength.select_option(index=0)
    alice.locator("button[formaction$=bots][name=apply]").click()
    alice.locator("#rules a.btn").click()
    alice.locator("select[name=hand_size]").select_option("6", force=True)
    alice.locator("#rules-form [type=submit], .rail .btn-gold").first.click()
    expect(alice.locator("#rules")).to_contain_text("sechs Karten")
    alice.locator("#rail .btn-gold").click()
    assert "/tisch/" in alice.url
    visit(bob, room)
    bob.locator("#rail .btn-gold").click()
    expect(bob.locator("#hand .card")).to_have_count(6)
    visit(bob, bob.url.split("#")[0] + "#side")
    for _ in range(20):  # the page may renew itself while he types
        bob.locator("#tab-chat").check(force=True)
        bob.locator("#chat input[name=text]").fill("Viel Glück")
        bob.locator("#chat form button").click()
        if "Viel Glück" in bob.locator("#chat").inner_text():
            break
    expect(bob.locator("#chat")).to_contain_text("Viel Glück")
    visit(bob, bob.url.split("#")[0] + "#leave")
    bob.locator("#leave button[value=leave]").click()
    visit(charlie, room)
    charlie.locator("#rail .btn-gold").click()
    expect(charlie.locator("#hand")).to_have_count(0)
    expect(charlie.locator("#watch")).to_be_visible()
