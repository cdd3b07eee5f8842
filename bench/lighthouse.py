"""Lighthouse, kept in a cache outside the repository; without npm or network it is left out."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from itertools import chain
from pathlib import Path
from typing import Any

import orjson

VERSION = "12.8.2"  # the last one for Node 18 and 20
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
AUDITS = {
    "lcp": "largest-contentful-paint", "cls": "cumulative-layout-shift", "tbt": "total-blocking-time",
}  # fmt: skip
PATIENCE = 240


def home() -> Path:
    """Where it is kept."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "maumau" / f"lighthouse-{VERSION}"


def install() -> str:
    """Why it cannot be had, "" if it can."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return "node and npm are not installed"
    if command().exists():
        return ""
    print(f"Installing Lighthouse {VERSION} into {home()} (once) ...", flush=True)
    home().mkdir(parents=True, exist_ok=True)
    words = ["npm", "install", "--prefix", str(home()), "--no-audit", "--no-fund", "--loglevel=error"]
    try:
        subprocess.run([*words, "--ignore-scripts", f"lighthouse@{VERSION}"], check=True, timeout=300)
    except (OSError, subprocess.SubprocessError) as error:
        return f"npm could not install it ({error})"
    return ""


def command() -> Path:
    """Its program."""
    return home() / "node_modules" / ".bin" / "lighthouse"


def run(address: str, chromium: str, cookie: str = "") -> dict[str, Any]:
    """Scores (0 to 100) by category, and `lcp`, `cls`, `tbt` as on a phone in a slow mobile network; `lost`
    are the audits that cost points, but for those of speed.

    Raises RuntimeError where it does not come to an end.
    """
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        words = [
            str(command()), address, "--quiet", "--output=json", f"--output-path={report}",
            f"--only-categories={','.join(CATEGORIES)}",
            "--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking",
        ]  # fmt: skip
        if cookie:
            words += [f"--extra-headers={orjson.dumps({'Cookie': cookie}).decode()}"]
        env = os.environ | {"CHROME_PATH": chromium, "HOME": folder}
        try:
            done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=PATIENCE)
        except (OSError, subprocess.SubprocessError) as error:
            raise RuntimeError(str(error)) from error
        if not report.exists():
            raise RuntimeError((done.stderr.strip().splitlines() or ["it says nothing"])[-1])
        return figures(orjson.loads(report.read_bytes()))


def figures(report: dict[str, Any]) -> dict[str, Any]:
    """What counts in a report."""
    found: dict[str, Any] = {name: 100 * (report["categories"][name]["score"] or 0) for name in CATEGORIES}
    audits = report["audits"]
    for name, audit in AUDITS.items():
        found[name] = audits[audit].get("numericValue", float("nan"))
    lists = [report["categories"][name]["auditRefs"] for name in CATEGORIES[1:]]
    counted = [one["id"] for one in chain(*lists) if one["weight"]]
    found["lost"] = [name for name in counted if audits[name]["score"] not in (1, None)]
    return found
