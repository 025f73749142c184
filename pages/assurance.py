"""The screen "assurance"; what it shows is in ``hri.ui.screens.assurance``."""

from hri.ui import nav

nav.require_frame()

from hri.ui.screens import assurance  # noqa: E402

assurance.show()
