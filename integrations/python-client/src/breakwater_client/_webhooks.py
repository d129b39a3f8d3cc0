from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import TYPE_CHECKING, Mapping, Sequence, cast

from ._errors import WebhookError

if TYPE_CHECKING:
    from .types import Event


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance_seconds: int = 300,
    now: float | None = None,
) -> Event:
    """The event of a request, once its signature is found to be right (Standard Webhooks 1.0.0, HMAC-SHA256).

    `body` is taken as it came, before a framework parses it. `headers` may have names of whatever case, and may be those of WSGI.
    `secrets` is `whsec_…`, as it was shown once; both while it is being rotated. `now` is in seconds since 1970. The same event may come
    again: do what it asks for once by its `id`. A server newer than this package may tell types that are not among those of Event.

    Raises WebhookError when a header is missing, no signature fits, or the request is older than allowed; ValueError when a secret is none.
    """
    message_id, timestamp = _header(headers, "webhook-id"), _header(headers, "webhook-timestamp")
    signatures = _header(headers, "webhook-signature").split(" ")
    is_number = timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12
    if not is_number or abs((time.time() if now is None else now) - int(timestamp)) > tolerance_seconds:
        raise WebhookError("The webhook-timestamp is too far from the present time.")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + content
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        digest = hmac.new(_key(secret), signed, hashlib.sha256).digest()
        expected = b"v1," + base64.b64encode(digest)
        if any(hmac.compare_digest(expected, signature.encode()) for signature in signatures):
            return _event(message_id, content)
    raise WebhookError("No signature of the request fits the secret.")


def _event(message_id: str, body: bytes) -> Event:
    try:
        told = json.loads(body)
        event = {"id": message_id, "type": told["type"], "timestamp": told["timestamp"], "data": told["data"]}
    except (ValueError, TypeError, KeyError) as error:
        raise WebhookError("The body is no event.") from error
    return cast("Event", event)


def _header(headers: Mapping[str, str], name: str) -> str:
    as_in_wsgi = "http_" + name.replace("-", "_")
    for header, value in headers.items():
        if header.lower() in (name, as_in_wsgi) and value:
            return value
    raise WebhookError(f"The request has no {name}.")


def _key(secret: str) -> bytes:
    prefix = "whsec_"
    try:
        key = base64.b64decode(secret[len(prefix) :], validate=True) if secret.startswith(prefix) else b""
    except binascii.Error:
        key = b""
    if not key:
        # A mistake of the receiver, whatever was received.
        raise ValueError("A webhook secret is whsec_ and Base64.")
    return key
