"""Several people at once: every order of things must give the same table."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from game.models import Match
from lobby import services
from lobby.models import SEATS, Lobby, Member
from tests.lobby.conftest import Person

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(works: list[Callable[[], object]]) -> list[object]:
    """Runs them in threads of their own."""

    def run(work: Callable[[], object]) -> object:
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


def test_start_pressed_by_two_tabs(with_bob: Lobby, alice: Person) -> None:
    guest = alice.guest
    found = at_once([lambda: services.start(with_bob.pk, guest)] * 4)
    assert len(set(found)) == 1 and Match.objects.count() == 1


def test_ten_people_come_at_once(lobby: Lobby, person: Callable[[str], Person]) -> None:
    people = [person("Twin") for _ in range(10)]
    answers = at_once([lambda one=one: one.joins(lobby).status_code for one in people])  # type: ignore[misc]
    assert answers == [302] * 10
    rows = Member.objects.filter(lobby=lobby)
    assert sorted(row.seat for row in rows if row.seat is not None) == list(range(SEATS))
    assert len({row.name for row in rows}) == 11


def test_one_guest_joins_in_four_tabs(lobby: Lobby, bob: Person) -> None:
    bob.opens()
    guest = bob.guest
    at_once([lambda: services.join(lobby.pk, guest, "Bob")] * 4)
    assert Member.objects.filter(lobby=lobby, guest=guest).count() == 1


def test_two_want_the_last_seat(lobby: Lobby, alice: Person, bob: Person, charlie: Person) -> None:
    for _ in range(SEATS - 2):
        services.add_bot(lobby.pk, alice.guest, "easy")
    for one in (bob, charlie):
        one.joins(lobby, watch="1")
    answers = at_once([lambda one=one: one.asks(lobby, "sit").status_code for one in (bob, charlie)])  # type: ignore[misc]
    assert sorted(answers) == [200, 409]  # type: ignore[type-var]


def test_leaving_while_it_starts_never_leaves_a_ghost(with_bob: Lobby, alice: Person, bob: Person) -> None:
    hosts, guests = alice.guest, bob.guest

    def start() -> object:
        try:
            return services.start(with_bob.pk, hosts)
        except services.LobbyError as error:
            return error.code

    def leave() -> object:
        return services.leave(with_bob.pk, guests)

    at_once([start, leave])
    match = Match.objects.first()
    assert match is None or services.table.seat_of(match.pk, guests) is None
