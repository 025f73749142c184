"""Drafts of one person in two windows: the older window is told, and nothing is overwritten."""

from __future__ import annotations

import pytest
from casework.bench import ANNE, CHIEF, case

from hri.domain.reviews import Judgement, ReviewDraft
from hri.domain.slots import Slot
from hri.errors import DraftConflictError
from hri.wiring import Desk

NEWER = ReviewDraft(text="newer words")


def stored(desk: Desk, case_id: str) -> ReviewDraft | None:
    return desk.review.open_case(ANNE, case_id).draft


def test_a_draft_that_goes_on_from_an_older_one_is_refused(desk: Desk):
    case_id = desk.intake.submit(CHIEF, case(1)).case_id
    desk.review.claim(ANNE, case_id)
    desk.review.save_draft(ANNE, case_id, NEWER, ReviewDraft())
    judged = ReviewDraft(judgements={Slot.FEES: Judgement.WRONG})
    with pytest.raises(DraftConflictError, match="another window"):
        desk.review.save_draft(ANNE, case_id, judged, ReviewDraft())
    assert stored(desk, case_id) == NEWER
    both = NEWER.model_copy(update={"judgements": judged.judgements})
    desk.review.save_draft(ANNE, case_id, both, NEWER)
    assert stored(desk, case_id) == both


def test_drafts_of_two_people_do_not_meet(desk: Desk):
    case_id = desk.intake.submit(CHIEF, case(1)).case_id
    desk.review.save_draft(ANNE, case_id, NEWER, ReviewDraft())
    desk.review.save_draft(CHIEF, case_id, ReviewDraft(note="mine"), ReviewDraft())
    assert stored(desk, case_id) == NEWER
