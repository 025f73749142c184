"""The screen "queue"; what it shows is in ``hri.ui.screens.queue``."""

from hri.ui import nav

nav.require_frame()

from hri.ui.screens import queue  # noqa: E402

queue.show()
