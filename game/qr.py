"""QR codes as inline SVG: one path, no style attribute, no script, no picture library."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

import qrcode
from django.utils.html import format_html
from django.utils.safestring import SafeString

QUIET_ZONE = 2
"""Modules of white drawn around the code; the padding of `.qr` adds the two more that cameras need."""


def _runs(row: list[bool]) -> list[tuple[int, int]]:
    """Start and length of each dark run in a row."""
    runs = []
    for dark, cells in groupby(enumerate(row), key=lambda cell: cell[1]):
        columns = [column for column, _ in cells]
        if dark:
            runs.append((columns[0], len(columns)))
    return runs


@lru_cache(maxsize=256)
def modules(text: str) -> tuple[int, str]:
    """Side length in modules, quiet zone included, and the path data of the dark ones."""
    code = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_M, border=QUIET_ZONE)
    code.add_data(text)
    code.make(fit=True)
    matrix = code.get_matrix()
    path = "".join(f"M{x} {y}h{width}v1h-{width}z" for y, row in enumerate(matrix) for x, width in _runs(row))
    return len(matrix), path


def qr_svg(text: str, label: str) -> SafeString:
    """The code as an `<svg class="qr">` with a name for those who do not see it."""
    side, path = modules(text)
    return format_html(
        '<svg class="qr" viewBox="0 0 {0} {0}" role="img" aria-label="{1}">'
        '<path fill="#fff" d="M0 0h{0}v{0}h-{0}z"/><path fill="#14181f" d="{2}"/></svg>',
        side,
        label,
        path,
    )
