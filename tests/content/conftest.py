"""What editors have written stands in the database, so every page asks it once."""

import pytest


@pytest.fixture(autouse=True)
def database(db: None) -> None:
    """An empty one: the pages as their files have them."""
