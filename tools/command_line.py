# SPDX-License-Identifier: BSD-3-Clause
"""Command lines whose mistakes are answered in one line."""
import argparse
import sys
from pathlib import Path


class Parser(argparse.ArgumentParser):
    def error(self, message):
        sys.exit(f"{self.prog}: {message}; --help says more")


def save(figure, path, dpi):
    """Or ends the program, in one line."""
    try:
        figure.savefig(path, dpi=dpi)
    except (OSError, ValueError) as error:
        sys.exit(f"{Path(sys.argv[0]).name}: {path} cannot be written: {error}")
