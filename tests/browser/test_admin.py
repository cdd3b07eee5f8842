"""The admin under the strict policy: any refused script or style is a console error and fails the test."""

import os
import subprocess
import sys
from collections.abc import Callable

from playwright.sync_api import Page

from tests.server import ROOT, Server

PASSWORD = "four jacks and an ace"  # of a database that lives as long as the test


def make_admin(site: Server) -> None:
    """An account, made the way an operator makes one."""
    env = os.environ | {"MAUMAU_DATA": str(site.data), "DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    command = [sys.executable, "manage.py", "createsuperuser", "--noinput"]
    who = ["--username=eve", "--email=eve@example.org"]
    subprocess.run([*command, *who], cwd=ROOT, env=env, check=True, capture_output=True)


def test_the_admin_works_under_the_policy(site: Server, new_page: Callable[..., Page]) -> None:
    make_admin(site)
    page = new_page(lang="en")
    page.goto(f"{site.url}/admin/")
    page.fill("#id_username", "eve")
    page.fill("#id_password", PASSWORD)
    page.click("input[type=submit]")
    page.wait_for_selector("#content-main")
    links = page.eval_on_selector_all("#content-main th a", "all => all.map(a => a.href)")
    assert any("/admin/auth/user/" in link for link in links)
    for link in links:
        page.goto(link)
        page.wait_for_selector("#changelist")
    page.goto(f"{site.url}/admin/auth/user/add/")
    page.fill("#id_username", "mallory")
    page.fill("#id_password1", PASSWORD)
    page.fill("#id_password2", PASSWORD)
    page.click("input[name=_save]")
    page.wait_for_selector("#id_is_staff")  # saved, and the form with its widgets works
