"""Everything that the server says and takes, generated from its OpenAPI document."""

from .generated.models import *  # noqa: F403
from .generated.unions import Awaited as Awaited
from .generated.unions import Input as Input
from .generated.unions import What as What
