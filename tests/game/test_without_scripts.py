"""House rules by plain forms and reloads: what the sheets post becomes a word of the notation."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from game import engine
from game.clock import now_ms
from game.models import Guest
from tests.game.conftest import Opener, Table

Lay = Callable[..., tuple[Table, Client]]


@pytest.fixture
def laid(alice: Guest, bob: Guest, open_table: Opener) -> Lay:
    """Opens a table and puts cards on it; Alice's browser comes with it."""

    def make(rules: str, hand: str, top: str, **more: object) -> tuple[Table, Client]:
        table = open_table(alice, bob, rules=rules, now=now_ms())
        table.lay_out([hand, "8C QC TC"], top, **({"turn": 0} | more))  # type: ignore[arg-type]
        client = Client()
        client.cookies[settings.GUEST_COOKIE] = alice.token  # type: ignore[attr-defined]
        return table, client

    return make


def page(table: Table, client: Client, query: str = "") -> str:
    return client.get(f"/en/table/{table.id}/{query}").content.decode()


def post(table: Table, client: Client, **fields: object) -> str:
    """What a form posts; returns where it leads."""
    answer = client.post(f"/en/table/{table.id}/act", {"v": table.v, **fields})
    assert answer.status_code == 302
    return str(answer["Location"])


def top(table: Table) -> str:
    return engine.card_name(table.match.state.pile[-1])


def hand(table: Table) -> list[str]:
    return sorted(engine.card_name(card) for card in table.match.state.hands[0])


EQUAL = "mau-mau equal_cards=on"


class TestEqualCards:
    def test_the_card_leads_to_its_sheet(self, laid: Lay) -> None:
        table, client = laid(EQUAL, "9H 9S 9D KD", "TH")
        assert 'value="lay 9H" data-word="p 9H" data-mates="9S 9D"' in page(table, client)
        address = post(table, client, do="lay 9H")
        assert address.endswith("?lay=9H")
        sheet = page(table, client, "?lay=9H")
        assert re.findall(r'name="with" value="(\w\w)"', sheet) == ["9S", "9D"]
        assert re.findall(r'name="top" value="(\w\w)"', sheet) == ["9S", "9D"]

    @pytest.mark.parametrize(
        ("fields", "on_top", "left"),
        [
            ({}, "9H", ["9D", "9S", "KD"]),
            ({"with": ["9S"]}, "9S", ["9D", "KD"]),
            ({"with": ["9S", "9D"]}, "9D", ["KD"]),
            ({"with": ["9S", "9D"], "top": "9S"}, "9S", ["KD"]),
            ({"top": "9S"}, "9S", ["9D", "KD"]),
        ],
    )
    def test_the_last_one_or_the_chosen_one_lies_on_top(
        self, laid: Lay, fields: dict[str, Any], on_top: str, left: list[str]
    ) -> None:
        table, client = laid(EQUAL, "9H 9S 9D KD QS", "TH")
        assert "?" not in post(table, client, do="p 9H", **fields)
        assert (top(table), hand(table)) == (on_top, sorted([*left, "QS"]))

    def test_wish_cards_ask_for_the_suit_afterwards(self, laid: Lay) -> None:
        table, client = laid(EQUAL, "JH JS 9D KD", "TH")
        address = post(table, client, do="p JH", **{"with": ["JS"]})
        assert address.endswith("?wish=JH%2BJS")
        sheet = page(table, client, address[address.index("?") :])
        assert 'value="p JH+JS:D"' in sheet
        post(table, client, do="p JH+JS:D")
        assert (top(table), table.view(0)["wish"]) == ("JS", "D")

    def test_cards_of_another_rank_are_refused_and_said(self, laid: Lay) -> None:
        table, client = laid(EQUAL, "9H 9S KD", "TH")
        assert "error=" in post(table, client, do="p 9H", **{"with": ["KD"]})
        assert top(table) == "TH"

    def test_only_the_sheet_for_scripts(self, laid: Lay) -> None:
        table, client = laid(EQUAL, "9H 9S KD", "TH")
        part = page(table, client, "?lay=9H&part")
        assert part.startswith("<section")
        assert client.get(f"/en/table/{table.id}/?lay=KD&part").status_code == 204


class TestCombinations:
    HAND = "3H 9C TD JS QC QD"

    def test_are_offered_and_laid(self, laid: Lay) -> None:
        table, client = laid("double-52", self.HAND, "TH", stock="2C 5C 6C")
        assert post(table, client, do="lay 3H").endswith("?lay=3H")
        sheet = page(table, client, "?lay=3H")
        words = re.findall(r'value="(p 3H\([^"]*\))"', sheet)
        assert sorted(words) == engine.combinations(self.HAND.split(), "3H")
        post(table, client, do=words[0])
        assert top(table) == "3H"
        assert len(hand(table)) == 2
        assert 'id="under"' in page(table, client)


class TestJumpIn:
    def test_by_the_card_or_the_button(self, laid: Lay) -> None:
        table, client = laid("mau-mau jump_in=on second_pack_from=2", "TH 9S", "TH", turn=1, twins=True)
        shown = page(table, client)
        assert len(re.findall('value="j TH"', shown)) == 2
        post(table, client, do="j TH")
        assert hand(table) == ["9S"]


class TestStrict:
    @pytest.mark.parametrize(("card", "word", "cards"), [("9H", "p 9H", 2), ("KS", "x KS", 4)])
    def test_the_word_in_the_page_is_the_try(self, laid: Lay, card: str, word: str, cards: int) -> None:
        table, client = laid("mau-mau strict=on", "9H KS QS", "TH")
        assert f'value="{word}"' in page(table, client)
        post(table, client, do=word)
        assert len(hand(table)) == cards
        assert top(table) == ("9H" if word[0] == "p" else "TH")

    @pytest.mark.parametrize(("beneath", "word"), [("TH", "p JS:C"), ("JH", "x JS")])
    def test_a_wish_card_leads_to_the_four_suits(self, laid: Lay, beneath: str, word: str) -> None:
        table, client = laid("mau-mau strict=on", "JS KS", beneath)
        assert post(table, client, do="lay JS").endswith("?lay=JS")
        sheet = page(table, client, "?lay=JS")
        assert f'value="{word}"' in sheet
        post(table, client, do=word)
        assert ("JS" in hand(table)) == (word[0] == "x")


class TestChallenge:
    def test_by_the_button(self, laid: Lay) -> None:
        table, client = laid("mau-mau mau=challenge", "9H KS", "TH", window=1)
        shown = page(table, client)
        assert "Mau forgotten!" in shown
        before = len(table.match.state.hands[1])
        post(table, client, do="c 1")
        assert len(table.match.state.hands[1]) == before + 1

