from __future__ import annotations

from typing import Any, Mapping, Sequence

from ._answer import Answer


class BreakwaterError(Exception):
    """Whatever this package raises because of the server. Its text never has the API key in it."""


class NoAnswerError(BreakwaterError):
    """The request or its answer was lost on the way, or the answer did not come in time. What was asked for may have been done."""


class ListError(BreakwaterError):
    """A list cannot be gone through to its end: what was given is not all."""


class WebhookError(BreakwaterError):
    """A request that does not come from Breakwater, or comes too late. Answer it with 400."""


class ApiError(BreakwaterError):
    """An answer of the API that is no success."""

    status: int
    """Of HTTP."""
    code: str | int | None
    """What to act upon, such as ENDPOINT_NOT_FOUND, or a status where the operation has that as its code; None where there is none."""
    message: str
    """A sentence for people."""
    details: Mapping[str, Any]
    """What the problem is about, such as `current_usage` and `new_limit` of DOWNGRADE_USAGE_EXCEEDED."""
    doc_url: str | None
    """Where the documentation explains the error; None where a proxy answered."""
    fields: Mapping[str, Sequence[str]]
    """What is wrong with the input, as sentences by field."""
    retry_after_seconds: int | None
    """After how many seconds to try again; None where the answer does not say."""
    request_id: str | None
    """To be named to the operator; None where a proxy answered."""

    def __init__(self, answer: Answer) -> None:
        body = _object(answer.json())
        error = _object(body.get("error"))
        reason = error.get("message") or body.get("message")
        self.message = reason or f"The server answered {answer.status} without a reason."
        super().__init__(f"{answer.status} {self.message}")
        self.status = answer.status
        self.code = error.get("code")
        self.details = _object(error.get("details"))
        self.doc_url = error.get("doc_url") or body.get("doc_url")
        self.fields = _object(body.get("errors"))
        self.retry_after_seconds = answer.retry_after_seconds()
        self.request_id = answer.header("X-Request-Id")


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
