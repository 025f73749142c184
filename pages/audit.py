"""The screen "audit"; what it shows is in ``hri.ui.screens.audit``."""

from hri.ui import nav

nav.require_frame()

from hri.ui.screens import audit  # noqa: E402

audit.show()
