"""What people paste, and the rule set it is."""

import pytest
from django.utils.translation import override

from game.engine import FIELDS, PRESETS, RuleError, RuleSet, parse_rules, rules_code
from game.rule_choice import BASES, chosen, read_rules, refusal_words, repairs, rules_line

OWN = parse_rules("five-wins points=jack2 wish_rank=none reverse_rank=K match_end=limit:100")
CODE = rules_code(OWN)


@pytest.mark.parametrize(
    "text",
    [
        CODE,
        f"  {CODE.upper()} ",
        f"{CODE[:3]} {CODE[3:6]}-{CODE[6:]}",
        f"https://maumau.example/en/solo/?rules={CODE}",
        f"https://maumau.example/de/lobby/?lang=de&rules={CODE}#x",
        f"https://maumau.example/de/regeln/{CODE}/",
        f"https://maumau.example/en/rules/{CODE}",
        f"/en/rules/{CODE}/",
        f"?rules={CODE}",
        f"Our rules: https://maumau.example/en/solo/?rules={CODE}",
        f"https://maumau.example/en/rules/{CODE}/#r-seven",
        f"rules={CODE}",
        f"“{CODE}”.",
        f"Here and/or there: <https://maumau.example/en/rules/{CODE}/>. See you, Alice",
        f"https://maumau.example/en/rules/{CODE}/\n\nSent from my phone",
        "five-wins points=jack2 wish_rank=none reverse_rank=K match_end=limit:100",
        "FIVE-WINS Points=Jack2, wish_rank=NONE,\nreverse_rank=k match_end=LIMIT:100",
        "rules five-wins points=jack2 wish_rank=none reverse_rank=K match_end=limit:100",
        "https://x.example/en/solo/?rules=five-wins+points%3Djack2+wish_rank=none+reverse_rank=K+match_end=limit:100",
    ],
)
def test_what_people_paste(text: str) -> None:
    assert read_rules(text) == OWN


@pytest.mark.parametrize(
    "text",
    ["", " ", "oops", "12", "http://", "https://x.example/", "five-wins combos=on", "five-wins x=1",
     "?rules=", "mau-mau seven", "mau-mau seven=off seven=off", "https://[", "rules", "\x00", "1" * 5000],
)  # fmt: skip
def test_what_is_no_rules_is_said_kindly(text: str) -> None:
    with pytest.raises(RuleError) as refused:
        read_rules(text)
    with override("en"):
        assert refusal_words(refused.value).endswith(".")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mau-mau seven=off seven=draw", "“seven” stands there twice."),
        ("mau-mau seven", "These rules have no “seven”."),
        ("mau-mau seven=on", "These rules have no “seven=on”."),
    ],
)
def test_what_is_wrong_with_a_line_is_said_exactly(text: str, said: str) -> None:
    with pytest.raises(RuleError) as refused:
        read_rules(text)
    with override("en"):
        assert refusal_words(refused.value).startswith(said)


@pytest.mark.parametrize("name", BASES)
def test_a_base_is_chosen_by_its_name_alone(name: str) -> None:
    assert chosen(BASES[name]) == {"preset": name}


def test_every_single_change_reads_back() -> None:
    for field, values in FIELDS.items():
        for value in values:
            wanted = {**PRESETS["double-52"].values(), "combos": "off", field: value}
            rules = RuleSet().with_values({**wanted, "last_card": wanted["last_card"]})
            again = chosen(rules)
            assert BASES[again.pop("preset")].with_values(again) == rules
            assert read_rules(rules_code(rules)) == rules


def test_a_set_equal_to_no_preset_says_so() -> None:
    with override("en"):
        assert rules_line(PRESETS["classic"]) == "Classic"
        assert rules_line(parse_rules("classic turn_seconds=90")) == "Classic"
        assert rules_line(parse_rules("classic seven=off")) == "Custom rules · Classic"
        assert rules_line(BASES["five-wins-points"]) == "Custom rules · Five Wins by points"
        assert rules_line(None) == ""


def test_a_repair_without_words_of_its_own_names_the_value() -> None:
    with override("en"):
        (one,) = repairs({**RuleSet().values(), "match_end": "wins:40"})
    assert (one.text, one.fix, one.rules) == (
        "The match ends: at 20 wins", "match_end=wins:20", "mau-mau match_end=wins:20",
    )  # fmt: skip
