"""Test procedures on the machine's own work: the log, replay, faults, limits, the formula."""

from __future__ import annotations

import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from hri.assurance.benches import AUDITOR, CHIEF, Bench, Seen
from hri.assurance.bundles import verify_bundle, write_bundle
from hri.assurance.signing import make_key
from hri.decision import decide
from hri.domain.assessments import Assessment
from hri.domain.cases import MAX_TEXT_BYTES
from hri.domain.decisions import Action
from hri.domain.policies import Policy
from hri.pipeline import assess_or_route

REPEATS = 50


def find_tampering(bench: Bench) -> Seen:
    """Every column of every event is changed in turn; the verification names that event."""
    seen = Seen()
    for case in bench.cases[:6]:
        bench.intake.submit(CHIEF, case)
    report = bench.audit.verify(AUDITOR)
    seen.note("sound_before", report.sound, "the log as it is holds")
    tried = named = 0
    for seq in range(1, report.head.count + 1):
        for column in bench.columns:
            tried += 1
            with bench.tampered(seq, column) as audit:
                named += audit.verify(AUDITOR).first_bad == seq
    seen.note("changes", tried, "changes made, one at a time")
    seen.note("share_named", named / tried if tried else 0.0, "share that the verification named")
    seen.note("sound_after", bench.audit.verify(AUDITOR).sound, "the untouched log still holds")
    return seen


def replay_all(bench: Bench) -> Seen:
    """Stored cases come out byte for byte again, also after the policy changed."""
    seen = Seen()
    for case in bench.cases:
        bench.intake.submit(CHIEF, case)
    first = bench.replays.replay_all(AUDITOR)
    seen.note("identical", first.identical, "cases that come out byte for byte")
    seen.note("differing", len(first.differing), "cases that come out as something else")
    seen.note("refused", len(first.refused), "cases that could not be replayed")
    return seen


def repeat_assessment(bench: Bench) -> Seen:
    """The same case scored again and again gives the same bytes."""
    seen, scorer = Seen(), bench.scorer.now()
    different = 0
    for case in bench.cases[:4]:
        once = scorer.score(case).model_dump_json()
        different += sum(scorer.score(case).model_dump_json() != once for _ in range(REPEATS - 1))
    seen.note("repeats", REPEATS * 4, "assessments made")
    seen.note("different", different, "assessments that differ from the first")
    return seen


def fail_closed(bench: Bench) -> Seen:
    """A fault inside the scoring routes the answer; nothing of it is delivered."""
    seen, scorer = Seen(), bench.scorer.now()
    faulty = _Faulty(scorer.knowledge)
    passed = routed = leaked = 0
    for case in bench.cases:
        found = assess_or_route(case, faulty, scorer.policy, scorer.policy_ref)  # type: ignore[arg-type]
        flagged = any(override.id == "scoring-error" for override in found.overrides)
        routed += found.state is Action.ROUTE and flagged
        passed += not found.state.escalates
        leaked += bool(case.answer.strip()) and case.answer in found.reply.text
    seen.note("routed_share", routed / len(bench.cases), "share routed with the reason")
    seen.note("delivered", passed, "answers delivered all the same")
    seen.note("leaked", leaked, "replies that hold the answer")
    return seen


class _Faulty:
    """A pack whose look-up of a procedure fails; everything else is the pack's own."""

    def __init__(self, knowledge: object) -> None:
        self._knowledge = knowledge

    def __getattr__(self, name: str) -> object:
        if name in {"procedure", "sources", "retrieve", "search"}:
            raise RuntimeError("planted fault")
        return getattr(self._knowledge, name)


def refuse_oversize(bench: Bench) -> Seen:
    """A text of exactly the limit is read; one byte more is not, and nothing of it goes out."""
    seen, scorer, case = Seen(), bench.scorer.now(), bench.cases[0]
    room = MAX_TEXT_BYTES - len(case.answer.encode())
    for name, more in (("at_limit", room), ("beyond", room + 1)):
        found = scorer.score(case.model_copy(update={"answer": case.answer + " " * more}))
        flagged = any(override.id == "oversize" for override in found.overrides)
        seen.note(name, flagged, f"{name.replace('_', ' ')}: held to be oversize")
    seen.note("leaked", case.answer in found.reply.text, "replies that hold the answer")
    return seen


def compare_thresholds(bench: Bench) -> Seen:
    """The action at each threshold of the paper and just below it."""
    seen, policy = Seen(), bench.scorer.now().policy
    just, wrong = 1e-7, 0
    expected = {
        0.0: Action.PASS,
        0.20 - just: Action.PASS,
        0.20: Action.WARN,
        0.35 - just: Action.WARN,
        0.35: Action.DEFER,
        0.50 - just: Action.DEFER,
        0.50: Action.ROUTE,
        1.0: Action.ROUTE,
    }
    for index, action in expected.items():
        found = decide(index, {}, (), policy).action
        wrong += found is not action
        seen.steps.append(f"HRI {index:.7f}: {found.value}")
    seen.note("compared", len(expected), "values compared")
    seen.note("wrong", wrong, "values with another action")
    return seen


def recompute_index(bench: Bench) -> Seen:
    """The index from the signals and weights that the assessment states, by the formula alone."""
    seen, scorer = Seen(), bench.scorer.now()
    differences = []
    for case in bench.cases:
        found = scorer.score(case)
        if found.hri is not None:
            differences.append(abs(_formula(found, scorer.policy) - found.hri))
    seen.note("compared", len(differences), "indices compared")
    seen.note("largest_difference", max(differences, default=1.0), "largest difference")
    return seen


def _formula(found: Assessment, policy: Policy) -> float:
    """Σ w (α SIS + β (1 - CCS) + γ RVS), weights shared out among the slots that apply."""
    applying = {slot: part for slot, part in found.slots.items() if part.applies}
    whole = sum(policy.weights[slot] for slot in applying)
    share, unknown = policy.coefficients, policy.signals.unscored_value
    total = 0.0
    for slot, part in applying.items():
        sis = unknown if part.sis is None else part.sis
        doubt = unknown if part.ccs is None else 1 - part.ccs
        rvs = unknown if part.rvs is None else part.rvs
        risk = share.alpha * sis + share.beta * doubt + share.gamma * rvs
        total += policy.weights[slot] / whole * risk
    return total


def alter_bundle(_: Bench) -> Seen:
    """Every file of a sealed bundle is altered in turn; the verification names that file."""
    seen, files = Seen(), {f"part-{n}.md": f"part {n}".encode() for n in range(8)}
    with TemporaryDirectory() as place:
        path = Path(place) / "bundle.zip"
        signer = make_key(Path(place) / "key.pem")
        write_bundle(path, "bundle", files, signer)
        seen.note("sound_before", verify_bundle(path, signer.key).sound, "the bundle holds")
        named = sum(_names(path, name, signer.key) for name in files)
        seen.note("share_named", named / len(files), "share of altered files that was named")
        write_bundle(path, "bundle", files)
        refused = not verify_bundle(path, signer.key).sound
        seen.note("unsigned_refused", refused, "without a signature it is refused")
    return seen


def _names(path: Path, name: str, key: str) -> bool:
    altered = path.with_name("altered.zip")
    with zipfile.ZipFile(path) as before, zipfile.ZipFile(altered, "w") as after:
        for info in before.infolist():
            content = before.read(info)
            after.writestr(info.filename, content + b"x" if info.filename == name else content)
    return verify_bundle(altered, key).first_bad == name
