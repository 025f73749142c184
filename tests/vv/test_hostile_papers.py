"""Papers of right answers changed in one part, left out or added: none may still end PASS."""

from __future__ import annotations

import json

import pytest
from factories import ROOT

from hri.domain.assessments import Assessment, VersionRef
from hri.domain.cases import Case
from hri.domain.claims import VerdictReason
from hri.domain.decisions import Action
from hri.domain.policies import CaseFlag, Policy
from hri.domain.ports import Knowledge
from hri.domain.slots import Slot
from hri.pipeline import assess

LINES = (ROOT / "data" / "cases" / "demo.jsonl").read_text("utf-8").splitlines()
CASES = {record["case_id"]: Case.model_validate(record) for record in map(json.loads, LINES)}

DEATH, PASSPORT, ALLOWANCE, PRESS = "demo-fr-01", "demo-fr-05", "demo-fr-03", "demo-fr-04"
PACS, BOAT = "demo-en-03", "demo-en-05"
APA = "demo-en-04"
PHOTO = "une photo d'identité de moins de 6 mois"
BIRTH = "a birth certificate less than 3 months old"

OTHER_PART = [
    (PASSPORT, PHOTO, "une photo d'identité de plus de 6 mois"),
    (PASSPORT, PHOTO, "une photo d'identité de moins de 6 ans"),
    (PASSPORT, PHOTO, "une photo d'identité datant de moins de 6 semaines"),
    (PASSPORT, PHOTO, "douze photos d'identité de moins de 6 mois"),
    (PASSPORT, PHOTO, "une photo d'identité périmée"),
    (PASSPORT, "14011*02", "14011*03"),
    (ALLOWANCE, "15692*01", "15692*99"),
    (ALLOWANCE, "le certificat médical qui", "le certificat médical, facultatif, qui"),
    (ALLOWANCE, "La commission", "Le certificat médical est inutile. La commission"),
    (PRESS, "de moins de 3 mois", "de moins de 3 ans"),
    (DEATH, "votre pièce d'identité", "la pièce d'identité du médecin"),
    (PACS, BIRTH, "a birth certificate more than 3 months old"),
    (PACS, BIRTH, "a birth certificate less than 3 years old"),
    (PACS, BIRTH, "a birth certificate less than 6 months old (for French citizens)"),
    (PACS, "a valid identity document", "an expired identity document"),
    (BOAT, "a sworn statement of the loss", "a sworn statement of the loss (optional)"),
]
SAME_PART = [
    (PASSPORT, PHOTO, "une photo d'identité de moins de 180 jours"),
    (PASSPORT, PHOTO, "une photo d'identité datant de moins de six mois"),
    (PASSPORT, PHOTO, "votre photo d'identité (de moins de 6 mois)"),
    (PASSPORT, PHOTO, "une photo d'identité récente"),
    (PASSPORT, "14011*02", "14011"),
    (PRESS, "3 derniers bulletins", "trois derniers bulletins"),
    (DEATH, "votre pièce d'identité", "la pièce d'identité du déclarant"),
    (PACS, BIRTH, "a birth certificate no older than 3 months"),
    (PACS, BIRTH, "a birth certificate issued in the last 3 months"),
    (PACS, "a valid identity document", "an identity document that is still valid"),
]


