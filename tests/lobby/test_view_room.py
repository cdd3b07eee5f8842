"""The room page, for its people and for others."""

from collections.abc import Callable

from lobby.models import Lobby, Member
from tests.lobby.conftest import Person


def test_the_host_sees_the_ways_in_and_the_hosts_buttons(with_bob: Lobby, alice: Person) -> None:
    page = alice.sees(with_bob)
    assert f'value="http://testserver/j/{with_bob.invite}/"' in page
    assert 'class="qr"' in page
    assert f'aria-label="Code {" ".join(with_bob.code or "")}"' in page
    for act in ("bots", "kick", "host", "start", "lock"):
        assert f"/en/lobby/{with_bob.pk}/{act}" in page


def test_a_guest_sees_no_hosts_buttons(with_bob: Lobby, bob: Person) -> None:
    page = bob.sees(with_bob)
    for act in ("bots", "kick", "host", "start", "lock", "rules"):
        assert f"/en/lobby/{with_bob.pk}/{act}" not in page
    assert "Alice starts the match" in page


def test_nothing_in_the_page_breaks_the_policy(with_bob: Lobby, alice: Person) -> None:
    page = alice.sees(with_bob)
    assert " style=" not in page and "<style" not in page and " onclick" not in page
    kinds = ("<script src=", "<script defer src=", '<script type="module" src=')
    assert page.count("<script") == sum(page.count(kind) for kind in kinds)


def test_it_is_not_cached(lobby: Lobby, alice: Person) -> None:
    assert "no-store" in alice.client.get(f"/en/lobby/{lobby.pk}/")["Cache-Control"]


def test_without_scripts_it_renews_itself_unless_told_not_to(lobby: Lobby, alice: Person) -> None:
    assert f'content="8;url=/en/lobby/{lobby.pk}/?live=1"' in alice.sees(lobby)
    still = alice.client.get(f"/en/lobby/{lobby.pk}/?still=1").content.decode()
    assert "http-equiv" not in still and f"/en/lobby/{lobby.pk}/?live=1" in still


def test_the_renewal_goes_along_to_the_match(playing: Lobby, bob: Person) -> None:
    answer = bob.client.get(f"/en/lobby/{playing.pk}/?live=1")
    assert answer.status_code == 302 and answer.url.endswith(f"/{playing.match}/")
    assert "The match is on" in bob.sees(playing)  # who goes back to the room on purpose may stay


def test_a_stranger_finds_the_door(with_bob: Lobby, mallory: Person) -> None:
    answer = mallory.client.get(f"/en/lobby/{with_bob.pk}/")
    page = answer.content.decode()
    assert answer.status_code == 200 and f'action="/j/{with_bob.invite}/"' in page
    assert "Alice" not in page and "Bob" not in page
    assert Member.objects.count() == 2


def test_somebody_sent_away_reads_one_kind_sentence(with_bob: Lobby, alice: Person, bob: Person) -> None:
    alice.does(with_bob, "kick", who=bob.row(with_bob).pk)
    answer = bob.client.get(f"/en/lobby/{with_bob.pk}/")
    assert answer.status_code == 403
    assert "Alice" not in answer.content.decode()


def test_a_table_that_is_gone_is_a_404_with_ways_on(lobby: Lobby, alice: Person) -> None:
    Lobby.objects.update(status=Lobby.Status.CLOSED)
    for room in (lobby.pk, "0" * 32, "nonsense"):
        answer = alice.client.get(f"/en/lobby/{room}/")
        assert answer.status_code == 404 and "/en/lobby/join" in answer.content.decode()


def test_names_cannot_break_the_page(lobby: Lobby, person: Callable[[str], Person], alice: Person) -> None:
    name = "<b onx=1>&\"'</b>"
    person(name).joins(lobby)
    page = alice.sees(lobby)
    assert name not in page and "&lt;b onx=1&gt;" in page


def test_a_post_to_the_room_itself_does_nothing(lobby: Lobby, alice: Person) -> None:
    answer = alice.client.post(f"/en/lobby/{lobby.pk}/")
    assert answer.status_code == 302 and answer.url == f"/en/lobby/{lobby.pk}/"


def test_it_shows_the_chat(with_bob: Lobby, alice: Person, bob: Person) -> None:
    bob.does(with_bob, "chat", text="Hello there")
    page = alice.sees(with_bob)
    assert "<bdi>Hello there</bdi>" in page and 'data-chat="1"' in page


def test_who_is_away_is_said(with_bob: Lobby, alice: Person, bob: Person) -> None:
    from game.clock import now_ms
    from game.hub import presence

    presence.clear()
    presence.start(now_ms() - 40_000)
    assert "away just now, the seat stays free" in alice.sees(with_bob)
    bob.sees(with_bob)
    assert "away just now" not in alice.sees(with_bob)
