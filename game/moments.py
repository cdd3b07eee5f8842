"""The best moments of a match, noted while it is played: from public events alone, so they tell no secret.

What is noted lies with what the referee knows (`ref["best"]`) and is plain JSON. Every round begins anew with
what runs through it (`hands`, `lays` …); `found` keeps the best moment of each kind, `rounds` who won each
round, and who was dealt cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from game.engine import RuleSet

Best = dict[str, Any]
Event = dict[str, Any]
Moment = dict[str, Any]
"""`what` happened to whom (`seat`), in which `round`; the kind says what `n`, `cards` and `by` are."""

MOST = 3
SHOWN_CARDS = 8
MANY_CARDS, MANY_AT_ONCE, MANY_ALIKE = 8, 4, 3
"""From here on it is worth telling: held by who wins in the end, drawn at once, of a rank in a row."""

_OF_WINNER = ("double", "wished", "peak", "dry", "finish")
KINDS = ("chain", "took", "last", "challenged", "forgot", "alike", *_OF_WINNER, "turned")
"""sevens in a row until one draws · many cards at once · a last card that still counts · "Mau" forgotten and
noticed · "Mau" forgotten · one rank in a row · of the winner of a round: the last card counts twice, a wish
came true, many cards once held, no card drawn, the last card · from the last place to the first."""


def notice(best: Best, events: Iterable[Event]) -> None:
    """Note what is worth telling of these events, in order."""
    for event in events:
        if event["e"] == "dealt":
            _begin(best, event)
        elif "hands" in best:  # a match noted from its middle on waits for the next deal
            _NOTED.get(event["e"], _nothing)(best, event)


def told(
    best: Best, history: Sequence[Sequence[int]], winners: Sequence[int], rules: RuleSet
) -> list[Moment]:
    """The best moments of a match that is over, `MOST` at the most, in the order they happened."""
    found = {kind: dict(one) for kind, one in best.get("found", {}).items()}
    turned = _turned(history, winners) if rules.end_kind in ("rounds", "limit") else None
    if turned is not None:
        found["turned"] = turned
    if _same_row(found.get("alike"), found.get("chain")):
        del found["alike"]
    ranked = sorted(found, key=lambda kind: (-found[kind]["worth"], KINDS.index(kind)))
    picked: list[str] = []
    for kind in ranked:
        if not any(_same_win(kind, found[kind], other, found[other]) for other in picked):
            picked.append(kind)
    picked = sorted(picked[:MOST], key=lambda kind: (found[kind]["round"], KINDS.index(kind)))
    return [_plain(kind, found[kind]) for kind in picked]


def rounds(best: Best, history: Sequence[Sequence[int]]) -> list[dict[str, Any]]:
    """Of each round its `winner` and the seats that were dealt `in`; [] if not all were noted."""
    noted = best.get("rounds", [])
    return [{"winner": seat, "in": dealt} for seat, dealt in noted] if len(noted) == len(history) else []


def _plain(kind: str, one: Moment) -> Moment:
    return {"what": kind} | {name: one[name] for name in ("seat", "round", "n", "cards", "by")}


def _same_row(alike: Moment | None, chain: Moment | None) -> bool:
    """The same sevens lie in both."""
    return (
        alike is not None and chain is not None
        and alike["round"] == chain["round"] and alike["cards"][0][0] == chain["cards"][0][0]
    )  # fmt: skip


def _same_win(kind: str, one: Moment, other_kind: str, other: Moment) -> bool:
    """Two tales of one round won."""
    both = kind in _OF_WINNER and other_kind in _OF_WINNER
    return both and (one["round"], one["seat"]) == (other["round"], other["seat"])


def _turned(history: Sequence[Sequence[int]], winners: Sequence[int]) -> Moment | None:
    """The one winner had the most points of all, alone, after some round but the first: the latest such."""
    if len(winners) != 1 or len(history) < MANY_ALIKE:
        return None
    mine, latest = winners[0], 0
    for played in range(2, len(history)):
        sums = [sum(points) for points in zip(*history[:played], strict=True)]
        if all(sums[mine] > points for seat, points in enumerate(sums) if seat != mine):
            latest = played
    return _moment(50, mine, latest) if latest else None


# what is noted


def _moment(
    worth: int, seat: int, number: int, n: int = 0, cards: Sequence[str] = (), by: int | None = None
) -> Moment:
    return {
        "worth": worth,
        "seat": seat,
        "round": number,
        "n": n,
        "cards": list(cards)[-SHOWN_CARDS:],
        "by": by,
    }


def _offer(best: Best, kind: str, worth: int, seat: int, n: int = 0, **more: Any) -> None:
    """Keep it if it is the best of its kind so far."""
    known = best["found"].get(kind)
    if known is None or worth > known["worth"] or kind == "finish":
        best["found"][kind] = _moment(worth, seat, best["round"], n, **more)


def _begin(best: Best, event: Event) -> None:
    counts = list(event["cards"])
    best.setdefault("found", {})
    best.setdefault("rounds", [])
    best["in"] = [seat for seat, n in enumerate(counts) if n]
    best.update(
        round=event["round"], row=[event["top"]] if event.get("counts") else [], hands=counts, most=counts[:],
        got=[0] * len(counts), lays=[[] for _ in counts], wishes=[None for _ in counts],
        true=["" for _ in counts],
    )  # fmt: skip


def _laid(best: Best, event: Event) -> None:
    """Cards of one rank that lie on one another, whoever laid them; and whether the own wish came true."""
    seat, cards = event["seat"], event.get("cards") or [event["card"]]
    ranks = {card[0] for card in cards}
    goes_on = len(ranks) == 1 and bool(best["row"]) and best["row"][-1][0] in ranks
    best["row"] = [*best["row"], *cards] if goes_on else list(cards) if len(ranks) == 1 else []
    best["hands"][seat] -= len(cards)
    wish = best["wishes"][seat]
    best["true"][seat] = wish if wish and cards[-1][1] == wish else ""
    best["wishes"][seat] = event.get("wish")
    best["lays"][seat] = list(cards)
    if len(best["row"]) >= MANY_ALIKE:
        _offer(best, "alike", 10 * len(best["row"]), seat, len(best["row"]), cards=best["row"])


def _got(best: Best, event: Event) -> None:
    seat = event["seat"]
    best["got"][seat] += event["n"]
    best["hands"][seat] += event["n"]
    best["most"][seat] = max(best["most"][seat], best["hands"][seat])


def _took(best: Best, event: Event) -> None:
    _got(best, event)
    row, seat, n, cause = best["row"], event["seat"], event["n"], event.get("cause") or ""
    best["row"] = []
    if not n:
        return
    if event.get("last"):
        _offer(best, "last", 30 + 5 * n, seat, n, cards=[cause] if cause else [])
    elif len(row) > 1 and cause and row[-1][0] == cause[0]:
        _offer(best, "chain", 8 * n + 4 * len(row), seat, n, cards=row)
    elif n >= MANY_AT_ONCE:
        _offer(best, "took", 8 * n, seat, n, cards=[cause] if cause else [])


def _challenged(best: Best, event: Event) -> None:
    _got(best, event)
    cards = best["lays"][event["seat"]][-1:]
    _offer(best, "challenged", 42, event["seat"], event["n"], cards=cards, by=event["by"])


def _forgot(best: Best, event: Event) -> None:
    _got(best, event)
    if event.get("what", "mau") == "mau":
        _offer(best, "forgot", 26, event["seat"], event["n"], cards=best["lays"][event["seat"]][-1:])


def _won(best: Best, event: Event) -> None:
    """A round that somebody won by laying his last card."""
    seat = event["winner"]
    best["rounds"].append([seat, best["in"]])
    cards = best["lays"][seat]
    if event["hands"][seat] or not cards:
        return
    _offer(best, "finish", 5, seat, len(cards), cards=cards)
    if event.get("double"):
        _offer(best, "double", 55, seat, cards=cards)
    if best["true"][seat]:
        _offer(best, "wished", 34, seat, cards=cards[-1:])
    if best["most"][seat] >= MANY_CARDS:
        _offer(best, "peak", 5 * best["most"][seat], seat, best["most"][seat], cards=cards)
    if not best["got"][seat]:
        _offer(best, "dry", 24, seat, cards=cards)


def _nothing(best: Best, event: Event) -> None:
    """Not worth telling."""


_NOTED = {
    "played": _laid, "jumped": _laid, "drew": _got, "tried": _got, "took": _took, "challenged": _challenged,
    "forgot": _forgot, "round-over": _won,
}  # fmt: skip
