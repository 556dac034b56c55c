"""Settings of the whole suite: hypothesis profiles, printed seeds, material beside the checkout."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from tests.kit import SHARED
from tests.postgres import any_url, postgres, postgres_server, postgres_url

__all__ = ["any_url", "postgres", "postgres_server", "postgres_url"]

# How fast this machine is just now must not matter; a fixture serves all examples of a test.
_PATIENT = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture)
_CALM = {"deadline": None, "suppress_health_check": _PATIENT, "print_blob": True}
# Usually the same examples every time: what passes here passes elsewhere. New ones are looked for by `thorough`.
settings.register_profile("usual", max_examples=25, derandomize=True, **_CALM)
settings.register_profile("thorough", max_examples=2000, **_CALM)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))

# A shell that runs the suite in the background lets it ignore Ctrl-C, and the programs that tests interrupt with it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests marked `shared` measure with material that is not part of the repository."""
    if SHARED.is_dir():
        return
    absent = pytest.mark.skip(reason="the measuring material does not lie beside the checkout")
    for item in items:
        if item.get_closest_marker("shared"):
            item.add_marker(absent)
