"""Whole matches in memory: the referee judges, people act by chance, and every snapshot is handed over."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from game import engine
from game.bots import STRENGTHS
from game.draft import Draft, Refused
from game.due import schedule
from game.engine import RuleSet, legal_words
from game.engine.state import Seat
from game.models import fresh_ref
from game.referee import _BOTS_ACT, _WHEN_DUE, judge
from game.snapshot import Snapshot, Transition
from tests.game.scripted import chosen

STEPS = 3_000
THINK_MS = (700, 1_400)
NAMES = ("Alice", "You", "Mara", "Mara (2)", "<b>Bo & Co</b>", "Du", "100 % [sic]", "Bot Erna")


@dataclass
class Match:
    """A match of people (and bots) that nobody writes down. Its guests are numbered 1, 2, …

    `still`: nobody falls asleep, leaves or comes.
    """

    rules: RuleSet
    people: int = 4
    bots: int = 0
    seed: int = 1
    still: bool = False
    solo: bool = False
    room: str = ""
    now: int = 1_800_000_000_000
    names: Sequence[str] = NAMES
    rng: random.Random = field(init=False)
    wanting: list[tuple[int, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)

    def snapshots(self) -> Iterator[Snapshot]:
        """Every snapshot from the first deal on, to the end of the match and its rematch."""
        match = self._first()
        for _ in range(STEPS):
            yield match
            if match.status == "over":
                break
            match = self._step(match)
        yield self._judged(match, Transition(match.id, f"link {'c' * 32}")) or match

    def _first(self) -> Snapshot:
        bots = [STRENGTHS[n % len(STRENGTHS)] for n in range(self.bots)]
        seats = [Seat(name, None) for name in self.names[: self.people]]
        seats += [Seat(f"Bot {n}", bot) for n, bot in enumerate(bots)]
        guests = (*range(1, self.people + 1), *[None] * self.bots)
        state = engine.new_match(self.rules, seats)
        blank = Snapshot(
            f"{self.seed:032x}", 0, state, fresh_ref(len(seats)), self.rules, self.solo, 1, self.room, "en",
            "play", None, "", "", guests,
        )  # fmt: skip
        draft = self._draft(blank)
        draft.deal()
        schedule(draft, THINK_MS, self.rng)
        return draft.after()

    def _draft(self, match: Snapshot) -> Draft:
        seed = self.rng.randbytes
        return Draft(match, self.now, lambda: seed(32), lambda guest: True, lambda: self.wanting)

    def _judged(self, match: Snapshot, wanted: Transition) -> Snapshot | None:
        kinds = _BOTS_ACT if wanted.by_bot else _WHEN_DUE.get(wanted.kind)
        if kinds:  # its time has come
            match = replace(match, due_at=self.now, due_kind=min(kinds))
        draft = self._draft(match)
        try:
            judge(draft, wanted)
        except Refused:
            return None
        schedule(draft, THINK_MS, self.rng)
        return draft.after()

    def _step(self, match: Snapshot) -> Snapshot:
        self.now += self.rng.choice((700, 1_300, 2_900, 9_000))
        for wanted in self._ideas(match):
            after = self._judged(match, wanted)
            if after is not None:
                return after
        raise AssertionError(f"no way on from version {match.version} {match.status}: {match.ref}")

    def _ideas(self, match: Snapshot) -> Iterator[Transition]:
        """What may happen next, the likely last: whatever is refused is passed over."""
        if not self.still and self.rng.random() < 0.1:
            yield self._odd(match)
        if match.state.phase == "between":
            for seat in self.rng.sample(match.humans(), len(match.humans())):
                if not match.ref["seats"][seat]["ready"]:
                    yield Transition(match.id, "next", seat)
            yield Transition(match.id, "deal")
            return
        turn = match.state.turn
        for seat in match.humans():
            words = legal_words(match.state, seat) if seat != turn else []
            if words and self.rng.random() < 0.3:
                yield Transition(match.id, self.rng.choice(words), seat)
        assert turn is not None
        by_bot = match.state.seats[turn].bot is not None
        yield Transition(match.id, chosen(match.state, turn, self.rng), turn, by_bot=by_bot)

    def _odd(self, match: Snapshot) -> Transition:
        seat = self.rng.randrange(len(match.guests))
        word = self.rng.choice(("t", "t", "t", "back", "rest", "wake", "leave", "sit", "grace"))
        if word == "leave" and self.rng.random() < 0.7:
            word = "back"
        if word == "sit" and not self.wanting:
            self.wanting = [(99, "Späte Äbtissin")]
        if word == "t" and match.state.turn is not None:
            seat = match.state.turn
        return Transition(match.id, word, seat)

