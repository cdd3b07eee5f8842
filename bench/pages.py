"""What a page that is read costs: `python -m bench.pages`.

Asks for every page of the rules site through the whole chain of middleware, in this process, and prints CPU
time in ms: `new` as after a start or an editor's change, when nothing of the text is remembered; `asked` as a
visitor's request that no cache in front answers; `304` as one whose browser still has the page. Budget: 8 ms
for each page as asked. A proxy that keeps pages (deploy/nginx.conf) answers without any of it.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from time import process_time
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "maumau_site.settings")
BUDGET_MS = 8
RUNS = 30
Fetch = Callable[[], Any]


def ms(fetch: Fetch, runs: int) -> float:
    """CPU time of one call, the best of three series: others are busy too."""
    return min(_series(fetch, runs) for _ in range(3))


def _series(fetch: Fetch, runs: int) -> float:
    begun = process_time()
    for _ in range(runs):
        fetch()
    return (process_time() - begun) / runs * 1000


def measured(address: str) -> tuple[float, float, float, int]:
    """New, asked, 304 in ms, and the bytes of the page as it is sent."""
    from django.test import Client

    from content import markdown

    client = Client(headers={"host": "localhost", "accept-encoding": "gzip"})

    def fresh() -> None:
        markdown.render.cache_clear()
        client.get(address)

    page = client.get(address)
    assert page.status_code == 200, (address, page.status_code)
    known = {"if-none-match": page["ETag"]}
    assert client.get(address, headers=known).status_code == 304
    return (
        ms(fresh, 3),
        ms(lambda: client.get(address), RUNS),
        ms(lambda: client.get(address, headers=known), RUNS),
        len(page.content),
    )


def main() -> int:
    """Prints a line a page; fails when one is over its budget."""
    with tempfile.TemporaryDirectory() as data:
        os.environ["MAUMAU_DATA"] = data
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        return _report()


def _report() -> int:
    from django.urls import reverse
    from django.utils.translation import override

    from content import texts

    print(f"{'CPU time, ms':28}{'new':>8}{'asked':>8}{'304':>8}{'bytes':>9}   budget {BUDGET_MS} ms as asked")
    worst = 0.0
    for key in ("home", *(key for key in texts.pages() if key != "ask")):
        with override("de"):
            address = reverse(f"content:{key}")
        new, asked, known, size = measured(address)
        worst = max(worst, asked)
        print(f"{address:28}{new:8.1f}{asked:8.1f}{known:8.1f}{size:9}", flush=True)
    print(f"{'the worst':28}{'':8}{worst:8.1f}{'' if worst <= BUDGET_MS else '   missed'}")
    return int(worst > BUDGET_MS)


if __name__ == "__main__":
    sys.exit(main())
