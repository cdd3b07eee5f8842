"""What the rows say of matches that are watched, also where one of them cannot be read."""

from __future__ import annotations

import pytest

from game import repair, store
from game.models import Guest, Match, Move
from tests.game.conftest import Opener

pytestmark = pytest.mark.django_db


def of_another_time(match_id: str) -> None:
    """Another version of the code has moved this match on, in a format and a word that ours does not know."""
    row = Match.objects.get(pk=match_id)
    Move.objects.create(match_id=match_id, version=row.version + 1, seat=0, word="dance", at=row.created)
    Match.objects.filter(pk=match_id).update(version=row.version + 1, state={"format": "of another time"})


@pytest.mark.parametrize("broken", range(4))
@pytest.mark.parametrize("remembered", [True, False])
def test_a_match_that_cannot_be_read_keeps_no_news_from_the_others(
    alice: Guest, bob: Guest, open_table: Opener, broken: int, remembered: bool
) -> None:
    ids = [open_table(alice, bob).id for _ in range(4)]
    of_another_time(ids[broken])
    if not remembered:
        store.forget()
    assert repair.match_versions(ids) == {one: 0 if one == ids[broken] else 1 for one in ids}


def test_a_match_that_is_gone_is_left_out(alice: Guest, bob: Guest, open_table: Opener) -> None:
    here, gone = (open_table(alice, bob).id for _ in range(2))
    Match.objects.filter(pk=gone).delete()
    assert repair.match_versions([gone, here]) == {here: 1}
