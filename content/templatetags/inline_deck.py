"""The tags of `cards` for pages whose drawings stand in the page itself (`deck.symbols`)."""

from django import template

from content import deck

register = template.Library()
for drawn in (deck.card, deck.plain_card, deck.suit_sign):
    register.simple_tag(drawn)
