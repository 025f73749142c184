"""One module a screen; the files in ``pages/`` only open them."""
