#!/usr/bin/env python3
"""Prints the coverage of src by folder, and failures that no test has seen.

usage: gcovr --json ... | coverage.py SRC [FOLDER...]

SRC: the folder src. The branch of an assertion that fails does not count, nor one to BUG(). The last part lists, for
the given folders (none: all), the branches for a failed write or a failed verification that were
never taken: lines that refuse (set an error, fail an audit, roll back) and never ran, and
conditions in which a call that writes or verifies never failed.
"""
import collections
import json
import os
import re
import sys

# A statement that reports a failure.
REFUSES = re.compile(
    r"\b(err_set|err_wrap|err_hint|audit_note|report_cheat|cheat|wrap_\w+|fail_\w+|not_\w+|"
    r"\w*rollback)\(|\breturn -1;|\bresult = -1;|\*err = ")
# A call that writes or verifies, compared with its failure.
WRITES = (r"\w*(?:put|write|store|commit|begin|create|save|append|rename|link|sync|make|delete|drop|"
          r"set)\w*")
VERIFIES = (r"\w*(?:verify|check|equal|memcmp|open|decrypt|parse|read|fits|same|valid|is_ok|find)"
            r"\w*")
ASSERTS = re.compile(r"\b(?:assert|BUG)\(")
FAILS = re.compile(r"\bassert\(0 |\bBUG\(")
CAN_FAIL = re.compile(
    r"\b(?:%s|%s)\(.*(?:< 0|!= 0|== 0|<= 0|> 0|== 1)|!(?:%s|%s)\(" % (
        WRITES, VERIFIES, WRITES, VERIFIES))


class Count:
    """Lines and branches of a folder, and how many of them ran."""

    def __init__(self):
        self.lines = self.lines_run = self.branches = self.branches_run = 0

    def add(self, line, text):
        self.lines += 1
        self.lines_run += line["count"] > 0
        for branch in [] if ASSERTS.search(text) else line["branches"]:
            self.branches += 1
            self.branches_run += branch["count"] > 0

    def __str__(self):
        return "%7d lines %6.1f %%  %7d branches %6.1f %%" % (
            self.lines, 100 * self.lines_run / max(self.lines, 1),
            self.branches, 100 * self.branches_run / max(self.branches, 1))


def is_code(line):
    return not line["gcovr/noncode"] and not line["gcovr/excluded"]


def unseen(line, text):
    """True if the line handles a failure that no test has seen."""
    if line["count"] == 0:
        return REFUSES.search(text) is not None
    return CAN_FAIL.search(text) is not None and any(
        branch["count"] == 0 for branch in line["branches"])


def main():
    src, listed = sys.argv[1], sys.argv[2:]
    folders = collections.defaultdict(Count)
    failures = collections.defaultdict(list)
    for file in json.load(sys.stdin)["files"]:
        path = os.path.relpath(os.path.join(src, "..", file["file"]), src)
        folder = path.split(os.sep)[0] if os.sep in path else "."
        with open(os.path.join(src, path), encoding="utf-8") as source:
            text = source.read().split("\n")
        for line in filter(is_code, file["lines"]):
            here = text[line["line_number"] - 1].strip()
            behind = text[line["line_number"]:line["line_number"] + 1]
            asserts = " ".join([here] + [other for other in behind if FAILS.search(other)])
            folders[folder].add(line, asserts)
            folders["all"].add(line, asserts)
            if unseen(line, here):
                failures[folder].append("src/%s:%d: %s" % (path, line["line_number"], here))
    for folder in sorted(folders):
        print("%-10s%s" % (folder, folders[folder]))
    print("\nfailed writes and failed verification that no test has seen:")
    for folder in listed or sorted(failures):
        print("%s: %d" % (folder, len(failures[folder])))
        for line in failures[folder]:
            print("  " + line)


if __name__ == "__main__":
    main()
