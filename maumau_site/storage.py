"""Static files as they are served: scripts and styles without comments and spare space, all compressed."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedStaticFilesStorage


class LeanStaticFiles(CompressedStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Collects the files of `static/`; the sources stay readable because visitors do not pay for it.

    Names stay as they are, so an error in a browser still leads to the source. `vendor/` is left alone.
    """

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Strips the collected copies before they are compressed."""
        if not dry_run:
            for name in paths:
                if name.endswith(tuple(STRIPPERS)) and not name.startswith("vendor/"):
                    strip(Path(self.path(name)))
        yield from super().post_process(paths, dry_run, **options)


STRIPPERS = {".js": jsmin, ".css": cssmin}
IMPORT = re.compile(r'^@import "([\w.-]+)";$', re.MULTILINE)


def strip(source: Path) -> None:
    """Rewrites a script or stylesheet in place without comments and spare white space."""
    source.write_text(stripped(source), "utf-8")


def stripped(source: Path) -> str:
    """What is served; a stylesheet brings those it imports, so that a page asks for one alone."""
    text = source.read_text("utf-8")
    if source.suffix == ".css":
        text = IMPORT.sub(lambda found: (source.parent / found[1]).read_text("utf-8"), text)
    return str(STRIPPERS[source.suffix](text))
