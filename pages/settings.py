"""The screen "settings"; what it shows is in ``hri.ui.screens.settings``."""

from hri.ui import nav

nav.require_frame()

from hri.ui.screens import settings  # noqa: E402

settings.show()
