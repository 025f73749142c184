"""The screen "intake"; what it shows is in ``hri.ui.screens.intake``."""

from hri.ui import nav

nav.require_frame()

from hri.ui.screens import intake  # noqa: E402

intake.show()
