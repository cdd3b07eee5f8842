"""The rule chooser (solo and lobby) and the solo menu."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.http import JsonResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from game.answers import form_json
from game.bots import STRENGTHS
from game.engine import CLASHES, FIELDS, NUMBERED, RuleError, RuleSet, near_value
from game.faces import BOT_NAMES
from game.rule_choice import (
    BASES,
    CLASH_WORDS,
    LONGEST_PASTE,
    Repair,
    chosen,
    read_values,
    refusal_words,
    repairs,
)
from game.rule_lines import RuleGroup, RuleLine, joined, rule_groups, rule_line
from game.rule_words import FIELD_LABELS, PRESET_LABELS, STRENGTH_LABELS

MAX_BOTS = 7
"""Against so many one person can play: eight places, one is hers."""
DEFAULT_BOTS = 3
BESIDE = frozenset({"csrfmiddlewaretoken", "name", "v"})
"""What else comes along with rules; any other name is taken for a rule field that was misspelt."""
SHOWN_LENGTH = 40
VALUE = re.compile(r"[A-Za-z0-9-]{1,12}(:[0-9]{1,4})?")
NO_SUCH_CHOICE = _("There is no such choice here. Choose another one.")
OWN_WORDS = dict.fromkeys(
    ("invalid_choice", "invalid", "max_length", "min_value", "max_value", "null_characters_not_allowed"),
    NO_SUCH_CHOICE,
)
"""Django's own refusals, by code, as this site says them."""
RULE_PARTS = frozenset({"preset", "rules", "fix", *FIELDS, *(f"{name}_number" for name in NUMBERED)})


