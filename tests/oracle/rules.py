"""RULES.md §1: the fields of a rule set and its presets, once more and independent of the engine."""

FIELDS: dict[str, list[str]] = {  # the first value is the default; numbers behind a colon: see valid()
    "pack": ["skat32", "french52"],
    "second_pack_from": ["5", "6", "2", "never"],
    "hand_size": ["5", "6", "7"],
    "two_player_hand": ["same", "6"],
    "start_card": ["bury", "cover", "dealer", "free", "nine", "plain"],
    "wish_rank": ["J", "8", "none"],
    "wish_fits": ["not-on-wish", "any", "match"],
    "seven": ["stack", "draw", "off"],
    "six": ["off", "stack"],
    "eight": ["skip", "counter", "add", "off"],
    "reverse_rank": ["none", "9", "K"],
    "ace": ["off", "skip", "again"],
    "draw": ["one", "three", "until"],
    "draw_when": ["always", "stuck"],
    "after_draw": ["drawn", "end"],
    "mau": ["button", "challenge", "off"],
    "mau_penalty": ["1", "2"],
    "mau_mau": ["off", "auto", "2"],
    "last_card": ["ends", "seven", "full"],
    "wish_finish": ["allowed", "forbidden", "double"],
    "equal_cards": ["off", "on"],
    "jump_in": ["off", "on"],
    "combos": ["off", "on"],
    "strict": ["off", "on"],
    "points": ["standard", "classic", "jack2"],
    "match_end": ["rounds:1", "rounds:3", "rounds:5"],
    "play_on": ["off", "on"],
    "late_join": ["off", "on"],
    "leavers": ["bot", "removed"],
    "turn_seconds": ["40", "off"],
}

PRESETS: dict[str, str] = {  # what differs from the default
    "mau-mau": "",
    "crazy-eights": "wish_rank=8 seven=off eight=off mau=off",
    "classic": "hand_size=6 start_card=dealer wish_fits=any eight=add draw_when=stuck mau_mau=2"
    " last_card=full points=classic match_end=most-wins:3",
    "tournament": "pack=french52 second_pack_from=2 hand_size=7 start_card=cover wish_fits=any reverse_rank=9"
    " ace=again after_draw=end mau_penalty=2 last_card=seven points=classic match_end=knockout:100"
    " late_join=on leavers=removed",
    "first-lesson": "second_pack_from=never start_card=nine wish_fits=any seven=draw draw_when=stuck"
    " mau=challenge mau_penalty=2 mau_mau=auto last_card=seven match_end=wins:3",
    "five-wins": "second_pack_from=6 two_player_hand=6 start_card=free mau=challenge mau_penalty=2"
    " mau_mau=auto wish_finish=forbidden strict=on match_end=wins:5",
    "double-52": "pack=french52 second_pack_from=2 hand_size=7 start_card=plain wish_fits=match six=stack"
    " eight=counter after_draw=end mau_mau=auto wish_finish=double combos=on match_end=wins:5",
}

RANGES = {"wins": (1, 20), "most-wins": (1, 20), "limit": (20, 1000), "knockout": (20, 1000)}


def valid_value(field: str, value: str) -> bool:
    """Whether the field may have this value."""
    if value in FIELDS[field]:
        return True
    if field == "turn_seconds":
        return value.isdecimal() and 10 <= int(value) <= 180
    if field == "match_end" and ":" in value:
        kind, number = value.split(":", 1)
        low, high = RANGES.get(kind, (1, 0))
        return number.isdecimal() and low <= int(number) <= high
    return False


def refused(rules: dict[str, str]) -> str | None:
    """The field for which the rule set is refused, or None."""
    for field, value in rules.items():
        if field not in FIELDS or not valid_value(field, value):
            return field
    if rules["combos"] == "on" and not (rules["pack"] == "french52" and rules["second_pack_from"] == "2"):
        return "combos"
    if rules["last_card"] == "full" and rules["play_on"] == "on":
        return "last_card"
    return None


def rule_set(text: str) -> dict[str, str]:
    """The rule set of a `rules` line: `[PRESET] field=value …`."""
    rules = {field: values[0] for field, values in FIELDS.items()}
    for word in text.split():
        for item in (word if "=" in word else PRESETS[word]).split():
            field, value = item.split("=", 1)
            rules[field] = value
    return rules
