"""What an admin does with tables."""

from django.test import Client

from lobby.models import Lobby
from tests.lobby.conftest import Person


def test_the_tables_are_listed(lobby: Lobby, admin_client: Client) -> None:
    assert lobby.code in admin_client.get("/admin/lobby/lobby/").content.decode()


def test_closing_a_table(lobby: Lobby, alice: Person, admin_client: Client) -> None:
    fields = {"action": "close", "_selected_action": lobby.pk}
    assert admin_client.post("/admin/lobby/lobby/", fields).status_code == 302
    assert alice.client.get(f"/en/lobby/{lobby.pk}/").status_code == 404


def test_sending_somebody_away(with_bob: Lobby, alice: Person, bob: Person, admin_client: Client) -> None:
    rows = list(with_bob.members.order_by("pk"))
    fields = {
        "status": "open", "members-TOTAL_FORMS": "2", "members-INITIAL_FORMS": "2",
        "members-0-id": rows[0].pk, "members-0-lobby": with_bob.pk,
        "members-1-id": rows[1].pk, "members-1-lobby": with_bob.pk, "members-1-kicked": "on",
    }  # fmt: skip
    before = alice.view(with_bob)["v"]
    answer = admin_client.post(f"/admin/lobby/lobby/{with_bob.pk}/change/", fields)
    assert answer.status_code == 302, answer.content.decode()
    assert bob.client.get(f"/en/lobby/{with_bob.pk}/").status_code == 403
    view = alice.view(with_bob)
    assert view["v"] > before and [one["name"] for one in view["seats"]] == ["Alice"]
