"""`./dev` and the ways to start the site, by starting them."""

import os
import re
import shutil
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server import ROOT, free_port, serving

TOOLS = ("sh", "dirname", "cat", "cp", "rm", "cmp")
EMPTY_LOCK = "# nothing to install\n"


class Clone:
    """A small clone: the real `dev`, few tools on the PATH, an empty lock and a manage.py that talks."""

    def __init__(self, root: Path) -> None:
        self.root, self.bin = root, root / "bin"
        self.bin.mkdir()
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool) or "")
        shutil.copy(ROOT / "dev", root / "dev")
        (root / "requirements.txt").write_text(EMPTY_LOCK)
        (root / "manage.py").write_text("import sys; print(sys.prefix, *sys.argv[1:])\n")

    def python(self, name: str, script: str) -> None:
        """A command `name` on the PATH that runs the shell lines `script`."""
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def dev(self, *words: str) -> subprocess.CompletedProcess[str]:
        env = {"PATH": str(self.bin), "HOME": str(self.root)}
        return subprocess.run([str(self.root / "dev"), *words], env=env, capture_output=True, text=True)


REAL = f'exec "{sys.executable}" "$@"'
BROKEN_SHIM = "echo 'shim: version not installed' >&2; exit 127"
TOO_OLD = "exit 1"  # what the version check ends with
NO_VENV = f'case "$*" in *ensurepip*) exit 1 ;; esac; {REAL}'


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


def test_without_python_it_says_what_to_install(clone: Clone) -> None:
    clone.python("python3", TOO_OLD)
    done = clone.dev("run")
    assert done.returncode == 1
    assert "No Python 3.11" in done.stderr and "apt install python3 python3-venv" in done.stderr


def test_without_venv_module_it_says_what_to_install(clone: Clone) -> None:
    clone.python("python3", NO_VENV)
    done = clone.dev("run")
    assert done.returncode == 1
    assert "apt install python3-venv" in done.stderr and not (clone.root / ".venv").exists()


def test_it_skips_commands_that_exist_and_fail(clone: Clone) -> None:
    clone.python("python3", BROKEN_SHIM)
    clone.python("python3.13", NO_VENV)
    clone.python("python3.11", REAL)
    done = clone.dev("manage", "hello", "two words")
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(clone.root / ".venv"), "hello", "two", "words"]
    assert "bin/python3.11" in done.stderr


def test_it_installs_again_only_when_the_lock_changes(clone: Clone) -> None:
    clone.python("python3", REAL)
    first, second = clone.dev("manage"), clone.dev("manage")
    assert "Installing" in first.stderr and second.stderr == ""
    (clone.root / "requirements.txt").write_text(EMPTY_LOCK + "# changed\n")
    assert "Installing" in clone.dev("manage").stderr


def test_a_failed_installation_says_what_it_needs(clone: Clone) -> None:
    clone.python("python3", REAL)
    (clone.root / "requirements.txt").write_text(f"--no-index\nnowhere==1 --hash=sha256:{'0' * 64}\n")
    done = clone.dev("run")
    assert done.returncode == 1 and "needs the network" in done.stderr
    (clone.root / "requirements.txt").write_text(EMPTY_LOCK)
    assert clone.dev("manage").returncode == 0  # the next try mends it


def test_a_command_it_does_not_know_shows_the_ones_it_knows(clone: Clone) -> None:
    done = clone.dev("fly")
    assert done.returncode == 2 and "./dev run" in done.stderr


def test_dev_is_plain_shell() -> None:
    dash = shutil.which("dash") or "sh"
    assert subprocess.run([dash, "-n", "dev"], cwd=ROOT).returncode == 0


def test_run_prints_the_address_first_and_answers_there(tmp_path: Path) -> None:
    with serving(tmp_path) as site:
        assert site.lines[0] == f"{site.url}/"
        assert site.get("/").headers["Location"] == "/de/"
        assert site.get("/de/").status == 200
        site.wait_for("/readyz")
        assert site.get("/", Host="elsewhere.example").status == 400
        assert site.post("/de/lobby/", b"name=" + b"x" * 3_000_000).status == 400
        assert site.post("/de/lobby/", b"&".join([b"a=b"] * 3000)).status == 400
        assert site.stop() == 0
        assert not any("Traceback" in line for line in site.lines), site.lines


