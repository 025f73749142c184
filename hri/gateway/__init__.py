"""The gateway: the HTTP door that stands between a chatbot and the citizen."""

from hri.gateway.app import create_app
from hri.gateway.mounting import beside
from hri.gateway.opening import Opening

__all__ = ["Opening", "beside", "create_app"]
