"""Evidence packs: what a body files on a period of its deployment, with the crosswalk to duties."""
