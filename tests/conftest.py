"""Settings of all tests."""

from hypothesis import settings

# A busy machine must not fail a test: hypothesis judges results, never times.
settings.register_profile("hri", deadline=None, derandomize=True)
settings.load_profile("hri")
