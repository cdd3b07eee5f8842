"""Tables over the presets: what the special cards do, what differs, what a field may be."""

from __future__ import annotations

from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, npgettext, pgettext

from content.facts import amount, rules_of
from content.figures import Args, FigureError, Where, figure
from content.links import address
from content.pages import differences
from game.card_words import rank_name
from game.engine import FIELDS, PRESETS, RuleSet, is_inert, rules_code
from game.engine.tables import AGAIN, REVERSE, WISH
from game.rule_sentences import sentence
from game.rule_words import GROUPS, TOLD_FIRST, field_label, preset_label, value_label
from game.rulebook import describe
from game.rulebook.facts import DUE, OPEN_SKIPS, SKIPS, due_after, effect, special_ranks, stacks
from game.rulebook.words import number

IDLE = "–"
EFFECT_FIELDS = (*GROUPS["special"], "combos")


class Link(NamedTuple):
    """A preset or field with its address."""

    name: str
    url: str


def preset_links() -> list[Link]:
    """Every preset with its sheet."""
    return [preset_link(name) for name in PRESETS]


def preset_link(name: str) -> Link:
    """A preset with its sheet."""
    return Link(preset_label(name), address(f"rules:{name}"))


def cell(rules: RuleSet, field: str) -> str:
    """What a field says in a table; a dash where it has no effect."""
    return IDLE if is_inert(rules, field) else value_label(field, getattr(rules, field))


def row(field: str) -> tuple[Link, list[str]]:
    """A field and its cells, one for each preset."""
    link = Link(field_label(field), address(f"page:house-rules#{field}"))
    return link, [cell(rules, field) for rules in PRESETS.values()]


def wide(fields: tuple[str, ...], caption: str) -> SafeString:
    """The presets side by side."""
    rows = [row(field) for field in fields]
    context = {"presets": preset_links(), "rows": rows, "caption": caption}
    return render_to_string("content/_presets.html", context)


@figure("presets")
def presets(args: Args, where: Where) -> SafeString:
    """All presets side by side, only what differs."""
    differing = tuple(field for field in TOLD_FIRST if len({*row(field)[1]} - {IDLE}) > 1)
    return wide(differing, _("The ready-made games"))


@figure("effects")
def effects(args: Args, where: Where) -> SafeString:
    """The special cards under every preset; with `rules=mau-mau` under one: card, effect, answer."""
    if not args.get("rules"):
        return wide(EFFECT_FIELDS, _("Special cards"))
    rules = rules_of(args["rules"])
    rows = [
        (capfirst(rank_name(rank)), _effect(rules, rank), _answer(rules, rank))
        for rank in special_ranks(rules)
    ]
    return render_to_string("content/_effects.html", {"rows": rows})


def _effect(rules: RuleSet, rank: str) -> str:
    kind = effect(rules, rank)
    if kind in DUE:
        n = due_after(rules, rank, 1)
        told = npgettext(
            "effect",
            "The next player takes one card and sits out.",
            "The next player takes %(n)s cards and sits out.",
            n,
        )
        return told % {"n": number(n)}
    if kind in SKIPS:
        return _("The next player sits out.")
    return {
        REVERSE: _("Play reverses direction."),
        AGAIN: _("You play one more card at once."),
        WISH: _("You name a suit."),
    }.get(kind) or _("It goes only with a combination.")


def _answer(rules: RuleSet, rank: str) -> str:
    answered = stacks(rules, rank) or effect(rules, rank) in OPEN_SKIPS
    return (
        _("another %(rank)s") % {"rank": rank_name(rank)}
        if answered
        else pgettext("answer to a card", "none")
    )


@figure("preset")
def preset(args: Args, where: Where) -> SafeString:
    """What differs from Mau-Mau in one preset, with its sheet and a game by it."""
    name = args["name"]
    rules = rules_of(name)
    context = {
        "differences": differences(rules),
        "short": describe(rules, where.language).short,
        "link": preset_link(name),
        "play": address(f"go:solo?rules={rules_code(rules)}"),
    }
    return render_to_string("content/_preset.html", context)


def _field(name: str) -> str:
    if name not in FIELDS:
        raise FigureError(gettext_noop("there is no field “{name}”"), name=name)
    return name


def idle(field: str) -> str:
    """What to say of the presets in which a field has no effect."""
    return {"eight": _("Names the suit"), "six": _("No sixes in the pack")}.get(field) or _("No effect")


def by_value(field: str) -> dict[str, list[Link]]:
    """Value -> the presets that have it, in the order of the presets; where it has no effect, under ""."""
    found: dict[str, list[Link]] = {}
    for name, rules in PRESETS.items():
        value = "" if is_inert(rules, field) else str(getattr(rules, field))
        found.setdefault(value, []).append(preset_link(name))
    return found


@figure("field")
def field(args: Args, where: Where) -> SafeString:
    """Every value of a field with its sentence and the presets that have it."""
    name = _field(args["name"])
    having = by_value(name)
    values = dict.fromkeys([*FIELDS[name], *filter(None, having)])
    lines = [
        (capfirst(value_label(name, value)), sentence(name, value), having.get(value, [])) for value in values
    ]
    context = {"lines": lines, "all": len(PRESETS), "inert": having.get("", [])}
    return render_to_string("content/_field.html", context)


@figure("by-preset")
def by_preset(args: Args, where: Where) -> SafeString:
    """Which presets say what about one field, in short."""
    name = _field(args["field"])
    lines = [
        (capfirst(value_label(name, value)) if value else idle(name), links)
        for value, links in by_value(name).items()
    ]
    return render_to_string("content/_by_preset.html", {"lines": lines, "all": len(PRESETS)})


@figure("fact-box")
def fact_box(args: Args, where: Where) -> SafeString:
    """Players, time, age, difficulty and cards at a glance."""
    names = {"least": "seats.least", "most": "seats.most", "n": "pack.skat32"}
    numbers = {word: amount(name) for word, name in names.items()}
    players = number(amount("mau-mau.second_pack_from"))
    return render_to_string("content/_fact_box.html", {**numbers, "players": players})
