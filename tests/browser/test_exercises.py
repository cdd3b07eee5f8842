"""Exercises and the points calculator without scripts: the answer stands where it was asked."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.server import Server

ONE_SITE = True
NewPage = Callable[..., Page]


def test_an_exercise_is_answered_in_its_place(site: Server, new_page: NewPage) -> None:
    page = new_page("en", width=360, height=800, js=False)
    page.goto(f"{site.url}/en/practice/")
    asked = page.locator("#exercise-3")
    asked.get_by_label("7 of hearts").check()
    asked.get_by_label("jack of hearts").check()
    asked.get_by_role("button").click()
    assert page.url.endswith("/en/practice/?x=3&k=1&k=3#exercise-3")
    expect(asked).to_be_in_viewport()
    expect(asked.get_by_label("jack of hearts")).to_be_checked()
    expect(asked.get_by_role("status")).to_contain_text("no jack may answer it")


def test_the_calculator_adds_up(site: Server, new_page: NewPage) -> None:
    page = new_page("en", width=360, height=800, js=False)
    page.goto(f"{site.url}/en/points/")
    for name in ("Clubs J", "Hearts 10", "Spades Q"):
        page.get_by_label(name, exact=True).check(force=True)
    page.locator(".calc button").click()
    expect(page.locator("#calculator-sum")).to_contain_text("20 + 3 + 10 = 33")
    expect(page.locator("#calculator-sum")).to_be_in_viewport()
    expect(page.get_by_label("Clubs J", exact=True)).to_be_checked()
