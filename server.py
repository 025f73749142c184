"""The review desk as a server, with sign-in as the settings say: ``tools/serve.py`` runs it."""

from pathlib import Path

import streamlit as st

from hri.settings import read_settings
from hri.ui import openid

# Handed over in memory: no secret is written to a file.
app = st.App(Path(__file__).with_name("app.py"), secrets=openid.secrets(read_settings()))
