#!/usr/bin/env python3
"""check.py FILE.po...: say what a translation of adit(6) has other than the English page.

Literals (.Ql, .Li, .Fl, .Xr), rule numbers and numbers are the same in both, and a question stays one.
"""
import re
import sys


def entries(path):
    """The pairs of English text and translation, without the header."""
    text = {"msgid": "", "msgstr": ""}
    into = ""
    for line in open(path, encoding="utf-8").read().split("\n") + [""]:
        if line == "":
            if text["msgid"] and into:
                yield text["msgid"], text["msgstr"]
            text, into = {"msgid": "", "msgstr": ""}, ""
        elif not line.startswith("#"):
            word, _, rest = line.partition(" ")
            if word in text:
                into, line = word, rest
            text[into] += re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], line[1:-1])


def literals(text):
    """The words that no language changes."""
    found = []
    for macro, rest in re.findall(r"^\.(Ql|Li|Fl|Xr) (.*)$", text, re.M):
        rest = re.sub(r"(= Ns Ar) .*", r"\1", rest)
        found.append(macro + " " + re.sub(r"( [.,:;)])+$", "", rest))
    return sorted(found)


def numbers(text):
    """Numbers of rules and other numbers."""
    return sorted(re.findall(r"Q-[A-Z0-9]+-\d+|\bC?\d+(?:\.[A-Z](?:\.\d+)?)?", text))


bad = 0
for name in sys.argv[1:]:
    for english, other in entries(name):
        what = [
            word
            for word, parts in (("literals", literals), ("numbers", numbers))
            if parts(english) != parts(other)
        ]
        if english.endswith(" ?") != other.endswith(" ?"):
            what.append("question")
        if what:
            bad = 1
            print(f"{name}: {' and '.join(what)}: {english!r}: {other!r}")
sys.exit(bad)
