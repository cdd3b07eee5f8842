"""Figures of “What happens if …”: the page's form with its answer, and one answer for other pages."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from content.figures import Args, FigureError, Where, figure
from content.what_if import GROUPS, SITUATIONS, Answer, answer_to, by_preset
from game.engine import PRESETS, RuleError, RuleSet, parse_code, rules_code, rules_name
from game.rule_words import preset_label

FIRST = "seven-seven"
"""The situation that is shown where none is asked for."""


@figure("what-if", live=True)
def what_if(args: Args, where: Where) -> SafeString:
    """The choice of a situation, and what happens in it: `?s=NAME`, `?rules=CODE` for the reader's rules."""
    asked, code = where.query.get("s", ""), where.query.get("rules", "").strip()
    name = asked if asked in SITUATIONS else FIRST
    own = _own(code)
    context = {
        "groups": GROUPS,
        "name": name,
        "situation": SITUATIONS[name],
        "unknown": bool(asked) and name != asked,
        "code": code[:40],
        "bad_code": bool(code) and own is None,
        "own": _line(answer_to(name, own, where.language), [own]) if own else None,
        "lines": _lines(name, where.language),
        "path": where.path,
    }
    return render_to_string("content/_what_if.html", context)


@figure("answer")
def answer(args: Args, where: Where) -> SafeString:
    """The answer to the situation `s=NAME`, by preset, or under the preset `rules=` alone."""
    name, preset = args["s"], args.get("rules")
    if name not in SITUATIONS or (preset and preset not in PRESETS):
        raise FigureError(
            gettext_noop("there is no situation {name} or no preset {preset}"), name=name, preset=preset
        )
    if preset:
        lines = [_line(answer_to(name, PRESETS[preset], where.language), [])]
    else:
        lines = _lines(name, where.language)
    return render_to_string("content/_answer_by_preset.html", {"lines": lines, "name": name})


def _own(code: str) -> RuleSet | None:
    try:
        return parse_code(code)
    except RuleError:
        return None


def _lines(name: str, language: str) -> list[dict[str, object]]:
    """The different answers under the presets."""
    return [
        _line(found, [PRESETS[preset] for preset in presets]) for found, presets in by_preset(name, language)
    ]


def _line(found: Answer, sets: list[RuleSet]) -> dict[str, object]:
    names = [
        (preset_label(rules_name(rules)), reverse("content:ruleset", args=[rules_code(rules)]))
        for rules in sets
    ]
    verdict = {"yes": _("Yes."), "no": _("No.")}.get(found.verdict, "")
    return {"verdict": verdict, "text": found.text, "names": names, "all": len(sets) == len(PRESETS)}
