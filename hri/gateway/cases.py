"""``GET /v1/cases/…``: where a client's own case stands, and what went out on it."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from hri.gateway import wire
from hri.gateway.gate import Gate
from hri.gateway.openapi import documented

router = APIRouter()
CaseId = Annotated[
    str,
    Path(
        max_length=200,
        pattern=r"^[A-Za-z0-9._-]+$",
        description="Id of a case, as an answer of the gateway gave it.",
        examples=["portal.7k3qf2m9x1ab"],
    ),
]


@router.get(
    "/v1/cases/{case_id}",
    summary="Where a case stands.",
    operation_id="case",
    **documented("OwnCase", 410, asks=False),
)
async def case(request: Request, case_id: CaseId) -> Response:
    """Action, index and state of a case; no word of an answer that nobody decided on."""
    gate: Gate = request.app.state.gate
    key = await gate.admit(request)
    request.state.told["case"] = case_id
    return wire.plain(await gate.run(partial(gate.door.own.case, key, case_id)))


@router.get(
    "/v1/cases/{case_id}/reply",
    summary="What went out on a case so far.",
    operation_id="reply",
    **documented("OwnReply", 410, asks=False),
)
async def reply(request: Request, case_id: CaseId) -> Response:
    """The messages in order: the first reply, then a person's decision or a correction.

    `pending` is true as long as a person has to decide.
    """
    gate: Gate = request.app.state.gate
    key = await gate.admit(request)
    request.state.told["case"] = case_id
    return wire.plain(await gate.run(partial(gate.door.own.reply, key, case_id)))
