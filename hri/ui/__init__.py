"""The review desk's interface: Streamlit components, words in French and English, safe text."""
