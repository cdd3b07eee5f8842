"""The rule chooser (solo and lobby) and the solo menu."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from game.bots import STRENGTHS
from game.engine import FIELDS, PRESETS, RuleError, RuleSet, parse_rules
from game.rule_words import FIELD_LABELS, PRESET_LABELS, SHOWN, STRENGTH_LABELS, field_choices

OPEN_FIELDS = ("match_end", "turn_seconds")
BOT_NAMES = ("Ada", "Bela", "Carl", "Dora", "Emil", "Frida", "Gero")
MAX_BOTS = len(BOT_NAMES)
DEFAULT_BOTS = 3
BESIDE = frozenset({"csrfmiddlewaretoken", "name", "v"})
"""What else comes along with rules; any other name is taken for a rule field that was misspelt."""
SHOWN_LENGTH = 40
VALUE = re.compile(r"[a-z0-9-]{1,12}(:[0-9]{1,4})?")


class OpenChoice(forms.ChoiceField):
    """A choice whose list shows only examples (`wins:3`); the engine judges what is given."""

    def valid_value(self, value: Any) -> bool:
        """One short word, perhaps with a number; nothing that could bring a second field along."""
        return VALUE.fullmatch(str(value)) is not None


class RulesForm(forms.Form):
    """A preset and, on top of it, single fields of RULES §1; an empty field is as in the preset.

    Programs may send any field; people are shown those in `rule_words.SHOWN`.
    """

    preset = forms.ChoiceField(
        label=_("Rules"), required=False, widget=forms.RadioSelect,
        choices=[(name, PRESET_LABELS[name]) for name in PRESETS],
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._rules: RuleSet | None = None
        for name, values in FIELDS.items():
            self.fields[name] = _field(name, values)

    def clean(self) -> dict[str, Any]:
        """The rule set as the engine reads it; what it refuses is said at the field."""
        cleaned: dict[str, Any] = super().clean() or {}
        self._refuse_unknown()
        if not self.errors:
            chosen = [f"{name}={cleaned[name]}" for name in FIELDS if cleaned.get(name)]
            try:
                self._rules = parse_rules(" ".join([cleaned.get("preset") or "mau-mau", *chosen]))
            except RuleError as error:
                where = error.field if error.field in self.fields else None
                self.add_error(where, gettext("This does not go together. Choose something else here."))
        return cleaned

    def _refuse_unknown(self) -> None:
        for name in self.data:
            if name not in self.fields and name not in BESIDE:
                text = gettext("There is no rule called “%(name)s”. Look at how it is written.")
                shown = name[:SHOWN_LENGTH]
                self.errors[shown] = self.error_class([text % {"name": shown}])

    def error_code(self) -> str:
        """Whether it is the rules that were refused, or something else the form asks."""
        rules = (name in FIELDS or name == "preset" or name not in self.fields for name in self.errors)
        return "bad-rules" if any(rules) else "bad-form"

    def elsewhere(self) -> Iterator[tuple[str, str]]:
        """Errors of fields that people are not shown: the field's name in words, and the first message."""
        for name, texts in self.errors.items():
            if name not in SHOWN and (name in FIELDS or name not in self.fields):
                yield str(FIELD_LABELS.get(name, "")), str(texts[0])

    def ruleset(self) -> RuleSet:
        """The chosen rules of a valid form."""
        assert self._rules is not None, "ask a valid form only"
        return self._rules

    def choice(self) -> dict[str, str]:
        """The filled-in fields, to be remembered."""
        return {name: self.cleaned_data[name] for name in ("preset", *FIELDS) if self.cleaned_data.get(name)}


def _field(name: str, values: tuple[str, ...]) -> forms.ChoiceField:
    kind = OpenChoice if name in OPEN_FIELDS else forms.ChoiceField
    choices = [("", _("as in the preset"))]
    return kind(
        label=FIELD_LABELS.get(name, name), required=False,
        choices=lambda: [*choices, *field_choices(name, values)],
    )  # fmt: skip


class SoloForm(RulesForm):
    """Against whom: `bots_count` of one `strength`, single ones of another (`bot_1`); or `bots=easy,hard`."""

    bots_count = forms.IntegerField(label=_("Bots"), min_value=1, max_value=MAX_BOTS, required=False)
    strength = forms.ChoiceField(
        label=_("Strength"), required=False, choices=[(name, name) for name in STRENGTHS]
    )
    bots = forms.CharField(max_length=100, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("as above")), *((name, STRENGTH_LABELS[name]) for name in STRENGTHS)]
        for number, name in enumerate(BOT_NAMES, 1):
            self.fields[f"bot_{number}"] = forms.ChoiceField(label=name, required=False, choices=choices)

    def single_bots(self) -> list[forms.BoundField]:
        """The fields for a strength of one's own, in the bots' order."""
        return [self[f"bot_{number}"] for number in range(1, MAX_BOTS + 1)]

    def clean_bots(self) -> list[str]:
        """The strengths named one by one."""
        names = [name.strip() for name in self.cleaned_data["bots"].split(",") if name.strip()]
        if len(names) > MAX_BOTS:
            raise forms.ValidationError(gettext("Choose one to seven bots."))
        if any(name not in STRENGTHS for name in names):
            raise forms.ValidationError(gettext("Bots are easy, normal or hard."))
        return names

    def strengths(self) -> list[str]:
        """One strength for each bot; a valid form only."""
        named: list[str] = self.cleaned_data["bots"]
        count = self.cleaned_data.get("bots_count") or DEFAULT_BOTS
        usual = self.cleaned_data.get("strength") or "normal"
        return named or [self.cleaned_data.get(f"bot_{number}") or usual for number in range(1, count + 1)]

    def choice(self) -> dict[str, str]:
        """The rules and the bots: most of one strength, the others one by one."""
        strengths = self.strengths()
        usual = self.cleaned_data.get("strength") or max(strengths, key=strengths.count)
        others = {f"bot_{number}": own for number, own in enumerate(strengths, 1) if own != usual}
        return {**super().choice(), "bots_count": str(len(strengths)), "strength": usual, **others}
