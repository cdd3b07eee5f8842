"""Which change makes an allowed rule set of a refused one."""

from itertools import product

import pytest

from game.engine import CLASHES, FIELDS, NUMBERED, PRESETS, RuleError, RuleSet, nearest

ALL = RuleSet().values()


def test_allowed_values_need_no_change() -> None:
    for rules in PRESETS.values():
        assert nearest(rules.values()) == ()


@pytest.mark.parametrize(
    ("wrong", "changes"),
    [
        ({"combos": "on"}, [{"pack": "french52", "second_pack_from": "2"}, {"combos": "off"}]),
        ({"combos": "on", "pack": "french52"}, [{"second_pack_from": "2"}, {"combos": "off"}]),
        ({"last_card": "full", "play_on": "on"}, [{"play_on": "off"}, {"last_card": "seven"}]),
        ({"match_end": "wins:21"}, [{"match_end": "wins:20"}]),
        ({"match_end": "most-wins:0"}, [{"match_end": "most-wins:1"}]),
        ({"match_end": "limit:5"}, [{"match_end": "limit:20"}]),
        ({"match_end": "knockout:99999"}, [{"match_end": "knockout:1000"}]),
        ({"match_end": "rounds:4"}, [{"match_end": "rounds:3"}]),
        ({"turn_seconds": "5"}, [{"turn_seconds": "10"}]),
        ({"turn_seconds": "900"}, [{"turn_seconds": "180"}]),
        ({"hand_size": "70"}, [{"hand_size": "7"}]),
        ({"hand_size": "9", "combos": "on", "pack": "french52"},
         [{"hand_size": "7", "second_pack_from": "2"}, {"hand_size": "7", "combos": "off"}]),
        ({"seven": "maybe"}, []),
        ({"match_end": "limit:"}, []),
        ({"match_end": "limit:١٠٠"}, []),
    ],
)  # fmt: skip
def test_the_nearest_change(wrong: dict[str, str], changes: list[dict[str, str]]) -> None:
    assert list(nearest({**ALL, **wrong})) == changes


def test_two_troubles_are_mended_in_every_way() -> None:
    wrong = {**ALL, "combos": "on", "last_card": "full", "play_on": "on"}
    assert len(nearest(wrong)) == 4


def test_the_table_says_exactly_what_a_rule_set_refuses() -> None:
    names = ("pack", "second_pack_from", "combos", "last_card", "play_on")
    for chosen in product(*(FIELDS[name] for name in names)):
        values = {**ALL, **dict(zip(names, chosen, strict=True))}
        try:
            RuleSet().with_values(values)
        except RuleError:
            assert any(one.holds(values) for one in CLASHES) and nearest(values)
        else:
            assert not any(one.holds(values) for one in CLASHES)


def test_bounds_are_those_of_the_rules() -> None:
    for name, kinds in NUMBERED.items():
        for kind, (low, high, usual) in kinds.items():
            start = f"{kind}:" if kind else ""
            for good in (low, usual, high):
                RuleSet().with_values({name: f"{start}{good}"})
            for bad in (low - 1, high + 1):
                with pytest.raises(RuleError):
                    RuleSet().with_values({name: f"{start}{bad}"})
