"""The invite link: harmless to fetch, names nobody, and lets people in by POST."""

from lobby.models import Lobby, Member
from tests.lobby.conftest import JSON, Person


def test_a_messenger_may_fetch_it(with_bob: Lobby, mallory: Person) -> None:
    before = list(Lobby.objects.values()), list(Member.objects.values())
    for method in (mallory.client.get, mallory.client.head):
        answer = method(f"/j/{with_bob.invite}/")
        assert answer.status_code == 200
        assert "maumau_guest" not in answer.cookies
    assert (list(Lobby.objects.values()), list(Member.objects.values())) == before


def test_the_preview_names_nobody(with_bob: Lobby, mallory: Person) -> None:
    page = mallory.client.get(f"/j/{with_bob.invite}/").content.decode()
    assert '<meta property="og:title" content="Setz dich dazu – Mau-Mau">' in page
    for secret in ("Alice", "Bob", with_bob.pk, with_bob.code or "?"):
        assert secret not in page


def test_it_speaks_the_visitors_language(lobby: Lobby, mallory: Person) -> None:
    english = mallory.client.get(f"/j/{lobby.invite}/", HTTP_ACCEPT_LANGUAGE="en")
    assert '<html lang="en">' in english.content.decode()
    german = mallory.client.get(f"/j/{lobby.invite}/", HTTP_ACCEPT_LANGUAGE="fr")
    assert '<html lang="de">' in german.content.decode()


def test_its_language_can_be_changed_and_is_remembered(lobby: Lobby, mallory: Person) -> None:
    here = f"/j/{lobby.invite}/"
    german = mallory.client.get(here, HTTP_ACCEPT_LANGUAGE="de").content.decode()
    assert f'<a href="{here}?lang=en" lang="en" hreflang="en"' in german
    for code, address in (("de", f"{here}?lang=de"), ("en", f"{here}?lang=en"), ("x-default", here)):
        assert f'<link rel="alternate" hreflang="{code}" href="http://testserver{address}">' in german
    answer = mallory.client.get(f"{here}?lang=en", HTTP_ACCEPT_LANGUAGE="de")
    assert '<html lang="en">' in answer.content.decode() and "maumau_guest" not in answer.cookies
    assert f'<a href="{here}?lang=de" lang="de"' in answer.content.decode()
    assert mallory.client.cookies["maumau_lang"].value == "en"
    assert '<html lang="en">' in mallory.client.get(here, HTTP_ACCEPT_LANGUAGE="de").content.decode()
    assert mallory.client.post(here, {"name": "Mallory"}).url == f"/en/lobby/{lobby.pk}/"


def test_a_language_nobody_speaks_here_changes_nothing(lobby: Lobby, mallory: Person) -> None:
    for odd in ("fr", "", "en-GB", "\x00", "x" * 500):
        answer = mallory.client.get(f"/j/{lobby.invite}/", {"lang": odd}, HTTP_ACCEPT_LANGUAGE="de")
        assert '<html lang="de">' in answer.content.decode() and "maumau_lang" not in answer.cookies


def test_a_link_that_is_gone_is_told_in_the_language_asked_for(mallory: Person, db: None) -> None:
    page = mallory.client.get(f"/j/{'0' * 32}/?lang=en", HTTP_ACCEPT_LANGUAGE="de").content.decode()
    assert '<html lang="en">' in page and f"/j/{'0' * 32}/?lang=de" in page


def test_joining_leads_to_a_seat(lobby: Lobby, bob: Person) -> None:
    answer = bob.joins(lobby)
    assert answer.status_code == 302 and answer.url.endswith(f"/lobby/{lobby.pk}/")
    assert bob.row(lobby).seat == 1


def test_who_is_inside_already_goes_straight_to_the_room(with_bob: Lobby, bob: Person) -> None:
    answer = bob.client.get(f"/j/{with_bob.invite}/")
    assert answer.status_code == 302 and answer.url.endswith(f"/lobby/{with_bob.pk}/")
    assert bob.joins(with_bob).status_code == 302
    assert Member.objects.filter(guest=bob.guest).count() == 1


def test_during_a_match_it_gives_a_spectators_place(playing: Lobby, charlie: Person) -> None:
    answer = charlie.client.post(f"/j/{playing.invite}/", {"name": "Charlie"}, **JSON)
    assert answer.json() == {
        "lobby": playing.pk, "seat": None, "socket": f"/ws/lobby/{playing.pk}/", "match": playing.match,
    }  # fmt: skip
    assert charlie.client.get(f"/en/table/{playing.match}/").status_code == 200


def test_a_bad_name_is_said_at_the_field(lobby: Lobby, mallory: Person) -> None:
    answer = mallory.client.post(f"/j/{lobby.invite}/", {"name": ""})
    assert answer.status_code == 400 and 'id="nm-err"' in answer.content.decode()
    assert Member.objects.count() == 1


def test_a_locked_table_says_so(lobby: Lobby, alice: Person, bob: Person) -> None:
    alice.does(lobby, "lock", lock="on")
    answer = bob.joins(lobby)
    assert answer.status_code == 403 and 'role="alert"' in answer.content.decode()


def test_somebody_sent_away_stays_outside(playing: Lobby, alice: Person, bob: Person) -> None:
    alice.does(playing, "kick", who=bob.row(playing).pk)
    for answer in (bob.client.get(f"/j/{playing.invite}/"), bob.joins(playing)):
        assert answer.status_code == 403
        assert "Alice" not in answer.content.decode()


def test_an_unknown_or_expired_link_is_a_kind_404(lobby: Lobby, bob: Person) -> None:
    Lobby.objects.update(status=Lobby.Status.CLOSED)
    for token in (lobby.invite, "0" * 32, "x"):
        answer = bob.client.get(f"/j/{token}/")
        assert answer.status_code == 404
        assert "lobby/join" in answer.content.decode()
        assert bob.client.post(f"/j/{token}/", {"name": "Bob"}, **JSON).json()["error"] == "lobby-gone"
