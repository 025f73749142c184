"""``POST /v1/assessments``: an answer that the client brings along is judged."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request
from fastapi.responses import Response

from hri.domain.requests import CaseDraft
from hri.gateway import bodies, wire
from hri.gateway.gate import Gate
from hri.gateway.openapi import documented

router = APIRouter()


@router.post(
    "/v1/assessments",
    summary="Judge an answer and get what the citizen may be shown.",
    operation_id="assess",
    **documented("CaseDraft", 413, key=True),
)
async def assess(request: Request) -> Response:
    """Take a case in as `hri intake` does: it is scored, stored, and where needed queued.

    The gateway names and dates the case. A client may say `asked_on`, `procedure_id` and
    `jurisdiction` only with the scope for it. The same `Idempotency-Key`, or the same `case_id`,
    gives the same answer again.
    """
    gate: Gate = request.app.state.gate
    key = await gate.admit(request)
    draft = bodies.fit(CaseDraft, await bodies.read_object(request))
    idempotency = bodies.idempotency_of(request)
    found = await gate.run(partial(gate.door.answering.assess, key, draft, idempotency))
    request.state.told.update(case=found.case_id, action=found.action.value)
    gate.metrics.count(
        "hri_gateway_answers_total", endpoint="assessments", action=found.action.value
    )
    return wire.assessed(found)
