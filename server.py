"""Desk and gateway as one server: ``hri serve`` and ``tools/serve.py`` run it."""

from pathlib import Path

import streamlit as st

from hri.gateway import Opening, beside, create_app
from hri.gateway.logs import to_standard_error
from hri.settings import read_settings
from hri.ui import openid, session

to_standard_error()
# Handed over in memory: no secret is written to a file.
desk = st.App(Path(__file__).with_name("app.py"), secrets=openid.secrets(read_settings()))
app = beside(Opening(lambda: create_app(session.desk())), desk)
