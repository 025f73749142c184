"""Importers: from published open data to the files of a knowledge pack."""
