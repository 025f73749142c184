"""CCS, the citation coverage score (paper, part 2): what the sources say of each claim."""

from hri.signals.coverage.bearing import BearingPassage, gather_passages
from hri.signals.coverage.scoring import CoverageScore, score_coverage

__all__ = ["BearingPassage", "CoverageScore", "gather_passages", "score_coverage"]
