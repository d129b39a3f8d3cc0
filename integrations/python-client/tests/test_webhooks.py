"""Signatures: the vectors are those of the other clients, computed with another implementation."""

from __future__ import annotations

import unittest
from typing import Any, Mapping

from breakwater_client import WebhookError, verify_webhook
from breakwater_client.types import Event

BODY = b'{"type":"webhook.test","timestamp":"2026-03-20T09:46:40.000Z","data":{}}'
HEADERS: Mapping[str, str] = {
    "webhook-id": "01990b6e-7a10-7c3e-9f55-2f6b8f0c1a2d",
    "webhook-timestamp": "1774000000",
    "webhook-signature": "v1,FrkRDzedM9eXu/3iMK58ZFjJo2m53CP5G0dBWtjIM2Y=",
}
SECRET = "whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE="
OTHER_SECRET = "whsec_AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI="
OTHER_SIGNATURE = "v1,udB6WSTY7S3F1pb+Q3XEsqHUsUgzvvCpc/sfWrkRYH0="


def verified(**changes: Any) -> Event:
    given: dict[str, Any] = {"body": BODY, "headers": HEADERS, "secrets": SECRET, "now": 1_774_000_000, **changes}
    return verify_webhook(**given)


class Webhooks(unittest.TestCase):
    def test_a_request_that_is_signed_gives_its_event(self) -> None:
        told = {
            "id": HEADERS["webhook-id"],
            "type": "webhook.test",
            "timestamp": "2026-03-20T09:46:40.000Z",
            "data": {},
        }
        self.assertEqual(verified(), told)

    def test_headers_and_bodies_are_taken_as_every_framework_gives_them(self) -> None:
        verified(headers={name.title(): value for name, value in HEADERS.items()}, body=BODY.decode())
        verified(headers={"HTTP_" + name.upper().replace("-", "_"): value for name, value in HEADERS.items()})

    def test_either_secret_does_while_it_is_rotated_and_other_versions_are_passed_over(self) -> None:
        verified(secrets=[OTHER_SECRET, SECRET])
        both = {**HEADERS, "webhook-signature": f"v1a,AAAA v1,%% {OTHER_SIGNATURE} {HEADERS['webhook-signature']}"}
        verified(headers=both)
        verified(headers=both, secrets=[OTHER_SECRET])

    def test_what_does_not_come_from_breakwater_is_refused(self) -> None:
        refused: list[dict[str, Any]] = [
            {"secrets": OTHER_SECRET},
            {"secrets": []},
            {"body": BODY.replace(b"{}", b"{ }")},
            {"headers": {**HEADERS, "webhook-id": "x"}},
            {"headers": {**HEADERS, "webhook-timestamp": "1774000001"}},
            {"headers": {**HEADERS, "webhook-timestamp": "1e9"}},
            {"headers": {**HEADERS, "webhook-timestamp": "١٧٧٤٠٠٠٠٠٠"}},
            {"headers": {**HEADERS, "webhook-signature": ""}},
            {"headers": {**HEADERS, "webhook-signature": "v1,ü"}},
            {"headers": {**HEADERS, "webhook-signature": f"{OTHER_SIGNATURE},{HEADERS['webhook-signature']}"}},
            {"headers": {}},
            {"now": 1_774_000_000 - 301},
            {"now": 1_774_000_000 + 301},
        ]
        for changes in refused:
            with self.subTest(changes=changes), self.assertRaises(WebhookError):
                verified(**changes)

    def test_a_secret_that_is_none_is_the_receivers_mistake(self) -> None:
        for secret in ("", "secret", "whsec_", "whsec_%%"):
            with self.assertRaises(ValueError):
                verified(secrets=secret)


def summary(event: Event) -> str:
    """The type of an event tells its data: mypy holds this to it."""
    if event["type"] == "alert.opened":
        return event["data"]["alert"]["title"]
    if event["type"] == "subscription.changed":
        return event["data"]["subscription"]["status"]
    return event["type"]


if __name__ == "__main__":
    unittest.main()
