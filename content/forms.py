"""Forms of the admin: pages, news, notices and answers in both languages, and what they refuse."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from content import markdown, texts
from content.editing import DIGEST, covered, digest, faults, is_old, mark, said
from content.inline import TextError
from content.models import LANGUAGES, PARTS, Page, Question
from content.questions import page_choices
from content.texts import Text

FIELDS = [f"{part}_{code}" for code in LANGUAGES for part in PARTS]

HOW_TO_WRITE = gettext_lazy(
    "Markdown. {9H} is a card, {mau-mau.hand_size} a number from the rules, [words](page:faq#free) a link."
)


class WordsField(forms.CharField):
    """Words of several lines; how a browser ends a line is no change."""

    widget = forms.Textarea

    def __init__(self, **more: Any) -> None:
        super().__init__(**more | {"help_text": HOW_TO_WRITE})

    def to_python(self, value: Any) -> str:
        """With plain line ends and one at the end, as in a file."""
        tidy = "\n".join(line.rstrip() for line in str(value or "").splitlines()).strip()
        return f"{tidy}\n" if tidy else ""

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether the words are others."""
        return self.to_python(initial) != self.to_python(data)


class MarkdownForm(forms.ModelForm):  # type: ignore[type-arg]
    """News, a notice or an answer: what stands in the fields named in `rendered` must be good Markdown."""

    rendered: tuple[str, ...] = ()

    def clean(self) -> dict[str, Any]:
        """Refuses what cannot be shown, with its line."""
        for name in (f"{part}_{code}" for part in self.rendered for code in LANGUAGES):
            words = self.cleaned_data.get(name, "")
            try:
                markdown.words(words, name.rpartition("_")[2])
            except TextError as fault:
                self.add_error(name, said(fault, words))
        return self.cleaned_data


class NewsForm(MarkdownForm):
    """A piece of news, in one language or both."""

    rendered = ("body",)

    class Meta:
        field_classes = {f"body_{code}": WordsField for code in LANGUAGES}

    def clean(self) -> dict[str, Any]:
        """A title without a text, or a text without a title, is half a piece."""
        for code in LANGUAGES:
            title, body = (self.cleaned_data.get(f"{part}_{code}") for part in ("title", "body"))
            if bool(title) != bool(body):
                self.add_error(f"body_{code}" if title else f"title_{code}", _("Title and text go together."))
        if not any(self.cleaned_data.get(f"body_{code}") for code in LANGUAGES):
            self.add_error(None, _("Write it in one language at least."))
        return super().clean()


class NoticeForm(MarkdownForm):
    """A line for all pages."""

    rendered = ("text",)

    def clean(self) -> dict[str, Any]:
        """It says something, and ends after it begins."""
        starts, ends = self.cleaned_data.get("starts"), self.cleaned_data.get("ends")
        if starts and ends and ends <= starts:
            self.add_error("ends", _("The notice would end before it begins."))
        if not any(self.cleaned_data.get(f"text_{code}") for code in LANGUAGES):
            self.add_error(None, _("Write it in one language at least."))
        return super().clean()


class AnswerForm(MarkdownForm):
    """A reader's question and the answer, in the language it was asked in and, translated, in the other."""

    rendered = ("answer",)
    page = forms.ChoiceField(label=gettext_lazy("Page"), choices=page_choices)

    class Meta:
        field_classes = {f"answer_{code}": WordsField for code in LANGUAGES}

    def clean(self) -> dict[str, Any]:
        """Published needs question and answer in one language; half a translation is none."""
        both = [self._both(code) for code in LANGUAGES]
        publish = self.cleaned_data.get("state") == Question.State.PUBLISHED
        if publish and not any(question and answer for question, answer in both):
            self.add_error(None, _("A question is published with its answer in the same language."))
        if not any(question for question, _answer in both):
            self.add_error(None, _("Without a question there is nothing to answer."))
        return super().clean()

    def _both(self, code: str) -> tuple[str, str]:
        question, answer = (self.cleaned_data.get(f"{part}_{code}") or "" for part in ("question", "answer"))
        return question, answer

    def save(self, commit: bool = True) -> Any:
        """The day of the answer is the day it was last written."""
        if {"state", *(f"answer_{code}" for code in LANGUAGES)} & set(self.changed_data):
            published = self.instance.state == Question.State.PUBLISHED
            self.instance.answered = timezone.localdate() if published else None
        return super().save(commit)


