"""The one settings file. Everything an operator may change comes from the environment: docs/settings.md."""

import os
from pathlib import Path

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from maumau_site import backends, logs
from maumau_site import environment as env

BASE_DIR = Path(__file__).resolve().parent.parent

# --- Where and how it runs -------------------------------------------------------------------------------

DEBUG = env.flag("MAUMAU_DEBUG", default=False)
DATA_DIR = env.made(Path(os.environ.get("MAUMAU_DATA") or BASE_DIR / "var"))
SECRET_KEY = os.environ.get("MAUMAU_SECRET_KEY") or env.kept_secret(DATA_DIR / "secret_key")
HTTPS = env.flag("MAUMAU_HTTPS", default=False)
SERVER = env.choice("MAUMAU_SERVER", "daphne", "uvicorn")  # what `./dev run` becomes
ALLOWED_HOSTS = env.hosts(os.environ.get("HOST", ""), os.environ.get("MAUMAU_HOSTS", ""))
CSRF_TRUSTED_ORIGINS = env.words("MAUMAU_ORIGINS")

# --- The game --------------------------------------------------------------------------------------------

TICKER = env.flag("MAUMAU_TICKER", default=True)
BOT_MS = env.span("MAUMAU_BOT_MS", "800-2500")  # shortest and longest "thinking" of a bot in ms
THINKERS = env.number("MAUMAU_THINKERS", default=max(1, min(2, os.cpu_count() or 1)))  # processes that search
THINK_AHEAD_MS = 600 if THINKERS else 0  # so long before its moment a master begins to search
GUEST_COOKIE = "maumau_guest"
GUEST_COOKIE_AGE = 365 * 24 * 3600  # seconds
MAUMAU_OPERATOR = os.environ.get("MAUMAU_OPERATOR", "")  # one line about who runs this site
OFFLINE_PAGE = env.flag("MAUMAU_OFFLINE", default=True)  # browsers keep a page for no network

# --- The application -------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "daphne",  # first: it replaces runserver by one that speaks WebSocket
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "reversion",  # every version of what editors write
    "game",
    "lobby",
    "content",
]

# Sessions and accounts exist for /admin/ alone: both middlewares are lazy and touch no other page.
# PlayCookies is innermost and knows no async, so that Django runs the whole chain in one thread hop.
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "maumau_site.middleware.ExtraHeaders",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "maumau_site.health.Watching",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "maumau_site.middleware.PlayCookies",
    "maumau_site.middleware.WrongMethod",
]

ROOT_URLCONF = "maumau_site.urls"
ASGI_APPLICATION = "maumau_site.asgi.application"
CSRF_FAILURE_VIEW = "maumau_site.errors.csrf_failure"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# --- The database, and the line between processes --------------------------------------------------------

DATABASES = {"default": backends.database(os.environ.get("MAUMAU_DATABASE", "").strip(), DATA_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CHANNEL_LAYERS = backends.channel_layers(os.environ.get("MAUMAU_REDIS", "").strip())

# --- Languages -------------------------------------------------------------------------------------------

LANGUAGE_CODE = "de"
LANGUAGES = [("de", "Deutsch"), ("en", "English")]
LANGUAGE_COOKIE_NAME = "maumau_lang"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600  # seconds
LOCALE_PATHS = [BASE_DIR / "maumau_site" / "locale"]  # one catalogue for Python and templates
FORMAT_MODULE_PATH = ["maumau_site.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Berlin"

# --- Static files ----------------------------------------------------------------------------------------

# The address carries a digest of all files, so every one may be cached for good, also those that a
# stylesheet or a script module names relatively. `./dev run` collects and compresses them into STATIC_ROOT.
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_DIGEST = env.digest(BASE_DIR / "static")
STATIC_URL = "/static/" if DEBUG else f"/static/{STATIC_DIGEST}/"
STATIC_ROOT = env.made(DATA_DIR / "static" / STATIC_DIGEST)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "maumau_site.storage.LeanStaticFiles"},
}
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_USE_FINDERS = DEBUG or not (STATIC_ROOT / "complete").exists()
WHITENOISE_MAX_AGE = 0 if DEBUG else 60
WHITENOISE_IMMUTABLE_FILE_TEST = env.always if not DEBUG else env.never

# --- Security --------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "blob:"],  # the table's canvas draws the page's own cards by way of a picture
        "connect-src": [SELF],
        "font-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}
# Not "no-referrer": browsers would then send `Origin: null` with forms, which Django refuses.
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
PERMISSIONS_POLICY = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = True
if HTTPS:  # a proxy in front speaks TLS and must set (and overwrite) this header
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 30 * 24 * 3600

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
DATA_UPLOAD_MAX_MEMORY_SIZE = 512 * 1024  # an editor sends a page in both languages
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100

# --- Watching it ---------------------------------------------------------------------------------------

# Addresses of lobbies and matches are keys to them: no line says who did what (docs/watching.md).
LOGGING = logs.config(os.environ.get("MAUMAU_LOG", ""), debug=DEBUG)
METRICS = env.flag("MAUMAU_METRICS", default=False)
METRICS_TOKEN = os.environ.get("MAUMAU_METRICS_TOKEN", "")

if not SECRET_KEY:
    raise ImproperlyConfigured("The file secret_key is empty: delete it, or set MAUMAU_SECRET_KEY.")
