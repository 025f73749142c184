"""The screen "supervision"; what it shows is in ``hri.ui.screens.supervision``."""

from hri.ui import nav

nav.require_frame()

from hri.ui.screens import supervision  # noqa: E402

supervision.show()
