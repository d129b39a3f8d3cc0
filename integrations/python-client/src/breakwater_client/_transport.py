"""How a request is sent, once."""

from __future__ import annotations

import http.client
import socket
import threading
import urllib.error
import urllib.request
from functools import partial
from types import TracebackType
from typing import Any, Callable, Mapping, Union

from ._answer import Answer
from ._errors import NoAnswerError

Transport = Callable[[str, str, Mapping[str, str], Union[bytes, None]], Answer]
"""Sends a request of a method, URL, headers and body once. Raises NoAnswerError where no answer comes."""


def send_by_urllib(timeout_seconds: float) -> Transport:
    """Sends by the standard library, through the proxies that the environment names, and follows no redirect, which would take the key along.

    An answer that has not come whole within the time limit, counted from the connection, counts as lost.
    """

    def send(method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
        request = urllib.request.Request(url, method=method, headers=dict(headers), data=body)
        with _TimeLimit(timeout_seconds) as limit:
            opener = urllib.request.build_opener(_NoRedirects, _Http(limit), _Https(limit))
            try:
                try:
                    response = opener.open(request, timeout=timeout_seconds)
                except urllib.error.HTTPError as refused:
                    response = refused
                with response:
                    return Answer(response.status, dict(response.headers.items()), response.read())
            except (OSError, http.client.HTTPException) as error:
                reason = "no answer in time" if limit.is_over else str(error) or type(error).__name__
                raise NoAnswerError(f"Breakwater could not be reached: {reason}.") from error

    return send


class _TimeLimit:
    """Ends connections when their time is over, whatever still comes by them."""

    def __init__(self, seconds: float) -> None:
        self.is_over = False
        self._sockets: list[socket.socket] = []
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True

    def __enter__(self) -> _TimeLimit:
        self._timer.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._timer.cancel()

    def covers(self, connected: socket.socket) -> None:
        self._sockets.append(connected)

    def _end(self) -> None:
        self.is_over = True
        for connected in self._sockets:
            try:
                # Not the one of TLS, which would wait for the other side.
                socket.socket.shutdown(connected, socket.SHUT_RDWR)
            except OSError:
                pass  # It has ended by itself.


class _LimitedConnection(http.client.HTTPConnection):
    def __init__(self, limit: _TimeLimit, host: str, **options: Any) -> None:
        super().__init__(host, **options)
        self._limit = limit

    def connect(self) -> None:
        super().connect()
        self._limit.covers(self.sock)


class _LimitedTlsConnection(_LimitedConnection, http.client.HTTPSConnection):
    """The same, with TLS."""


class _Http(urllib.request.HTTPHandler):
    def __init__(self, limit: _TimeLimit) -> None:
        super().__init__()
        self._limit = limit

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(partial(_LimitedConnection, self._limit), req)


class _Https(urllib.request.HTTPSHandler):
    def __init__(self, limit: _TimeLimit) -> None:
        super().__init__()
        self._limit = limit

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(partial(_LimitedTlsConnection, self._limit), req)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None
