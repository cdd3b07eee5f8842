"""The rule chooser."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from game.engine import FIELDS, INERT_UNDER, PRESETS, parse_rules, rules_code
from game.forms import RulesForm, SoloForm
from game.rule_choice import BASES, chosen
from game.rule_sentences import FIELD_HELP, sentence
from game.rule_words import GROUPS, INERT_ALONE, INERT_REASONS


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_alone(preset: str) -> None:
    form = RulesForm({"preset": preset})
    assert form.is_valid(), form.errors
    assert form.ruleset() == PRESETS[preset]
    assert form.choice() == {"preset": preset}


def test_fields_go_on_top_of_the_preset() -> None:
    form = RulesForm(
        {"preset": "crazy-eights", "hand_size": "7", "match_end": "wins:4", "turn_seconds": "25"}
    )
    assert form.is_valid(), form.errors
    assert form.ruleset() == parse_rules("crazy-eights hand_size=7 match_end=wins:4 turn_seconds=25")


def test_every_field_has_a_neutral_choice() -> None:
    page = render_to_string("game/_rules_form.html", {"form": RulesForm()})
    for name in FIELDS:
        first, *others = page.split(f'name="{name}"')[1].split("</select>")[0].split("<option")[1:]
        assert first.startswith(' value="">') and len(others) > 1


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("value", ["x", "off off", "seven=off", "\x00", "9" * 50, "on\nmau=off"])
def test_junk_is_told_at_its_field(field: str, value: str) -> None:
    form = RulesForm({"preset": "mau-mau", field: value})
    assert not form.is_valid()
    assert field in form.errors


def test_what_does_not_go_together_is_told() -> None:
    form = RulesForm({"preset": "mau-mau", "combos": "on"})
    assert not form.is_valid()
    assert "combos" in form.errors


def test_bots() -> None:
    def strengths(**sent: str) -> list[str]:
        form = SoloForm({"preset": "mau-mau", **sent})
        assert form.is_valid(), form.errors
        return form.strengths()

    assert strengths() == ["normal"] * 3
    assert strengths(bots_count="2", strength="hard") == ["hard"] * 2
    assert strengths(bots="easy, hard", bots_count="7") == ["easy", "hard"]


def test_single_bots_may_play_otherwise_and_are_remembered() -> None:
    sent = {"preset": "mau-mau", "bots_count": "3", "strength": "easy", "bot_2": "hard"}
    form = SoloForm({**sent, "bot_5": "hard"})
    assert form.is_valid(), form.errors
    assert form.strengths() == ["easy", "hard", "easy"]
    assert form.choice() == sent
    assert SoloForm(form.choice()).is_valid()
    assert not SoloForm({"preset": "mau-mau", "bot_1": "godlike"}).is_valid()


def test_a_field_that_does_not_exist_is_refused_by_name() -> None:
    form = RulesForm({"preset": "mau-mau", "hand_sise": "7", "x" * 500: "1"})
    assert not form.is_valid()
    assert set(form.errors) == {"hand_sise", "x" * 40}
    assert form.error_code() == "bad-rules"
    assert RulesForm({"csrfmiddlewaretoken": "x", "name": "Anna", "v": "3"}).is_valid()
    assert SoloForm({"strength": "godlike"}).error_code() == "bad-form"


def test_what_belongs_to_no_line_is_told_apart() -> None:
    form = RulesForm({"hand_size": "70", "ace": "x", "hand_sise": "7", "rules": "?"})
    with override("en"):
        said = form.elsewhere()
    assert len(said) == 2 and "hand_sise" in " ".join(said)


def test_every_inert_field_has_its_reason() -> None:
    assert set(INERT_REASONS) == set(INERT_UNDER)
    for field, (under, value) in INERT_UNDER.items():
        assert field in FIELDS and value in FIELDS[under]
        for own in FIELDS[field]:
            assert RulesForm({field: own, under: value}).is_valid(), "inert, not refused"


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_chooser_says_when_a_switch_has_no_effect(lang: str) -> None:
    with override(lang):
        page = render_to_string("game/_rules_form.html", {"form": RulesForm()})
    lines = {line.split('"')[0]: line for line in page.split('data-field="')[1:]}
    assert set(lines) == set(FIELDS)
    for field, line in lines.items():
        assert ("data-inert-when" in line) == (field in INERT_UNDER)
    assert 'data-inert-when="wish_rank=8"' in lines["eight"]
    with override(lang):
        assert str(INERT_REASONS["eight"]) in lines["eight"]
        assert str(INERT_REASONS["mau_penalty"]) in lines["mau_penalty"]


def test_against_bots_nobody_waits_comes_or_leaves() -> None:
    inert = {line.name: line for group in SoloForm().groups() for line in group.lines if line.inert_when}
    assert set(inert) == set(INERT_UNDER) | set(INERT_ALONE)
    assert inert["turn_seconds"].inert_when == "always"
    assert SoloForm({"turn_seconds": "25", "late_join": "on", "leavers": "removed"}).is_valid()


def test_the_chooser_tells_its_script_what_each_preset_holds() -> None:
    page = render_to_string("game/_rules_form.html", {"form": RulesForm()})
    for name, rules in BASES.items():
        told = page.split(f'value="{name}"')[1].split('data-rules="')[1].split('"')[0]
        assert dict(pair.split("=") for pair in told.split()) == rules.values()


def test_every_switch_and_value_has_its_sentence() -> None:
    fields = [field for fields in GROUPS.values() for field in fields]
    assert sorted([*fields, "match_end"]) == sorted(FIELDS)
    assert set(FIELD_HELP) == set(FIELDS)
    for field, values in FIELDS.items():
        said = [sentence(field, value) for value in values]
        assert len(set(said)) == len(said)
        assert all(text.endswith(".") and "%" not in text for text in said)


@pytest.mark.parametrize("field", FIELDS)
def test_every_value_of_every_field_can_be_chosen(field: str) -> None:
    for value in FIELDS[field]:
        sent = {"preset": "double-52", field: value}
        if field in ("pack", "second_pack_from"):
            sent["combos"] = "off"
        form = RulesForm(sent)
        assert form.is_valid(), form.errors
        assert form.ruleset().values()[field] == value


@pytest.mark.parametrize(
    ("sent", "held"),
    [
        ({"match_end": "wins", "match_end_number": "7"}, "wins:7"),
        ({"match_end": "wins", "match_end_number": ""}, "wins:5"),
        ({"match_end": "most-wins"}, "most-wins:3"),
        ({"match_end": "limit", "match_end_number": "250"}, "limit:250"),
        ({"match_end": "knockout:50", "match_end_number": "7"}, "knockout:50"),
        ({"match_end": "rounds:3", "match_end_number": "7"}, "rounds:3"),
        ({"match_end": "", "match_end_number": "7"}, "rounds:1"),
    ],
)
def test_the_end_of_a_match_may_come_in_two_parts(sent: dict[str, str], held: str) -> None:
    form = RulesForm({"preset": "mau-mau", **sent})
    assert form.is_valid(), form.errors
    assert form.ruleset().match_end == held
    again = RulesForm(initial=form.choice())
    assert again.held() == form.ruleset()


def test_thinking_time_may_come_in_two_parts() -> None:
    form = RulesForm({"turn_seconds": "seconds", "turn_seconds_number": "75"})
    assert form.is_valid() and form.ruleset().turn_seconds == "75"
    assert RulesForm({"turn_seconds": "seconds"}).is_valid()
    line = RulesForm(initial={"turn_seconds": "75"}).groups()[-1].lines[0]
    assert (line.number, [one.value for one in line.options if one.selected]) == ("75", ["seconds"])


def test_the_points_variant_of_five_wins_is_one_choice() -> None:
    form = RulesForm({"preset": "five-wins-points"})
    assert form.is_valid()
    assert form.ruleset() == parse_rules("five-wins points=jack2 last_card=seven match_end=limit:100")
    assert form.choice() == {"preset": "five-wins-points"} == chosen(form.ruleset())
    names = [str(radio.data["value"]) for radio in RulesForm()["preset"]]
    assert names.index("five-wins-points") == names.index("five-wins") + 1


@pytest.mark.parametrize(
    ("sent", "fixes"),
    [
        ({"combos": "on"}, ["pack=french52 second_pack_from=2", "combos=off"]),
        ({"preset": "double-52", "pack": "skat32"}, ["pack=french52", "combos=off"]),
        ({"last_card": "full", "play_on": "on"}, ["play_on=off", "last_card=seven"]),
        ({"match_end": "wins", "match_end_number": "50"}, ["match_end=wins:20"]),
        ({"turn_seconds": "seconds", "turn_seconds_number": "5"}, ["turn_seconds=10"]),
        ({"hand_size": "x"}, []),
        ({"hand_size": "9", "hand_sise": "9"}, []),
    ],
)
def test_a_refusal_offers_the_nearest_allowed_choice(sent: dict[str, str], fixes: list[str]) -> None:
    form = RulesForm(sent)
    assert not form.is_valid()
    assert [one.fix for one in form.repairs] == fixes
    for one in form.repairs:
        mended = RulesForm({**sent, "fix": one.fix})
        assert mended.is_valid(), mended.errors
        assert mended.ruleset() == parse_rules(one.rules)
        assert one.text


@pytest.mark.parametrize("fix", ["combos", "x=y", "combos=maybe", "seven=off seven=off=off", "=", "a b c"])
def test_a_fix_is_judged_as_well(fix: str) -> None:
    RulesForm({"fix": fix}).is_valid()


def test_rules_in_one_text_come_instead_of_the_preset() -> None:
    rules = parse_rules("five-wins points=jack2")
    code = rules_code(rules)
    for text in (code, f"https://x.example/en/rules/{code}/", "five-wins points=jack2"):
        form = RulesForm({"preset": "classic", "rules": text, "seven": "off"})
        assert form.is_valid(), form.errors
        assert form.ruleset() == parse_rules("five-wins points=jack2 seven=off")
        assert form.choice() == {"preset": "five-wins", "points": "jack2", "seven": "off"}


def test_a_bad_code_is_told_at_the_field() -> None:
    form = RulesForm({"rules": "nonsense"})
    assert not form.is_valid() and list(form.errors) == ["rules"]
    assert form.error_code() == "bad-rules"


@pytest.mark.parametrize("text", ["x" * 5000, "a\x00", "a novel " * 400])
def test_a_novel_is_no_code_either(text: str) -> None:
    with override("en"):
        assert RulesForm({"rules": text}).errors["rules"][0].startswith("That is no rules code.")
    assert RulesForm({"rules": "  "}).is_valid()


@pytest.mark.parametrize(
    "sent",
    [{"preset": "x"}, {"fix": "x" * 300}, {"match_end": "wins", "match_end_number": "1" * 9},
     {"bots": "x" * 200}, {"bots_count": "99"}, {"bots_count": "0"},
     {"bots_count": "x"}, {"strength": "x"}, {"bot_1": "x"}],
)  # fmt: skip
def test_refusals_are_in_the_words_of_this_site(sent: dict[str, str]) -> None:
    with override("en"):
        texts = [str(texts[0]) for texts in SoloForm(sent).errors.values()]
    assert texts and set(texts) == {"There is no such choice here. Choose another one."}


def test_an_unknown_preset_is_told_on_the_page() -> None:
    assert len(RulesForm({"preset": "x"}).elsewhere()) == 1


def test_what_was_pasted_fills_the_chooser() -> None:
    last = {"preset": "classic", "seven": "off", "bots_count": 2}
    form = SoloForm(initial=last, pasted="five-wins ace=skip")
    assert form.initial == {"bots_count": 2, "preset": "five-wins", "ace": "skip"}
    assert form.held() == parse_rules("five-wins ace=skip")
    bad = SoloForm(initial={"preset": "classic"}, pasted="x" * 5000)
    assert bad.initial == {"preset": "classic"} and bad.paste_error and len(bad.pasted) == 1000


def test_a_choice_remembered_by_an_older_page_still_shows() -> None:
    form = RulesForm(initial={"preset": "classic", "match_end": "limit:200", "hand_size": "7"})
    assert form.held() == parse_rules("classic match_end=limit:200 hand_size=7")
    line = form.end_line()
    assert (line.number, line.changed) == ("200", True)
    assert sum(group.changed for group in form.groups()) == 1


@pytest.mark.parametrize(
    ("text", "fixes", "ways"),
    [
        (
            "five-wins combos=on",
            ["pack=french52 second_pack_from=2", "combos=off"],
            ["five-wins pack=french52 second_pack_from=2 combos=on", "five-wins"],
        ),
        ("five-wins match_end=wins:30", ["match_end=wins:20"], ["five-wins match_end=wins:20"]),
    ],
)
def test_a_line_that_nearly_goes_together_comes_with_the_nearest_too(
    text: str, fixes: list[str], ways: list[str]
) -> None:
    sent = RulesForm({"rules": text})
    assert not sent.is_valid()
    assert ([one.fix for one in sent.repairs], [one["rules"] for one in sent.nearest()]) == (fixes, ways)
    assert all(RulesForm({"rules": text, "fix": fix}).is_valid() for fix in fixes)
    shown = RulesForm(pasted=text)
    assert shown.paste_error and [one.rules for one in shown.paste_repairs] == ways
