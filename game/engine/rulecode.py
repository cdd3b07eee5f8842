"""The short code of a rule set, for links and for reading aloud: ``1`` (the version), a number, a check.

The number has one digit for each field, in the order of `VERSION_1` and with that field's own base; its first
value, the default, is nought, so that the usual rules have the shortest codes. A field added at the end of
the table leaves every older code as it is; any other change to the table is a new version beside this one.
"""

from __future__ import annotations

from game.engine.errors import RuleError
from game.engine.rules import RuleSet

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""The 32 signs of a code: none that is easily taken for another (i, l, o, u are left out)."""

_SIGNS = frozenset(ALPHABET)
_HEARD = str.maketrans("ilo", "110", " -_")
_CHECK = 1021  # a prime above 32: one wrong sign, or two changed round, is always noticed
_LONGEST = 40

_ENDS = (
    *(f"rounds:{n}" for n in (1, 3, 5)), *(f"wins:{n}" for n in range(1, 21)),
    *(f"most-wins:{n}" for n in range(1, 21)), *(f"limit:{n}" for n in range(20, 1001)),
    *(f"knockout:{n}" for n in range(20, 1001)),
)  # fmt: skip
_SECONDS = ("40", "off", *(str(n) for n in range(10, 181) if n != 40))

VERSION_1: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("pack", ("skat32", "french52")),
    ("second_pack_from", ("5", "6", "2", "never")),
    ("hand_size", ("5", "6", "7")),
    ("two_player_hand", ("same", "6")),
    ("start_card", ("bury", "cover", "dealer", "free", "nine", "plain")),
    ("wish_rank", ("J", "8", "none")),
    ("wish_fits", ("not-on-wish", "any", "match")),
    ("seven", ("stack", "draw", "off")),
    ("six", ("off", "stack")),
    ("eight", ("skip", "counter", "add", "off")),
    ("reverse_rank", ("none", "9", "K")),
    ("ace", ("off", "skip", "again")),
    ("draw", ("one", "three", "until")),
    ("draw_when", ("always", "stuck")),
    ("after_draw", ("drawn", "end")),
    ("mau", ("button", "challenge", "off")),
    ("mau_penalty", ("1", "2")),
    ("mau_mau", ("off", "auto", "2")),
    ("last_card", ("ends", "seven", "full")),
    ("wish_finish", ("allowed", "forbidden", "double")),
    ("equal_cards", ("off", "on")),
    ("jump_in", ("off", "on")),
    ("combos", ("off", "on")),
    ("strict", ("off", "on")),
    ("points", ("standard", "classic", "jack2")),
    ("match_end", _ENDS),
    ("play_on", ("off", "on")),
    ("late_join", ("off", "on")),
    ("leavers", ("bot", "removed")),
    ("turn_seconds", _SECONDS),
)
"""Field -> its values in the order of their digits. Frozen: codes are printed and sent."""


def rules_code(rules: RuleSet) -> str:
    """The code of `rules`, e.g. ``100`` for `mau-mau`; `parse_code` reads it back."""
    values, number = rules.values(), 0
    for field, possible in reversed(VERSION_1):
        number = number * len(possible) + possible.index(values[field])
    return f"1{_digits(number)}{_check(number)}"


def parse_code(text: str) -> RuleSet:
    """The rule set of a code, in capitals, with blanks or hyphens, `o` for `0` and `l` for `1` too.

    Raises RuleError("bad-code") for anything else.
    """
    number = _number(text.lower().translate(_HEARD))
    values: dict[str, str] = {}
    for field, possible in VERSION_1:
        number, digit = divmod(number, len(possible))
        values[field] = possible[digit]
    if number:
        raise _bad(text)
    try:
        return RuleSet().with_values(values)
    except RuleError:
        raise _bad(text) from None


def _digits(number: int) -> str:
    signs = ""
    while number:
        number, digit = divmod(number, len(ALPHABET))
        signs = ALPHABET[digit] + signs
    return signs


def _check(number: int) -> str:
    high, low = divmod(number % _CHECK, len(ALPHABET))
    return ALPHABET[high] + ALPHABET[low]


def _number(code: str) -> int:
    version, digits, check = code[:1], code[1:-2], code[-2:]
    shaped = 3 <= len(code) <= _LONGEST and version == "1" and set(digits) <= _SIGNS
    if not shaped or digits.startswith("0"):
        raise _bad(code)
    number = 0
    for sign in digits:
        number = number * len(ALPHABET) + ALPHABET.index(sign)
    if check != _check(number):
        raise _bad(code)
    return number


def _bad(text: str) -> RuleError:
    return RuleError("bad-code", "code", text[:_LONGEST])
