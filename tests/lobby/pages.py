"""Reading a page as a browser without scripts does: forms, their fields, and which button sends what."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.http import HttpResponse
from django.test import Client

Attributes = dict[str, str]


@dataclass
class Form:
    """A form: where it goes, what it would send, and its buttons."""

    action: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[Attributes] = field(default_factory=list)


class Page(HTMLParser):
    """The forms of a page; `noscript` counts as shown."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: dict[str, Form] = {}
        self._open: str | None = None
        self._select: tuple[str, str] | None = None
        self.refresh = ""  # where the page goes by itself after a while
        self.feed(html)

    def form(self, name: str) -> Form:
        return self.forms.setdefault(name, Form())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value if value is not None else "" for name, value in attrs}
        owner = given.get("form", self._open)
        if tag == "form":
            self._open = given.get("id") or given.get("action", "")
            self.form(self._open).action = given.get("action", "")
        elif tag == "meta" and given.get("http-equiv") == "refresh":
            self.refresh = given["content"].partition("url=")[2]
        elif tag == "option" and self._select and "selected" in given:
            self.form(self._select[0]).fields.append((self._select[1], given.get("value", "")))
        elif owner is not None:
            self._control(tag, given, self.form(owner), owner)

    def _control(self, tag: str, given: Attributes, form: Form, owner: str) -> None:
        if tag == "button" and "disabled" not in given and given.get("type", "submit") == "submit":
            form.buttons.append(given)
        elif tag == "input" and given.get("name"):
            ticked = given.get("type") not in ("checkbox", "radio") or "checked" in given
            if ticked:
                form.fields.append((given["name"], given.get("value", "")))
        elif tag == "select":
            self._select = (owner, given["name"])

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = None


class Reader:
    """Somebody whose browser runs no scripts."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.url = ""
        self.page = Page("")
        self.text = ""

    def goes(self, url: str) -> None:
        """Opens an address and reads the page."""
        self._read(self.client.get(url, follow=True))

    def waits(self) -> None:
        """The page renews itself."""
        self.goes(self.page.refresh)

    def presses(self, button: dict[str, str], **typed: str) -> None:
        """Presses the first button with these attributes, after filling in what is `typed`."""
        for form in self.page.forms.values():
            for one in form.buttons:
                if all(one.get(name) == value for name, value in button.items()):
                    self._send(form, one, typed)
                    return
        raise AssertionError(f"no button {button} on {self.url}")

    def has(self, **button: str) -> bool:
        """Is there such a button?"""
        buttons = [one for form in self.page.forms.values() for one in form.buttons]
        return any(all(one.get(name) == value for name, value in button.items()) for one in buttons)

    def _send(self, form: Form, button: dict[str, str], typed: dict[str, str]) -> None:
        data: dict[str, list[str]] = {}
        for name, value in form.fields:
            data.setdefault(name, []).append(value)
        data |= {name: [value] for name, value in typed.items()}
        if button.get("name"):
            data.setdefault(button["name"], []).append(button.get("value", ""))
        target = button.get("formaction") or form.action
        self._read(self.client.post(target, data, follow=True))

    def _read(self, answer: HttpResponse) -> None:
        assert answer.status_code < 500
        self.status = answer.status_code
        chain = getattr(answer, "redirect_chain", [])
        self.url = chain[-1][0] if chain else answer.request["PATH_INFO"]  # type: ignore[attr-defined]
        self.text = answer.content.decode()
        self.page = Page(self.text)
