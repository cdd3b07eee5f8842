"""What is committed: no machine's own paths, locks that hold, complete catalogues, files one can read."""

import gettext
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from packaging.requirements import Requirement

from tests.server import ROOT

LOCKS = ("requirements.txt", "requirements-test.txt")
# Written in two halves, so that this file does not contain what it looks for.
FOREIGN = ("pypi" + ".org", "python" + "hosted", "npmjs" + ".", "/wo" + "rk/", "/ro" + "ot/")
TEXT = {"", ".py", ".md", ".html", ".css", ".js", ".toml", ".txt", ".sh", ".yml", ".po", ".json", ".svg"}
LONGEST = 500  # lines


def committed() -> list[Path]:
    """Every file git knows; in a copy without git, every file that is not made here."""
    git = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z"]
    done = subprocess.run(git, cwd=ROOT, capture_output=True, text=True)
    if done.returncode == 0:
        return [path for name in done.stdout.split("\0") if name and (path := ROOT / name).is_file()]
    skip = {".venv", "var", ".git", "node_modules"}
    inside = (path for path in ROOT.rglob("*") if not skip & set(path.relative_to(ROOT).parts))
    return [path for path in inside if path.is_file()]


FILES = committed()
TEXTS = [path for path in FILES if path.suffix in TEXT]


def test_nothing_names_a_registry_or_a_machines_own_path() -> None:
    for path in TEXTS:
        text = path.read_text("utf-8")
        assert [word for word in FOREIGN if word in text] == [], path


def test_files_have_a_size_to_read() -> None:
    ours = [path for path in FILES if path.suffix in (".py", ".js", ".css") and "vendor" not in path.parts]
    assert [path for path in ours if len(path.read_text("utf-8").splitlines()) > LONGEST] == []


@pytest.mark.parametrize("page", [path for path in FILES if path.suffix == ".md"], ids=lambda path: path.name)
def test_links_between_our_pages_lead_somewhere(page: Path) -> None:
    """Files only: what a text of the site calls by name (`page:faq`) is looked up in tests/content."""
    for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_the_readme_names_commands_that_exist() -> None:
    known = set(re.findall(r"^    ([a-z]+)\)$", (ROOT / "dev").read_text(), re.MULTILINE))
    named = set(re.findall(r"\./dev ([a-z]+)", (ROOT / "README.md").read_text("utf-8")))
    assert {"run", "test"} <= named <= known


def pins(lock: str) -> dict[str, str]:
    """Package to version; asserts that every line is pinned and hashed."""
    entries = re.sub(r"\\\n\s*", " ", (ROOT / lock).read_text()).splitlines()
    found = {}
    for entry in (line for line in entries if line and not line.startswith("#")):
        requirement = re.fullmatch(r"([\w.-]+)==([\w.]+)( ;.*?)?( +--hash=sha256:[0-9a-f]{64})+ *", entry)
        assert requirement, entry
        found[requirement[1]] = requirement[2]
    return found


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_locks_hold_what_pyproject_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    run, test = pins("requirements.txt"), pins("requirements-test.txt")
    for lock, wanted in ((run, project["dependencies"]), (test, project["optional-dependencies"]["dev"])):
        for requirement in map(Requirement, wanted):
            assert requirement.specifier.contains(lock[plain(requirement.name)]), requirement
    assert run.items() <= test.items()


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    reasons = (ROOT / "docs" / "dependencies.md").read_text().lower()
    for wanted in (*project["dependencies"], *project["optional-dependencies"]["dev"]):
        assert Requirement(wanted).name.lower() in reasons, wanted


# --- German ----------------------------------------------------------------------------------------------

PO = ROOT / "maumau_site" / "locale" / "de" / "LC_MESSAGES" / "django.po"


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale="de", abort_invalid=True)


def messages(path: Path) -> list[Message]:
    return [message for message in catalogue(path) if message.id]


def key(message: Message) -> tuple[str | None, str]:
    """What gettext looks a message up by: context and singular."""
    return message.context, message.id[0] if isinstance(message.id, tuple) else message.id


def strings(message: Message) -> tuple[str, ...]:
    return message.string if isinstance(message.string, tuple) else (message.string or "",)


def test_every_sentence_has_its_german() -> None:
    assert [key(message) for message in messages(PO) if message.fuzzy or not all(strings(message))] == []


def test_translations_keep_the_placeholders() -> None:
    named = re.compile(r"%\(\w+\)[sd]|\{\w*\}")
    for message in messages(PO):
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        wanted = set(named.findall(ids[-1]))
        for string in strings(message):
            # A singular may say "one" instead of the number.
            assert set(named.findall(string)) <= wanted, message.id
        assert set(named.findall(strings(message)[-1])) == wanted, message.id


def test_the_compiled_catalogue_is_the_written_one() -> None:
    with PO.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    written = {}
    for message in messages(PO):
        context, first = key(message)
        name = f"{context}\x04{first}" if context else first
        if isinstance(message.id, tuple):
            written |= {(name, number): string for number, string in enumerate(strings(message))}
        else:
            written[name] = message.string
    # gettext's own table: there is no public way to list what a .mo holds.
    assert {name: string for name, string in compiled._catalog.items() if name} == written


def test_the_catalogue_holds_what_the_code_says(tmp_path: Path) -> None:
    if not shutil.which("xgettext"):
        pytest.skip("needs gettext: apt install gettext")
    for folder in ("game", "lobby", "content", "maumau_site", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "static").mkdir()
    shutil.copy(ROOT / "manage.py", tmp_path)
    command = [sys.executable, "manage.py", "makemessages", "-l", "de", "--no-obsolete", "-v0"]
    subprocess.run(command, cwd=tmp_path, check=True, env={"PATH": "/usr/local/bin:/usr/bin:/bin"})
    said = {key(message) for message in messages(tmp_path / PO.relative_to(ROOT))}
    written = {key(message) for message in messages(PO)}
    assert said - written == set(), "not in the catalogue"
    assert written - said == set(), "in the catalogue, but nobody says it"
