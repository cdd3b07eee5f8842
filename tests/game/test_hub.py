"""The hub: who hears what."""

import asyncio
import threading

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
