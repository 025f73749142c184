from __future__ import annotations

from datetime import date

import pytest

from hri.checks import CHECKS
from hri.domain.decisions import Action
from hri.domain.packs import Authority, Fact, Instrument, Procedure, Source
from hri.domain.slots import Slot
from hri.errors import RuleFileError
from hri.knowledge.rules import check_references, derive_rules, load_rules

GOOD = """
[[rules]]
id = "card.fee"
check = "fee_schedule"
slot = "fees"
title = { en = "Fee of a card" }
procedure_ids = ["lost-card"]
jurisdiction = "GB"
valid_from = 2025-04-01
reference = "Card Fees Order 2025, article 2"
floor = "ROUTE"
parameters = { currency = "GBP", amounts = [12.50, "30"] }

[[rules]]
id = "card.stamp"
check = "cross_slot"
slot = "required_documents"
[rules.parameters]
when = { slot = "fees", claims = { free = true } }
forbids = { slot = "required_documents", claims = { words = { en = ["stamp"] } } }
"""


def write(tmp_path, text):
    path = tmp_path / "rules.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_rule_file_is_read_in_order(tmp_path):
    first, second = load_rules(write(tmp_path, GOOD))
    assert (first.id, first.check, first.slot) == ("card.fee", "fee_schedule", Slot.FEES)
    assert first.valid_from == date(2025, 4, 1)
    assert first.floor is Action.ROUTE
    assert second.id == "card.stamp"


def test_amounts_keep_their_pence(tmp_path):
    (first, _) = load_rules(write(tmp_path, GOOD))
    amounts = CHECKS["fee_schedule"].parameters.model_validate(first.parameters).amounts
    assert [str(amount) for amount in amounts] == ["12.5", "30"]


def test_a_pack_without_rule_file_has_no_rules_of_its_own(tmp_path):
    assert load_rules(tmp_path / "rules.toml") == ()


FEE = """[[rules]]
id = "fee"
check = "fee_schedule"
slot = "fees"
"""


@pytest.mark.parametrize(
    ("text", "fragments"),
    [
        (FEE + "parameters = { amounts = [1] }", ["line 1", "rules[0] (fee)", "need a currency"]),
        (
            "\n" + FEE + 'parameters = { currency = "GBP", amounts = [1, -2] }',
            ["line 2", "parameters.amounts[1]", "greater than or equal to 0", "Correct"],
        ),
        (
            FEE + "parameters = { from_facts = true, ammounts = [1] }",
            ["parameters.ammounts", "unknown key", "amounts"],
        ),
        (FEE + "parameters = {}", ["parameters", "either from_facts"]),
        (FEE.replace("fee_schedule", "fee_list"), ["check", "unknown check 'fee_list'", "pattern"]),
        (FEE.replace('"fees"', '"legal_basis"'), ["slot", "cannot stand on legal_basis", "fees"]),
        (FEE.replace('"fees"', '"fee"'), ["slot", "'fees'"]),
        (FEE.replace('id = "fee"\n', ""), ["line 1, rules[0]", "id", "missing", "Add the key"]),
        (FEE + 'severity = "high"', ["severity", "unknown key", "floor"]),
        (FEE + "valid_from = 2025-02-30", ["not TOML", "line 5"]),
        (
            FEE + "valid_from = 2025-02-02\nvalid_to = 2025-02-01\nparameters.from_facts = true",
            ["valid_to", "before valid_from"],
        ),
        (
            FEE + "parameters = { from_facts = true, claims = { authorities = ['a'] } }",
            ["parameters.claims.authorities", "no sense in slot fees"],
        ),
        (
            '[[rules]]\nid = "x"\ncheck = "pattern"\nslot = "fees"\n'
            + "parameters = { pattern = '(?=a)', mode = 'must_match' }",
            ["rules[0] (x)", "parameters.pattern", "refused by RE2", "(?="],
        ),
        (
            '[[rules]]\nid = "x"\ncheck = "cross_slot"\nslot = "legal_basis"\n'
            + "parameters = { when = { slot = 'fees' }, "
            + "demands = { slot = 'required_documents' } }",
            ["slot", "neither side", "fees or required_documents"],
        ),
        (
            (FEE + "parameters.from_facts = true\n") * 2,
            ["line 6", "rules[1] (fee)", "id", "used twice"],
        ),
        (FEE + 'id = "again"\n', ["not TOML", "line 5"]),
        ("[[rule]]\nid = 'x'", ["rule", "unknown key", "[[rules]]"]),
        ("[rules]\nid = 'x'", ["rules", "not a list of tables"]),
        (b"\xff", ["not UTF-8"]),
    ],
    ids=[
        "no currency",
        "negative amount",
        "misspelt parameter",
        "no schedule",
        "unknown check",
        "slot the check cannot stand on",
        "unknown slot",
        "no id",
        "unknown key",
        "impossible date",
        "crossed dates",
        "selector of another slot",
        "refused pattern",
        "slot on neither side",
        "id twice",
        "key twice",
        "misspelt table",
        "one table",
        "not text",
    ],
)
def test_a_faulty_rule_file_is_refused_with_place_and_remedy(tmp_path, text, fragments):
    path = write(tmp_path, text)
    with pytest.raises(RuleFileError) as caught:
        load_rules(path)
    message = str(caught.value)
    assert message.startswith(str(path))
    assert "Remedy:" in message
    for fragment in fragments:
        assert fragment in message


