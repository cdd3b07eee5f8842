"""“What happens if …”: situations at a small table, played by the engine under any rule set."""

from content.what_if.answers import GROUPS, SITUATIONS, Situation, answer_to, by_preset
from content.what_if.words import Answer

__all__ = ["GROUPS", "SITUATIONS", "Answer", "Situation", "answer_to", "by_preset"]
