"""A module imports its own rank or lower, never higher; and the low ranks know no clock and no luck."""

import ast
import sys
from pathlib import Path

import pytest

from tests.server import ROOT

PACKAGES = ("game", "lobby", "content", "maumau_site")

# The longest prefix that fits decides. Everything in an app that is not named below is rank 3.
RANKS = {
    "game.engine": 0,
    "game.bots": 1,
    "game.simulate": 1,
    "game.coach.board": 1,
    "game.coach.features": 1,
    "game.coach.reasons": 1,
    "game.coach.replays": 1,
    "game.coach.review": 1,
    "game.presence": 1,
    "game.names": 1,
    "lobby.codes": 1,
    "lobby.names": 1,
    "game.metrics": 2,
    "game.models": 2,
    "game.migrations": 2,
    "lobby.models": 2,
    "lobby.migrations": 2,
    "content.models": 2,
    "game": 3,
    "lobby": 3,
    "content": 3,
    "game.coach.views": 4,
    "game.solo": 4,
    "content.lab.forms": 4,
    "content.lab.views": 4,
    "maumau_site": 5,
    "bench": 5,
}
RANK_4 = ("consumers", "views", "forms", "admin", "routing", "urls", "root_urls", "management", "sitemaps")
RANK_4 += ("asking", "feeds")  # views by what they are about
for app in ("game", "lobby", "content"):
    RANKS |= {f"{app}.{part}": 4 for part in RANK_4}

# Beside its own rank: what an app may know of the others.
MAY_KNOW = {
    "game": {"game"},
    "lobby": {"lobby", "game"},
    "content": {"content", "game"},
    "maumau_site": set(PACKAGES),
}


def rank(module: str) -> int:
    """The rank of the longest listed prefix of `module`."""
    parts = module.split(".")
    prefixes = (".".join(parts[:n]) for n in range(len(parts), 0, -1))
    return next(RANKS[prefix] for prefix in prefixes if prefix in RANKS)


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))}


def imports(module: str) -> list[str]:
    """Every module that `module` names in an import, relative ones resolved, also inside functions."""
    path = MODULES[module]
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                here = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
                base = ".".join([*here[: len(here) - node.level + 1], *([base] if base else [])])
            found += [full if (full := f"{base}.{alias.name}") in MODULES else base for alias in node.names]
    return found


OURS = {module: [name for name in imports(module) if name.split(".")[0] in RANKS] for module in MODULES}


@pytest.mark.parametrize("module", MODULES)
def test_it_imports_nothing_of_a_higher_rank(module: str) -> None:
    # A package's own __init__ is a name for what lies below it, not a layer.
    wrong = [name for name in OURS[module] if rank(name) > rank(module) and name not in PACKAGES]
    assert not wrong, f"{module} (rank {rank(module)}) imports {wrong}"


@pytest.mark.parametrize("module", MODULES)
def test_it_knows_only_the_apps_it_may(module: str) -> None:
    app = module.split(".")[0]
    wrong = [name for name in OURS[module] if name.split(".")[0] not in MAY_KNOW[app]]
    assert not wrong, f"{module} imports {wrong}"


PURE = [module for module in MODULES if rank(module) <= 1]
NOTHING_ELSE = ("game.engine", "game.bots", "game.simulate")
STANDARD_ONLY = [module for module in MODULES if module.startswith(NOTHING_ELSE)]
CLOCKS = {"time", "datetime"}


@pytest.mark.parametrize("module", STANDARD_ONLY)
def test_engine_and_bots_know_the_standard_library_alone(module: str) -> None:
    tops = {name.split(".")[0] for name in imports(module)}
    assert tops <= set(sys.stdlib_module_names) | {"game"}, module


@pytest.mark.parametrize("module", PURE)
def test_low_ranks_ask_no_clock_and_no_global_luck(module: str) -> None:
    assert not CLOCKS & {name.split(".")[0] for name in imports(module)}, module
    # Codes must not be guessed, so they come from the system; in the game all chance is an input.
    allowed = {"Random"} if module.startswith("game.") else {"Random", "SystemRandom"}
    for node in ast.walk(ast.parse(MODULES[module].read_text())):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            assert node.attr in allowed, f"{module} line {node.lineno}: random.{node.attr}"


def test_there_is_something_to_check() -> None:
    assert {"game.engine", "game.bots", "maumau_site.settings"} <= set(MODULES)
