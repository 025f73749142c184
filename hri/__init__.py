"""HRI: the review desk between a public body's chatbot and the citizen.

Two doors: ``hri.assess`` judges one answer and touches nothing; ``hri.open_desk`` joins the parts
that store, queue and deliver.
"""

from typing import TYPE_CHECKING, Any

from hri.domain.engine import ENGINE_VERSION

__version__ = ENGINE_VERSION

__all__ = ["__version__", "assess", "open_desk"]

if TYPE_CHECKING:
    from hri.pipeline import assess
    from hri.wiring import open_desk


def __getattr__(name: str) -> Any:
    """Load a door when it is first used, so that ``import hri`` stays light and free of I/O."""
    if name == "assess":
        from hri.pipeline import assess  # noqa: PLC0415

        return assess
    if name == "open_desk":
        from hri.wiring import open_desk  # noqa: PLC0415

        return open_desk
    raise AttributeError(f"module 'hri' has no attribute {name!r}")
