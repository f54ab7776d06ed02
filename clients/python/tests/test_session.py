"""Repetition, problems and the stream, against servers that fail on purpose."""

import json
import threading
import time
import unittest
import uuid
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias, cast
from unittest.mock import patch
from urllib.parse import parse_qs, urlsplit

from websockets.sync.server import Server, ServerConnection, serve

from croupier_client import (
    Conflict,
    KeyUsed,
    NoAnswer,
    NotEnough,
    NotSignedIn,
    Refused,
    Session,
    Table,
    TooOften,
    Unavailable,
    UnitsLost,
)
from croupier_client.generated.api.cages import buy_in
from croupier_client.generated.models import (
    Await,
    BuyIn,
    Event,
    InputChoose,
    InputChooseBody,
    Moved,
    TableNow,
    UnitFrame,
    Wallet,
)
from croupier_client.models import AwaitedOther, WhatOther
from croupier_client.problems import BY_STATUS, BY_TYPE, ProblemError, problem_from
from croupier_client.stream import stream

# What is answered: a status and a body, or nothing, where the connection breaks after the request has arrived.
Answer: TypeAlias = tuple[int, dict[str, Any]] | None
MOVED = {"seq": 7, "at": 1, "again": False}


def problem(status: int, kind: str, **more: object) -> Answer:
    return status, {"type": f"/problems/{kind}", "title": kind, "status": status, **more}


class Scripted:
    """A server that gives one answer after another, and keeps what it was sent."""

    def __init__(self, *answers: Answer) -> None:
        left, self.sent = list(answers), list[dict[str, Any]]()
        sent = self.sent

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                sent.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
                answer = left.pop(0)
                if answer is None:
                    self.close_connection = True
                    return
                body = json.dumps(answer[1]).encode()
                self.send_response(answer[0])
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        self.address = f"http://127.0.0.1:{self._server.server_port}"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Repetition(unittest.TestCase):
    def buy(self, *answers: Answer, patience: float = 5.0, repeat: bool = True) -> tuple[Scripted, Callable[[], Moved]]:
        server = Scripted(*answers)
        self.addCleanup(server.stop)
        session = Session(server.address, "token", patience=patience)
        self.addCleanup(session.close)
        body = BuyIn(key=uuid.uuid4(), seen=1, table=2, seat="A", amount=3)
        return server, lambda: session.ask(lambda http: buy_in.sync_detailed(1, client=http, body=body), repeat=repeat)

    def test_a_command_without_an_answer_is_sent_again_with_its_key(self) -> None:
        for trouble in (None, problem(503, "busy"), problem(500, "fault"), problem(429, "too-often"), (502, {})):
            with self.subTest(trouble=trouble):
                server, buy = self.buy(trouble, (200, MOVED))
                self.assertEqual(buy().seq, 7)
                self.assertEqual(len(server.sent), 2)
                self.assertEqual(server.sent[0], server.sent[1])

    def test_each_command_of_a_table_keeps_its_key(self) -> None:
        stand = InputChoose(choose=InputChooseBody(patron="A", hand="1", choice="stand"))
        commands: dict[str, Callable[[Table], object]] = {
            "play": lambda table: table.play(stand),
            "sit": lambda table: table.sit(100, "A"),
            "leave": lambda table: table.leave(),
        }
        wallet = cast(Wallet, SimpleNamespace(seen=1, amount=100))
        seat = SimpleNamespace(you=True, patron="A", stack=100)
        for name, command in commands.items():
            with self.subTest(command=name):
                # The first request gets no answer, the second is refused, which ends the command.
                server = Scripted(None, problem(422, "refused"))
                self.addCleanup(server.stop)
                session = Session(server.address, "token", patience=5.0)
                self.addCleanup(session.close)
                table = object.__new__(Table)
                table.session, table.number = session, 2
                table.now = cast(TableNow, SimpleNamespace(seq=5, cage=1, seats=[seat]))
                with patch.object(Session, "wallet", return_value=wallet), self.assertRaises(ProblemError):
                    command(table)
                self.assertEqual(len(server.sent), 2)
                self.assertEqual(server.sent[0], server.sent[1])

    def test_the_stated_time_is_waited(self) -> None:
        _, buy = self.buy(problem(503, "busy", **{"retry-after": 1}), (200, MOVED))
        start = time.monotonic()
        buy()
        self.assertGreaterEqual(time.monotonic() - start, 1.0)

    def test_patience_ends_and_the_same_command_can_be_sent_later(self) -> None:
        server, buy = self.buy(None, None, (200, MOVED), patience=0.15)
        with self.assertRaises(NoAnswer) as caught:
            buy()
        self.assertEqual(caught.exception.repeat().seq, 7)
        self.assertEqual(len({sent["key"] for sent in server.sent}), 1)

    def test_a_stated_time_beyond_patience_is_not_waited(self) -> None:
        server, buy = self.buy(problem(429, "too-often", **{"retry-after": 60}))
        with self.assertRaises(TooOften) as caught:
            buy()
        self.assertEqual((caught.exception.retry_after, len(server.sent)), (60, 1))

    def test_what_has_no_key_is_sent_once(self) -> None:
        server, buy = self.buy(None, repeat=False)
        with self.assertRaises(NoAnswer):
            buy()
        self.assertEqual(len(server.sent), 1)

    def test_a_refusal_is_not_repeated(self) -> None:
        for kind, status, expected in (("refused", 422, Refused), ("conflict", 409, Conflict)):
            server, buy = self.buy(problem(status, kind))
            with self.assertRaises(expected):
                buy()
            self.assertEqual(len(server.sent), 1)


