"""Parts of ``make bench-history``: a long history made up, stored in bulk, and timed."""
