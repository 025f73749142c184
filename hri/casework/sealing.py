"""Sealing in rounds: the head of the log is sealed while nothing happens, and kept elsewhere."""

from __future__ import annotations

from hri.casework.permissions import Guard, UseCase
from hri.domain.checkpoints import Keeper, Seal
from hri.domain.ports import Clock
from hri.domain.records import Store
from hri.domain.reviews import Actor
from hri.errors import AuditError, SettingsError


class Sealer:
    """Seals what no later event seals, and hands seals on. Permission: DELIVER."""

    def __init__(self, store: Store, guard: Guard, clock: Clock, keeper: Keeper | None) -> None:
        self._store, self._guard, self._clock, self._keeper = store, guard, clock, keeper

    def run(self, actor: Actor) -> tuple[Seal, ...]:
        """Seal the head where that is due and hand on every seal that is not kept yet.

        Raises:
            ForbiddenError: The actor may not do this.
            StoreError: The database or the place outside it cannot be used.
            AuditError: What is kept outside is not in the database: the log was cut off or
                written anew, or the place is another database's. Nothing is handed on.
            SettingsError: Seals were signed, and there is no key any more. Nothing is sealed.
        """
        self._guard.require(actor, UseCase.DELIVER)
        now = self._clock.now()
        with self._store.read() as records:
            due, withheld = records.seals.due(now), records.seals.withheld()
        if withheld:
            raise SettingsError(
                "Checkpoints are not sealed.",
                where="HRI_SIGNING_KEY",
                why="the ones before are signed, and no signing key is set",
                remedy="Set the key again, or make a new one with `hri audit key`.",
            )
        if due:
            with self._store.write() as records:
                records.seals.seal(now)
        return self._hand_on() if self._keeper else ()

    def _hand_on(self) -> tuple[Seal, ...]:
        assert self._keeper is not None
        kept = self._keeper.last()
        with self._store.read() as records:
            new = records.seals.after(kept.number - 1 if kept else 0)
        if kept is not None:
            if not new or new[0] != kept:
                raise AuditError(
                    kept.seq,
                    "The log does not contain the checkpoint that is kept outside the database.",
                )
            new = new[1:]
        if new:
            self._keeper.keep(new)
        return new
