"""From a name to the rematch with scripts off: every form of the lobby, pressed as it stands there."""

import re
from collections.abc import Callable

from lobby.models import Lobby
from tests.lobby.pages import Reader


def code_on(page: str) -> str:
    found = re.search(r'aria-label="Code ([\d ]+)"', page)
    assert found
    return found.group(1)


def test_from_a_name_to_the_rematch(db: None, end_match: Callable[[str], None]) -> None:
    alice, bob, charlie = Reader(), Reader(), Reader()

    alice.goes("/en/lobby/")
    alice.presses({"class": "btn btn-gold"}, name="Alice")
    lobby = Lobby.objects.get()
    room = f"/en/lobby/{lobby.pk}/"
    assert alice.url == room

    link = re.search(r'readonly value="http://testserver(/j/[0-9a-f]+/)"', alice.text)
    assert link
    bob.goes("/en/lobby/join")
    bob.presses({"class": "btn btn-gold"}, name="Bob", code=code_on(alice.text))
    assert bob.url == room
    charlie.client.cookies["maumau_lang"] = "en"
    charlie.goes(link.group(1))
    charlie.presses({"name": "watch"}, name="Charlie")
    assert charlie.url == room and "You are watching." in charlie.text

    alice.waits()
    assert "Bob" in alice.text and "Charlie" in alice.text
    alice.presses({"name": "add"})
    alice.presses({"name": "add"})
    assert "Ada" in alice.text and "Bruno" in alice.text
    alice.presses({"name": "remove", "value": "3"})
    assert "Bruno" not in alice.text
    alice.presses({"name": "apply"}, set="2:hard")
    bob.waits()
    assert "Bot, hard" in bob.text

    bob.presses({"name": "up"})
    bob.presses({"name": "down"})
    bob.presses({"class": "btn btn-card btn-s"}, name="Robert")
    assert "Robert" in bob.text
    bob.presses({"aria-label": "Send"}, text="Hello from Bob")
    alice.waits()
    assert "Hello from Bob" in alice.text

    alice.goes(f"{room}rules")
    alice.presses({"form": "rules-form"}, preset="crazy-eights")
    assert alice.url == room and "Crazy Eights" in alice.text

    alice.presses({"name": "apply", "formaction": f"{room}lock"}, lock="on")
    mallory = Reader()
    mallory.goes(link.group(1))
    mallory.presses({"class": "btn btn-gold"}, name="Mallory")
    assert mallory.status == 403

    alice.presses({"name": "start"})
    lobby.refresh_from_db()
    table = f"/en/table/{lobby.match}/"
    assert alice.url == table
    for reader in (bob, charlie):
        reader.waits()
        assert reader.url == table

    end_match(lobby.match)
    alice.goes(room)
    alice.presses({"name": "start"})
    first, _ = lobby.match, lobby.refresh_from_db()
    assert lobby.match != first and alice.url == f"/en/table/{lobby.match}/"
    end_match(lobby.match)

    alice.goes(room)
    robert = next(one for one in lobby.members.all() if one.name == "Robert")
    alice.presses({"name": "who", "value": str(robert.pk), "formaction": f"{room}host"})
    assert not alice.has(name="start")
    bob.goes(room)
    assert bob.has(name="start")
    charlie_row = next(one for one in lobby.members.all() if one.name == "Charlie")
    bob.presses({"name": "who", "value": str(charlie_row.pk), "formaction": f"{room}kick"})
    charlie.goes(room)
    assert charlie.status == 403
    alice.presses({"name": "leave"})
    assert alice.url == "/en/"
    bob.waits()
    assert "Alice" not in bob.text
