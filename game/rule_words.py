"""A rule set in words: presets, fields and values for choosers and for "what differs here" (RULES §1)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

GROUPS: dict[str, tuple[str, ...]] = {
    "special": ("seven", "wish_rank", "wish_fits", "eight", "ace", "reverse_rank", "six"),
    "pack": ("pack", "second_pack_from", "hand_size", "two_player_hand", "start_card"),
    "draw": ("draw", "draw_when", "after_draw"),
    "mau": ("mau", "mau_penalty", "mau_mau"),
    "extras": ("equal_cards", "jump_in", "combos", "strict"),
    "end": ("last_card", "wish_finish", "points", "play_on"),
    "people": ("turn_seconds", "late_join", "leavers"),
}
"""The groups of the chooser and their fields; `match_end` stands by itself beside the presets."""

TOLD_FIRST = (
    *GROUPS["special"], *GROUPS["extras"], *GROUPS["end"], "match_end",
    *GROUPS["mau"], *GROUPS["draw"], *GROUPS["pack"], *GROUPS["people"],
)  # fmt: skip
"""All fields, what changes a game most at the beginning: in this order one is told what differs."""

GROUP_LABELS: dict[str, tuple[Any, Any]] = {
    "special": (_("Special cards"), _("Seven, jack on jack, eight, ace")),
    "pack": (_("Packs and dealing"), _("How many cards, and the first one")),
    "draw": (_("Drawing"), _("How many, when, and then")),
    "mau": (_("Saying “Mau”"), _("When, and what forgetting costs")),
    "extras": (_("Laying more and otherwise"), _("Equal cards, jumping in, combinations")),
    "end": (_("Ending and points"), _("The last card, what cards count")),
    "people": (_("People and time"), _("Thinking, coming late, leaving")),
}
"""The title of a group, and what is in it."""

PRESET_LABELS: dict[str, Any] = {
    "mau-mau": _("Mau-Mau"),
    "crazy-eights": _("Crazy Eights"),
    "classic": pgettext_lazy("preset", "Classic"),
    "tournament": pgettext_lazy("preset", "Tournament"),
    "first-lesson": pgettext_lazy("preset", "First Lesson"),
    "five-wins": pgettext_lazy("preset", "Five Wins"),
    "five-wins-points": pgettext_lazy("preset", "Five Wins by points"),
    "double-52": pgettext_lazy("preset", "Double 52"),
    "custom": _("Custom rules"),
}

PRESET_NOTES: dict[str, Any] = {
    "mau-mau": _("5 cards, the jack wishes"),
    "crazy-eights": _("The eight wishes, nothing else"),
    "classic": _("Draw only when nothing fits"),
    "tournament": _("Two packs, out above 100"),
    "first-lesson": _("Sevens without an answer"),
    "five-wins": _("No jack to finish"),
    "five-wins-points": _("Up to 100, a jack counts 2"),
    "double-52": _("104 cards, combinations"),
}

FIELD_LABELS: dict[str, Any] = {
    "pack": _("Pack"),
    "second_pack_from": _("Second pack"),
    "hand_size": _("Cards in hand"),
    "two_player_hand": _("Hand for two"),
    "start_card": _("Starting card"),
    "wish_rank": _("Wish card"),
    "wish_fits": _("The wish card fits"),
    "seven": _("Seven"),
    "six": _("Six"),
    "eight": _("Eight"),
    "reverse_rank": _("Turns the direction"),
    "ace": _("Ace"),
    "draw": _("Drawing"),
    "draw_when": _("You may draw"),
    "after_draw": _("After drawing"),
    "mau": _("Saying “Mau”"),
    "mau_penalty": _("Forgetting it costs"),
    "mau_mau": _("Saying “Mau-Mau”"),
    "last_card": _("The last card"),
    "wish_finish": _("Finishing on a wish card"),
    "equal_cards": _("Several equal ranks at once"),
    "jump_in": _("Jumping in"),
    "combos": _("Combinations"),
    "strict": _("Trying a wrong card"),
    "points": _("Points"),
    "match_end": _("The match ends"),
    "play_on": _("Playing on for the places"),
    "late_join": _("Joining between rounds"),
    "leavers": _("Who leaves"),
    "turn_seconds": _("Time for a turn"),
}

INERT_REASONS: dict[str, Any] = {
    "six": _("No effect as long as there are 32 cards: they have no six."),
    "eight": _("No effect as long as the eight is the wish card."),
    "wish_fits": _("No effect as long as there is no wish card."),
    "wish_finish": _("No effect as long as there is no wish card."),
    "mau_penalty": _("No effect as long as nobody has to say “Mau”."),
    "jump_in": _("No effect as long as there is one pack: no card is there twice."),
}
"""Why a field of `INERT_UNDER` has no effect."""

INERT_ALONE: dict[str, Any] = {
    "turn_seconds": _("No effect against bots: you have all the time."),
    "late_join": _("No effect against bots: nobody comes later."),
    "leavers": _("No effect against bots: nobody leaves."),
}
"""Why a field has no effect against bots."""

_SWITCH = {"on": pgettext_lazy("switch", "on"), "off": pgettext_lazy("switch", "off")}

VALUE_LABELS: dict[str, dict[str, Any]] = {
    "pack": {"skat32": _("32 cards, 7 to ace"), "french52": _("52 cards, 2 to ace")},
    "second_pack_from": {
        "5": _("from 5 players on"),
        "6": _("from 6 players on"),
        "2": pgettext_lazy("second pack", "always"),
        "never": pgettext_lazy("second pack", "never"),
    },
    "two_player_hand": {"same": _("as always")},
    "start_card": {
        "bury": _("plain; a special one goes under the stock"),
        "cover": _("plain; covers a special one"),
        "dealer": _("counts as laid by the dealer"),
        "free": _("counts; on a wish card any suit may be laid"),
        "nine": _("a nine"),
        "plain": _("whatever it is, without effect"),
    },
    "wish_rank": {"J": _("Jack"), "8": _("Eight"), "none": pgettext_lazy("wish card", "none")},
    "wish_fits": {
        "not-on-wish": _("on everything but a wish card"),
        "any": _("on everything"),
        "match": _("only by suit or rank"),
    },
    "seven": {
        "stack": _("two cards, can be passed on"),
        "draw": _("two cards, no answer"),
        "off": pgettext_lazy("effect", "no effect"),
    },
    "six": {"off": pgettext_lazy("effect", "no effect"), "stack": _("one card, can be passed on")},
    "eight": {
        "skip": _("skips the next"),
        "counter": _("skips; an eight hands it on"),
        "add": _("skips; eights add up"),
        "off": pgettext_lazy("effect", "no effect"),
    },
    "reverse_rank": {"none": pgettext_lazy("reversing", "no card"), "9": _("Nine"), "K": _("King")},
    "ace": {
        "off": pgettext_lazy("effect", "no effect"),
        "skip": _("skips the next"),
        "again": _("one more card at once"),
    },
    "draw": {"one": _("one card"), "three": _("up to three cards"), "until": _("until one fits")},
    "draw_when": {"always": pgettext_lazy("drawing", "any time"), "stuck": _("only when nothing fits")},
    "after_draw": {"drawn": _("lay the drawn card if it fits"), "end": _("the turn is over")},
    "mau": {
        "button": _("before laying"),
        "challenge": _("until somebody notices"),
        "off": _("nobody has to"),
    },
    "mau_mau": {"off": _("nobody has to"), "auto": _("the game says it"), "2": _("before the last card")},
    "last_card": {
        "ends": _("ends the round, no effect"),
        "seven": _("a seven still counts"),
        "full": _("has its full effect"),
    },
    "wish_finish": {
        "allowed": pgettext_lazy("finish", "allowed"),
        "forbidden": pgettext_lazy("finish", "not allowed"),
        "double": _("counts twice"),
    },
    "strict": {"on": _("costs a card and the turn"), "off": _("cannot happen")},
    "points": {
        "standard": _("jack 20, ace 11, king 4, queen 3"),
        "classic": _("jack 20, ace 11, king and queen 10"),
        "jack2": _("jack 2, ace 11, king 4, queen 3"),
    },
    "leavers": {"bot": _("a bot plays on"), "removed": _("the seat is out")},
    **dict.fromkeys(("equal_cards", "jump_in", "combos", "play_on", "late_join"), _SWITCH),
}


KIND_LABELS: dict[str, dict[str, Any]] = {
    "match_end": {
        "wins": _("first to N wins"),
        "most-wins": _("most wins in N rounds"),
        "limit": _("until over N points"),
        "knockout": _("out above N points"),
    },
    "turn_seconds": {"seconds": _("N seconds")},
}
"""Choices that take a number, without it."""


def preset_label(name: str) -> str:
    """The name of a preset as people say it; unknown names are custom rules."""
    return str(PRESET_LABELS.get(name, PRESET_LABELS["custom"]))


def field_label(field: str) -> str:
    """The name of a rule field."""
    return str(FIELD_LABELS.get(field, field))


def value_label(field: str, value: object) -> str:
    """A value of a rule field in words; numbers get their unit."""
    text = str(value)
    if text in VALUE_LABELS.get(field, {}):
        return str(VALUE_LABELS[field][text])
    if field == "match_end":
        return match_end_label(text)
    if field in ("mau_penalty", "hand_size", "two_player_hand") and text.isdigit():
        return ngettext("%(n)d card", "%(n)d cards", int(text)) % {"n": int(text)}
    if field == "turn_seconds":
        return str(_("no limit")) if text == "off" else _("%(n)s seconds") % {"n": text}
    return text


def match_end_label(value: str) -> str:
    """When the match ends, for `kind:N` of RULES §11."""
    kind, _colon, number = value.partition(":")
    n = int(number or 0)
    if kind == "rounds":
        return ngettext("after %(n)d round", "after %(n)d rounds", n) % {"n": n}
    sentences: dict[str, Any] = {
        "wins": ngettext("at %(n)d win", "at %(n)d wins", n),
        "limit": _("when somebody has more than %(n)d points"),
        "knockout": _("when all but one have more than %(n)d points"),
        "most-wins": ngettext("after %(n)d round, most wins count", "after %(n)d rounds, most wins count", n),
    }
    return str(sentences.get(kind, "%(n)d")) % {"n": n}


STRENGTH_LABELS = {
    "easy": pgettext_lazy("strength", "Easy"),
    "normal": pgettext_lazy("strength", "Normal"),
    "hard": pgettext_lazy("strength", "Hard"),
    "master": pgettext_lazy("strength", "Master"),
}
"""What a bot of some strength is called."""

STRENGTH_NOTES = {
    "easy": _("Lays what fits and forgets “Mau” at times"),
    "normal": _("Plays with a plan and saves its best cards"),
    "hard": _("Counts the cards and knows what you lack"),
    "master": _("Thinks far ahead and hardly slips up"),
}
"""How it feels to play against one, in a line."""
