"""GET and POST of the page that opens a table."""

from game.engine import rules_name
from lobby.models import Lobby, Member
from tests.lobby.conftest import JSON, Person


def test_the_form_is_empty_for_somebody_new_and_changes_nothing(db: None, alice: Person) -> None:
    answer = alice.client.get("/en/lobby/")
    assert answer.status_code == 200
    assert 'name="name"' in answer.content.decode()
    assert "maumau_guest" not in answer.cookies
    assert not Lobby.objects.exists()


def test_the_last_name_is_offered_again(lobby: Lobby, alice: Person) -> None:
    assert 'value="Alice"' in alice.client.get("/en/lobby/").content.decode()


def test_opening_leads_to_the_room(db: None, alice: Person) -> None:
    answer = alice.client.post("/de/lobby/", {"name": "  Alice \u202e "})
    lobby = Lobby.objects.get()
    assert answer.url == f"/de/lobby/{lobby.pk}/"
    assert lobby.lang == "de" and len(lobby.pk) == 32 and len(lobby.invite) == 32
    assert Member.objects.get().name == "Alice"
    assert answer.cookies["maumau_guest"]["httponly"]


def test_a_bad_name_is_said_at_the_field(db: None, alice: Person) -> None:
    answer = alice.client.post("/en/lobby/", {"name": "\u200b"})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert 'aria-invalid="true"' in page and 'aria-describedby="nm-err"' in page and 'id="nm-err"' in page
    assert not Lobby.objects.exists()


def test_a_program_gets_all_it_needs(db: None, alice: Person) -> None:
    answer = alice.client.post("/en/lobby/", {"name": "Alice", "preset": "crazy-eights"}, **JSON)
    lobby = Lobby.objects.get()
    assert answer.json() == {
        "lobby": lobby.pk,
        "code": lobby.code,
        "invite": f"http://testserver/j/{lobby.invite}/",
        "socket": f"/ws/lobby/{lobby.pk}/",
    }
    assert lobby.rules.startswith("crazy-eights")


def test_a_program_may_choose_single_rules(db: None, alice: Person) -> None:
    lobby = alice.opens(seven="off", match_end="rounds:3")
    assert lobby.rules == "mau-mau seven=off match_end=rounds:3"


def test_rules_that_do_not_exist_are_refused(db: None, alice: Person) -> None:
    answer = alice.client.post("/en/lobby/", {"name": "Alice", "preset": "uno"}, **JSON)
    assert answer.status_code == 400 and answer.json()["error"] == "bad-rules"
    assert alice.client.post("/en/lobby/", {"name": "Alice", "seven": "boom"}).status_code == 400
    assert not Lobby.objects.exists()


def test_new_tables_begin_with_mau_mau_in_both_languages(db: None, alice: Person) -> None:
    for lang in ("de", "en"):
        alice.client.post(f"/{lang}/lobby/", {"name": "Alice"})
    from game.engine import parse_rules

    assert {rules_name(parse_rules(lobby.rules)) for lobby in Lobby.objects.all()} == {"mau-mau"}
