"""What is sent, and how long it is waited for, against a server of one's own."""

from __future__ import annotations

import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from breakwater_client import Answer, ApiError, Client, NoAnswerError


class Handler(BaseHTTPRequestHandler):
    asked: list[tuple[str, str | None]] = []
    ended = threading.Event()

    def do_GET(self) -> None:
        Handler.asked.append((self.path, self.headers.get("Authorization")))
        if self.path.endswith("/drip"):
            self.send_response(200)
            self.send_header("Content-Length", "1000000")
            self.end_headers()
            self.drip()
        elif self.path.endswith("/away"):
            self.send_response(302)
            self.send_header("Location", "/elsewhere")
            self.end_headers()
        else:
            self.close_connection = True

    def drip(self) -> None:
        try:
            while not Handler.ended.wait(0.01):
                self.wfile.write(b" ")
                self.wfile.flush()
        except OSError:
            pass

    def log_message(self, *_: object) -> None:
        pass


class Sending(unittest.TestCase):
    def setUp(self) -> None:
        Handler.asked.clear()
        Handler.ended.clear()
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.addCleanup(Handler.ended.set)
        self.address = f"http://127.0.0.1:{server.server_port}"

    def client(self, timeout_seconds: float = 60) -> Client:
        return Client(self.address, "the-key", attempts=1, timeout_seconds=timeout_seconds)

    def test_an_answer_that_goes_on_and_on_is_given_up_when_its_time_is_over(self) -> None:
        with self.assertRaisesRegex(NoAnswerError, "no answer in time"):
            self.client(timeout_seconds=0.2).request("GET", "/drip")

    def test_no_redirect_is_followed_and_so_the_key_goes_nowhere_else(self) -> None:
        with self.assertRaises(ApiError) as caught:
            self.client().request("GET", "/away")
        self.assertEqual(caught.exception.status, 302)
        self.assertEqual(Handler.asked, [("/api/v1/away", "Bearer the-key")])

    def test_a_connection_that_breaks_or_is_refused_is_no_answer_and_the_key_is_not_told(self) -> None:
        for address in (self.address, "http://127.0.0.1:9"):
            with self.assertRaises(NoAnswerError) as caught:
                Client(address, "the-key", attempts=1).request("GET", "/broken")
            self.assertNotIn("the-key", str(caught.exception))

    def test_retry_after_is_read_as_seconds_or_as_a_date(self) -> None:
        def asked(text: str) -> int | None:
            return Answer(429, {"retry-after": text}, b"").retry_after_seconds()

        in_a_minute = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 60))
        self.assertEqual((asked("7"), asked("soon"), asked("Thu, 01 Jan 1970 00:00:00 GMT")), (7, None, 0))
        self.assertTrue(50 <= (asked(in_a_minute) or 0) <= 61)


if __name__ == "__main__":
    unittest.main()
