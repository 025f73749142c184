"""The store: SQLite behind the protocols of ``hri.domain.ports``, one file an aggregate."""
