"""What ``make bench`` measures: quality on the development sets, baselines and speed."""
