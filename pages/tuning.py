"""The screen "tuning"; what it shows is in ``hri.ui.screens.tuning``."""

from hri.ui import nav

nav.require_frame()

from hri.ui.screens import tuning  # noqa: E402

tuning.show()
