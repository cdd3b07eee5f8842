"""The rules of one table as text: `describe` turns any rule set into a sheet (docs/house-rules.md)."""

from game.rulebook.describe import CLAUSES, describe
from game.rulebook.sheet import Clause, Example, Section, Sheet

__all__ = ["CLAUSES", "Clause", "Example", "Section", "Sheet", "describe"]