class Problems(unittest.TestCase):
    def test_a_problem_tells_its_kind_rules_and_limits(self) -> None:
        allowed = {"min": 5, "max": 10, "step": 5}
        answer = problem(422, "refused", detail="too little", rules=["OH-BJ-5.I"], allowed=allowed)
        assert answer
        refused = problem_from(422, json.dumps(answer[1]).encode(), {})
        self.assertIs(type(refused), Refused)
        self.assertEqual((refused.type, refused.rules), ("/problems/refused", ["OH-BJ-5.I"]))
        assert refused.allowed
        self.assertEqual((refused.allowed.min_, refused.allowed.max_), (5, 10))
        self.assertIn("too little", str(refused))

    def test_kinds_that_programs_treat_apart_have_classes_of_their_own(self) -> None:
        document = json.loads((Path(__file__).resolve().parents[3] / "web/openapi.json").read_text())
        known = document["components"]["schemas"]["Problem"]["properties"]["type"]["enum"]
        self.assertLessEqual(set(BY_TYPE), set(known))
        for kind, status, expected in (("key-used", 409, KeyUsed), ("not-enough", 422, NotEnough)):
            answer = problem(status, kind)
            assert answer
            self.assertIs(type(problem_from(status, json.dumps(answer[1]).encode(), {})), expected)
            self.assertTrue(issubclass(expected, BY_STATUS[status]))

    def test_an_answer_that_is_no_problem_is_one_all_the_same(self) -> None:
        for body in (b"<html>Bad Gateway</html>", b"", b"[]", b'{"type": 3}'):
            error = problem_from(502, body, {"retry-after": "4"})
            self.assertEqual((type(error), error.type, error.retry_after), (Unavailable, "about:blank", 4))
        self.assertIs(type(problem_from(418, b"", {})), ProblemError)


class Unknown(unittest.TestCase):
    def test_kinds_of_later_servers_are_passed_on(self) -> None:
        for what in ({"applauded": {"by": "A"}}, {"settled": {"odd": 1}}):
            event = Event.from_dict({"what": what, "rules": []})
            assert isinstance(event.what, WhatOther)
            self.assertEqual(event.what.to_dict(), what)
        self.assertEqual(Event.from_dict({"what": "lights-out", "rules": []}).what, "lights-out")
        offer = {
            "by": "A",
            "due": True,
            "closes": None,
            "amount": None,
            "rule": "X-1",
            "default": False,
            "text": "sing",
        }
        self.assertIsInstance(Await.from_dict({"what": {"sing": {}}, **offer}).what, AwaitedOther)


def unit(seq: int, at: int | None = None, what: str = "play", **more: object) -> str:
    at = seq * 10 if at is None else at
    return json.dumps({"table": 1, "seq": seq, "at": at, "what": what, "events": [], "told": [], **more})


class Streams(unittest.TestCase):
    """Each server plays a list of connections: the messages of one, and the code by which it is closed."""

    def listen(self, *connections: tuple[list[str], int | None], patience: float = 5.0) -> tuple[list[str], Session]:
        asked: list[str] = []
        left = list(connections)

        def handle(socket: ServerConnection) -> None:
            assert socket.request
            asked.append(socket.request.path)
            messages, code = left.pop(0)
            for message in messages:
                socket.send(message)
            if code is None:
                socket.socket.close()
            else:
                socket.close(code, "as the test says")

        server: Server = serve(handle, "127.0.0.1", 0)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        port = server.socket.getsockname()[1]
        session = Session(f"http://127.0.0.1:{port}", "token", patience=patience)
        self.addCleanup(session.close)
        return asked, session

    def take(self, session: Session, count: int) -> list[UnitFrame]:
        units = stream(session, 1, 0, None, None)
        return [next(units) for _ in range(count)]

    def test_lost_connections_go_on_after_the_last_unit(self) -> None:
        for code in (None, 1012, 1013, 4008, 4009):
            with self.subTest(code=code):
                asked, session = self.listen(([unit(1), unit(2)], code), ([unit(3)], 1000))
                self.assertEqual([each.seq for each in self.take(session, 3)], [1, 2, 3])
                queries = [parse_qs(urlsplit(path).query) for path in asked]
                self.assertEqual(queries, [{"after": ["0"]}, {"after": ["2"], "at": ["20"]}])

    def test_a_notice_of_lost_units_is_passed_on(self) -> None:
        _, session = self.listen(([unit(1), unit(5, what="lost", stands=1)], 1000))
        notice = self.take(session, 2)[1]
        self.assertEqual((notice.what, notice.stands), ("lost", 1))

    def test_what_cannot_go_on_is_told_apart(self) -> None:
        for code, expected in ((4001, NotSignedIn), (4004, UnitsLost), (4010, UnitsLost)):
            asked, session = self.listen(([unit(1)], code))
            with self.assertRaises(expected):
                self.take(session, 2)
            self.assertEqual(len(asked), 1)

    def test_patience_counts_from_the_first_failure(self) -> None:
        asked, session = self.listen(*[([], 1013)] * 20, patience=0.5)
        with self.assertRaises(NoAnswer):
            self.take(session, 1)
        self.assertGreater(len(asked), 1)

    def test_a_server_that_is_not_there_gets_no_answer(self) -> None:
        with Session("http://127.0.0.1:9", "token", patience=0.2) as session, self.assertRaises(NoAnswer):
            self.take(session, 1)

    def test_a_stream_ends_when_its_time_is_over(self) -> None:
        def wait(socket: ServerConnection) -> None:
            socket.send(unit(1))
            time.sleep(3)

        server = serve(wait, "127.0.0.1", 0)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.shutdown)
        with Session(f"http://127.0.0.1:{server.socket.getsockname()[1]}", "token") as session:
            self.assertEqual([each.seq for each in stream(session, 1, 0, None, 0.5)], [1])


if __name__ == "__main__":
    unittest.main()