class RuleField(forms.CharField):
    """One value of a rule field; the engine judges it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def validate(self, value: Any) -> None:
        """One short word, perhaps with a number; nothing that could bring a second field along."""
        if value and not VALUE.fullmatch(value):
            raise forms.ValidationError(NO_SUCH_CHOICE)


class RulesForm(forms.Form):
    """What to begin with (`preset`, or `rules`: a code, a link or a line of rules), and on top of it single
    fields of RULES §1; an empty field stays as it is there. `match_end` may come in two parts, its kind and
    `match_end_number`, and `turn_seconds` likewise. `fix` is a button's: changes that go on top of all.

    `pasted` fills an unbound form as if somebody had chosen that.
    """

    preset = forms.ChoiceField(
        label=_("Rules"), required=False, widget=forms.RadioSelect,
        choices=[(name, PRESET_LABELS[name]) for name in BASES],
    )  # fmt: skip
    rules = forms.Field(required=False)  # a CharField would refuse what `read_values` only passes over
    fix = forms.CharField(required=False, max_length=200)

    def __init__(self, *args: Any, pasted: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._rules: RuleSet | None = None
        self.pasted, self.paste_error = pasted[:LONGEST_PASTE], ""
        self.repairs: list[Repair] = []
        self.paste_repairs: list[Repair] = []
        for name in FIELDS:
            self.fields[name] = RuleField(label=FIELD_LABELS[name])
        for name in NUMBERED:
            self.fields[f"{name}_number"] = forms.CharField(required=False, max_length=4)
        self._own_words()
        if pasted:
            self._fill(pasted)

    def clean_rules(self) -> str:
        """What was pasted, "" for nothing."""
        return (self.cleaned_data["rules"] or "").strip()

    def _own_words(self) -> None:
        """Refusals of fields as this site says them."""
        for field in self.fields.values():
            field.error_messages.update(OWN_WORDS)

    def _fill(self, pasted: str) -> None:
        try:
            values = read_values(pasted)
            self.paste_repairs = repairs(values)
            rules = RuleSet().with_values(values)
        except RuleError as error:
            self.paste_error = refusal_words(error)
            return
        kept = {name: value for name, value in self.initial.items() if name not in RULE_PARTS}
        self.initial = {**kept, **chosen(rules)}

    def clean(self) -> dict[str, Any]:
        """The rule set as the engine reads it; what it refuses is said at the field."""
        cleaned: dict[str, Any] = super().clean() or {}
        self._refuse_unknown()
        values = self._values(cleaned)
        if values is not None:
            self._judge(values)
        return cleaned

    def _values(self, cleaned: dict[str, Any]) -> dict[str, str] | None:
        """Every field as it was chosen; None if there is nothing to go on top of."""
        preset = BASES.get(cleaned.get("preset") or "mau-mau")
        base = preset.values() if preset else None
        if cleaned.get("rules"):
            try:
                base = read_values(cleaned["rules"])
            except RuleError as error:
                self.add_error("rules", refusal_words(error))
                return None
        own = {name: joined(name, cleaned) for name in FIELDS if cleaned.get(name)}
        fixed = dict(pair.split("=", 1) for pair in cleaned.get("fix", "").split() if "=" in pair)
        return None if base is None else {**base, **own, **fixed}

    def _judge(self, values: dict[str, str]) -> None:
        for name, value in values.items():
            if name not in FIELDS:
                self.add_error("fix", NO_SUCH_CHOICE)
            elif near_value(name, value) != value and name not in self.errors:
                self.add_error(name, NO_SUCH_CHOICE)
        for clash in CLASHES:
            if clash.holds(values):
                self.add_error(next(iter(clash.having)), str(CLASH_WORDS[next(iter(clash.having))]))
        if not self.errors:
            self._rules = RuleSet().with_values(values)
        elif all(name in FIELDS for name in self.errors):
            self.repairs = repairs(values)

    def _refuse_unknown(self) -> None:
        for name in self.data:
            if name not in self.fields and name not in BESIDE:
                text = gettext("There is no rule called “%(name)s”. Look at how it is written.")
                shown = name[:SHOWN_LENGTH]
                self.errors[shown] = self.error_class([text % {"name": shown}])

    def error_code(self) -> str:
        """Whether it is the rules that were refused, or something else the form asks."""
        rules = (name in RULE_PARTS or name not in self.fields for name in self.errors)
        return "bad-rules" if any(rules) else "bad-form"

    def elsewhere(self) -> list[str]:
        """Errors that belong to no line of the chooser: the first message of each."""
        lines = self.fields.keys() - {"fix", "rules", "preset"}
        return [str(texts[0]) for name, texts in self.errors.items() if name not in lines]

    def refused(self) -> list[str]:
        """What is wrong with single switches, each named."""
        said = {name: str(texts[0]) for name, texts in self.errors.items() if name in FIELDS}
        clear = set(map(str, CLASH_WORDS.values()))
        return [text if text in clear else f"{FIELD_LABELS[name]}: {text}" for name, text in said.items()]

    def nearest(self) -> list[dict[str, Any]]:
        """The nearest allowed choices for programs: what to change, in words, and the whole rule set."""
        return [{"text": one.text, "fields": one.changes, "rules": one.rules} for one in self.repairs]

    def ruleset(self) -> RuleSet:
        """The chosen rules of a valid form."""
        assert self._rules is not None, "ask a valid form only"
        return self._rules

    def choice(self) -> dict[str, str]:
        """What was chosen, to be remembered: what it began with, and what differs from that."""
        return chosen(self.ruleset(), "" if self.cleaned_data["rules"] else self.cleaned_data["preset"])

    # what the chooser shows

    @property
    def shown(self) -> dict[str, str]:
        """What each part of the chooser shows as chosen, as text."""
        given = self.data if self.is_bound else self.initial
        own = {name: str(given.get(name) or "") for name in RULE_PARTS}
        own["preset"] = own["preset"] if own["preset"] in BASES else "mau-mau"
        return own

    def held(self) -> RuleSet | None:
        """The rule set the chooser shows; None if it is refused."""
        if self.is_bound:
            return self._rules
        shown = self.shown
        own = {name: joined(name, shown) for name in FIELDS if shown[name]}
        try:
            return BASES[shown["preset"]].with_values(own)
        except RuleError:
            return None

    def groups(self) -> list[RuleGroup]:
        """The switches of the chooser, group by group."""
        return rule_groups(self.shown, self.errors, alone=self.alone)

    def end_line(self) -> RuleLine:
        """The one switch that stands beside the presets."""
        return rule_line("match_end", self.shown, self.errors, alone=self.alone)

    alone = False
    """Only bots are there: no clock, nobody comes later, nobody leaves."""


def rules_refused(form: RulesForm) -> JsonResponse:
    """For programs: what is wrong with the rules, and the nearest ones that are not."""
    return form_json(form.errors, form.error_code(), nearest=form.nearest())


class SoloForm(RulesForm):
    """Against whom: `bots_count` of one `strength`, single ones of another (`bot_1`); or `bots=easy,hard`."""

    alone = True
    bots_count = forms.IntegerField(label=_("Bots"), min_value=1, max_value=MAX_BOTS, required=False)
    strength = forms.ChoiceField(
        label=_("Strength"), required=False, choices=[(name, name) for name in STRENGTHS]
    )
    bots = forms.CharField(max_length=100, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("as above")), *((name, STRENGTH_LABELS[name]) for name in STRENGTHS)]
        for number, name in enumerate(BOT_NAMES[:MAX_BOTS], 1):
            self.fields[f"bot_{number}"] = forms.ChoiceField(label=name, required=False, choices=choices)
        self._own_words()

    def single_bots(self) -> list[forms.BoundField]:
        """The fields for a strength of one's own, in the bots' order."""
        return [self[f"bot_{number}"] for number in range(1, MAX_BOTS + 1)]

    def clean_bots(self) -> list[str]:
        """The strengths named one by one."""
        names = [name.strip() for name in self.cleaned_data["bots"].split(",") if name.strip()]
        if len(names) > MAX_BOTS:
            raise forms.ValidationError(gettext("Choose one to seven bots."))
        if any(name not in STRENGTHS for name in names):
            raise forms.ValidationError(gettext("Bots are easy, normal, hard or master."))
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
