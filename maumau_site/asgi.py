"""The application for daphne, uvicorn and runserver: pages and sockets, and what runs beside them."""

import os
import warnings

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "maumau_site.settings")
pages = get_asgi_application()  # first: it loads the apps that the imports below need

from channels.routing import ProtocolTypeRouter  # noqa: E402

from game import routing as game_routing  # noqa: E402
from lobby import routing as lobby_routing  # noqa: E402
from maumau_site import lifecycle  # noqa: E402
from maumau_site.closing import use_calm_protocol  # noqa: E402
from maumau_site.sockets import Sockets  # noqa: E402

# WhiteNoise hands Django an open file, which Django reads in a thread. Our files are small: no need to warn.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

use_calm_protocol()
lifecycle.under_daphne()
application = lifecycle.Gate(
    ProtocolTypeRouter(
        {
            "http": pages,
            "websocket": Sockets([*game_routing.websocket_urlpatterns, *lobby_routing.websocket_urlpatterns]),
        }
    )
)
