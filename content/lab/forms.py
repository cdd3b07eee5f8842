"""What the lab is asked in a form: rules by the chooser of all pages, and how many play."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from content.lab.questions import FEWEST, MOST
from game.forms import RulesForm

USUALLY = 4
PLAYERS = range(FEWEST, MOST + 1)


class LabForm(RulesForm):
    """Rules and `players`, four if nobody says."""

    alone = True
    players = forms.TypedChoiceField(
        label=_("Players"), required=False, coerce=int,
        choices=[(number, number) for number in PLAYERS],
    )  # fmt: skip

    def clean_players(self) -> int:
        """How many play."""
        return int(self.cleaned_data["players"] or USUALLY)

    def seats(self) -> list[tuple[int, bool]]:
        """The numbers of players to choose from, and which one is chosen."""
        chosen = str(self["players"].value() or USUALLY)
        known = chosen if chosen in map(str, PLAYERS) else str(USUALLY)
        return [(number, str(number) == known) for number in PLAYERS]

    def elsewhere(self) -> list[str]:
        """Also what is wrong with the players, who stand in no line of the chooser."""
        return [*super().elsewhere(), *map(str, self.errors.get("players", []))]


def first_choice(preset: str, players: Any) -> dict[str, Any]:
    """What the form opens with; a number of players that cannot be is left out."""
    seats = {"players": players} if str(players) in map(str, PLAYERS) else {}
    return {"preset": preset, **seats}
