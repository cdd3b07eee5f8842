"""Looking back at recorded matches: a known mistake is found, nothing is judged by what nobody could know."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from django.utils.translation import override

from game import engine
from game.coach import replays, review
from game.coach.pages import summary, turns
from tests.game.coach.recorded import Recorded, forgets_mau, record, with_a_mistake

RULES = ("mau-mau", "five-wins match_end=wins:2 strict=off", "tournament match_end=rounds:1")


@pytest.mark.parametrize("rules", RULES)
def test_a_known_mistake_is_found(rules: str) -> None:
    made = with_a_mistake(rules)
    found = review.run(made.job())
    dearest = max(found["found"], key=lambda turn: turn["better"] - turn["played"])
    assert (dearest["view"]["round"], dearest["word"]) == made.wrong[0]
    assert dearest["advice"]["word"].startswith("p ") or dearest["call"]
    assert dearest["better"] > dearest["played"] + review.WORTH_SHOWING
    assert dearest["worlds"] > 50


@override("en")
def test_it_is_told() -> None:
    found = review.run(with_a_mistake("mau-mau").job())
    told = next(turn for turn in turns(found) if turn.did == "You drew." and len(turn.hand) == 1)
    assert told.better and told.chances and len(told.hand) == 1
    assert [card.mark for card in told.hand] == ["better"]
    assert summary(found).endswith("judged by nothing but what you could know then.")


@override("en")
def test_it_claims_no_more_than_was_looked_for() -> None:
    one, none = summary({"turns": 1, "found": []}), summary({"turns": 0, "found": []})
    assert "1 turn of" in one and "Nothing was found" in one
    assert none == "There was no turn in which you chose between several things yourself."


def test_a_forgotten_mau_is_told_without_figures() -> None:
    made = with_a_mistake("mau-mau", forgets_mau)
    found = review.run(made.job())
    forgot = [turn for turn in found["found"] if turn["forgot"]]
    assert len(forgot) == 1 and forgot[0]["word"] == made.wrong[0][1]
    assert next(turn for turn in turns(found) if not turn.chances).better == ""


def test_many_rounds_stay_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the match: so many turns are weighed, and at most three shown."""
    rng = random.Random(3)
    made = record("mau-mau match_end=wins:3", 5, lambda state, word: _anything(state, rng), most_wrong=1000)
    weighed: list[float] = []
    weigh = review.master.weigh

    def counted(*args: Any, effort: float) -> Any:
        weighed.append(effort)
        return weigh(*args, effort=effort / 20)

    monkeypatch.setattr(review, "MOST_WEIGHED", 5)
    monkeypatch.setattr(review.master, "weigh", counted)
    found = review.run(made.job())
    assert weighed.count(1.0) == found["weighed"] == 5
    assert weighed.count(review.EFFORT) <= review.MOST_SURE
    assert len(found["found"]) <= review.MOST_SHOWN


def _anything(state: engine.State, rng: random.Random) -> str:
    return rng.choice([word for word in engine.legal_words(state, 0) if not word.endswith("(*)")])


def test_the_same_job_gives_the_same_answer() -> None:
    made = with_a_mistake("mau-mau")
    assert review.run(made.job()) == review.run(json.loads(json.dumps(made.job())))


def test_only_what_the_seat_saw_counts() -> None:
    """A decision is judged by the view and the events that seat was sent: no hidden card is among them."""
    made = record("mau-mau", 4, lambda state, word: word)
    for one in replays.decisions(**_parts(made)):
        assert one.view["me"] == 0 and one.view["hands"] is None
        for event in one.log:
            assert "hands" not in event or event["e"] in ("round-over", "match-over")
            assert "cards" not in event or event["e"] in ("dealt", "played") or event["seat"] == 0


def test_stand_ins_and_lost_time_are_nobodys_decisions() -> None:
    made = record("mau-mau", 4, lambda state, word: word)
    own = [one.word for one in replays.decisions(**_parts(made))]
    first = next(n for n, step in enumerate(made.steps) if step[0] == 0)
    parts = _parts(made)
    parts["steps"] = [*made.steps[:first], [0, "bot hard"], *made.steps[first:]]
    assert own and not list(replays.decisions(**parts))
    late = [*made.steps[:first], [0, "t"]]
    assert [one.word for one in replays.decisions(**(parts | {"steps": late}))] == []


def test_who_draws_and_then_lays_has_had_one_turn() -> None:
    made = record("mau-mau", 4, _draws_first)
    chosen = [one for one in replays.decisions(**_parts(made)) if replays.has_choice(one.view)]
    turns = [(one.view["round"], one.turn) for one in chosen]
    assert len(set(turns)) < len(turns), "somewhere two decisions in one turn"
    assert review.run(made.job())["turns"] == len(set(turns))


def _draws_first(state: engine.State, word: str) -> str:
    """Draws although something fits: the next word of the turn is its own decision."""
    return "d" if word.startswith("p ") and "d" in engine.legal_words(state, 0) else word


def test_a_forgotten_mau_is_no_choice() -> None:
    made = with_a_mistake("mau-mau", forgets_mau)
    forgot = next(one for one in replays.decisions(**_parts(made)) if one.forgot)
    forced = replace(forgot, view=forgot.view | {"legal": ["m", forgot.word]})
    assert review._with_choice([forgot, forgot]) == 1
    assert review._with_choice([forced]) == 0


def test_nothing_to_choose_is_nothing_to_say() -> None:
    made = record("mau-mau", 4, lambda state, word: word)
    found = review.run(made.job() | {"steps": made.steps[:1]})
    assert found == {"found": [], "turns": 0, "weighed": 0}


def _parts(made: Recorded) -> dict[str, Any]:
    job = made.job()
    return {name: job[name] for name in ("rules", "seats", "steps", "seat")}
