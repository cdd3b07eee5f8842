"""The frames that our uvicorn sends by itself."""

import pytest
from websockets.frames import Frame, Opcode

from maumau_site.serve import text_frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 4096, (1 << 16) - 1, 1 << 16, (1 << 16) + 1])
def test_a_frame_is_what_the_library_makes(size: int) -> None:
    data = ("ä" * size).encode()[:size]
    assert text_frame(data) == Frame(Opcode.TEXT, data).serialize(mask=False, extensions=[])
