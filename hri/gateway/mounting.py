"""The gateway beside the desk in one application: by the path, each gets what is its own."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from hri.gateway.opening import Opening

OWN = "/v1/"
ALONE = frozenset({"/metrics", "/v1"})


def beside(gateway: Opening, desk: ASGIApp) -> ASGIApp:
    """Both as one application; the gateway begins to open when the server starts."""

    async def both(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if scope["type"] == "lifespan":
            gateway.start()
        mine = scope["type"] == "http" and (path.startswith(OWN) or path in ALONE)
        await (gateway if mine else desk)(scope, receive, send)

    return both
