"""What is wrong in a text is said in the language of who reads it, whatever language the text has."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.translation import override

from content import facts, texts
from content.faults import Fault
from content.figures import FigureError
from content.inline import WHOLE_GAME, TextError
from content.links import NoSuchLink, address
from content.markdown import check, render

pytestmark = pytest.mark.django_db


def test_a_fault_is_translated_when_it_is_read() -> None:
    with override("de"):
        fault = Fault("Search")
        assert str(fault) == "Suchen"
    with override("en"):
        assert str(fault) == "Search"


def test_faults_of_a_text_stay_translatable_with_their_line() -> None:
    text = texts.file_text("tips", "de")._replace(body="Kurz.\n\n{mau-mau.nothing} [dort](page:nowhere)\n")
    fact, link = render(text).problems
    with override("en"):
        assert (fact.line, str(fact)) == (3, "there is no fact {mau-mau.nothing}")
        assert (link.line, str(link)) == (3, "the link page:nowhere leads nowhere")
    with pytest.raises(TextError):
        check(text)


def test_what_raises_says_which() -> None:
    with override("en"):
        with pytest.raises(FigureError, match="there is no preset “skat”"):
            facts.rules_of("skat")
        with pytest.raises(NoSuchLink, match="the link go:moon leads nowhere"):
            address("go:moon")


def test_no_line_ends_within_the_games_name() -> None:
    text = texts.file_text("tips", "en")._replace(
        body="Short.\n\n## Mau-Mau {#a}\n\nPlay Mau-Mau & *Mau-Mau*.\n"
    )
    html = "".join(str(piece) for piece in render(text).pieces)
    assert html.count(WHOLE_GAME) == html.count("Mau-Mau") == 3
    assert "&amp;" in html and render(text).headings[0].words == "Mau-Mau"


def test_nor_in_the_lists_of_games_or_the_title(client: Client) -> None:
    html = client.get("/en/rules/").content.decode()
    assert f"<h1>{WHOLE_GAME} and Crazy Eights" in html
    assert re.search(rf'<li><b>5 cards:</b> <a href="[^"]+">{WHOLE_GAME}</a>', html)
