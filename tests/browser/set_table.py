"""Run beside a server, with its data: starts a match of which the first seed is given, and plays words.

    set_table.py '{"rules": "…", "seed": "…", "tokens": ["…", …], "names": ["…", …], "words": [[0, "d"], …]}'

A token is the cookie of a guest; "" seats a bot. With "lobby" the host, who comes first, starts the match of
that room instead, so rules and seats are the room's. Prints the id of the match.
"""

from __future__ import annotations

import json
import os
import sys
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
os.environ["DJANGO_SETTINGS_MODULE"] = "maumau_site.settings"

import django

django.setup()

from game import luck, services  # noqa: E402
from game.engine import parse_rules  # noqa: E402
from game.models import Guest  # noqa: E402
from game.services import Nack, Player  # noqa: E402
from lobby import services as rooms  # noqa: E402


def main() -> None:
    """Reads the wish from the command line."""
    wanted = json.loads(sys.argv[1])
    guests = [
        Guest.objects.get(token_hash=sha256(token.encode()).hexdigest()) if token else None
        for token in wanted["tokens"]
    ]
    players = [
        Player(name, guest, None if guest else "easy")
        for name, guest in zip(wanted["names"], guests, strict=True)
    ]
    luck.new_seed = lambda: bytes.fromhex(wanted["seed"])
    if "lobby" in wanted:
        assert guests[0] is not None
        match_id = rooms.start(wanted["lobby"], guests[0])
    else:
        match_id = services.create_match(
            rules=parse_rules(wanted["rules"]), players=players,
            solo=len(list(filter(None, guests))) == 1, host=guests[0],
        ).pk  # fmt: skip
    for number, (seat, word) in enumerate(wanted["words"]):
        guest = guests[seat]
        assert guest is not None, "bots play for themselves"
        answer = services.act(match_id, guest, word, services.snapshot(match_id).version, str(number))
        assert not isinstance(answer, Nack), (word, answer)
    print(match_id)


main()
