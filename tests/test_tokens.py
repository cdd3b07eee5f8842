"""One language of design: what both stylesheets name alike has one value, by day and by night."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.server import ROOT

CSS = ROOT / "static" / "css"
Tokens = dict[str, str]
BLOCKS = {
    "day": r"^:root \{(.*?)^\}",
    "night by the system": r"prefers-color-scheme:dark\) \{\s*:root:not\(\[data-theme=light\]\) \{(.*?)\}",
    "night by choice": r"^\s*:root\[data-theme=dark\] \{(.*?)\}",
}
SHARED = {
    "--surface", "--sunken", "--line", "--ink", "--ink-2", "--felt", "--gold", "--red", "--wood", "--sans",
    "--t-s", "--t-m", "--t-l", "--t-xl", "--s1", "--s4", "--r-s", "--r-m", "--r-l", "--tap", "--fast",
}  # fmt: skip


def tokens(sheet: Path, block: str) -> Tokens:
    """The custom properties of one of the blocks; a value's spaces do not matter."""
    found = re.search(BLOCKS[block], sheet.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert found, f"{sheet.name} has no block for {block}"
    plain = re.sub(r"/\*.*?\*/", "", found[1], flags=re.DOTALL)
    return {name: re.sub(r"\s", "", value) for name, value in re.findall(r"(--[\w-]+)\s*:\s*([^;}]+)", plain)}


def luminance(colour: str) -> float:
    """As WCAG defines it, of #rgb, #rrggbb (an alpha is left out)."""
    digits = colour[1:]
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    channels = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Between two colours, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("sheet", ["site.css", "table.css"])
def test_night_is_the_same_by_the_system_and_by_choice(sheet: str) -> None:
    assert tokens(CSS / sheet, "night by the system") == tokens(CSS / sheet, "night by choice")


def test_table_and_site_share_their_tokens() -> None:
    for hour in ("day", "night by choice"):
        site, table = (
            tokens(CSS / name, "day") | tokens(CSS / name, hour) for name in ("site.css", "table.css")
        )
        shared = site.keys() & table.keys()
        assert shared >= SHARED
        assert {name: table[name] for name in shared} == {name: site[name] for name in shared}, hour


@pytest.mark.parametrize("hour", ["day", "night by choice"])
def test_what_is_read_can_be_read(hour: str) -> None:
    table = tokens(CSS / "table.css", "day") | tokens(CSS / "table.css", hour)
    pairs = [
        ("--ink", "--surface", 7), ("--ink-2", "--surface", 4.5), ("--ink-2", "--sunken", 4.5),
        ("--bad", "--sunken", 4.5), ("--chat-name", "--sunken", 4.5), ("--edge", "--surface", 3),
        ("--red", "--ivory", 4.5), ("--black", "--gold", 7), ("--blue", "--ivory", 4.5),
        ("--ivory", "--plate", 7), ("--on-plate-2", "--plate", 4.5), ("--top-ink", "--room", 7),
    ]  # fmt: skip
    for ink, paper, least in pairs:
        assert contrast(table[ink], table[paper]) >= least, (ink, paper)
