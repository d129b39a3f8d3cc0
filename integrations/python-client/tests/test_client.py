"""The rules of the client, against answers that a test makes up: `python3 -m unittest discover -s tests` in this folder."""

from __future__ import annotations

import json
import unittest
from typing import Any, Mapping, Sequence

from breakwater_client import Answer, ApiError, Client, ListError, NoAnswerError

ADDRESS = "https://security.example.com"


class Server:
    """Gives these answers, one a request; None loses the request on the way."""

    def __init__(self, *answers: Answer | None, **options: Any) -> None:
        self.answers = list(answers)
        self.requests: list[tuple[str, str, Mapping[str, str], bytes | None]] = []
        self.waits: list[float] = []
        self.client = Client(ADDRESS, "k", transport=self.send, sleep=self.waits.append, **options)

    def send(self, method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
        self.requests.append((method, url.replace(f"{ADDRESS}/api/v1", ""), headers, body))
        answer = self.answers.pop(0)
        if answer is None:
            raise NoAnswerError("lost")
        return answer

    def keys(self) -> set[str | None]:
        return {headers.get("Idempotency-Key") for _, _, headers, _ in self.requests}

    def paths(self) -> list[str]:
        return [path for _, path, _, _ in self.requests]


def ok(**data: Any) -> Answer:
    return Answer(200, {}, json.dumps({"success": True, "data": data}).encode())


def refused(status: int, body: Any = None, **headers: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, named, json.dumps(body or {}).encode())


def in_use() -> Answer:
    return refused(409, {"error": {"code": "IDEMPOTENCY_KEY_IN_USE"}}, Retry_After="1")


def page(data: Any, **more: Any) -> Answer:
    return Answer(200, {}, json.dumps({"success": True, "data": data, **more}).encode())


class Repeats(unittest.TestCase):
    def test_what_was_lost_or_may_be_tried_again_is_sent_once_more_with_the_same_body_under_the_same_key(self) -> None:
        server = Server(None, refused(500), refused(503), ok())
        server.client.post("/billing/suspend", {"endpoint_id": "e"})
        self.assertEqual({body for _, _, _, body in server.requests}, {b'{"endpoint_id": "e"}'})
        self.assertEqual(len(server.requests), 4)
        self.assertEqual(len(server.keys()), 1)
        self.assertNotIn(None, server.keys())
        for index, wait in enumerate(server.waits):
            self.assertTrue(0.25 * 2**index <= wait <= 0.75 * 2**index)

    def test_a_key_of_ones_own_is_kept_and_reads_have_none(self) -> None:
        server = Server(ok(), None, ok())
        server.client.post("/billing/suspend", {"endpoint_id": "e"}, idempotency_key="order-1")
        self.assertEqual(server.keys(), {"order-1"})
        server.requests.clear()
        server.client.get("/account")
        self.assertEqual(server.keys(), {None})

    def test_it_waits_as_long_as_the_server_asks_but_no_longer_than_it_is_told_to(self) -> None:
        short = Server(refused(429, Retry_After="7"), ok())
        short.client.get("/account")
        self.assertEqual(short.waits, [7])
        long = Server(refused(429, Retry_After="3600"))
        with self.assertRaises(ApiError) as caught:
            long.client.get("/account")
        self.assertEqual((caught.exception.status, caught.exception.retry_after_seconds, long.waits), (429, 3600, []))

    def test_it_gives_up_after_so_many_attempts(self) -> None:
        with self.assertRaises(ApiError):
            Server(refused(503), refused(503), attempts=2).client.get("/account")
        with self.assertRaises(NoAnswerError):
            Server(None, None, attempts=2).client.get("/account")

    def test_a_key_in_use_is_waited_for_longer_than_there_are_attempts_but_no_longer_than_it_is_told_to(self) -> None:
        slow = Server(None, in_use(), in_use(), in_use(), in_use(), ok(), attempts=2)
        slow.client.post("/billing/suspend", {"endpoint_id": "e"})
        self.assertEqual((slow.waits[1:], len(slow.keys())), ([1, 1, 1, 1], 1))
        stuck = Server(*[in_use() for _ in range(9)], max_wait_seconds=3)
        with self.assertRaises(ApiError) as caught:
            stuck.client.post("/billing/suspend", {"endpoint_id": "e"})
        self.assertEqual((caught.exception.code, stuck.waits), ("IDEMPOTENCY_KEY_IN_USE", [1, 1, 1]))
        with self.assertRaises(ApiError):
            Server(in_use(), attempts=1).client.post("/billing/suspend", {"endpoint_id": "e"})

    def test_what_is_wrong_or_in_another_state_is_not_repeated(self) -> None:
        for answer in (refused(422), refused(409, {"error": {"code": "RULE_ALREADY_EXISTS"}})):
            server = Server(answer)
            with self.assertRaises(ApiError):
                server.client.post("/billing/suspend", {"endpoint_id": ""})
            self.assertEqual(len(server.requests), 1)

    def test_what_takes_no_key_is_repeated_only_where_it_was_refused_before_anything_was_done(self) -> None:
        server = Server(refused(429), ok())
        server.client.post("/sso/token", {"client_id": 1})
        self.assertEqual(server.keys(), {None})
        with self.assertRaises(NoAnswerError):
            Server(None).client.post("/sso/token", {"client_id": 1})
        with self.assertRaises(ApiError):
            Server(refused(502)).client.request("POST", "/webhooks/0190a5c8/rotate-secret", body={})


class Requests(unittest.TestCase):
    def test_parts_of_a_path_and_queries_are_written_as_urls_have_them(self) -> None:
        server = Server(ok(), ok(), ok())
        server.client.get("/endpoints/{endpoint}", endpoint="a/b ü")
        server.client.get("/customers", {"search": "Ada & Co", "limit": 5})
        server.client.request("GET", "/endpoints", {"search": None, "flag": True})
        self.assertEqual(
            server.paths(),
            ["/endpoints/a%2Fb%20%C3%BC", "/customers?search=Ada%20%26%20Co&limit=5", "/endpoints?flag=true"],
        )
        wrong: list[dict[str, object]] = [{}, {"endpoint": ""}, {"endpoint": None}, {"endpoint": 1, "other": 2}]
        for parts in wrong:
            with self.assertRaises(TypeError):
                server.client.request("GET", "/endpoints/{endpoint}", parts=parts)

    def test_whose_data_is_meant_is_never_left_open(self) -> None:
        for name in (
            "billing_customer_id",
            "client_id",
            "endpoint_id",
            "domain_id",
            "monitored_domain_id",
            "service_id",
        ):
            server = Server()
            with self.assertRaisesRegex(TypeError, name):
                server.client.request("GET", "/alerts", {name: None})
            self.assertEqual(server.requests, [])

    def test_the_sandbox_is_named_and_the_key_is_not_shown(self) -> None:
        server = Server(ok(), ok())
        server.client.in_sandbox().get("/alerts")
        server.client.get("/alerts")
        self.assertEqual([headers.get("X-Service-Sandbox") for _, _, headers, _ in server.requests], ["true", None])
        self.assertEqual(repr(Client(ADDRESS, "secret-key")), f"Client('{ADDRESS}', sandbox=False)")

    def test_an_address_or_key_that_can_be_none_is_refused(self) -> None:
        for address, key in ((f"{ADDRESS}/api", "k"), ("security.example.com", "k"), (ADDRESS, ""), (ADDRESS, "a\nb")):
            with self.assertRaises(ValueError):
                Client(address, key)
        self.assertEqual(Client(f" {ADDRESS}/ ", " k ").base_url, ADDRESS)


class Errors(unittest.TestCase):
    def error_of(self, answer: Answer) -> ApiError:
        with self.assertRaises(ApiError) as caught:
            Server(answer, attempts=1).client.get("/account")
        return caught.exception

    def test_a_refusal_has_code_message_details_and_where_it_is_explained(self) -> None:
        body = {
            "error": {
                "code": "DOWNGRADE_USAGE_EXCEEDED",
                "message": "No.",
                "details": {"new_limit": 2},
                "doc_url": "https://d",
            }
        }
        error = self.error_of(refused(422, body, x_request_id="r"))
        self.assertEqual(
            (error.status, error.code, error.message, error.details),
            (422, "DOWNGRADE_USAGE_EXCEEDED", "No.", {"new_limit": 2}),
        )
        self.assertEqual(
            (error.doc_url, error.request_id, error.retry_after_seconds, str(error)),
            ("https://d", "r", None, "422 No."),
        )

    def test_refused_input_has_sentences_by_field(self) -> None:
        error = self.error_of(refused(422, {"message": "Wrong.", "errors": {"quantity": ["Too many."]}}))
        self.assertEqual((error.code, error.message, error.fields), (None, "Wrong.", {"quantity": ["Too many."]}))

    def test_what_a_proxy_answers_is_an_error_too_even_with_200(self) -> None:
        for status, body in ((502, b"<html>"), (200, b"<html>"), (302, b""), (500, b"[1]"), (500, b'{"error": "x"}')):
            error = self.error_of(Answer(status, {}, body))
            self.assertEqual((error.status, error.code, error.details, error.doc_url), (status, None, {}, None))

    def test_no_content_is_none(self) -> None:
        self.assertIsNone(Server(Answer(204, {}, b"")).client.delete("/whitelists/{id}", id="w"))

    def test_what_is_left_of_the_limit_is_known_behind_each_answer(self) -> None:
        server = Server(refused(200, {"data": {}}, X_RateLimit_Limit="60", X_RateLimit_Remaining="59"))
        self.assertIsNone(server.client.rate_limit)
        server.client.get("/account")
        self.assertEqual(server.client.rate_limit, (60, 59))


class Lists(unittest.TestCase):
    def walk(self, path: str, query: Mapping[str, Any], *pages: Answer) -> tuple[list[Any], Sequence[str]]:
        server = Server(*pages)
        return list(server.client.pages(path, query, {})), server.paths()

    def test_by_cursor_where_the_list_gives_one(self) -> None:
        first = page({"alerts": [{"id": 1}], "has_more": True, "next_cursor": "c"})
        last = page({"alerts": [{"id": 2}], "has_more": False, "next_cursor": None})
        items, paths = self.walk("/monitoring/alerts", {"limit": 1}, first, last)
        self.assertEqual((items, paths[1]), ([{"id": 1}, {"id": 2}], "/monitoring/alerts?limit=1&cursor=c"))

    def test_a_log_that_has_ended_has_a_cursor_to_go_on_from_later(self) -> None:
        first = page({"events": [{"id": 1}], "has_more": True, "next_cursor": "c"})
        _, paths = self.walk("/events", {}, first, page({"events": [], "has_more": False, "next_cursor": "c"}))
        self.assertEqual(paths, ["/events", "/events?cursor=c"])

    def test_it_throws_where_more_is_left_and_no_way_leads_there(self) -> None:
        for stuck in (
            page({"alerts": [{"id": 1}], "has_more": True, "next_cursor": None}),
            page({"alerts": [{"id": 1}], "total": 2}),
            page({"alerts": [], "has_more": True}),
        ):
            with self.assertRaises(ListError):
                self.walk("/monitoring/alerts", {}, stuck)
        with self.assertRaises(ListError):
            self.walk("/whitelists", {}, page([{"id": 1}], links={"next": "/api/v1/whitelists?page=2"}))
        same = page({"alerts": [{"id": 1}], "has_more": True, "next_cursor": "c"})
        with self.assertRaises(ListError):
            self.walk("/monitoring/alerts", {}, same, same)

    def test_what_is_no_list_is_refused(self) -> None:
        with self.assertRaises(ValueError):
            self.walk("/account", {})


if __name__ == "__main__":
    unittest.main()
