"""A folder as the way out: one file a message, for a chatbot or mailer that collects them."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from pydantic import ValidationError

from hri.domain.outbox import Outgoing
from hri.errors import DeliveryError, SettingsError


class FolderCourier:
    """Writes each message to ``<folder>/<key>.json``; a file that is there is never touched."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def check(self) -> None:
        """Make sure that the folder can be written, before anything depends on it.

        Raises:
            SettingsError: It cannot.
        """
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self._folder, prefix=".", suffix=".part"):
                pass
        except OSError as error:
            raise SettingsError(
                "Messages cannot be put into the outbox folder.",
                where=str(self._folder),
                why=error.strerror or str(error),
                remedy="Set HRI_OUTBOX to a folder that may be written, or HRI_DELIVERY_URL.",
            ) from error

    def deliver(self, message: Outgoing) -> None:
        """Put a message there, whole or not at all; the same one being there counts as out.

        Raises:
            DeliveryError: The folder cannot be written, or another message is there by this name.
        """
        place = self._folder / f"{message.key}.json"
        half = self._folder / f".{message.key}.{os.getpid()}.part"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with half.open("w", encoding="utf-8") as file:
                file.write(message.model_dump_json())
                file.flush()
                os.fsync(file.fileno())
            try:
                os.link(half, place)  # fails where the name exists, unlike a rename
            except FileExistsError:
                _require_same(message, place)
        except OSError as error:
            raise DeliveryError(
                "The message cannot be put into the folder.",
                where=str(self._folder),
                why=error.strerror or str(error),
                remedy="Look at the folder's rights and space; the message is tried again.",
            ) from error
        finally:
            with suppress(OSError):  # a half file is named so that nobody takes it for a message
                half.unlink(missing_ok=True)


def _require_same(message: Outgoing, place: Path) -> None:
    """Make sure that a file by the name of a message holds that very message."""
    try:
        there = Outgoing.model_validate_json(place.read_bytes())
    except ValidationError:
        there = None
    if there != message:
        raise DeliveryError(
            "Another message is in the folder under this name.",
            where=str(place),
            why="what the file holds is not what is to go out",
            remedy="Give each desk an outbox of its own, move the file away, then try again.",
        )
