"""The method from case to assessment (paper, parts 1 to 4): ``assess`` joins the stages."""

from hri.pipeline.assessing import assess, assess_or_route, case_name

__all__ = ["assess", "assess_or_route", "case_name"]
