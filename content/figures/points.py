"""What cards count: the tables, a hand added up, and a calculator."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from content.facts import costs
from content.figures import Args, Where, figure
from game.card_words import RANKS, SUITS, rank_name, suit_name
from game.engine import FIELDS
from game.engine.cards import CARDS
from game.rule_words import value_label

TABLES = FIELDS["points"]
FACES = {rank: int(rank) for rank in "23456789"} | {"T": 10}
HIGH_FIRST = "JAKQT98765432"


@figure("points")
def points(args: Args, where: Where) -> SafeString:
    """What every rank counts: by one table (`table=classic`), or by all of them side by side."""
    tables = [args["table"]] if args.get("table") else list(TABLES)
    by_rank = {rank: [costs(table, [rank + "H"])[0] for table in tables] for rank in HIGH_FIRST}
    dear = [
        (capfirst(rank_name(rank)), by_rank[rank]) for rank in HIGH_FIRST if not _plain(rank, by_rank[rank])
    ]
    span = _("%(low)s to %(high)s") % {"low": rank_name("2"), "high": rank_name("T")}
    face = [_("face value")] * len(tables)
    heads = [table_label(table) for table in tables] if len(tables) > 1 else [_("Points")]
    context = {"heads": heads, "rows": [*dear, (capfirst(span), face)]}
    return render_to_string("content/_points.html", context)


def _plain(rank: str, counted: list[int]) -> bool:
    """Whether it counts what is printed on it, by every table."""
    return set(counted) == {FACES.get(rank)}


def table_label(table: str) -> str:
    """A points table by what its dear cards count."""
    return capfirst(value_label("points", table))


def sum_text(table: str, names: list[str]) -> str:
    """`20 + 10 + 3 = 33`; a single number, or 0, by itself."""
    each = costs(table, names)
    return " + ".join(map(str, each)) + f" = {sum(each)}" if len(each) > 1 else str(sum(each))


@figure("hand")
def hand(args: Args, where: Where) -> SafeString:
    """The cards of a hand and what they add up to: `cards=JC.TH.QS`."""
    names, table = args["cards"].split("."), args.get("table", "standard")
    return render_to_string("content/_hand.html", {"names": names, "sum": sum_text(table, names)})


@figure("calculator", live=True)
def calculator(args: Args, where: Where) -> SafeString:
    """Adds up the cards of `?c=JC&c=TH…` by the table `?table=`; what is no card is passed over."""
    asked = set(where.query.getlist("c"))
    picked = [rank + suit for suit in SUITS for rank in HIGH_FIRST if rank + suit in asked]
    table = where.query.get("table", "")
    table = table if table in TABLES else TABLES[0]
    context = {
        "suits": [
            (letter, capfirst(suit_name(letter)), [(rank + letter, _short(rank)) for rank in reversed(RANKS)])
            for letter in SUITS
        ],
        "picked": picked,
        "sum": sum_text(table, picked),
        "tables": [(name, table_label(name)) for name in TABLES],
        "table": table,
        "asked": "table" in where.query or "c" in where.query,
        "unknown": bool(asked - set(CARDS)),
        "path": where.path,
    }
    return render_to_string("content/_calculator.html", context)


def _short(rank: str) -> str:
    """What is printed on the card in the page's language."""
    if rank in FACES:
        return str(FACES[rank])
    return capfirst(rank_name(rank))[0]
