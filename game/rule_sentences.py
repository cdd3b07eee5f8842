"""A rule set in sentences: what each field is about, and what each value says (RULES §1)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

FIELD_HELP: dict[str, Any] = {
    "pack": _("How many cards the pack has."),
    "second_pack_from": _("From how many players on two packs are shuffled together."),
    "hand_size": _("How many cards everyone gets."),
    "two_player_hand": _("Whether only two players get another hand."),
    "start_card": _("What happens with the first card on the pile."),
    "wish_rank": _("Which card lets you wish for a suit."),
    "wish_fits": _("Where the wish card may be laid, also whether jack goes on jack."),
    "seven": _("What a seven does to the next player."),
    "six": _("What a six does; only 52 cards have sixes."),
    "eight": _("What an eight does to the next player."),
    "reverse_rank": _("Which card turns the direction of play."),
    "ace": _("What an ace does."),
    "draw": _("How many cards you draw when you lay nothing."),
    "draw_when": _("Whether you may draw although a card fits."),
    "after_draw": _("Whether the card just drawn may be laid at once."),
    "mau": _("Whether and when “Mau” has to be said for the last card but one."),
    "mau_penalty": _("How many cards a forgotten “Mau” costs."),
    "mau_mau": _("Whether the last card has to be announced, too."),
    "last_card": _("Whether the last card of a round still has its effect."),
    "wish_finish": _("Whether you may go out on a wish card."),
    "equal_cards": _("Whether several cards of one rank may be laid in one turn."),
    "jump_in": _("Whether the very same card may be laid out of turn."),
    "combos": _("Whether two, three and four need a combination from the hand."),
    "strict": _("Whether a card that does not fit can be tried."),
    "points": _("What the cards left in hand count."),
    "match_end": _("How long you play, and who wins in the end."),
    "play_on": _("Whether the others play on after the first one is out."),
    "late_join": _("Whether somebody may come in between two rounds."),
    "leavers": _("What happens with the seat of somebody who leaves."),
    "turn_seconds": _("How long everybody may think."),
}

SENTENCES: dict[str, dict[str, Any]] = {
    "pack": {
        "skat32": _("You play with 32 cards, seven to ace."),
        "french52": _("You play with 52 cards, two to ace."),
    },
    "second_pack_from": {
        "5": _("From five players on two packs are shuffled together."),
        "6": _("From six players on two packs are shuffled together."),
        "2": _("Two packs are always shuffled together: every card is there twice."),
        "never": _("There is always one pack, however many play."),
    },
    "hand_size": {
        "5": _("Everyone gets five cards."),
        "6": _("Everyone gets six cards."),
        "7": _("Everyone gets seven cards."),
    },
    "two_player_hand": {
        "same": _("Two players get as many cards as larger rounds."),
        "6": _("Two players get six cards each."),
    },
    "start_card": {
        "bury": _("A special first card goes under the stock, the next one is turned."),
        "cover": _("A special first card is covered until a plain one lies on top."),
        "dealer": _("The first card counts as if the dealer had laid it; on a wish card the dealer wishes."),
        "free": _("The first card has its effect; on a wish card any suit may be laid."),
        "nine": _("You always begin on a nine."),
        "plain": _("The first card has no effect, whatever it is."),
    },
    "wish_rank": {
        "J": _("Whoever lays a jack wishes for a suit."),
        "8": _("Whoever lays an eight wishes for a suit."),
        "none": _("Nobody wishes; all cards go by suit or rank."),
    },
    "wish_fits": {
        "not-on-wish": _("The wish card fits on everything but another wish card: no jack on jack."),
        "any": _("The wish card fits on everything: jack on jack is fine."),
        "match": _("The wish card only fits on its own suit or rank."),
    },
    "seven": {
        "stack": _(
            "After a seven the next player draws two, or lays a seven too: then the one after draws four."
        ),
        "draw": _("After a seven the next player draws two cards and may not answer."),
        "off": _("The seven is a plain card."),
    },
    "six": {
        "off": _("The six is a plain card."),
        "stack": _("After a six the next player draws one, or hands it on with another six."),
    },
    "eight": {
        "skip": _("After an eight the next player sits out."),
        "counter": _("After an eight the next player sits out, or hands that on with another eight."),
        "add": _("Eights add up: whoever has no answer sits out as many turns as eights lie."),
        "off": _("The eight is a plain card."),
    },
    "reverse_rank": {
        "none": _("No card turns the direction."),
        "9": _("A nine turns the direction of play."),
        "K": _("A king turns the direction of play."),
    },
    "ace": {
        "off": _("The ace is a plain card."),
        "skip": _("After an ace the next player sits out."),
        "again": _("Whoever lays an ace must lay one more card, or draws one."),
    },
    "draw": {
        "one": _("If you lay nothing, you draw one card."),
        "three": _("If you lay nothing, you draw up to three cards, until one fits."),
        "until": _("If you lay nothing, you draw until a card fits."),
    },
    "draw_when": {
        "always": _("You may draw although a card fits."),
        "stuck": _("You may only draw when nothing fits."),
    },
    "after_draw": {
        "drawn": _("If the card just drawn fits, it may be laid at once."),
        "end": _("After drawing the turn is over."),
    },
    "mau": {
        "button": _("Before you lay your last card but one, you say “Mau”."),
        "challenge": _("“Mau” may come late; it only costs if somebody notices in time."),
        "off": _("Nobody has to say “Mau”."),
    },
    "mau_penalty": {
        "1": _("A forgotten “Mau” costs one card."),
        "2": _("A forgotten “Mau” costs two cards."),
    },
    "mau_mau": {
        "off": _("Nothing is said with the last card."),
        "auto": _("With the last card the game says “Mau-Mau” for you."),
        "2": _("Before your last card you say “Mau-Mau”, or draw two cards and play on."),
    },
    "last_card": {
        "ends": _("The last card ends the round at once, without effect."),
        "seven": _("If the last card is a seven, the next player still draws; it counts."),
        "full": _("The last card still has its full effect: a seven or an eight can bring you back."),
    },
    "wish_finish": {
        "allowed": _("You may go out on a wish card."),
        "forbidden": _("Nobody may go out on a wish card."),
        "double": _("Going out on a wish card counts as two wins."),
    },
    "equal_cards": {
        "off": _("You lay one card at a time."),
        "on": _("You may lay several cards of one rank at once; their effects add up."),
    },
    "jump_in": {
        "off": _("Nobody lays out of turn."),
        "on": _("Whoever holds exactly the top card may lay it out of turn."),
    },
    "combos": {
        "off": _("Two, three and four are laid like any other card."),
        "on": _("A two needs a pair from your hand, a three a run of three, a four four cards of one suit."),
    },
    "strict": {
        "off": _("Only cards that fit can be laid; the others say why not."),
        "on": _("The table does not show what fits. A wrong card comes back, costs one card and the turn."),
    },
    "points": {
        "standard": _("Jack 20, ace 11, king 4, queen 3, the others what is on them."),
        "classic": _("Jack 20, ace 11, king and queen 10, the others what is on them."),
        "jack2": _("Ace 11, king 4, queen 3, jack 2, the others what is on them."),
    },
    "play_on": {
        "off": _("The round is over when the first one is out."),
        "on": _("When one is out, the others play on for second place and so on."),
    },
    "late_join": {
        "off": _("Nobody comes in during a match."),
        "on": _("Newcomers may come in between two rounds, with the worst score."),
    },
    "leavers": {
        "bot": _("A bot plays on for whoever leaves."),
        "removed": _("Whoever leaves is out; the seat is empty from then on."),
    },
}


def sentence(field: str, value: object) -> str:
    """What a value of a rule field says, as a sentence; both are of RULES §1."""
    text = str(value)
    if field == "match_end":
        return _end_sentence(text)
    if field == "turn_seconds":
        return _time_sentence(text)
    return str(SENTENCES[field][text])


def _end_sentence(value: str) -> str:
    kind, _colon, number = value.partition(":")
    n = int(number)
    sentences: dict[str, Any] = {
        "rounds": ngettext(
            "The match is one round; whoever is out first wins.",
            "The match is %(n)d rounds; the fewest points win.",
            n,
        ),
        "wins": ngettext(
            "Whoever wins a round first has won.",
            "Whoever wins %(n)d rounds first has won.",
            n,
        ),
        "most-wins": ngettext(
            "One round is played; its winner has won.",
            "After %(n)d rounds most wins count.",
            n,
        ),
        "limit": _("When somebody has more than %(n)d points, the fewest points win."),
        "knockout": _("Whoever has more than %(n)d points is out; the last one in wins."),
    }
    return str(sentences[kind]) % {"n": n}


def _time_sentence(value: str) -> str:
    if value == "off":
        return str(_("Nobody is hurried."))
    return str(_("After %(n)s seconds the game draws and passes for you.") % {"n": value})
