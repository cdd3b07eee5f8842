"""The pictures that stand for the pages elsewhere."""

import struct

import pytest

from content import page_pictures, texts

pytestmark = pytest.mark.django_db
MOST = 100 * 1024  # bytes; some messengers show nothing much larger


def size_of(jpeg: bytes) -> tuple[int, int]:
    """Width and height by the first frame header."""
    at = 2
    while jpeg[at + 1] not in (0xC0, 0xC1, 0xC2):
        at += 2 + struct.unpack(">H", jpeg[at + 2 : at + 4])[0]
    height, width = struct.unpack(">2H", jpeg[at + 5 : at + 9])
    return width, height


def test_they_are_made_from_what_the_texts_say() -> None:
    assert page_pictures.missing() == [], "run ./dev manage draw_pictures"


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_every_page_has_one(language: str) -> None:
    for key in texts.pages():
        address = page_pictures.address(key, language)
        assert address and address.endswith(page_pictures.path(key, language))
        picture = (page_pictures.FOLDER / f"{key}-{language}.jpg").read_bytes()
        assert size_of(picture) == page_pictures.SIZE
        assert len(picture) < MOST
