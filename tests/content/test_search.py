"""Who searches finds: questions as readers type them, in any form, with slips, in words of other packs."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from content.models import EditionNumber, Question
from content.search import MOST, index, search
from content.search.index import Index, Place
from content.search.snippet import snippet
from content.search.words import one_slip, parts, stem
from tests.content.site import Nested

# What is typed, and the place that has to come first (page key and anchor); of several, any will do.
FOUND = {
    "de": {
        "bube auf bube": "faq#jack-on-jack mistakes#jack-on-jack",
        "Bubbe auf Bube": "faq#jack-on-jack mistakes#jack-on-jack",
        "jack auf jack": "faq#jack-on-jack mistakes#jack-on-jack",
        "Unter auf Unter": "faq#jack-on-jack mistakes#jack-on-jack",
        "mau vergessen": "faq#forgot-mau mistakes#forgot-mau",
        "Stapel leer": "faq#stock-empty rules#stock",
        "talon leer": "faq#stock-empty rules#stock",
        "Wer fängt an?": "faq#who-begins",
        "wer faengt an": "faq#who-begins",
        "letzte karte sieben": "faq#last-seven",
        "Wunschkarte": "special-cards#wish house-rules#wish_rank terms#wish-card",
        "Wunschkarten": "special-cards#wish house-rules#wish_rank terms#wish-card",
        "Ablagestapel": "terms#discard-pile",
        "aussetzen": "terms#skip special-cards#eight faq#eight-on-eight",
        "skip": "terms#skip special-cards#eight faq#eight-on-eight",
        "wünschen": "terms#wish rules#wish special-cards#wish",
        "wuenschen": "terms#wish rules#wish special-cards#wish",
        "+4": "terms#wish rules#wish special-cards#wish",
        "uno": "what-is faq#difference",
        "wie viele karten": "faq#deal",
        "muss ich legen wenn ich kann": "faq#must-i",
        "gezogene karte legen": "faq#drawn-card",
        "wieviel zählt das ass": "faq#points points#tables",
        "haeufige fehler": "mistakes",
        "Richtungswechsel": "terms#reversal house-rules#reverse_rank",
        "konto": "faq#free",
        "schummeln": "fair-shuffle",
        "Tschau Sepp": "history#elsewhere",
        "zuschauen": "terms#spectator play-here#watch",
        "datenschutz": "privacy",
        "sibben": "house-rules#seven special-cards#seven",
        "turnier": "variants#tournament",
        "zeit abgelaufen": "faq#time-out rules#time",
        "regeln ausdrucken": "print",
        "Labor": "lab",
        "Hausregeln testen": "lab",
        "Regeln simulieren": "lab",
        "Tipp": "play-here#coach",
        "Rückblick": "play-here#coach",
        "Bots": "terms#bot play-here#solo",
        "Können die Bots meine Karten sehen?": "faq#see-cards",
        "mit dem Buben aufhören": "mistakes#finish-on-jack faq#last-jack",
    },
    "en": {
        "jack on jack": "faq#jack-on-jack mistakes#jack-on-jack",
        "jakc on jack": "faq#jack-on-jack mistakes#jack-on-jack",
        "forgot mau": "faq#forgot-mau mistakes#forgot-mau",
        "empty stock": "faq#stock-empty rules#stock",
        "who starts": "faq#who-begins",
        "miss a turn": "terms#skip special-cards#eight faq#eight-on-eight",
        "skipped": "terms#skip special-cards#eight faq#eight-on-eight",
        "wild card": "special-cards#wish house-rules#wish_rank terms#wish-card",
        "discard pile": "terms#discard-pile",
        "how many cards": "faq#deal",
        "must I play if I can": "faq#must-i",
        "play drawn card": "faq#drawn-card",
        "common mistakes": "mistakes",
        "reverse direction": "house-rules#reverse_rank terms#reversal",
        "is it free": "faq#free",
        "cheating": "fair-shuffle",
        "sevven": "house-rules#seven special-cards#seven",
        "time runs out": "faq#time-out rules#time",
        "last card seven": "faq#last-seven",
        "lab": "lab",
        "house rules test": "lab",
        "simulate rules": "lab",
        "hint": "play-here#coach",
        "review of my match": "play-here#coach",
        "bots": "terms#bot play-here#solo",
        "can the bots see my cards": "faq#see-cards",
        "switch pesten": "history#elsewhere",
        "German pack": "history#german-pack faq#german-pack",
        "house rules": "house-rules",
    },
}
# What is typed, the places of which one has to be among the first, and among how many.
NEAR_THE_TOP = (
    ("de", "Bubbe", "faq#jack-on-jack", 1),
    ("de", "Buube", "faq#jack-on-jack", 1),
    ("de", "Acth", "special-cards#eight house-rules#eight", 1),
    ("de", "Seiben", "special-cards#seven house-rules#seven", 1),
    ("de", "Wir spielen Mau-Mau. Oben liegt Kreuz Bube, gewünscht ist Herz. Darf ich Karo Bube legen?",
     "faq#jack-on-jack faq#wish-jack", 3),
    ("de", "mit Bube fertig werden", "faq#last-jack", 3),
    ("de", "fünf Karten fällig nur noch drei", "faq#nothing-left", 5),
    ("de", "drei Siebenen", "faq#third-seven", 3),
    ("de", "zu fünft", "faq#how-many", 1),
    ("de", "zu sechst", "faq#how-many", 1),
    ("de", "wir sind acht Leute", "faq#how-many", 1),
    ("en", "does the wish still hold", "faq#wish-draw", 3),
    ("en", "draw pile", "faq#stock-empty", 3),
    ("en", "draw pile empty", "faq#stock-empty", 3),
    ("en", "six players packs", "faq#how-many", 3),
    ("en", "pick up", "rules#draw house-rules#draw house-rules#draw_when terms#draw", 1),
)  # fmt: skip
PAIRS = [(language, query) for language, queries in FOUND.items() for query in queries]
STRANGE = (
    "", "   ", "?", "%", "'; DROP TABLE", "<script>alert(1)</script>", "\x00\u202e", "♥", "🂡", "a" * 10_000,
    "karte " * 3_000, "ÄÖÜ ß", "\ud83d".encode("utf-8", "replace").decode(),
)  # fmt: skip


def address(place: str, language: str) -> str:
    key, _, anchor = place.partition("#")
    with override(language):
        return reverse(f"content:{key}") + (f"#{anchor}" if anchor else "")


@pytest.mark.parametrize(("language", "query"), PAIRS)
def test_what_is_asked_comes_first(language: str, query: str) -> None:
    wanted = [address(place, language) for place in FOUND[language][query].split()]
    hits = [hit.url for hit in search(query, language)]
    assert hits and hits[0] in wanted, hits[:3]


@pytest.mark.parametrize(("language", "query", "places", "first"), NEAR_THE_TOP)
def test_what_is_asked_is_among_the_first(language: str, query: str, places: str, first: int) -> None:
    hits = [hit.url for hit in search(query, language)[:first]]
    assert not set(hits).isdisjoint(address(place, language) for place in places.split()), hits


def test_parts_are_found_by_the_whole_and_the_whole_by_its_parts() -> None:
    places = [Place("/whole", "Herzkarten", "", "Eins."), Place("/parts", "Jede Karte in Herz", "", "Zwei.")]
    known = Index("de", places)
    for query in ("Herzkarte", "Herz", "Karten"):
        assert {one.place.url for one in known.find(query)} == {"/whole", "/parts"}, query


@pytest.mark.parametrize(
    ("word", "consists_of"),
    [("wunschkarte", "wunsch karte"), ("ablagestapel", "ablage stapel"), ("rundenende", "runde ende"),
     ("strafkarte", "karte"), ("karte", ""), ("spielt", "")],
)  # fmt: skip
def test_compounds(word: str, consists_of: str) -> None:
    known = {stem(part, "de") for part in ("wunsch", "karte", "ablage", "stapel", "runde", "ende")}
    assert parts(word, "de", known) == [stem(part, "de") for part in consists_of.split()]


@pytest.mark.parametrize("word", ["hände", "haende", "hande", "Hand"])
def test_umlauts_are_one_letter(word: str) -> None:
    assert stem(word.lower(), "de") == "hand"


@pytest.mark.parametrize(
    ("a", "b", "near"),
    [("sieben", "siben", True), ("sieben", "siebben", True), ("sieben", "seiben", True),
     ("sieben", "sieken", True), ("sieben", "seibne", False), ("sieben", "sien", False),
     ("karte", "katre", True), ("karte", "arte", True), ("karte", "kartee", True)],
)  # fmt: skip
def test_one_slip_of_the_finger(a: str, b: str, near: bool) -> None:
    assert one_slip(a, b) is one_slip(b, a) is near


def test_a_short_word_is_taken_as_it_stands() -> None:
    """Of four letters the first has to be right: else too many words would be near."""
    known = Index("en", [Place("/", "Hand", "", "Band")])
    assert not known.find("land") and known.find("hand") and known.find("hnad")


def test_a_title_counts_more_than_a_heading_and_a_heading_more_than_text() -> None:
    places = [
        Place("/text", "Rules", "Turns", "A penalty is two cards, then it goes on with the next one."),
        Place("/heading", "Rules", "Penalty", "Two cards, then it goes on with the next one in turn."),
        Place("/title", "Penalty", "", "Two cards, then it goes on with the next one in their turn."),
    ]
    found = [one.place.url for one in Index("en", places).find("penalties")]
    assert found == ["/title", "/heading", "/text"]


def test_a_snippet_shows_and_marks_what_was_found() -> None:
    text = "Nothing here. " * 30 + "A <b>jack</b> fits on any card. " + "Nothing there. " * 30
    known = Index("en", [Place("/", "Page", "", text)])
    shown = snippet(known, text, known.find("jacks")[0].stems)
    assert "A &lt;b&gt;<mark>jack</mark>&lt;/b&gt; fits on any card." in shown
    assert shown.startswith("Nothing here. … ") and shown.endswith(" …")
    assert len(re.sub("<[^>]+>", "", shown)) < 250


def test_a_snippet_begins_with_the_short_answer() -> None:
    hits = {hit.url: hit.snippet for hit in search("nach der dritten Sieben", "de")}
    assert hits[address("faq#third-seven", "de")].startswith("Sechs Karten. ")
    text = "This first sentence says so much that nobody would call it a short answer to it. " * 5 + "Jack."
    assert snippet(Index("en", []), text, frozenset({"jack"})).startswith("… ")


@pytest.mark.parametrize("query", STRANGE)
@pytest.mark.parametrize("language", ["de", "en"])
def test_strange_queries_are_safe(language: str, query: str) -> None:
    response = Client().get(address("search", language), {"q": query})
    page = response.content.decode()
    assert response.status_code == 200
    assert len(page) < 60_000 and "<script>alert" not in page
    assert Nested(page).faults == []


def test_what_is_longer_than_any_word_is_not_read() -> None:
    assert search("Kartenspiel" * 4, "de") == []
    known = search("Ablagestapel", "de")
    assert search(f"Ablagestapel {'Kartenspiel' * 4}", "de") == known != []


def test_who_finds_nothing_is_told_what_to_do() -> None:
    page = Client().get(address("search", "en"), {"q": "xyzzy"}).content.decode()
    assert "Nothing found for “xyzzy”" in page
    assert f'href="{address("ask", "en")}"' in page


def test_results_are_not_for_other_search_engines() -> None:
    url = address("search", "de")
    noindex = '<meta name="robots" content="noindex">'
    assert noindex not in Client().get(url).content.decode()
    assert noindex in Client().get(url, {"q": "Bube"}).content.decode()


def test_the_questions_begin_with_a_field() -> None:
    page = Client().get(address("faq", "de")).content.decode()
    assert f'action="{address("search", "de")}"' in page and 'method="post"' not in page


def test_there_is_an_end_to_the_hits() -> None:
    assert len(search("Karte", "de")) == MOST
    assert len({hit.url for hit in search("Karte", "de")}) == MOST


def test_every_place_is_there() -> None:
    """Each address of the index answers, and its page has the anchor."""
    pages: dict[str, str] = {}
    for language in ("de", "en"):
        for place in index(language).places:
            path, _, anchor = place.url.partition("#")
            html = pages.setdefault(path, "") or Client().get(path).content.decode()
            pages[path] = html
            assert not anchor or f'id="{anchor}"' in html, place.url


def test_an_answer_is_found_as_soon_as_it_is_published() -> None:
    assert not search("Zwetschgendatschi", "de")
    question = Question.objects.create(
        page="faq", language="de", question_de="Darf ich dabei Zwetschgendatschi essen?", once="a",
        answer_de="**Ja**, gern.", state=Question.State.PUBLISHED, answered=date(2026, 12, 1),
    )  # fmt: skip
    EditionNumber.move()
    hits = search("Zwetschgendatschi", "de")
    assert [hit.url for hit in hits] == [address(f"faq#q{question.pk}", "de")]
    assert hits[0].snippet == "Ja, gern."
