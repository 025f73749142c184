"""Long work that a process of its own carries out, by the kind of order that it is given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hri.assurance.jobs import Step
from hri.assurance.publishing import bundle_of, files_of
from hri.assurance.replaying import ReplayOrder
from hri.assurance.runrecords import LANGUAGES, Given, Order, ran_of
from hri.assurance.words import load_words
from hri.casework.permissions import SYSTEM, Guard
from hri.casework.scoring import LiveScorer, Scorer
from hri.evaluation.replay import ReplayReport, Replays
from hri.knowledge import load_pack
from hri.pipeline import assess_or_route
from hri.settings import Settings
from hri.store.clock import SystemClock
from hri.wiring.alone import store_that_is_there
from hri.wiring.benches import Paper, run_under
from hri.wiring.sealing import signer_of

Told = Callable[[Step], None]


def carry_out(order: Order | ReplayOrder, settings: Settings, told: Told) -> Given | ReplayReport:
    """Do what is ordered, and tell each step.

    Raises:
        HriError: It cannot be done.
    """
    return (
        run(order, settings, told) if isinstance(order, Order) else rescore(order, settings, told)
    )


def run(order: Order, settings: Settings, told: Told) -> Given:
    """Run a suite and write its documents in all languages; signed where a key is set."""
    signer = signer_of(settings)
    dossier = run_under(
        order.suite,
        order.pack,
        (order.policy, order.policy_ref),
        settings,
        SystemClock(),
        Paper(LANGUAGES[0], order.organisation),
        lambda done, total, name: told(Step(done, total, name)),
    )
    bundles = {}
    for language in LANGUAGES:
        written = replace(dossier, words=load_words(language))
        bundles[language] = bundle_of(written, files_of(written), signer)
    return Given(ran_of(dossier), bundles)


def rescore(order: ReplayOrder, settings: Settings, told: Told) -> ReplayReport:
    """Score the stored cases of a time again; the database is only read."""
    store, clock = store_that_is_there(settings, "to replay"), SystemClock()
    knowledge = load_pack(settings.pack, cache=settings.cache)
    scorer = Scorer(assess_or_route, knowledge, order.policy, order.policy_ref)
    replays = Replays(store, Guard(store, clock), LiveScorer(store, clock, scorer))
    return replays.replay_all(
        SYSTEM, lambda done, total, name: told(Step(done, total, name)), order.when
    )
