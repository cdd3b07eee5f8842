"""What a match is about, in few words: how far it goes, how a seat stands, who is near the limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from game.engine import RuleSet

NEAR_FROM = 0.8  # of the limit: from here on a seat is near it

ORDINALS = (
    pgettext_lazy("place", "1st"), pgettext_lazy("place", "2nd"), pgettext_lazy("place", "3rd"),
    pgettext_lazy("place", "4th"), pgettext_lazy("place", "5th"), pgettext_lazy("place", "6th"),
    pgettext_lazy("place", "7th"), pgettext_lazy("place", "8th"),
)  # fmt: skip


def ordinal(place: int) -> str:
    """A place as a word: 1 is "1st"."""
    return str(ORDINALS[place - 1])


@dataclass(frozen=True)
class Score:
    """How a seat stands: shown briefly (`text`), and in words (`label`) for the ear and the pointer."""

    text: str
    label: str
    near: bool = False


@dataclass(frozen=True)
class Aim:
    """What the rules say the match is about (RULES §11)."""

    rules: RuleSet

    @property
    def kind(self) -> str:
        """`rounds`, `wins`, `most-wins`, `limit` or `knockout`."""
        return self.rules.end_kind

    @property
    def number(self) -> int:
        """So many rounds, wins or points."""
        return self.rules.end_number

    @property
    def counts_wins(self) -> bool:
        """Whether wins rank first."""
        return self.kind in ("wins", "most-wins")

    @property
    def words(self) -> str:
        """The aim for the top line; "" where the number of the round says it all."""
        n = self.number
        if self.kind == "wins":
            return ngettext("to %(n)d win", "to %(n)d wins", n) % {"n": n}
        if self.kind == "limit":
            return _("to %(n)d points") % {"n": n}
        if self.kind == "knockout":
            return _("over %(n)d: out") % {"n": n}
        return _("most wins") if self.kind == "most-wins" else ""

    def score(self, seat: dict[str, Any]) -> Score | None:
        """How this seat stands; None in a match of one round."""
        points, wins = seat["score"], seat["wins"]
        if self.kind == "wins":
            label = _("%(n)d of %(of)d wins") % {"n": wins, "of": self.number}
            return Score(f"{wins}/{self.number}", label)
        if self.kind == "most-wins":
            return Score(f"{wins}", ngettext("%(n)d win", "%(n)d wins", wins) % {"n": wins})
        if self.rules.match_end == "rounds:1":
            return None
        label = ngettext("%(n)d point", "%(n)d points", points) % {"n": points}
        return Score(_("%(n)d p.") % {"n": points}, label, self.near(points))

    def near(self, points: int) -> bool:
        """Whether somebody still in is near the limit."""
        return self.kind in ("limit", "knockout") and NEAR_FROM * self.number <= points <= self.number
