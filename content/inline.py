"""What our Markdown knows beyond CommonMark: braces, anchors of headings, links by name, spaces that hold."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from itertools import pairwise
from typing import Any

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from content import facts
from content.deck import SIGNS
from content.figures import FigureError
from content.links import NoSuchLink, address
from game.card_words import rank_name, suit_name
from game.rulebook.words import both

Environment = MutableMapping[str, Any]
BRACE = re.compile(r"\{([^{}\n]+)\}")
ANCHOR = re.compile(r"\s*\{#([a-z][a-z0-9_-]*)\}\s*$")
CARDS = re.compile(r"[2-9TJQKA][CSHD]( [2-9TJQKA][CSHD])*")
HOLDS = re.compile(r"(?<=\d) (?=[^\W\d_])| (?=[–…])|(?<=\bz\.) (?=B\.)")
"""Spaces at which no line ends: between a number and its thing, before a dash."""
GAME = "Mau-Mau"
WHOLE_GAME = f'<span class="k">{GAME}</span>'
"""The game's name, and the same where no line ends at its hyphen."""


class TextError(Exception):
    """Something in a text that cannot be shown; `line` counts from 1 in its body."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


def install(reader: MarkdownIt) -> MarkdownIt:
    """Teaches the reader all of it."""
    reader.core.ruler.after("block", "anchors", _anchors)
    reader.core.ruler.push("ours", _finish)
    reader.inline.ruler.before("escape", "brace", _brace)
    reader.add_render_rule("brace", _render_brace)
    reader.add_render_rule("text", _render_text)
    reader.add_render_rule("table_open", _table_open)
    reader.add_render_rule("table_close", _table_close)
    return reader


def _anchors(state: StateCore) -> None:
    """`## Heading {#anchor}` gives the heading an id."""
    for token, inline in pairwise(state.tokens):
        found = ANCHOR.search(inline.content) if token.type == "heading_open" else None
        if found:
            token.attrSet("id", found[1])
            inline.content = inline.content[: found.start()]


def _brace(state: StateInline, silent: bool) -> bool:
    """`{…}` is one token, with what stands between the braces."""
    found = BRACE.match(state.src, state.pos, state.posMax)
    if not found:
        return False
    if not silent:
        state.push("brace", "", 0).content = found[1]
    state.pos = found.end()
    return True


def _finish(state: StateCore) -> None:
    """Braces become HTML, links get their addresses, and some spaces hold."""
    for heading, inline in pairwise(state.tokens):
        _link_to_itself(heading, inline)
    for token in state.tokens:
        if token.attrs.pop("style", ""):  # a column of numbers; the page allows no styles within
            token.attrSet("class", "n")
        if token.type == "inline":
            line = token.map[0] + 1 if token.map else 0
            before = ""
            for child in token.children or ():
                before = _finish_inline(child, before, state.env, line)


def _link_to_itself(heading: Token, inline: Token) -> None:
    """A smaller heading is a link to its own place, to be passed on."""
    if heading.type == "heading_open" and heading.tag == "h3" and heading.attrGet("id"):
        opens = Token("link_open", "a", 1, attrs={"href": f"#{heading.attrGet('id')}"})
        inline.children = [opens, *(inline.children or ()), Token("link_close", "a", -1)]


def _finish_inline(token: Token, before: str, env: Environment, line: int) -> str:
    """What the token ends with, so that the space after a number holds."""
    try:
        if token.type == "link_open":
            token.attrSet("href", address(str(token.attrGet("href"))))
        elif token.type == "image":  # of other sites none is loaded, of ours there are the figures
            raise NoSuchLink(gettext_noop("a text shows no pictures: {name}"), name=token.attrGet("src"))
        elif token.type == "brace":
            token.content = braced(token.content, env["language"])
            return token.content
        elif token.type == "text":
            held = HOLDS.sub("\xa0", before[-1:] + token.content)[len(before[-1:]) :]
            token.content = held
    except (FigureError, NoSuchLink) as error:
        token.content = ""
        env["problems"].append(TextError(line, error.args[0]))
    return ""


def braced(words: str, language: str) -> SafeString:
    """What stands for `{words}`: cards, or a fact. Raises FigureError."""
    if CARDS.fullmatch(words):
        return mark_safe(both([written_card(name) for name in words.split()]))  # noqa: S308  each is safe
    return format_html("{}", facts.fact(words, language))


def whole(words: str) -> SafeString:
    """Plain words or safe HTML without the name in an attribute; no line ends within the game's name."""
    return mark_safe(conditional_escape(words).replace(GAME, WHOLE_GAME))  # noqa: S308  escaped


def written_card(name: str) -> SafeString:
    """A card in a sentence: its sign, and "Herz 9" or "9 of hearts" in one piece."""
    rank = {"T": "10"}.get(name[0], name[0])
    said = _("%(rank)s of %(suit)s") % {
        "rank": rank if rank.isdecimal() else rank_name(name[0]),
        "suit": suit_name(name[1]),
    }
    colour = "r" if name[1] in "HD" else "b"
    return format_html(
        '<span class="k"><i class="{}" aria-hidden="true">{}</i> {}</span>',
        colour,
        SIGNS[name[1]],
        said,
    )


def _render_brace(
    self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: Environment
) -> str:
    return tokens[at].content


def _render_text(
    self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: Environment
) -> str:
    return whole(tokens[at].content)


def _table_open(
    self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: Environment
) -> str:
    return '<div class="scroll" tabindex="0"><table class="grid">\n'


def _table_close(
    self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: Environment
) -> str:
    return "</table></div>\n"
