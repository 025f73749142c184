"""Logs: one line of JSON a request, without a word of question, answer or key."""

from __future__ import annotations

import json
import logging
import sys

LOG = logging.getLogger("hri.gateway")


def write(level: int, event: str, **fields: object) -> None:
    """Write one line: what happened, and the case that it belongs to."""
    if LOG.isEnabledFor(level):
        said = {key: value for key, value in fields.items() if value not in (None, "")}
        LOG.log(level, event, extra={"fields": said})


class JsonLines(logging.Formatter):
    """One object a line; what is no plain character is escaped, so that no line can be forged."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        said: dict[str, object] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            # The words of an error may quote what a citizen wrote; its kind and place do not.
            trace = record.exc_info[2]
            while trace is not None and trace.tb_next is not None:
                trace = trace.tb_next
            said["error"] = record.exc_info[0].__name__
            if trace is not None:
                said["place"] = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
        return json.dumps(said, ensure_ascii=True, default=str)


def to_standard_error(level: int = logging.INFO) -> None:
    """Have the product's log go to standard error as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger("hri")
    logger.handlers, logger.propagate = [handler], False
    logger.setLevel(level)