SOURCE = Source(source_id="s", title="S", url="", kind="guide", jurisdiction="GB")


def procedure(name, slots, closed=()):
    given = {slot: (Fact(value="x", source_id="s"),) for slot in slots}
    return Procedure(id=name, names={"en": (name,)}, domain="d", facts=given, closed=closed)


PROCEDURES = (
    procedure("a", [Slot.FEES, Slot.REQUIRED_DOCUMENTS], (Slot.REQUIRED_DOCUMENTS,)),
    procedure("b", [Slot.PROCESSING_TIME, Slot.REQUIRED_DOCUMENTS]),
    procedure("c", [], (Slot.REQUIRED_DOCUMENTS,)),
)
AUTHORITIES = (
    Authority(id="one", names={}, jurisdiction="GB", competences=("b", "a")),
    Authority(id="two", names={}, jurisdiction="GB"),
)
ACT = Instrument(id="act", title="Act", kind="act", status="in_force")


def test_rules_follow_from_facts_register_and_competences():
    rules = derive_rules(PROCEDURES, AUTHORITIES, (ACT,), (SOURCE,))
    assert {rule.id.removeprefix("derived."): rule.procedure_ids for rule in rules} == {
        "authority_competent": ("a", "b"),
        "document_allowed": ("a",),
        "fee_schedule": ("a",),
        "form_numbers": ("a", "b"),
        "law_exists": (),
        "time_limit": ("b",),
    }
    assert [rule.id for rule in rules] == sorted(rule.id for rule in rules)


def test_derived_rules_fit_the_code():
    for rule in derive_rules(PROCEDURES, AUTHORITIES, (ACT,), (SOURCE,)):
        check = CHECKS[rule.check]
        assert rule.slot in check.slots
        assert check.parameters.model_validate(rule.parameters)


def test_an_empty_pack_gives_no_rules():
    assert derive_rules((), (), (), ()) == ()
    assert derive_rules((procedure("c", []),), AUTHORITIES[1:], (), ()) == ()


def test_facts_without_their_source_give_no_rules():
    assert [rule.check for rule in derive_rules(PROCEDURES, (), (), ())] == []


@pytest.mark.parametrize(
    ("line", "fragments"),
    [
        ('procedure_ids = ["zzz"]', ["procedure_ids", "zzz"]),
        ('source_id = "zzz"', ["source_id", "zzz"]),
        ('parameters.claims.authorities = ["one", "zzz"]', ["authorities", "zzz"]),
    ],
    ids=["procedure", "source", "authority in a selector"],
)
def test_a_rule_that_names_what_the_pack_lacks_is_refused(tmp_path, line, fragments):
    head = '[[rules]]\nid = "r"\ncheck = "element_required"\nslot = "competent_authority"\n'
    path = write(tmp_path, head + line)
    with pytest.raises(RuleFileError) as caught:
        check_references(load_rules(path), path, PROCEDURES, AUTHORITIES, (ACT,), (SOURCE,))
    assert all(fragment in str(caught.value) for fragment in [*fragments, "'r'", "Remedy"])


def test_instruments_inside_two_sides_are_looked_up_too(tmp_path):
    text = (
        '[[rules]]\nid = "r"\ncheck = "cross_slot"\nslot = "fees"\n'
        'parameters.when = { slot = "fees" }\n'
        'parameters.demands = { slot = "legal_basis", claims = { instruments = ["act"] } }\n'
    )
    path = write(tmp_path, text)
    rules = load_rules(path)
    check_references(rules, path, PROCEDURES, AUTHORITIES, (ACT,), (SOURCE,))
    with pytest.raises(RuleFileError, match="instruments"):
        check_references(rules, path, PROCEDURES, AUTHORITIES, (), (SOURCE,))
