"""Use cases of casework: what people do with answers. Rights are checked here, first."""
