"""Health and metrics: what watches the gateway asks for."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response

from hri import __version__
from hri.casework.permissions import SYSTEM
from hri.domain.clients import Scope
from hri.gateway import wire
from hri.gateway.gate import Gate
from hri.gateway.openapi import documented
from hri.wiring import Desk

router = APIRouter()


@router.get(
    "/v1/health",
    summary="Whether the gateway can do its work.",
    operation_id="health",
    **documented("Health", 503, asks=False, public=True),
)
async def health(request: Request) -> Response:
    """200 where the database answers and the pack is loaded, else 503. It needs no key."""
    gate: Gate = request.app.state.gate
    return wire.plain(await gate.run(partial(_health, gate.desk)))


def _health(desk: Desk) -> wire.Health:
    policy, pack = desk.policy_ref, desk.knowledge.ref  # the policy in force is in the database
    return wire.Health(
        status="ok",
        version=__version__,
        pack=f"{pack.id} {pack.version}",
        policy=f"{policy.id} {policy.version}",
    )


@router.get("/metrics", summary="Metrics for Prometheus.", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """Counters and times in the text format; it takes a key with the scope `metrics`."""
    gate: Gate = request.app.state.gate
    key = await gate.admit(request)
    gate.door.clients.require(key, Scope.METRICS)
    await gate.run(partial(_take_stock, gate))
    return PlainTextResponse(gate.metrics.text(), media_type="text/plain; version=0.0.4")


def _take_stock(gate: Gate) -> None:
    counts = gate.desk.stock.take(SYSTEM)
    gate.metrics.gauge("hri_queue_waiting", counts.waiting)
    gate.metrics.gauge("hri_queue_past_due", counts.past_due)
    gate.metrics.gauge("hri_messages_failed", counts.failed)
