"""Scripts are served without comments; what they say and do stays the same."""

from pathlib import Path

import pytest

from maumau_site.storage import strip

SOURCE = """// A banner.
/** What it does. */
export function say(name) {
  const address = `http://${name}/ // kept`; // why
  const found = /[/]\\/\\/ no comment/.test(name);
  return found ? 'a // b' : address;
}
"""


def test_comments_go_and_strings_stay(tmp_path: Path) -> None:
    script = tmp_path / "say.js"
    script.write_text(SOURCE)
    strip(script)
    text = script.read_text()
    assert "banner" not in text and "What it does" not in text and "why" not in text
    for kept in ("`http://${name}/ // kept`", r"/[/]\/\/ no comment/", "'a // b'"):
        assert kept in text


@pytest.mark.parametrize("source", sorted(Path("static/js").rglob("*.js")), ids=str)
def test_every_script_of_ours_gets_smaller(tmp_path: Path, source: Path) -> None:
    script = tmp_path / source.name
    script.write_text(source.read_text("utf-8"))
    strip(script)
    assert 0 < script.stat().st_size < source.stat().st_size
