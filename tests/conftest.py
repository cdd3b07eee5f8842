"""What every test may use, and the rule that CI leaves nothing out."""

import os
import shutil
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connections

IN_CI = os.environ.get("CI", "").lower() in ("1", "true")

# Names under which Debian and others ship it; CHROMIUM=/path overrules them.
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def pytest_configure(config: pytest.Config) -> None:
    """No ticker beside the tests, and bots that do not pretend to think."""
    settings.TICKER = False
    settings.BOT_MS = (0, 0)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Browser tests are told by their folder."""
    for item in items:
        if "browser" in Path(item.path).parts:
            item.add_marker(pytest.mark.browser)


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
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A database file: several threads write, which SQLite's shared memory refuses."""
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
