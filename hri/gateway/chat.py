"""``POST /v1/chat/completions``: the black box is asked, its answer judged, the reply given."""

from __future__ import annotations

import logging
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from hri.domain.clients import ApiKey
from hri.domain.requests import Answered
from hri.gateway import bodies, chatwire, logs, streaming
from hri.gateway.chatwire import ChatBody
from hri.gateway.gate import Gate
from hri.gateway.openapi import documented
from hri.gateway.wire import headers_of

router = APIRouter()


@router.post(
    "/v1/chat/completions",
    summary="Ask the chatbot's model; only a judged reply comes back.",
    operation_id="chat",
    **documented("ChatBody", 413, 502, key=True, answer="ChatCompletion"),
)
async def chat(request: Request) -> Response:
    """The OpenAI protocol: a client changes its base address and nothing else.

    The model is asked for the answer and for samples of it; what comes back is the reply as it was
    decided, with the action, the index and the case in headers and in the field `hri`. A stream
    begins when all of it was decided.
    """
    gate: Gate = request.app.state.gate
    key = await gate.admit(request)
    data = await bodies.read_object(request)
    feature = chatwire.unscored_feature(data, gate.desk.settings.unscored)
    if feature:
        return await _unscored(gate, request, key, data, feature)
    body = bodies.fit(ChatBody, chatwire.without_harmless(data))
    idempotency = bodies.idempotency_of(request)
    found = await gate.door.chatting.answer(gate.run, key, body.request, body.hints, idempotency)
    _note(gate, request, found)
    return _reply(gate, body, found)


def _reply(gate: Gate, body: ChatBody, found: Answered) -> Response:
    created, headers = int(gate.desk.clock.now().timestamp()), headers_of(found)
    if not body.stream:
        return JSONResponse(chatwire.completion(found, body.model, created), headers=headers)
    with_usage = body.stream_options is not None and body.stream_options.include_usage
    events = streaming.events(found, body.model, created, with_usage=with_usage)
    # Made before the first byte leaves: a fault in making it is an error, not half a reply.
    whole = list(events)
    headers = {**headers, "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_each(whole), media_type="text/event-stream", headers=headers)


async def _each(events: list[bytes]) -> Any:
    for event in events:
        yield event


def _note(gate: Gate, request: Request, found: Answered) -> None:
    action, fault = found.action.value, found.fault
    request.state.told.update(case=found.case_id, action=action, fault=fault)
    gate.metrics.count("hri_gateway_answers_total", endpoint="chat", action=action)
    if fault:
        gate.metrics.count("hri_gateway_faults_total", fault=fault)
        logs.write(logging.WARNING, "not scored", case=found.case_id, fault=fault)


async def _unscored(
    gate: Gate, request: Request, key: ApiKey, data: dict[str, Any], feature: str
) -> Response:
    """Hand on what nobody judges; the settings let it pass, and every header says so."""
    request.state.told.update(action="UNSCORED", feature=feature)
    gate.metrics.count("hri_gateway_unscored_total", feature=feature)
    found = await gate.door.chatting.pass_unscored(gate.run, key, data, feature)
    logs.write(logging.WARNING, "passed unscored", feature=feature, client=key.terms.client)
    return JSONResponse(found, headers={"X-HRI-Action": "UNSCORED", "X-HRI-Feature": feature})
