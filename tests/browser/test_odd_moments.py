"""What people do by mistake: tap twice, two tabs, a junk code, a card that does not fit, a shut browser."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.people import MOVED_ON, NEXT_CLICK, Person, play
from tests.server import Server

MOST = 600  # acts until any match is over


def alone(site: Server, page: Page, lang: str = "de", query: str = "") -> Person:
    """Somebody at a table with one bot."""
    person = Person(page, "Alice", site.url, lang)
    page.goto(f"{site.url}/{lang}/solo/{query}")
    page.locator("input[name=bots_count][value='1']").check(force=True)
    page.locator(".rail .btn-gold").click()
    person.is_at_the_table()
    return person


def test_double_taps_never_lay_two_cards(site: Server, new_page: Callable[..., Page]) -> None:
    """A whole match by double taps: bots answer at once, so the second tap often falls into an own turn."""
    alice = alone(site, new_page())
    taps = 0
    while not alice.at_the_end() and taps < MOST:
        target = alice.page.evaluate(NEXT_CLICK)
        if not target or target == "over":
            alice.page.wait_for_timeout(30)
            continue
        before, asked = alice.version(), len(alice.asked)
        alice.page.locator(target).first.dblclick(force=True, delay=60)
        alice.page.wait_for_function(MOVED_ON, arg=before)
        taps += 1
        assert len(alice.asked) <= asked + 1, alice.asked
    assert taps > 3


def test_a_card_that_does_not_fit_says_why(site: Server, new_page: Callable[..., Page]) -> None:
    alice = alone(site, new_page("en"), "en")
    unfit = alice.page.locator("#hand .card.off")
    while not unfit.count():
        play([alice], until=lambda: unfit.count() > 0)
        if alice.at_the_end():
            alice.page.locator("#go-again").click()
            alice.is_at_the_table()
    held = (alice.version(), alice.cards())
    unfit.first.click(force=True)
    expect(alice.page.locator("#error p")).not_to_be_empty()
    assert (alice.version(), alice.cards()) == held


def test_two_tabs_show_the_same_seat(site: Server, new_page: Callable[..., Page]) -> None:
    alice = alone(site, new_page())
    second = alice.page.context.new_page()
    second.goto(alice.page.url)
    expect(second.locator("#hand .card")).to_have_count(len(alice.cards()))
    play([alice], until=lambda: len(alice.acknowledged) >= 2 or alice.at_the_end())
    second.wait_for_function(
        "v => +document.querySelector('#me input[name=v]').value >= v", arg=max(alice.acknowledged.values())
    )


def test_keys_play_a_whole_match(site: Server, new_page: Callable[..., Page]) -> None:
    """D, P, M, arrows, Enter and 1-4 are enough."""
    alice = alone(site, new_page())
    page = alice.page
    for _ in range(MOST):
        target = page.evaluate(NEXT_CLICK)
        if target == "over":
            return
        if not target:
            page.wait_for_timeout(30)
            continue
        before = alice.version()
        if "dialog#wish" in target:
            page.keyboard.press("3")
        elif "value=m" in target or target.endswith("do-m"):
            page.keyboard.press("m")
        elif page.locator(target).get_attribute("data-card"):
            page.locator("#hand .card").first.focus()
            for _ in range(len(alice.cards())):
                if page.evaluate("t => document.activeElement === document.querySelector(t)", target):
                    break
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("d" if page.locator(target).get_attribute("value") == "d" else "p")
        page.wait_for_function(MOVED_ON, arg=before)
        alice.is_answered()
    raise AssertionError("keys alone brought the match to no end")


def test_strange_codes_and_names_are_told_kindly(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("en")
    page.goto(f"{site.url}/en/lobby/join")
    for code, name in (
        ("12", "Bob"),
        ("000000", "Bob"),
        ("abcdef", "Bob"),
        ("123456", ""),
        ("123456", "x" * 70),
    ):
        page.locator("input[name=code]").fill(code)
        page.locator("input[name=name]").fill(name)
        page.locator("main form .btn-gold").click()
        expect(page.locator(".err").first).to_be_visible()
        expect(page.locator("input[name=code]")).to_have_value(code)  # nothing typed is lost


def test_leaving_and_coming_back_to_the_same_seat(site: Server, new_page: Callable[..., Page]) -> None:
    alice = Person(new_page(), "Alice", site.url, "de")
    bob = Person(new_page(), "Bob", site.url, "de")
    alice.opens_a_table()
    bob.joins_by_code(alice.code())
    alice.starts()
    for person in (alice, bob):
        person.is_at_the_table()
    play([alice, bob], until=lambda: bool(bob.acknowledged))
    hand, table = bob.cards(), bob.page.url
    bob.opens_a_new_tab()
    bob.page.goto(table)
    bob.is_at_the_table()
    assert bob.cards() == hand


def test_a_sheet_opened_before_the_scripts_came_closes_by_escape(
    site: Server, new_page: Callable[..., Page]
) -> None:
    alice = alone(site, new_page())
    table = alice.page.url
    alice.opens_a_new_tab()
    alice.page.goto(table + "#leave")
    expect(alice.page.locator("#leave[open]")).to_be_visible()
    alice.page.keyboard.press("Escape")
    expect(alice.page.locator("#leave")).to_be_hidden()


def test_the_number_of_unread_lines_leads_to_them(site: Server, new_page: Callable[..., Page]) -> None:
    alice = Person(new_page("en", 360, 800), "Alice", site.url, "en")
    bob = Person(new_page("en"), "Bob", site.url, "en")
    bob.joins(alice.opens_a_table())
    alice.starts()
    for person in (alice, bob):
        person.is_at_the_table()
    bob.page.locator("label:has(#tab-chat)").click()
    bob.page.locator("#chat input[name=text]").fill("Your turn")
    bob.page.locator("#chat input[name=text]").press("Enter")
    expect(alice.page.locator("#b-chat")).to_have_text("1")
    alice.page.locator("#b-chat").click()
    expect(alice.page.locator("#chat .lines")).to_contain_text("Your turn")
    expect(alice.page.locator("#chat .lines")).to_be_visible()
    expect(alice.page.locator("#b-chat")).to_have_text("")
