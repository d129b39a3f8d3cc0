from __future__ import annotations

import copy
import json
import random
import re
import time
import uuid
from typing import Any, Callable, Iterator, Mapping, NamedTuple
from urllib.parse import quote, urlencode

from ._answer import Answer
from ._errors import ApiError, ListError, NoAnswerError
from ._operations import KEYLESS, LISTS, Operations
from ._pages import cursor_behind
from ._transport import Transport, send_by_urllib
from ._version import VERSION

# Names that say whose data is meant: what a query leaves open of one of them is never everybody's.
_SCOPES = frozenset(
    {"billing_customer_id", "client_id", "endpoint_id", "domain_id", "monitored_domain_id", "service_id"}
)
_ASKS_TO_TRY_AGAIN = frozenset({429, 500, 502, 503, 504})
# Before anything was done.
_REFUSED_UNREAD = frozenset({429, 503})
_FIRST_WAIT_SECONDS = 0.5
# Between two looks whether an Idempotency-Key is free again, at least.
_KEY_WAIT_SECONDS = 1
_KEYLESS_PATHS = [(method, re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)))) for method, path in KEYLESS]


class RateLimit(NamedTuple):
    """How many requests the key has in a minute, and how many of them were left at the last answer."""

    limit: int
    remaining: int


class Client(Operations):
    """A client of the API of one portal domain, whose paths, inputs and answers are typed: `client.get("/alerts", {"limit": 50})`.

    What was lost on the way, or answered with 429 or 5xx, is repeated after what Retry-After says, else after 0.5, 1, 2 … seconds with
    jitter. A request that changes something gets an Idempotency-Key of its own, so that however often it is sent it is executed once; what
    takes no such key is repeated only where it was refused before anything was done. A key that is in use is waited for: then the
    answer of the first request comes.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        sandbox: bool = False,
        attempts: int = 4,
        max_wait_seconds: float = 60,
        timeout_seconds: float = 60,
        transport: Transport | None = None,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        """Takes where the portal domain answers, such as https://security.example.com, and an API key.

        `sandbox`: every request goes to the account's sandbox, which has to be switched on. `attempts`: how often a request is sent at
        most. `max_wait_seconds`: a server that asks to wait longer is not waited for. `timeout_seconds`: an answer that takes longer
        counts as lost. `transport` sends a request once, by the standard library if left out. Raises ValueError where address or key can be none.
        """
        # Blanks come with what is pasted.
        base_url, api_key = base_url.strip().rstrip("/"), api_key.strip()
        if not re.fullmatch(r"https?://[^/?#@\s]+", base_url):
            raise ValueError("The address must be that of a portal domain, such as https://security.example.com.")
        if not re.fullmatch(r"[\x21-\x7e]+", api_key):
            raise ValueError("The API key is missing, or has characters that no key has.")
        self.base_url = base_url
        self.rate_limit: RateLimit | None = None
        self._api_key = api_key
        self._is_sandbox = sandbox
        self._attempts = attempts
        self._max_wait_seconds = max_wait_seconds
        self._send = transport or send_by_urllib(timeout_seconds)
        self._sleep = sleep

    def __repr__(self) -> str:
        return f"Client({self.base_url!r}, sandbox={self._is_sandbox})"

    def in_sandbox(self) -> Client:
        """The same client in the account's sandbox, which has to be switched on."""
        client = copy.copy(self)
        client._is_sandbox = True
        return client

    def request(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        *,
        parts: Mapping[str, object] | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        """Any operation, without types: the answer's JSON, or None where it has none. What is None in a query is left out. `parts` are the
        values for what stands in braces in the path.

        Raises ApiError when it is refused, NoAnswerError when no answer comes, TypeError when a name that says whose data is meant, such as
        billing_customer_id, is None in the query.
        """
        path = _filled(path, parts or {})
        takes_key = method != "GET" and not any(
            method == verb and form.fullmatch(path) for verb, form in _KEYLESS_PATHS
        )
        headers = {
            "Authorization": f"Bearer {self._api_key}",
            "Accept": "application/json",
            "User-Agent": f"breakwater-python/{VERSION}",
            **({"X-Service-Sandbox": "true"} if self._is_sandbox else {}),
            **({"Content-Type": "application/json"} if body is not None else {}),
            **({"Idempotency-Key": idempotency_key or str(uuid.uuid4())} if takes_key else {}),
        }
        content = None if body is None else json.dumps(body, allow_nan=False).encode()
        url = f"{self.base_url}/api/v1{path}{_query_text(query or {})}"
        answer = self._send_repeatedly(method, url, headers, content, takes_key or method == "GET")
        value = answer.json()
        if not 200 <= answer.status < 300 or (value is None and answer.body != b""):
            raise ApiError(answer)
        return value

    def pages(self, path: str, query: Mapping[str, Any] | None, parts: Mapping[str, object]) -> Iterator[Any]:
        if path not in LISTS:
            raise ValueError(
                f"{path} is no list: it takes the path of one as the API document has it, such as /endpoints/{{endpoint}}/scans."
            )
        items_name = LISTS[path]
        asked = dict(query or {})
        given = 0
        while True:
            page = self.request("GET", path, asked, parts=parts)
            items = page["data"] if items_name is None else page["data"][items_name]
            yield from items
            given += len(items)
            cursor = cursor_behind(path, page, given)
            if cursor is None:
                return
            if cursor == asked.get("cursor"):
                raise ListError(f"The list {path} gave the same page again.")
            asked["cursor"] = cursor

    def _send_repeatedly(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None, is_repeatable: bool
    ) -> Answer:
        repeated = _ASKS_TO_TRY_AGAIN if is_repeatable else _REFUSED_UNREAD
        attempt = 1
        waited_for_key = 0.0
        while True:
            is_last = attempt >= self._attempts
            seconds = _FIRST_WAIT_SECONDS * 2 ** (attempt - 1) * random.uniform(0.5, 1.5)
            try:
                answer = self._send(method, url, headers, body)
            except NoAnswerError:
                if is_last or not is_repeatable:
                    raise
            else:
                self._note_rate_limit(answer)
                asked = answer.retry_after_seconds()
                seconds = seconds if asked is None else asked
                if self._attempts > 1 and _is_key_in_use(answer):
                    seconds = max(asked or 0, _KEY_WAIT_SECONDS)
                    waited_for_key += seconds
                    if waited_for_key > self._max_wait_seconds:
                        return answer
                    # It was not executed again, so it is no attempt.
                    attempt -= 1
                elif is_last or answer.status not in repeated or seconds > self._max_wait_seconds:
                    return answer
            attempt += 1
            self._sleep(seconds)

    def _note_rate_limit(self, answer: Answer) -> None:
        limit, remaining = answer.header("X-RateLimit-Limit"), answer.header("X-RateLimit-Remaining")
        if limit is not None and remaining is not None:
            self.rate_limit = RateLimit(int(limit), int(remaining))


def _filled(path: str, parts: Mapping[str, object]) -> str:
    names = re.findall(r"\{(\w+)\}", path)
    if set(names) != set(parts):
        raise TypeError(f"{path} takes {', '.join(names) or 'no parts'}, and was given {', '.join(parts) or 'none'}.")
    return re.sub(r"\{(\w+)\}", lambda part: _segment(part[1], parts[part[1]]), path)


def _segment(name: str, value: object) -> str:
    if value is None or value == "":
        raise TypeError(f"{name} is a part of the path, and empty.")
    return quote(str(value), safe="")


def _query_text(query: Mapping[str, Any]) -> str:
    for name, value in query.items():
        if value is None and name in _SCOPES:
            raise TypeError(f"{name} is None: it says whose data is meant. Leave the name out where everybody's is.")
    given = {name: _word(value) for name, value in query.items() if value is not None}
    return f"?{urlencode(given, quote_via=quote)}" if given else ""


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_key_in_use(answer: Answer) -> bool:
    body = answer.json() if answer.status == 409 else None
    error = body.get("error") if isinstance(body, dict) else None
    return isinstance(error, dict) and error.get("code") == "IDEMPOTENCY_KEY_IN_USE"
