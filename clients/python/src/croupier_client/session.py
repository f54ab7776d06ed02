"""A person who is signed in, and what is common to all requests: the token, repetition, problems."""

import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, TypeVar, cast

import httpx

from .generated.api.cages import wallet
from .generated.api.me import me
from .generated.api.rule import rule
from .generated.api.session import sign_in, sign_out
from .generated.api.tables import tables
from .generated.client import AuthenticatedClient, Client
from .generated.models import Listed, Me, Note, Problem, SignIn, Wallet
from .generated.types import Response
from .problems import NoAnswer, TooOften, Unavailable, problem_from
from .table import Table

T = TypeVar("T")

# Seconds between repetitions where the server states none: the first, and the longest.
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0


def _raise_problems(response: httpx.Response) -> None:
    if response.status_code >= 400:
        raise problem_from(response.status_code, response.read(), response.headers)


def _repeated(request: Callable[[], Response[T | Problem]], patience: float) -> T:
    until = time.monotonic() + patience
    pause = FIRST_PAUSE
    while True:
        try:
            # Every problem was raised by then.
            return cast(T, request().parsed)
        except (httpx.TransportError, TooOften, Unavailable) as error:
            stated = None if isinstance(error, httpx.TransportError) else error.retry_after
            wait = stated or pause
            if time.monotonic() + wait > until:
                if isinstance(error, TooOften):
                    raise
                raise NoAnswer(str(error), lambda: _repeated(request, patience)) from error
        time.sleep(wait)
        pause = min(2 * pause, LONGEST_PAUSE)


class Session:
    """A person who is signed in. Threads may share it.

    A request that gets no answer, or is rejected for load, is repeated for up to `patience` seconds. Commands are
    repeated with the same key, and so take effect once.
    """

    def __init__(self, address: str, token: str, *, patience: float = 30.0, timeout: float = 20.0) -> None:
        self.address = address.rstrip("/")
        self.token = token
        self.patience = patience
        self._http = AuthenticatedClient(
            base_url=self.address,
            token=token,
            timeout=httpx.Timeout(timeout),
            httpx_args={"event_hooks": {"response": [_raise_problems]}},
        )
        # Made here, not by the first of several threads.
        self._http.get_httpx_client()

    @classmethod
    def sign_in(
        cls, address: str, name: str, password: str, *, patience: float = 30.0, timeout: float = 20.0
    ) -> "Session":
        """Signs a person in."""
        hooks: dict[str, Any] = {"event_hooks": {"response": [_raise_problems]}}
        who = SignIn(name=name, password=password)
        with Client(base_url=address.rstrip("/"), timeout=httpx.Timeout(timeout), httpx_args=hooks) as http:
            signed_in = _repeated(lambda: sign_in.sync_detailed(client=http, body=who), patience)
        return cls(address, signed_in.token, patience=patience, timeout=timeout)

    def __enter__(self) -> "Session":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections. The token stays good: see `sign_out`."""
        self._http.get_httpx_client().close()

    def ask(self, request: Callable[[AuthenticatedClient], Response[T | Problem]], *, repeat: bool = True) -> T:
        """Sends any operation: `session.ask(lambda http: me.sync_detailed(client=http))`.

        `repeat` must be false for a command without a key, such as a change of the password, lest it take effect twice.
        """
        return _repeated(lambda: request(self._http), self.patience if repeat else 0.0)

    def sign_out(self) -> None:
        """Revokes the token."""
        self.ask(lambda http: sign_out.sync_detailed(client=http))

    def me(self) -> Me:
        """Who has signed in."""
        return self.ask(lambda http: me.sync_detailed(client=http))

    def tables(self) -> Iterator[Listed]:
        """All tables that are open, in the order of their numbers."""
        after = 0
        while True:
            page = self._tables_after(after)
            yield from page
            if not page:
                return
            after = page[-1].table

    def _tables_after(self, number: int) -> list[Listed]:
        # The operation may also answer that nothing has changed, but not without an `If-None-Match`.
        return cast(list[Listed], self.ask(lambda http: tables.sync_detailed(client=http, after=number)))

    def table(self, number: int) -> Table:
        """A table, as this person sees it now."""
        return Table(self, number)

    def wallet(self, cage: int) -> Wallet:
        """What this person has at a cage."""
        return self.ask(lambda http: wallet.sync_detailed(cage, client=http))

    def rule(self, id: str) -> Note:
        """What a paragraph says, or a ruling, in the project's own words."""
        return self.ask(lambda http: rule.sync_detailed(client=http, id=id))
