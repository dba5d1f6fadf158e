# SPDX-License-Identifier: BSD-3-Clause
"""Small wrong changes of a source file, as a tired programmer makes them."""
import hashlib
import re
from dataclasses import dataclass
from itertools import zip_longest

# What is found, and what takes its place. Blanks round an operator keep templates, unary signs and
# the like out of it.
OPERATORS = {
    "sign": [(r"(?<=[\w)\]]) \+ (?=[\w(])", " - "), (r"(?<=[\w)\]]) - (?=[\w(])", " + ")],
    "factor": [(r"(?<![\w.])2 \* ", "1 * "), (r"(?<![\w.])0\.5 \* ", "1 * "),
               (r"(?<![\w.])0\.25 \* ", "0.5 * "), (r"(?<=[\w)\]]) \* (?=[\w(])", " / "),
               (r"(?<=[\w)\]]) / (?=[\w(])", " * ")],
    "neighbour": [(r"\b([ijkpd]) - 1\b", r"\1"), (r"\b([ijkpd]) \+ 1\b", r"\1"),
                  (r"\bx0\b", "x1"), (r"\bx1\b", "x0"), (r"\by0\b", "y1"), (r"\by1\b", "y0"),
                  (r"\bdx\b(?!\()", "dy"), (r"\beast\b", "west"), (r"\bsouth\b", "north")],
    "relation": [(r" < ", " <= "), (r" > ", " >= "), (r" <= ", " < "), (r" >= ", " > "),
                 (r" == ", " != "), (r" != ", " == ")],
    "logic": [(r" && ", " || "), (r" \|\| ", " && "), (r"\btrue\b", "false"),
              (r"\bfalse\b", "true"), (r"std::min\b", "std::max"), (r"std::max\b", "std::min")],
    "off by one": [(r"(?<=[ \[(])0(?=[;,)\]])", "1"), (r"(?<=[ \[(])1(?=[;,)\]])", "0"),
                   (r"\+\+(?=\w+_?;)", "--")],
    "time level": [(r"(?<!:)\bnow\b(?=[.(])", "past"), (r"\bpast\b(?=[.(])", "now"),
                   (r"\bnext\b(?=[.(])", "now")],
    "missing call": [(r"^( +)[\w.]+(?:->[\w.]+)?\([^{}]*\);$", r"\1;")],
}
# Where a change of the text changes no result: names, messages, what only the compiler reads.
UNTOUCHED = re.compile(r"^\s*(//|#|\*|template|using |namespace|static_assert|class |struct |throw "
                       r"|enum |assert|inline const bool|SEAFRET_REGION|CAPTURE)"
                       r"|Error\(|reserve\(|fmt::|#pragma|operator|const_cast|\" ?\+|\+ \"")


@dataclass(frozen=True)
class Mutant:
    """One change: in this file the n-th line that reads `old` shall read `new`."""
    file: str
    kind: str
    old: str
    new: str
    occurrence: int = 0

    @property
    def id(self):
        text = "\0".join([self.file, self.old, self.new, str(self.occurrence)])
        return hashlib.sha256(text.encode()).hexdigest()[:10]

    def apply(self, source):
        """The changed source; None where the line is there no more."""
        at = -1
        for _ in range(self.occurrence + 1):
            at = source.find(self.old, at + 1)
            if at < 0:
                return None
        return source[:at] + self.new + source[at + len(self.old):]


def without_comment(line):
    return line.split("//")[0].rstrip()


def mutants_of(file, source):
    """All that the operators can do to a source, a line at a time."""
    lines, seen, found = source.split("\n"), {}, []
    for line in lines:
        old = "\n" + line + "\n"
        occurrence = seen[line] = seen.get(line, -1) + 1
        code = without_comment(line)
        if not code or UNTOUCHED.search(code) or '"' in code:
            continue
        for kind, rules in OPERATORS.items():
            if kind == "missing call" and file.endswith(".hpp"):
                continue  # there they are declarations
            for pattern, replacement in rules:
                for match in re.finditer(pattern, code):
                    new = code[:match.start()] + match.expand(replacement) + code[match.end():]
                    found.append(Mutant(file, kind, old, "\n" + new + "\n", occurrence))
    return found


def planted(text):
    """Changes by hand: a line with the file, then lines of the old text behind '- ' and of the new
    behind '+ '. The old text must be there once."""
    mutants = []
    for block in re.split(r"\n\s*\n", re.sub(r"(?m)^#.*\n", "", text).strip()):
        file, *rest = block.split("\n")
        old = "\n".join(line[2:] for line in rest if line.startswith("- "))
        new = "\n".join(line[2:] for line in rest if line.startswith("+ "))
        mutants.append(Mutant(file.strip(), "by hand", old, new))
    return mutants


def sampled(mutants, count, seed):
    """So many of them, as many of each kind as there are. Whether one is among them depends little
    on what else the sources hold: they may change between two runs."""
    by_kind = {}
    for mutant in sorted(mutants, key=lambda m: hashlib.sha256(f"{seed} {m.id}".encode()).digest()):
        by_kind.setdefault(mutant.kind, []).append(mutant)
    turns = zip_longest(*(by_kind[kind] for kind in sorted(by_kind)))
    return [mutant for turn in turns for mutant in turn if mutant][:count]
