"""What every page's frame needs: its twins in the other languages and where it stands in the menu."""

from typing import NamedTuple

from django import template
from django.conf import settings
from django.http import HttpRequest, QueryDict
from django.urls import translate_url
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, get_language_info

register = template.Library()

BY_QUERY = frozenset({"invite"})
"""Names of addresses that are the same in every language; there `?lang=en` asks for one."""


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
    """The attribute that marks the menu's entry of the page one is on."""
    request = context.get("request")
    match = request.resolver_match if request else None
    here = match is not None and match.view_name == view_name
    return mark_safe(' aria-current="page"') if here else ""


@register.simple_tag(takes_context=True)
def canonical(context: template.Context) -> str:
    """The page's one absolute address, without query."""
    request = context["request"]
    return str(request.build_absolute_uri(request.path))
