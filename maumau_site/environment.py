"""Reads settings from the environment, with safe defaults and errors that say what is wrong."""

import contextlib
import hashlib
import os
import secrets
import socket
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]
EVERYWHERE = ("0.0.0.0", "::", "[::]")  # noqa: S104 - compared with, not bound


def flag(name: str, *, default: bool) -> bool:
    """The yes/no variable `name`; unset or empty means `default`."""
    word = os.environ.get(name, "").strip().lower()
    if word in ("", "0", "1", "false", "true", "no", "yes", "off", "on"):
        return default if not word else word in ("1", "true", "yes", "on")
    raise ImproperlyConfigured(f"{name}={word}: say 1 or 0.")


def choice(name: str, *allowed: str) -> str:
    """The variable `name`, one of the `allowed` words; the first is the default."""
    word = os.environ.get(name, "").strip().lower() or allowed[0]
    if word not in allowed:
        raise ImproperlyConfigured(f"{name}={word}: say {' or '.join(allowed)}.")
    return word


def words(name: str) -> list[str]:
    """The comma or space separated list in the variable `name`."""
    return os.environ.get(name, "").replace(",", " ").split()


def number(name: str, *, default: int, most: int = 64) -> int:
    """The whole number in the variable `name`, from 0 to `most`."""
    text = os.environ.get(name, "").strip() or str(default)
    if not text.isdecimal() or int(text) > most:
        raise ImproperlyConfigured(f"{name}={text}: say a whole number from 0 to {most}.")
    return int(text)


def span(name: str, default: str) -> tuple[int, int]:
    """A range of milliseconds: "800-2500", or one number for both ends."""
    text = os.environ.get(name) or default
    low, _, high = text.partition("-")
    if not low.isdecimal() or not (high or low).isdecimal() or int(low) > int(high or low):
        raise ImproperlyConfigured(f"{name}={text}: say two numbers of milliseconds like {default}, or one.")
    return int(low), int(high or low)


def made(path: Path) -> Path:
    """The directory `path` as an absolute one; made when missing."""
    path = path.expanduser().resolve()
    path.mkdir(parents=True, exist_ok=True)
    return path


def kept_secret(path: Path) -> str:
    """The secret in `path`. The first call writes a random one that only its owner may read."""
    if not path.exists():
        draft = path.with_name(f".{path.name}-{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64))
        with contextlib.suppress(FileExistsError):  # another process was first: both use that one
            os.link(draft, path)
        draft.unlink()
    return path.read_text().strip()


def hosts(bind: str, extra: str) -> list[str]:
    """The names this site answers to: loopback, the bound HOST (or all own addresses), MAUMAU_HOSTS."""
    names = [*LOOPBACK, *extra.replace(",", " ").split()]
    if bind in EVERYWHERE:
        names += [socket.gethostname(), *own_addresses()]
    elif bind:
        names.append(bracketed(bind))
    return list(dict.fromkeys(names))


def bracketed(host: str) -> str:
    """`host` as an address bar wants it: IPv6 in brackets."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def own_addresses() -> list[str]:
    """This machine's IPv4 addresses in its networks, the one of the default route first."""
    found = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: it only makes the system choose a route
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [address for address in dict.fromkeys(found) if not address.startswith("127.")]


def digest(folder: Path) -> str:
    """A short name for the content of all files below `folder`."""
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            total.update(f"{path.relative_to(folder)}\0".encode())
            total.update(path.read_bytes())
    return total.hexdigest()[:12]


def always(path: str, url: str) -> bool:
    """WhiteNoise asks whether a file never changes under its address."""
    return True


def never(path: str, url: str) -> bool:
    """The same question while files are being edited."""
    return False
