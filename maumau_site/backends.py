"""Which database and which channel layer: from one address each, with sentences for bad ones."""

from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

WAIT_S = 20
"""How long a transaction waits for another one before it fails: the same on both databases."""
POOL = {"min_size": 2, "max_size": 20, "timeout": 5, "reconnect_timeout": 4}
"""Connections of one process. Four processes stay below the 100 that PostgreSQL allows by default.

The pool waits twice as long after each failure to connect, for `reconnect_timeout` seconds in all; after that
whoever asks next has it try at once. Its own 300 s would leave us waiting long after PostgreSQL is back.
"""
SQLITE = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "wal_autocheckpoint=4000")
"""4,000 pages of log, 16 MB, before they are copied: pages that change all the time are copied once."""

EXAMPLE_DATABASE = "postgres://user:password@host:5432/name"
EXAMPLE_REDIS = "redis://host:6379/0"


def database(url: str, folder: Path) -> dict[str, Any]:
    """Django's settings for the database at `url`; without one for the SQLite file in `folder`."""
    return postgresql(url) if url else sqlite(folder / "db.sqlite3")


def sqlite(path: Path) -> dict[str, Any]:
    """One file. A move is acknowledged after its commit, so the commit must reach the disk: synchronous=FULL.

    IMMEDIATE takes the write lock at BEGIN; a deferred one could fail half-way without waiting.
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": WAIT_S,
            "init_command": "; ".join(f"PRAGMA {one}" for one in SQLITE),
        },
    }


def postgresql(url: str) -> dict[str, Any]:
    """A database of PostgreSQL through Django's pool.

    synchronous_commit is said aloud, because a server may have it off and the promise hangs on it. Each
    connection is tried before the pool hands it out, so a restart of PostgreSQL costs one failed call.
    """
    parts = address("MAUMAU_DATABASE", url, ("postgres", "postgresql"), EXAMPLE_DATABASE)
    name = unquote(parts.path.removeprefix("/"))
    if not name or "/" in name:
        raise ImproperlyConfigured(f"MAUMAU_DATABASE names no database: say {EXAMPLE_DATABASE}.")
    if parts.query:
        raise ImproperlyConfigured("MAUMAU_DATABASE takes no options after “?”: set PGSSLMODE and the like.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "pool": dict(POOL),
            "connect_timeout": 5,
            "options": f"-c synchronous_commit=on -c lock_timeout={WAIT_S}s",
        },
    }


def channel_layers(url: str) -> dict[str, Any]:
    """Channels' settings for the Redis at `url`; without one there is no layer, and one process."""
    if not url:
        return {}
    address("MAUMAU_REDIS", url, ("redis", "rediss", "unix"), EXAMPLE_REDIS)
    return {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [url], "prefix": "maumau"},
        }
    }


def address(variable: str, url: str, schemes: tuple[str, ...], example: str) -> SplitResult:
    """The parts of `url`; raises ImproperlyConfigured without repeating it, for it may hold a password."""
    try:
        parts = urlsplit(url)
        port_fits = parts.port is None or parts.port > 0
    except ValueError:
        port_fits = False
    if not port_fits or parts.scheme not in schemes:
        raise ImproperlyConfigured(f"{variable} is no address we can use: say {example}.")
    return parts
