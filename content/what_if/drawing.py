"""Drawing, passing, the empty stock and the clock (RULES §5)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from content.what_if.table import YOU, Table, table
from content.what_if.words import YES, Answer, answer, follows, happened, judged, may_lay, next_up
from game.engine import RuleSet, card_name
from game.rule_sentences import sentence


def draw_anyway(rules: RuleSet) -> Answer:
    scene = table(rules, "9H", ("9C", "KD", "TC")).stock("QS", "KC", "QC", "TH")
    if not scene.may(YOU, "d"):
        return judged(scene, "d")
    return answer(YES, happened(scene.play(YOU, "d"))[:1], sentence("after_draw", rules.after_draw))


def _drawn(rules: RuleSet, *stock: str) -> Table:
    """Nothing fitted, and the reader has drawn."""
    return table(rules, "9H", ("KD", "QS", "TC")).stock(*stock).play(YOU, "d")


def drawn_fits(rules: RuleSet) -> Answer:
    scene = _drawn(rules, "QH")
    if scene.state.turn != YOU:
        return answer("no", sentence("after_draw", rules.after_draw), next_up(scene))
    return may_lay(scene.forget(), "QH")


def drawn_fits_not(rules: RuleSet) -> Answer:
    """The first card does not fit, nor do the next two; the fourth would."""
    scene = _drawn(rules, "TS", "QC", "TD", "TH")
    if scene.state.turn == YOU and not scene.may(YOU, f"p {card_name(scene.state.drawn)}"):
        scene.play(YOU, "-")
    return answer("", follows(scene))


def another_after_drawing(rules: RuleSet) -> Answer:
    """A card of the hand fitted before, and the reader drew all the same."""
    scene = table(rules, "9H", ("9C", "KD", "TC")).stock("TH")
    if not scene.may(YOU, "d"):
        return judged(scene, "d")
    scene.play(YOU, "d")
    if scene.state.turn != YOU:
        return answer("no", sentence("after_draw", rules.after_draw), next_up(scene))
    return may_lay(scene.forget(), "9C")


def nothing_left(rules: RuleSet) -> Answer:
    scene = table(rules, "9H", ("KD", "QS", "TC")).empty()
    return answer("", _("Nothing is left to draw."), follows(scene.play(YOU, "-")))


def must_lay_when_nothing_left(rules: RuleSet) -> Answer:
    return judged(table(rules, "9H", ("9C", "QS", "TC")).empty(), "-")


def time_is_up(rules: RuleSet) -> Answer:
    if rules.seconds is None:
        return answer("", sentence("turn_seconds", "off"))
    scene = table(rules, "9H", ("9C", "KD", "TC")).stock("QS")
    return answer("", follows(scene.play(YOU, "t")))
