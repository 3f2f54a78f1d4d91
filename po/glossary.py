#!/usr/bin/env python3
"""glossary.py FILE.po...: say which translations contradict po/glossary.tsv.

A message that is a term is one of its translations. A message that has a term as a whole word has the beginning
of each word of one of its translations, or the English word itself, because orders stay as they are typed.
"""
import os
import re
import sys

here = os.path.dirname(os.path.abspath(__file__))


def table(name):
    """The rows of a file without its comments."""
    with open(os.path.join(here, name), encoding="utf-8") as f:
        return [line.rstrip("\n").split("\t") for line in f if line.strip() and line[0] != "#"]


def messages(path):
    """Pairs of English text and all forms of the translation."""
    text, into = {}, None
    for line in open(path, encoding="utf-8").read().split("\n") + [""]:
        if line == "":
            if text.get("msgid"):
                yield text["msgid"], text["msgstr"]
            text, into = {}, None
        elif line[0] != "#":
            if line[0] != '"':
                word, line = line.split(" ", 1)
                into = "msgstr" if word.startswith("msgstr") else word
            text[into] = text.get(into, "") + line[1:-1]


def plain(text):
    return text.lower().replace("ё", "е")


def beginning(word):
    """What the forms of a word have in common."""
    return word if len(word) < 4 else word[:-1] if len(word) == 4 else word[:-2]


def has(text, term):
    return all(beginning(word) in text for word in re.findall(r"[\w']+", plain(term)))


def terms(language):
    """Each English term, its translations, and other beginnings."""
    rows = table("glossary.tsv")
    column = rows[0].index(language)
    for row in rows[1:]:
        words, _, more = row[column].partition(";")
        yield row[0].lower(), words.split(" / "), [w.strip() for w in more.split(",") if w.strip()]


def contradictions(language, path):
    used = list(terms(language))
    for english, other in messages(path):
        low, there = english.lower(), plain(other)
        for term, words, more in used:
            if low == term.lstrip("="):
                if there in (plain(w) for w in words) or there in (plain(m) for m in more):
                    continue
            elif term[0] == "=" or not re.search(r"(?<![\w-])" + re.escape(term) + r"s?(?![\w-])", low):
                continue
            elif any(has(there, w) for w in words) or any(plain(m) in there for m in more):
                continue
            elif re.search(r"(?<![\w-])" + re.escape(term) + r"(?![\w-])", there):
                continue
            yield f'{path}: "{term.lstrip("=")}" is {" or ".join(words)}: {english[:70]!r}: {other[:70]!r}'


bad = 0
for name in sys.argv[1:]:
    for line in contradictions(os.path.basename(name).split(".")[0], name):
        print(line)
        bad = 1
sys.exit(bad)
