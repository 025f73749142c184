"""The review desk: page set-up, sign-in, language and navigation; ``server.py`` runs it."""

import streamlit as st

from hri.ui import languages, nav, openid, pacing, problems, session, signin, theme

st.set_page_config(page_title="HRI", page_icon=str(theme.FAVICON), layout="wide")
with pacing.paced():
    theme.apply()
    languages.begin()
    with problems.told():
        openid.admit()
        session.refresh()
    with st.sidebar:
        signin.choose_language()
        languages.tell_browser()
    page = nav.build()
    with problems.told():
        if (person := session.actor()) is None:
            signin.show_sign_in()
        elif not person.roles:
            signin.show_no_role()
        else:
            with st.sidebar:
                signin.show_account()
            signin.show_banner()
            with nav.framed():
                page.run()
    session.settle()
