"""What every page's frame needs: its twins in the other languages and where it stands in the menu."""

import re
from html import unescape
from typing import NamedTuple

from django import template
from django.conf import settings
from django.http import HttpRequest, QueryDict
from django.urls import translate_url
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, get_language_info

from content import articles, install, page_pictures, structured

register = template.Library()

BY_QUERY = frozenset({"invite"})
"""Names of addresses that are the same in every language; there `?lang=en` asks for one."""

PREVIEWED = frozenset({"game:solo", "lobby:new", "lobby:join", "invite"})
"""Pages to play on a link to which is passed on."""


class Twin(NamedTuple):
    """The same page in one language; `absolute` carries scheme and host, `code` may be x-default."""

    code: str
    name: str
    url: str
    absolute: str


def _twin(request: HttpRequest, code: str, with_query: bool) -> Twin:
    path = request.get_full_path() if with_query else request.path
    url = _asking(request, code, with_query) if _by_query(request) else translate_url(path, code)
    return Twin(code, str(get_language_info(code)["name_local"]), url, request.build_absolute_uri(url))


def _by_query(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and match.url_name in BY_QUERY


def _asking(request: HttpRequest, code: str, with_query: bool) -> str:
    query = request.GET.copy() if with_query else QueryDict(mutable=True)
    query["lang"] = code
    return f"{request.path}?{query.urlencode()}"


def page_twins(request: HttpRequest) -> list[Twin]:
    """The page in every language and x-default, without query; [] when it has only one address.

    x-default is the German page, or the one that goes by the visitor's browser where there is such.
    """
    twins = [_twin(request, code, with_query=False) for code, _ in settings.LANGUAGES]
    if len({twin.url for twin in twins}) < len(twins):
        return []
    if _by_query(request):
        plain = request.path
        return [*twins, Twin("x-default", "", plain, request.build_absolute_uri(plain))]
    default = next(twin for twin in twins if twin.code == settings.LANGUAGE_CODE)
    return [*twins, default._replace(code="x-default")]


@register.simple_tag(takes_context=True)
def twins(context: template.Context) -> list[Twin]:
    """hreflang alternates of the page that is being rendered; an error page has none."""
    request = context.get("request")
    return page_twins(request) if request and request.resolver_match else []


@register.simple_tag(takes_context=True)
def language_switch(context: template.Context) -> Twin | None:
    """The same page in the other language, query kept; None where the address has no language."""
    request = context.get("request")
    if not request:
        return None
    other = next(code for code, _ in settings.LANGUAGES if code != get_language())
    twin = _twin(request, other, with_query=request.method == "GET")
    return None if twin.url == request.get_full_path() else twin


@register.simple_tag(takes_context=True)
def current(context: template.Context, view_name: str) -> SafeString | str:
    """The attribute that marks the menu's entry of the page one is on, or of the pages it belongs to."""
    request = context.get("request")
    match = request.resolver_match if request else None
    if match is None:
        return ""
    if match.view_name == view_name:
        return mark_safe(' aria-current="page"')
    text = context.get("text")
    within = view_name == "content:rules" and getattr(text, "section", "") in articles.READING
    return mark_safe(' aria-current="true"') if within and match.view_name != "content:faq" else ""


@register.simple_tag(takes_context=True)
def shelves(context: template.Context) -> list[articles.Shelf]:
    """The pages in the foot: all of them under a text and at home, elsewhere those about the site."""
    found = articles.shelves(get_language() or settings.LANGUAGE_CODE)
    match = getattr(context.get("request"), "resolver_match", None)
    reading = "text" in context or (match is not None and match.view_name == "content:home")
    return found if reading else [shelf for shelf in found if shelf.section == "site"]


@register.simple_tag(takes_context=True)
def structured_page(context: template.Context) -> SafeString:
    """JSON-LD of a text."""
    request = context["request"]
    return structured.of_page(context["text"], context["trail"], request.path, request.build_absolute_uri)


@register.simple_tag(takes_context=True)
def structured_home(context: template.Context, name: str) -> SafeString:
    """JSON-LD of the start page; `remember` has kept its description."""
    request = context["request"]
    language = get_language() or settings.LANGUAGE_CODE
    described = _described(context)
    return structured.of_home(name, unescape(described), language, request.path, request.build_absolute_uri)


def _described(context: template.Context) -> str:
    """The page's description as HTML, as `remember` has kept it."""
    said = re.search(r'content="([^"]*)"', context["page_description"])
    return said[1] if said else ""


@register.simple_tag(takes_context=True)
def canonical(context: template.Context) -> str:
    """The page's one absolute address, without query."""
    request = context["request"]
    return str(request.build_absolute_uri(request.path))


class Remembered(template.Node):
    """Renders what is between the tags, and keeps it under a name for later in the page."""

    def __init__(self, name: str, nodelist: template.NodeList) -> None:
        self.name, self.nodelist = name, nodelist

    def render(self, context: template.Context) -> SafeString:
        made = self.nodelist.render(context)
        context[self.name] = made
        return made


@register.tag
def remember(parser: template.base.Parser, token: template.base.Token) -> Remembered:
    """`{% remember title %}…{% endremember %}`: shown here, and again where `title` is said."""
    _tag, name = token.split_contents()
    nodelist = parser.parse(("endremember",))
    parser.delete_first_token()
    return Remembered(name, nodelist)


@register.simple_tag(takes_context=True)
def playing(context: template.Context) -> bool:
    """Whether the page belongs to playing, not to reading."""
    request = context.get("request")
    match = request.resolver_match if request else None
    return match is not None and (match.namespace in ("game", "lobby") or match.url_name in BY_QUERY)


def _picture(page: str) -> str:
    """The page's own picture, or the site's."""
    language = get_language() or settings.LANGUAGE_CODE
    return page_pictures.address(page, language) or install.preview_path()


@register.inclusion_tag("content/_preview.html", takes_context=True)
def preview(context: template.Context) -> dict[str, object]:
    """What other sites show for a link to this page; it says no more than the page's own title does.

    `remember` has kept the title and the description, both written as HTML.
    Tables, rooms and errors have no preview.
    """
    request = context.get("request")
    match = request.resolver_match if request else None
    if request is None or match is None:
        return {}
    if match.namespace != "content" and match.view_name not in PREVIEWED:
        return {}
    width, height = install.PREVIEW_SIZE
    return {
        "title": mark_safe(context["page_title"].strip().replace('"', "&quot;")),  # noqa: S308  HTML already
        "description": mark_safe(_described(context)),  # noqa: S308  likewise
        "picture": request.build_absolute_uri(_picture(match.url_name or "")),
        "width": width,
        "height": height,
    }
