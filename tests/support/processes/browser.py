"""A real browser: Debian's chromium, without a screen."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@contextmanager
def started():
    """Start the browser, which is there; end it."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only where it is used

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=Path(__file__).with_name("chromium.sh"),
            args=["--no-sandbox"],
            env={**os.environ, "CHROMIUM": CHROMIUM},
        )
        yield browser
        browser.close()
