"""Settings of the whole suite: hypothesis profiles, printed seeds, material beside the checkout."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.kit import SHARED
from tests.postgres import any_url, postgres, postgres_server, postgres_url

__all__ = ["any_url", "postgres", "postgres_server", "postgres_url"]

_CALM = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}
settings.register_profile("usual", max_examples=25, print_blob=True, **_CALM)
settings.register_profile("thorough", max_examples=2000, print_blob=True, **_CALM)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests marked `shared` measure with material that is not part of the repository."""
    if SHARED.is_dir():
        return
    absent = pytest.mark.skip(reason="the measuring material does not lie beside the checkout")
    for item in items:
        if item.get_closest_marker("shared"):
            item.add_marker(absent)
