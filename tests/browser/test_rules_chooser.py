"""The rule chooser of solo and room: switches, the set's name, what cannot be, codes, who changed what."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.people import Person
from tests.server import Server

ONE_SITE = True
REASONS = {
    "eight": {
        "de": "Ohne Wirkung, solange die Acht die Wunschkarte ist.",
        "en": "No effect as long as the eight is the wish card.",
    },
    "mau_penalty": {
        "de": "Ohne Wirkung, solange niemand „Mau“ sagen muss.",
        "en": "No effect as long as nobody has to say “Mau”.",
    },
}


def switch(page: Page, name: str) -> Locator:
    return page.locator(f"select[name={name}]")


def opens(page: Page, group: str) -> None:
    page.locator(f"#rules-{group} summary").click()


def fits(page: Page) -> None:
    wide = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"the page scrolls sideways by {wide} px"


def chooses(page: Page, preset: str) -> None:
    page.locator("label.opt", has=page.locator(f"input[value={preset}]")).click()


def is_greyed(page: Page, name: str, lang: str) -> None:
    expect(switch(page, name)).to_be_disabled()
    expect(page.locator(f"#id_{name}-inert")).to_have_text(REASONS[name][lang])
    expect(page.locator(f"#id_{name}-inert")).to_be_visible()
    expect(switch(page, name)).to_have_accessible_description(re.compile(re.escape(REASONS[name][lang])))


def is_live(page: Page, name: str) -> None:
    expect(switch(page, name)).to_be_enabled()
    expect(page.locator(f"#id_{name}-inert")).to_be_hidden()


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_phone_sets_up_seven_off_jack_on_jack_and_five_wins(
    site: Server, new_page: Callable[..., Page], lang: str
) -> None:
    page = new_page(lang, width=360, height=800)
    page.goto(f"{site.url}/{lang}/")
    page.locator("a.way").first.click()
    chooses(page, "mau-mau")
    switch(page, "match_end").select_option("wins")
    expect(page.locator("#id_match_end_number")).to_have_value("5")
    opens(page, "special")
    switch(page, "seven").select_option("off")
    switch(page, "wish_fits").select_option("any")
    expect(page.locator("#rules-special summary [data-tell]")).to_have_text(re.compile("^2 "))
    own = re.compile("^(Custom rules|Eigene Regeln) · Mau-Mau, 3 ")
    expect(page.locator("#summary span")).to_have_text(own)
    fits(page)
    page.locator(".rail .btn-gold").click()
    expect(page.locator("#game")).to_be_visible()
    page.goto(f"{site.url}/{lang}/solo/")
    shown = {name: switch(page, name).input_value() for name in ("seven", "wish_fits", "match_end", "eight")}
    assert shown == {"seven": "off", "wish_fits": "any", "match_end": "wins", "eight": ""}


@pytest.mark.parametrize("lang", ["de", "en"])
def test_switches_without_effect_are_greyed_with_the_reason(
    site: Server, new_page: Callable[..., Page], lang: str
) -> None:
    page = new_page(lang, width=360, height=800)
    page.goto(f"{site.url}/{lang}/solo/?preset=crazy-eights")
    opens(page, "special")
    opens(page, "mau")
    for name in REASONS:
        is_greyed(page, name, lang)
    switch(page, "mau").select_option("button")
    is_live(page, "mau_penalty")
    chooses(page, "mau-mau")
    is_live(page, "eight")
    switch(page, "wish_rank").select_option("8")
    is_greyed(page, "eight", lang)
    fits(page)


def test_the_set_is_named_and_what_differs_is_counted(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("en")
    page.goto(f"{site.url}/en/solo/?preset=mau-mau")
    said = page.locator("#summary span")
    opens(page, "special")
    expect(said).to_have_text("Mau-Mau")
    switch(page, "match_end").select_option("rounds:1")
    expect(said).to_have_text("Mau-Mau")
    switch(page, "match_end").select_option("rounds:3")
    expect(said).to_have_text("Custom rules · Mau-Mau, 1 changed")
    switch(page, "eight").select_option("off")
    expect(said).to_have_text("Custom rules · Mau-Mau, 2 changed")
    chooses(page, "five-wins-points")
    expect(said).to_have_text("Custom rules · Five Wins by points, 2 changed")
    page.locator('[data-field="eight"] .back').click()
    expect(said).to_have_text("Custom rules · Five Wins by points, 1 changed")
    expect(page.locator("#rules-special summary [data-tell]")).to_be_hidden()
    page.locator("#rules-reset").click()
    chooses(page, "mau-mau")
    opens(page, "mau")
    for name, value in {"wish_rank": "8", "seven": "off", "mau": "off"}.items():
        switch(page, name).select_option(value)
    expect(said).to_have_text("Custom rules · Mau-Mau, 3 changed")
    chooses(page, "crazy-eights")
    expect(said).to_have_text("Crazy Eights")


def test_each_value_says_what_it_does_and_the_empty_one_what_the_preset_says(
    site: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page("en")
    page.goto(f"{site.url}/en/solo/?preset=five-wins")
    opens(page, "special")
    sentence = page.locator("#id_seven-help")
    first = switch(page, "seven").locator("option").first
    expect(first).to_have_text("two cards, can be passed on – as in the preset")
    expect(sentence).to_have_text(re.compile("lays a seven too"))
    switch(page, "seven").select_option("off")
    expect(sentence).to_have_text("The seven is a plain card.")
    number = page.locator("#id_match_end_number")
    expect(number).to_be_hidden()
    expect(page.locator("#id_match_end-help")).to_have_text("Whoever wins 5 rounds first has won.")
    switch(page, "match_end").select_option("limit")
    expect(number).to_have_value("100")
    assert (number.get_attribute("min"), number.get_attribute("max")) == ("20", "1000")
    number.fill("250")
    expect(page.locator("#id_match_end-help")).to_have_text(re.compile("more than 250 points"))
    switch(page, "match_end").select_option("wins")
    expect(number).to_have_value("5")
    number.fill("500")
    switch(page, "match_end").select_option("rounds:3")
    page.locator(".rail .btn-gold").click()
    expect(page.locator("#game")).to_be_visible()


def test_what_does_not_go_together_is_said_at_once_with_ways_out(
    site: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page("en", width=360, height=800)
    page.goto(f"{site.url}/en/solo/?preset=mau-mau")
    opens(page, "extras")
    note = page.locator(".clash:visible")
    switch(page, "combos").select_option("on")
    expect(note).to_contain_text("Combinations need 52 cards and always two packs.")
    note.get_by_role("button", name="Leave combinations off").click()
    expect(note).to_have_count(0)
    switch(page, "combos").select_option("on")
    note.get_by_role("button", name="Take 52 cards and always two packs").click()
    expect(note).to_have_count(0)
    expect(switch(page, "pack")).to_have_value("french52")
    fits(page)
    page.locator(".rail .btn-gold").click()
    expect(page.locator("#game")).to_be_visible()


def test_a_pasted_code_fills_the_chooser_and_the_code_follows_the_choice(
    site: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page("en", width=360, height=800)
    page.goto(f"{site.url}/en/solo/?preset=mau-mau")
    opens(page, "share")
    code = page.locator("#rules-code [data-code]")
    expect(code).to_have_text("100")
    opens(page, "special")
    switch(page, "seven").select_option("off")
    expect(code).not_to_have_text("100")
    pasted = code.inner_text()
    page.goto(f"{site.url}/en/solo/?preset=classic")
    page.locator("label", has=page.locator("input[name=bots_count][value='5']")).click()
    opens(page, "share")
    page.locator("#paste-rules").fill(f"Our rules: {site.url}/de/regeln/{pasted.upper()}/")
    page.locator("#paste-rules").press("Enter")
    expect(switch(page, "seven")).to_have_value("off")
    expect(page.locator("#summary b")).to_contain_text("5 bots")
    expect(page.locator("#summary span")).to_have_text("Custom rules · Mau-Mau, 1 changed")
    page.goto(f"{site.url}/en/solo/?rules=oops")
    expect(page.locator("#paste-rules")).to_be_focused()
    expect(page.locator("#paste-err")).to_be_visible()
    fits(page)


def test_a_second_person_is_told_who_changed_the_rules(site: Server, new_page: Callable[..., Page]) -> None:
    alice = Person(new_page("en"), "Alice", site.url, "en")
    bob = Person(new_page("en", width=360, height=800), "Bob", site.url, "en")
    bob.joins(alice.opens_a_table())
    expect(bob.page.locator("#rules")).to_contain_text("just as usual")
    alice.page.goto(alice.page.url + "rules")
    chooses(alice.page, "crazy-eights")
    opens(alice.page, "special")
    is_greyed(alice.page, "eight", "en")
    chooses(alice.page, "mau-mau")
    switch(alice.page, "seven").select_option("draw")
    alice.page.locator("#m ~ .rail .btn-gold").click()
    expect(bob.page.locator(".toast")).to_have_text("Alice changed the rules: Seven – two cards, no answer")
    for person in (alice, bob):
        card = person.page.locator("#rules")
        expect(card.locator(".change")).to_contain_text("Alice changed the rules:")
        expect(card.locator(".change")).to_contain_text("draws two cards and may not answer")
        expect(card).to_contain_text("Custom rules")
    bob.page.reload()
    expect(bob.page.locator("#rules .change")).to_be_visible()
    fits(bob.page)


def test_without_scripts_the_sentences_stand_there_and_the_nearest_choice_is_a_button(
    site: Server, new_page: Callable[..., Page]
) -> None:
    page = new_page("en", js=False)
    page.goto(f"{site.url}/en/solo/?preset=crazy-eights")
    opens(page, "special")
    expect(page.locator("#id_eight-inert")).to_have_text(REASONS["eight"]["en"])
    expect(page.locator("#id_seven-help")).to_have_text("What a seven does to the next player.")
    switch(page, "eight").select_option("counter")
    opens(page, "extras")
    switch(page, "combos").select_option("on")
    page.locator(".rail .btn-gold").click()
    expect(page.locator(".clash:visible")).to_contain_text("Combinations need 52 cards")
    page.locator(".clash:visible").get_by_role("button", name="Take 52 cards and always two packs").click()
    expect(page.locator("#game")).to_be_visible()


def test_without_scripts_a_code_fills_the_chooser(site: Server, new_page: Callable[..., Page]) -> None:
    page = new_page("en", js=False)
    page.goto(f"{site.url}/en/solo/")
    opens(page, "share")
    page.locator("#paste-rules").fill("five-wins seven=off")
    page.locator("button[form=paste]").click()
    expect(switch(page, "seven")).to_have_value("off")
    expect(page.locator("#summary span")).to_have_text("Custom rules · Five Wins")
