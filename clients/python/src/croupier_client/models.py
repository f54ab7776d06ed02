"""Everything that the server says and takes, generated from its OpenAPI document."""

from .generated.models import *  # noqa: F403
