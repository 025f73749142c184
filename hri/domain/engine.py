"""The version of the engine, recorded with every assessment."""

ENGINE_VERSION = "0.1.0"
