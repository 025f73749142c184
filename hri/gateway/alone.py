"""The gateway as a server of its own, without the pages: ``hri serve --gateway-only``."""

from __future__ import annotations

from starlette.types import ASGIApp

from hri.gateway.app import create_app
from hri.gateway.logs import to_standard_error
from hri.settings import read_settings
from hri.wiring import open_desk, start_delivery, start_retention


def application() -> ASGIApp:
    """The gateway over a desk of this process; what uvicorn calls in each of its processes.

    Raises:
        SettingsError: A setting is wrong; otherwise as ``open_desk``.
    """
    to_standard_error()
    desk = open_desk(read_settings())
    start_delivery(desk)
    start_retention(desk)
    return create_app(desk)
