"""The schema, step by step. A step that was released is never edited: a change is a new step."""

from __future__ import annotations

from sqlite_utils import Migrations

from hri.store import (
    assurance_steps,
    checkpoint_steps,
    client_steps,
    first_steps,
    outbox_steps,
    pause_steps,
    people_steps,
    policy_steps,
    queue_steps,
    shadow_steps,
    speed_steps,
)

migrations = Migrations("hri")
for _step in (
    *first_steps.STEPS,
    *queue_steps.STEPS,
    *outbox_steps.STEPS,
    *people_steps.STEPS,
    *assurance_steps.STEPS,
    *policy_steps.STEPS,
    *speed_steps.STEPS,
    *pause_steps.STEPS,
    *shadow_steps.STEPS,
    *checkpoint_steps.STEPS,
    *client_steps.STEPS,
):
    migrations()(_step)
