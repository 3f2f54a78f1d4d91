#!/usr/bin/env python3
"""check.py FILE.po...: reports translations that are missing or that adit could not fill in.

Patterns (contexts event, note, refusal) may use the tokens of their context alone and have braces
that match; formats have conversions that the English text has; blanks at the beginning and line ends
stay. The status is 1 if something is wrong.
"""
import re
import sys

TOKENS = {"event": "stTucavldknfopw", "note": "sontyxfur",
          "refusal": "acghmtbpuowefElkrdnvxHCDSNPTW"}


def unquote(text):
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m.group(1), m.group(1)), text)


def messages(path):
    """Yields (line, context, English, plural, translations)."""
    field, entry, start = None, {}, 0
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(list(file) + [""], 1):
            line = line.strip()
            if line.startswith("#") or not line:
                if entry:
                    yield start, entry
                entry, field = {}, None
                continue
            match = re.match(r'(msg\w+(?:\[\d\])?)\s+"(.*)"$', line)
            if match:
                if not entry:
                    start = number
                field, text = match.groups()
                entry[field] = unquote(text)
            else:
                entry[field] += unquote(line[1:-1])


def conversions(text):
    found = re.findall(r"%(?:(\d+)\$)?[-0]*[0-9*]*(?:\.[0-9*]+)?(?:hh|h|ll|l|z|j)?([a-z%])", text)
    plain = [kind for position, kind in found if kind != "%" and not position]
    placed = [int(position) for position, kind in found if kind != "%" and position]
    return plain, placed


def pattern_faults(text, context):
    depth = at = 0
    while at < len(text):
        char = text[at]
        if char == "@":
            if text[at + 1:at + 2] not in TOKENS[context] or at + 1 == len(text):
                yield "there is no token @%s" % text[at + 1:at + 2]
            at += 1
        elif char == "{":
            depth += 1
            match = re.match(r"\{#?(.):", text[at:])
            if match and match.group(1) not in TOKENS[context]:
                yield "there is no choice {%s:" % match.group(1)
        elif char == "}":
            depth -= 1
        elif char == "|" and depth == 0:
            yield "an alternative outside braces"
        if depth < 0:
            yield "a brace too much"
            return
        at += 1
    if depth:
        yield "a brace is missing"


def faults(entry):
    english, context = entry["msgid"], entry.get("msgctxt", "")
    said = [entry[key] for key in entry if key.startswith("msgstr")]
    plain, _ = conversions(english)
    for text in said:
        if not text:
            yield "has no translation"
            continue
        if context in TOKENS and "%" not in english:
            yield from pattern_faults(text, context)
        got, placed = conversions(text)
        if got and placed:
            yield "some conversions have a position, others have not"
        if any(place > len(plain) for place in placed) or got != plain[:len(got)]:
            yield "its conversions are not those of the English text"
        for ends in (str.lstrip, str.rstrip):
            blanks = english.replace(ends(english), "") if ends(english) != english else ""
            if ("\n" in blanks) != ("\n" in (text.replace(ends(text), "") if ends(text) != text else "")):
                yield "line ends at the beginning or the end differ"


def main():
    wrong = 0
    for path in sys.argv[1:]:
        for line, entry in messages(path):
            if not entry.get("msgid"):
                continue
            for fault in faults(entry):
                wrong += 1
                print("%s:%d: \"%s\": %s" % (path, line, entry["msgid"].strip()[:40], fault))
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
