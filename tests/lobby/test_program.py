"""The way of a program from a name to two sockets (WIRE.md §5)."""

from django.test import Client

from game.services import snapshot


def test_two_programs_meet_and_start(db: None) -> None:
    one, two = (Client(enforce_csrf_checks=True) for _ in range(2))

    def post(client: Client, url: str, **fields: str) -> dict[str, object]:
        answer = client.post(
            url, fields, HTTP_ACCEPT="application/json", HTTP_X_CSRFTOKEN=client.cookies["csrftoken"].value
        )
        assert answer.status_code == 200, answer.content
        return dict(answer.json())

    for client in (one, two):
        client.get("/en/solo/")
    made = post(one, "/en/lobby/", name="One", preset="mau-mau", match_end="rounds:3")
    joined = post(two, "/en/lobby/join", code=str(made["code"]), name="Two")
    assert joined["lobby"] == made["lobby"]
    room = f"/en/lobby/{made['lobby']}"
    post(one, f"{room}/bots", add="hard")
    post(one, f"{room}/bots", add="easy")
    post(one, f"{room}/bots", remove="2")
    post(one, f"{room}/rules", preset="crazy-eights")
    started = post(one, f"{room}/start")
    assert started["socket"] == f"/ws/table/{started['match']}/"
    match = snapshot(str(started["match"]))
    assert [(seat.name, seat.bot) for seat in match.state.seats] == [
        ("One", None),
        ("Two", None),
        ("Bruno", "easy"),
    ]
    assert match.rules.wish_rank == "8"
