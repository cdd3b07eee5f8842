"""The page where readers ask, and the one that says what comes next: the only ones with a form to send."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from content import articles, editions, questions
from content.models import NAME_LENGTH, QUESTION_LENGTH, new_once
from game.clock import now_ms
from game.throttle import address_of


class AskForm(forms.Form):
    """A question, its page, and a name if the reader likes. `site` must stay empty: robots fill it."""

    page = forms.Field(required=False)
    question = forms.Field(required=False)
    name = forms.Field(required=False)
    site = forms.Field(required=False)
    once = forms.Field(required=False)

    def clean_page(self) -> str:
        """A page one may ask about; anything else is a question about the game."""
        page = self.cleaned_data["page"]
        return page if page in dict(questions.page_choices()) else questions.GENERAL

    def clean_question(self) -> str:
        """Neither nothing nor a novel."""
        words = questions.tidy(self.cleaned_data["question"] or "")
        if len(words) < questions.SHORTEST:
            raise forms.ValidationError(_("That is very short. Write your question as a whole sentence."))
        if (more := len(words) - QUESTION_LENGTH) > 0:
            too_many = ngettext(
                "That is %(n)s character too many.", "That is %(n)s characters too many.", more
            )
            raise forms.ValidationError(too_many % {"n": more})
        return words

    def clean_name(self) -> str:
        """One line, or nothing."""
        name = " ".join(questions.tidy(self.cleaned_data["name"] or "").split())
        if len(name) > NAME_LENGTH:
            raise forms.ValidationError(_("That is too long for a name. A first name will do."))
        return name

    def clean_once(self) -> str:
        """The mark of this form, or a new one."""
        once = str(self.cleaned_data["once"] or "")
        return once if len(once) == 32 and once.isalnum() and once.isascii() else new_once()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """The form; `?page=KEY` chooses the page. A question sent leads on, so that a reload sends nothing."""
    if request.method != "POST":
        chosen = {"page": request.GET.get("page", questions.GENERAL), "once": new_once()}
        return _form(request, AskForm(initial=chosen))
    form = AskForm(request.POST)
    if not form.is_valid():
        return _form(request, form, status=400)
    if form.cleaned_data["site"]:
        return redirect("content:asked")  # a robot; it need not know
    if refusal := _refusal(request):
        return _form(request, form, refusal, status=429)
    _send(form.cleaned_data)
    return redirect("content:asked")


@never_cache
@require_safe
def asked(request: HttpRequest) -> HttpResponse:
    """Thank you, and what comes next."""
    return render(request, "content/asked.html")


def _refusal(request: HttpRequest) -> str:
    """Why not now; a question that is taken counts."""
    limits, now = questions.limits(address_of(request)), now_ms()
    if not questions.sent.allowed(limits, now):
        return _("Many questions came from here within the hour. Keep yours and send it a little later.")
    if questions.is_full():
        return _("More questions are waiting than we can answer just now. Try again in a few days.")
    questions.sent.count(limits, now)
    return ""


def _send(asked: dict[str, Any]) -> None:
    language = get_language() or settings.LANGUAGE_CODE
    questions.keep(asked["page"], language, asked["question"], asked["name"], asked["once"])


def _form(request: HttpRequest, form: AskForm, refusal: str = "", status: int = 200) -> HttpResponse:
    language = get_language() or settings.LANGUAGE_CODE
    with editions.reading():
        context = articles.context("ask", language, request.path, request.GET) | {
            "form": form,
            "pages": questions.page_choices(),
            "refusal": refusal,
            "longest": QUESTION_LENGTH,
            "name_longest": NAME_LENGTH,
            "asked_about": form["page"].value(),
        }
        return render(request, "content/ask.html", context, status=status)
