"""Static files as they are served: our scripts without comments and indentation, everything compressed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

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
                if name.endswith(".js") and not name.startswith("vendor/"):
                    strip(Path(self.path(name)))
        yield from super().post_process(paths, dry_run, **options)


def strip(script: Path) -> None:
    """Rewrites a script in place without comments and spare white space."""
    script.write_text(jsmin(script.read_text("utf-8")), "utf-8")
