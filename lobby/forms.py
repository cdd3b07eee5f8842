"""Forms of the doors to a table: a name, and for some a code."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError

from game import names

from . import codes
from .texts import error_text


class NameForm(forms.Form):
    """Somebody's name for this table."""

    name = forms.Field(required=False)  # a CharField would refuse what `names.clean` only takes out

    def clean_name(self) -> str:
        """The name as it will be shown."""
        try:
            return names.clean(self.cleaned_data["name"] or "")
        except names.NameRefused as refusal:
            raise ValidationError(error_text(refusal.code), code=refusal.code) from refusal


class JoinForm(NameForm):
    """A code typed in, and a name."""

    code = forms.Field(required=False)

    def clean_code(self) -> str:
        """Six digits, however they were typed."""
        code = codes.tidy(self.cleaned_data["code"] or "")
        if code is None:
            raise ValidationError(error_text("no-code"), code="no-code")
        return code


def first_code(form: forms.Form) -> str:
    """The code of the form's first error."""
    return next(
        (error.code or "bad-request" for errors in form.errors.as_data().values() for error in errors), ""
    )
