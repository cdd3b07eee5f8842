"""What the pages take from the game itself, so that page and game cannot differ."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from game.card_words import rank_name
from game.engine import PRESETS, RuleSet, is_inert, rules_code
from game.engine.cards import CARDS
from game.engine.tables import tables
from game.rule_words import FIELD_LABELS, PRESET_LABELS, PRESET_NOTES, field_label, value_label

FIRST_PRESET = {"de": "mau-mau", "en": "crazy-eights"}
PACK32 = "789TJQKA"
FACE = {"7": 7, "8": 8, "9": 9, "T": 10}


def first_preset(language: str | None) -> str:
    """The preset a language's home page opens with: the game its readers know best."""
    return FIRST_PRESET.get(language or "", next(iter(PRESETS)))


def preset_rows(first: str) -> list[tuple[str, str, str]]:
    """Every preset as word, name and note; `first` leads."""
    order = sorted(PRESETS, key=lambda name: name != first)
    return [(name, str(PRESET_LABELS[name]), str(PRESET_NOTES[name])) for name in order]


def sheet_rows() -> list[tuple[str, str, str]]:
    """The short code of every preset, its name and note."""
    return [(rules_code(PRESETS[name]), label, note) for name, label, note in preset_rows("mau-mau")]


def differences(rules: RuleSet) -> list[tuple[str, str, str]]:
    """What is not as in Mau-Mau: the thing, what holds here, what Mau-Mau says."""
    here, usual = rules.values(), PRESETS["mau-mau"].values()
    return [
        (field_label(field), value_label(field, here[field]), value_label(field, usual[field]))
        for field in FIELD_LABELS
        if here[field] != usual[field] and not is_inert(rules, field)
    ]


def points_rows() -> list[tuple[str, str]]:
    """What each rank costs in the hand (both presets count alike), dearest first; plain ranks in one row."""
    by_card = tables(PRESETS["mau-mau"]).points
    costs = {rank: by_card[CARDS[f"{rank}H"]] for rank in PACK32}
    plain = [rank for rank in PACK32 if costs[rank] == FACE.get(rank)]
    dear = sorted((rank for rank in PACK32 if rank not in plain), key=lambda rank: -costs[rank])
    span = _("%(low)s to %(high)s") % {"low": rank_name(plain[0]), "high": rank_name(plain[-1])}
    return [
        *((capfirst(rank_name(rank)), str(costs[rank])) for rank in dear),
        (capfirst(span), _("face value")),
    ]
