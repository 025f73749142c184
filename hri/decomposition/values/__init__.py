"""Values in a text (amounts, times, references, names), found before slots are assigned."""
