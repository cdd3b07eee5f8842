"""Everything works by forms and reloads: each form of the product, posted with scripts off."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server import Server

MOST = 600  # clicks until a match against bots is over


def act(page: Page) -> bool:
    """One thing to do at the table; False once the final ranking is there."""
    page.goto(page.url.split("#")[0].split("?")[0])
    if page.locator("#sheet.res[data-round$=f]").count():
        return False
    for choice in (
        "#do-next", "#sheet .w4 button", "#rail [value=m]:not([aria-disabled])",
        "#hand .card.on", "#rail [value=d]:not([aria-disabled])", '#rail [value="-"]:not([aria-disabled])',
    ):  # fmt: skip
        if page.locator(choice).count():
            page.locator(choice).first.click()
            if page.locator("#sheet .w4 button").count():
                page.locator("#sheet .w4 button").first.click()
            return True
    return True


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_match_alone(site: Server, new_page: Callable[..., Page], lang: str) -> None:
    page = new_page(lang, width=360, height=800, js=False)
    page.goto(f"{site.url}/{lang}/solo/")
    page.locator("input[name=bots_count][value='2']").check(force=True)
    page.locator(".rail .btn-gold").click()
    table = page.url
    for _ in range(MOST):
        if not act(page):
            break
    expect(page.locator("#sheet.res .rank li")).to_have_count(3)
    page.locator("#go-again").click()
    assert page.url != table and "/solo" not in page.url
    page.goto(f"{site.url}/{lang}/solo/")
    again = page.locator("form[action$='solo/discard']")
    expect(again).to_have_count(1)
    again.locator("button").click()
    expect(again).to_have_count(0)


def test_a_room_and_its_forms(site: Server, new_page: Callable[..., Page]) -> None:
    alice, bob, charlie = (new_page("de", js=False) for _ in range(3))
    alice.goto(f"{site.url}/de/lobby/")
    alice.locator("input[name=name]").fill("Alice")
    alice.locator("main form .btn-gold").click()
    room = alice.url
    invite = re.search(r"/j/[\w-]+/", alice.content())
    assert invite
    code = re.sub(r"\D", "", alice.locator(".code").inner_text())

    bob.goto(f"{site.url}/de/lobby/join")
    bob.locator("input[name=code]").fill(f"{code[:3]} {code[3:]}")
    bob.locator("input[name=name]").fill("Bob")
    bob.locator("main form .btn-gold").click()
    expect(bob.locator("#seats")).to_contain_text("Bob")
    charlie.goto(site.url + invite.group())
    charlie.locator("input[name=name]").fill("Bob")
    charlie.locator("main form [name=watch]").click()
    expect(charlie.locator("#seats")).to_contain_text("Bob (2)")

    bob.locator("summary", has_text="Anderer Name").click()
    bob.locator("#rename").fill("Bobby")
    bob.locator("form[action$=rename] button").click()
    expect(bob.locator("#seats")).to_contain_text("Bobby")
    bob.locator("#msg").fill("Bin da.")
    bob.locator("#say button").click()
    expect(bob.locator("#lines")).to_contain_text("Bin da.")

    alice.goto(room)
    alice.locator("button[name=add]").click()
    strength = alice.locator("select[name=set]")
    expect(strength).to_have_count(1)
    strength.select_option(index=0)
    alice.locator("button[formaction$=bots][name=apply]").click()
    alice.locator("#rules a.btn").click()
    alice.locator("select[name=hand_size]").select_option("6", force=True)
    alice.locator("#rules-form [type=submit], .rail .btn-gold").first.click()
    expect(alice.locator("#rules")).to_contain_text("6")
    alice.locator("#rail .btn-gold").click()
    assert "/tisch/" in alice.url
    bob.goto(room)
    bob.locator("#rail .btn-gold").click()
    expect(bob.locator("#hand .card")).to_have_count(6)
    bob.goto(bob.url.split("#")[0] + "#side")
    bob.locator("#tab-chat").check(force=True)
    bob.locator("#chat input[name=text]").fill("Viel Glück")
    bob.locator("#chat form button").click()
    expect(bob.locator("#chat")).to_contain_text("Viel Glück")
    bob.goto(bob.url.split("#")[0] + "#leave")
    bob.locator("#leave button[value=leave]").click()
    charlie.goto(room)
    charlie.locator("#rail .btn-gold").click()
    expect(charlie.locator("#hand")).to_have_count(0)
    expect(charlie.locator("#watch")).to_be_visible()
