"""CCS, the citation coverage score (paper, part 2): what the sources say of each claim."""

from hri.signals.coverage.scoring import CoverageScore, score_coverage

__all__ = ["CoverageScore", "score_coverage"]
