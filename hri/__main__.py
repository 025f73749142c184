"""``python -m hri``: the command line."""

from hri.cli import main

main()
