"""The black box: asked live through the OpenAI protocol, or replayed from recorded cases."""

from hri.llm.live import LiveBlackBox, Upstream
from hri.llm.recorded import RecordedBlackBox

__all__ = ["LiveBlackBox", "RecordedBlackBox", "Upstream"]
