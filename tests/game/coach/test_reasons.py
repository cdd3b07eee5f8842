"""Whatever is weighed best, there is a reason for it, and it is true: any rules, any position, any order."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from django.utils.translation import override

from game import engine
from game.bots.base import Seen
from game.bots.master import Weighed, weigh
from game.coach.features import LAYS
from game.coach.reasons import Advice, advise
from game.coach.sentences import sentence
from game.engine import State, deal, legal_words, parse_action
from tests.game.coach.truth import Truth
from tests.game.engine.wild import any_rules, begun, listed, quick

MATCHES = 120
MOST = 250


def words(view: dict[str, Any]) -> list[str]:
    """All that `weigh` would weigh."""
    seen = Seen(view)
    stays = [word for word in seen.legal if word in ("d", "-") or word.startswith("w ")]
    return [*dict.fromkeys(play.word for play in seen.plays), *stays]


def weighed(view: dict[str, Any], rng: random.Random) -> list[Weighed]:
    """All words in any order, with any chances: a reason has to be true whatever is best."""
    found = words(view)
    rng.shuffle(found)
    chances = sorted((rng.random() for _ in found), reverse=True)
    return [Weighed(word, chance, chance, 10.0, 200) for word, chance in zip(found, chances, strict=True)]


def positions(number: int) -> Any:
    """Every position of a match in which somebody is on turn, with what that seat has heard."""
    rng = random.Random(number)
    state = begun(any_rules(rng), rng.randint(2, 6), number + 1)
    logs: list[list[dict[str, Any]]] = [[] for _ in state.seats]
    for step in range(MOST):
        if state.phase == "over":
            return
        if state.phase == "between":
            happened = deal(state, (step + 1).to_bytes(32, "little"))
        else:
            assert state.turn is not None
            yield state, state.turn, logs[state.turn], rng
            moves = listed(state)
            seat, word = rng.choice(moves) if rng.random() < 0.4 else quick(state, moves, rng)
            happened = engine.apply(state, seat, parse_action(word))
        for seat, log in enumerate(logs):
            log.extend(event.wire(seat) for event in happened)


def searched(view: dict[str, Any], log: list[dict[str, Any]], rng: random.Random) -> list[Weighed]:
    """What master thinks, after a very short look."""
    return weigh(view, log, rng, effort=0.02)


def check(
    state: State, seat: int, log: list[dict[str, Any]], rng: random.Random, *, real: bool = False
) -> Advice:
    """One position: an advice that is legal, true, and told in both languages."""
    view = engine.view(state, seat)
    advice = advise(view, log, searched(view, log, rng) if real else weighed(view, rng))
    assert advice is not None, legal_words(state, seat)
    assert engine.why_not(state, seat, parse_action(advice.word)) is None, advice
    Truth(state, seat, advice, log).holds()
    for lang in ("de", "en"):
        with override(lang):
            told = sentence(advice, view)
        assert told.endswith(".") and ": " in told and "%" not in told and "?" not in told, told
        assert "  " not in told and " ." not in told, told
    return advice


def test_every_reason_is_true() -> None:
    seen: Counter[str] = Counter()
    for number in range(MATCHES):
        for state, seat, log, rng in positions(number):
            before = engine.dump(state)
            try:
                advice = check(state, seat, log, rng)
            except (AssertionError, engine.EngineError) as error:
                raise AssertionError(f"match {number}: {before}") from error
            assert engine.dump(state) == before
            seen[advice.key] += 1
    assert KEYS - seen.keys() == set()


def test_what_master_thinks_is_told_truly() -> None:
    for number in range(MATCHES, 2 * MATCHES):
        for step, (state, seat, log, rng) in enumerate(positions(number)):
            if step % 40 == number % 40:
                check(state, seat, log, rng, real=True)


KEYS = LAYS.keys() | {
    "due", "no-eight", "misfit", "again-none", "bare", "none", "mau", "mau-mau", "late", "challenge", "tried",
}  # fmt: skip
"""All but "empty", which has its own position in `test_sentences`."""
