"""What only some families play, by clicks at the real table, one seat in German and the other in English."""

from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from game.engine import State, card_name, combinations, legal_words
from tests.browser.people import INDEX
from tests.browser.scenes import Scene, dealt, played, set_up
from tests.server import Server

ONE_SITE = True
PLAIN = "9TQK"
BOTH = pytest.mark.parametrize("langs", [("de", "en"), ("en", "de")], ids="-".join)
Two = Callable[[Scene, tuple[str, str]], tuple[Page, Page]]


@pytest.fixture
def two(site: Server, new_page: Callable[..., Page]) -> Two:
    """Opens the table of a scene for the seat that acts (a phone) and for the other one."""

    def sit(scene: Scene, langs: tuple[str, str], actor: int | None = None) -> tuple[Page, Page]:
        acts = scene.state.turn if actor is None else actor
        pages = [
            new_page(lang, **({"width": 360, "height": 800, "has_touch": True} if seat == acts else {}))
            for seat, lang in enumerate(langs)
        ]
        set_up(site, scene, pages, list(langs))
        return (pages[0], pages[1]) if acts == 0 else (pages[1], pages[0])

    return sit


def hand(state: State, seat: int | None = None) -> list[str]:
    """The cards of the seat on turn, or of another."""
    at = state.turn if seat is None else seat
    return [card_name(card) for card in state.hands[at or 0]]


def fitting(state: State) -> list[str]:
    """The single cards the seat on turn may lay."""
    return [word[2:4] for word in legal_words(state, state.turn or 0) if word.startswith("p ")]


def tap(page: Page, card: str) -> None:
    """A finger on a card of the hand."""
    page.locator(f"#hand [data-card='{card}']").first.click(position=INDEX, force=True)


def top_of(page: Page) -> Locator:
    """The middle of the table; `data-top` is the card on top."""
    return page.locator("#centre")


def says(page: Page, german: str, english: str) -> str:
    """The words of this page's language."""
    return german if page.locator("html").get_attribute("lang") == "de" else english


def has_mates(state: State) -> bool:
    """Whether a plain card that fits has exactly one mate."""
    ranks = Counter(name[0] for name in hand(state))
    return any(name[0] in PLAIN and ranks[name[0]] == 2 for name in fitting(state))


@BOTH
def test_equal_cards_are_laid_in_the_order_tapped(two: Two, langs: tuple[str, str]) -> None:
    scene = dealt("mau-mau equal_cards=on", has_mates)
    cards = hand(scene.state)
    first = next(name for name in fitting(scene.state) if name[0] in PLAIN and has_mate(cards, name))
    mate = next(name for name in cards if name[0] == first[0] and name != first)
    page, other = two(scene, langs)
    tap(page, first)
    sheet = page.locator("#lay[open]")
    expect(sheet).to_be_visible()
    expect(sheet.locator("[data-go]")).to_have_text(says(page, "Nur diese", "Only this one"))
    sheet.locator(f"[data-card='{mate}']").click()
    expect(sheet.locator("[data-go]")).to_have_text(says(page, "2 Karten legen", "Lay 2 cards"))
    expect(sheet.locator(f"[data-card='{mate}'] i")).to_contain_text("2")
    page.wait_for_timeout(500)
    sheet.locator("[data-go]").click()
    for seen in (page, other):
        expect(top_of(seen)).to_have_attribute("data-top", mate)
    expect(page.locator("#hand .card")).to_have_count(len(cards) - 2)


def has_mate(cards: list[str], name: str) -> bool:
    """Whether another card of this rank is there."""
    return any(other != name and other[0] == name[0] for other in cards)


def test_the_sheet_goes_by_escape_and_gives_the_focus_back(two: Two) -> None:
    scene = dealt("mau-mau equal_cards=on", has_mates)
    cards = hand(scene.state)
    first = next(name for name in fitting(scene.state) if name[0] in PLAIN and has_mate(cards, name))
    page, _ = two(scene, ("en", "en"))
    card = page.locator(f"#hand [data-card='{first}']")
    card.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#lay[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#lay")).to_be_hidden()
    expect(card).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # only this one
    expect(top_of(page)).to_have_attribute("data-top", first)


