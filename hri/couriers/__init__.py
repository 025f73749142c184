"""Couriers: how a decided message leaves the desk, each the same message at most once."""

from hri.couriers.folder import FolderCourier
from hri.couriers.webhook import WebhookCourier

__all__ = ["FolderCourier", "WebhookCourier"]
