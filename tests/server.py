"""A real server in a process of its own, for tests that need one."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 90.0  # seconds until a start counts as failed; a loaded machine is slow, not broken


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Shows a redirect instead of following it."""

    def redirect_request(self, *args: object) -> None:
        return None


class Server:
    """A running site: its `url`, its `data` folder, what it printed, and ways to end it."""

    def __init__(self, process: subprocess.Popen[str], url: str, data: Path) -> None:
        self.process, self.url, self.data = process, url, data
        self.lines: list[str] = []
        self.printed = threading.Event()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        """Collects the output, so that a full pipe never stops the server."""
        for line in self.process.stdout or ():
            self.lines.append(line.rstrip("\n"))
            self.printed.set()

    def get(self, path: str, **headers: str) -> HTTPResponse:
        """One GET without following redirects; header names with _ for -. Errors are answers too."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.ask(urllib.request.Request(self.url + path, headers=named))

    def post(self, path: str, body: bytes) -> HTTPResponse:
        """One POST of a form from a page of ours, without its token in the form."""
        headers = {"Origin": self.url, "Cookie": "csrftoken=" + "x" * 32}
        return self.ask(urllib.request.Request(self.url + path, body, headers))

    def ask(self, request: urllib.request.Request) -> HTTPResponse:
        """The answer to one request."""
        opener = urllib.request.build_opener(NoRedirect, urllib.request.ProxyHandler({}))
        try:
            return opener.open(request, timeout=30)
        except urllib.error.HTTPError as error:
            return error

    def wait_for(self, path: str, status: int = 200) -> None:
        """Returns as soon as `path` answers with `status`."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self.process.poll() is None, "\n".join(self.lines)
            try:
                if self.get(path).status == status:
                    return
            except OSError:
                pass
            time.sleep(0.1)
        raise AssertionError(f"{path} did not answer {status}:\n" + "\n".join(self.lines))

    def kill(self) -> None:
        """As a power cut: no chance to tidy up."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """As an operator stops it; the exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=PATIENCE)


def free_port() -> int:
    """A port nobody uses at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def run_command() -> list[str]:
    """`./dev run` where its environment exists, else what it ends in (after `pip install -e '.[dev]'`)."""
    made = ROOT / ".venv" / "requirements.txt"
    return ["./dev", "run"] if made.exists() else [sys.executable, "-m", "maumau_site.run"]


def hear_interrupts() -> None:
    """A job in a shell's background ignores SIGINT, and hands that on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


collected: list[Path] = []  # static files that a server of this test run has collected already


def lend_static(data: Path) -> None:
    """Collecting them once is enough; a server with other sources collects its own all the same.

    Several may do this at once for one folder: each copies to a folder of its own, the first rename counts.
    """
    lender = next((one for one in reversed(collected) if one.exists()), None)
    if lender is None or (data / "static").exists():
        return
    data.mkdir(parents=True, exist_ok=True)
    copy = Path(tempfile.mkdtemp(prefix="lent-", dir=data))
    shutil.copytree(lender, copy, copy_function=os.link, dirs_exist_ok=True)
    try:
        copy.rename(data / "static")
    except OSError:  # there are some already
        shutil.rmtree(copy)


@contextmanager
def serving(
    data: Path, *, port: int = 0, command: list[str] | None = None, lent: bool = True, **settings: str
) -> Iterator[Server]:
    """The site on a free (or given) loopback port with its data in `data`; bots do not think by default.

    `command` may be another way to start it and may contain {port}. Without `lent` it collects its static
    files itself. Further settings go into the environment. The process has ended when the block ends.
    """
    port = port or free_port()
    if lent:
        lend_static(data)
    env = os.environ | {"PORT": str(port), "MAUMAU_DATA": str(data), "MAUMAU_BOT_MS": "0"} | settings
    words = [word.format(port=port) for word in command or run_command()]
    process = subprocess.Popen(
        words, cwd=ROOT, env=env, text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=hear_interrupts,
    )  # fmt: skip
    server = Server(process, f"http://127.0.0.1:{port}", data)
    try:
        server.wait_for("/healthz")
        collected.append(data / "static")
        yield server
    finally:
        if process.poll() is None:
            server.kill()
