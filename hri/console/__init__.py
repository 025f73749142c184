"""What the command line needs of the terminal: outputs, errors as text, progress."""