def test_the_secret_key_is_kept_and_private(tmp_path: Path) -> None:
    key = tmp_path / "secret_key"
    with serving(tmp_path):
        first = key.read_text()
    with serving(tmp_path):
        assert key.read_text() == first and len(first) >= 50
    assert stat.S_IMODE(key.stat().st_mode) == 0o600


def test_every_device_in_the_network_may_come_in(tmp_path: Path) -> None:
    with serving(tmp_path, HOST="0.0.0.0") as site:
        assert site.lines[0] == f"{site.url}/"
        for line in site.lines[1:]:
            if address := re.match(r"http://([\d.]+):\d+/", line):
                assert site.get("/de/", Host=address[1]).status == 200


def test_behind_a_proxy_with_tls_cookies_are_secure(tmp_path: Path) -> None:
    with serving(tmp_path, MAUMAU_HTTPS="1", MAUMAU_HOSTS="cards.example") as site:
        answer = site.get("/en/solo/", Host="cards.example", X_Forwarded_Proto="https")
        cookies = answer.headers.get_all("Set-Cookie") or []
        assert len(cookies) == 3 and all("Secure" in cookie for cookie in cookies)
        assert "max-age" in answer.headers["Strict-Transport-Security"]


def test_static_files_are_sent_compressed(tmp_path: Path) -> None:
    with serving(tmp_path) as site:
        page = site.get("/de/").read().decode()
        sheet = re.search(r'href="(/static/[^"]+\.css)"', page)
        assert sheet is not None
        answer = site.get(sheet[1], Accept_Encoding="gzip")
        assert answer.headers["Content-Encoding"] == "gzip"
        assert "immutable" in answer.headers["Cache-Control"]
        assert [line for line in site.lines if not line.startswith("{")] == [f"{site.url}/"]


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"PORT": "http"}, "PORT=http is no port"),
        ({"HOST": "192.0.2.1"}, "no address of this machine"),
        ({"MAUMAU_DEBUG": "maybe"}, "MAUMAU_DEBUG=maybe"),
        ({"MAUMAU_BOT_MS": "9-1"}, "MAUMAU_BOT_MS=9-1"),
        ({"MAUMAU_THINKERS": "many"}, "MAUMAU_THINKERS=many: say a whole number from 0 to 64"),
        ({"MAUMAU_SERVER": "gunicorn"}, "MAUMAU_SERVER=gunicorn: say daphne or uvicorn"),
        ({"MAUMAU_DATABASE": "mysql://me@there/cards"}, "MAUMAU_DATABASE is no address we can use"),
        ({"MAUMAU_DATABASE": "postgres://me@there:port/cards"}, "MAUMAU_DATABASE is no address we can use"),
        ({"MAUMAU_DATABASE": "postgres://me:secret@there"}, "MAUMAU_DATABASE names no database"),
        ({"MAUMAU_DATABASE": "postgres://me@127.0.0.1:1/cards"}, "PostgreSQL does not let us in"),
        ({"MAUMAU_REDIS": "localhost:6379"}, "MAUMAU_REDIS is no address we can use"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, settings: dict[str, str], says: str) -> None:
    assert says in failed_start(tmp_path, **settings)


def test_a_busy_port_is_named(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert f"Port {port} is busy" in failed_start(tmp_path, PORT=str(port))


def failed_start(data: Path, **settings: str) -> str:
    env = os.environ | {"MAUMAU_DATA": str(data), "PORT": str(free_port())} | settings
    command = [sys.executable, "-m", "maumau_site.run"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode != 0 and "secret@" not in done.stderr
    assert "Traceback" not in done.stderr  # a sentence, and nothing around it
    return done.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["-m", "uvicorn", "maumau_site.asgi:application", "--port", "{port}"],
        ["manage.py", "runserver", "--noreload", "{port}"],
    ],
    ids=["uvicorn", "runserver"],
)
def test_the_other_ways_to_start(tmp_path: Path, command: list[str]) -> None:
    env = os.environ | {"MAUMAU_DATA": str(tmp_path)}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=env, check=True)
    with serving(tmp_path, command=[sys.executable, *command]) as site:
        site.wait_for("/readyz")
        assert site.get("/de/").status == 200
