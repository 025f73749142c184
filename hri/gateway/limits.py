"""Limits: how often a key may ask, as a bucket of tokens that fills up again."""

from __future__ import annotations

import time
from collections.abc import Callable

from hri.domain.clients import ApiKey
from hri.errors import RateLimitError

BURST_SECONDS = 10
"""A bucket holds what comes in within so many seconds: so much may be asked at once."""

FEWEST = 2.0


class Buckets:
    """One bucket a key, in this process; another key is not touched by it.

    Args:
        usual: Requests a minute of a key that names no limit.
        now: Seconds that never go back.
    """

    def __init__(self, usual: int, now: Callable[[], float] = time.monotonic) -> None:
        self._usual, self._now = usual, now
        self._buckets: dict[int, tuple[float, float]] = {}

    def take(self, key: ApiKey) -> None:
        """Take a token.

        Raises:
            RateLimitError: There is none; it says when there will be.
        """
        rate = (key.terms.rate or self._usual) / 60
        most, now = max(rate * BURST_SECONDS, FEWEST), self._now()
        left, since = self._buckets.get(key.id, (most, now))
        left = min(most, left + (now - since) * rate)
        if left < 1:
            self._buckets[key.id] = (left, now)
            raise RateLimitError((1 - left) / rate)
        self._buckets[key.id] = (left - 1, now)
