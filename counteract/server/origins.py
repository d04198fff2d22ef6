"""Origins of pages: only our own, and those that the settings name, may talk to the server."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from counteract.server.settings import Settings


def is_at_home(headers: Mapping[str, str], settings: Settings) -> bool:
    """Return True if a call comes from our own page, from one that is allowed, or from no page at all.

    >>> is_at_home({"origin": "http://localhost:8300", "host": "localhost:8300"}, Settings())
    True
    >>> is_at_home({"origin": "https://example.org", "host": "localhost:8300"}, Settings())
    False
    """
    origin = headers.get("origin")
    if origin is None or origin in settings.origins:
        return True
    try:
        return bool(headers.get("host")) and urlsplit(origin).netloc.lower() == headers["host"].lower()
    except ValueError:
        return False
