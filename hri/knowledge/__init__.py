"""Knowledge: packs of sources, facts and law; policies and cases as files; importers."""
