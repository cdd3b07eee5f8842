"""What someone sees when a page cannot be shown."""

import pytest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils.translation import override

NAMES = ["400", "403", "403_csrf", "404"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("address", "words"), [("/de/x/", "Zur Startseite"), ("/en/x/", "To the start page")]
)
def test_error_pages_are_kind_and_lead_on(client: Client, name: str, address: str, words: str) -> None:
    with override(address[1:3]):
        html = render_to_string(f"{name}.html", {"text": ""}, RequestFactory().get(address))
    assert words in html and 'name="robots" content="noindex"' in html
    assert "hreflang" not in html


def test_an_unknown_address_answers_404_in_the_language_of_the_address(client: Client) -> None:
    assert "Diese Karte liegt hier nicht" in client.get("/de/nix/").content.decode()
    response = client.get("/en/nix/")
    assert response.status_code == 404
    assert "This card isn’t on the table" in response.content.decode()
    assert not response.cookies


@pytest.mark.django_db
def test_a_vanished_match_is_told_as_such(client: Client) -> None:
    page = client.get(f"/en/table/{'0' * 32}/")
    assert page.status_code == 404
    assert "This match no longer exists. Start a new one." in page.content.decode()


def test_500_needs_neither_request_nor_database() -> None:
    html = render_to_string("500.html")
    assert "Das lag an uns" in html and "That was our mistake" in html
