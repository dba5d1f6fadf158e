# SPDX-License-Identifier: BSD-3-Clause
"""What tests of tools/ share."""
import importlib
import os
import subprocess
import sys
from pathlib import Path

SOURCE = Path(os.environ["SEAFRET_SOURCE"])
DEBIAN = "/usr/bin/python3"


def need(*modules):
    """Goes on under a Python that has these modules, or exits with 77: the first one in the path
    may not have them. Then modules of tools/ can be imported."""
    try:
        for module in modules:
            importlib.import_module(module)
    except ImportError as missing:
        if "SEAFRET_OTHER_PYTHON" not in os.environ and Path(DEBIAN).exists():
            os.environ["SEAFRET_OTHER_PYTHON"] = "tried"
            os.execv(DEBIAN, [DEBIAN, *sys.argv])
        print(missing)
        sys.exit(77)
    sys.path.insert(0, str(SOURCE / "tools"))


def tool(name, *arguments):
    return subprocess.run([sys.executable, SOURCE / "tools" / name, *map(str, arguments)],
                          text=True, check=False, capture_output=True)


def assert_refused(test, done, words):
    """Wrong input is answered in one line that says what is wrong."""
    test.assertEqual(done.returncode, 1, done.stdout + done.stderr)
    test.assertIn(words, done.stderr)
    test.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
