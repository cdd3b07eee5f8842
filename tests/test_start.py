"""Several processes that start at once on one data folder, as after an update."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.server import serving

PROCESSES = 3


def test_processes_that_start_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    def start_and_stop(_: int) -> int:
        with serving(tmp_path) as site:
            site.wait_for("/readyz")
            return site.stop()

    with ThreadPoolExecutor(PROCESSES) as pool:
        assert list(pool.map(start_and_stop, range(PROCESSES))) == [0] * PROCESSES
    assert len(list((tmp_path / "static").glob("*/complete"))) == 1
