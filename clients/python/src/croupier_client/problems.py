"""What the server refuses, as exceptions. Each carries the server's problem whole, see `/problems` at the server."""

import json
from collections.abc import Callable, Mapping
from http.client import responses
from typing import Any

from .generated.models import AmountRange, Problem


class ProblemError(Exception):
    """The server answered with a problem. What programs treat alike shares a class; `type` names the exact kind."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(f"{problem.title}: {problem.detail}" if problem.detail else problem.title)

    @property
    def type(self) -> str:
        """The kind, by a name that does not change, as `/problems/not-enough`."""
        return self.problem.type_

    @property
    def status(self) -> int:
        return self.problem.status

    @property
    def rules(self) -> list[str]:
        """The rules that refused, by their ids."""
        return self.problem.rules or []

    @property
    def allowed(self) -> AmountRange | None:
        """The amounts that would be allowed."""
        return self.problem.allowed or None

    @property
    def retry_after(self) -> float | None:
        """Seconds after which the same request may be repeated."""
        return self.problem.retry_after or None


class Malformed(ProblemError):
    """The request is malformed (400)."""


class NotSignedIn(ProblemError):
    """The token is missing, expired or revoked (401)."""


class NotAllowed(ProblemError):
    """The role or the person has no right to do it (403)."""


class NotFound(ProblemError):
    """It does not exist, or this person may not see it (404)."""


class Conflict(ProblemError):
    """Something else happened first, or the state forbids it now (409): look again, then send what still applies."""


class KeyUsed(Conflict):
    """The key belongs to another command."""


class Refused(ProblemError):
    """A rule forbids it (422): `rules` says which, `allowed` what would be allowed."""


class NotEnough(Refused):
    """There is not enough money: `wanted` of the problem is the cost, `there` the balance."""


class TooOften(ProblemError):
    """The rate limit is exceeded (429). The request was not carried out."""


class Unavailable(ProblemError):
    """The server cannot carry it out now (500, 502, 503, 504): repeat it with the same key."""


BY_STATUS: Mapping[int, type[ProblemError]] = {
    400: Malformed,
    401: NotSignedIn,
    403: NotAllowed,
    404: NotFound,
    409: Conflict,
    422: Refused,
    429: TooOften,
    500: Unavailable,
    502: Unavailable,
    503: Unavailable,
    504: Unavailable,
}
BY_TYPE: Mapping[str, type[ProblemError]] = {"/problems/key-used": KeyUsed, "/problems/not-enough": NotEnough}


def problem_from(status: int, body: bytes, headers: Mapping[str, str]) -> ProblemError:
    """The exception for an answer, also where a proxy answered instead of the server."""
    try:
        problem = Problem.from_dict(json.loads(body))
    except (ValueError, KeyError, TypeError, AttributeError):
        title = responses.get(status, f"HTTP status {status}")
        problem = Problem(status=status, title=title, type_="about:blank")
    stated = headers.get("retry-after", "")
    if not problem.retry_after and stated.isdecimal():
        problem.retry_after = int(stated)
    return BY_TYPE.get(problem.type_, BY_STATUS.get(status, ProblemError))(problem)


class NoAnswer(Exception):
    """No answer came in time. A command may have been carried out: `repeat` sends it again with the same key."""

    def __init__(self, reason: str, repeat: Callable[[], Any]) -> None:
        super().__init__(f"no answer from the server: {reason}")
        self.repeat = repeat


class UnitsLost(Exception):
    """The server has lost units after the last one that was received, or never had it: look at the table again."""
