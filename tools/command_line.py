# SPDX-License-Identifier: BSD-3-Clause
"""Command lines whose mistakes are answered in one line."""
import argparse
import sys


class Parser(argparse.ArgumentParser):
    def error(self, message):
        sys.exit(f"{self.prog}: {message}; --help says more")
