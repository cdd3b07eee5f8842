"""Rule sets to describe: bases on which every field shows, and a strategy for any other."""

from hypothesis import strategies as st

from game.engine import FIELDS, PRESETS, RuleError, RuleSet, parse_rules
from game.engine.rulecode import VERSION_1

ALL_OF_IT = parse_rules(
    "double-52 equal_cards=on jump_in=on ace=again reverse_rank=K after_draw=drawn last_card=full mau_mau=2"
    " start_card=dealer wish_fits=not-on-wish"
)
BASES = (
    *PRESETS.values(),
    ALL_OF_IT,
    parse_rules("mau-mau last_card=seven equal_cards=on jump_in=on start_card=dealer late_join=on"),
    parse_rules("mau-mau pack=french52 six=stack second_pack_from=never hand_size=7"),
)

COMBOS = {"pack": "french52", "second_pack_from": "2"}


def changed(rules: RuleSet, field: str, value: str) -> RuleSet | None:
    """`rules` with one field changed, None where that is refused."""
    try:
        return rules.with_values({field: value})
    except RuleError:
        return None


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """Any rule set at all: every field drawn by itself, refused pairs mended."""
    values = {field: draw(st.sampled_from(possible)) for field, possible in VERSION_1}
    if values["combos"] == "on":
        values |= COMBOS
    if values["last_card"] == "full":
        values["play_on"] = "off"
    return RuleSet().with_values(values)


def values_of(field: str) -> tuple[str, ...]:
    """The values of a field; the open ones (`match_end`, `turn_seconds`) by example."""
    return FIELDS[field]
