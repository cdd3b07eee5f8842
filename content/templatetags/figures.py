"""Cards, suits and the game's name in words, for the templates of figures."""

from django import template

from content.inline import whole, written_card
from game.card_words import suit_name

register = template.Library()
register.filter("whole", whole)
register.simple_tag(written_card, name="card_name")
register.simple_tag(lambda letter: suit_name(letter), name="suit_name")
