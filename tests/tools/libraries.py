# SPDX-License-Identifier: BSD-3-Clause
"""What tests of tools/ and of the page of bench/ share."""
import importlib
import os
import subprocess
import sys
from pathlib import Path
from unittest import mock

SOURCE = Path(os.environ["SEAFRET_SOURCE"])
DEBIAN = "/usr/bin/python3"


def need(*modules):
    """Goes on under a Python that has these modules, or exits with 77: the first one in the path
    may not have them. Then modules of tools/ and bench/ can be imported."""
    try:
        for module in modules:
            importlib.import_module(module)
    except ImportError as missing:
        if "SEAFRET_OTHER_PYTHON" not in os.environ and Path(DEBIAN).exists():
            os.environ["SEAFRET_OTHER_PYTHON"] = "tried"
            os.execv(DEBIAN, [DEBIAN, *sys.argv])
        print(missing)
        sys.exit(77)
    sys.path[:0] = [str(SOURCE / "tools"), str(SOURCE / "bench")]


def tool(name, *arguments, folder="tools"):
    return subprocess.run([sys.executable, SOURCE / folder / name, *map(str, arguments)],
                          text=True, check=False, capture_output=True)


def assert_refused(test, program, arguments, words):
    """Wrong input is answered in one line that says what is wrong; a string makes exit status 1."""
    with mock.patch("sys.argv", [f"{program.__name__}.py", *map(str, arguments)]):
        with test.assertRaises(SystemExit) as done:
            program.main()
    test.assertIsInstance(done.exception.code, str)
    test.assertIn(words, done.exception.code)
    test.assertEqual(len(done.exception.code.splitlines()), 1, done.exception.code)