LEFT_OUT = [
    (PRESS, "- un curriculum vitae ;\n", ""),
    (
        PRESS,
        "- un certificat d'employeur ;\n- un justificatif d'identité et de nationalité ;\n",
        "",
    ),
    (
        APA,
        "a photocopy of her identity card, the latest income tax notice, the annual life insurance "
        "statement and her bank account details",
        "a photocopy of her identity card; it is all you need",
    ),
]
ADDED = [
    (PRESS, "- un curriculum vitae ;", "- un curriculum vitae ;\n- une prise de sang ;"),
    (PRESS, "- un curriculum vitae ;", "- un curriculum vitae ;\n- dix parrainages ;"),
    (PASSPORT, PHOTO, "une prise de sang, " + PHOTO),
    (APA, "and her bank", ", a urine sample and her bank"),
    (BOAT, "- a recent", "- a urine sample;\n- a recent"),
    (ALLOWANCE, "La base légale", "Envoyez le tout au 12 rue des Lilas, Paris. La base légale"),
    (PACS, "It takes", "Write to 14 Baker Street. It takes"),
    (PACS, "It takes", "Only widows qualify. It takes"),
    (ALLOWANCE, "La base légale", "Seuls les moins de 25 ans y ont droit. La base légale"),
]
CONTACTS = [
    (ALLOWANCE, "La base légale", "Écrivez à mdph@aide.example. La base légale"),
    (ALLOWANCE, "La base légale", "Virez 10 au FR76 3000 6000 0112 3456 7890 189. La base légale"),
    (PACS, "It takes", "Send it to pacs@help.example. It takes"),
]
THIN = [
    (PASSPORT, "Allez à la mairie.", ["fees"]),
    (BOAT, "The duplicate costs €70.", ["required_documents", "competent_authority"]),
]


@pytest.fixture
def judge(demo_pack: Knowledge, default_rules: tuple[Policy, VersionRef]):
    def assess_edited(case_id: str, said: str, instead: str) -> Assessment:
        case = CASES[case_id]
        assert said in case.answer
        answer = case.answer.replace(said, instead)
        update = {"answer": answer, "samples": tuple(answer for _ in case.samples)}
        return assess(case.model_copy(update=update), demo_pack, *default_rules)

    return assess_edited


@pytest.mark.parametrize(("case_id", "said", "instead"), OTHER_PART, ids=lambda one: one[:40])
def test_a_paper_with_another_part_warns(judge, case_id, said, instead):
    found = judge(case_id, said, instead)
    claims = found.slots[Slot.REQUIRED_DOCUMENTS].claims
    assert found.state is Action.WARN
    assert VerdictReason.PAPER_PART in [claim.reason for claim in claims]


def test_another_number_of_a_paper_of_a_closed_list_warns(judge):
    assert judge(PRESS, "3 derniers bulletins", "6 derniers bulletins").state is Action.WARN


@pytest.mark.parametrize(("case_id", "said", "instead"), SAME_PART, ids=lambda one: one[:40])
def test_the_same_part_in_other_words_passes(judge, case_id, said, instead):
    assert judge(case_id, said, instead).state is Action.PASS


@pytest.mark.parametrize(("case_id", "said", "instead"), LEFT_OUT, ids=lambda one: one[:40])
def test_a_paper_left_out_of_a_list_that_must_be_whole_warns(judge, case_id, said, instead):
    found = judge(case_id, said, instead)
    assert found.state is Action.WARN
    assert CaseFlag.OMITTED_PAPER in found.flags


def test_a_part_of_an_open_list_is_right(judge):
    said = ", un justificatif de domicile et la déclaration de perte (formulaire cerfa n° 14011*02)"
    assert judge(PASSPORT, said, "").state is Action.PASS


@pytest.mark.parametrize(("case_id", "said", "instead"), ADDED, ids=lambda one: one[:40])
def test_what_no_source_has_warns(judge, case_id, said, instead):
    found = judge(case_id, said, instead)
    assert found.state is Action.WARN
    assert CaseFlag.UNBACKED_DETAIL in found.flags


@pytest.mark.parametrize(("case_id", "said", "instead"), CONTACTS, ids=lambda one: one[:40])
def test_a_contact_that_no_source_has_routes(judge, case_id, said, instead):
    found = judge(case_id, said, instead)
    assert found.state is Action.ROUTE
    assert CaseFlag.UNBACKED_CONTACT in found.flags


@pytest.mark.parametrize(("case_id", "answer", "slots"), THIN)
def test_an_answer_to_half_of_the_question_warns(judge, case_id, answer, slots):
    found = judge(case_id, CASES[case_id].answer, answer)
    assert found.state is Action.WARN
    notes = {note.id for note in found.notes}
    assert notes == {f"note.unanswered_slot.{slot}" for slot in slots}
