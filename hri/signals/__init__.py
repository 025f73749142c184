"""The three signals of the paper's part 2, each from its own evidence, none knowing the others."""
