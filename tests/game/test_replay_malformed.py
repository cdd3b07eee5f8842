"""`manage.py replay` and files that are not right: one line says what is wrong, never a traceback."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from game.replay import MOST_BYTES, MOST_LINES
from tests.records.shared import SETS, unpacked
from tests.server import ROOT

MUTATIONS = 200
HEAD = b"mau 1\nrules mau-mau\nseats Anna|Ben\n"
SEED = b"c634ab104df260445632bdbae22f18bfaf9f5694d7c1867e30da35ffaef38c09"
ROUND = HEAD + b"round 1 dealer=0 seed=" + SEED + b"\n"
LINE = re.compile(r"\A(?P<file>.+):(?P<line>[1-9][0-9]*): \S.*\Z")

NASTY = {
    "empty": (b"", 1),
    "only a comment": (b"# nothing\n", 1),
    "binary": (bytes(range(256)) * 40, 2),
    "byte order mark": (b"\xef\xbb\xbf" + ROUND, 1),
    "UTF-16": (ROUND.decode().encode("utf-16"), 1),
    "latin-1": (HEAD.replace(b"Anna", b"Zo\xeb") + b"0 d\n", 3),
    "windows line ends": (ROUND.replace(b"\n", b"\r\n"), 1),
    "one windows line end": (ROUND + b"1 d\r\n", 5),
    "old mac line ends": (ROUND.replace(b"\n", b"\r"), 1),
    "NUL": (HEAD + b"\0\n", 4),
    "NUL in an action": (ROUND + b"1 d\0\n", 5),
    "escape codes": (ROUND + b"\x1b[31m1 d\n", 5),
    "too many lines": (b"\n" * (MOST_LINES + 1), MOST_LINES + 1),
    "too many bytes": (ROUND + b"#" * MOST_BYTES, 1),
    "one long line": (b"mau 1 " + b"x" * (MOST_BYTES - 10), 1),
    "long word": (HEAD + b"round " + b"9" * 500_000 + b"\n", 4),
    "huge seat": (ROUND + b"9" * 4000 + b" d\n", 5),
    "huge number of wins": (b"mau 1\nrules mau-mau match_end=wins:" + b"9" * 5000 + b"\n", 2),
    "negative seat": (ROUND + b"-1 d\n", 5),
    "leading nought": (ROUND + b"01 d\n", 5),
    "arabic digits": (ROUND + "\u0661 d\n".encode(), 5),
    "full-width letters": (ROUND + "1 ｄ\n".encode(), 5),
    "many seats": (b"mau 1\nrules mau-mau\nseats " + b"|".join([b"A"] * 100_000) + b"\n", 3),
    "deep percent": (b"mau 1\nrules mau-mau\nseats " + b"%25" * 1000 + b"%|Ben\n", 3),
    "percent and no digits": (b"mau 1\nrules mau-mau\nseats A%zz|Ben\n", 3),
    "percent and no UTF-8": (b"mau 1\nrules mau-mau\nseats A%ff|Ben\n", 3),
    "colon in a name": (b"mau 1\nrules mau-mau\nseats A:b|Ben\n", 3),
    "join with a bad name": (HEAD.replace(b"mau-mau", b"tournament") + b"2 join A%2\n", 4),
    "join without a name": (HEAD.replace(b"mau-mau", b"tournament") + b"2 join\n", 4),
    "combination of nothing": (ROUND + b"1 p 3C()\n", 5),
    "combination of stars": (ROUND + b"1 p 3C(*)\n", 5),
    "plus and nothing": (ROUND + b"1 p 7H+\n", 5),
    "many equal cards": (ROUND + b"1 p " + b"+".join([b"7H"] * 50_000) + b"\n", 5),
    "wish for nothing": (ROUND + b"1 p JC:\n", 5),
    "challenge of nobody": (ROUND + b"1 c\n", 5),
    "challenge far away": (ROUND + b"1 c 99\n", 5),
    "deck of nothing": (HEAD + b"round 1 dealer=0 deck=\n", 4),
    "deck of dots": (HEAD + b"round 1 dealer=0 deck=" + b"." * 1000 + b"\n", 4),
    "seed and deck": (HEAD + b"round 1 dealer=0 deck=7H seed=" + SEED + b"\n", 4),
    "seed twice": (HEAD + b"round 1 dealer=0 seed=" + SEED + b" seed=" + SEED + b"\n", 4),
    "dealer far away": (HEAD + b"round 1 dealer=7 seed=" + SEED + b"\n", 4),
    "fair and no nonces": (ROUND + b"fair secret=" + b"00" * 32 + b"\n", 5),
    "fair before the round": (HEAD + b"fair secret=" + b"00" * 32 + b" nonces=-,-\n", 4),
    "end of nothing": (ROUND + b"end\n", 5),
    "reshuffle of nothing": (ROUND + b"reshuffle\n", 5),
    "rules and nothing": (b"mau 1\nrules\n", 2),
    "seats and nothing": (b"mau 1\nrules mau-mau\nseats\n", 3),
    "a seat and nothing": (ROUND + b"1\n", 5),
}


def complaint(file: Path) -> tuple[str, int]:
    """What the command says about `file`, and the line it names."""
    with pytest.raises(CommandError) as caught:
        call_command("replay", str(file), json=True, stdout=StringIO())
    text = str(caught.value)
    found = LINE.match(text)
    assert found and found["file"] == str(file) and text.isprintable() and len(text) < 400
    return text, int(found["line"])


@pytest.mark.parametrize("name", NASTY)
def test_nasty_files(name: str, tmp_path: Path) -> None:
    data, line = NASTY[name]
    file = tmp_path / "nasty.mau"
    file.write_bytes(data)
    assert complaint(file)[1] == line


def test_things_that_are_no_files(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for file in (tmp_path, tmp_path / "none.mau", pipe, loop, Path(os.devnull), tmp_path / ("x" * 300)):
        assert complaint(file)[1] == 1
    with pytest.raises(CommandError, match=":1: "):
        call_command("replay", "a\0b", stdout=StringIO())


def mutated(data: bytes, rng: random.Random) -> bytes:
    """`data` with one to three things wrong: bytes, words or whole lines."""
    for _ in range(rng.randint(1, 3)):
        data = rng.choice(wrongs(data, rng))
    return data


def wrongs(data: bytes, rng: random.Random) -> list[bytes]:
    """A line gone, doubled or turned round; bytes added, cut out, or a mark that means something put in."""
    lines = data.split(b"\n")
    at, other, place = rng.randrange(len(lines)), rng.randrange(len(lines)), rng.randrange(len(data))
    before, after = data[:place], data[place:]
    mark = rng.choice((b" ", b"9", b"|", b"%", b"#", b":", b"+"))
    return [
        b"\n".join(lines[:at] + lines[at + 1 :]),
        b"\n".join([*lines[:at], lines[other], *lines[at:]]),
        b"\n".join([*lines[:at], b" ".join(lines[at].split()[::-1]), *lines[at + 1 :]]),
        before + rng.randbytes(rng.randint(1, 4)) + after,
        before + after[rng.randint(1, 30) :],
        before + mark + after,
    ]


def test_mutated_records(tmp_path: Path) -> None:
    """200 are refused, each with its line; the few others are records still (in a comment, a shorter end)."""
    file, refused = tmp_path / "mutated.mau", 0
    for number in range(MUTATIONS * 2):
        if refused == MUTATIONS:
            break
        rng = random.Random(number)
        name = rng.choice(list(SETS))
        file.write_bytes(mutated(unpacked(name)[f"{rng.randrange(SETS[name]):04}.mau"], rng))
        try:
            call_command("replay", str(file), stdout=StringIO())
        except CommandError as error:
            found = LINE.match(str(error))
            assert found and found["file"] == str(file) and str(error).isprintable()
            refused += 1
    assert refused == MUTATIONS


def test_in_a_shell(tmp_path: Path) -> None:
    """The line stands alone on standard error, the exit code is 1."""
    file = tmp_path / "bad.mau"
    file.write_bytes(ROUND + b"1 d\n0 p AS\n")
    command = [sys.executable, "manage.py", "replay", "--json", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert re.fullmatch(rf"{file}:6: 0 p AS: [a-z-]+\n", done.stderr)
    assert len(done.stdout.splitlines()) == 2
