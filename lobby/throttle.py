"""The limit on guessing codes."""

from game.throttle import Throttle

PER_GUEST = 8
PER_ADDRESS = 40
"""More than for a guest: a school or a family shares one address."""

code_tries = Throttle()
