"""NOTATION §2: words and back."""

import pytest

from game.engine import WORDS, BadAction, EngineError, action_word, combinations, parse_action, quote_name

MORE = (
    "p 7H+7S",
    "p JH+JS:C",
    "p 3C(9C+TD+JH)",
    "join Anna",
    "human Anna%20%7C%23",
    "bot master",
)


@pytest.mark.parametrize("word", MORE)
def test_rare_words_are_read_back(word: str) -> None:
    assert action_word(parse_action(word)) == word


def test_common_words_are_read_back() -> None:
    assert [action_word(parse_action(word)) for word in WORDS] == list(WORDS)
    assert len(set(WORDS)) == len(WORDS)


@pytest.mark.parametrize(
    "word",
    [
        "", "p", "p ", "p 1H", "p 7h", "p 7H:", "p 7H:X", "p 7H:HH", "p 7H+", "p 7H+9X", "p 3C()", "p 3C(9C",
        "p (9C)", "dd", "D", "c", "c 8", "c x", "w", "w X", "j 7H:H", "x", "join", "join a b", "join a|b",
        "bot", "bot x",
        "human", "p 7H ", " d", "p  7H",
    ],
)  # fmt: skip
def test_everything_else_is_no_action(word: str) -> None:
    with pytest.raises(BadAction) as caught:
        parse_action(word)
    assert caught.value.code == "bad-action"


def test_a_listed_combination_is_not_yet_an_action() -> None:
    with pytest.raises(EngineError, match="combination-missing"):
        parse_action("p 3C(*)")


def test_names_are_quoted() -> None:
    assert quote_name("Zoë | 100% #1:a") == "Zoë%20%7C%20100%25%20%231%3Aa"


@pytest.mark.parametrize(
    ("hand", "card", "words"),
    [
        ("2C KD KS KH 5C", "2C", ["p 2C(KS+KD)", "p 2C(KS+KH)", "p 2C(KH+KD)"]),
        ("3C QD KS AH 2H 5C", "3C", ["p 3C(2H+KS+AH)", "p 3C(QD+KS+AH)"]),
        ("4C 5H 7H 9H TH KD", "4C", ["p 4C(5H+7H+9H+TH)"]),
        ("2C 2C 5H 7H 7H", "2C", ["p 2C(7H+7H)"]),
        ("3C 4C 5C 7C", "3C", []),
    ],
)
def test_combinations_of_a_hand(hand: str, card: str, words: list[str]) -> None:
    assert combinations(hand.split(), card) == sorted(words)
