"""A client for Croupier: sign in, sit down, bet, answer questions, follow a table.

Models are generated from the server's OpenAPI document (`croupier_client.models`); every operation of the API is in
`croupier_client.generated.api`, and `Session.ask` sends it.
"""

from .problems import (
    Conflict,
    KeyUsed,
    Malformed,
    NoAnswer,
    NotAllowed,
    NotEnough,
    NotFound,
    NotSignedIn,
    ProblemError,
    Refused,
    TooOften,
    Unavailable,
    UnitsLost,
)
from .session import Session
from .table import NotOffered, Option, Question, Table

__all__ = [
    "Conflict",
    "KeyUsed",
    "Malformed",
    "NoAnswer",
    "NotAllowed",
    "NotEnough",
    "NotFound",
    "NotOffered",
    "NotSignedIn",
    "Option",
    "ProblemError",
    "Question",
    "Refused",
    "Session",
    "Table",
    "TooOften",
    "Unavailable",
    "UnitsLost",
]
