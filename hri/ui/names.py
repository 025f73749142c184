"""Names for what data call by a code: services, procedures, reasons, titles.

They come from packs and files, so they are shown like any other untrusted text.
"""

from __future__ import annotations

from hri.domain.policies import Policy
from hri.domain.reviews import Reason
from hri.ui import labels, session
from hri.ui.i18n import _, known, language


def service(code: str) -> str:
    """A service in words; one that the catalogues do not know is shown by its code."""
    key = f"Service.{code}"
    return _(key) if known(key) else code


def procedure(identifier: str) -> str:
    """The pack's name of a procedure in the reader's language, else in any, else its id."""
    found = session.desk().knowledge.procedure(identifier)
    names = found.names if found else {}
    spoken = names.get(language()) or next(iter(names.values()), ())
    return spoken[0] if spoken else identifier


def reason(given: Reason) -> str:
    """A reason in the reader's language, else in whatever language the file has."""
    return given.names.get(language()) or next(iter(given.names.values()))


def reason_of(code: str) -> str:
    """The same for a code that stands in the audit trail; an unknown one is shown as it is."""
    known_ones = (given for given in session.desk().review.reasons() if given.code == code)
    found = next(known_ones, None)
    return reason(found) if found else code


def version(policy: Policy) -> str:
    """A version of a policy with its title."""
    return labels.pair(policy.version, title(policy.title))


def title(words: str) -> str:
    """The title of a pack or policy, translated where the catalogues hold it."""
    return _(words) if words and known(words) else words


def seeded(error: str) -> str:
    """A kind of seeded error in words; one that the catalogues do not know is shown by its code."""
    key = f"SeedError.{error}"
    return _(key) if known(key) else error
