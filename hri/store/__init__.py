"""The store: SQLite behind the protocols of ``hri.domain.records``, one file an aggregate."""

import sys
import threading

# sqlite_utils imports pandas where it is installed, for a use that is not made of it here: half a
# second of every command. A thread that wants pandas at that moment would not find it.
if "pandas" not in sys.modules and threading.active_count() == 1:
    sys.modules["pandas"] = None  # type: ignore[assignment]
    try:
        import sqlite_utils  # noqa: F401
    finally:
        del sys.modules["pandas"]
