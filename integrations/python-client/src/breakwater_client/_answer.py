"""What the server answered."""

from __future__ import annotations

import json
import math
import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Mapping


@dataclass(frozen=True)
class Answer:
    """What the server answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def header(self, name: str) -> str | None:
        """By its name, of whatever case."""
        return next((value for header, value in self.headers.items() if header.lower() == name.lower()), None)

    def json(self) -> Any:
        """The body as JSON; None where it is none."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None

    def retry_after_seconds(self) -> int | None:
        """What Retry-After says, as seconds or as a date of HTTP; None where it is missing or neither."""
        text = self.header("Retry-After")
        if text is None:
            return None
        if text.isascii() and text.isdigit():
            return int(text)
        try:
            return max(0, math.ceil(parsedate_to_datetime(text).timestamp() - time.time()))
        except (TypeError, ValueError):
            return None
