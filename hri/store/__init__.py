"""The store: SQLite behind the protocols of ``hri.domain.records``, one file an aggregate."""
