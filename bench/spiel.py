"""OpenSpiel's crazy_eights, driven from Python the way `bench.engine` drives ours: what to compare with.

Runs in an environment of its own, which `./dev bench` makes of `bench/requirements.txt`; nothing else of the
repository is imported here.
"""

from __future__ import annotations

import random
import sys
import time


def steps_per_second(moves: int, seed: int) -> tuple[float, float]:
    """Moves a second in random play of four, checked as ours are; and steps, with the nodes of chance.

    A card that is dealt or drawn is a step of chance there; in our engine it is part of the deal or the move.
    """
    import pyspiel

    game, chance = pyspiel.load_game("crazy_eights(players=4)"), random.Random(seed).random
    done = steps = 0
    begun = time.perf_counter()
    while done < moves:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                drawn = state.chance_outcomes()
                state.apply_action(drawn[int(chance() * len(drawn))][0])
            else:
                actions = state.legal_actions()
                state.apply_action_with_legality_check(actions[int(chance() * len(actions))])
                done += 1
            steps += 1
    seconds = time.perf_counter() - begun
    return done / seconds, steps / seconds


def main() -> None:
    """Arguments: moves and seed; prints the two figures."""
    print(*steps_per_second(int(sys.argv[1]), int(sys.argv[2])))
