"""Tests that name words compare with English ones."""

from collections.abc import Iterator

import pytest
from django.utils.translation import override


@pytest.fixture(scope="module")
def in_english() -> Iterator[None]:
    with override("en"):
        yield
