"""Cards that make others take some (RULES §4 line 1, §5, §6)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from content.what_if.table import BEN, CLEO, YOU, Table, table
from content.what_if.words import Answer, answer, follows, happened, may_lay, next_up, plain, way_out
from game.engine import RuleSet
from game.rulebook.facts import DUE, ranks_with


def _seven_lies(rules: RuleSet, *hand: str) -> Table:
    """Cleo has just laid a seven, and the reader is next."""
    scene = table(rules, "KS", hand, ("QC", "TD", "KD"), ("7S", "TS", "QS"), turn=CLEO)
    return scene.lay(CLEO, "7S").forget()


def _two_lie(rules: RuleSet, *hand: str) -> Table:
    """Ben has laid a seven, and Cleo another one if she may; else she does what she must."""
    scene = table(rules, "KC", hand, ("7C", "QC", "KD"), ("7S", "TS", "QS"), turn=BEN)
    scene.lay(BEN, "7C").forget()
    return _answers(scene, CLEO, "7S")


def _answers(scene: Table, seat: int, card: str) -> Table:
    """Lays the card if that is allowed, else takes what is due."""
    return scene.lay(seat, card) if scene.may(seat, scene.lay_word(seat, card)) else scene.play(seat, "d")


def _second_came(scene: Table) -> bool:
    return scene.events[0].kind == "played"


def _take(scene: Table) -> list[str]:
    """The reader, who can lay nothing, takes what is due; or what else there is to do."""
    if scene.state.due:
        return follows(scene.forget().play(YOU, "d"))
    return [way_out(scene)]


def seven_seven(rules: RuleSet) -> Answer:
    return may_lay(_seven_lies(rules, "7H", "QD", "TC"), "7H", *plain(rules, "7"))


def seven_jack(rules: RuleSet) -> Answer:
    return may_lay(_seven_lies(rules, "JH", "QD", "TC"), "JH", *plain(rules, "7"))


def seven_neither(rules: RuleSet) -> Answer:
    return answer("", *plain(rules, "7"), _take(_seven_lies(rules, "QD", "TC", "KH")))


def two_sevens(rules: RuleSet) -> Answer:
    scene = _two_lie(rules, "7H", "QD", "TC")
    if not _second_came(scene):
        return answer("", _("It does not come to that."), follows(scene))
    return may_lay(scene, "7H", *plain(rules, "7"))


def third_seven(rules: RuleSet) -> Answer:
    scene = table(rules, "KD", ("7D", "KH", "TC", "QD"), ("7C", "QC", "KD"), ("7S", "TS", "QS"))
    scene.lay(YOU, "7D").forget()
    _answers(scene, BEN, "7C")
    if not _second_came(scene):
        return answer("", _("It does not come to that."), follows(scene))
    _answers(scene, CLEO, "7S")
    return answer("", *plain(rules, "7"), _take(scene))


def too_many_due(rules: RuleSet) -> Answer:
    """Two such cards lie, or one if they cannot be answered, and less is left than is due."""
    ranks = ranks_with(rules, DUE)
    if not ranks:
        return answer("", _("No card is ever due here."))
    rank = ranks[-1]
    scene = table(
        rules, "KC", ("KH", "QD", "TC"), (rank + "C", "QC", "9D"), (rank + "S", "TS", "QS"), turn=BEN
    ).empty()
    scene.lay(BEN, rank + "C")
    _answers(scene.forget(), CLEO, rank + "S")
    if scene.state.turn == YOU and scene.state.due:
        left = ("KC", "TD", "9S")[: scene.state.due - 1]
        scene.forget().empty(under=left).play(YOU, "d")
    return answer("", follows(scene))


def last_seven(rules: RuleSet) -> Answer:
    """The next one holds a seven too, and lays it if that is allowed."""
    scene = table(rules, "KH", ("7H",), ("7S", "QC", "TD"), ("TS", "QS", "KS"))
    scene.lay(YOU, "7H")
    while scene.playing and scene.state.due and scene.state.turn is not None:
        seat = scene.state.turn
        _answers(scene, seat, "7S")
    return answer("", happened(scene), next_up(scene))
