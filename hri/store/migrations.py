"""The schema, step by step. A step that was released is never edited: a change is a new step."""

from __future__ import annotations

from hri.store import first_steps, queue_steps
from hri.store.steps import migrations

__all__ = ["STEPS", "migrations"]

STEPS = (first_steps, queue_steps)
"""The modules of the steps in their order; importing them registers the steps."""
