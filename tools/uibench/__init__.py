"""The desk under load: a full database, people at work on it, and what they wait for."""
