"""What editors do in the admin: correct pages, write news and notices, answer readers. docs/editing.md."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from reversion.admin import VersionAdmin
from reversion.models import Version

from content import articles, editing, editions, markdown, texts
from content.figures import Where
from content.forms import AnswerForm, NewsForm, NoticeForm, PageForm
from content.models import LANGUAGES, News, Notice, Page, Question

NAMES = dict(settings.LANGUAGES)


def side_by_side(*parts: str) -> list[tuple[str, dict[str, Any]]]:
    """A set of fields for each language; the stylesheet puts them beside each other where there is room."""
    return [
        (NAMES[code], {"fields": [f"{part}_{code}" for part in parts], "classes": ["language"]})
        for code in LANGUAGES
    ]


class Written(VersionAdmin):  # type: ignore[misc]
    """Words in both languages: every version is kept, and a preview shows them before readers do."""

    change_form_template = "admin/content/change_form.html"
    revision_form_template = "admin/content/revision_form.html"
    history_latest_first = True

    class Media:
        css = {"all": ["css/editors.css"]}

    def get_urls(self) -> list[URLPattern]:
        """With the preview of the form as it stands."""
        name = f"content_{self.opts.model_name}_preview"
        address = "<path:object_id>/preview/<str:language>/"
        preview = path(address, self.admin_site.admin_view(self.preview), name=name)
        return [preview, *super().get_urls()]

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], **rest: Any) -> HttpResponse:
        """With a button for each language's preview."""
        context["preview_languages"] = NAMES.items()
        return super().render_change_form(request, context, **rest)  # type: ignore[no-any-return]

    @method_decorator([never_cache, require_POST])
    def preview(self, request: HttpRequest, object_id: str, language: str) -> HttpResponse:
        """What the form would publish in `language`, on the real page; nothing is kept."""
        if not self.has_change_permission(request) or language not in LANGUAGES:
            raise PermissionDenied
        row = None if object_id == "new" else self.get_object(request, object_id)
        if row is None and object_id != "new":
            raise Http404
        form = self.get_form(request, row, change=row is not None)(request.POST, instance=row)
        if not form.is_valid():
            return render(request, "admin/content/refused.html", {"form": form}, status=400)
        with override(language):
            return render(request, *self.previewed(form.save(commit=False), language))

    def previewed(self, row: Any, language: str) -> tuple[str, dict[str, Any]]:
        """The template and its context."""
        raise NotImplementedError


@admin.register(Page)
class PageAdmin(Written):
    """All pages of the site; the rows are made by `migrate`, none is added or deleted by hand."""

    form = PageForm
    list_display = ("name", "key", "german", "english")
    search_fields = ("key", "title_de", "title_en", "body_de", "body_en")
    fieldsets = side_by_side("title", "body", "head", "description", "back", "seen", "file")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A page begins as a file."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """And ends with it."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Page]:
        """Without rows whose file is gone."""
        return super().get_queryset(request).filter(key__in=texts.pages())  # type: ignore[no-any-return]

    @admin.display(description=_("page"), ordering="key")
    def name(self, page: Page) -> str:
        """As it is called in the menu."""
        return texts.file_text(page.key, get_language() or "").menu

    @admin.display(description=NAMES["de"], ordering="changed_de")
    def german(self, page: Page) -> str:
        """Where the German text stands."""
        return state(page, "de")

    @admin.display(description=NAMES["en"], ordering="changed_en")
    def english(self, page: Page) -> str:
        """Where the English text stands."""
        return state(page, "en")

    def get_view_on_site_url(self, obj: Page | None = None) -> str | None:
        """The page in the editor's language."""
        return reverse(f"content:{obj.key}") if obj else None

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], **rest: Any) -> HttpResponse:
        """With the file's texts beside the editor's."""
        page = rest.get("obj")
        context["sheets"] = editing.sheets(page) if page else []
        return super().render_change_form(request, context, **rest)

    def previewed(self, row: Page, language: str) -> tuple[str, dict[str, Any]]:
        """The page as readers would see it."""
        text = editing.written(row, language)
        where = Where(row.key, language, reverse(f"content:{row.key}"), QueryDict())
        return "content/page.html", articles.context_of(text, markdown.render(text), where)


def state(page: Page, language: str) -> str:
    """The file's text, an editor's, or an editor's that the file has left behind."""
    if not page.replaces(language):
        return "–"
    if editing.is_broken(page, language):
        return str(_("cannot be shown any more; readers see the file’s text"))
    if editing.is_old(page, language):
        return str(_("corrected; the file’s text has changed since"))
    return str(_("corrected"))


@admin.register(News)
class NewsAdmin(Written):
    """What is new, newest first."""

    form = NewsForm
    list_display = ("__str__", "date", "published", "languages")
    list_filter = ("published",)
    fieldsets = [(None, {"fields": ["date", "published"]}), *side_by_side("title", "body")]

    @admin.display(description=_("languages"))
    def languages(self, news: News) -> str:
        """In which it is written."""
        return ", ".join(NAMES[code] for code in LANGUAGES if getattr(news, f"body_{code}"))

    def previewed(self, row: News, language: str) -> tuple[str, dict[str, Any]]:
        """The item alone, in the page's frame."""
        row.date = min(row.date, timezone.localdate())
        return "content/preview.html", {"news": editions.Edition(news=[row]).news(language)}


@admin.register(Notice)
class NoticeAdmin(Written):
    """Notices on all pages; the newest whose time it is shows."""

    form = NoticeForm
    list_display = ("__str__", "starts", "ends")
    fieldsets = [(None, {"fields": ["starts", "ends"]}), *side_by_side("text")]

    def previewed(self, row: Notice, language: str) -> tuple[str, dict[str, Any]]:
        """The notice on an empty page."""
        row.starts, row.ends = timezone.now(), None
        return "content/preview.html", {"said": editions.Edition(notices=[row]).notice(language)}


@admin.register(Question)
class QuestionAdmin(Written):
    """Readers' questions, those that wait first."""

    form = AnswerForm
    change_list_template = "admin/change_list.html"  # nothing deleted can be recovered
    list_display = ("__str__", "state", "page", "language", "asked")
    list_filter = ("state", "language", "page")
    search_fields = ("question_de", "question_en", "answer_de", "answer_en")
    ordering = ("-state", "-asked")  # waiting, published, set aside
    readonly_fields = ("asked", "answered")
    fieldsets = [
        (None, {"fields": ["state", "page", "language", "name", "asked", "answered"]}),
        *side_by_side("question", "answer"),
    ]

    def previewed(self, row: Question, language: str) -> tuple[str, dict[str, Any]]:
        """Question and answer as they would stand below the page."""
        row.answered = row.answered or timezone.localdate()
        return "content/preview.html", {
            "answers": editions.Edition(questions=[row]).answers(row.page, language)
        }

    def delete_model(self, request: HttpRequest, obj: Question) -> None:
        """What a reader wrote is gone when it is deleted: no version stays."""
        self._forget([obj.pk])
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Question]) -> None:
        """Likewise for many."""
        self._forget(list(queryset.values_list("pk", flat=True)))
        super().delete_queryset(request, queryset)

    def _forget(self, keys: list[int]) -> None:
        for key in keys:
            Version.objects.get_for_object_reference(Question, key).delete()
