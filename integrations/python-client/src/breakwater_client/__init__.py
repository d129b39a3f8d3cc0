"""A typed client of the Breakwater API: retries, lists, sandbox, webhooks. Needs the standard library only."""

from ._answer import Answer
from ._client import Client, RateLimit
from ._errors import ApiError, BreakwaterError, ListError, NoAnswerError, WebhookError
from ._transport import Transport, send_by_urllib
from ._version import VERSION as __version__
from ._webhooks import verify_webhook

__all__ = [
    "Answer",
    "ApiError",
    "BreakwaterError",
    "Client",
    "ListError",
    "NoAnswerError",
    "RateLimit",
    "Transport",
    "WebhookError",
    "__version__",
    "send_by_urllib",
    "verify_webhook",
]
