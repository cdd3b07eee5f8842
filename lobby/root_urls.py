"""The invite link: short, and the same in every language."""

from django.urls import path

from .views import doors

urlpatterns = [path("j/<slug:token>/", doors.invite, name="invite")]