class PageForm(forms.ModelForm):  # type: ignore[type-arg]
    """A page in both languages. Shows the file's text where nothing replaces it; keeps only what differs."""

    back_de = forms.BooleanField(label=gettext_lazy("Back to the file’s text"), required=False)
    back_en = forms.BooleanField(label=gettext_lazy("Back to the file’s text"), required=False)
    seen_de = forms.BooleanField(label=gettext_lazy("Compared with the file: my text holds"), required=False)
    seen_en = forms.BooleanField(label=gettext_lazy("Compared with the file: my text holds"), required=False)
    file_de = forms.CharField(widget=forms.HiddenInput, required=False)
    file_en = forms.CharField(widget=forms.HiddenInput, required=False)

    class Meta:
        model = Page
        fields = FIELDS
        field_classes = {f"body_{code}": WordsField for code in LANGUAGES}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.before = {name: getattr(self.instance, name) for name in FIELDS}
        for code in LANGUAGES:
            self._add_fields(code)

    def _add_fields(self, code: str) -> None:
        file = texts.file_text(self.instance.key, code)
        for part in PARTS:
            self.initial[f"{part}_{code}"] = self.before[f"{part}_{code}"] or getattr(file, part)
            self.fields[f"{part}_{code}"].widget.attrs["lang"] = code
        self.fields[f"file_{code}"].initial = self._stand(code)
        if not self.instance.replaces(code):
            self.fields[f"back_{code}"].widget = forms.HiddenInput()
        if not is_old(self.instance, code):
            self.fields[f"seen_{code}"].widget = forms.HiddenInput()

    def is_multipart(self) -> bool:
        """Texts travel as they are; written as in an address, umlauts and lines take thrice the room."""
        return True

    def _stand(self, code: str) -> str:
        """Marks of the file's text and of what replaces it, as the editor had them before the eyes."""
        replaced = "\n".join(self.before[f"{part}_{code}"] for part in PARTS)
        return digest(texts.file_text(self.instance.key, code)) + mark(replaced)

    def _other(self, name: str) -> bool:
        return bool(getattr(self.instance, name) != self.before[name])

    def clean(self) -> dict[str, Any]:
        """Parts like the file's are no override; what cannot be shown is refused with its line."""
        for code in LANGUAGES:
            self._clean_language(code)
        return self.cleaned_data

    def _clean_language(self, code: str) -> None:
        file = texts.file_text(self.instance.key, code)
        seen, stand = str(self.cleaned_data.get(f"file_{code}")), self._stand(code)
        if seen[:DIGEST] != stand[:DIGEST]:
            self.add_error(None, _("The file’s text has changed while you wrote. Compare again, then save."))
        elif seen != stand:
            taken = _("Someone else has saved this page meanwhile. Keep your text and open the page anew.")
            self.add_error(None, taken)
        back = self.cleaned_data.get(f"back_{code}")
        for name, part in ((f"{part}_{code}", part) for part in PARTS):
            words = self.cleaned_data.get(name, "")
            same = words.strip() == getattr(file, part).strip()
            self.cleaned_data[name] = "" if same or back else words
        self._refuse_faults(code, file)

    def _refuse_faults(self, code: str, file: Text) -> None:
        body = self.cleaned_data[f"body_{code}"]
        if not body:
            return
        for fault in faults(file._replace(body=body)):
            self.add_error(f"body_{code}", said(fault, body))

    def save(self, commit: bool = True) -> Page:
        """Notes which file text the override replaces, and the day."""
        for code in LANGUAGES:
            if any(self._other(f"{part}_{code}") for part in PARTS) or self.cleaned_data.get(f"seen_{code}"):
                self._note(code)
        return super().save(commit)  # type: ignore[no-any-return]

    def _note(self, code: str) -> None:
        replaces = self.instance.replaces(code)
        setattr(self.instance, f"replaced_{code}", covered(self.instance, code))
        setattr(self.instance, f"changed_{code}", timezone.localdate() if replaces else None)
