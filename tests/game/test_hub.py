"""The hub: who hears what."""

import asyncio
import threading

import pytest

from game.hub import Hub


async def test_listeners_hear_their_topic_until_they_leave() -> None:
    hub, heard = Hub(), []
    stop = hub.subscribe("match:1", heard.append)
    hub.announce("match:1", 1)
    hub.announce("match:2", 9)
    await asyncio.sleep(0)
    stop()
    stop()
    hub.announce("match:1", 2)
    await asyncio.sleep(0)
    assert heard == [1]
    assert not hub._topics


async def test_any_thread_may_announce() -> None:
    hub, heard = Hub(), asyncio.Event()
    hub.subscribe("t", lambda _: heard.set())
    threading.Thread(target=hub.announce, args=("t", 1)).start()
    await asyncio.wait_for(heard.wait(), 10)


def test_a_loop_that_ended_without_goodbye_is_dropped() -> None:
    hub = Hub()

    async def visit() -> None:
        hub.subscribe("t", lambda _: None)

    asyncio.run(visit())
    hub.announce("t", 1)
    assert not hub._topics


async def test_a_batch_wakes_the_loop_once_and_goes_to_the_relay() -> None:
    hub, heard, relayed = Hub(), [], []
    hub.relay = relayed.append
    for topic in ("a", "b"):
        hub.subscribe(topic, lambda version, topic=topic: heard.append((topic, version)))  # type: ignore[misc]
    loop = asyncio.get_running_loop()
    woken, real = [], loop.call_soon_threadsafe
    loop.call_soon_threadsafe = lambda *call: (woken.append(call), real(*call))[1]  # type: ignore[method-assign]
    await asyncio.to_thread(hub.announce_all, [("a", 1), ("b", 2), ("c", 3)])
    told = [call for call in woken if call[1:] and isinstance(call[1], list)]
    await asyncio.sleep(0)
    assert heard == [("a", 1), ("b", 2)] and len(told) == 1
    assert relayed == [[("a", 1), ("b", 2), ("c", 3)]]
    hub.heard([("a", 4)])
    await asyncio.sleep(0)
    assert heard[-1] == ("a", 4) and len(relayed) == 1, "what others told is not told again"


async def test_a_listeners_mistake_is_its_own(caplog: pytest.LogCaptureFixture) -> None:
    hub, heard = Hub(), []

    def broken(_: int) -> None:
        raise RuntimeError("a mistake")

    hub.subscribe("t", broken)
    hub.subscribe("t", heard.append)
    hub.announce("t", 1)
    await asyncio.sleep(0)
    assert heard == [1] and "a listener failed" in caplog.text


async def test_who_has_stopped_listening_hears_nothing() -> None:
    hub, heard = Hub(), []
    stop, _ = hub.subscribe("t", heard.append), hub.subscribe("t", lambda _: heard.append(0))
    stop()
    hub.announce("t", 1)
    await asyncio.sleep(0)
    assert heard == [0]
