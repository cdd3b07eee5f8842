"""The figure of everything there is to print: the sheets, the pages for the table and the PDFs."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from content.figures import Args, Where, figure
from content.sheets import pdf_path, preset_rows


@figure("sheets")
def sheets(args: Args, where: Where) -> SafeString:
    """For each preset its sheet, its page for the table and its PDF."""
    rows = [
        (label, code, pdf_path(name, where.language)) for name, label, code in preset_rows(where.language)
    ]
    return render_to_string("content/_sheets.html", {"rows": rows})
