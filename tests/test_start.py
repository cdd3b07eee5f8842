"""Several processes that start at once on one data folder, or beside those from before an update."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import LazySettings

from maumau_site.run import collect_static
from tests import server
from tests.server import lend_static, serving

PROCESSES = 3


def test_processes_that_start_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    def start_and_stop(_: int) -> int:
        with serving(tmp_path, lent=False) as site:
            site.wait_for("/readyz")
            return site.stop()

    with ThreadPoolExecutor(PROCESSES) as pool:
        assert list(pool.map(start_and_stop, range(PROCESSES))) == [0] * PROCESSES
    assert len(list((tmp_path / "static").glob("*/complete"))) == 1


def test_static_files_are_lent_to_many_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lender, data = tmp_path / "lender", tmp_path / "data"
    for number in range(100):
        (lender / str(number)).mkdir(parents=True)
        (lender / str(number) / "page.css").write_text(str(number))
    monkeypatch.setattr(server, "collected", [lender])
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lend_static, [data] * 8))
    assert [one.name for one in data.iterdir()] == ["static"]
    assert len(list((data / "static").glob("*/page.css"))) == 100


def test_an_update_leaves_the_static_files_of_the_process_before(
    tmp_path: Path, settings: LazySettings
) -> None:
    settings.DEBUG = False
    for name, age in {"half": 1, "oldest": 30, "before": 20, "now": 10}.items():
        settings.STATIC_ROOT = tmp_path / name
        settings.STATIC_ROOT.mkdir()
        if name != "half":  # its process was killed while it copied
            collect_static(settings.STATIC_ROOT)
            os.utime(settings.STATIC_ROOT / "complete", (age, 100 - age))
    assert {one.name for one in tmp_path.iterdir()} == {"before", "now"}
    assert len(list((tmp_path / "before").rglob("*.css"))) == len(list((tmp_path / "now").rglob("*.css"))) > 0
