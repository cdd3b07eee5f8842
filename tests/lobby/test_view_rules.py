"""The rule chooser of a table."""

from lobby.models import Lobby
from tests.lobby.conftest import JSON, Person


def test_the_host_chooses_and_everybody_sees_what_differs(
    with_bob: Lobby, alice: Person, bob: Person
) -> None:
    answer = alice.does(with_bob, "rules", preset="mau-mau", reverse_rank="9", match_end="rounds:3")
    assert answer.url == f"/en/lobby/{with_bob.pk}/"
    for who in (alice, bob):
        page = who.sees(with_bob)
        assert "two things not as in Mau-Mau:" in page
        assert "<b>Turns the direction: Nine</b>" in page and "in Mau-Mau: no card" in page


def test_the_form_shows_what_holds_now(lobby: Lobby, alice: Person) -> None:
    alice.does(lobby, "rules", preset="crazy-eights", seven="stack")
    page = alice.client.get(f"/en/lobby/{lobby.pk}/rules").content.decode()
    assert 'value="crazy-eights" checked' in page
    assert '<option value="stack" selected>' in page.split('name="seven"')[1].split("</select>")[0]
    assert '<option value="" selected>' in page.split('name="eight"')[1].split("</select>")[0]


def test_a_preset_with_many_differences_folds_the_rest(lobby: Lobby, alice: Person) -> None:
    alice.does(lobby, "rules", preset="tournament")
    page = alice.sees(lobby)
    assert 'id="more-rules"' in page


def test_only_the_host_may(with_bob: Lobby, bob: Person, mallory: Person) -> None:
    assert bob.client.get(f"/en/lobby/{with_bob.pk}/rules").status_code == 403
    assert bob.asks(with_bob, "rules", preset="classic").json()["error"] == "not-host"
    assert mallory.does(with_bob, "rules", preset="classic").status_code == 403
    with_bob.refresh_from_db()
    assert with_bob.rules == "mau-mau"


def test_rules_that_do_not_go_together_are_said(lobby: Lobby, alice: Person, bob: Person) -> None:
    answer = alice.does(lobby, "rules", preset="mau-mau", combos="on")
    assert answer.status_code == 400 and "do not go together" in answer.content.decode()
    assert "Combinations: This does not go together" in answer.content.decode()
    told = alice.asks(lobby, "rules", preset="mau-mau", combos="on")
    assert (told.status_code, told.json()["error"]) == (400, "bad-rules")
    assert told.json()["fields"] == {"combos": [told.json()["text"]]}
    bob.joins(lobby)
    assert bob.does(lobby, "rules", preset="nonsense").status_code == 403


def test_not_during_a_match(playing: Lobby, alice: Person) -> None:
    assert alice.client.get(f"/en/lobby/{playing.pk}/rules").status_code == 409
    assert alice.asks(playing, "rules", preset="classic").json()["error"] == "match-running"


def test_other_methods_are_refused(lobby: Lobby, alice: Person) -> None:
    assert alice.client.put(f"/en/lobby/{lobby.pk}/rules").status_code == 405


def test_a_program_sets_rules(lobby: Lobby, alice: Person) -> None:
    assert alice.client.post(f"/en/lobby/{lobby.pk}/rules", {"preset": "classic"}, **JSON).json() == {
        "lobby": lobby.pk
    }
    lobby.refresh_from_db()
    assert lobby.rules == "classic"


def test_the_line_that_was_refused_is_marked(lobby: Lobby, alice: Person) -> None:
    page = alice.does(lobby, "rules", preset="mau-mau", hand_size="70").content.decode()
    line = page.split('name="hand_size"')[1].split("</div>")[0]
    assert 'aria-invalid="true"' in line and 'class="err" id="id_hand_size_error"' in line


def test_a_rule_that_does_not_exist_is_refused_by_name(lobby: Lobby, alice: Person) -> None:
    told = alice.asks(lobby, "rules", preset="mau-mau", hand_sise="7")
    assert (told.status_code, told.json()["error"]) == (400, "bad-rules")
    assert "no rule called “hand_sise”" in told.json()["fields"]["hand_sise"][0]
    page = alice.does(lobby, "rules", preset="mau-mau", hand_sise="7")
    assert page.status_code == 400 and "no rule called “hand_sise”" in page.content.decode()
    lobby.refresh_from_db()
    assert lobby.rules == "mau-mau"


def test_opening_a_table_names_the_refused_rule(alice: Person, db: None) -> None:
    for wrong in ("hand_sise", "hand_size"):
        sent = {"name": "Alice", "preset": "mau-mau", wrong: "77"}
        told = alice.client.post("/en/lobby/", sent, **JSON)
        assert (told.status_code, told.json()["error"]) == (400, "bad-rules")
        assert list(told.json()["fields"]) == [wrong]
        assert alice.client.post("/en/lobby/", sent).status_code == 400
    assert not Lobby.objects.exists()


def test_rules_are_judged_by_the_version_if_one_is_sent(lobby: Lobby, alice: Person) -> None:
    v = alice.view(lobby)["v"]
    assert alice.asks(lobby, "rules", preset="classic", v=v).status_code == 200
    assert alice.asks(lobby, "rules", preset="mau-mau", v=v).json()["error"] == "stale"
