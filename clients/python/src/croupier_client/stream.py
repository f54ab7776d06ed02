"""A table's units over a WebSocket, in order and without a gap, through lost connections."""

import json
import time
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import connect

from .generated.models import UnitFrame
from .problems import NoAnswer, TooOften, Unavailable, UnitsLost, problem_from

if TYPE_CHECKING:
    from .session import Session

# Why the server closes a socket for good; after any other reason the client connects again.
SIGNED_OUT, AHEAD, LOST = 4001, 4004, 4010
# Seconds between two tries: the first pause, and the longest.
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
# Bytes of the longest message that is taken.
LONGEST_MESSAGE = 16 * 1024 * 1024


def stream(session: "Session", table: int, after: int, at: int | None, seconds: float | None) -> Iterator[UnitFrame]:
    """Every unit after one, as `Table.stream` says. By its time, `at`, the server knows that one from a lost one."""
    end = None if seconds is None else time.monotonic() + seconds
    tries = _Tries(session.patience)
    while True:
        wait = None
        try:
            with connect(
                _address(session.address, table, after, at),
                additional_headers={"Authorization": f"Bearer {session.token}"},
                max_size=LONGEST_MESSAGE,
            ) as socket:
                while True:
                    left = None if end is None else end - time.monotonic()
                    if left is not None and left <= 0:
                        return
                    try:
                        text = socket.recv(timeout=left)
                    except TimeoutError:
                        return
                    unit = UnitFrame.from_dict(json.loads(text))
                    after, at = unit.seq, unit.at
                    tries.succeeded()
                    yield unit
        except ConnectionClosed as error:
            code, reason = (error.rcvd.code, error.rcvd.reason) if error.rcvd else (None, "")
            if code == SIGNED_OUT:
                raise problem_from(401, b"", {}) from error
            if code in (AHEAD, LOST):
                raise UnitsLost(f"after unit {after}: {reason}") from error
            why: Exception = error
        except InvalidStatus as error:
            refused = error.response
            why = problem = problem_from(refused.status_code, bytes(refused.body or b""), refused.headers)
            if not isinstance(problem, Unavailable | TooOften):
                raise problem from error
            wait = problem.retry_after
        except (OSError, InvalidHandshake) as error:
            why = error
        pause = tries.failed(wait)
        if pause is None:
            raise NoAnswer(str(why), partial(stream, session, table, after, at, seconds)) from why
        if end is not None and time.monotonic() + pause >= end:
            return
        time.sleep(pause)


class _Tries:
    """For how long connections may fail, one after another, before the stream gives up."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self.succeeded()

    def succeeded(self) -> None:
        self._since: float | None = None
        self._pause = FIRST_PAUSE

    def failed(self, stated: float | None) -> float | None:
        """How long to wait before the next try; nothing when patience is at its end."""
        now = time.monotonic()
        self._since = now if self._since is None else self._since
        pause = stated or self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        return None if now + pause > self._since + self._patience else pause


def _address(address: str, table: int, after: int, at: int | None) -> str:
    # http becomes ws, and https wss.
    query = {"after": after} if at is None else {"after": after, "at": at}
    return f"ws{address.removeprefix('http')}/v1/tables/{table}/stream?{urlencode(query)}"
