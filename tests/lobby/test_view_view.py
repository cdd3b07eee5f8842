"""The room as a frame over plain HTTP."""

import re

from game.services import chat
from lobby.models import Lobby
from tests.lobby.conftest import JSON, Person


def test_json_is_the_view_itself(with_bob: Lobby, alice: Person) -> None:
    view = alice.view(with_bob)
    assert view["lobby"] == with_bob.pk and view["status"] == "open" and view["code"] == with_bob.code
    assert [(one["seat"], one["name"], one["host"], one["you"]) for one in view["seats"]] == [
        (0, "Alice", True, True), (1, "Bob", False, False),
    ]  # fmt: skip
    assert view["free"] == [2, 3, 4, 5, 6, 7] and view["watching"] == []
    assert view["me"] == {"seat": 0, "name": "Alice", "host": True}


def test_html_is_the_four_fragments_of_the_page(with_bob: Lobby, alice: Person) -> None:
    frame = alice.client.get(f"/en/lobby/{with_bob.pk}/view").json()
    assert frame["t"] == "snapshot"
    for name in ("invite", "seats", "rules", "rail"):
        assert frame["html"].count(f'id="{name}"') == 1
    assert "csrf" not in frame["html"]
    page = alice.sees(with_bob)
    assert frame["html"].split('id="seats"')[1][:400] in re.sub(r">\s*\n\s*<", "><", page)


def test_who_has_the_version_gets_only_the_news(with_bob: Lobby, alice: Person, bob: Person) -> None:
    alice.sees(with_bob)
    v = alice.view(with_bob)["v"]
    chat(with_bob.pk, bob.guest, "Bob", "one")
    chat(with_bob.pk, bob.guest, "Bob", "two")
    frame = alice.client.get(f"/en/lobby/{with_bob.pk}/view?v={v}&chat=1").json()
    assert frame["t"] == "same" and "html" not in frame
    assert [(line["n"], line["name"], line["text"]) for line in frame["chat"]] == [(2, "Bob", "two")]


def test_it_says_where_the_match_is(playing: Lobby, bob: Person) -> None:
    frame = bob.client.get(f"/en/lobby/{playing.pk}/view").json()
    assert frame["match"] == playing.match and frame["go"].endswith(f"/{playing.match}/")


def test_it_is_for_the_people_at_the_table_alone(lobby: Lobby, mallory: Person, bob: Person) -> None:
    bob.opens()
    for who in (mallory, bob):
        answer = who.client.get(f"/en/lobby/{lobby.pk}/view", **JSON)
        assert answer.status_code == 403 and answer.json()["error"] == "not-member"
    assert bob.client.get(f"/en/lobby/{'0' * 32}/view").status_code == 404


def test_junk_in_the_query_is_refused(lobby: Lobby, alice: Person) -> None:
    assert alice.client.get(f"/en/lobby/{lobby.pk}/view?v=x").json()["error"] == "bad-request"
    assert alice.client.post(f"/en/lobby/{lobby.pk}/view").status_code == 405
