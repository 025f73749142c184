"""Documents of the last run as files, and bundles that somebody wants verified."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from hri.assurance.artefacts import DOCUMENTS
from hri.assurance.bundles import BundleReport
from hri.assurance.words import load_words
from hri.errors import HriError
from hri.ui import i18n, labels, problems, session, suites, text
from hri.ui.i18n import LANGUAGE_NAMES, _

FORMS = {"HTML": ("", "html"), "Markdown": ("markdown/", "md"), "JSON": ("json/", "json")}
MIMES = {"html": "text/html", "md": "text/markdown", "json": "application/json"}
REPORT = "bundle-report"


def show() -> None:
    """The documents of a suite's last run, and the box for a bundle."""
    st.header(_("Documents of the last run"))
    listed = suites.choose(session.desk().suite_runs.all(session.person()))
    if listed is None or listed.last is None:
        text.sentence(_("There are none yet: run the suite first."))
    else:
        text.line(
            (_("Run on"), i18n.second(listed.last.ended)),
            (_("Id of the run (the same inputs give the same one)"), listed.last.run),
        )
        try:
            _offer(listed.suite.info.id)
        except HriError as problem:
            problems.show(problem)
    st.header(_("Does a bundle hold?"))
    _show_verification()


def _offer(suite_id: str) -> None:
    desk, person = session.desk(), session.person()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        language: str = st.selectbox(
            _("Language of the documents"),
            list(LANGUAGE_NAMES),
            index=list(LANGUAGE_NAMES).index(i18n.language()),
            key="filing-language",
            format_func=LANGUAGE_NAMES.__getitem__,
            width=240,
        )
        kinds = [kind.kind for kind in DOCUMENTS]
        kind: str = st.selectbox(
            _("Document"),
            kinds,
            key="filing-kind",
            format_func=load_words(i18n.language()).label,
            width=380,
        )
    files = desk.suite_runs.documents(person, suite_id, language)
    stem = f"{kinds.index(kind) + 1:02}-{kind}"
    offer_forms(files, stem, f"{suite_id}-{stem}-{language}", "filing")
    offer_bundle(
        desk.suite_runs.bundle(person, suite_id, language), f"{suite_id}-{language}", "filing"
    )


def offer_forms(files: Mapping[str, bytes], stem: str, name: str, key: str) -> None:
    """Buttons for one document in its three forms.

    Args:
        files: The files of a bundle, by path.
        stem: What the document's files are called in it, without folder and ending.
        name: What a downloaded file is called, without its ending.
        key: Names the buttons.
    """
    with st.container(horizontal=True, key=f"{key}-forms"):
        for form, (folder, ending) in FORMS.items():
            st.download_button(
                _("Download as {form}").format(form=form),
                files[f"{folder}{stem}.{ending}"],
                f"{name}.{ending}",
                MIMES[ending],
                key=f"{key}-{ending}",
                on_click="ignore",
            )


def offer_bundle(bundle: bytes, name: str, key: str) -> None:
    """A button for a bundle, with what it holds; arguments as for ``offer_forms``."""
    st.download_button(
        _("Download all of them as a sealed bundle (zip)"),
        bundle,
        f"{name}.zip",
        "application/zip",
        key=f"{key}-zip",
        on_click="ignore",
    )
    text.sentence(
        _(
            "The bundle holds every document in the three forms, their schemas and a list of "
            "hashes; where the desk has a key, the list is signed. Documents are drafts until "
            "people approve them."
        ),
        "hri-quiet",
    )


def _show_verification() -> None:
    text.sentence(
        _(
            "Upload a bundle to compare each of its files with its list of hashes, and the list "
            "with its signature. Give the public key of whoever issued it: without it, anybody "
            "could have signed."
        )
    )
    upload = st.file_uploader(_("Bundle (zip)"), type=["zip"], key="bundle-file")
    key: str = st.text_input(
        _("Public key that must have signed it (hexadecimal, optional)"),
        key="bundle-key",
        max_chars=64,
        width=620,
    )
    if upload is None:
        st.session_state.pop(REPORT, None)
        return
    if st.button(_("Verify the bundle"), key="bundle-verify"):
        st.session_state.pop(REPORT, None)
        with problems.told():
            report = session.desk().suite_runs.verify(
                session.person(), upload.name, upload.getvalue(), key
            )
        st.session_state[REPORT] = (upload.file_id, key, report)
    about_file, about_key, report = st.session_state.get(REPORT, ("", "", None))
    if report is not None and (about_file, about_key) == (upload.file_id, key):
        _show_report(upload.name, report, key.strip())


def _show_report(name: str, report: BundleReport, asked: str) -> None:
    """A tick only where the key that was asked for signed it."""
    if report.fault is not None:
        said = _("{name} does not hold. First file at fault: {file}").format(
            name=name, file=report.first_bad
        )
        text.sentence("▲ " + said, "hri-bad")
        text.sentence(labels.name(report.fault), "hri-quiet")
        return
    if asked:
        said, sign, look = _("{name} holds: {n} files are as its list says."), "✓", "hri-good"
    elif report.key:
        said = _(
            "{name} is complete: {n} files are as its list says. Whose signature it is, only the "
            "public key of the issuer can tell."
        )
        sign, look = "▲", "hri-banner"
    else:
        said = _(
            "{name} is complete: {n} files are as its list says. It is not signed: nobody vouches "
            "for it, and anybody could have made it."
        )
        sign, look = "▲", "hri-banner"
    text.sentence(f"{sign} {said.format(name=name, n=i18n.whole(report.files))}", look)
    if report.key:
        text.sentence(labels.pair(_("Signed with the key"), report.key))
