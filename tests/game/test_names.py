"""Names people choose."""

import pytest

from game.names import NameRefused, clean, length, unique


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Anna", "Anna"),
        ("  Anna   Lena ", "Anna Lena"),
        ("A\u202enna", "Anna"),
        ("An\u200bna\x00\n", "Anna"),
        ("مريم", "مريم"),
        ("Łukasz", "Łukasz"),
        ("😀😀", "😀😀"),
        ("An\u200dna", "Anna"),
        ("a\u0308nne", "änne"),
    ],
)
def test_clean(typed: str, shown: str) -> None:
    assert clean(typed) == shown


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "name-empty"),
        (" \t\u200b\u202e", "name-empty"),
        ("\u3164\u3164", "name-empty"),
        ("A", "name-too-short"),
        ("x" * 21, "name-too-long"),
        ("x" * 100_000, "name-too-long"),
        ("\ud800a", "name-too-short"),
    ],
)
def test_refused(typed: str, code: str) -> None:
    with pytest.raises(NameRefused) as caught:
        clean(typed)
    assert caught.value.code == code


def test_a_family_a_flag_and_a_tone_are_one_sign_each() -> None:
    assert length("👨\u200d👩\u200d👧🇩🇪👍🏽❤\ufe0f") == 4


def test_twenty_signs_may_have_marks() -> None:
    name = "g\u0303" * 20
    assert clean(name) == name


def test_stacked_marks_are_cut() -> None:
    assert clean("a" + "\u0336" * 50 + "b") == "a" + "\u0336" * 3 + "b"


def test_unique() -> None:
    assert unique("Anna", ["Bob"]) == "Anna"
    assert unique("Anna", ["anna", "Anna (2)"]) == "Anna (3)"


def test_marks_make_no_towers_whatever_lies_between_them() -> None:
    for between in ("", "\u200b", "\u200d", "\ufe0f"):
        assert clean("Zoe" + ("\u0301" + between) * 50 + "!").count("\u0301") <= 3, repr(between)
