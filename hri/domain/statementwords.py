"""Words that bound, deny and hedge statements: a part of the lexicons (``hri.domain.lexicons``)."""

from __future__ import annotations

from hri.domain.base import Model
from hri.domain.lawwords import Words


class StatementWords(Model):
    """How statements are bounded, denied and made conditional."""

    not_required: Words
    """Phrases that say a thing need not be given or paid."""
    at_most: Words
    at_least: Words
    about: Words
    bounds_behind: Words = ()
    """Those of the three that may stand behind the value ("maximum", "or so")."""
    range_openings: Words
    changes: Words = ()
    """Verbs in front of such a word that tell what a value was before ("raised", "passé")."""
    range_joins: Words
    """Words between the ends of a range ("à", "to")."""
    pair_joins: Words
    """Words between the ends of a range after an opening ("et", "and")."""
    alternatives: Words
    """Words between two values either of which may hold ("ou", "or")."""
    enumerations: Words = ()
    """Other words between the items of a list ("ainsi que", "as well as")."""
    conditions: Words
    """Words that open a condition, which goes on to the next comma ("if", "en cas de")."""
    restrictions: Words = ()
    """Those that shut out every other case, or open an exception ("only for", "unless")."""
    circumstances: Words = ()
    """Phrases that are a condition by themselves ("online", "outre-mer")."""
    comparisons: Words = ()
    """Words that set another thing beside the one spoken of ("unlike", "contrairement à")."""
    steps: Words = ()
    """Steps and services beside a procedure, with fees and limits of their own ("appeal")."""
    contrasts: Words
    """Words at which a new statement begins ("mais", "but")."""
    refusals: Words
    negations: Words = ()
    """Words that deny what follows them in their clause ("pas", "not", "no longer")."""
    affirming: Words = ()
    """Phrases that hold such a word without denying anything ("n'oubliez pas", "not only")."""
    denied_behind: Words = ()
    """Phrases behind a value that say it does not hold ("is wrong", "n'est plus en vigueur")."""
    relatives: Words = ()
    """Pronouns that open a clause about another word, whose negation stays in it ("qui")."""
    retractions: Words = ()
    """Phrases that take back the text around them ("tout ce qui précède est faux")."""
    corrections: Words = ()
    """Words that put a number in the place of another or add it ("erratum", "make that")."""
    exclusions: Words = ()
    """Phrases right in front of anything that say it is not that ("autre que", "other than")."""
    exceptions: Words = ()
    """The same in front of a name only: before a figure they open another case ("sauf")."""
    verdicts: Words = ()
    """Phrases that, alone in a clause, say that what stands before is false ("c'est faux")."""
    noes: Words = ()
    """Those that say so of a question only ("non")."""
    yeses: Words = ()
    """Words that, behind a question, affirm what it asks ("oui")."""
    emphasising: Words = ()
    """Words beside a verdict that leave it one ("totalement", "simply")."""
    false_labels: Words = ()
    """Labels and headings of what is false ("Mythe", "Misconception")."""
    false_signs: Words = ()
    """Signs that mark a statement as false or not to be done (❌)."""
    open_questions: Words = ()
    """Words of a question that is not answered with yes or no ("combien", "how")."""
    hedges: Words = ()
    """Words that leave open, or in the past, what is stated beside them ("serait", "used to")."""
    written_hedges: Words = ()
    """Those that another sign than theirs would make other words ("peut-être")."""
    pasts: Words = ()
    """Verbs in the past, right in front of a value ("était", "was")."""
    abbreviations: Words = ()
    """Abbreviations whose full stop ends no sentence."""
