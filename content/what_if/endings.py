"""The last card, "Mau", and the end of a match (RULES §7, §8, §11)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from content.what_if.table import BEN, CLEO, YOU, Table, table
from content.what_if.words import Answer, answer, follows, happened, judged, may_lay, next_up, plain
from game.call_words import call
from game.engine import RuleSet, outcome
from game.rule_sentences import sentence
from game.rulebook.facts import wish_rank
from game.rulebook.mau import mau_mau as calls_with_last


def _last(rules: RuleSet, card: str, *others: tuple[str, ...]) -> Table:
    """The reader holds one card, and has said what must be said for it."""
    scene = table(rules, "KH", (card,), *others)
    if scene.may(YOU, "mm"):
        scene.play(YOU, "mm")
    return scene.forget()


def last_jack(rules: RuleSet) -> Answer:
    return may_lay(_last(rules, "JH"), "JH")


def last_wish_card(rules: RuleSet) -> Answer:
    rank = wish_rank(rules)
    if not rank:
        return answer("", sentence("wish_rank", "none"))
    return may_lay(_last(rules, rank + "H"), rank + "H")


def last_ace(rules: RuleSet) -> Answer:
    return answer("", follows(_last(rules, "AH").lay(YOU, "AH")))


def last_eight_two(rules: RuleSet) -> Answer:
    """Ben holds no eight; where the turn comes back, the reader draws."""
    scene = _last(rules, "8H", ("QC", "TD", "KD"))
    if not scene.may(YOU, "p 8H"):
        return may_lay(scene, "8H")
    scene.play(YOU, "p 8H")
    if scene.playing and scene.state.skip:
        scene.play(BEN, "-")
    if scene.playing and scene.state.turn == YOU and not scene.state.hands[YOU]:
        scene.play(YOU, "d")
    return answer("", follows(scene))


def last_card_silent(rules: RuleSet) -> Answer:
    """Without "Mau-Mau"."""
    scene = table(rules, "KH", ("TH",))
    said = calls_with_last(rules)[:1] or [sentence("mau_mau", rules.mau_mau)]
    return answer("", said, follows(scene.play(YOU, "p TH")))


def mau_forgotten(rules: RuleSet) -> Answer:
    """Noticed by the game, or by Cleo: at once, and after Ben has acted."""
    scene = table(rules, "QH", ("TH", "9C"))
    if not scene.may(YOU, "m"):
        return answer("", sentence("mau", "off"))
    scene.play(YOU, "p TH")
    if not scene.may(CLEO, f"c {YOU}"):
        return answer("", follows(scene))
    late = scene.split().play(BEN, "d")
    assert not late.may(CLEO, f"c {YOU}")
    caught = happened(scene.forget().play(CLEO, f"c {YOU}"))
    return answer(
        "", caught, _("If Ben has already played, drawn or passed, it is too late and costs nothing.")
    )


def mau_and_drawn(rules: RuleSet) -> Answer:
    """ "Mau" said with a card that fits, then drawn instead."""
    scene = table(rules, "QH", ("TH", "9C")).stock("KC", "QS", "KS", "TD")
    if not scene.may(YOU, "m"):
        return answer("", sentence("mau", "off"))
    scene.play(YOU, "m").forget()
    if not scene.may(YOU, "d"):
        return answer("", judged(scene, "d").text)
    scene.play(YOU, "d")
    if scene.state.turn == YOU:
        scene.play(YOU, "-")
    lapsed = _("“%(call)s” has lapsed; next time you say it again.") % {"call": call(rules)}
    return answer("", lapsed, follows(scene))


def all_others_over(rules: RuleSet) -> Answer:
    """The reader wins the round that takes Ben, the only one left beside him, over the limit."""
    if rules.end_kind not in ("limit", "knockout"):
        return answer("", _("There is no limit of points here."), sentence("match_end", rules.match_end))
    scene = _last(rules, "TH", ("QC", "TD", "KD"))
    scene.state.scores[BEN] = rules.end_number
    scene.lay(YOU, "TH")
    end = outcome(scene.state)
    won = _("You win the match.") if end and YOU in end.winners else ""
    return answer("", happened(scene), won)


def last_seven_alone(rules: RuleSet) -> Answer:
    """The next one cannot answer."""
    scene = _last(rules, "7H").lay(YOU, "7H")
    if scene.playing and scene.state.due:
        scene.play(BEN, "d")
    return answer("", plain(rules, "7"), happened(scene), next_up(scene))
