"""Table codes."""

import random

import pytest

from lobby.codes import NoCodeLeft, new_code, tidy


def test_a_code_has_six_digits() -> None:
    for _ in range(200):
        code = new_code(lambda code: False)
        assert len(code) == 6 and code.isascii() and code.isdigit()


def test_a_taken_code_is_not_given_out() -> None:
    first = new_code(lambda code: False, random.Random(7))
    second = new_code(lambda code: code == first, random.Random(7))
    assert second != first


def test_a_full_site_says_so() -> None:
    with pytest.raises(NoCodeLeft):
        new_code(lambda code: True)


@pytest.mark.parametrize(
    "typed", ["482913", "482 913", " 482-913 ", "4 8 2 9 1 3", "482\u202f913", "４８２９１３"]
)
def test_a_code_may_be_typed_in_many_ways(typed: str) -> None:
    assert tidy(typed) == "482913"


@pytest.mark.parametrize(
    "typed", ["", "48291", "4829133", "48291a", "482913'--", "½", "\u200b482913", "9" * 5000]
)
def test_what_is_no_code_is_none(typed: str) -> None:
    assert tidy(typed) is None
