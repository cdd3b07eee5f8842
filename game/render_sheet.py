"""What lies over the table after a round, put together from kept pieces like the rest (`game.render`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.template.loader import render_to_string
from django.utils.functional import cached_property
from django.utils.translation import override

from game import render_pieces as pieces
from game import render_words as words
from game.log_words import rules_of
from game.moment_text import moments
from game.points_text import Points, PointsRow, points_by_round
from game.public import Public
from game.result_text import Row, ranked, with_scores
from game.score_text import Aim
from game.slots import ready, tight

if TYPE_CHECKING:
    from game.render import Viewer


class Sheet:
    """The result of a round or match in one language: what all its viewers share."""

    def __init__(self, shared: Public, lang: str) -> None:
        self.shared, self.view, self.lang = shared, shared.view, lang
        self.rules: str = self.view["rules"]
        self.final: bool = self.view["state"] == "match-over"

    def drawn_for(self, viewer: Viewer) -> str:
        """The sheet as this viewer sees it."""
        view, number, final = self.view, viewer.number, self.final
        waiting = number is not None and viewer.me is not None and bool(view["ready"][number])
        html = pieces.sheet(
            self.lang, self.shared.match.id if final else "", final, view["next"], view["solo"],
            viewer.me is not None, view["room"] if final else "x" if view["room"] else "", viewer.join,
            viewer.me is not None and not final and not waiting, waiting and not final,
            viewer.pause is not None, bool(self._aim), self._points is not None, bool(self._moments),
        )  # fmt: skip
        return html % {
            "title": self._title(number), "round": view["round"], "aim": self._aim,
            "round_title": words.round_words(self.lang, self.rules, view["round"]),
            "rows": self._rows_for(number), "seconds": -(-(viewer.pause or 0) // 1000),
            "moments": self._moments, "heads": self._heads,
            "total": "" if self._points is None else self._points.total,
        }  # fmt: skip

    @cached_property
    def _aim(self) -> str:
        return words.aim_words(self.lang, self.rules)

    def _title(self, number: int | None) -> str:
        view = self.view
        winners = (view["outcome"] or {}).get("winners") or [] if self.final else [view["winner"]]
        found = [winner for winner in winners if winner is not None]
        mine = found == [number]
        names = tuple(["" if mine else view["seats"][winner]["name"] for winner in found])
        return words.sheet_title(self.lang, self.final, names, mine)

    @cached_property
    def _rows(self) -> list[tuple[int, str, str]]:
        """Seat, row, and the same row for who sits there."""
        if self._points is not None:
            return [(row.seat, *self._draw_points(row)) for row in self._points.rows]
        scores = with_scores(self.view, Aim(rules_of(self.rules)))
        with override(self.lang):
            rows = ranked(self.shared.logged | {"me": None}, self.final)
        return [(row.seat, *self._draw_row(row, scores)) for row in rows]

    @cached_property
    def _points(self) -> Points | None:
        """The table of a whole match, as a spectator sees it."""
        if not self.final:
            return None
        with override(self.lang):
            return points_by_round(self.view | {"me": None})

    @cached_property
    def _heads(self) -> str:
        return self._drawn("game/_points_head.html", "head", self._points.heads if self._points else [])

    @cached_property
    def _moments(self) -> str:
        if not self.final:
            return ""
        with override(self.lang):
            told = moments(self.view)
        return self._drawn("game/_moment.html", "one", told)

    def _draw_points(self, row: PointsRow) -> tuple[str, str]:
        own = replace(row, mine=True, me=row.name != words.you(self.lang))
        others, mine = (self._drawn("game/_points_row.html", "row", [one]) for one in (row, own))
        return others, mine

    def _drawn(self, template: str, name: str, items: Sequence[Any]) -> str:
        """Pieces that occur once in a match: drawn for this version, and not kept beyond it."""
        with override(self.lang):
            return "".join([tight(render_to_string(template, {name: item})) for item in items])

    def _draw_row(self, row: Row, scores: bool) -> tuple[str, str]:
        lang, seat = self.lang, self.view["seats"][row.seat]
        score = words.score_words(lang, self.rules, seat["score"], seat["wins"])
        text, label, near = score or ("", "", False)
        fill: dict[str, Any] = {f"card{n}_drawn": pieces.drawing(card) for n, card in enumerate(row.cards)}
        fill |= {"score": text, "score_label": label, "seat": row.seat, "name": ready(row.name)}
        fill |= {"initial": ready(row.initial), "place": row.place, "points": row.points}
        fill |= {"note": ready(row.note), "face": row.face}
        others, own = (
            pieces.row(
                lang, row.won, row.out, bool(row.face), me, row.place is not None, len(row.cards),
                bool(row.note), row.points is not None, row.ready, self.final, score is not None, near,
                scores,
            ) % fill
            for me in (False, row.name != words.you(lang))
        )  # fmt: skip
        return others, own

    def _rows_for(self, number: int | None) -> str:
        return "".join([own if seat == number else html for seat, html, own in self._rows])
