"""Steps of the schema for assurance: the sample of delivered answers."""

from __future__ import annotations

from sqlite_utils import Database

from hri.store.steps import run


def m010_sample(db: Database) -> None:
    """An index of the drawn cases, which are few among the delivered ones."""
    run(
        db,
        """CREATE INDEX reviews_sampled ON reviews (state, action, sample_weight, verb)
           WHERE sample_weight IS NOT NULL""",
    )


STEPS = (m010_sample,)
