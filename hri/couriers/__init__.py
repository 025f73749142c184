"""Couriers: how decided messages, each at most once, and sealed checkpoints leave the desk."""

from hri.couriers.checkpoints import CheckpointFile
from hri.couriers.folder import FolderCourier
from hri.couriers.signatures import Signature
from hri.couriers.webhook import WebhookCourier

__all__ = ["CheckpointFile", "FolderCourier", "Signature", "WebhookCourier"]
