"""Addresses without a language: what machines ask for."""

from django.urls import path

from content import views

urlpatterns = [
    path("robots.txt", views.robots, name="robots"),
    path("sitemap.xml", views.sitemap, name="sitemap"),
    path("favicon.ico", views.favicon, name="favicon"),
    path("apple-touch-icon.png", views.touch_icon, name="touch-icon"),
    path("sw.js", views.worker, name="worker"),
]
