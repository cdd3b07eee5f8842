"""Scripts are served without comments; what they say and do stays the same."""

from pathlib import Path

import pytest

from maumau_site.storage import strip, stripped

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


def test_styles_lose_only_what_nobody_reads(tmp_path: Path) -> None:
    sheet = tmp_path / "a.css"
    sheet.write_text('/* why */\n.a :is(b,c)::before { content:"a  b"; width:calc(1px + 2px) }\n')
    strip(sheet)
    assert sheet.read_text() == '.a :is(b,c)::before{content:"a  b";width:calc(1px + 2px)}'


def test_a_stylesheet_brings_what_it_imports(tmp_path: Path) -> None:
    (tmp_path / "site.css").write_text(".a { color:red }\n")
    sheet = tmp_path / "home.css"
    sheet.write_text('/* why */\n@import "site.css";\n.b { color:blue }\n')
    strip(sheet)
    assert sheet.read_text() == ".a{color:red}.b{color:blue}"


OURS = [*Path("static/js").rglob("*.js"), *Path("static/css").rglob("*.css")]


@pytest.mark.parametrize("source", sorted(OURS), ids=str)
def test_every_file_of_ours_gets_smaller(source: Path) -> None:
    text = source.read_text("utf-8")
    if "@import" not in text:
        assert 0 < len(stripped(source)) < len(text)