def test_a_double_tap_on_a_card_only_opens_its_sheet(two: Two) -> None:
    scene = dealt("mau-mau equal_cards=on", has_mates)
    cards = hand(scene.state)
    first = next(name for name in fitting(scene.state) if name[0] in PLAIN and has_mate(cards, name))
    page, _ = two(scene, ("de", "de"))
    box = page.locator(f"#hand [data-card='{first}']").bounding_box()
    assert box
    for place in (box["y"] + 20, box["y"] + box["height"] - 24):  # there the buttons of the sheet come up
        page.mouse.dblclick(box["x"] + 14, place)
        expect(page.locator("#lay[open]")).to_be_visible()
        page.keyboard.press("Escape")
    page.touchscreen.tap(box["x"] + 14, box["y"] + 20)
    page.touchscreen.tap(box["x"] + 14, box["y"] + 20)
    expect(page.locator("#lay[open]")).to_be_visible()
    expect(page.locator("#hand .card")).to_have_count(len(cards))


def has_sets(state: State) -> bool:
    """Whether a combination card that fits has two sets at least."""
    words = [word[2:4] for word in legal_words(state, state.turn or 0) if word.endswith("(*)")]
    return any(len(combinations(hand(state), name)) > 1 for name in words)


@BOTH
def test_a_combination_is_chosen_and_shown_to_all(two: Two, langs: tuple[str, str]) -> None:
    scene = dealt("double-52", has_sets)
    words = [word[2:4] for word in legal_words(scene.state, scene.state.turn or 0) if word.endswith("(*)")]
    card = next(name for name in words if len(combinations(hand(scene.state), name)) > 1)
    sets = combinations(hand(scene.state), card)
    page, other = two(scene, langs)
    tap(page, card)
    offered = page.locator("#lay[open] [name=do]")
    expect(offered).to_have_count(len(sets))
    assert sorted(button.get_attribute("value") or "" for button in offered.all()) == sets
    chosen = offered.nth(1)
    under = (chosen.get_attribute("value") or "")[5:-1].split("+")
    page.wait_for_timeout(500)
    chosen.click()
    for seen in (page, other):
        expect(top_of(seen)).to_have_attribute("data-top", card)
        expect(seen.locator("#under svg")).to_have_count(len(under))
    expect(page.locator("#rail [value=m]")).to_contain_text(says(page, "Letzte Karte!", "Last card!"))


def may_jump(state: State) -> bool:
    """Whether the seat that waits holds the twin of the top card."""
    return any(word.startswith("j ") for word in legal_words(state, 1 - (state.turn or 0)))


@BOTH
@pytest.mark.parametrize("how", ["card", "button", "key"])
def test_jumping_in(two: Callable[..., tuple[Page, Page]], langs: tuple[str, str], how: str) -> None:
    scene = dealt("mau-mau second_pack_from=2 jump_in=on", may_jump)
    seat = 1 - (scene.state.turn or 0)
    card = legal_words(scene.state, seat)[0][2:]
    page, _ = two(scene, langs, actor=seat)
    expect(page.locator(f"#hand .on[data-card='{card}']").first).to_be_visible()
    expect(page.locator("#rail .call")).to_contain_text(says(page, "Reinwerfen", "Jump in"))
    before = page.locator("#hand .card").count()
    if how == "card":
        tap(page, card)
    elif how == "button":
        page.locator("#rail .call").click()
    else:
        page.keyboard.press("j")
    expect(page.locator("#hand .card")).to_have_count(before - 1)
    expect(top_of(page)).to_have_attribute("data-top", card)


def forgot(state: State) -> bool:
    """Whether “Mau” is open, and the other seat may challenge it."""
    return state.phase == "play" and state.window in (0, 1) and state.turn == 1 - state.window


CHALLENGE = "mau-mau mau=challenge"


@BOTH
def test_a_forgotten_mau_is_challenged(two: Two, langs: tuple[str, str]) -> None:
    scene = played(CHALLENGE, forgot)
    page, other = two(scene, langs)
    call = page.locator("#rail .call")
    expect(call).to_contain_text(says(page, "Mau vergessen!", "Mau forgotten!"))
    expect(call).to_contain_text(["Alice", "Bob"][scene.state.window])
    call.click()
    expect(other.locator("#hand .card")).to_have_count(2)
    expect(call).to_have_count(0)


