"""How a list goes on behind a page."""

from __future__ import annotations

from typing import Any, Mapping

from ._errors import ListError


def cursor_behind(path: str, page: Mapping[str, Any], given: int) -> str | None:
    """The cursor that asks for the next page. None: there is no more.

    `given` is how many items there were so far. Raises ListError when the page says that more is left and gives no way to it.
    """
    data, meta, links = page.get("data"), page.get("meta"), page.get("links")
    place = {**(data if isinstance(data, dict) else {}), **(meta if isinstance(meta, dict) else {})}
    has_more = place.get("has_more")
    # A log has a cursor behind its last page, too, to go on from later.
    if has_more is False:
        return None
    if place.get("next_cursor") is not None:
        return str(place["next_cursor"])
    is_untold = "next_cursor" not in place and given < (place.get("total") or 0)
    if has_more or (isinstance(links, dict) and links.get("next")) or is_untold:
        raise ListError(f"The list {path} says that there is more behind {given} items, and gives no way to it.")
    return None
