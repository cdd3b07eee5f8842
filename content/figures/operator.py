"""Who runs this site, as its operator says it (docs/settings.md)."""

from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from content.figures import Args, Where, figure


@figure("operator")
def operator(args: Args, where: Where) -> SafeString:
    """The line of MAUMAU_OPERATOR, or that there is none."""
    named = settings.MAUMAU_OPERATOR or _("Whoever runs this site has not said who they are.")
    return format_html("<p>{}</p>", named)
