"""The review desk: page set-up, sign-in, language and navigation. ``streamlit run app.py``."""

import streamlit as st

from hri.ui import nav, problems, session, signin, theme

st.set_page_config(page_title="HRI", page_icon=str(theme.FAVICON), layout="wide")
theme.apply()
with st.sidebar:
    signin.choose_language()
page = nav.build()
with problems.told():
    if session.actor() is None:
        signin.show_sign_in()
    else:
        with st.sidebar:
            signin.show_account()
        signin.show_banner()
        page.run()
