"""Sitting out, turning round and wishing (RULES §4, §6)."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from content.what_if.table import BEN, CLEO, NAMES, YOU, Table, table
from content.what_if.words import (
    YES,
    Answer,
    answer,
    follows,
    happened,
    judged,
    may_lay,
    next_up,
    plain,
    wishes,
)
from game.engine import RuleSet
from game.engine.tables import REVERSE
from game.rule_sentences import sentence
from game.rulebook.facts import ranks_with, wish_rank


def eight_two(rules: RuleSet) -> Answer:
    scene = table(rules, "KS", ("8S", "TD", "QC"), ("9C", "TH", "KD"))
    scene.lay(YOU, "8S")
    told = [*happened(scene), _answers_or_sits_out()] if scene.state.skip else follows(scene)
    return answer("", plain(rules, "8"), wishes(rules, "8"), told)


def _answers_or_sits_out() -> str:
    text = _("%(name)s answers with an eight, or sits out and it is your turn again.")
    return text % {"name": NAMES[BEN]}


def eight_eight(rules: RuleSet) -> Answer:
    scene = table(rules, "KS", ("8H", "QD", "TC"), ("QC", "TD", "KD"), ("8S", "TS", "QS"), turn=CLEO)
    scene.lay(CLEO, "8S", wish="D")
    if scene.state.turn == YOU:
        return may_lay(scene.forget(), "8H", *wishes(rules, "8"), *plain(rules, "8"))
    return answer("no", happened(scene)[1:], next_up(scene))


def reverse_two(rules: RuleSet) -> Answer:
    ranks = ranks_with(rules, [REVERSE])
    if not ranks:
        return answer("", sentence("reverse_rank", "none"))
    rank = ranks[0]
    scene = table(rules, "QS", (rank + "S", "TD", "QC"), ("TC", "TH", "QD"))
    return answer("", follows(scene.lay(YOU, rank + "S")))


def ace_laid(rules: RuleSet) -> Answer:
    """With a fitting card behind it and, where one must follow, without one."""
    scene = table(rules, "QS", ("AS", "TD", "QC", "KH")).lay(YOU, "AS")
    if scene.state.turn != YOU:
        return answer("", plain(rules, "A"), follows(scene))
    return answer("", follows(scene), follows(scene.forget().play(YOU, "d"))[:1])


def _wish_stands(rules: RuleSet, *hand: str) -> Table:
    """Cleo has laid a wish card and wished hearts; the reader is next."""
    rank = wish_rank(rules)
    scene = table(rules, "QC", hand, ("QS", "TD", "KD"), (rank + "C", "TS", "KC"), turn=CLEO)
    return scene.lay(CLEO, rank + "C").forget()


def _wishing(scene: Table, card: str) -> Answer:
    """Whether a wish card may be laid; if so, that it brings a wish of its own."""
    found = may_lay(scene, card)
    if found.verdict == YES:
        return answer(YES, sentence("wish_rank", card[0]), found.text)
    return found


def jack_on_jack(rules: RuleSet) -> Answer:
    """A wish card, or where there is none a jack, on another; the wished suit is in the hand too."""
    rank = wish_rank(rules)
    if not rank:
        scene = table(rules, "JC", ("JS", "TH", "QD"))
        return may_lay(scene, "JS", sentence("wish_rank", "none"))
    return _wishing(_wish_stands(rules, rank + "S", "TH", "KD"), rank + "S")


def wish_and_wish_card(rules: RuleSet) -> Answer:
    rank = wish_rank(rules)
    if not rank:
        return answer("", sentence("wish_rank", "none"))
    return _wishing(_wish_stands(rules, rank + "S", "TD", "KS"), rank + "S")


def wish_and_no_stock(rules: RuleSet) -> Answer:
    """The pile is turned over for the draw, the drawn card does not fit, and the wish stands for Ben."""
    if not wish_rank(rules):
        return answer("", sentence("wish_rank", "none"))
    scene = _wish_stands(rules, "TD", "KS", "QD").empty(under=("9S", "KD"))
    scene.play(YOU, "d")
    told = happened(scene)
    if scene.may(YOU, "-"):
        told += happened(scene.forget().play(YOU, "-"))
    assert scene.state.wish >= 0
    return answer("", told, _("The wish still stands."), next_up(scene))


def wish_and_draw(rules: RuleSet) -> Answer:
    """Whether a draw ends the wish."""
    if not wish_rank(rules):
        return answer("", sentence("wish_rank", "none"))
    scene = _wish_stands(rules, "TD", "KS", "QD").stock("9S", "KD", "9D", "TH")
    scene.play(YOU, "d")
    if scene.may(YOU, "-"):
        scene.play(YOU, "-")
    stands = scene.state.wish >= 0
    return answer("no" if stands else "yes", _("The wish still stands.") if stands else "", next_up(scene))


def twin_out_of_turn(rules: RuleSet) -> Answer:
    """Ben is on turn; so many play that two packs are in the game, if any number of players gets two."""
    others = (("QC", "TD", "KD"), ("TS", "QS", "KS"), ("QH", "TC"), ("KC", "AC"), ("AS", "9C"))
    scene = next(
        (scene for scene in (_twin(rules, others[:2]), _twin(rules, others)) if scene.state.twins),
        _twin(rules, others[:2]),
    )
    return judged(scene, "j TH")


def _twin(rules: RuleSet, others: Sequence[Sequence[str]]) -> Table:
    scene = table(rules, "TH", ("9D", "KH", "QD"), *others, turn=BEN)
    scene.state.hands[YOU].append(scene.state.top)
    return scene


def equal_cards(rules: RuleSet) -> Answer:
    return judged(table(rules, "QH", ("TH", "TC", "KD", "KS")), "p TH+TC")
