"""The nouns of HRI: frozen, closed models that every other part speaks in."""
