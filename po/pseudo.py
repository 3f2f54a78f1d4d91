#!/usr/bin/env python3
"""pseudo.py FILE.po: prints the catalogue of the pseudo-language qps for tests.

FILE.po gives the messages. Each is translated to its English text in brackets, with accents, a third
longer; tokens, choices, conversions and line ends stay. A message that adit shows without a
translation is seen at once.
"""
import re
import sys

import check

ACCENTS = str.maketrans("aeioucnsyAEIOU", "áéíóúçñšýÁÉÍÓÚ")
KEPT = re.compile(r"(@.|\{#?.:|[{}|]|%(?:\d+\$)?[-0]*[0-9*]*(?:\.[0-9*]+)?(?:ll|l|z|j)?[a-z%]|% ?(?=:)|`[^`]*`)")


def quote(text):
    return '"%s"' % text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def pseudo(text, context):
    begin = text[:len(text) - len(text.lstrip())]
    end = text[len(text.rstrip()):]
    inner = text.strip()
    if not inner or context in ("card", "tool", "edge", "side"):
        return begin + ("‹%s›" % inner if inner else "") + end
    said = "".join(part if KEPT.fullmatch(part) else part.translate(ACCENTS)
                   for part in KEPT.split(inner))
    return "%s[%s%s]%s" % (begin, said, "~" * (len(inner) // 3), end)


def main():
    print('msgid ""\nmsgstr ""\n"Language: qps\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
          '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n')
    for _, entry in check.messages(sys.argv[1]):
        if not entry.get("msgid"):
            continue
        context = entry.get("msgctxt", "")
        if context:
            print("msgctxt %s" % quote(context))
        print("msgid %s" % quote(entry["msgid"]))
        if "msgid_plural" in entry:
            print("msgid_plural %s" % quote(entry["msgid_plural"]))
            print("msgstr[0] %s" % quote(pseudo(entry["msgid"], context)))
            print("msgstr[1] %s\n" % quote(pseudo(entry["msgid_plural"], context)))
        else:
            print("msgstr %s\n" % quote(pseudo(entry["msgid"], context)))


if __name__ == "__main__":
    sys.exit(main())
