"""`python -m tests.services COMMAND …`: runs it with a PostgreSQL of its own behind MAUMAU_DATABASE.

Without PostgreSQL on this machine it says what is left out; with CI=true that is a failure.
"""

import os
import subprocess
import sys

from tests.services.private import HOW_TO_INSTALL, PostgreSQL, missing


def main() -> int:
    """The command's exit status."""
    if lacking := missing():
        names = ", ".join(lacking)
        print(f"LEFT OUT: the tests on PostgreSQL (no {names} here). To run them:  {HOW_TO_INSTALL}")
        return int(os.environ.get("CI", "").lower() in ("1", "true"))
    server = PostgreSQL()
    try:
        env = os.environ | {"MAUMAU_DATABASE": server.database("maumau")}
        return subprocess.run(sys.argv[1:], env=env).returncode
    finally:
        server.close()


if __name__ == "__main__":
    sys.exit(main())
