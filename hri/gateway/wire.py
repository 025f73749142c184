"""Answers of the gateway's own endpoints, as they go over the wire."""

from __future__ import annotations

from fastapi.responses import Response
from pydantic import BaseModel

from hri.domain.assessments import Assessment
from hri.domain.base import Model
from hri.domain.decisions import Action
from hri.domain.requests import Answered


class AssessmentAnswer(Model):
    """What became of an answer, with everything that led to it."""

    case_id: str
    action: Action
    hri: float | None
    pending: bool
    """Whether a person still has to decide; `/v1/cases/{case_id}/reply` tells when one did."""
    reply: str
    """What the citizen may be shown now, and nothing else."""
    language: str
    assessment: Assessment


class Health(Model):
    """Whether the gateway can do its work."""

    status: str
    version: str
    pack: str
    policy: str


def assessed(found: Answered) -> Response:
    """An assessment as an answer."""
    body = AssessmentAnswer(
        case_id=found.case_id,
        action=found.action,
        hri=found.assessment.hri,
        pending=found.pending,
        reply=found.reply,
        language=found.language,
        assessment=found.assessment,
    )
    return plain(body, headers_of(found))


def plain(body: BaseModel, headers: dict[str, str] | None = None) -> Response:
    """A model as an answer."""
    return Response(body.model_dump_json(), media_type="application/json", headers=headers)


def headers_of(found: Answered) -> dict[str, str]:
    """What programs look at first."""
    headers = {
        "X-HRI-Case-Id": found.case_id,
        "X-HRI-Action": found.action.value,
        "X-HRI-Pending": "true" if found.pending else "false",
    }
    if found.assessment.hri is not None:
        headers["X-HRI-Index"] = f"{found.assessment.hri:.4f}"
    if found.fault:
        headers["X-HRI-Fault"] = found.fault
    if found.replayed:
        headers["Idempotency-Replayed"] = "true"
    return headers
