"""How a list goes on behind a page."""

from __future__ import annotations

from typing import Any, Mapping
from urllib.parse import parse_qs, urlsplit

from ._errors import ListError


def query_behind(
    path: str, page: Mapping[str, Any], cursor_name: str | None, given: int, count: int
) -> dict[str, Any] | None:
    """What asks for the next page: a cursor, or a number where the list has none. None: there is no more.

    `given` is how many items there were so far, `count` how many of them the page had. Raises ListError when the page says that more is
    left and gives no way to it.
    """
    data, meta, links = page.get("data"), page.get("meta"), page.get("links")
    place = {**(data if isinstance(data, dict) else {}), **(meta if isinstance(meta, dict) else {})}
    has_more, cursor = place.get("has_more"), place.get("next_cursor")
    if has_more is False:
        return None
    if cursor is not None:
        return {cursor_name or "cursor": cursor}
    has_cursor = "next_cursor" in place
    if has_cursor and has_more is None:
        return None
    link = links.get("next") if isinstance(links, dict) else None
    numbers = parse_qs(urlsplit(link or "").query).get("page")
    if numbers:
        return {"page": int(numbers[0])}
    if has_more and not has_cursor and links is None and count > 0:
        return {"offset": given}
    reached = max(given, (place.get("current_page") or 0) * (place.get("per_page") or 0))
    if has_more or link or reached < (place.get("total") or 0):
        raise ListError(f"The list {path} says that there is more behind {given} items, and gives no way to it.")
    return None
