"""NOTATION §4: the shuffle that anyone can check, against figures worked out by hand from its text."""

from hashlib import sha256
from pathlib import Path
from typing import Any

from game.engine import card_name, commitment, full_pack, parse_rules, seed_of
from game.engine.shuffle import below, first_dealer, shuffled, words

SEED = bytes(range(32))
FIXED_DEAL = "TS QC 8D KS JD 9C 7H TD 7D JS 9S AS QH 7S QS AH AC QD 8S KH KD 9H TC 8H 8C JH TH 9D KC AD 7C JC"
FIXED_DEALER = 4


def plain_words(seed: bytes, label: str, count: int) -> list[int]:
    """The stream, written down as the page says it."""
    blocks = (sha256(seed + label.encode() + n.to_bytes(8, "big")).digest() for n in range(count))
    return [int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4)][:count]


def test_the_stream() -> None:
    stream = words(SEED, "deal")
    assert [next(stream) for _ in range(20)] == plain_words(SEED, "deal", 20)
    assert next(words(SEED, "dealer")) != next(words(SEED, "deal"))


def test_below_leaves_out_the_words_past_the_last_full_turn() -> None:
    assert below(iter([2**32 - 1, 5]), 3) == 2
    assert below(iter([2**32 - 2, 5]), 3) == 2
    assert below(iter([2**32 - 1]), 2) == 1


def test_a_fixed_deal() -> None:
    order = shuffled(full_pack(parse_rules("mau-mau"), 2), SEED, "deal")
    assert " ".join(card_name(card) for card in order) == FIXED_DEAL
    assert first_dealer(SEED, 5) == FIXED_DEALER


def test_every_card_is_there_once() -> None:
    pack = full_pack(parse_rules("tournament"), 4)
    assert sorted(shuffled(pack, SEED, "reshuffle-1")) == sorted(pack)


def test_the_seed_is_made_of_secret_and_nonces() -> None:
    secret, nonce = bytes(32), bytes(range(16))
    assert seed_of(secret, [nonce, None]) == sha256(secret + nonce + bytes(16)).digest()
    assert commitment(secret) == sha256(secret).hexdigest()


def test_the_block_on_the_fairness_page_deals_the_same() -> None:
    page = (Path(__file__).parents[3] / "docs" / "fairness.md").read_text("utf-8")
    block = page.split("```python\n")[1].split("```")[0]
    names: dict[str, Any] = {}
    exec(compile(block, "fairness.md", "exec"), names)
    assert " ".join(names["cards"]) == FIXED_DEAL


def test_the_block_on_the_engine_page_runs() -> None:
    page = (Path(__file__).parents[3] / "docs" / "engine.md").read_text("utf-8")
    names: dict[str, Any] = {}
    exec(compile(page.split("```python\n")[1].split("```")[0], "engine.md", "exec"), names)
    assert names["state"].round_no == 1 and names["events"]
