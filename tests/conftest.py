"""What every test may use, and the rule that CI leaves nothing out."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections

from tests.services.private import HOW_TO_INSTALL, PostgreSQL, Redis, missing

IN_CI = os.environ.get("CI", "").lower() in ("1", "true")

# Names under which Debian and others ship it; CHROMIUM=/path overrules them.
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def pytest_configure(config: pytest.Config) -> None:
    """No ticker beside the tests, and bots that do not pretend to think."""
    settings.TICKER = False
    settings.BOT_MS = (0, 0)
    settings.THINK_AHEAD_MS = 0


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Browser tests are told by their folder. On PostgreSQL only those run again that touch the database."""
    for item in items:
        if "browser" in Path(item.path).parts:
            item.add_marker(pytest.mark.browser)
    if connections["default"].vendor == "postgresql":
        others = [item for item in items if not touches_database(item)]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if touches_database(item)]


def touches_database(item: pytest.Item) -> bool:
    """Whether the test has a database, in this process or behind a server it starts."""
    names = getattr(item, "fixturenames", ())
    if item.get_closest_marker("sqlite"):
        return False
    return bool(item.get_closest_marker("django_db") or {"db", "transactional_db", "site"} & set(names))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
    """Says why a run that skipped something fails in CI."""
    skipped = terminalreporter.stats.get("skipped", [])
    if IN_CI and skipped:
        terminalreporter.write_line(f"CI=true: {len(skipped)} skipped; nothing may be left out.", red=True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """With CI=true a skip is a failure: a missing browser must not look green."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if IN_CI and reporter and reporter.stats.get("skipped") and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Each process of a run has a database of its own; SQLite's is a file: several threads write to it,
    which its shared memory refuses.
    """
    if connections["default"].vendor != "sqlite":
        return
    name = tmp_path_factory.mktemp("db") / "test.sqlite3"
    connections["default"].settings_dict["TEST"]["NAME"] = str(name)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium; without one the tests that need it are left out by name."""
    names = (os.environ.get("CHROMIUM", ""), *CHROMIUM_NAMES)
    found = next((path for name in names if name and (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("needs Chromium: apt install chromium")
    return found


@pytest.fixture(scope="session")
def full_length() -> bool:
    """Whether `./dev prove` asks for the whole count of a proof, not a sample."""
    return os.environ.get("MAUMAU_PROVE") == "1"


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgreSQL]:
    """A private PostgreSQL; without one the tests that need it are left out by name."""
    needs_services()
    server = PostgreSQL()
    yield server
    server.close()


@pytest.fixture
def redis() -> Iterator[Redis]:
    """A private Redis, likewise."""
    needs_services()
    server = Redis()
    yield server
    server.close()


def needs_services() -> None:
    """Leave the test out where there is no PostgreSQL or no Redis."""
    if lacking := missing():
        pytest.skip(f"needs {', '.join(lacking)}: {HOW_TO_INSTALL}")
