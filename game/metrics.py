"""What this process counts, for /metrics (docs/watching.md): one registry, Prometheus' own objects.

Count once per batch or per connection rather than once per move. Labels are words from a short fixed list,
never a name, an id or an address: each new label value is kept for good. What can be asked for at the moment
of a scrape (queue lengths, matches by status) is not counted here; see `maumau_site.figures`.
"""

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
)

SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
LATE = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60)
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)

disable_created_metrics()  # type: ignore[no-untyped-call]
registry = CollectorRegistry(auto_describe=True)
ProcessCollector(registry=registry)
PlatformCollector(registry=registry)

# -- sockets ------------------------------------------------------------------------------------------

sockets = Gauge("maumau_sockets", "Sockets open now.", ["kind"], registry=registry)
"""`kind`: table, lobby. `inc()` when accepted, `dec()` when ended, in whatever way."""

spectators = Gauge("maumau_spectators", "Table sockets open now without a seat.", registry=registry)

hellos = Counter(
    "maumau_hellos", "Greetings of sockets: new, or again after a cut.", ["kind"], registry=registry
)  # fmt: skip
"""`kind`: new (`have` 0), again (`have` > 0: the page had been connected before)."""

drops = Counter("maumau_socket_drops", "Sockets closed by the server, by reason.", ["why"], registry=registry)
"""`why`: see `game.protocol.Close`; a word of the code, never of a client."""

polls = Counter(
    "maumau_fallback_requests", "Requests of pages without a socket.", ["kind"], registry=registry
)  # fmt: skip
"""`kind`: view, act, chat."""

loop_lag_seconds = Histogram(
    "maumau_loop_lag_seconds", "How much later than asked for the event loop goes on.",
    buckets=SECONDS, registry=registry,
)  # fmt: skip

# -- moves --------------------------------------------------------------------------------------------

acts = Counter(
    "maumau_acts", "Answers to players' actions, over socket or HTTP.", ["answer"], registry=registry
)  # fmt: skip
"""`answer`: ack, nack, lost (outcome unknown, nothing said)."""

moves = Counter("maumau_moves", "Transitions on disk: of players, bots and the clock.", registry=registry)

batch_size = Histogram(
    "maumau_commit_batch_size", "Transitions in one commit.", buckets=SIZES, registry=registry
)  # fmt: skip
commit_seconds = Histogram(
    "maumau_commit_seconds", "From the start of a transaction until it is on disk.",
    buckets=SECONDS, registry=registry,
)  # fmt: skip
commit_failures = Counter("maumau_commit_failures", "Batches the database refused.", registry=registry)

queue = Gauge("maumau_queue", "What waits now.", ["name"], registry=registry)
"""`name`: writer (transitions waiting for a commit), quick, patient (jobs waiting for a thinking process)."""

# -- the clock ----------------------------------------------------------------------------------------

ticker_late_seconds = Histogram(
    "maumau_ticker_late_seconds", "How late what was due was played.", ["kind"],
    buckets=LATE, registry=registry,
)  # fmt: skip
"""`kind`: a match's due_kind (turn, bot, next, …) or lobby."""

ticker_errors = Counter("maumau_ticker_errors", "Rounds or matches the ticker failed at.", registry=registry)

# -- thinking -----------------------------------------------------------------------------------------

thinking_seconds = Histogram(
    "maumau_thinking_seconds", "Jobs done by thinking processes, and how long each took there.", ["job"],
    buckets=SECONDS, registry=registry,
)  # fmt: skip
"""`job`: see `game.thinking.worker.JOBS`."""

fallbacks = Counter(
    "maumau_master_fallbacks", "Turns that master played like hard, by reason.", ["why"], registry=registry
)  # fmt: skip
"""`why`: busy (no room in the lane), late (the answer was not there in time), broken (the search failed)."""

thinkers_lost = Counter(
    "maumau_thinkers_lost", "Thinking processes that were replaced, by reason.", ["why"], registry=registry
)  # fmt: skip
"""`why`: died, hung, no-start."""

# -- views and other processes --------------------------------------------------------------------------

renders = Counter("maumau_renders", "Frames for viewers.", ["source"], registry=registry)
"""`source`: made, kept (the same bytes again)."""

relay_up = Gauge("maumau_relay_up", "0: Redis is silent, other processes hear late.", registry=registry)
relay_up.set(1)  # one process alone has nobody to tell
relay_messages = Counter("maumau_relay_messages", "Messages between processes.", ["way"], registry=registry)
"""`way`: sent, heard."""

# -- the log ------------------------------------------------------------------------------------------

log_lines = Counter("maumau_log_lines", "Log lines by level, shown or not.", ["level"], registry=registry)
"""`level`: info, warning, error, critical."""

# A series must be there before its first event, or its first increase cannot be seen.
for _metric, _values in {
    sockets: ("table", "lobby"), hellos: ("new", "again"), polls: ("view", "act", "chat"),
    acts: ("ack", "nack", "lost"), renders: ("made", "kept"), relay_messages: ("sent", "heard"),
    log_lines: ("info", "warning", "error", "critical"),
    drops: ("slow", "unread", "flood", "junk", "too-big", "silent", "trouble", "stopping", "old"),
    ticker_late_seconds: ("turn", "bot", "master", "challenge", "jump", "next", "idle", "expire"),
    thinking_seconds: ("decide", "weigh", "rounds", "review"),
    fallbacks: ("busy", "late", "broken"), thinkers_lost: ("died", "hung", "no-start"),
}.items():  # fmt: skip
    for _value in _values:
        _metric.labels(_value)
