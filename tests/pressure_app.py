"""An application that does not keep up, or does not care who reads, behind the servers as we run them.

`python -m tests.pressure_app daphne|uvicorn PORT`. /late takes its frames only after GET /go and says how
many came in order; /gush sends 62 MiB to whoever is there. GET /state says how far it is.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

CHUNK, CHUNKS = 64 * 1024, 1000
go = asyncio.Event()
state = "idle"


async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await {"lifespan": lifespan, "http": page, "websocket": line}[scope["type"]](scope, receive, send)


async def lifespan(scope: dict[str, Any], receive: Any, send: Any) -> None:
    for word in ("startup", "shutdown"):
        await receive()
        await send({"type": f"lifespan.{word}.complete"})


async def page(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["path"] == "/go":
        go.set()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": state.encode()})


async def line(scope: dict[str, Any], receive: Any, send: Any) -> None:
    global state
    await receive()
    await send({"type": "websocket.accept"})
    state = "begun"
    try:
        await (late(receive, send) if scope["path"] == "/late" else gush(send))
    finally:
        state = "over"


async def late(receive: Any, send: Any) -> None:
    await go.wait()
    count = 0
    while (message := await receive())["type"] == "websocket.receive" and message["text"] != "end":
        assert message["text"].startswith(f"{count} "), (count, message["text"][:20])
        count += 1
    await send({"type": "websocket.send", "text": str(count)})
    await send({"type": "websocket.close", "code": 1012})


async def gush(send: Any) -> None:
    chunk = b"x" * CHUNK
    for _ in range(CHUNKS):
        await send({"type": "websocket.send", "bytes": chunk})
        await asyncio.sleep(0)


def main(kind: str, port: int) -> None:
    if kind == "uvicorn":
        from maumau_site.serve import CalmServer, config

        CalmServer(config("127.0.0.1", port, app)).run()
        return
    from daphne.cli import CommandLineInterface

    from maumau_site.closing import use_calm_protocol

    use_calm_protocol()
    CommandLineInterface().run(["-v", "0", "-p", str(port), "tests.pressure_app:app"])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
