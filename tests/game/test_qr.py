"""QR codes: drawn as the library computed them, with white around, and nothing the policy forbids."""

import re
from xml.etree import ElementTree

import qrcode

from game.qr import QUIET_ZONE, modules, qr_svg

LINK = "https://example.org/j/0123456789abcdef0123456789abcdef/"


def drawn(path: str, side: int) -> list[list[bool]]:
    """The dark modules of a path, painted."""
    field = [[False] * side for _ in range(side)]
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path):
        for column in range(int(x), int(x) + int(width)):
            field[int(y)][column] = True
    return field


def test_the_picture_is_the_code() -> None:
    side, path = modules(LINK)
    code = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_M, border=QUIET_ZONE)
    code.add_data(LINK)
    code.make(fit=True)
    assert drawn(path, side) == [[bool(cell) for cell in row] for row in code.get_matrix()]


def test_there_is_white_around_it() -> None:
    side, path = modules(LINK)
    field = drawn(path, side)
    assert not any(any(row) for row in [*field[:QUIET_ZONE], *field[-QUIET_ZONE:]])
    assert not any(any(row[:QUIET_ZONE]) or any(row[-QUIET_ZONE:]) for row in field)
    assert field[QUIET_ZONE][QUIET_ZONE : QUIET_ZONE + 7] == [True] * 7  # the finder in the corner


def test_it_is_clean_svg_with_a_name() -> None:
    svg = qr_svg(LINK, 'Link & "more"')
    root = ElementTree.fromstring(svg)
    assert root.get("aria-label") == 'Link & "more"' and root.get("role") == "img"
    assert "style" not in svg and "<script" not in svg


def test_a_link_gives_the_same_picture_again() -> None:
    assert qr_svg(LINK, "x") == qr_svg(LINK, "x")
    assert modules(LINK) != modules(LINK + "2")
