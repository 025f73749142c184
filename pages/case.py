"""The screen "case"; what it shows is in ``hri.ui.screens.case``."""

from hri.ui import nav

nav.require_frame()

from hri.ui.screens import case  # noqa: E402

case.show()
