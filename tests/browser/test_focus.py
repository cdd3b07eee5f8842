"""The focus is never lost: not by moves, a wish, a sheet, the end of a round, a deal, a cut line."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from game.engine import State, legal_words
from game.engine.state import PLAY
from tests.browser.lines import RULES, card, laid, shows_no_worry, two_at_a_table
from tests.browser.network import Network
from tests.browser.scenes import dealt, plain_word, played, set_up
from tests.server import Server

FOCUS = "() => document.activeElement.id || document.activeElement.tagName"
SHEETS = (("b-info", "#info"), ("b-set", "#settings"), ("b-leave", "#leave"), ("b-chat", "#side.open"))
IN_HAND = "() => document.activeElement.matches('#hand .card')"


def focus(page: Page) -> str:
    """The id of what has it."""
    return str(page.evaluate(FOCUS))


def test_through_moves_and_a_cut(network: Network, new_page: Callable[..., Page]) -> None:
    alice, bob = two_at_a_table(network, new_page)
    bob.page.locator("#hand .card").nth(1).focus()
    kept = focus(bob.page)
    chosen = card(alice.page)
    name = chosen.get_attribute("data-card") or ""
    chosen.focus()
    alice.page.keyboard.press("Enter")
    laid(alice, name)
    assert alice.page.evaluate(IN_HAND), focus(alice.page)
    expect(bob.page.locator("#me.turn")).to_be_attached()
    assert focus(bob.page) == kept, "somebody else's move took it"

    mine = focus(alice.page)
    bob.page.locator("#do-d").focus()
    bob.page.keyboard.press("Enter")
    expect(bob.page.locator("#hand .card")).to_have_count(6)
    assert focus(bob.page) == "do-d"
    network.cut()
    for person in (alice, bob):
        shows_no_worry(person.page)
    assert [focus(alice.page), focus(bob.page)] == [mine, "do-d"]


def test_through_sheets_and_rounds(site: Server, new_page: Callable[..., Page]) -> None:
    """A wish, whose card has left the hand by then; the end of a round, and the next deal."""
    pages = [new_page("en", width=390, height=844) for _ in range(2)]
    scene = dealt(RULES, lambda state: state.turn == 0 and any(":" in word for word in legal_words(state, 0)))
    set_up(site, scene, pages, ["en", "en"], ready="html.whole #stage")
    page = pages[0]
    for opener, sheet in (
        ("b-info", "#info"),
        ("b-set", "#settings"),
        ("b-leave", "#leave"),
        ("b-chat", "#side.open"),
    ):
        page.locator(f"#{opener}").focus()
        page.keyboard.press("Enter")
        expect(page.locator(sheet)).to_be_visible()
        assert page.evaluate("open => document.querySelector(open).contains(document.activeElement)", sheet)
        page.keyboard.press("Escape")
        expect(page.locator(sheet)).not_to_be_visible()
        assert focus(page) == opener
    page.locator("#hand [data-wish].on").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#wish [data-suit]").first).to_be_focused()
    page.keyboard.press("Escape")
    assert page.evaluate("() => document.activeElement.matches('[data-wish]')")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#hand .card")).to_have_count(4)
    assert page.evaluate(IN_HAND), focus(page)

    set_up(site, played(f"{RULES} match_end=rounds:3", last_card, choose=careful), pages, ["en", "en"])
    pages[1].locator("#b-set").press("Enter")
    expect(pages[1].locator("#settings")).to_be_visible()
    pages[0].locator("#hand .card.on").focus()
    pages[0].keyboard.press("Enter")
    expect(pages[0].locator("#do-next")).to_be_focused()
    expect(pages[1].locator("#sheet.res")).to_be_attached()
    pages[1].keyboard.press("Escape")  # what opened the settings is out of reach by now
    expect(pages[1].locator("#h-sheet")).to_be_focused()
    for page in pages:
        page.locator("#do-next").press("Enter")
    for page in pages:
        expect(page.locator("#hand .card")).to_have_count(5)
        page.wait_for_function(IN_HAND)


def last_card(state: State) -> bool:
    """The first seat can end the round with a card that asks for nothing."""
    mine = state.phase == PLAY and state.turn == 0 and len(state.hands[0]) == 1
    return mine and any(word[0] == "p" and ":" not in word for word in legal_words(state, 0))


def careful(state: State) -> str:
    """Never forgets to say “Mau”."""
    return "m" if "m" in legal_words(state, state.turn or 0) else plain_word(state)
