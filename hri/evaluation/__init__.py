"""Evaluation: figures over many cases, and what another policy would have done."""