def test_a_late_mau_is_said_off_turn(two: Callable[..., tuple[Page, Page]]) -> None:
    scene = played(CHALLENGE, forgot)
    page, other = two(scene, ("de", "en"), actor=scene.state.window)
    page.locator("#rail [value=m]").click()
    expect(page.locator("#me .bubble")).to_have_text("Mau!")
    expect(other.locator("#rail .call")).to_have_count(0)


def mixed(state: State) -> bool:
    """Whether a plain card fits and another does not."""
    fits = fitting(state)
    return any(name not in fits for name in hand(state)) and any(name[0] in PLAIN for name in fits)


@BOTH
def test_under_strict_a_tap_is_the_try(two: Two, langs: tuple[str, str]) -> None:
    scene = dealt("mau-mau strict=on", mixed)
    cards, fits = hand(scene.state), fitting(scene.state)
    page, _ = two(scene, langs)
    expect(page.locator("#hand .card")).to_have_count(len(cards))
    expect(page.locator("#hand :is(.on, .off)")).to_have_count(0)
    tap(page, next(name for name in cards if name not in fits and name[0] != "J"))
    expect(page.locator("#hand .card")).to_have_count(len(cards) + 1)
    expect(page.locator("#me.turn")).to_have_count(0)


def test_under_strict_what_fits_is_laid_by_the_same_tap(two: Two) -> None:
    scene = dealt("mau-mau strict=on", mixed)
    card = next(name for name in fitting(scene.state) if name[0] in PLAIN)
    page, _ = two(scene, ("de", "de"))
    tap(page, card)
    expect(top_of(page)).to_have_attribute("data-top", card)


def wish_tries(fits: bool) -> Callable[[State], bool]:
    """Whether the seat on turn holds a jack that fits, or one that does not."""

    def wanted(state: State) -> bool:
        jacks = [name for name in hand(state) if name[0] == "J"]
        return len(jacks) == 1 and (jacks[0] in fitting(state)) == fits

    return wanted


@pytest.mark.parametrize("fits", [True, False])
def test_under_strict_a_wish_card_asks_for_the_suit_whether_it_fits_or_not(two: Two, fits: bool) -> None:
    scene = dealt("mau-mau strict=on wish_fits=match", wish_tries(fits))
    jack = next(name for name in hand(scene.state) if name[0] == "J")
    before = len(hand(scene.state))
    page, _ = two(scene, ("en", "en"))
    tap(page, jack)
    page.locator("#wish[open] [data-suit=H]").click()
    expect(page.locator("#hand .card")).to_have_count(before - 1 if fits else before + 1)
    expect(top_of(page)).to_have_attribute("data-wish", "H" if fits else "")


@BOTH
def test_the_dealer_wishes(two: Two, langs: tuple[str, str]) -> None:
    scene = dealt("mau-mau start_card=dealer", lambda state: state.wish_owed)
    page, other = two(scene, langs)
    expect(page.locator("#wish[open]")).to_be_visible()
    page.locator("#wish [data-suit=S]").click()
    expect(top_of(other)).to_have_attribute("data-wish", "S")
    expect(other.locator("#me")).to_contain_text(says(other, "Pik", "Spades"))


def plain_of_its_suit(cards: list[str], card: str) -> list[str]:
    """The plain cards that fit on this one by suit."""
    return [name for name in cards if name[1] == card[1] and name[0] in PLAIN]


def good_aces(state: State) -> list[str]:
    """The aces that fit and leave something to lay on them."""
    return [name for name in fitting(state) if name[0] == "A" and plain_of_its_suit(hand(state), name)]


@BOTH
def test_an_ace_obliges_to_one_more_card(two: Two, langs: tuple[str, str]) -> None:
    scene = dealt("mau-mau ace=again", lambda state: bool(good_aces(state)))
    ace = good_aces(scene.state)[0]
    more = plain_of_its_suit(hand(scene.state), ace)[0]
    page, _ = two(scene, langs)
    tap(page, ace)
    expect(page.locator("#me.turn")).to_contain_text(says(page, "Noch eine Karte", "One more card"))
    expect(page.locator("#rail [value=d]")).to_have_attribute("aria-disabled", "true")
    tap(page, more)
    expect(top_of(page)).to_have_attribute("data-top", more)
