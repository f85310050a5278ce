"""The same examples every time: what fails here fails everywhere."""

from hypothesis import settings

settings.register_profile("pitboss", derandomize=True, database=None, deadline=None)
settings.load_profile("pitboss")
