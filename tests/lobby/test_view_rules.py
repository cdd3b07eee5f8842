"""The rule chooser of a table."""

import pytest

from game.engine import FIELDS, parse_rules, rules_code
from game.models import Match
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
        assert "<b>A nine turns the direction of play.</b>" in page
        assert "in Mau-Mau: No card turns the direction." in page


def test_the_form_shows_what_holds_now(lobby: Lobby, alice: Person) -> None:
    alice.does(lobby, "rules", preset="crazy-eights", seven="stack")
    page = alice.client.get(f"/en/lobby/{lobby.pk}/rules").content.decode()
    assert 'value="crazy-eights" checked' in page
    seven, eight = (page.split(f'name="{name}"')[1].split("</select>")[0] for name in ("seven", "eight"))
    assert 'value="stack"' in seven.split(" selected")[0].rpartition("<option")[2]
    assert " selected" not in eight, "so that the first one holds: as in the preset"


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
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "<p>Combinations need 52 cards and always two packs." in page
    assert 'value="pack=french52 second_pack_from=2">Take 52 cards and always two packs<' in page
    told = alice.asks(lobby, "rules", preset="mau-mau", combos="on")
    assert (told.status_code, told.json()["error"]) == (400, "bad-rules")
    assert told.json()["fields"] == {"combos": [told.json()["text"]]}
    assert told.json()["nearest"] == [
        {
            "text": "Take 52 cards and always two packs",
            "fields": {"pack": "french52", "second_pack_from": "2"},
            "rules": told.json()["nearest"][0]["rules"],
        },
        {"text": "Leave combinations off", "fields": {"combos": "off"}, "rules": "mau-mau"},
    ]
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


def test_a_button_takes_the_nearest_choice(lobby: Lobby, alice: Person) -> None:
    answer = alice.does(lobby, "rules", combos="on", fix="pack=french52 second_pack_from=2")
    assert answer.status_code == 302
    lobby.refresh_from_db()
    rules = parse_rules(lobby.rules)
    assert (rules.pack, rules.second_pack_from, rules.combos) == ("french52", "2", "on")


@pytest.mark.parametrize("field", FIELDS)
def test_every_switch_can_be_set_and_played(lobby: Lobby, alice: Person, field: str) -> None:
    alice.does(lobby, "bots", add="easy")
    value = FIELDS[field][-1]
    combos = {} if field == "combos" or field in ("pack", "second_pack_from") else {"combos": "on"}
    sent = {"pack": "french52", "second_pack_from": "2", **combos, field: value}
    assert alice.does(lobby, "rules", preset="mau-mau", **sent).status_code == 302
    match = alice.asks(lobby, "start").json()["match"]
    held = parse_rules(Match.objects.get(pk=match).rules)
    assert held.values()[field] == value


def test_a_code_fills_the_chooser(lobby: Lobby, alice: Person) -> None:
    code = rules_code(parse_rules("five-wins points=jack2"))
    page = alice.client.get(f"/en/lobby/{lobby.pk}/rules?rules={code.upper()}").content.decode()
    assert 'value="five-wins" checked' in page
    assert "Custom rules · Five Wins" in page
    bad = alice.client.get(f"/en/lobby/{lobby.pk}/rules?rules=oops").content.decode()
    assert "That is no rules code." in bad and 'value="oops" aria-invalid="true"' in bad
    alice.does(lobby, "rules", rules=f"https://x.example/en/lobby/?rules={code}")
    lobby.refresh_from_db()
    assert lobby.rules == "five-wins points=jack2"
    assert alice.view(lobby)["rules_code"] == code
    assert code in alice.sees(lobby)


def test_everybody_sees_who_changed_the_rules_until_the_next_match(
    with_bob: Lobby, alice: Person, bob: Person
) -> None:
    alice.does(with_bob, "rules", preset="mau-mau", seven="draw")
    for who in (alice, bob):
        page = who.sees(with_bob)
        assert 'data-news="Alice changed the rules: Seven – two cards, no answer"' in page
        assert "After a seven the next player draws two cards and may not answer." in page
        assert "before: After a seven the next player draws two, or lays a seven too" in page
    alice.does(with_bob, "rules", preset="tournament")
    page = bob.sees(with_bob)
    assert 'data-news="Alice changed the rules: Tournament"' in page and 'id="more-changes"' in page
    alice.does(with_bob, "rules", preset="tournament", strict="on")
    assert " more\"" in bob.sees(with_bob).split('data-news="')[1].split(">")[0]
    alice.does(with_bob, "start")
    with_bob.refresh_from_db()
    assert (with_bob.rules_was, with_bob.rules_by) == ("", "")


def test_taken_back_is_not_changed(with_bob: Lobby, alice: Person, bob: Person) -> None:
    alice.does(with_bob, "rules", preset="classic")
    alice.does(with_bob, "rules", preset="mau-mau")
    assert 'data-news=""' in bob.sees(with_bob)
    assert bob.view(with_bob)["rules_was"] == ""


def test_what_has_no_effect_is_no_news(with_bob: Lobby, alice: Person, bob: Person) -> None:
    alice.does(with_bob, "rules", preset="mau-mau", six="stack")
    assert 'data-news=""' in bob.sees(with_bob)


def test_what_nobody_else_saw_is_no_news(lobby: Lobby, alice: Person) -> None:
    alice.does(lobby, "rules", preset="classic")
    assert 'data-news=""' in alice.sees(lobby)


@pytest.mark.parametrize("text", ["five-wins points=jack2", "{code}", "http://x.example/de/solo/?rules={code}"])
def test_a_table_opens_with_rules_that_came_along(db: None, alice: Person, text: str) -> None:
    code = rules_code(parse_rules("five-wins points=jack2"))
    page = alice.client.get("/en/lobby/", {"rules": text.format(code=code)}).content.decode()
    assert "The table opens with these rules:" in page and "Nobody may go out on a wish card." in page
    assert f'name="rules" value="{code}"' in page
    table = alice.opens(rules=code)
    assert table.rules == "five-wins points=jack2"


def test_a_bad_code_at_the_door_is_told_at_the_field(db: None, alice: Person) -> None:
    for answer in (
        alice.client.get("/en/lobby/", {"rules": "oops"}),
        alice.client.post("/en/lobby/", {"name": "Alice", "rules": "oops"}),
    ):
        page = answer.content.decode()
        assert "That is no rules code." in page and 'value="oops" aria-invalid="true"' in page
    assert not Lobby.objects.exists()


def test_who_comes_by_the_link_knows_what_is_played(with_bob: Lobby, alice: Person, charlie: Person) -> None:
    assert "Just as usual" in charlie.client.get(f"/j/{with_bob.invite}/?lang=en").content.decode()
    alice.does(with_bob, "rules", preset="five-wins")
    page = charlie.client.get(f"/j/{with_bob.invite}/?lang=en").content.decode()
    assert "<b>Five Wins</b>" in page and "Nobody may go out on a wish card." in page
    assert "Alice" not in page and "Bob" not in page
    charlie.joins(with_bob)
    assert "Five Wins: nine things not as in Mau-Mau" in charlie.sees(with_bob)
