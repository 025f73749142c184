"""Steps of the schema that make frequent questions quick."""

from __future__ import annotations

from sqlite_utils import Database

from hri.store.steps import run


def m014_own_work(db: Database) -> None:
    """A person's last step, cases given to a person and cases put off, found by themselves."""
    run(
        db,
        "CREATE INDEX events_actor ON events (actor, seq)",
        "CREATE INDEX reviews_given ON reviews (assignee) WHERE assignee IS NOT NULL",
        """CREATE INDEX reviews_snoozed ON reviews (snoozed_until)
           WHERE snoozed_until IS NOT NULL""",
    )


STEPS = (m014_own_work,)
